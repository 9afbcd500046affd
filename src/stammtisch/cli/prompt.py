"""Asks a person for a move."""

from __future__ import annotations

from typing import Final

from rich.rule import Rule

from stammtisch.cli import boards
from stammtisch.cli.boards.colours import colour
from stammtisch.cli.choices import Choices, columns
from stammtisch.cli.rules import clause_markdown
from stammtisch.cli.terminal import Quit, Terminal
from stammtisch.core.errors import BadMove, IllegalMove, StammtischError
from stammtisch.core.turn import Seat
from stammtisch.match import Match, Played

MOVES_ON_A_PAGE: Final = 48
HELP: Final = """\
  a number      plays the move of that number
  a move        plays it, written as in the list
  some letters  list the moves that contain them
  Enter         plays the only move, or draws the board again if there are several
  m             lists all moves
  ?             shows the rule that forbade your last move
  ? and a name  shows that clause of the rules, for example ? T17
  h             shows this help
  q             quits; the game is saved and can be continued"""


class MovePrompt:
    """Asks the person on one seat, whose turn it is."""

    def __init__(self, match: Match, seat: Seat, names: list[str], terminal: Terminal, lang: str) -> None:
        self._match: Final = match
        self._seat: Final = seat
        self._names: Final = names
        self._terminal: Final = terminal
        self._lang: Final = lang
        self._choices: Final = Choices([str(move) for move in match.moves(seat)])
        self._refused_by: str | None = None

    def ask(self) -> Played:
        """Show the board and the moves, and ask until a move is played; `Quit` if the person leaves."""
        self._draw()
        while True:
            typed = self._terminal.ask(f"{self._names[self._seat]}> ")
            try:
                played = self._answered(typed)
            except IllegalMove as error:
                self._refused_by = error.clause
                self._terminal.show(f"{error}  – type ? to read {error.clause}")
            except StammtischError as error:
                self._terminal.show(str(error))
            else:
                if played is not None:
                    return played

    def _answered(self, typed: str) -> Played | None:
        """Play the move that was typed, or do what else was asked for and return None."""
        move = self._choices.find(typed) if typed else self._choices.only()
        if move is not None:
            return self._match.play(self._seat, move)
        if typed == "q":
            raise Quit
        if typed.startswith("?"):
            self._show_clause(typed.removeprefix("?").strip())
        elif typed == "h":
            self._terminal.show(HELP)
        elif typed == "m":
            self._terminal.show(columns(self._choices.matching("")))
        elif not typed:
            self._draw()
        else:
            return self._refused_or_listed(typed)
        return None

    def _refused_or_listed(self, typed: str) -> Played | None:
        """Refuse an illegal move with its reason; list the moves that contain any other text."""
        try:
            return self._match.play(self._seat, typed)
        except BadMove:
            found = self._choices.matching(typed)
            if not found:
                raise
            self._terminal.show(columns(found))
        return None

    def _show_clause(self, name: str) -> None:
        clause = name or self._refused_by
        if clause is None:
            self._terminal.show("No move has been refused yet. Type ? and the name of a clause to read it.")
        else:
            self._terminal.show(clause_markdown(self._match.game.id, clause, self._lang))

    def _draw(self) -> None:
        self._terminal.show(
            Rule(self._names[self._seat], style=colour(self._seat)),
            boards.draw(self._match.game, self._match.state, self._names, self._seat),
            "",
            columns(self._choices.matching("")[:MOVES_ON_A_PAGE]),
        )
        self._terminal.show(self._hint())

    def _hint(self) -> str:
        if self._choices.only():
            return "This is your only move: press Enter to play it; h for help."
        more = len(self._choices) - MOVES_ON_A_PAGE
        if more > 0:
            return (
                f"… and {more} more: m lists them all, letters list the moves that contain them; h for help."
            )
        return "Type a number or a move; h for help."
