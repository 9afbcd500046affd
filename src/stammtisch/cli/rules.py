"""`stammtisch rules`: the rules in words."""

from __future__ import annotations

import os

import click
from rich.markdown import Markdown

from stammtisch.cli.game_options import GAME
from stammtisch.cli.terminal import Terminal
from stammtisch.games.clauses import LANGUAGES, clause, rules_text

DEFAULT_LANGUAGE = "en"


def preferred_language() -> str:
    """The language of the environment if the rules exist in it, else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        spoken = os.environ.get(variable)
        if spoken:
            return spoken[:2] if spoken[:2] in LANGUAGES else DEFAULT_LANGUAGE
    return DEFAULT_LANGUAGE


language_option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    default=preferred_language,
    help="Language of the rules; default: that of the environment, else English.",
)


def clause_markdown(game_id: str, name: str, lang: str) -> Markdown:
    """A clause with its title, ready to print."""
    found = clause(game_id, name, lang)
    return Markdown(f"**{found.id} {found.title}**\n\n{found.text}")


@click.command
@click.argument("game", type=GAME)
@click.argument("clause_id", metavar="[CLAUSE]", required=False)
@language_option
def rules(game: str, clause_id: str | None, lang: str) -> None:
    """Read the rules of GAME, or a single CLAUSE such as T17."""
    terminal = Terminal()
    if clause_id is None:
        terminal.page(Markdown(rules_text(game, lang)))
    else:
        terminal.show(clause_markdown(game, clause_id, lang))
