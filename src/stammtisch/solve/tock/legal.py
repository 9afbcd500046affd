"""Every legal move of a position, written into an array."""

from __future__ import annotations

from typing import Final

import numpy as np

from stammtisch.games.tock.cards import (
    ACE,
    FOUR,
    JACK,
    JOKER,
    JOKER_RANK,
    KING,
    NO_CARD,
    RANKS,
    SEVEN,
    STEPS,
    THREE,
    TWO,
)
from stammtisch.games.tock.legal import SEVEN_STEPS
from stammtisch.games.tock.moves import CENTER, HOUSE, NO_RANK, RESERVE, STONES
from stammtisch.games.tock.state import PLACE, PROTECTED, TRACK_END
from stammtisch.games.tock.steps import BACKWARD
from stammtisch.solve.machine_code import compiled, leaf
from stammtisch.solve.tock.position import (
    AT_CENTER,
    CARD_KINDS,
    CENTER_FIELDS,
    CENTERS,
    DRAWS,
    ENDS,
    ENTERS,
    FOLDS,
    GATES,
    GIVEN,
    GIVES,
    GIVING,
    GOES,
    GOES_ON,
    HELD,
    IN_SEVEN,
    INTO,
    JOKER_SEVEN,
    LEFT,
    MOST_STONES,
    NO_JOKER_FINISH,
    PHASE,
    PLAYERS,
    PLAYING,
    SIZE,
    STARTS,
    STONES_IN_PLAY,
    SWAPS,
    TEAMS,
    TURN,
    Board,
    Ints,
    Position,
    goal_in,
    hand_of,
    kind_in,
    move_code,
    seat_of,
    stone_in,
)
from stammtisch.solve.tock.seven import PARTS_AT_MOST, completes, list_parts
from stammtisch.solve.tock.steps import cell_back, controlled, one_to_come, reach, run_back

_NO_STEPS: Final = 0
_WAYS: Final = np.array([(*ways, _NO_STEPS, _NO_STEPS)[:2] for ways in STEPS], np.int64)
"""How far a stone goes forward, by rank: up to two ways."""


@compiled
def list_moves(board: Board, position: Position, seat: int, moves: Ints, suits: bool) -> int:
    """List the legal moves of the seat and say how many there are.

    Without `suits`, of cards that differ in suit alone one is listed, and a joker stands for no rank
    that is in the hand itself.
    """
    phase = position[PHASE]
    if phase == GIVING:
        return _list_gifts(position, seat, suits, moves)
    if seat != position[TURN]:
        return 0
    if phase == PLAYING:
        count = _list_plays(board, position, seat, suits, moves)
        if count == 0:
            moves[0] = move_code(FOLDS, NO_CARD, NO_RANK, -1, -1)
        return max(1, count)
    if phase == IN_SEVEN:
        finish = not (position[JOKER_SEVEN] and board[NO_JOKER_FINISH])
        return _list_parts(
            board,
            position,
            seat,
            position[LEFT],
            finish,
            move_code(GOES_ON, NO_CARD, NO_RANK, -1, -1),
            moves,
            0,
        )
    return _list_center(position, seat, suits, moves) if phase == AT_CENTER else 0


@leaf
def _listed_before(hand: Ints, card: int, suits: bool) -> bool:
    """Whether another suit of the card's rank stands for it."""
    if suits or card == JOKER:
        return False
    for other in range(card & ~3, card):  # noqa: SIM110 -- numba knows no any() here
        if hand[other]:
            return True
    return False


@leaf
def _list_gifts(position: Position, seat: int, suits: bool, moves: Ints) -> int:
    if position[GIVEN + seat] != NO_CARD:
        return 0
    hand = position[hand_of(seat) : hand_of(seat + 1)]
    count = 0
    for card in range(CARD_KINDS):
        if hand[card] and not _listed_before(hand, card, suits):
            moves[count] = move_code(GIVES, card, NO_RANK, -1, -1)
            count += 1
    return count


@leaf
def _list_center(position: Position, seat: int, suits: bool, moves: Ints) -> int:
    """Into the centre with a further card, or not (T35)."""
    hand = position[hand_of(seat) : hand_of(seat + 1)]
    moves[0] = move_code(ENDS, NO_CARD, NO_RANK, -1, -1)
    count = 1
    for card in range(CARD_KINDS):
        if hand[card] and _centering(card >> 2) and not _listed_before(hand, card, suits):
            for stone in range(MOST_STONES):
                if position[CENTERS] >> stone & 1:
                    moves[count] = move_code(INTO, card, NO_RANK, stone, -1)
                    count += 1
    return count


@leaf
def _centering(rank: int) -> bool:
    """Whether the rank leads into the centre and out of it (T35, T36)."""
    return rank in (ACE, THREE, KING, JOKER_RANK)


@compiled
def _list_plays(board: Board, position: Position, seat: int, suits: bool, moves: Ints) -> int:
    """What each card of the hand can do (T13)."""
    hand = position[hand_of(seat) : hand_of(seat + 1)]
    own = controlled(board, position, seat)
    count = 0
    for card in range(JOKER):
        if hand[card] and not _listed_before(hand, card, suits):
            count = _list_card(board, position, own, card, NO_RANK, moves, count)
    if hand[JOKER]:
        first = count
        count = _list_special(board, position, own, JOKER, moves, count)
        for rank in range(len(RANKS)):
            if suits or not _holds(hand, rank):
                count = _list_card(board, position, own, JOKER, rank, moves, count)
        if board[NO_JOKER_FINISH] and one_to_come(board, position, seat):
            count = _drop_finishing(position, moves, first, count)
    return count


@leaf
def _holds(hand: Ints, rank: int) -> bool:
    return bool(hand[4 * rank] or hand[4 * rank + 1] or hand[4 * rank + 2] or hand[4 * rank + 3])


@leaf
def _drop_finishing(stones: Ints, moves: Ints, first: int, count: int) -> int:
    """Without the moves by which a joker would bring the last stone home (T33)."""
    kept = first
    for index in range(first, count):
        code = moves[index]
        goes = kind_in(code) == GOES
        if not (goes and stones[stone_in(code)] & PLACE < TRACK_END and goal_in(code) >= TRACK_END):
            moves[kept] = code
            kept += 1
    return kept


@compiled
def _list_card(
    board: Board, position: Position, own: int, card: int, named: int, moves: Ints, count: int
) -> int:
    """All that a card can do, `named` the rank that a joker stands for."""
    stones = position
    rank = card >> 2 if named == NO_RANK else named
    if rank == SEVEN:
        finish = not (card == JOKER and board[NO_JOKER_FINISH])
        first = move_code(GOES, card, named, -1, -1)
        return _list_parts(board, position, position[TURN], SEVEN_STEPS, finish, first, moves, count)
    if rank == JACK:
        return _list_swaps(board, stones, own, move_code(SWAPS, card, named, -1, -1), moves, count)
    go = move_code(GOES, card, named, -1, -1)
    count = _list_steps(board, stones, own, rank, go, moves, count)
    if rank == FOUR:
        count = _list_backward(board, stones, own, go, moves, count)
    elif rank == TWO and not board[TEAMS]:
        for other in range(board[PLAYERS]):
            if position[HELD + other] and other != position[TURN]:
                moves[count] = move_code(DRAWS, card, named, -1, other)
                count += 1
    elif named == NO_RANK and _centering(rank):
        count = _list_special(board, stones, own, card, moves, count)
    return count


@leaf
def _to(code: int, stone: int, goal: int) -> int:
    """The move with this stone and goal, where it has none yet."""
    return code + ((stone + 1) << 8) + goal + 1


@leaf
def _list_steps(board: Board, stones: Ints, own: int, rank: int, go: int, moves: Ints, count: int) -> int:
    for stone in range(own * STONES, own * STONES + STONES):
        place = stones[stone] & PLACE
        if place < CENTER:
            run, to_gate, depth = reach(board, stones, stone)
            for steps in _WAYS[rank]:
                if 0 < steps <= run:
                    moves[count] = _to(go, stone, (place + steps) % board[SIZE])
                    count += 1
                if steps and 0 < steps - to_gate <= depth:
                    moves[count] = _to(go, stone, HOUSE + steps - to_gate)
                    count += 1
    return count


@leaf
def _list_backward(board: Board, stones: Ints, own: int, go: int, moves: Ints, count: int) -> int:
    for stone in range(own * STONES, own * STONES + STONES):
        place = stones[stone] & PLACE
        if place < TRACK_END:
            run = run_back(board, stones, place)
            if run >= BACKWARD:
                moves[count] = _to(go, stone, (place - BACKWARD) % board[SIZE])
                count += 1
            cell = cell_back(board, stones, stone, run)
            # From the gate four forward and four backward both lead to h4: one move.
            if cell and place != board[GATES + own]:
                moves[count] = _to(go, stone, HOUSE + cell)
                count += 1
    return count


@leaf
def _list_special(board: Board, stones: Ints, own: int, card: int, moves: Ints, count: int) -> int:
    """Entering (T17) and leaving the centre (T36)."""
    reserve, started, inside = False, False, -1
    for stone in range(own * STONES, own * STONES + STONES):
        place = stones[stone] & PLACE
        reserve |= place == RESERVE
        started |= place == board[STARTS + own]
        inside = stone if place == CENTER else inside
    if card >> 2 != THREE and reserve and not started:
        moves[count] = move_code(ENTERS, card, NO_RANK, -1, -1)
        count += 1
    if inside >= 0:
        for field in board[CENTER_FIELDS:]:
            moves[count] = move_code(GOES, card, NO_RANK, inside, field)
            count += 1
    return count


@compiled
def _list_parts(
    board: Board, position: Position, seat: int, left: int, finish: bool, first: int, moves: Ints, count: int
) -> int:
    """The parts of a seven after which the rest can be played in full (T20, T22)."""
    parts = np.empty((PARTS_AT_MOST, 3), np.int64)
    for index in range(list_parts(board, position, seat, left, finish, parts)):
        part = parts[index]
        if completes(board, position, seat, left, finish, part):
            moves[count] = _to(first, part[0], part[1])
            count += 1
    return count


@leaf
def _list_swaps(board: Board, stones: Ints, own: int, swap: int, moves: Ints, count: int) -> int:
    """Two unprotected stones of different players, on the track or in the centre (T24)."""
    for stone in range(own * STONES, own * STONES + STONES):
        if _swappable(stones[stone]):
            for other in range(board[STONES_IN_PLAY]):
                if seat_of(other) != own and _swappable(stones[other]):
                    moves[count] = _to(swap, stone, other)
                    count += 1
    return count


@leaf
def _swappable(code: int) -> bool:
    place = code & PLACE
    return code < PROTECTED and (place < TRACK_END or place == CENTER)
