"""The sources of the page, read as far as tests need them: its catalogues, and literal words beside them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from support import icu

ROOT: Final = Path(__file__).parents[1] / "web/src"
MESSAGES: Final = ROOT / "messages"
WIRE: Final = ROOT / "lib/wire.ts"
"""The types of what the server sends, which name some keys."""
LANGUAGES: Final = ("en", "de", "hu")

_TOKEN: Final = re.compile(
    r"""(?P<blank>\s+|//[^\n]*|/\*.*?\*/)
      | (?P<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)
      | (?P<name>[A-Za-z_$][\w$]*)
      | (?P<sign>.)""",
    re.VERBOSE | re.DOTALL,
)


class Token(NamedTuple):
    """A piece of TypeScript: a text, a name or a single sign."""

    kind: str
    text: str
    at: int


def tokens(source: str, begin: int = 0) -> Iterator[Token]:
    """The pieces of a source without blanks and comments; good enough for what is asked of it here."""
    for found in _TOKEN.finditer(source, begin):
        if found.lastgroup and found.lastgroup != "blank":
            yield Token(found.lastgroup, found[0], found.start())


# Catalogues


def areas() -> list[str]:
    """Every area: `table`, or `tock/board` for the texts of one game."""
    general = [path.stem for path in (MESSAGES / "en").glob("*.json")]
    games = [f"{path.parents[2].name}/{path.stem}" for path in ROOT.glob("games/*/messages/en/*.json")]
    return sorted(general) + sorted(games)


@cache
def catalogue(area: str, language: str) -> dict[str, str]:
    """The texts of an area by key."""
    game, _, name = area.rpartition("/")
    folder = ROOT / "games" / game / "messages" if game else MESSAGES
    pairs = json.loads(
        (folder / language / f"{name}.json").read_text(encoding="utf-8"), object_pairs_hook=list
    )
    texts = dict(pairs)
    assert len(texts) == len(pairs), f"{area} has a key twice in {language}"
    return texts


def word(area: str, key: str, language: str, **values: str | int) -> str:
    """A text as the page shows it."""
    return icu.filled(icu.parse(catalogue(area, language)[key]), values)


# Where texts are used

_IMPORT: Final = re.compile(r"import \{([^}]*)\} from '([^']*messages)'")
_LOOKED_UP: Final = re.compile(r"locale\.find\(\s*['`](?:(?:\$\{\w+\}|(\w+))/)?(\w+)['`],\s*(['`]?)")
_CLASSES: Final = re.compile(r'\bclass="[^"{]*"')
"""Names of classes, which are no keys even if they read like one."""


def is_used(area: str, key: str) -> bool:
    """Whether a source that uses the area names the key, or looks up one that the server's sources name."""
    return any(re.fullmatch(pattern, key) for pattern in _named(area)) or (
        area in _looked_up() and key in _server_words(area)
    )


@cache
def _named(area: str) -> frozenset[str]:
    """Patterns of all literals in the sources that use an area; `field-${n}` names every `field-…`."""
    texts = {
        text[1:-1]
        for path in _sources()
        if area in _areas_of(path)
        for source in ([*path.parent.glob("*.*"), WIRE] if area in _given(path) else [path])
        for kind, text, _ in tokens(_CLASSES.sub("", source.read_text(encoding="utf-8")))
        if kind == "text"
    }
    return frozenset(".+".join(map(re.escape, re.split(r"\$\{[^}]*\}", text))) for text in texts)


def _given(path: Path) -> frozenset[str]:
    """The areas that a source asks for a key it was given.

    Its literal stands in a source beside it, or in the types of what the server sends.
    """
    source = path.read_text(encoding="utf-8")
    return frozenset(area for area, name in _imported(path) if re.search(rf"\b{name}\((?!['`])", source))


def _sources() -> list[Path]:
    return [path for kind in ("*.svelte", "*.ts") for path in ROOT.rglob(kind)]


@cache
def _areas_of(path: Path) -> frozenset[str]:
    """The areas that a source imports or looks up."""
    looked_up = _LOOKED_UP.findall(path.read_text(encoding="utf-8"))
    found = {area for game, name, _ in looked_up for area in areas() if _is_meant(area, game, name)}
    return frozenset(found | {area for area, _ in _imported(path)})


def _imported(path: Path) -> Iterator[tuple[str, str]]:
    """The areas that a source imports, and what it calls them."""
    for names, module in _IMPORT.findall(path.read_text(encoding="utf-8")):
        folder = (path.parent / module).resolve()
        game = f"{folder.parent.name}/" if folder.parent != ROOT else ""
        for name in filter(None, map(str.strip, names.split(","))):
            yield game + name.split()[0], name.split()[-1]


def _is_meant(area: str, game: str, name: str) -> bool:
    return area == f"{game}/{name}".lstrip("/") or (not game and area.endswith(f"/{name}"))


@cache
def _looked_up() -> frozenset[str]:
    """The areas in which a source looks up a key that it is given."""
    found = {
        (game, name)
        for path in _sources()
        for game, name, literal in _LOOKED_UP.findall(path.read_text(encoding="utf-8"))
        if not literal
    }
    return frozenset(area for area in areas() if any(_is_meant(area, *one) for one in found))


@cache
def _server_words(area: str) -> frozenset[str]:
    """Every text in the server's sources, or in those of the area's game."""
    game = area.rpartition("/")[0]
    sources = ROOT.parents[1] / "src/stammtisch"
    facts = [sources / f"bots/facts/{game}.py"] if area.endswith("/hints") else []
    return frozenset(
        word
        for path in (*(sources / (f"games/{game}" if game else "")).rglob("*.py"), *facts)
        for word in re.findall(r'"([\w-]+)"', path.read_text(encoding="utf-8"))
    )


# Templates


_UNSEEN: Final = re.compile(r"<!--.*?-->|<script.*?</script>|<style.*?</style>", re.DOTALL)
_WORD: Final = re.compile(r"[^\W\d_]{2}")
"""A single letter is a sign such as a card's, or begins the number of a clause."""
_ATTRIBUTE: Final = re.compile(r"([\w:@|-]+)=(?:\"([^\"]*)\"|'([^']*)'|(?=\{))")
SPOKEN: Final = ("alt", "aria-description", "aria-label", "aria-roledescription", "aria-valuetext", "label")
SPOKEN_TOO: Final = ("placeholder", "title")


class Literal(NamedTuple):
    """Something for people to read that stands in a source itself."""

    line: int
    text: str


def literal_words(source: str) -> list[Literal]:
    """The words in a Svelte template that no catalogue said."""
    template = _UNSEEN.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), source)
    found: list[Literal] = []
    at = 0
    while at < len(template):
        end = _part_end(template, at)
        part = template[at:end]
        said = _said_by(part)
        found += [Literal(template.count("\n", 0, at) + 1, text) for text in said]
        at = end
    return found


def _part_end(template: str, at: int) -> int:
    """Where the tag, the expression or the plain text ends that begins here."""
    if template[at] == "{":
        return _closing(template, at)
    if template[at] == "<":
        return _tag_end(template, at)
    ends = [end for end in (template.find("{", at), template.find("<", at)) if end >= 0]
    return min(ends, default=len(template))


def _said_by(part: str) -> list[str]:
    if part.startswith("{"):
        return [] if part[1:2] in "#:/@" else _said_in(part[1:-1])
    if part.startswith("<"):
        return [text for name in (*SPOKEN, *SPOKEN_TOO) for text in _attribute(part, name)]
    return [part.strip()] if _WORD.search(re.sub(r"&\w+;", "", part)) else []


def _attribute(tag: str, name: str) -> list[str]:
    for found in _ATTRIBUTE.finditer(tag):
        if found[1] != name:
            continue
        plain = found[2] if found[2] is not None else found[3]
        if plain is None:
            return _said_in(tag[found.end() + 1 : _closing(tag, found.end()) - 1])
        return [plain] if _WORD.search(re.sub(r"\{.*?\}", "", plain)) else []
    return []


def _said_in(expression: str) -> list[str]:
    """Texts that the expression itself says: neither given to a function nor compared with anything."""
    said, depth, before = [], 0, ""
    pieces = list(tokens(expression))
    for number, (kind, text, _) in enumerate(pieces):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(text, 0)
        after = pieces[number + 1].text if number + 1 < len(pieces) else ""
        bare = re.sub(r"\$\{[^}]*\}", "", text)
        if kind == "text" and not depth and before != "=" and after not in ("=", "!") and _WORD.search(bare):
            said.append(text)
        before = text
    return said


def _closing(source: str, at: int) -> int:
    """Behind the brace that closes the one here."""
    depth = 0
    for kind, text, start in tokens(source, at):
        if kind == "sign":
            depth += {"{": 1, "}": -1}.get(text, 0)
            if not depth:
                return start + 1
    raise AssertionError(f"a brace stays open: {source[at : at + 60]}")


def _tag_end(template: str, at: int) -> int:
    """Behind the sign that ends the tag; one within braces or quotes does not."""
    while template[at] != ">":
        if template[at] == "{":
            at = _closing(template, at)
        elif template[at] == '"':
            at = template.index('"', at + 1) + 1
        else:
            at += 1
    return at + 1
