"""`python -m benchmarks.kniffel_ceiling [POSITIONS [BOXES [SEED]]]`: how much winning play is still missing.

Positions of two players, of whom one plays to win and the other for points, with so many open boxes for the
seat to roll. Its turn is judged exactly as it would be played by the estimate, which `strong` uses as long as
more boxes are open, and as it would be played for points. What the estimate wins of the loss of a player for
points is its share of all that winning play can gain there.
"""

from __future__ import annotations

import random
import sys
from statistics import fmean
from typing import Final, NamedTuple

from benchmarks.keeping import keep
from stammtisch.games.kniffel.dice import NO_DICE
from stammtisch.games.kniffel.state import THROW_PHASE, THROWS, State
from stammtisch.solve.kniffel import one_turn
from stammtisch.solve.kniffel.arrays import Floats
from stammtisch.solve.kniffel.contest import Contest, low_waves
from stammtisch.solve.kniffel.solution import place_of, solution
from support.kniffel_playouts import GAME, OPTIONS, drawn, written
from support.margins import margin

SOLVED: Final = solution(OPTIONS)
ESTIMATE: Final = Contest(SOLVED, low_waves(OPTIONS), exact_turns=0)


class Ceiling(NamedTuple):
    """What a turn loses by the estimate and by playing for points, in parts of a win, with half of each
    interval of 95 %."""

    boxes: int
    positions: int
    by_estimate: float
    by_estimate_margin: float
    for_points: float
    for_points_margin: float


def measure(positions: int, boxes: int, seed: str) -> Ceiling:
    """So many positions, the seats in turn."""
    exact = Contest(SOLVED, low_waves(OPTIONS), exact_turns=boxes)
    losses: list[tuple[float, float]] = []
    for number in range(positions):
        state = _position(number % 2, boxes, random.Random(f"{seed} {number}"))
        worth, best = exact.ends(state)
        _, estimated = ESTIMATE.ends(state)
        losses.append((float(worth @ (best - estimated)), float(worth @ (best - _for_points(state)))))
    by_estimate, for_points = (list(each) for each in zip(*losses, strict=True))
    return Ceiling(
        boxes, positions, fmean(by_estimate), margin(by_estimate), fmean(for_points), margin(for_points)
    )


def _position(winner: int, boxes: int, luck: random.Random) -> State:
    """A turn of the one who plays to win, when `boxes` boxes are open."""
    state = GAME.start(2)
    state = State(state.setup, THROW_PHASE, 0, state.sheets)
    while state.turn != winner or state.sheets[winner].open.bit_count() > boxes:
        likely = ESTIMATE.ends(state)[1] if state.turn == winner else _for_points(state)
        state = written(ESTIMATE, state, drawn(likely, luck))
    return state


def _for_points(state: State) -> Floats:
    """The probability of each entry for a player who collects the most points on average."""
    sheet = state.sheets[state.turn]
    entries = one_turn.entry_values(SOLVED.values, *place_of(sheet), SOLVED.tables)
    return one_turn.turn_ends(entries, sheet.open, NO_DICE, THROWS - 1, SOLVED.tables)


if __name__ == "__main__":
    positions, boxes, seed = [*sys.argv[1:], *("200", "3", "ceiling")[len(sys.argv) - 1 :]]
    ceiling = measure(int(positions), int(boxes), seed)
    print(ceiling)
    keep("kniffel_ceiling", ceiling._asdict())
