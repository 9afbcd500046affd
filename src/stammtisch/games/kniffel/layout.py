"""What a board of Kniffel needs to know."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from stammtisch.games.kniffel.boxes import BOXES, CHANCE, CLAUSES, POINTS, POSSIBLE, UPPER_BOXES
from stammtisch.games.kniffel.dice import ALL_DICE
from stammtisch.games.kniffel.state import BEGIN, THROWS, UPPER_BONUS, UPPER_GOAL, State
from stammtisch.games.kniffel.wire import BoxLayout, KniffelLayout, KniffelTally


def layout() -> KniffelLayout:
    """The sheet, which is the same for every table (K1, K3)."""
    return KniffelLayout(
        dice=ALL_DICE,
        throws=THROWS,
        upper_goal=UPPER_GOAL,
        upper_bonus=UPPER_BONUS,
        boxes=[
            BoxLayout(
                box=name,
                part="upper" if box < UPPER_BOXES else "lower",
                clause=CLAUSES[box],
                face=box + 1 if box < UPPER_BOXES else None,
                points=_same_points(box),
            )
            for box, name in enumerate(BOXES)
        ],
    )


def _same_points(box: int) -> int | None:
    """What the box gives to all dice that fit it, if that is always the same (K8–K10)."""
    scored = POSSIBLE[box] - {0}
    return min(scored) if len(scored) == 1 else None


def tally(state: State) -> KniffelTally:
    """The sums of all sheets, and what the dice on the table mean."""
    kniffel_bonus = state.setup.options.kniffel_bonus
    return KniffelTally(
        throws_left=THROWS - state.throws,
        joker=state.setup.jokers and state.joker_decides(),
        kniffel_bonus=kniffel_bonus if state.further_kniffel() else 0,
        upper=[sheet.upper() for sheet in state.sheets],
        upper_goal=UPPER_GOAL,
        upper_bonus=UPPER_BONUS,
        upper_bonuses=[sheet.upper_bonus() for sheet in state.sheets],
        lower=[sheet.lower() for sheet in state.sheets],
        kniffel_bonuses=[sheet.bonus * kniffel_bonus for sheet in state.sheets],
        total=[sheet.total(kniffel_bonus) for sheet in state.sheets],
        beginning=_beginning(state),
    )


def _beginning(state: State) -> list[int | None] | UnsetType:
    """The totals rolled so far to decide who begins (K2)."""
    if state.phase != BEGIN:
        return UNSET
    return [POINTS[throw][CHANCE] if throw >= 0 else None for throw in state.began]
