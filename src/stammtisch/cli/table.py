"""One game at one terminal: who is to act looks at the screen, chooses, and every step is kept."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Final

from stammtisch.cli import boards
from stammtisch.cli.person import Person
from stammtisch.cli.seats import bot_moves, display_names, is_bot
from stammtisch.cli.telling import result, told
from stammtisch.cli.terminal import Left, Terminal
from stammtisch.core.errors import BadMove
from stammtisch.core.event import Events
from stammtisch.core.turn import Choose, Outcome, Over, Seat, Throw
from stammtisch.match import Match, Played, expected, typed


class Table:
    """A match with its people and bots, kept in the file at `path` after every step."""

    def __init__(self, match: Match, path: Path, lang: str, terminal: Terminal) -> None:
        self._match = match
        self._path: Final = path
        self._lang: Final = lang
        self._terminal: Final = terminal
        self._names: Final = display_names(match.seats)
        people = [seat for seat, name in enumerate(match.seats) if not is_bot(name)]
        # People who share a screen look one at a time.
        self._covers: Final = len(people) > 1 and match.game.has_secrets
        self._at_screen: Seat | None = people[0] if len(people) == 1 else None
        self._steps: Final[list[Events]] = []
        self._told: Final[dict[Seat | None, int]] = {}

    def play(self) -> None:
        """Play until it is over; `Left` where somebody leaves first. Nothing is lost either way."""
        self._keep()
        try:
            turn = self._match.turn
            while not isinstance(turn, Over):
                self._match, events = self._thrown(turn) if isinstance(turn, Throw) else self._chosen(turn)
                self._steps.append(events)
                self._keep()
                if not self._covers:
                    self._tell_news()
                turn = self._match.turn
        finally:
            self._keep()
        self._show_end(turn.outcome)

    def _keep(self) -> None:
        self._match.record().save(self._path)

    def _thrown(self, turn: Throw) -> Played:
        if not self._match.real_dice:
            return self._match.draw()
        if self._covers:
            self._uncover(None)
        return self._typed_throw("The table" if turn.seat is None else self._names[turn.seat])

    def _typed_throw(self, who: str) -> Played:
        """What falls on the real table, asked for until it can be."""
        hint = expected(self._match.game.chance(self._match.state))
        self._terminal.show(f"Type what falls, {hint}; q leaves.")
        while True:
            answer = self._terminal.ask(f"{who} throws> ")
            if answer == "q":
                raise Left
            try:
                return self._match.fall(typed(self._match.game, self._match.state, answer))
            except BadMove as error:
                self._terminal.show(str(error))

    def _chosen(self, turn: Choose) -> Played:
        """Where several may choose, bots are not waited for."""
        bots = [seat for seat in turn.seats if is_bot(self._match.seats[seat])]
        return bot_moves(self._match, bots[0]) if bots else self._person_moves(turn.seats[0])

    def _person_moves(self, seat: Seat) -> Played:
        if self._covers:
            self._uncover(seat)
            self._tell_news()
        return Person(self._match, seat, self._names, self._terminal, self._lang).move()

    def _uncover(self, seat: Seat | None) -> None:
        """Nobody sees the screen of another: it is wiped, and shown when the right person sits there."""
        if seat == self._at_screen:
            return
        self._terminal.clear()
        if seat is not None:
            self._terminal.ask(f"Pass the device to {self._names[seat]}, who presses Enter.")
            self._terminal.clear()
        self._at_screen = seat

    def _tell_news(self) -> None:
        """Every step since whoever is at the screen last looked."""
        for events in self._steps[self._told.get(self._at_screen, 0) :]:
            self._terminal.show(told(events, self._names, self._at_screen))
        self._told[self._at_screen] = len(self._steps)

    def _show_end(self, outcome: Outcome) -> None:
        board = boards.draw(self._match.game, self._match.state, self._names, None)
        self._terminal.show("", board, "", result(outcome, self._names))
        self._terminal.show(f"The record is in {self._path}")
        self._terminal.show(f"Walk through it with: stammtisch replay {quote(str(self._path))}")
