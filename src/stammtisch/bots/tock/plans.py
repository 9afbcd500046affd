"""What a seat can do in one turn, sevens to their last step, and how good that looks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import nlargest
from typing import Final, NamedTuple, TypeAlias, final

from stammtisch.bots.tock.evaluation import Scale, chance_of, scale_of
from stammtisch.bots.tock.hands import UNSEEN, hand_worth
from stammtisch.bots.tock.threats import Threats
from stammtisch.core.turn import Seat
from stammtisch.games.tock.cards import JOKER, NO_CARD, SEVEN, Card, Rank, rank_of
from stammtisch.games.tock.legal import SEVEN_STEPS, legal_moves
from stammtisch.games.tock.moves import GO, NO_RANK, PART, Move, Place, Stone
from stammtisch.games.tock.playing import played
from stammtisch.games.tock.seven import Seven, after_part
from stammtisch.games.tock.state import DRAW, SEVEN_PHASE, State, Stones
from stammtisch.games.tock.steps import steps_to

BEAM: Final = 8
"""How many ways to play a part of a seven are followed further."""
SEVENS: Final = 4
"""How many ways to play a seven in full are evaluated closely."""

Turn: TypeAlias = tuple[Move, ...]
"""The moves a seat makes without a break: one, or the parts of a seven."""
Path: TypeAlias = tuple[tuple[Stone, Place], ...]
"""The parts of a seven: each a stone and its goal."""


class Plan(NamedTuple):
    """What to do in a turn, and the chance of winning that it seems to give."""

    turn: Turn
    value: float


@final
class Planner:
    """Finds and evaluates the plans of the seat to move, by what it has seen."""

    __slots__ = ("_scale", "_seat", "_seen", "_stakes", "_threats")

    def __init__(self, seen: State, seat: Seat) -> None:
        self._seen: Final = seen
        self._seat: Final = seat
        self._scale: Final[Scale] = scale_of(seen.setup)
        self._stakes: Final = self._scale.stakes(seen.stones, seat)
        self._threats: Final = Threats(self._scale, seen, seat)

    def plans(self) -> list[Plan]:
        """All turns worth a look, the best first."""
        found = [Plan(turn, self.value(turn)) for turn in self.turns()]
        return sorted(found, key=lambda plan: plan.value, reverse=True)

    def value(self, turn: Turn) -> float:
        """The chance of winning from where the turn leads, with the cards kept and the stones exposed."""
        state, seat = self._seen, self._seat
        for move in turn:
            state, _ = played(state, seat, move)
        cards = hand_worth(state.setup, state.stones, seat, state.hands[seat])
        if state.phase == DRAW:
            cards += UNSEEN
        return chance_of(self._scale, state, seat, cards - self._threats.exposure(state))

    def turns(self) -> Iterator[Turn]:
        """Everything worth a look; of equal cards one, of sevens the best few."""
        if self._seen.phase == SEVEN_PHASE:
            for path in self._paths(self._seen.left, joker=self._seen.joker):
                yield _parts(path)
            return
        sevens: dict[Card, Rank] = {}
        for move in _one_suit_each(legal_moves(self._seen, self._seat)):
            if move.kind == GO and SEVEN in (move.rank, rank_of(move.card)):
                sevens[move.card] = move.rank
            else:
                yield (move,)
        for card, rank in sevens.items():
            for path in self._paths(SEVEN_STEPS, joker=card == JOKER):
                yield (Move(GO, card, rank, *path[0]), *_parts(path[1:]))

    def _paths(self, left: int, *, joker: bool) -> list[Path]:
        """The most promising ways to play the steps left of a seven in full."""
        board = self._seen.setup
        seven = Seven(board, self._seat, joker=joker)
        paths: list[dict[Stones, Path]] = [{} for _ in range(left + 1)]
        paths[left][self._seen.stones] = ()
        for steps in range(left, 0, -1):
            for stones in nlargest(BEAM, paths[steps], key=self._balance):
                for part in seven.parts(stones, steps):
                    stone, goal = part.stone, part.goal
                    rest = steps - steps_to(board, stones, stone, goal)
                    after, _ = after_part(board, stones, stone, goal)
                    paths[rest].setdefault(after, (*paths[steps][stones], (stone, goal)))
        return [paths[0][stones] for stones in nlargest(SEVENS, paths[0], key=self._balance)]

    def _balance(self, stones: Stones) -> float:
        return self._scale.balance(stones, self._stakes)


def _parts(path: Path) -> Turn:
    return tuple([Move(PART, NO_CARD, NO_RANK, stone, goal) for stone, goal in path])


def _one_suit_each(moves: Iterable[Move]) -> Iterable[Move]:
    """Of moves that differ by the suit of their card alone, one."""
    return {
        (move.kind, rank_of(move.card), move.rank, move.stone, move.goal): move for move in moves
    }.values()
