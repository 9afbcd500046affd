"""How far the stones have to go, and which of them one card can hit."""

from __future__ import annotations

from typing import Final

from stammtisch.core.turn import Seat
from stammtisch.games.tock.cards import STEPS
from stammtisch.games.tock.legal import SEVEN_STEPS
from stammtisch.games.tock.moves import CENTER, HOUSE, RESERVE, STONE_TEXTS, STONES, Stone
from stammtisch.games.tock.state import PLACE, TRACK_END, Setup, State, Stones, stones_of
from stammtisch.games.tock.steps import (
    BACKWARD,
    Reach,
    deepest_cell,
    goals_back,
    may_turn_in_from_gate,
    reaches,
)
from stammtisch.games.tock.wire import StoneInReach, WayHome

_FORWARD: Final = frozenset(range(1, SEVEN_STEPS + 1)).union(*STEPS)
"""The steps that one card may lead a stone forward; a seven may be split (T13, T20)."""


def ways_home(state: State, seat: Seat) -> list[WayHome | None]:
    """The way that each stone of the seat still has, none for one that is in reserve or in the centre."""
    return [_way_home(state.setup, state.stones, stone) for stone in stones_of(seat)]


def _way_home(setup: Setup, stones: Stones, stone: Stone) -> WayHome | None:
    code = stones[stone]
    place = code & PLACE
    if place >= CENTER:
        return None
    cell = deepest_cell(stones, stone)
    if place > HOUSE:
        return WayHome(gate=0, home=HOUSE + cell - place)
    gate = (setup.gates[stone // STONES] - place) % setup.size
    if gate == 0 and not may_turn_in_from_gate(setup, code):
        gate = setup.size
    return WayHome(gate=gate, home=gate + cell if cell else None)


def in_reach(state: State) -> list[StoneInReach]:
    """The stones that one card of another side can hit (T16, T17, T25)."""
    return [hit for seat in state.setup.seats for hit in _hits(state.setup, state.stones, seat)]


def _hits(setup: Setup, stones: Stones, seat: Seat) -> list[StoneInReach]:
    own = stones_of(seat)
    friends = own + stones_of(setup.partners[seat]) if setup.teams else own
    targets = {
        code & PLACE: stone
        for stone, code in enumerate(stones)
        if code & PLACE < TRACK_END and stone not in friends
    }
    hits = [hit for reach in reaches(setup, stones, own) for hit in _along(setup, stones, reach, targets)]
    return hits + _by_entering(setup, stones, seat, targets)


def _along(setup: Setup, stones: Stones, reach: Reach, targets: dict[int, Stone]) -> list[StoneInReach]:
    """What a stone can hit on its way; a protected stone ends the way before it (T18)."""
    stone = reach.stone
    if reach.place >= TRACK_END:
        return []
    ahead = [((field - reach.place) % setup.size, target) for field, target in targets.items()]
    within = [(steps, target) for steps, target in ahead if steps <= reach.run and steps in _FORWARD]
    forward = [_hit(stone, target, steps) for steps, target in within]
    behind = [targets[goal] for goal in goals_back(setup, stones, stone) if goal in targets]
    return forward + [_hit(stone, target, -BACKWARD) for target in behind]


def _by_entering(setup: Setup, stones: Stones, seat: Seat, targets: dict[int, Stone]) -> list[StoneInReach]:
    """A stone on the start of another player is hit by one that enters (T17)."""
    own = stones[seat * STONES : seat * STONES + STONES]
    start = setup.starts[seat]
    if RESERVE not in own or start not in targets:
        return []
    return [_hit(seat * STONES + own.index(RESERVE), targets[start], 0)]


def _hit(stone: Stone, target: Stone, steps: int) -> StoneInReach:
    return StoneInReach(stone=STONE_TEXTS[stone], target=STONE_TEXTS[target], steps=steps)
