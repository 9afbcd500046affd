"""The cards and the board of the Tock oracle, and the stones as the texts they have in a document."""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple, TypeAlias

from stammtisch.core import Document, Seat

Stones: TypeAlias = dict[str, str]
"""The text of each stone by its name: `{"0a": "37*", "0b": "-", …}`."""

RANKS: Final = "A23456789TJQK"
FORWARD: Final = {
    **{str(number): (number,) for number in (2, 3, 4, 5, 6, 8, 9)},
    "T": (10,),
    "Q": (12,),
    "K": (13,),
    "A": (1, 11),
}
"""T13: the steps of each rank; the seven and the jack have ways of their own."""
PACK: Final = Counter({**{rank + suit: 2 for rank in RANKS for suit in "CDHS"}, "X": 6})
"""T7: two packs of 52 cards and 6 jokers."""
RESERVE: Final = "-"
CENTRE: Final = "c"


class Board(NamedTuple):
    """The board and the agreements that stay the same during a game."""

    players: int
    kind: str
    house_entry: str
    play_on: bool
    canadian_seven: bool
    no_joker_finish: bool

    @property
    def teams(self) -> bool:
        """T2."""
        return self.players in (4, 6, 8)

    @property
    def arms(self) -> int:
        """T3."""
        return {2: 4, 3: 4, 4: 4, 5: 6, 6: 6, 8: 8}[self.players]

    @property
    def arm_length(self) -> int:
        """T4."""
        return 18 if self.kind == "canadian" else 16

    @property
    def size(self) -> int:
        """T4: the fields of the ring."""
        return self.arms * self.arm_length

    @property
    def eights(self) -> list[str]:
        """T34: the fields that lead to the centre."""
        if self.arms != 8:
            return []
        return [str(field) for field in range(self.size) if field % self.arm_length + 1 == 8]

    def start(self, seat: Seat) -> str:
        """T3, T4: number 1 of the seat's arm."""
        arm = 2 * seat if self.players == 2 else seat
        return str(arm * self.arm_length)

    def gate(self, seat: Seat) -> str:
        """T5."""
        if self.kind == "dog":
            return self.start(seat)
        return self.beyond(self.start(seat), -3)

    @property
    def mark(self) -> str:
        """What a stone carries that touched its gate (T28) or its start twice (T30)."""
        return {"touched": "*", "twice": "*2", "over": ""}[self.house_entry]

    def beyond(self, field: str, steps: int) -> str:
        """The field that is this number of steps ahead, or behind if it is negative."""
        return str((int(field) + steps) % self.size)

    def partner(self, seat: Seat) -> Seat:
        """T2."""
        return (seat + self.players // 2) % self.players

    def team(self, seat: Seat) -> set[Seat]:
        return {seat, self.partner(seat)} if self.teams else {seat}

    def clockwise(self, seat: Seat) -> list[Seat]:
        """Everyone from the left neighbour on, the seat itself last."""
        return [(seat + step) % self.players for step in range(1, self.players + 1)]


def board_of(doc: Document) -> Board:
    """T31: what is left out takes its default."""
    options = doc.get("options", {})
    kind = options.get("board", "canadian")
    entry = options.get("house_entry") or ("touched" if kind == "canadian" else "over")
    flags = [options.get(name, False) for name in ("play_on", "canadian_seven", "no_joker_finish")]
    return Board(doc["players"], kind, entry, *flags)


def stones_of(doc: Document) -> Stones:
    return {
        f"{seat}{'abcd'[index]}": text
        for seat, row in enumerate(doc["stones"])
        for index, text in enumerate(row)
    }


def rows_of(stones: Stones, players: int) -> list[list[str]]:
    return [[stones[f"{seat}{letter}"] for letter in "abcd"] for seat in range(players)]


def place_of(text: str) -> str:
    """The place alone, without what the stone carries."""
    return text.partition("*")[0].removesuffix("!")


def owner_of(name: str) -> Seat:
    return int(name[0])


def protected(text: str) -> bool:
    return text.endswith("!")


def marked(text: str) -> bool:
    """Has touched its gate (T28), or its start at least twice (T30)."""
    return "*" in text


def in_house(text: str) -> bool:
    return text.startswith("h")


def on_track(text: str) -> bool:
    return place_of(text).isdigit()


def text_of(board: Board, place: str, mark: bool) -> str:
    """The text of an unprotected stone; only on the track and in the centre it carries its mark."""
    return place + board.mark if mark and (place.isdigit() or place == CENTRE) else place


def stone_at(stones: Stones, place: str) -> str | None:
    """The stone that stands on that track field or in the centre."""
    return next((name for name, text in stones.items() if place_of(text) == place), None)


def home(stones: Stones, seat: Seat) -> int:
    """How many stones of the seat are in its house."""
    return sum(in_house(text) for name, text in stones.items() if owner_of(name) == seat)


def team_is_home(board: Board, stones: Stones, seat: Seat) -> bool:
    """T27."""
    return all(home(stones, member) == 4 for member in board.team(seat))


def controlled(board: Board, stones: Stones, seat: Seat) -> list[str]:
    """T14: the seat's own stones, or the partner's once all four are in the house."""
    owner = board.partner(seat) if board.teams and home(stones, seat) == 4 else seat
    return [name for name in stones if owner_of(name) == owner]


def for_seven(board: Board, stones: Stones, seat: Seat) -> list[str]:
    """T20, T23, T32: the stones that a part of a seven may move."""
    if not board.teams:
        return [name for name, text in stones.items() if on_track(text) or owner_of(name) == seat]
    if board.canadian_seven:
        return [name for name in stones if owner_of(name) in board.team(seat)]
    return controlled(board, stones, seat)
