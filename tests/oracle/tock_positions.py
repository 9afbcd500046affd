"""Hard positions of Tock: crowded gates, houses nearly full, hands rich in special cards."""

from __future__ import annotations

import random
from typing import Final

from stammtisch.core import Document, Seat

from .tock_board import PACK, Board, board_of, in_house

SPECIAL: Final = "XXX7774J2KA3"
"""The ranks that have more than one thing to do, the harder ones more often."""
AT_HOME: Final = (0, 0, 1, 1, 2, 3, 3, 3, 4)
BOARDS: Final[tuple[Document, ...]] = (
    {"board": "canadian", "house_entry": "touched"},
    {"board": "dog", "house_entry": "over"},
    {"board": "dog", "house_entry": "twice"},
)
FREE_PLAY: Final[tuple[Document, ...]] = ({"play_on": False}, {"play_on": True})
TEAM_PLAY: Final[tuple[Document, ...]] = tuple(
    {"canadian_seven": seven, "no_joker_finish": joker} for seven in (False, True) for joker in (False, True)
)


def option_sets(players: int) -> list[Document]:
    """Every agreement that changes the rules (T27–T33)."""
    agreed = FREE_PLAY if players in (2, 3, 5) else TEAM_PLAY
    return [board | extra for board in BOARDS for extra in agreed]


def hard_position(players: int, options: Document, luck: random.Random) -> Document:
    """A position that contradicts no rule, though hardly any game leads to it."""
    everything: Document = {"direction": "clockwise", "play_on": False}
    everything |= {"canadian_seven": False, "no_joker_finish": False} | options
    doc: Document = {"game": "tock", "options": everything, "players": players}
    doc["stones"] = _rows(board_of(doc), luck)
    doc["places"] = _done(doc, luck)
    in_play = [seat for seat in range(players) if seat not in doc["places"]]
    doc |= {"dealer": luck.choice(in_play), "round": luck.randint(1, 12)}
    return doc | luck.choice([_play, _play, _play, _play, _give, _deal])(players, in_play, luck)


def _done(doc: Document, luck: random.Random) -> list[Seat]:
    """The seats that are done, in any order; in teams nobody is."""
    seats = [seat for seat, row in enumerate(doc["stones"]) if all(map(in_house, row))]
    return [] if board_of(doc).teams else luck.sample(seats, len(seats))


def _rows(board: Board, luck: random.Random) -> list[list[str]]:
    """The stones of all seats, in a game that is not over."""
    while True:
        taken: set[str] = set()
        crowd = luck.choice([0.3, 0.5, 0.8])
        rows = [_row(board, seat, crowd, taken, luck) for seat in range(board.players)]
        home = [all(map(in_house, row)) for row in rows]
        if board.teams:
            over = any(all(home[member] for member in board.team(seat)) for seat in range(board.players))
        else:
            over = sum(home) > (board.players - 2 if board.play_on else 0)
        if not over:
            return rows


def _row(board: Board, seat: Seat, crowd: float, taken: set[str], luck: random.Random) -> list[str]:
    """The four stones of a seat, often nearly all of them home."""
    texts = [f"h{cell}" for cell in luck.sample([1, 2, 3, 4], luck.choice(AT_HOME))]
    while len(texts) < 4:
        place = _place(board, seat, crowd, luck)
        if place not in taken:
            taken.update({place} - {"-"})
            texts.append(_carrying(board, seat, place, luck))
    luck.shuffle(texts)
    return texts


def _place(board: Board, seat: Seat, crowd: float, luck: random.Random) -> str:
    """Somewhere outside the house: in a crowd mostly around the gates and starts."""
    if luck.random() > crowd:
        return "-" if luck.random() < 0.7 else str(luck.randrange(board.size))
    if board.eights and luck.random() < 0.2:
        return luck.choice(["c", "c", *board.eights])
    if luck.random() < 0.4:
        return board.beyond(board.gate(seat), luck.randint(-6, 4))
    near = luck.choice([board.gate, board.start])(luck.randrange(board.players))
    return board.beyond(near, luck.choice([0, luck.randint(-3, 3), luck.randint(-9, 9)]))


def _carrying(board: Board, seat: Seat, place: str, luck: random.Random) -> str:
    """The stone with protection or mark, at random where that is allowed."""
    if place == "-":
        return place
    if place == board.start(seat) and luck.random() < 0.7:
        return f"{place}!"
    always = place == board.gate(seat)
    return place + (board.mark if always or luck.random() < 0.4 else "")


def _play(players: int, in_play: list[Seat], luck: random.Random) -> Document:
    hands, rest = _hands(players, in_play, luck)
    holding = [seat for seat in in_play if luck.random() < 0.8] or in_play
    discard = [card for seat in in_play if seat not in holding for card in hands[seat]]
    hands = [hands[seat] if seat in holding else [] for seat in range(players)]
    discard += rest[: luck.choice([0, 20, len(rest) - luck.randint(0, 12)])]
    given = _passed_on(players, [card for pile in (*hands, discard) for card in pile], luck)
    told: Document = {"phase": "play", "turn": luck.choice(holding), "hands": hands}
    return told | {"given": given, "discard": discard}


def _passed_on(players: int, seen: list[str], luck: random.Random) -> list[str | None]:
    """What each seat passed on, where that is known."""
    cards = luck.sample(seen, players) if len(seen) >= players else []
    return [card if luck.random() < 0.8 else None for card in cards] or [None] * players


def _give(players: int, in_play: list[Seat], luck: random.Random) -> Document:
    """Most seats have passed a card on."""
    hands, rest = _hands(players, in_play, luck)
    given: list[str | None] = [None] * players
    for seat in luck.sample(in_play, luck.randrange(len(in_play))):
        given[seat] = hands[seat].pop()
    discard = rest[: luck.randint(0, len(rest))]
    return {"phase": "give", "turn": None, "hands": hands, "given": given, "discard": discard}


def _deal(players: int, in_play: list[Seat], luck: random.Random) -> Document:
    """The stock is all but exhausted and of few kinds, so that some of these deals can be listed."""
    cards = list(PACK.elements())
    cards.sort(key=lambda card: (card[0] in "X7", luck.random()))
    discard = cards[: len(cards) - luck.randint(0, 9)]
    told: Document = {"phase": "deal", "turn": None, "round": luck.choice([1, 4, 5, 10])}
    return told | {"hands": [[] for _ in range(players)], "discard": discard}


def _hands(players: int, in_play: list[Seat], luck: random.Random) -> tuple[list[list[str]], list[str]]:
    """A hand for each seat that plays, with the special cards on top, and the cards left over."""
    cards = list(PACK.elements())
    cards.sort(key=lambda card: luck.random() / (1 + 2 * SPECIAL.count(card[0])))
    hands: list[list[str]] = [[] for _ in range(players)]
    for seat in in_play:
        number = luck.randint(2, 6)
        hands[seat], cards = cards[:number], cards[number:]
    return hands, luck.sample(cards, len(cards))
