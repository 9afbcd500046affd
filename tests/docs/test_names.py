"""What the documentation names exists, and what is public is documented."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from stammtisch import bots, core, match, testing
from support.page_sources import LANGUAGES
from tests.test_architecture import PACKAGES, SERVER

from .pages import DOCS, PAGES, ROOT, chapters, code_spans, name, prose, rows, sections, text_of

ARCHITECTURE, LIBRARY = DOCS / "architecture.md", DOCS / "library.md"
ROOTS = [ROOT, *(ROOT / part for part in ("src/stammtisch", "src/stammtisch/server", "web/src"))]
"""Where a path may begin that a page names."""
PATH = re.compile(r"[\w.-]+(?:/[\w.-]+)+")
MODULE = re.compile(r"stammtisch(?:\.\w+)+")
PLACEHOLDER = re.compile(r"\b(?:[A-Z]+|pig)\b")
"""A part of a path that stands for any name, and the game that only the how-to has."""


def kit() -> list[str]:
    """Every public function and class of the test kit."""
    modules = [import_module(f"{testing.__name__}.{found.name}") for found in iter_modules(testing.__path__)]
    return ["LAWS", "Law"] + [
        key
        for module in modules
        for key, value in vars(module).items()
        if key[0] != "_" and len(key) > 1 and getattr(value, "__module__", "") == module.__name__
    ]


@pytest.mark.parametrize("public", kit())
def test_every_name_of_the_test_kit_is_documented(public: str) -> None:
    assert public in documented_names(*PAGES)


@pytest.mark.parametrize("public", [*core.__all__, *match.__all__, *bots.__all__])
def test_every_name_of_the_library_is_on_its_page(public: str) -> None:
    assert public in documented_names(LIBRARY)


def documented_names(*pages: Path) -> set[str]:
    spans = [span for page in pages for span in code_spans(prose(page))]
    return {word for span in spans for word in re.findall(r"\w+", span)}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_files_that_are_named_exist(page: Path) -> None:
    paths = [span for span in code_spans(prose(page)) if PATH.fullmatch(span) and Path(span).suffix]
    for path in paths:
        if not PLACEHOLDER.search(path):
            assert any((root / path).exists() for root in ROOTS), path


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_modules_that_are_named_exist(page: Path) -> None:
    for span in code_spans(prose(page)):
        if MODULE.fullmatch(span) and not PLACEHOLDER.search(span):
            import_module(span)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_make_targets_that_are_named_exist(page: Path) -> None:
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    named = re.findall(r"(?:`|^|\$ )make ([a-z-]+)", text_of(page), re.MULTILINE)
    assert set(named) <= set(targets)


def test_the_architecture_names_the_packages_in_the_order_of_imports() -> None:
    text = sections(ARCHITECTURE)["Packages"]
    assert " ← ".join(f"`{package}`" for package in PACKAGES) in text
    listed = [re.match(r"\[([\w.]+)\]", package) for package, _ in rows(text)]
    assert [found[1].removesuffix(".py") for found in listed if found] == [*PACKAGES, "testing"]


def test_the_architecture_says_which_part_of_the_server_may_import_which() -> None:
    table = rows(chapters(sections(ARCHITECTURE)["Packages"])["Inside the server"])
    listed = {package[1 : package.index("]")]: set(code_spans(others)) for package, _, others in table}
    assert listed == SERVER


OLD_WORDS = re.compile(
    r"\b(anew|afresh|courtes\w+|founding|house|judg\w+|ledgers?|looks? on|nudg\w+|sayings?|sits? down)\b",
    re.IGNORECASE,
)
"""What the words of the glossary have replaced. Tock has houses."""
WITH_HOUSES = {ROOT / "CHANGELOG.md", DOCS / "glossary.md", DOCS / "games/tock.md"}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_pages_use_the_words_of_the_glossary(page: Path) -> None:
    text = re.sub(r"`[^`]+`|\]\([^)]+\)", "", prose(page))
    found = {word.lower() for word in OLD_WORDS.findall(text)}
    assert found <= ({"house"} if page in WITH_HOUSES else set())


def test_the_glossary_has_its_words_in_every_language_of_the_page() -> None:
    translated = [row for text in sections(DOCS / "glossary.md").values() for row in rows(text)]
    for row in translated:
        assert len(row) in (2, 1 + len(LANGUAGES))
        assert all(row), row
