"""Turns tried out in possible worlds: everybody plays on as the network advises, for a while."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from stammtisch.games.tock.state import NOBODY
from stammtisch.solve.machine_code import compiled
from stammtisch.solve.random_numbers import Luck, below, start
from stammtisch.solve.tock.dealing import deal, draw
from stammtisch.solve.tock.features import Floats, Inputs, room_for_inputs
from stammtisch.solve.tock.legal import list_moves
from stammtisch.solve.tock.network import value
from stammtisch.solve.tock.playing import play
from stammtisch.solve.tock.position import (
    DEALER,
    DEALING,
    DRAWING,
    ENDED,
    GIVEN,
    GIVING,
    HELD,
    MOST_MOVES,
    PARTNERS,
    PHASE,
    PLAY_ON,
    PLAYERS,
    POSITION_SIZE,
    TEAMS,
    TURN,
    Board,
    Ints,
    Position,
)
from stammtisch.solve.tock.worlds import guess

Chances: TypeAlias = npt.NDArray[np.float64]


class Buffers(NamedTuple):
    """Arrays that are filled again and again: moves, a position, and the inputs and units of the network."""

    moves: Ints
    scratch: Position
    inputs: Inputs
    units: Floats


@compiled
def buffers_for(network: Floats) -> Buffers:
    """The buffers for questions to this network."""
    return Buffers(
        np.empty(MOST_MOVES, np.int64),
        np.empty(POSITION_SIZE, np.int64),
        room_for_inputs(),
        np.empty(network.shape[1], np.float32),
    )


@compiled
def to_move(board: Board, position: Position) -> int:
    """The seat that decides next, of those that pass a card on the first."""
    if position[PHASE] != GIVING:
        return int(position[TURN])
    for seat in range(board[PLAYERS]):
        if position[GIVEN + seat] < 0 and position[HELD + seat]:
            return seat
    return NOBODY


@compiled
def choose(board: Board, position: Position, seat: int, network: Floats, buffers: Buffers) -> int:
    """The move after which the seat's chance looks best."""
    count = list_moves(board, position, seat, buffers.moves, suits=False)
    best, highest = buffers.moves[0], -1.0
    if count > 1:
        for index in range(count):
            buffers.scratch[:] = position
            play(board, buffers.scratch, seat, buffers.moves[index])
            found = value(board, buffers.scratch, seat, network, buffers.inputs, buffers.units)
            if found > highest:
                best, highest = buffers.moves[index], found
    return int(best)


@compiled
def fall(board: Board, position: Position, luck: Luck) -> None:
    """Deal or draw, whichever is due."""
    if position[PHASE] == DEALING:
        deal(board, position, luck)
    else:
        draw(board, position, luck)


@compiled
def fall_again(board: Board, position: Position, luck: Luck) -> None:
    """Choose the first dealer by lot, deal or draw, whichever is due (T8, T19)."""
    if position[PHASE] == DEALING and position[DEALER] == NOBODY:
        position[DEALER] = below(luck, board[PLAYERS])
    else:
        fall(board, position, luck)


@compiled
def try_out(
    board: Board,
    seen: Position,
    seat: int,
    network: Floats,
    turns: Ints,
    turns_ahead: int,
    worlds: int,
    seed: int,
) -> Chances:
    """The chance of winning in each of the possible worlds, after each turn.

    Everybody plays on until the seat has had `turns_ahead` further turns, or until the round is over.
    """
    luck = np.zeros(1, np.uint64)
    world = np.empty(POSITION_SIZE, np.int64)
    after = np.empty(POSITION_SIZE, np.int64)
    chances = np.zeros((worlds, len(turns)))
    buffers = buffers_for(network)
    for number in range(worlds):
        start(luck, 2 * (seed + number))
        guess(board, seen, seat, luck, world)
        for index in range(len(turns)):
            after[:] = world
            start(luck, 2 * (seed + number) + 1)
            for code in turns[index]:
                if code >= 0:
                    play(board, after, seat, code)
            if after[PHASE] == DEALING and turns[index, 0] < 0:
                _deal_first(board, after, luck)
            chances[number, index] = _played_on(board, after, seat, network, turns_ahead, luck, buffers)
    return chances


@compiled
def chances_after(
    board: Board, position: Position, fallen: Position, network: Floats, others: int, seed: int
) -> Chances:
    """Every seat's chance after the lot, the deal or the draw, then after others that were as likely.

    `position` is before it, `fallen` after it.
    """
    luck = np.zeros(1, np.uint64)
    after = np.empty(POSITION_SIZE, np.int64)
    chances = np.zeros((1 + others, board[PLAYERS]))
    buffers = buffers_for(network)
    start(luck, seed)
    for number in range(1 + others):
        after[:] = position if number else fallen
        if number:
            fall_again(board, after, luck)
        for seat in range(board[PLAYERS]):
            chances[number, seat] = shared_value(board, after, seat, network, buffers)
    return chances


@compiled
def _deal_first(board: Board, position: Position, luck: Luck) -> None:
    """Deal to those who wait for it, by a dealer chosen by lot where there is none yet (T8)."""
    if position[DEALER] == NOBODY:
        position[DEALER] = below(luck, board[PLAYERS])
    deal(board, position, luck)


@compiled
def _played_on(
    board: Board,
    position: Position,
    seat: int,
    network: Floats,
    turns_ahead: int,
    luck: Luck,
    buffers: Buffers,
) -> float:
    """The seat's chance after some more turns."""
    turns = 0
    while position[PHASE] != ENDED and position[PHASE] != DEALING:
        if position[PHASE] == DRAWING:
            draw(board, position, luck)
            continue
        mover = to_move(board, position)
        if mover == seat and turns >= turns_ahead:
            break
        play(board, position, mover, choose(board, position, mover, network, buffers))
        turns += mover == seat and position[TURN] != seat
    return shared_value(board, position, seat, network, buffers)


@compiled
def shared_value(board: Board, position: Position, seat: int, network: Floats, buffers: Buffers) -> float:
    """The seat's chance, from what all seats see of theirs: the chances of all sides make one."""
    own = value(board, position, seat, network, buffers.inputs, buffers.units)
    if position[PHASE] == ENDED or board[PLAY_ON]:
        return own
    partner = board[PARTNERS + seat] if board[TEAMS] else seat
    friends, others = 0.0, 0.0
    for other in range(board[PLAYERS]):
        found = value(board, position, other, network, buffers.inputs, buffers.units)
        if other in (seat, partner):
            friends += found
        else:
            others += found
    return friends / (friends + others)
