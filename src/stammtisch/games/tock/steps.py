"""How stones go: along the track, into the house, over others (T15–T18, T21, T25, T28–T30)."""

from __future__ import annotations

from typing import Final, TypeAlias, final

from mypy_extensions import i64, mypyc_attr

from stammtisch.core.turn import Seat
from stammtisch.games.tock.moves import CENTER, HOUSE, RESERVE, STONES, Place, Stone
from stammtisch.games.tock.state import MARKED, PLACE, PROTECTED, TRACK_END, Setup, Stones, stones_of

UNBLOCKED: Final = 99
BACKWARD: Final = 4

Hits: TypeAlias = tuple[Stone, ...]


@final
@mypyc_attr(free_list_len=1)
class Reach:
    """How far a stone can go forward.

    It may make up to `run` steps along the track from its place. Steps beyond `to_gate` lead into
    the house, as deep as cell `depth`; for a stone inside, `to_gate` is negative and `run` 0.
    """

    __slots__ = ("depth", "place", "run", "stone", "to_gate")

    def __init__(self, stone: Stone, place: Place, run: i64, to_gate: i64, depth: i64) -> None:
        self.stone: Final = stone
        self.place: Final = place
        self.run: Final = run
        self.to_gate: Final = to_gate
        self.depth: Final = depth


def _deepest(inside: int, held: int) -> i64:
    """The deepest cell that can be reached from cell `inside`, 0 being the gate: none is jumped (T15)."""
    depth = inside
    while depth < STONES and not held >> depth & 1:
        depth += 1
    return depth


_DEEPEST: Final = tuple(tuple(_deepest(inside, held) for held in range(16)) for inside in range(STONES + 1))


def cells_held(stones: Stones, seat: Seat) -> i64:
    """The house cells of the seat that are taken, as a bit mask."""
    held: i64 = 0
    for stone in stones_of(seat):
        code = stones[stone]
        if HOUSE < code < CENTER:
            held |= 1 << code - HOUSE - 1
    return held


def deepest_cell(stones: Stones, stone: Stone) -> i64:
    """The deepest cell that the stone can reach, from the gate if it is not inside yet; 0 if none is free."""
    place = stones[stone] & PLACE
    inside = place - HOUSE if HOUSE < place < CENTER else 0
    return _DEEPEST[inside][cells_held(stones, stone // STONES)]


def free_steps(setup: Setup, stones: Stones, place: Place, way: i64) -> i64:
    """How many steps lead to no protected stone and past none, `way` 1 forward and -1 backward (T18)."""
    run = UNBLOCKED
    for code in stones:
        if code >= PROTECTED:
            steps = ((code & PLACE) - place) * way % setup.size
            if 0 < steps <= run:
                run = steps - 1
    return run


def reaches(setup: Setup, stones: Stones, movable: tuple[Stone, ...]) -> list[Reach]:
    """How far each of these stones can go; those that cannot go at all are left out."""
    found: list[Reach] = []
    owner: i64 = -1
    held: i64 = 0
    for stone in movable:
        code = stones[stone]
        place = code & PLACE
        if place >= CENTER:
            continue
        seat = stone // STONES
        if seat != owner:
            owner = seat
            held = cells_held(stones, seat)
        if place < TRACK_END:
            run = free_steps(setup, stones, place, 1)
            to_gate = (setup.gates[seat] - place) % setup.size
            opens = to_gate <= run and (to_gate > 0 or may_turn_in_from_gate(setup, code))
            found.append(Reach(stone, place, run, to_gate, _DEEPEST[0][held] if opens else 0))
        elif _DEEPEST[place - HOUSE][held] > place - HOUSE:
            found.append(Reach(stone, place, 0, HOUSE - place, _DEEPEST[place - HOUSE][held]))
    return found


def may_turn_in_from_gate(setup: Setup, code: i64) -> bool:
    """Forward into the house from the gate itself (T28–T30); a stone that reaches the gate always may."""
    return setup.touched or (not setup.over and code & MARKED != 0)


def goals_back(setup: Setup, stones: Stones, stone: Stone) -> list[Place]:
    """Where four steps backward may lead a stone on the track (T25, T28)."""
    code = stones[stone]
    place = code & PLACE
    run = free_steps(setup, stones, place, -1)
    goals = [(place - BACKWARD) % setup.size] if run >= BACKWARD else []
    cell = BACKWARD - (place - setup.gates[stone // STONES]) % setup.size
    may_turn_in = setup.touched and code & MARKED and run >= BACKWARD - cell
    if may_turn_in and 0 < cell <= _DEEPEST[0][cells_held(stones, stone // STONES)]:
        goals.append(HOUSE + cell)
    return goals


def track_steps(setup: Setup, stones: Stones, stone: Stone, goal: Place) -> i64:
    """How many fields forward the stone passes on the track, its goal or its gate included."""
    place = stones[stone] & PLACE
    if place >= TRACK_END:
        return 0
    last = goal if goal < TRACK_END else setup.gates[stone // STONES]
    return (last - place) % setup.size


def steps_to(setup: Setup, stones: Stones, stone: Stone, goal: Place) -> i64:
    """How many steps forward lead the stone to that goal."""
    place = stones[stone] & PLACE
    if goal < TRACK_END:
        return (goal - place) % setup.size
    return goal - place if place >= TRACK_END else track_steps(setup, stones, stone, goal) + goal - HOUSE


def swept(setup: Setup, stones: Stones, stone: Stone, goal: Place) -> Hits:
    """The stones that a part of a seven hits on its way and where it ends (T21)."""
    length = track_steps(setup, stones, stone, goal)
    place = stones[stone] & PLACE
    return tuple(
        [
            other
            for other, code in enumerate(stones)
            if code & PLACE < TRACK_END and 0 < ((code & PLACE) - place) % setup.size <= length
        ]
    )


def standing_on(stones: Stones, place: Place) -> Hits:
    """The stone on that field, or in the centre; one at most."""
    for stone, code in enumerate(stones):
        if code & PLACE == place:
            return (stone,)
    return ()


def moved_along(setup: Setup, stone: Stone, code: i64, goal: Place, *, back: bool) -> i64:
    """The stone on its goal on the track: no longer protected, marked if led to its gate."""
    place = code & PLACE
    gate = setup.gates[stone // STONES]
    length = (place - goal if back else goal - place) % setup.size
    to_gate = (place - gate if back else gate - place) % setup.size
    touches = setup.marks and 0 < to_gate <= length
    return goal | (code & MARKED) | (MARKED if touches else 0)


def put_on(setup: Setup, stone: Stone, code: i64, goal: Place) -> i64:
    """The stone put on a goal without steps between, by a swap, into the centre or out of it."""
    touches = setup.marks and goal == setup.gates[stone // STONES]
    return goal | (code & MARKED) | (MARKED if touches else 0)


def placed(stones: Stones, stone: Stone, code: i64, hits: Hits) -> Stones:
    """All stones, with one in its new place and those hit back in their reserves."""
    after = list(stones)
    for hit in hits:
        after[hit] = RESERVE
    after[stone] = code
    return tuple(after)
