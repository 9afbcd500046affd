"""Deals from the stock and, when it runs out, from the discard pile, and drawn cards."""

from __future__ import annotations

from typing import Final

import numpy as np

from stammtisch.games.tock.cards import PACK
from stammtisch.games.tock.state import CARDS_BY_ROUND
from stammtisch.solve.machine_code import compiled, leaf
from stammtisch.solve.random_numbers import Luck, below
from stammtisch.solve.tock.playing import is_done, next_turn
from stammtisch.solve.tock.position import (
    ALL_CARDS,
    CARD_KINDS,
    DEALER,
    DISCARD,
    DONE,
    DRAW_FROM,
    GIVING,
    HELD,
    PHASE,
    PLAYERS,
    ROUND,
    TURN,
    Board,
    Ints,
    Position,
    hand_of,
)

_CARDS_BY_ROUND: Final = np.array(CARDS_BY_ROUND, np.int64)


@leaf
def cards_each(round_: int) -> int:
    """How many cards each player gets in that round (T8)."""
    return int(_CARDS_BY_ROUND[(round_ - 1) % len(_CARDS_BY_ROUND)])


@leaf
def pick(counts: Ints, total: int, luck: Luck) -> int:
    """One of the cards, each as likely as any other; it is taken out of the counts."""
    mark = below(luck, total)
    card = 0
    while mark >= counts[card]:
        mark -= counts[card]
        card += 1
    counts[card] -= 1
    return card


@compiled
def deal(board: Board, position: Position, luck: Luck) -> None:
    """Deal a round at random."""
    active = board[PLAYERS] - position[DONE]
    cards = np.empty(active * cards_each(position[ROUND]), np.int64)
    stock = ALL_CARDS - position[DISCARD : DISCARD + CARD_KINDS]
    left = int(stock.sum())
    for index in range(len(cards)):
        if left == 0:
            stock = position[DISCARD : DISCARD + CARD_KINDS].copy()
            left = int(stock.sum())
        cards[index] = pick(stock, left, luck)
        left -= 1
    deal_cards(board, position, cards)


@leaf
def deal_cards(board: Board, position: Position, cards: Ints) -> None:
    """Deal these cards one by one from the dealer's left on (T8, T9)."""
    if len(cards) > len(PACK) - position[DISCARD : DISCARD + CARD_KINDS].sum():
        position[DISCARD : DISCARD + CARD_KINDS] = 0
    seat = position[DEALER]
    for card in cards:
        seat = (seat + 1) % board[PLAYERS]
        while is_done(position, seat):
            seat = (seat + 1) % board[PLAYERS]
        position[hand_of(seat) + card] += 1
        position[HELD + seat] += 1
    position[PHASE] = GIVING
    position[TURN] = -1


@compiled
def draw(board: Board, position: Position, luck: Luck) -> None:
    """Draw a card from the hand that a two has named, unseen (T19)."""
    source = position[DRAW_FROM]
    hand = position[hand_of(source) : hand_of(source + 1)].copy()
    draw_card(board, position, pick(hand, position[HELD + source], luck))


@leaf
def draw_card(board: Board, position: Position, card: int) -> None:
    """Take this card; the turn then ends (T19)."""
    source, turn = position[DRAW_FROM], position[TURN]
    position[hand_of(source) + card] -= 1
    position[HELD + source] -= 1
    position[hand_of(turn) + card] += 1
    position[HELD + turn] += 1
    next_turn(board, position)
