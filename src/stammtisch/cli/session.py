"""A match at one terminal: people and bots take their turns, and every step is saved."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Final

from stammtisch.cli import boards
from stammtisch.cli.narration import describe_result, describe_step
from stammtisch.cli.prompt import MovePrompt
from stammtisch.cli.seats import bot_moves, display_names, is_bot
from stammtisch.cli.terminal import Quit, Terminal
from stammtisch.core.errors import BadMove
from stammtisch.core.event import Events
from stammtisch.core.turn import Choose, Outcome, Over, Seat, Throw
from stammtisch.match import Match, Played, expected, typed


class Session:
    """Plays a match; its record is saved at `path` after every step."""

    def __init__(self, match: Match, path: Path, lang: str, terminal: Terminal) -> None:
        self._match = match
        self._path: Final = path
        self._lang: Final = lang
        self._terminal: Final = terminal
        self._names: Final = display_names(match.seats)
        people = [seat for seat, name in enumerate(match.seats) if not is_bot(name)]
        # In a game with secrets, people who share a screen must look at it one at a time.
        self._one_at_a_time: Final = len(people) > 1 and match.game.has_secrets
        self._at_screen: Seat | None = people[0] if len(people) == 1 else None
        self._steps: Final[list[Events]] = []
        self._steps_shown: Final[dict[Seat | None, int]] = {}

    def play(self) -> None:
        """Play until the match is over, or until `Quit`. The match is saved either way."""
        self._save()
        try:
            turn = self._match.turn
            while not isinstance(turn, Over):
                self._match, events = self._roll(turn) if isinstance(turn, Throw) else self._choose(turn)
                self._steps.append(events)
                self._save()
                if not self._one_at_a_time:
                    self._show_steps()
                turn = self._match.turn
        finally:
            self._save()
        self._show_end(turn.outcome)

    def _save(self) -> None:
        self._match.record().save(self._path)

    def _roll(self, turn: Throw) -> Played:
        if not self._match.real_dice:
            return self._match.draw()
        if self._one_at_a_time:
            self._hand_over(None)
        return self._ask_roll("The table" if turn.seat is None else self._names[turn.seat])

    def _ask_roll(self, who: str) -> Played:
        """Ask for the roll or deal of the real table until the answer is possible."""
        hint = expected(self._match.game.chance(self._match.state))
        self._terminal.show(f"Enter what you roll or deal, {hint}; q quits.")
        while True:
            answer = self._terminal.ask(f"{who} rolls> ")
            if answer == "q":
                raise Quit
            try:
                return self._match.fall(typed(self._match.game, self._match.state, answer))
            except BadMove as error:
                self._terminal.show(str(error))

    def _choose(self, turn: Choose) -> Played:
        """If several may choose, bots do so first."""
        bots = [seat for seat in turn.seats if is_bot(self._match.seats[seat])]
        return bot_moves(self._match, bots[0]) if bots else self._ask_move(turn.seats[0])

    def _ask_move(self, seat: Seat) -> Played:
        if self._one_at_a_time:
            self._hand_over(seat)
            self._show_steps()
        return MovePrompt(self._match, seat, self._names, self._terminal, self._lang).ask()

    def _hand_over(self, seat: Seat | None) -> None:
        """Clear the screen, and wait until the person on that seat is in front of it."""
        if seat == self._at_screen:
            return
        self._terminal.clear()
        if seat is not None:
            self._terminal.ask(f"Pass the device to {self._names[seat]}, then press Enter.")
            self._terminal.clear()
        self._at_screen = seat

    def _show_steps(self) -> None:
        """Show every step since the person at the screen last looked."""
        for events in self._steps[self._steps_shown.get(self._at_screen, 0) :]:
            self._terminal.show(describe_step(events, self._names, self._at_screen))
        self._steps_shown[self._at_screen] = len(self._steps)

    def _show_end(self, outcome: Outcome) -> None:
        board = boards.draw(self._match.game, self._match.state, self._names, None)
        self._terminal.show("", board, "", describe_result(outcome, self._names))
        self._terminal.show(f"The record is in {self._path}")
        self._terminal.show(f"To step through it: stammtisch replay {quote(str(self._path))}")
