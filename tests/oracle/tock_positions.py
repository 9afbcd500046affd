"""Hard positions of Tock: crowded gates, houses nearly full, hands rich in special cards."""

from __future__ import annotations

import random
from typing import Final, final

from stammtisch.core import Document, Seat

from .tock import moves
from .tock_board import PACK, Board, board_of, for_seven, in_house, on_track, stones_of

SPECIAL: Final = "XXX7774J2KA3"
"""The ranks that have more than one thing to do, the harder ones more often."""
STONES_HOME: Final = (0, 0, 1, 1, 2, 3, 3, 4)
HOME_OF_A_TEAM_AHEAD: Final = (3, 4, 4)
HOME_OF_ONE_AHEAD: Final = (2, 3, 3, 3, 4)
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
    doc |= luck.choice([_play, _play, _play, _play, _give, _deal])(players, in_play, luck)
    return _seven_under_way(doc, luck) if doc["phase"] == "play" and luck.random() < 0.4 else doc


def _seven_under_way(doc: Document, luck: random.Random) -> Document:
    """The same position within a seven, where the rest can be played in full."""
    stones = stones_of(doc)
    may_have_moved = [
        name
        for name in for_seven(board_of(doc), stones, doc["turn"])
        if on_track(stones[name]) or in_house(stones[name])
    ]
    moved = luck.sample(may_have_moved, min(2, len(may_have_moved)))
    seven = {"left": luck.randint(1, 6), "as": luck.choice("7XX"), "moved": moved}
    found = doc | {"phase": "seven", "seven": seven}
    return found if moved and moves(found, doc["turn"]) else doc


def _done(doc: Document, luck: random.Random) -> list[Seat]:
    """The seats that are done, in any order; in teams nobody is."""
    seats = [seat for seat, row in enumerate(doc["stones"]) if all(map(in_house, row))]
    return [] if board_of(doc).teams else luck.sample(seats, len(seats))


# --- stones -------------------------------------------------------------------------------------------------


def _rows(board: Board, luck: random.Random) -> list[list[str]]:
    """The stones of all seats, in a game that is not over."""
    while True:
        placing = _Placing(board, luck)
        rows = [placing.row(seat) for seat in range(board.players)]
        home = {seat for seat, row in enumerate(rows) if all(map(in_house, row))}
        if board.teams:
            over = any(board.team(seat) <= home for seat in home)
        else:
            over = len(home) > (board.players - 2 if board.play_on else 0)
        if not over:
            return rows


@final
class _Placing:
    """Sets stones down at random: more or less crowded, at times with a team or everyone almost done."""

    def __init__(self, board: Board, luck: random.Random) -> None:
        self.board: Final = board
        self.luck: Final = luck
        self.crowd: Final = luck.choice([0.3, 0.5, 0.8])
        ahead = board.team(luck.randrange(board.players)) if board.teams else set(range(board.players))
        self.ahead: Final = ahead if luck.random() < 0.5 else set()
        self.home_ahead: Final = HOME_OF_A_TEAM_AHEAD if board.teams else HOME_OF_ONE_AHEAD
        self.taken: Final[set[str]] = set()

    def row(self, seat: Seat) -> list[str]:
        """The four stones of a seat."""
        home = self.luck.choice(self.home_ahead if seat in self.ahead else STONES_HOME)
        texts = [f"h{cell}" for cell in self.luck.sample([1, 2, 3, 4], home)]
        while len(texts) < 4:
            place = self.place(seat)
            if place not in self.taken:
                self.taken.update({place} - {"-"})
                texts.append(self.carrying(seat, place))
        return self.luck.sample(texts, 4)

    def place(self, seat: Seat) -> str:
        """Somewhere outside the house: in a crowd mostly around the gates and starts."""
        board, luck = self.board, self.luck
        if seat in self.ahead and luck.random() < 0.8:
            return board.beyond(board.gate(seat), luck.randint(-6, 4))
        if luck.random() > self.crowd:
            return "-" if luck.random() < 0.7 else str(luck.randrange(board.size))
        if board.eights and luck.random() < 0.3:
            return luck.choice(["c", "c", *board.eights])
        near = luck.choice([board.gate, board.start])(luck.choice([seat, luck.randrange(board.players)]))
        return board.beyond(near, luck.choice([0, luck.randint(-3, 3), luck.randint(-9, 9)]))

    def carrying(self, seat: Seat, place: str) -> str:
        """The stone with protection or mark, at random where that is allowed."""
        board, luck = self.board, self.luck
        if place == "-":
            return place
        if place == board.start(seat) and luck.random() < 0.7:
            return f"{place}!"
        return place + (board.mark if place == board.gate(seat) or luck.random() < 0.4 else "")


# --- cards --------------------------------------------------------------------------------------------------


def _play(players: int, in_play: list[Seat], luck: random.Random) -> Document:
    """Some seats are out of cards, the stock is full, lower or nearly gone."""
    hands, rest = _hands(players, in_play, luck)
    share = luck.choice([0.2, 0.8, 1.0])
    holding = [seat for seat in in_play if luck.random() < share] or in_play[:1]
    discard = [card for seat in in_play if seat not in holding for card in hands[seat]]
    hands = [hands[seat] if seat in holding else [] for seat in range(players)]
    discard += rest[: luck.choice([0, 20, len(rest) - luck.randint(0, 12)])]
    given = _passed_on(players, [card for pile in (*hands, discard) for card in pile], luck)
    changes: Document = {"phase": "play", "turn": luck.choice(holding), "hands": hands}
    return changes | {"given": given, "discard": discard}


def _passed_on(players: int, seen: list[str], luck: random.Random) -> list[str | None]:
    """What each seat passed on, where that is known."""
    cards = luck.sample(seen, players) if len(seen) >= players else []
    return [card if luck.random() < 0.8 else None for card in cards] or [None] * players


def _give(players: int, in_play: list[Seat], luck: random.Random) -> Document:
    """Some seats, never all, have passed a card on."""
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
    discard = cards[: len(cards) - luck.choice([luck.randint(0, 9), 2 * len(in_play)])]
    changes: Document = {"phase": "deal", "turn": None, "round": luck.choice([1, 4, 5, 10])}
    return changes | {"hands": [[] for _ in range(players)], "discard": discard}


def _hands(players: int, in_play: list[Seat], luck: random.Random) -> tuple[list[list[str]], list[str]]:
    """A hand for each seat that plays, with the special cards on top, and the cards left over."""
    cards = list(PACK.elements())
    cards.sort(key=lambda card: luck.random() / (1 + 2 * SPECIAL.count(card[0])))
    hands: list[list[str]] = [[] for _ in range(players)]
    for seat in in_play:
        number = luck.choice([1, 1, 2, 3, 4, 5])
        hands[seat], cards = cards[:number], cards[number:]
    return hands, luck.sample(cards, len(cards))
