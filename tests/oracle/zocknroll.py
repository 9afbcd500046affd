"""A second implementation of Zock'n'Roll, naive and clause by clause, over position documents."""

from __future__ import annotations

from copy import deepcopy
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Final

from stammtisch.core import Document, Seat

from .comparing import over

BASIC: Final = {
    "kniffel": 12,
    "four-kind": 9,
    "large-straight": 6,
    "full-house": 5,
    "three-kind": 4,
    "two-pairs": 3,
    "pair": 2,
}
PROFI: Final = {
    "kniffel": 12,
    "highway": 11,
    "big-full-house": 10,
    "two-triplets": 10,
    "four-kind": 9,
    "large-straight": 6,
    "three-pairs": 6,
    "small-straight": 5,
    "full-house": 5,
    "three-kind": 4,
    "two-pairs": 3,
    "pair": 2,
}
"""R9 and R12: combinations and points, best first."""
EXTRA: Final = {"won-third": 3, "left-first": 1}
GROUPS: Final = {
    "kniffel": [5],
    "big-full-house": [2, 4],
    "two-triplets": [3, 3],
    "four-kind": [4],
    "three-pairs": [2, 2, 2],
    "full-house": [2, 3],
    "three-kind": [3],
    "two-pairs": [2, 2],
    "pair": [2],
}
"""How many equal dice a combination is laid out from, each group of another number."""
IN_A_ROW: Final = {"highway": 6, "large-straight": 5, "small-straight": 4}
LISTED_AT_MOST: Final = 1000
PASS_KEYS: Final = ("round", "white", "own", "status", "winners", "marked")


def start(players: int, options: Document) -> Document:
    """R2: the first starter is still to be drawn."""
    variant = options.get("variant", "basic")
    order = list(BASIC if variant == "basic" else PROFI)
    return {
        "game": "zocknroll",
        "options": {"variant": variant, "points": {}, "order": order} | options,
        "players": players,
        "phase": "own",
        "turn": None,
        "starter": None,
        "crosses": [{} for _ in range(players)],
    }


def turn(doc: Document) -> Document:
    """Who throws, who chooses, or how it ended."""
    match doc["phase"]:
        case "own" | "white":
            return {"kind": "chance", "seat": doc["turn"]}
        case "decide":
            return {"kind": "choose", "seats": [doc["turn"]]}
        case "mark":
            return {"kind": "choose", "seats": [s for s in doc["winners"] if s not in doc["marked"]]}
        case _:
            return _ended(doc)


def _ended(doc: Document) -> Document:
    """R11: most points, then most crosses in `won-third`."""
    rows = EXTRA | (BASIC if doc["options"]["variant"] == "basic" else PROFI) | doc["options"]["points"]
    scores = [sum(rows[row] * count for row, count in crosses.items()) for crosses in doc["crosses"]]
    merits = [
        (score, crosses.get("won-third", 0)) for score, crosses in zip(scores, doc["crosses"], strict=True)
    ]
    places = [1 + sum(other > merit for other in merits) for merit in merits]
    return over([seat for seat, place in enumerate(places) if place == 1], places, scores)


def chance(doc: Document) -> dict[str, Fraction] | None:
    """The lot, all cups at once, or the white dice that this round adds."""
    players = doc["players"]
    if doc["phase"] == "white":
        return {f"white {text}": odds for text, odds in _throws(3 if doc["round"] == 1 else 1).items()}
    if doc["starter"] is None:
        return {str(seat): Fraction(1, players) for seat in range(players)}
    cup = _throws(2 if doc["options"]["variant"] == "basic" else 3)
    return _all_cups(cup, players) if len(cup) ** players <= LISTED_AT_MOST else None


def _all_cups(cup: dict[str, Fraction], players: int) -> dict[str, Fraction]:
    chances = {"own": Fraction(1)}
    for _ in range(players):
        chances = {f"{before} {dice}": odds * cup[dice] for before, odds in chances.items() for dice in cup}
    return chances


@cache
def _throws(count: int) -> dict[str, Fraction]:
    chances: dict[str, Fraction] = {}
    for dice in product("123456", repeat=count):
        text = "".join(sorted(dice))
        chances[text] = chances.get(text, Fraction()) + Fraction(1, 6**count)
    return chances


def fall(doc: Document, outcome: str) -> Document:
    """R2, R3: the lot, the cups or white dice have fallen."""
    doc = deepcopy(doc)
    if doc["phase"] == "white":
        return _white_fallen(doc, outcome.removeprefix("white "))
    if doc["starter"] is None:
        return doc | {"starter": int(outcome)}
    doc |= {"own": outcome.removeprefix("own ").split(" "), "status": ["in"] * doc["players"]}
    return doc | {"phase": "white", "turn": doc["starter"], "round": 1, "white": ""}


def _white_fallen(doc: Document, dice: str) -> Document:
    doc["white"] = "".join(sorted(doc["white"] + dice))
    if doc["round"] < 3:
        return doc | {"phase": "decide", "turn": _from(doc, doc["starter"])[0]}  # R4
    return doc | {"phase": "mark", "turn": None, "winners": _best(doc), "marked": []}


def _from(doc: Document, seat: Seat) -> list[Seat]:
    """The seats still in from this one clockwise, up to the one before the starter."""
    players, starter = doc["players"], doc["starter"]
    around = [(starter + step) % players for step in range(players)]
    return [other for other in around[around.index(seat) :] if doc["status"][other] == "in"]


def _best(doc: Document) -> list[Seat]:
    """R6, R7: all who share the highest combination of round 3."""
    order = doc["options"]["order"]
    ranks = {
        seat: min(order.index(combination) for combination in formed(_dice(doc, seat), order))
        for seat, status in enumerate(doc["status"])
        if status == "in"
    }
    return [seat for seat, rank in ranks.items() if rank == min(ranks.values())]


def _dice(doc: Document, seat: Seat) -> str:
    dice: str = doc["own"][seat] + doc["white"]
    return "".join(sorted(dice))


def formed(dice: str, order: list[str]) -> list[str]:
    """Those combinations that some of the dice lay out."""
    return [combination for combination in order if combination in _formed(dice)]


@cache
def _formed(dice: str) -> set[str]:
    found = set()
    for size in range(2, 7):
        for chosen in combinations(dice, size):
            counts = sorted(chosen.count(face) for face in set(chosen))
            found |= {name for name, groups in GROUPS.items() if counts == groups}
            found |= {name for name, length in IN_A_ROW.items() if length == size and _is_row(chosen)}
    return found


def _is_row(dice: tuple[str, ...]) -> bool:
    return "".join(dice) in "123456"


def moves(doc: Document, seat: Seat) -> set[str]:
    """R4, R5, R8: stay or leave; in round 3 what the winners may cross."""
    if doc["phase"] not in ("decide", "mark") or seat not in turn(doc)["seats"]:
        return set()
    rows = _crossable(doc, seat)
    if doc["phase"] == "mark":
        return {f"mark {row}" for row in rows}
    return {"stay"} | {f"leave {row}" for row in rows}


def _crossable(doc: Document, seat: Seat) -> list[str]:
    """R8, R11: what the dice form, in rows that have room; else nothing, written `-`."""
    rows = formed(_dice(doc, seat), doc["options"]["order"])
    return [row for row in rows if doc["crosses"][seat].get(row, 0) < 6] or ["-"]


def play(doc: Document, seat: Seat, text: str) -> Document:
    """The position after a decision or a cross of round 3."""
    doc = deepcopy(doc)
    word, _, row = text.partition(" ")
    if word == "mark":
        return _marked(doc, seat, row)
    if word == "leave":
        doc["status"][seat] = f"left{doc['round']}"
        _cross(doc, seat, row)
        if doc["round"] == 1:
            _cross(doc, seat, "left-first")
    return _decided(doc, seat)


def _cross(doc: Document, seat: Seat, row: str) -> None:
    crosses = doc["crosses"][seat]
    if row != "-" and crosses.get(row, 0) < 6:
        crosses[row] = crosses.get(row, 0) + 1


def _decided(doc: Document, seat: Seat) -> Document:
    """The next to decide; after the last one the next round, if anybody is left (R3, R10)."""
    waiting = [other for other in _from(doc, seat) if other != seat]
    if waiting:
        return doc | {"turn": waiting[0]}
    if "in" not in doc["status"]:
        return _end_of_hand(doc)
    return doc | {"phase": "white", "turn": doc["starter"], "round": doc["round"] + 1}


def _marked(doc: Document, seat: Seat, row: str) -> Document:
    _cross(doc, seat, row)
    if doc["winners"] == [seat]:  # R7
        _cross(doc, seat, "won-third")
    doc["marked"] = sorted([*doc["marked"], seat])
    return _end_of_hand(doc) if doc["marked"] == doc["winners"] else doc


def _end_of_hand(doc: Document) -> Document:
    """R2, R11: the game is over with a sixth cross, else the seat to the left starts."""
    doc = {key: value for key, value in doc.items() if key not in PASS_KEYS}
    starter = doc.pop("starter")
    if any(6 in crosses.values() for crosses in doc["crosses"]):
        return doc | {"phase": "over", "turn": None}
    return doc | {"phase": "own", "turn": None, "starter": (starter + 1) % doc["players"]}


def view(doc: Document, seat: Seat | None) -> Document:
    """R3, R4: the cups of those still in are secret until all are lifted in round 3."""
    if "own" not in doc or doc["phase"] == "mark":
        return doc
    seen = [
        dice if status != "in" or cup == seat else "?"
        for cup, (dice, status) in enumerate(zip(doc["own"], doc["status"], strict=True))
    ]
    return doc | {"own": seen}
