"""How stones go: along the track, into the house, over others (T15–T18, T25, T28–T30)."""

from __future__ import annotations

from typing import Final, TypeAlias, final

from stammtisch.games.tock.moves import CENTER, HOUSE, RESERVE, STONES, Place, Stone
from stammtisch.games.tock.state import MARKED, PLACE, PROTECTED, TRACK_END, Setup, Stones

UNBLOCKED: Final = 99
BACKWARD: Final = 4

Hits: TypeAlias = tuple[Stone, ...]


@final
class Survey:
    """Who stands where: stones by track field, protected fields, and the house cells held."""

    __slots__ = ("at", "cells", "protected", "setup", "stones")

    def __init__(self, setup: Setup, stones: Stones) -> None:
        at: dict[Place, Stone] = {}
        protected: list[Place] = []
        cells = [0] * setup.players
        for stone, code in enumerate(stones):
            if code == RESERVE:
                continue
            place = code & PLACE
            if place < TRACK_END:
                at[place] = stone
                if code & PROTECTED:
                    protected.append(place)
            elif place < CENTER:
                cells[stone // STONES] |= 1 << place - HOUSE - 1
        self.setup: Final = setup
        self.stones: Final = stones
        self.at: Final = at
        self.protected: Final = protected
        self.cells: Final = cells

    def run(self, field: Place) -> int:
        """How many steps forward lie before the next protected stone (T18)."""
        steps = UNBLOCKED
        for block in self.protected:
            ahead = (block - field) % self.setup.size
            if 0 < ahead <= steps:
                steps = ahead - 1
        return steps

    def run_back(self, field: Place) -> int:
        """How many steps backward lie before the next protected stone (T18)."""
        steps = UNBLOCKED
        for block in self.protected:
            behind = (field - block) % self.setup.size
            if 0 < behind <= steps:
                steps = behind - 1
        return steps

    def cell(self, stone: Stone, steps: int, run: int) -> Place:
        """The house cell that the stone reaches forward with these steps, else `RESERVE`."""
        code = self.stones[stone]
        place = code & PLACE
        seat = stone // STONES
        if place >= TRACK_END:
            inside = place - HOUSE
            goal = inside + steps
            between = (1 << goal) - (1 << inside)
        else:
            to_gate = (self.setup.gates[seat] - place) % self.setup.size
            goal = steps - to_gate
            if goal < 1 or to_gate > run or not self._may_turn_in(code, to_gate):
                return RESERVE
            between = (1 << goal) - 1
        return HOUSE + goal if goal <= STONES and not self.cells[seat] & between else RESERVE

    def _may_turn_in(self, code: int, to_gate: int) -> bool:
        """Forward into the house; only a stone already on its gate may be kept out (T28–T30)."""
        return to_gate > 0 or self.setup.touched or (not self.setup.over and code & MARKED != 0)

    def goals(self, stone: Stone, steps: int, run: int) -> tuple[Place, ...]:
        """Where these steps forward may lead: on along the track, and into the house (T15)."""
        place = self.stones[stone] & PLACE
        cell = self.cell(stone, steps, run)
        if place >= TRACK_END or steps > run:
            return () if cell == RESERVE else (cell,)
        field = (place + steps) % self.setup.size
        return (field,) if cell == RESERVE else (field, cell)

    def goals_back(self, stone: Stone) -> tuple[Place, ...]:
        """Where four steps backward may lead a stone on the track (T25, T28)."""
        code = self.stones[stone]
        place = code & PLACE
        seat = stone // STONES
        run = self.run_back(place)
        field = () if run < BACKWARD else ((place - BACKWARD) % self.setup.size,)
        to_gate = (place - self.setup.gates[seat]) % self.setup.size
        if self.setup.touched and code & MARKED and to_gate < BACKWARD and to_gate <= run:
            cell = BACKWARD - to_gate
            if not self.cells[seat] & (1 << cell) - 1:
                return (*field, HOUSE + cell)
        return field

    def steps_to(self, stone: Stone, goal: Place) -> int:
        """How many steps forward lead the stone to that goal."""
        place = self.stones[stone] & PLACE
        if goal < TRACK_END:
            return (goal - place) % self.setup.size
        if place >= TRACK_END:
            return goal - place
        return (self.setup.gates[stone // STONES] - place) % self.setup.size + goal - HOUSE

    def swept(self, stone: Stone, goal: Place) -> Hits:
        """The stones that a part of a seven hits on its way and where it ends (T21)."""
        place = self.stones[stone] & PLACE
        if place >= TRACK_END:
            return ()
        last = goal if goal < TRACK_END else self.setup.gates[stone // STONES]
        size = self.setup.size
        fields = range(place + 1, place + 1 + (last - place) % size)
        return tuple([self.at[field % size] for field in fields if field % size in self.at])


def moved_along(setup: Setup, stone: Stone, code: int, goal: Place, back: bool) -> int:
    """The stone on its goal on the track: no longer protected, marked if led to its gate."""
    place = code & PLACE
    gate = setup.gates[stone // STONES]
    length = (place - goal if back else goal - place) % setup.size
    to_gate = (place - gate if back else gate - place) % setup.size
    touches = setup.marks and 0 < to_gate <= length
    return goal | (code & MARKED) | (MARKED if touches else 0)


def put_on(setup: Setup, stone: Stone, code: int, goal: Place) -> int:
    """The stone put on a goal without steps between, by a swap or out of the centre."""
    touches = setup.marks and goal == setup.gates[stone // STONES]
    return goal | (code & MARKED) | (MARKED if touches else 0)


def placed(stones: Stones, stone: Stone, code: int, hits: Hits) -> Stones:
    """All stones, with one in its new place and those hit back in their reserves."""
    after = list(stones)
    for hit in hits:
        after[hit] = RESERVE
    after[stone] = code
    return tuple(after)
