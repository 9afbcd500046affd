"""Worlds that a seat holds possible: the cards it has not seen, dealt at random."""

from __future__ import annotations

from stammtisch.games.tock.cards import HIDDEN, NO_CARD
from stammtisch.solve.machine_code import compiled
from stammtisch.solve.random_numbers import Luck, below
from stammtisch.solve.tock.dealing import pick
from stammtisch.solve.tock.playing import receiver_of
from stammtisch.solve.tock.position import (
    ALL_CARDS,
    CARD_KINDS,
    DISCARD,
    GIVEN,
    GIVING,
    HANDS,
    HELD,
    PHASE,
    PLAYERS,
    Board,
    Ints,
    Position,
    hand_of,
)


@compiled
def guess(board: Board, seen: Position, seat: int, luck: Luck, world: Position) -> None:
    """Fill in a position that the seat cannot tell from the real one, as `Game.guess` does.

    A card that the seat passed on in this round stays with its receiver, unless one like it has been
    discarded since.
    """
    world[:] = seen
    unseen = ALL_CARDS - seen[DISCARD:HANDS] - seen[hand_of(seat) : hand_of(seat + 1)]
    passed_on = seen[GIVEN + seat]
    receiver = seat
    if seen[PHASE] == GIVING and passed_on != NO_CARD:
        unseen[passed_on] -= 1
    elif passed_on != NO_CARD and seen[DISCARD + passed_on] == 0 and unseen[passed_on]:
        receiver = receiver_of(board, seen, seat)
        if receiver != seat and seen[HELD + receiver]:
            world[hand_of(receiver) + passed_on] += 1
            unseen[passed_on] -= 1
        else:
            receiver = seat
    left = int(unseen.sum())
    for other in range(board[PLAYERS]):
        if other != seat:
            for _ in range(seen[HELD + other] - (other == receiver)):
                world[hand_of(other) + pick(unseen, left, luck)] += 1
                left -= 1
    _guess_gifts(board, world, unseen, left, luck)


@compiled
def _guess_gifts(board: Board, world: Position, unseen: Ints, left: int, luck: Luck) -> None:
    """Cards that others may have passed on: any while they lie face down, later one of the receiver's."""
    for giver in range(board[PLAYERS]):
        if world[GIVEN + giver] == HIDDEN:
            if world[PHASE] == GIVING:
                world[GIVEN + giver] = pick(unseen, left, luck)
                left -= 1
            else:
                world[GIVEN + giver] = _any_of(world, receiver_of(board, world, giver), luck)


@compiled
def _any_of(world: Position, seat: int, luck: Luck) -> int:
    """Any card of the hand; where it is empty, any card at all, since that matters no more."""
    if world[HELD + seat] == 0:
        return below(luck, CARD_KINDS)
    hand = world[hand_of(seat) : hand_of(seat + 1)].copy()
    return pick(hand, world[HELD + seat], luck)
