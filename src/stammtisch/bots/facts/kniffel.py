"""What a decision of Kniffel gains and risks."""

from __future__ import annotations

from typing import Final

from stammtisch.bots.contract import EvaluatedMove, Fact
from stammtisch.bots.kniffel import USUAL
from stammtisch.core.documents import Document
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Seat
from stammtisch.games.kniffel.boxes import BOXES, UPPER_BOXES
from stammtisch.games.kniffel.moves import NOTHING, Move
from stammtisch.games.kniffel.state import THROWS, UPPER_GOAL, Sheet, State

LIKELY: Final = 2
"""How many boxes are named in which the turn is likely to end."""
WORTH_NAMING: Final = 0.05
"""Chances below this are not named."""
ON_PAR: Final = 3
"""How many dice of each number earn the extra points of the upper part (K6)."""


def facts(game: AnyGame, view: Document, seat: Seat, evaluated: EvaluatedMove) -> list[Fact]:
    """The points of an entry compared with the usual ones; of kept dice, where the turn is likely to end."""
    state: State = game.load(view, viewer=seat)
    move: Move = game.parse(state, evaluated.move)
    return _entry(state, move.box) if move.box != NOTHING else _kept(state, move.kept)


def _entry(state: State, box: int) -> list[Fact]:
    sheet = state.sheets[state.turn]
    points = state.setup.points(state.dice, box, sheet.open)
    found = [_compared_with_usual(points, points - USUAL[box])]
    found += [Fact("further-kniffel")] if state.further_kniffel() else []
    return found + _upper_goal(sheet, box, points)


def _compared_with_usual(points: int, more: float) -> Fact:
    """The points of an entry, compared with those that its box scores on average."""
    if abs(more) < 1:
        return Fact("usual", {"points": points})
    name = "above-usual" if more > 0 else "below-usual"
    return Fact(name, {"points": points, "more": abs(more)}, risk=more < 0)


def _upper_goal(sheet: Sheet, box: int, points: int) -> list[Fact]:
    """What an entry in the upper part means for the goal (K6), while that is still in reach."""
    if box >= UPPER_BOXES or sheet.upper() >= UPPER_GOAL:
        return []
    still_open = [
        face for face in range(1, UPPER_BOXES + 1) if sheet.open >> face - 1 & 1 and face != box + 1
    ]
    missing = UPPER_GOAL - sheet.upper() - points
    if missing <= 0:
        return [Fact("bonus-reached")]
    if missing > 5 * sum(still_open):
        lost = UPPER_GOAL - sheet.upper() <= 5 * (sum(still_open) + box + 1)
        return [Fact("bonus-lost", risk=True)] if lost else []
    behind = missing - ON_PAR * sum(still_open)
    if behind > 0:
        return [Fact("bonus-behind", {"points": behind}, risk=True)]
    return [Fact("bonus-ahead", {"points": -behind})] if behind else [Fact("bonus-on-par")]


def _kept(state: State, kept: int) -> list[Fact]:
    """How often the turn ends in which box, if it is played on for more than the box usually scores."""
    from stammtisch.solve.kniffel.turns import turns

    turn, sheet = turns(state.setup.options), state.sheets[state.turn]
    ends = turn.ends(turn.above_usual(USUAL), sheet.open, kept, THROWS - state.throws - 1)
    chances = {box: sum(chance for entry, chance in ends if entry.box == box) for box in range(len(BOXES))}
    likely = sorted(chances, key=lambda box: -chances[box])[:LIKELY]
    found = [Fact("turn-points", {"points": sum(chance * entry.points for entry, chance in ends)})]
    found += [
        Fact("ends-in", {"box": BOXES[box], "chance": chances[box]})
        for box in likely
        if chances[box] >= WORTH_NAMING
    ]
    nothing = sum(chance for entry, chance in ends if not entry.points)
    return [*found, Fact("nothing", {"chance": nothing}, risk=True)] if nothing >= WORTH_NAMING else found
