"""What a seat can do in one turn, sevens to their last step, and how good the network finds that."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from stammtisch.games.tock.cards import SEVEN
from stammtisch.solve.machine_code import compiled
from stammtisch.solve.tock.features import Floats
from stammtisch.solve.tock.legal import list_moves
from stammtisch.solve.tock.network import value
from stammtisch.solve.tock.playing import play
from stammtisch.solve.tock.position import (
    GOES,
    GOES_ON,
    IN_SEVEN,
    LEFT,
    MOST_MOVES,
    MOST_STONES,
    PHASE,
    Board,
    Ints,
    Position,
    card_in,
    kind_in,
    rank_in,
)
from stammtisch.solve.tock.rollouts import Buffers, buffers_for

LONGEST_TURN: Final = 7
NO_MOVE: Final = -1
MOST_TURNS: Final = 1 << 11
_BEAM: Final = 6
"""How many ways to play a part of a seven are followed further."""
_SEVENS: Final = 5
"""How many ways to play a seven in full are evaluated closely."""
_DONE_WITH: Final = -1.0


@compiled
def list_turns(
    board: Board, seen: Position, seat: int, network: Floats, turns: Ints, values: npt.NDArray[np.float64]
) -> int:
    """List turns worth a look with the seat's chance after each, and say how many there are.

    Of sevens only the best few are listed.
    """
    buffers = buffers_for(network)
    moves = np.empty(MOST_MOVES, np.int64)
    count = 0
    last_seven = NO_MOVE
    for index in range(list_moves(board, seen, seat, moves, suits=False)):
        code = moves[index]
        if not _is_part(code):
            turns[count] = NO_MOVE
            turns[count, 0] = code
            values[count] = _chance(board, seen, seat, network, turns[count], buffers)
            count += 1
        elif code >> 14 != last_seven:
            last_seven = code >> 14
            count = _list_sevens(board, seen, seat, network, last_seven, turns, values, count, buffers)
    return count


@compiled
def list_chances(
    board: Board, seen: Position, seat: int, network: Floats, turns: Ints, values: npt.NDArray[np.float64]
) -> None:
    """The seat's chance after each of these turns, as the network sees it."""
    buffers = buffers_for(network)
    for index in range(len(turns)):
        values[index] = _chance(board, seen, seat, network, turns[index], buffers)


@compiled
def _is_part(code: int) -> bool:
    """Whether the move is a part of a seven, the first or a further one."""
    kind = kind_in(code)
    return kind == GOES_ON or (kind == GOES and (rank_in(code) == SEVEN or card_in(code) >> 2 == SEVEN))


@compiled
def _chance(board: Board, seen: Position, seat: int, network: Floats, turn: Ints, buffers: Buffers) -> float:
    """The seat's chance after these moves."""
    _replay(board, seen, seat, turn, buffers.scratch)
    return value(board, buffers.scratch, seat, network, buffers.inputs, buffers.units)


@compiled
def _list_sevens(
    board: Board,
    seen: Position,
    seat: int,
    network: Floats,
    card: int,
    turns: Ints,
    values: npt.NDArray[np.float64],
    count: int,
    buffers: Buffers,
) -> int:
    """The best ways to play a seven in full: a search along the most promising positions."""
    moves, scratch = buffers.moves, buffers.scratch
    ways = np.full((MOST_TURNS, LONGEST_TURN), NO_MOVE, np.int64)
    chances = np.zeros(MOST_TURNS)
    marks = np.zeros(MOST_TURNS, np.int64)
    lefts = np.zeros(MOST_TURNS, np.int64)
    found = 0
    for code in moves[: list_moves(board, seen, seat, moves, suits=False)].copy():
        if _is_part(code) and code >> 14 == card and found < MOST_TURNS:
            ways[found, 0] = code
            found = _note(board, seen, seat, network, buffers, ways, chances, marks, lefts, found)
    for left in range(LONGEST_TURN - 1, 0, -1):
        for _ in range(_BEAM):
            best = _best(chances, lefts, left, found)
            if best < 0:
                break
            chances[best] = _DONE_WITH
            length = _replay(board, seen, seat, ways[best], scratch)
            for code in moves[: list_moves(board, scratch, seat, moves, suits=False)].copy():
                if found < MOST_TURNS:
                    ways[found] = ways[best]
                    ways[found, length] = code
                    found = _note(board, seen, seat, network, buffers, ways, chances, marks, lefts, found)
    for _ in range(_SEVENS):
        best = _best(chances, lefts, 0, found)
        if best < 0:
            break
        turns[count] = ways[best]
        values[count] = chances[best]
        chances[best] = _DONE_WITH
        count += 1
    return count


@compiled
def _replay(board: Board, seen: Position, seat: int, way: Ints, scratch: Position) -> int:
    """Play the moves of a way. Returns their number."""
    scratch[:] = seen
    length = 0
    while length < LONGEST_TURN and way[length] != NO_MOVE:
        play(board, scratch, seat, way[length])
        length += 1
    return length


@compiled
def _note(
    board: Board,
    seen: Position,
    seat: int,
    network: Floats,
    buffers: Buffers,
    ways: Ints,
    chances: npt.NDArray[np.float64],
    marks: Ints,
    lefts: Ints,
    found: int,
) -> int:
    """Keep the last way, unless another one leads to the same place. Returns how many there are now."""
    scratch = buffers.scratch
    _replay(board, seen, seat, ways[found], scratch)
    lefts[found] = scratch[LEFT] if scratch[PHASE] == IN_SEVEN else 0
    marks[found] = _mark(scratch)
    for other in range(found):
        if marks[other] == marks[found] and lefts[other] == lefts[found]:
            ways[found] = NO_MOVE
            return found
    chances[found] = value(board, scratch, seat, network, buffers.inputs, buffers.units)
    return found + 1


@compiled
def _mark(stones: Ints) -> int:
    """A number that differs where stones stand differently, as good as always."""
    mark = 0
    for stone in range(MOST_STONES):
        mark = (mark * 1009 + stones[stone]) % ((1 << 52) - 47)
    return mark


@compiled
def _best(chances: npt.NDArray[np.float64], lefts: Ints, left: int, found: int) -> int:
    """The best way with `left` steps left that has not been followed yet, -1 for none."""
    best, highest = -1, _DONE_WITH
    for index in range(found):
        if lefts[index] == left and chances[index] > highest:
            best, highest = index, chances[index]
    return best
