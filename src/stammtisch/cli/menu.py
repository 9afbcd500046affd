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
from stammtisch.cli.game_options import parse_options
from stammtisch.cli.play import new_match, new_record_path, play_match, resumed_match
from stammtisch.cli.rules import preferred_language
from stammtisch.cli.seats import is_bot, seat_names, usual_bot, usual_players
from stammtisch.cli.terminal import Quit, Terminal
from stammtisch.core.documents import Document, options_schema, shown
from stammtisch.core.errors import BadRequest, StammtischError
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Over
from stammtisch.games.clauses import rules_text
from stammtisch.match import Match, fresh_seed
from stammtisch.match.record import BOT_PREFIX

T = TypeVar("T")

OTHER_CHOICES: Final = {
    "b": "open a table in the browser, for friends on other devices too",
    "c": "continue a saved game",
    "r": "read the rules",
    "q": "quit",
}

RECORDS_SHOWN: Final = 9
MOST_DIGITS: Final = 9
"""No list is so long that its numbers have more digits."""


class Menu:
    """Asks what to do, and does it."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal: Final = terminal
        self._games: Final = [catalog.game(name) for name in catalog.NAMES]
        self._lang: Final = preferred_language()

    def run(self) -> None:
        """Ask again and again until the person quits."""
        while True:
            self._show()
            typed = self._terminal.ask("> ").lower()
            if typed == "q":
                return
            try:
                self._do(typed)
            except Quit:
                self._terminal.show("Back to the menu.")
            except StammtischError as error:
                self._terminal.show(str(error))

    def _show(self) -> None:
        lines = Table.grid(padding=(0, 2, 0, 0))
        for number, game in enumerate(self._games, 1):
            players = Text(f"{_spans(game.players)} players", style=QUIET)
            lines.add_row(Text(f" {number}", style="bold"), f"play {game.title}", players)
        for key, choice in OTHER_CHOICES.items():
            lines.add_row(Text(f" {key}", style="bold"), choice)
        self._terminal.show("", Rule("Stammtisch"), lines)

    def _do(self, typed: str) -> None:
        if typed == "b":
            self._serve()
        elif typed == "c":
            self._continue()
        elif typed == "r":
            game = self._ask("Rules of which game? Its number> ", self._game)
            self._terminal.page(Markdown(rules_text(game.id, self._lang)))
        elif typed:
            self._play(self._game(typed))

    def _ask(self, question: str, read: Callable[[str], T]) -> T:
        """The first answer that can be read; `q` goes back."""
        while True:
            typed = self._terminal.ask(question)
            if typed == "q":
                raise Quit
            try:
                return read(typed)
            except StammtischError as error:
                self._terminal.show(str(error))

    def _game(self, typed: str) -> AnyGame:
        return _nth(self._games, typed) or catalog.game(typed)

    def _serve(self) -> None:
        """Run a server until Ctrl-C; only warnings are logged, since the page shows the rest."""
        from stammtisch.cli.serve import serve

        self._terminal.show("Ctrl-C closes the server and comes back here; games are kept.")
        serve.main(["--open", "--log-level", "warning"], prog_name="serve", standalone_mode=False)

    def _play(self, game: AnyGame) -> None:
        usual = usual_players(game)
        players = self._ask(
            f"How many players ({_spans(game.players)}; Enter: {usual})> ",
            lambda typed: game.check_players(_number(typed) or typed or usual),
        )
        seats = [self._ask_name(game, seat) for seat in range(players)]
        real = self._terminal.ask("Enter for dice and cards by the program, r for real ones> ") == "r"
        seed = None if real else fresh_seed()
        match = self._ask(
            "Options as key=value key=value (Enter: none; ? lists them)> ",
            lambda typed: new_match(game, players, seats, self._options(game, typed), seed),
        )
        play_match(match, new_record_path(game), self._lang, self._terminal)

    def _ask_name(self, game: AnyGame, seat: int) -> str:
        """A person by name or a bot by its level; Enter is you on the first seat and a bot on the others."""
        kinds = bots.names(game)
        usual = usual_bot(game) if seat else "you"
        known = ", ".join(BOT_PREFIX + kind for kind in kinds)
        question = f"Who sits on seat {seat}, a name or {known} (Enter: {usual})> "
        return self._ask(question, lambda typed: seat_names(game, typed or usual)[0])

    def _options(self, game: AnyGame, typed: str) -> Document:
        if typed == "?":
            self._terminal.show(_options_table(game))
            raise BadRequest("Which options?")
        return parse_options(typed.split())

    def _continue(self) -> None:
        kept = _unfinished()
        if not kept:
            self._terminal.show("There is no unfinished game in this folder.")
            return
        for number, (path, match) in enumerate(kept, 1):
            self._terminal.show(f" {number}  {path}: {match.game.title}, {_players(match)}")
        path, match = self._ask("Which one> ", lambda typed: _chosen(kept, typed))
        play_match(match, path, self._lang, self._terminal)


def menu() -> None:
    """Show the menu until the person quits."""
    try:
        Menu(Terminal()).run()
    except Quit:
        return


def _spans(numbers: tuple[int, ...]) -> str:
    """Ascending numbers with neighbours joined, such as 2–6, 8."""
    starts = [number for number in numbers if number - 1 not in numbers]
    ends = [number for number in numbers if number + 1 not in numbers]
    spans = zip(starts, ends, strict=True)
    return ", ".join(f"{start}–{end}" if start < end else str(start) for start, end in spans)


def _nth(things: list[T], typed: str) -> T | None:
    number = _number(typed)
    return things[number - 1] if number and number <= len(things) else None


def _number(typed: str) -> int | None:
    return int(typed) if typed.isdecimal() and len(typed) <= MOST_DIGITS else None


def _chosen(things: list[T], typed: str) -> T:
    found = _nth(things, typed)
    if found is None:
        raise BadRequest(f"{shown(typed)} is not on the list: type a number from 1 to {len(things)}, or q")
    return found


def _unfinished() -> list[tuple[Path, Match]]:
    """The unfinished games of this folder, the latest first."""
    found: list[tuple[Path, Match]] = []
    for path in sorted(Path().glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True):
        try:
            match = resumed_match(path)
        except (StammtischError, OSError):
            continue  # some other file
        if not isinstance(match.turn, Over):
            found.append((path, match))
        if len(found) == RECORDS_SHOWN:
            break
    return found


def _players(match: Match) -> str:
    """The people by name, and the number of bots."""
    people = [name for name in match.seats if not is_bot(name)]
    bots_there = len(match.seats) - len(people)
    return ", ".join(people + ([f"bots: {bots_there}"] if bots_there else []))


def _options_table(game: AnyGame) -> Table:
    """Every option with its values and its meaning."""
    table = Table.grid(padding=(0, 3, 0, 0))
    for name, field in options_schema(game.options_type)["properties"].items():
        meaning = Text(field.get("description", ""), style=QUIET)
        table.add_row(Text(name, style="bold"), _values(field), meaning)
    return table


def _values(field: Document) -> str:
    """The values of an option: all of them, the least and the largest, or their type."""
    if "enum" in field:
        return ", ".join(map(str, field["enum"]))
    if "maximum" in field:
        return f"{field.get('minimum', '')}–{field['maximum']}"
    kind: str = field.get("type", "")
    return kind
