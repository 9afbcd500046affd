"""What a move does: cards passed on, stones moved, hit, swapped, and whose turn is next."""

from __future__ import annotations

from stammtisch.games.tock.cards import HIDDEN, NO_CARD, SEVEN
from stammtisch.games.tock.legal import SEVEN_STEPS
from stammtisch.games.tock.moves import CENTER, HOUSE, RESERVE, STONES
from stammtisch.games.tock.state import NOBODY, PLACE, PROTECTED, TRACK_END
from stammtisch.games.tock.steps import BACKWARD
from stammtisch.solve.machine_code import leaf
from stammtisch.solve.tock.position import (
    AT_CENTER,
    CARD_KINDS,
    CENTER_FIELDS,
    CENTERS,
    DEALER,
    DEALING,
    DISCARD,
    DONE,
    DRAW_FROM,
    DRAWING,
    DRAWS,
    ENDED,
    ENTERS,
    FOLDS,
    GIVEN,
    GIVES,
    GOES,
    GOES_ON,
    HELD,
    IN_SEVEN,
    INTO,
    JOKER_SEVEN,
    LEFT,
    MOST_PLAYERS,
    MOVED,
    PARTNERS,
    PHASE,
    PLACES,
    PLAY_ON,
    PLAYERS,
    PLAYING,
    ROUND,
    SIZE,
    STARTS,
    SWAPS,
    TEAMS,
    TURN,
    Board,
    Position,
    card_in,
    goal_in,
    hand_of,
    kind_in,
    rank_in,
    seat_of,
    stone_in,
)
from stammtisch.solve.tock.steps import controlled, go_along, hit, home, play_part, put_on, steps_to


@leaf
def play(board: Board, position: Position, seat: int, code: int) -> None:
    """Make a legal move."""
    kind, card = kind_in(code), card_in(code)
    if kind == GIVES:
        _give(board, position, seat, card)
        return
    if card != NO_CARD:
        _discard(position, seat, card)
    if kind == GOES_ON or (kind == GOES and SEVEN in (rank_in(code), card >> 2)):
        _play_seven(board, position, code)
    elif kind in (GOES, ENTERS, SWAPS):
        _card_done(board, position, _move_stones(board, position, seat, code), stone_in(code))
    elif kind == DRAWS:
        position[PHASE] = DRAWING
        position[DRAW_FROM] = goal_in(code)
    else:
        if kind == INTO:
            hit(board, position, CENTER)
            put_on(board, position, stone_in(code), CENTER)
        elif kind == FOLDS:
            _discard_hand(position, seat)
        next_turn(board, position)


@leaf
def _move_stones(board: Board, position: Position, seat: int, code: int) -> int:
    """Enter, swap or go; the set of stones that may go into the centre then (T35)."""
    if kind_in(code) == ENTERS:
        return _enter(board, position, seat)
    if kind_in(code) == SWAPS:
        return _swap(board, position, stone_in(code), goal_in(code))
    return _go(board, position, stone_in(code), goal_in(code))


@leaf
def _play_seven(board: Board, position: Position, code: int) -> None:
    """One part of a seven, the first one with its card (T20–T22)."""
    stone, goal = stone_in(code), goal_in(code)
    if kind_in(code) == GOES:
        position[LEFT] = SEVEN_STEPS
        position[JOKER_SEVEN] = card_in(code) >> 2 != SEVEN
    position[MOVED] |= 1 << stone
    position[LEFT] -= steps_to(board, position, stone, goal)
    play_part(board, position, stone, goal)
    if position[LEFT]:
        _note_done(board, position, stone)
        position[PHASE] = IN_SEVEN
    else:
        _card_done(board, position, position[MOVED], stone)


@leaf
def _discard(position: Position, seat: int, card: int) -> None:
    position[hand_of(seat) + card] -= 1
    position[HELD + seat] -= 1
    position[DISCARD + card] += 1


@leaf
def _discard_hand(position: Position, seat: int) -> None:
    for card in range(CARD_KINDS):
        position[DISCARD + card] += position[hand_of(seat) + card]
        position[hand_of(seat) + card] = 0
    position[HELD + seat] = 0


@leaf
def _give(board: Board, position: Position, seat: int, card: int) -> None:
    """Pass a card on face down; all at once when the last has chosen (T10)."""
    position[hand_of(seat) + card] -= 1
    position[HELD + seat] -= 1
    position[GIVEN + seat] = card
    for other in range(board[PLAYERS]):
        if position[GIVEN + other] == NO_CARD and not is_done(position, other):
            return
    for giver in range(board[PLAYERS]):
        given = position[GIVEN + giver]
        if given != NO_CARD:
            receiver = receiver_of(board, position, giver)
            position[HELD + receiver] += 1
            if given != HIDDEN:  # what the seat does not see is in no hand that it knows
                position[hand_of(receiver) + given] += 1
    position[PHASE] = PLAYING
    position[TURN] = _next_with_cards(board, position, position[DEALER])


@leaf
def is_done(position: Position, seat: int) -> bool:
    """Whether the player has all stones home, in free play (T27)."""
    for place in range(position[DONE]):  # noqa: SIM110 -- numba knows no any() here
        if position[PLACES + place] == seat:
            return True
    return False


@leaf
def receiver_of(board: Board, position: Position, giver: int) -> int:
    """Who gets the card that this seat passes on: the partner, or the left neighbour (T10)."""
    if board[TEAMS]:
        return int(board[PARTNERS + giver])
    for step in range(1, board[PLAYERS]):
        other = (giver + step) % board[PLAYERS]
        if position[GIVEN + other] != NO_CARD or not is_done(position, other):
            return int(other)
    return giver


@leaf
def _enter(board: Board, position: Position, turn: int) -> int:
    """The first reserve stone on its owner's start, protected (T17, T18)."""
    seat = controlled(board, position, turn)
    stone = seat * STONES
    while position[stone] != RESERVE:
        stone += 1
    hit(board, position, board[STARTS + seat])
    position[stone] = board[STARTS + seat] | PROTECTED
    return 1 << stone


@leaf
def _swap(board: Board, position: Position, stone: int, other: int) -> int:
    """Two stones change places (T24); the set of those that may go into the centre then (T35)."""
    here, there = position[stone] & PLACE, position[other] & PLACE
    put_on(board, position, stone, there)
    put_on(board, position, other, here)
    return (1 << stone if here != CENTER else 0) | (1 << other if there != CENTER else 0)


@leaf
def _go(board: Board, position: Position, stone: int, goal: int) -> int:
    """One stone goes its steps, or out of the centre; a stone on the goal is hit (T15, T16, T36)."""
    place = position[stone] & PLACE
    if goal < TRACK_END:
        hit(board, position, goal)
        if place == CENTER:
            put_on(board, position, stone, goal)
            return 0
    go_along(board, position, stone, goal, back=(place - goal) % board[SIZE] == BACKWARD)
    return 1 << stone


@leaf
def _note_done(board: Board, position: Position, stone: int) -> None:
    """In free play: a player whose last stone came home, the stone just moved, is done (T27)."""
    seat = seat_of(stone)
    if board[TEAMS] or is_done(position, seat) or home(position, seat) < STONES:
        return
    position[PLACES + position[DONE]] = seat
    position[DONE] += 1
    if board[PLAY_ON]:
        _discard_hand(position, seat)


@leaf
def _card_done(board: Board, position: Position, moved: int, last: int) -> None:
    """A card has been played in full: the end, the choice of the centre, or the next turn."""
    turn = position[TURN]
    came_home = last >= 0 and HOUSE < position[last] < CENTER
    if came_home:
        _note_done(board, position, last)
    if (came_home or position[DONE]) and _is_over(board, position):
        _clear(position)
        position[PHASE] = ENDED
        position[TURN] = NOBODY
        return
    centers = 0
    if len(board) > CENTER_FIELDS and position[HELD + turn]:
        centers = _center_choice(board, position, moved)
    if centers:
        _clear(position)
        position[PHASE] = AT_CENTER
        position[CENTERS] = centers
    else:
        next_turn(board, position)


@leaf
def _clear(position: Position) -> None:
    """Nothing is under way any more."""
    position[LEFT] = position[JOKER_SEVEN] = position[MOVED] = position[CENTERS] = 0
    position[DRAW_FROM] = NOBODY


@leaf
def _is_over(board: Board, position: Position) -> bool:
    if board[TEAMS]:
        turn = position[TURN]
        return home(position, turn) + home(position, board[PARTNERS + turn]) == 2 * STONES
    return bool(position[DONE] >= (board[PLAYERS] - 1 if board[PLAY_ON] else 1))


@leaf
def _center_choice(board: Board, position: Position, moved: int) -> int:
    """The stones just moved that stand before the centre and are the player's to move (T35)."""
    seat = controlled(board, position, position[TURN])
    centers = 0
    for stone in range(seat * STONES, seat * STONES + STONES):
        if moved >> stone & 1:
            for field in board[CENTER_FIELDS:]:
                if position[stone] & PLACE == field:
                    centers |= 1 << stone
    return centers


@leaf
def _next_with_cards(board: Board, position: Position, seat: int) -> int:
    """The next player clockwise who holds cards, the seat itself last; nobody if none does (T11)."""
    for step in range(1, board[PLAYERS] + 1):
        if position[HELD + (seat + step) % board[PLAYERS]]:
            return int((seat + step) % board[PLAYERS])
    return NOBODY


@leaf
def next_turn(board: Board, position: Position) -> None:
    """The next player with cards or, when nobody has any, the next round (T8, T11)."""
    _clear(position)
    position[TURN] = _next_with_cards(board, position, position[TURN])
    position[PHASE] = PLAYING
    if position[TURN] == NOBODY:
        position[PHASE] = DEALING
        position[ROUND] += 1
        position[DEALER] = (position[DEALER] + 1) % board[PLAYERS]
        while is_done(position, position[DEALER]):
            position[DEALER] = (position[DEALER] + 1) % board[PLAYERS]
        position[GIVEN : GIVEN + MOST_PLAYERS] = NO_CARD
