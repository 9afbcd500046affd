"""The documentation as tests read it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("examples/*.md"), *DOCS.rglob("*.md")])

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block: its language and what is in it."""

    language: str
    text: str


def name(page: Path) -> str:
    """The page as it is called from the root."""
    return str(page.relative_to(ROOT))


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def blocks(page: Path, *languages: str) -> list[Block]:
    """The fenced blocks of these languages, in order."""
    return blocks_of(text_of(page), *languages)


def blocks_of(text: str, *languages: str) -> list[Block]:
    """The same of a part of a page."""
    found = [Block(*match.groups()) for match in _FENCE.finditer(text)]
    return [block for block in found if block.language in languages]


def links(page: Path) -> list[str]:
    """Where the links and pictures of a page point to."""
    return re.findall(r"\]\(([^)]+)\)", prose(page))


def images(page: Path) -> list[tuple[str, str]]:
    """The pictures of a page: what they are described as, and their paths."""
    return re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", prose(page))


def prose(page: Path) -> str:
    """The page without its fenced blocks."""
    return _FENCE.sub("", text_of(page))


def sections(page: Path) -> dict[str, str]:
    """What stands under each heading of the second level, in order."""
    _, *parts = re.split(r"^## ", text_of(page), flags=re.MULTILINE)
    return {heading: text for heading, _, text in (part.partition("\n") for part in parts)}


def chapters(text: str) -> dict[str, str]:
    """What stands under each heading of the third level, in order."""
    _, *parts = re.split(r"^### ", text, flags=re.MULTILINE)
    return {heading: rest for heading, _, rest in (part.partition("\n") for part in parts)}


def rows(text: str) -> list[list[str]]:
    """The first table of a text, without its head; nothing if it has none."""
    return next(iter(tables(text)), [])


def tables(text: str) -> list[list[list[str]]]:
    """All tables of a text, row by row and without their heads."""
    found = re.findall(r"^\|.*\n\|[-|]+\n((?:\|.*\n)*)", text, re.MULTILINE)
    return [
        [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
        for table in found
    ]


def anchors(page: Path) -> set[str]:
    """What a link may point to within the page."""
    headings = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def code_spans(text: str) -> list[str]:
    """Everything in backquotes."""
    return re.findall(r"`([^`]+)`", text)
