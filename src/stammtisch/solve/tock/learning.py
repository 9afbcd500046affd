"""Games of the network against itself, from which it learns what comes of its positions: TD(λ)."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from stammtisch.games.tock.moves import RESERVE, STONES
from stammtisch.games.tock.state import NOBODY, PROTECTED
from stammtisch.solve.machine_code import compiled
from stammtisch.solve.random_numbers import Luck, below, start, uniform
from stammtisch.solve.tock.features import Floats, list_inputs
from stammtisch.solve.tock.legal import list_moves
from stammtisch.solve.tock.network import learn, result
from stammtisch.solve.tock.playing import play
from stammtisch.solve.tock.position import (
    DEALER,
    DEALING,
    DRAW_FROM,
    DRAWING,
    ENDED,
    HELD,
    MOST_STONES,
    PHASE,
    PLACES,
    PLAYERS,
    POSITION_SIZE,
    ROUND,
    STARTS,
    TEAMS,
    TURN,
    Board,
    Ints,
    Position,
)
from stammtisch.solve.tock.rollouts import Buffers, buffers_for, choose, fall, to_move

LONGEST_GAME: Final = 4000
"""The moves after which a game is given up, and nothing is learned from it."""
KEPT_INPUTS: Final = 192
"""More inputs than positions of games have; `MOST_INPUTS` is for any that could be set up."""


class Memory(NamedTuple):
    """The positions of a game as their seats knew them: the inputs, how many, and the seat."""

    at: Ints
    much: Floats
    counts: Ints
    seats: Ints


@compiled
def _memory() -> Memory:
    room = 2 * LONGEST_GAME
    return Memory(
        np.empty((room, KEPT_INPUTS), np.int64),
        np.empty((room, KEPT_INPUTS), np.float32),
        np.empty(room, np.int64),
        np.empty(room, np.int64),
    )


@compiled
def begin(board: Board, position: Position, luck: Luck) -> None:
    """The position before the first deal, the dealer chosen by lot (T8, T26)."""
    position[:] = 0
    position[:MOST_STONES] = RESERVE
    position[PLACES:HELD] = NOBODY
    position[DRAW_FROM] = position[TURN] = NOBODY
    position[ROUND] = 1
    position[DEALER] = below(luck, board[PLAYERS])
    if not board[TEAMS]:
        for seat in range(board[PLAYERS]):
            position[seat * STONES] = board[STARTS + seat] | PROTECTED


@compiled
def self_play(
    board: Board, network: Floats, games: int, decay: float, rate: float, slips: float, seed: int
) -> npt.NDArray[np.float64]:
    """Play this many games and learn from each: `decay` is λ, `slips` the share of random moves.

    Returns the number of moves, the sum of the squared errors of all chances, and their number.
    """
    luck = np.zeros(1, np.uint64)
    start(luck, seed)
    position = np.zeros(POSITION_SIZE, np.int64)
    buffers, memory = buffers_for(network), _memory()
    figures = np.zeros(3)
    for _ in range(games):
        begin(board, position, luck)
        kept = _play_game(board, position, network, slips, luck, buffers, memory, figures)
        if position[PHASE] == ENDED:
            _learn_from(board, position, network, decay, rate, buffers, memory, kept, figures)
    return figures


@compiled
def _play_game(
    board: Board,
    position: Position,
    network: Floats,
    slips: float,
    luck: Luck,
    buffers: Buffers,
    memory: Memory,
    figures: npt.NDArray[np.float64],
) -> int:
    """Play to the end. Returns how many positions have been kept."""
    kept = steps = 0
    while position[PHASE] != ENDED and steps < LONGEST_GAME - board[PLAYERS]:
        steps += 1
        if position[PHASE] == DEALING or position[PHASE] == DRAWING:
            fall(board, position, luck)
        else:
            seat = to_move(board, position)
            move = choose(board, position, seat, network, buffers)
            if uniform(luck) < slips:
                count = list_moves(board, position, seat, buffers.moves, suits=False)
                move = buffers.moves[below(luck, count)]
            play(board, position, seat, move)
            kept = _keep(board, position, seat, buffers, memory, kept)
    figures[0] += steps
    return kept


@compiled
def _keep(board: Board, position: Position, seat: int, buffers: Buffers, memory: Memory, kept: int) -> int:
    """Keep what the seat knows now that it has moved, and between rounds what everybody knows."""
    if position[PHASE] == ENDED:
        return kept
    for other in range(board[PLAYERS]):
        if other == seat or position[PHASE] == DEALING:
            count = list_inputs(board, position, other, buffers.inputs)
            memory.at[kept, :count] = buffers.inputs.at[:count]
            memory.much[kept, :count] = buffers.inputs.much[:count]
            memory.counts[kept] = count
            memory.seats[kept] = other
            kept += 1
    return kept


@compiled
def _learn_from(
    board: Board,
    position: Position,
    network: Floats,
    decay: float,
    rate: float,
    buffers: Buffers,
    memory: Memory,
    kept: int,
    figures: npt.NDArray[np.float64],
) -> None:
    """Learn from the last position to the first: each seat's target is what came later, fading by λ."""
    targets = np.zeros(board[PLAYERS])
    for seat in range(board[PLAYERS]):
        targets[seat] = result(board, position, seat)
    for index in range(kept - 1, -1, -1):
        seat, count = memory.seats[index], memory.counts[index]
        chance = learn(
            network, memory.at[index], memory.much[index], count, targets[seat], rate, buffers.units
        )
        figures[1] += (chance - result(board, position, seat)) ** 2
        figures[2] += 1
        targets[seat] = decay * targets[seat] + (1 - decay) * chance
