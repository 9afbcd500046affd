"""The rules of every game in words, clause by clause, in three languages."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Final, NamedTuple

from stammtisch.core.documents import shown
from stammtisch.core.errors import BadRequest, UnknownGame

LANGUAGES: Final = ("de", "en", "hu")

_SECTION: Final = "## "
_CLAUSE: Final = "### "


class Clause(NamedTuple):
    """One numbered clause: `text` is Markdown, `section` the heading it stands under."""

    id: str
    title: str
    text: str
    section: str


@cache
def rules_text(game_id: str, lang: str) -> str:
    """The whole rules of a game as Markdown; `UnknownGame`, or `BadRequest` for the language."""
    if lang not in LANGUAGES:
        raise BadRequest(f"there are no rules in {shown(lang)}; the languages are {', '.join(LANGUAGES)}")
    folder = resources.files("stammtisch.games")
    if not game_id.isidentifier() or not (folder / game_id / f"rules.{lang}.md").is_file():
        raise UnknownGame(f"there are no rules for {shown(game_id)}")
    return (folder / game_id / f"rules.{lang}.md").read_text(encoding="utf-8")


@cache
def clauses(game_id: str, lang: str) -> dict[str, Clause]:
    """Every clause by its id, in the order of the rules."""
    found: dict[str, Clause] = {}
    section = ""
    for part in _headed_parts(rules_text(game_id, lang)):
        heading, _, text = part.partition("\n")
        if heading.startswith(_CLAUSE):
            name, _, title = heading.removeprefix(_CLAUSE).partition(" ")
            found[name] = Clause(name, title, text.strip(), section)
        elif heading.startswith(_SECTION):
            section = heading.removeprefix(_SECTION)
    return found


def clause(game_id: str, name: str, lang: str) -> Clause:
    """One clause, its id in upper or lower case, or `BadRequest` with the known ids."""
    known = clauses(game_id, lang)
    found = known.get(name.upper())
    if found is None:
        first, *_, last = known
        raise BadRequest(f"there is no clause {shown(name)}; the clauses are {first} to {last}")
    return found


def _headed_parts(text: str) -> list[str]:
    """The text, split before each heading."""
    return [part.lstrip("\n") for part in text.replace("\n#", "\n\0#").split("\0")]
