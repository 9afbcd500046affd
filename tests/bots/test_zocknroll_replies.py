"""The best reply of `support.zocknroll_replies` ends hands as the rules do."""

from __future__ import annotations

import numpy as np
import pytest

from stammtisch.core.chance import Seeded
from stammtisch.core.turn import Over, Throw
from stammtisch.games.zocknroll.moves import STAY
from stammtisch.games.zocknroll.state import DECIDE, MARK_PHASE, State, with_cups
from stammtisch.games.zocknroll.tableau import CROSS
from stammtisch.solve.zocknroll.tables import cups_of
from support.zocknroll_replies import GAME, Scenes, lifted


def before_the_last_die(seed: str) -> State:
    """A hand for three from which nobody, or the one who decides first, has left."""
    state, source = GAME.start(3), Seeded(seed)
    while not isinstance(turn := GAME.turn(state), Over) and not (
        isinstance(turn, Throw) and state.round == 3
    ):
        if isinstance(turn, Throw):
            state = GAME.fall(state, GAME.chance(state).sample(source))[0]
        else:
            moves = GAME.moves(state, state.turn)
            leaves = source.below(4) == 0 and state.round == 2
            state = GAME.play(state, state.turn, moves[-1] if leaves else STAY)[0]
    return state


@pytest.mark.parametrize("number", range(12))
def test_round_3_ends_as_by_the_rules(number: int) -> None:
    state = before_the_last_die(f"round 3 {number}")
    assert state.phase != DECIDE
    cups = np.random.default_rng(number).integers(0, 21, (5, 3))
    scenes = Scenes(cups, np.zeros((5, 2), np.int64), np.tile(state.crosses, (5, 1)))
    after = lifted(state, GAME.fall(state, "white 4")[0].white, scenes)
    for own, found in zip(cups, after.tolist(), strict=True):
        ended = GAME.fall(with_cups(state, tuple(cups_of(2)[cup] for cup in own)), "white 4")[0]
        while ended.phase == MARK_PHASE:
            seat = ended.to_mark()[0]
            marks = GAME.moves(ended, seat)
            best = max(marks, key=lambda mark: ended.setup.points(CROSS[mark.row]))
            ended = GAME.play(ended, seat, best)[0]
        assert found == list(ended.crosses)
