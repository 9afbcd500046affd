"""One game at a table, from the first throw to the outcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

import msgspec

from stammtisch import catalog
from stammtisch.core.chance import Source
from stammtisch.core.documents import Options
from stammtisch.core.errors import BadRequest
from stammtisch.core.event import Events
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Seat, Turn
from stammtisch.core.value import Value
from stammtisch.match import step
from stammtisch.match.dice import Dice, fresh_seed
from stammtisch.match.fairness import dice_of
from stammtisch.match.record import Entry, Fair, Record, luck_problems, replay, seat_problems


@final
class Match:
    """Holds the present position and the log that led to it. A call that fails changes nothing."""

    def __init__(self, head: Record, state: Value, log: Sequence[Entry] = ()) -> None:
        self.game = catalog.game(head.game)
        self.seats = head.seats
        self.state = state
        self._head = head
        self._log = list(log)
        self._dice = dice_of(head) or Dice(fresh_seed())

    @classmethod
    def new(
        cls,
        game: AnyGame,
        players: int,
        options: Options | None,
        seats: Sequence[str],
        seed: str | None = None,
        fair: Fair | None = None,
    ) -> Match:
        """A match before its first throw, with the dice of a seed or fair ones whose secret is known.

        With neither, real dice are thrown and typed in.
        """
        agreed = options or game.options_type()
        state = game.start(players, agreed)
        reasons = seat_problems(tuple(seats), players) + luck_problems(seed, fair, players)
        if seed is not None and not seed.isprintable():
            reasons.append("a seed is printable characters")
        if reasons:
            raise BadRequest("; ".join(reasons))
        head = Record(
            game=game.id,
            rules=game.rules_version,
            players=players,
            options=msgspec.to_builtins(agreed),
            seats=tuple(seats),
            seed=seed,
            fair=fair,
            log=(),
        )
        return cls(head, state)

    @classmethod
    def resume(cls, record: Record) -> Match:
        """The match of a record, where it was left."""
        *_, last = replay(record)
        return cls(record, last.state, record.log)

    @property
    def turn(self) -> Turn:
        """What is next."""
        turn: Turn = self.game.turn(self.state)
        return turn

    def record(self) -> Record:
        """The match so far, to keep or to resume; in it is what the throws to come depend on."""
        return msgspec.structs.replace(self._head, log=tuple(self._log))

    def source(self) -> Source:
        """The luck that belongs to the next log entry: for a throw, or for a bot to choose by."""
        return self._dice.source(len(self._log))

    def fall(self, text: str) -> Events:
        """That throw falls."""
        self.state, events = step.fall(self.game, self.state, text)
        self._log.append((None, text))
        return events

    def draw(self) -> Events:
        """The dice of the match fall."""
        if self._head.real_dice:
            raise BadRequest("this match is played with real dice: type in what falls")
        return self.fall(self.game.chance(self.state).sample(self.source()))

    def play(self, seat: Seat, move: object) -> Events:
        """The seat plays a move, given as such or in notation."""
        text, self.state, events = step.play(self.game, self.state, seat, str(move))
        self._log.append((seat, text))
        return events
