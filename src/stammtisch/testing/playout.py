"""Random games, the raw material of every test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, final

from stammtisch.core.chance import Seeded, Source
from stammtisch.core.documents import Options
from stammtisch.core.event import Events
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Over, Seat, Throw
from stammtisch.core.value import Value


@final
class Step(Value):
    """One outcome of chance (seat None) or move, and where it led."""

    __slots__ = ("events", "seat", "state", "text")

    def __init__(self, seat: Seat | None, text: str, state: Value, events: Events) -> None:
        self.seat: Final = seat
        self.text: Final = text
        self.state: Final = state
        self.events: Final = events

    def key(self) -> tuple[object, ...]:
        return (self.seat, self.text, self.state, self.events)


def random_steps(game: AnyGame, state: Value, source: Source) -> Iterator[Step]:
    """Any outcome, any seat to choose, any legal move, until the game is over."""
    turn = game.turn(state)
    while not isinstance(turn, Over):
        if isinstance(turn, Throw):
            seat, text = None, game.chance(state).sample(source)
            state, events = game.fall(state, text)
        else:
            seat = turn.seats[source.below(len(turn.seats))]
            moves = game.moves(state, seat)
            move = moves[source.below(len(moves))]
            text = str(move)
            state, events = game.play(state, seat, move)
        yield Step(seat, text, state, events)
        turn = game.turn(state)


def play_at_random(game: AnyGame, state: Value, source: Source) -> int:
    """A random game to the end, with nothing recorded; the number of steps."""
    steps = 0
    turn = game.turn(state)
    while not isinstance(turn, Over):
        if isinstance(turn, Throw):
            state, _ = game.fall(state, game.chance(state).sample(source))
        else:
            seat = turn.seats[0]
            moves = game.moves(state, seat)
            state, _ = game.play(state, seat, moves[source.below(len(moves))])
        steps += 1
        turn = game.turn(state)
    return steps


@final
class Playout:
    """One random game, and some of its positions to take a closer look at.

    A game that is not over after `at_most` steps is left there.
    """

    def __init__(
        self,
        game: AnyGame,
        players: int,
        options: Options | None = None,
        seed: str = "",
        looks: int = 40,
        at_most: int = 100_000,
    ) -> None:
        source = Seeded(seed)
        self.game: Final = game
        self.players: Final = players
        self.options: Final[Options] = options or game.options_type()
        self.start: Final[Value] = game.start(players, self.options)
        self.steps: Final = [
            step for step, _ in zip(random_steps(game, self.start, source), range(at_most), strict=False)
        ]
        states = [self.start, *(step.state for step in self.steps)]
        self.end: Final = states[-1]
        self.looked_at: Final = [
            *source.shuffled(states[:-1], min(looks, len(states) - 1)),
            self.end,
        ]
        self.moves: Final = sorted({step.text for step in self.steps if step.seat is not None})
        self.throws: Final = sorted({step.text for step in self.steps if step.seat is None})

    def __repr__(self) -> str:
        return f"{self.game.id} for {self.players}, {self.options}"


def mutated(text: str, source: Source) -> str:
    """The text with one typing mistake: a character left out, doubled, swapped or replaced."""
    at = source.below(len(text) + 1)
    before, here, after = text[:at], text[at : at + 1], text[at + 1 :]
    slips = (
        before + after,
        before + here * 2 + after,
        before + after[:1] + here + after[1:],
        before + "0123456789abchsX+- "[source.below(19)] + after,
        text.upper(),
        text + " ",
    )
    return slips[source.below(len(slips))]
