"""The seven: which parts may be played, so that the rest can be played in full (T20–T23)."""

from __future__ import annotations

from typing import Final

import numpy as np

from stammtisch.games.tock.moves import HOUSE
from stammtisch.games.tock.state import PLACE, TRACK_END
from stammtisch.solve.machine_code import compiled, leaf
from stammtisch.solve.tock.position import (
    CANADIAN_SEVEN,
    MOST_STONES,
    PARTNERS,
    SIZE,
    STONES_IN_PLAY,
    TEAMS,
    Board,
    Ints,
    seat_of,
)
from stammtisch.solve.tock.steps import controlled, one_to_come, play_part, reach, track_steps

PARTS_AT_MOST: Final = 512
"""More parts than any position has: up to seven steps and four cells for each of 32 stones."""


@leaf
def movable(board: Board, stones: Ints, seat: int, stone: int) -> bool:
    """Whether a seven of the seat may move the stone (T20, T32)."""
    own = controlled(board, stones, seat)
    if seat_of(stone) == own:
        return True
    if board[TEAMS]:
        return bool(board[CANADIAN_SEVEN] and seat_of(stone) == board[PARTNERS + own])
    return bool(stones[stone] & PLACE < TRACK_END)


@leaf
def list_parts(board: Board, stones: Ints, seat: int, left: int, finish: bool, parts: Ints) -> int:
    """List each part as stone, goal and steps, whether or not the rest can be played. Returns their number.

    `finish` says whether it may bring the team's last stone home (T33).
    """
    home_closed = not finish and one_to_come(board, stones, seat)
    count = 0
    for stone in range(board[STONES_IN_PLAY]):
        if movable(board, stones, seat, stone):
            place = stones[stone] & PLACE
            run, to_gate, depth = reach(board, stones, stone)
            for steps in range(1, min(run, left) + 1):
                count = _add(parts, count, stone, (place + steps) % board[SIZE], steps)
            if not (home_closed and place < TRACK_END):
                for cell in range(max(1, 1 - to_gate), min(depth, left - to_gate) + 1):
                    count = _add(parts, count, stone, HOUSE + cell, cell + to_gate)
    return count


@leaf
def _add(parts: Ints, count: int, stone: int, goal: int, steps: int) -> int:
    parts[count, 0] = stone
    parts[count, 1] = goal
    parts[count, 2] = steps
    return count + 1


@compiled
def completes(board: Board, stones: Ints, seat: int, left: int, finish: bool, part: Ints) -> bool:
    """Whether the steps left can be played in full after the part."""
    rest = left - part[2]
    if rest == 0 or _someone_runs(board, stones, seat, left, part):
        return True
    after = stones[:MOST_STONES].copy()
    play_part(board, after, part[0], part[1])
    return _can_finish(board, after, seat, rest, finish)


@leaf
def _someone_runs(board: Board, stones: Ints, seat: int, left: int, part: Ints) -> bool:
    """Whether one stone can run all the rest after the part, the stone of the part included."""
    stone, goal, steps = part[0], part[1], part[2]
    passed = track_steps(board, stones, stone, goal)
    place = stones[stone] & PLACE
    for other in range(board[STONES_IN_PLAY]):
        if movable(board, stones, seat, other):
            run, _, _ = reach(board, stones, other)
            if other == stone:
                if run >= left and goal < TRACK_END:
                    return True
            elif run >= left - steps:
                ahead = ((stones[other] & PLACE) - place) % board[SIZE]
                if not 0 < ahead <= passed:
                    return True
    return False


@compiled
def _can_finish(board: Board, stones: Ints, seat: int, left: int, finish: bool) -> bool:
    """Whether `left` steps can be played in full: a search over the positions on the way."""
    waiting = np.empty((7 * PARTS_AT_MOST, MOST_STONES), np.int64)
    rests = np.empty(7 * PARTS_AT_MOST, np.int64)
    parts = np.empty((PARTS_AT_MOST, 3), np.int64)
    waiting[0] = stones[:MOST_STONES]
    rests[0] = left
    count = 1
    while count:
        count -= 1
        rest = rests[count]
        here = waiting[count].copy()
        for index in range(list_parts(board, here, seat, rest, finish, parts)):
            part = parts[index]
            if part[2] == rest or _someone_runs(board, here, seat, rest, part):
                return True
            waiting[count] = here
            play_part(board, waiting[count], part[0], part[1])
            rests[count] = rest - part[2]
            count += 1
    return False
