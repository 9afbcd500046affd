"""The menu of `stammtisch` on a terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from rich.markdown import Markdown
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from stammtisch import bots, catalog
from stammtisch.cli.boards.colours import QUIET
from stammtisch.cli.play import agreed_options, continued_match, new_file, new_match, sit_down
from stammtisch.cli.rules import preferred_language
from stammtisch.cli.seats import BOT_PREFIX, is_bot, seat_names, usual_bot, usual_players
from stammtisch.cli.terminal import Left, Terminal
from stammtisch.core.documents import Document, shown
from stammtisch.core.errors import BadRequest, StammtischError
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Over
from stammtisch.engine.protocol import options_schema
from stammtisch.games.clauses import rules_text
from stammtisch.match import Match, fresh_seed

T = TypeVar("T")

RECORDS_SHOWN: Final = 9


class Menu:
    """Everything one can do at the table, by asking."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal: Final = terminal
        self._games: Final = [catalog.game(name) for name in catalog.NAMES]
        self._lang: Final = preferred_language()

    def run(self) -> None:
        """Ask what to do, and do it, until the person leaves."""
        while True:
            self._show()
            typed = self._terminal.ask("> ").lower()
            if typed == "q":
                return
            try:
                self._do(typed)
            except Left:
                self._terminal.show("Back at the menu.")
            except StammtischError as error:
                self._terminal.show(str(error))

    def _show(self) -> None:
        lines = Table.grid(padding=(0, 2, 0, 0))
        for number, game in enumerate(self._games, 1):
            players = Text(f"{_spans(game.players)} players", style=QUIET)
            lines.add_row(Text(f" {number}", style="bold"), f"play {game.title}", players)
        for key, chore in (("c", "continue a saved game"), ("r", "read the rules"), ("q", "quit")):
            lines.add_row(Text(f" {key}", style="bold"), chore)
        self._terminal.show("", Rule("Stammtisch"), lines)

    def _do(self, typed: str) -> None:
        if typed == "c":
            self._continue()
        elif typed == "r":
            game = self._ask("Whose rules? A number of the menu> ", self._game)
            self._terminal.page(Markdown(rules_text(game.id, self._lang)))
        elif typed:
            self._play(self._game(typed))

    def _ask(self, question: str, read: Callable[[str], T]) -> T:
        """The answer, once it can be read; `q` goes back."""
        while True:
            typed = self._terminal.ask(question)
            if typed == "q":
                raise Left
            try:
                return read(typed)
            except StammtischError as error:
                self._terminal.show(str(error))

    def _game(self, typed: str) -> AnyGame:
        return _nth(self._games, typed) or catalog.game(typed)

    def _play(self, game: AnyGame) -> None:
        usual = usual_players(game)
        players = self._ask(
            f"How many play ({_spans(game.players)}; Enter: {usual})> ",
            lambda typed: game.check_players(int(typed) if typed.isdecimal() else typed or usual),
        )
        seats = [self._ask_name(game, seat) for seat in range(players)]
        own_dice = self._terminal.ask("Enter for my dice and cards, r for real ones typed in by you> ") == "r"
        seed = None if own_dice else fresh_seed()
        match = self._ask(
            "Options as key=value key=value (Enter: the usual game; ? lists them)> ",
            lambda typed: new_match(game, players, seats, self._options(game, typed), seed),
        )
        sit_down(match, new_file(game), self._lang, self._terminal)

    def _ask_name(self, game: AnyGame, seat: int) -> str:
        """A person by name, a bot by its kind; Enter is you on the first seat, a bot on the others."""
        kinds = bots.names(game)
        usual = usual_bot(game) if seat else "you"
        known = ", ".join(BOT_PREFIX + kind for kind in kinds)
        question = f"Who sits on seat {seat}, a name or {known} (Enter: {usual})> "
        return self._ask(question, lambda typed: seat_names(game, typed or usual)[0])

    def _options(self, game: AnyGame, typed: str) -> Document:
        if typed == "?":
            self._terminal.show(_options_table(game))
            raise BadRequest("Which of them, then?")
        return agreed_options(typed.split())

    def _continue(self) -> None:
        kept = _unfinished()
        if not kept:
            self._terminal.show("No unfinished game is kept in this folder.")
            return
        for number, (path, match) in enumerate(kept, 1):
            self._terminal.show(f" {number}  {path}: {match.game.title}, {_company(match)}")
        path, match = self._ask("Which one> ", lambda typed: _chosen(kept, typed))
        sit_down(match, path, self._lang, self._terminal)


def menu() -> None:
    """The menu, until somebody leaves."""
    try:
        Menu(Terminal()).run()
    except Left:
        return


def _spans(numbers: tuple[int, ...]) -> str:
    """Numbers in ascending order with neighbours drawn together: 2–6, 8."""
    starts = [number for number in numbers if number - 1 not in numbers]
    ends = [number for number in numbers if number + 1 not in numbers]
    spans = zip(starts, ends, strict=True)
    return ", ".join(f"{start}–{end}" if start < end else str(start) for start, end in spans)


def _nth(things: list[T], typed: str) -> T | None:
    return things[int(typed) - 1] if typed.isdecimal() and 1 <= int(typed) <= len(things) else None


def _chosen(things: list[T], typed: str) -> T:
    found = _nth(things, typed)
    if found is None:
        raise BadRequest(f"{shown(typed)} is not on the list: type a number from 1 to {len(things)}, or q")
    return found


def _unfinished() -> list[tuple[Path, Match]]:
    """The games kept in this folder that can go on, the latest first."""
    found: list[tuple[Path, Match]] = []
    for path in sorted(Path().glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True):
        try:
            match = continued_match(path)
        except (StammtischError, OSError):
            continue  # some other file
        if not isinstance(match.turn, Over):
            found.append((path, match))
        if len(found) == RECORDS_SHOWN:
            break
    return found


def _company(match: Match) -> str:
    """The people at the table by name, the bots by number."""
    people = [name for name in match.seats if not is_bot(name)]
    bots_there = len(match.seats) - len(people)
    return ", ".join(people + ([f"bots: {bots_there}"] if bots_there else []))


def _options_table(game: AnyGame) -> Table:
    """Every option with its values and what it is for."""
    table = Table.grid(padding=(0, 3, 0, 0))
    for name, field in options_schema(game.options_type)["properties"].items():
        values = ", ".join(map(str, field.get("enum", ()))) or field.get("type", "")
        table.add_row(Text(name, style="bold"), values, Text(field.get("description", ""), style=QUIET))
    return table
