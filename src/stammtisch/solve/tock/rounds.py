"""Rounds played to their end from a deal or draw, by players who know the network and nothing else.

So somebody who sees all hands can compare a deal with others that were as likely. Everybody plays a little at
random: many playouts of one deal then say more about what comes of it than the same one every time.
"""

from __future__ import annotations

from math import log
from typing import Final

import numpy as np

from stammtisch.solve.machine_code import compiled
from stammtisch.solve.random_numbers import Luck, start, uniform
from stammtisch.solve.tock.dealing import deal, draw
from stammtisch.solve.tock.features import Floats
from stammtisch.solve.tock.legal import list_moves
from stammtisch.solve.tock.network import value
from stammtisch.solve.tock.playing import play
from stammtisch.solve.tock.position import (
    DEALING,
    DRAWING,
    ENDED,
    PHASE,
    PLAYERS,
    POSITION_SIZE,
    ROUND,
    Board,
    Position,
)
from stammtisch.solve.tock.rollouts import Buffers, Chances, buffers_for, fall_again, shared_value, to_move

_WHIM: Final = 0.05
"""By how much, in logits, a move may look better than it is to somebody who plays a little at random."""
_LEAST: Final = 1e-6
"""Chances are at least this far from 0 and 1 before they become logits."""


@compiled
def rounds_compared(
    board: Board, before: Position, fallen: Position, network: Floats, own: int, others: int, seed: int
) -> Chances:
    """Every seat's chance at the end of the round, in `own` playouts of this deal, then of other deals.

    `before` is the position before the deal, the draw or the lot, `fallen` the one after it. Each of the
    other deals is drawn as this one was, and all are played out alike, so that both parts have the same mean
    in the long run.
    """
    luck = np.zeros(1, np.uint64)
    start(luck, seed)
    position = np.empty(POSITION_SIZE, np.int64)
    chances = np.zeros((own + others, board[PLAYERS]))
    buffers = buffers_for(network)
    for number in range(own + others):
        position[:] = fallen if number < own else before
        if number >= own:
            fall_again(board, position, luck)
        _play_round(board, position, network, luck, buffers)
        for seat in range(board[PLAYERS]):
            chances[number, seat] = shared_value(board, position, seat, network, buffers)
    return chances


@compiled
def _play_round(board: Board, position: Position, network: Floats, luck: Luck, buffers: Buffers) -> None:
    """Play until the round is over; before its deal, deal first."""
    this = position[ROUND]
    while position[PHASE] != ENDED and position[ROUND] == this:
        if position[PHASE] == DEALING:
            deal(board, position, luck)
        elif position[PHASE] == DRAWING:
            draw(board, position, luck)
        else:
            seat = to_move(board, position)
            play(board, position, seat, _choose_roughly(board, position, seat, network, luck, buffers))


@compiled
def _choose_roughly(
    board: Board, position: Position, seat: int, network: Floats, luck: Luck, buffers: Buffers
) -> int:
    """A move after which the seat's chance looks good: the best of all most often, and seldom a bad one."""
    count = list_moves(board, position, seat, buffers.moves, suits=False)
    best, highest = buffers.moves[0], -np.inf
    if count > 1:
        for index in range(count):
            buffers.scratch[:] = position
            play(board, buffers.scratch, seat, buffers.moves[index])
            chance = value(board, buffers.scratch, seat, network, buffers.inputs, buffers.units)
            chance = min(max(chance, _LEAST), 1 - _LEAST)
            whim = -log(-log(max(uniform(luck), _LEAST)))
            found = log(chance / (1 - chance)) + _WHIM * whim
            if found > highest:
                best, highest = buffers.moves[index], found
    return int(best)
