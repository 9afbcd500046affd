"""Tock's notation: `KS in`, `5H 0b>37`, `X=7 0a>20`, `0b>h1`, `JD 0a<>2c`, `2H draw 3`, …"""

from __future__ import annotations

import re
from typing import Final

from stammtisch.core.documents import shown
from stammtisch.core.errors import BadMove
from stammtisch.games.tock.cards import CARDS, NO_CARD, RANKS
from stammtisch.games.tock.moves import (
    DRAW_CARD,
    END,
    ENTER,
    FOLD,
    GIVE_CARD,
    GO,
    HOUSE,
    INTO_CENTER,
    LETTERS,
    NO_RANK,
    PART,
    STONES,
    SWAP,
    Move,
    Place,
    Stone,
)

_CARD: Final = "(?P<card>[A2-9TJQK][CDHS]|X)"
_AS: Final = f"(?P<card>[A2-9TJQK][CDHS]|X)(?:(?<=X)=(?P<rank>[{RANKS}]))?"
_STONE: Final = "(?P<stone>[0-7][a-d])"
_GOAL: Final = "(?P<goal>h[1-4]|0|[1-9][0-9]{0,2})"

_FORMS: Final = tuple(
    (kind, re.compile(form))
    for kind, form in (
        (GO, f"{_AS} {_STONE}>{_GOAL}"),
        (PART, f"{_STONE}>{_GOAL}"),
        (ENTER, f"{_CARD} in"),
        (SWAP, f"{_AS} {_STONE}<>(?P<other>[0-7][a-d])"),
        (DRAW_CARD, f"{_AS} draw (?P<seat>[0-7])"),
        (GIVE_CARD, f"give {_CARD}"),
        (INTO_CENTER, f"center {_CARD} {_STONE}"),
        (END, END),
        (FOLD, FOLD),
    )
)


def parse_move(text: str) -> Move:
    """The move of that text."""
    for kind, form in _FORMS:
        match = form.fullmatch(text)
        if match:
            return _move(kind, match.groupdict())
    raise BadMove(
        f"{shown(text)} is not a move of Tock: write for instance give 5H, KS in, 5H 0b>37, X=7 0a>20, "
        "0b>h1, JD 0a<>2c, 2H draw 3, center KS 0b, end or fold"
    )


def parse_stone(text: str) -> Stone:
    """The stone of a text such as 0a."""
    return int(text[0]) * STONES + LETTERS.index(text[1])


def _place(text: str) -> Place:
    if text[0] == "h":
        return HOUSE + int(text[1])
    return int(text) if int(text) < HOUSE else -int(text)


def _move(kind: str, parts: dict[str, str | None]) -> Move:
    card, rank, stone = parts.get("card"), parts.get("rank"), parts.get("stone")
    goal, other, seat = parts.get("goal"), parts.get("other"), parts.get("seat")
    target = _place(goal) if goal else parse_stone(other) if other else int(seat) if seat else -1
    return Move(
        kind,
        CARDS[card] if card else NO_CARD,
        RANKS.index(rank) if rank else NO_RANK,
        parse_stone(stone) if stone else -1,
        target,
    )
