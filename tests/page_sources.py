"""The sources of the page, read as far as tests need them: its catalogues, and literal words beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1] / "web/src"
MESSAGES: Final = ROOT / "messages"
LANGUAGES: Final = ("en", "de", "hu")

Text = str | dict[str, str]
"""A text, or one for each number form."""
Texts = dict[str, Text]

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


@cache
def catalogue(area: str) -> dict[str, Texts]:
    """The texts of an area by language and key."""
    source = (MESSAGES / f"{area}.ts").read_text(encoding="utf-8")
    call = source.index("= catalogue(") + len("= catalogue(")
    found = _object(tokens(source, call))
    assert all(isinstance(texts, dict) for texts in found.values())
    return found


def areas() -> list[str]:
    return sorted(path.stem for path in MESSAGES.glob("*.ts"))


def word(area: str, key: str, language: str, **values: str | int) -> str:
    """A text as the page says it; `n` chooses the number form."""
    text = catalogue(area)[language][key]
    if isinstance(text, dict):
        text = text["one" if values.get("n") == 1 else "other"]
    return re.sub(r"\{(\w+)\}", lambda found: str(values.get(found[1], "")), text)


def _object(rest: Iterator[Token]) -> dict[str, dict[str, Text]]:
    """What an object literal of texts and such objects says; nothing else may stand in a catalogue."""
    read = _value(rest, next(rest))
    assert isinstance(read, dict)
    return read


def _value(rest: Iterator[Token], first: Token) -> object:
    if first.kind == "text":
        return _unquoted(first.text)
    assert first.text == "{", f"a catalogue holds texts, not {first.text}"
    read: dict[str, object] = {}
    for token in rest:
        if token.text == "}":
            return read
        if token.text == ",":
            continue
        key = _unquoted(token.text) if token.kind == "text" else token.text
        assert key not in read, f"{key} stands there twice"
        assert next(rest).text == ":"
        read[key] = _value(rest, next(rest))
    raise AssertionError("the catalogue does not end")


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1])


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
