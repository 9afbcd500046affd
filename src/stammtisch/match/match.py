"""A running game as one immutable value: position, steps, dice, record and undo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple, final

import msgspec

from stammtisch import catalog
from stammtisch.core.chance import LONGEST_SEED, Source
from stammtisch.core.documents import Options, shown
from stammtisch.core.errors import BadRequest, NotYourTurn, few
from stammtisch.core.event import Events
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Choose, Seat, Throw, Turn
from stammtisch.core.value import Value
from stammtisch.match.dice import Dice, dice_of, fresh_seed
from stammtisch.match.record import Fair, Record, luck_problems, seat_problems
from stammtisch.match.steps import NO_STEPS, Step, Steps

REMEMBERED_EVERY: Final = 100
"""Steps between two positions that a match remembers: going back takes no longer in a long match."""


class Played(NamedTuple):
    """A match after a step, and what happened in that step."""

    match: Match
    events: Events


@final
class Earlier:
    """The match some steps ago, to go back to quickly. The steps determine it, so it is not compared."""

    __slots__ = ("match",)

    def __init__(self, match: Match | None = None) -> None:
        self.match: Final = match

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Earlier)

    def __hash__(self) -> int:
        return hash(Earlier)


class Match(msgspec.Struct, frozen=True):
    """A game at some moment, with everything that led there. Playing a step returns a new match.

    `setup` is its record without the log; a match that was set up as a bare position has none.
    """

    game: AnyGame
    state: Value
    turn: Turn
    setup: Record | None = None
    dice: Dice | None = None
    steps: Steps = NO_STEPS
    earlier: Earlier = Earlier()

    # How a match comes about

    @staticmethod
    def new(
        game: AnyGame,
        players: int,
        options: Options | None,
        seats: Sequence[str],
        seed: str | None = None,
        fair: Fair | None = None,
    ) -> Match:
        """A match before its first roll, with the dice of a seed or fair ones whose secret is known.

        With neither, the dice are real, and people enter what they roll.
        """
        agreed = options or game.options_type()
        game.start(players, agreed)  # bad players and options are reported first
        reasons = seat_problems(tuple(seats), players) + luck_problems(seed, fair, players)
        if seed is not None and not (seed.isprintable() and len(seed) <= LONGEST_SEED):
            reasons.append(f"a seed has at most {LONGEST_SEED} printable characters, not {shown(seed)}")
        if reasons:
            raise BadRequest("; ".join(few(reasons)))
        setup = Record(
            game=game.id,
            rules=game.rules_version,
            players=players,
            options=msgspec.to_builtins(agreed),
            seats=tuple(seats),
            seed=seed,
            fair=fair,
            log=(),
        )
        return _with_luck(Match.from_setup(setup), setup)

    @staticmethod
    def from_setup(setup: Record) -> Match:
        """The match that a record describes, before its first step; without dice where they are secret."""
        game = catalog.game(setup.game)
        state = game.start(setup.players, game.agreed_options(setup.options, setup.players))
        if setup.position is not None:
            state = game.load(setup.position)
        dice = None if setup.secret_hidden else dice_of(setup)
        return Match(game, state, game.turn(state), msgspec.structs.replace(setup, log=()), dice)

    @staticmethod
    def from_position(game: AnyGame, state: Value) -> Match:
        """A match that begins at this position, such as one from an analysis board."""
        return Match(game, state, game.turn(state))

    @staticmethod
    def resume(record: Record) -> Match:
        """The match of a record, where it was left; `BadRequest` if its dice are still secret."""
        return _with_luck(Match.from_setup(record), record).after(record.log)

    # Questions to a match

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays, as a record has it."""
        return () if self.setup is None else self.setup.seats

    @property
    def real_dice(self) -> bool:
        """Whether people roll and deal, and enter the result."""
        return self.setup is not None and self.setup.real_dice

    def record(self) -> Record:
        """The match so far, to keep or to resume; it holds what later rolls depend on."""
        if self.setup is None:
            raise BadRequest("a match that was set up as a position has no record")
        return msgspec.structs.replace(self.setup, log=tuple(self.steps))

    def moves(self, seat: Seat) -> tuple[Any, ...]:
        """Every legal move of the seat; none when it is not to move."""
        return self.game.moves(self.state, seat) if isinstance(self.turn, Choose) else ()

    def source(self) -> Source:
        """The random numbers of the next step: for a roll, or for the choice of a bot."""
        if self.dice is None:
            raise BadRequest("this match has no dice of its own")
        return self.dice.source(len(self.steps))

    def drawn(self) -> str:
        """What the dice of the match show next."""
        if self.real_dice:
            raise BadRequest("this match is played with real dice: enter what you rolled")
        text: str = self.game.chance(self.state).sample(self.source())
        return text

    # Steps

    def fall(self, outcome: str) -> Played:
        """The match after that roll, deal or drawn card."""
        if not isinstance(self.turn, Throw):
            raise BadRequest("there is nothing to roll or deal now")
        state, events = self.game.fall(self.state, outcome)
        return self._after((None, outcome), state, events)

    def draw(self) -> Played:
        """The match after its own dice have rolled."""
        return self.fall(self.drawn())

    def play(self, seat: Seat, move: object) -> Played:
        """The match after a move of the seat, given as such or in notation."""
        if not isinstance(self.turn, Choose) or seat not in self.turn.seats:
            raise NotYourTurn(f"seat {seat} has nothing to decide now")
        parsed = self.game.parse(self.state, str(move))
        state, events = self.game.play(self.state, seat, parsed)
        return self._after((seat, str(parsed)), state, events)

    def step(self, seat: Seat | None, text: str) -> Played:
        """The match after a step of a record: a roll or deal (seat None) or a move."""
        return self.fall(text) if seat is None else self.play(seat, text)

    def after(self, steps: Iterable[Step]) -> Match:
        """The match after all of these steps."""
        match = self
        for seat, text in steps:
            match = match.step(seat, text).match
        return match

    def undo(self, length: int) -> Match:
        """The match as it was after its first `length` steps."""
        match = self.remembered(length)
        return match.after(self.steps.between(len(match.steps), length))

    def remembered(self, length: int) -> Match:
        """The latest match that is remembered and has no more than `length` steps."""
        match = self._begun() if self.earlier.match is None else self
        while len(match.steps) > length and match.earlier.match is not None:
            match = match.earlier.match
        return match

    def at(self, state: Value, steps: Steps) -> Match:
        """The match after these steps; the caller knows that they lead from here to that state."""
        return Match(self.game, state, self.game.turn(state), self.setup, self.dice, steps, Earlier(self))

    def replay(self, start: int = 0) -> Iterator[Played]:
        """The match as it was after its first `start` steps, and then after each further one."""
        match = self.undo(max(start - 1, 0))
        if start == 0:
            yield Played(match, ())
        for seat, text in self.steps.between(len(match.steps), len(self.steps)):
            match, events = match.step(seat, text)
            yield Played(match, events)

    def _begun(self) -> Match:
        if self.setup is None:
            raise BadRequest("a match that was set up as a position cannot go back beyond it")
        return msgspec.structs.replace(Match.from_setup(self.setup), dice=self.dice)

    def _after(self, step: Step, state: Value, events: Events) -> Played:
        earlier = self.earlier if len(self.steps) % REMEMBERED_EVERY else Earlier(self)
        steps = self.steps.plus(step)
        match = Match(self.game, state, self.game.turn(state), self.setup, self.dice, steps, earlier)
        return Played(match, events)


def _with_luck(match: Match, setup: Record) -> Match:
    """The match with dice that are known; where they are real, with random numbers for its bots."""
    return msgspec.structs.replace(match, dice=dice_of(setup) or Dice(fresh_seed()))
