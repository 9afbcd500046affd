"""Games of the network against itself, from which it learns what comes of its positions: TD(λ)."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from stammtisch.games.tock.moves import RESERVE, STONES
from stammtisch.games.tock.state import NOBODY, PROTECTED
from stammtisch.solve.luck import Luck, below, uniform
from stammtisch.solve.machine_code import compiled
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
    Position,
)
from stammtisch.solve.tock.trying import choose, desk_for, fall, to_move

LONGEST_GAME: Final = 4000
"""A game is given up after so many moves, and nothing is learned from it."""
KEPT_INPUTS: Final = 192


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
    """Play so many games and learn from each; `slips` is the share of random moves.

    Returns the number of moves, and the sum of the squared errors of the chances with their number.
    """
    luck = np.zeros(1, np.uint64)
    luck[0] = np.uint64(seed)
    position = np.zeros(POSITION_SIZE, np.int64)
    desk = desk_for(network)
    inputs = desk.inputs
    at = np.empty((LONGEST_GAME * 2, KEPT_INPUTS), np.int64)
    much = np.empty((LONGEST_GAME * 2, KEPT_INPUTS), np.float32)
    counts = np.zeros(LONGEST_GAME * 2, np.int64)
    seats = np.zeros(LONGEST_GAME * 2, np.int64)
    figures = np.zeros(3)
    targets = np.zeros(board[PLAYERS])
    for _ in range(games):
        begin(board, position, luck)
        kept = 0
        steps = 0
        while position[PHASE] != ENDED and steps < LONGEST_GAME - 8:
            steps += 1
            if position[PHASE] == DEALING or position[PHASE] == DRAWING:
                fall(board, position, luck)
                continue
            seat = to_move(board, position)
            if uniform(luck) < slips:
                move = desk.moves[below(luck, list_moves(board, position, seat, desk.moves, suits=False))]
            else:
                move = choose(board, position, seat, network, desk)
            play(board, position, seat, move)
            if position[PHASE] == ENDED:
                break
            for other in range(board[PLAYERS]):
                if other == seat or position[PHASE] == DEALING:
                    count = list_inputs(board, position, other, inputs)
                    at[kept, :count] = inputs.at[:count]
                    much[kept, :count] = inputs.much[:count]
                    counts[kept] = count
                    seats[kept] = other
                    kept += 1
        figures[0] += steps
        if position[PHASE] != ENDED:
            continue
        for seat in range(board[PLAYERS]):
            targets[seat] = result(board, position, seat)
        for index in range(kept - 1, -1, -1):
            seat = seats[index]
            chance = learn(network, at[index], much[index], counts[index], targets[seat], rate, desk.units)
            figures[1] += (chance - result(board, position, seat)) ** 2
            figures[2] += 1
            targets[seat] = decay * targets[seat] + (1 - decay) * chance
    return figures
