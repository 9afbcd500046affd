"""A second implementation of Kniffel, naive and clause by clause, over position documents."""

from __future__ import annotations

from copy import deepcopy
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Final

from stammtisch.core import Document, Seat

from .comparing import over

UPPER: Final = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER: Final = (
    "three-kind",
    "four-kind",
    "full-house",
    "small-straight",
    "large-straight",
    "kniffel",
    "chance",
)
JOKERS: Final = {"full-house": 25, "small-straight": 30, "large-straight": 40}


def start(players: int, options: Document) -> Document:
    """K1, K2: empty sheets, and who begins still to be thrown for, unless one plays alone."""
    doc: Document = {
        "game": "kniffel",
        "options": {"joker": "forced", "kniffel_bonus": 100, "games": 1} | options,
        "players": players,
        "phase": "begin",
        "turn": 0,
        "sheets": [{} for _ in range(players)],
        "bonus": [0] * players,
    }
    if doc["options"]["games"] > 1:
        doc |= {"match_game": 1, "totals": [0] * players}
    return _new_turn(doc, 0) if players == 1 else doc | {"began": [None] * players}


def _new_turn(doc: Document, seat: Seat) -> Document:
    return doc | {"phase": "throw", "turn": seat, "kept": "", "throws": 0}


def turn(doc: Document) -> Document:
    """Who throws, who chooses, or how it ended."""
    if doc["phase"] == "over":
        scores = doc["totals"] if "totals" in doc else _game_totals(doc)
        places = [1 + sum(other > score for other in scores) for score in scores]
        return over([seat for seat, place in enumerate(places) if place == 1], places, scores)  # K13
    if doc["phase"] == "choose":
        return {"kind": "choose", "seats": [doc["turn"]]}
    return {"kind": "chance", "seat": doc["turn"]}


def chance(doc: Document) -> dict[str, Fraction]:
    """The dice that are not kept."""
    return _rolls(5 - len(doc.get("kept", "")))


@cache
def _rolls(count: int) -> dict[str, Fraction]:
    chances: dict[str, Fraction] = {}
    for dice in product("123456", repeat=count):
        text = "roll " + "".join(sorted(dice))
        chances[text] = chances.get(text, Fraction()) + Fraction(1, 6**count)
    return chances


def fall(doc: Document, outcome: str) -> Document:
    """A roll that decides who begins, or one of a turn."""
    doc = deepcopy(doc)
    dice = outcome.removeprefix("roll ")
    if doc["phase"] == "begin":
        return _thrown_to_begin(doc, dice)
    dice = "".join(sorted(doc.pop("kept") + dice))
    return doc | {"phase": "choose", "dice": dice, "throws": doc["throws"] + 1}


def _thrown_to_begin(doc: Document, dice: str) -> Document:
    """K2: the tied highest throw again, the others are out."""
    began = doc["began"]
    began[doc["turn"]] = dice
    if None not in began:
        totals = [-1 if dice == "-" else _total(dice) for dice in began]
        if totals.count(max(totals)) == 1:
            del doc["began"]
            return _new_turn(doc, totals.index(max(totals)))
        began = [None if total == max(totals) else "-" for total in totals]
    return doc | {"began": began, "turn": began.index(None)}


def moves(doc: Document, seat: Seat) -> set[str]:
    """K3: boxes to fill and, while throws remain, dice to keep."""
    if doc["phase"] != "choose" or seat != doc["turn"]:
        return set()
    scores = {f"score {box}" for box in boxes(doc["sheets"][seat], doc["dice"], doc["options"]["joker"])}
    return scores if doc["throws"] == 3 else scores | _keeps(doc["dice"])


def _keeps(dice: str) -> set[str]:
    return {"keep " + ("".join(kept) or "-") for size in range(5) for kept in combinations(dice, size)}


def boxes(sheet: dict[str, int], dice: str, joker: str) -> list[str]:
    """K4, and what K11 leaves of it."""
    upper, lower = ([box for box in part if box not in sheet] for part in (UPPER, LOWER))
    if joker != "forced" or not _further(sheet, dice):
        return upper + lower
    own = _upper_box(dice)
    return [own] if own in upper else lower or upper


def _further(sheet: dict[str, int], dice: str) -> bool:
    """K11: a Kniffel, and the box for it is filled, be it by 0."""
    return _equal(dice, 5) and "kniffel" in sheet


def _upper_box(dice: str) -> str:
    return UPPER[int(dice[0]) - 1]


def points(sheet: dict[str, int], dice: str, box: str, joker: str) -> int:
    """What the dice count in an open box of this sheet (K5, K7–K11)."""
    fitted = _further(sheet, dice) and joker != "off" and _upper_box(dice) in sheet
    if fitted and box in JOKERS:
        return JOKERS[box]
    if box in UPPER:
        number = UPPER.index(box) + 1
        return number * dice.count(str(number))
    return _lower_points(dice, box)


def _lower_points(dice: str, box: str) -> int:
    counts = sorted(dice.count(face) for face in set(dice))
    match box:
        case "three-kind":
            return _total(dice) if _equal(dice, 3) else 0
        case "four-kind":
            return _total(dice) if _equal(dice, 4) else 0
        case "full-house":
            return 25 if counts == [2, 3] else 0
        case "small-straight":
            return 30 if _row(dice, 4) else 0
        case "large-straight":
            return 40 if _row(dice, 5) else 0
        case "kniffel":
            return 50 if _equal(dice, 5) else 0
        case _:
            return _total(dice)


def _total(dice: str) -> int:
    return sum(map(int, dice))


def _equal(dice: str, count: int) -> bool:
    return any(dice.count(face) >= count for face in dice)


def _row(dice: str, length: int) -> bool:
    return any(set("123456"[low : low + length]) <= set(dice) for low in range(7 - length))


def play(doc: Document, seat: Seat, text: str) -> Document:
    """Keep dice and throw again, or fill a box."""
    doc = deepcopy(doc)
    word, detail = text.split(" ")
    dice = doc.pop("dice")
    if word == "keep":
        return doc | {"phase": "throw", "kept": detail.removeprefix("-")}
    sheet = doc["sheets"][seat]
    written = points(sheet, dice, detail, doc["options"]["joker"])
    if _equal(dice, 5) and sheet.get("kniffel") == 50:  # K12
        doc["bonus"][seat] += 1
    sheet[detail] = written
    del doc["throws"]
    return _after(doc, seat)


def _after(doc: Document, seat: Seat) -> Document:
    """The next seat that still has boxes open; none, and the game is over (K13, K14)."""
    players = doc["players"]
    for step in range(1, players + 1):
        following = (seat + step) % players
        if len(doc["sheets"][following]) < 13:
            return _new_turn(doc, following)
    if "totals" in doc:
        doc["totals"] = [total + game for total, game in zip(doc["totals"], _game_totals(doc), strict=True)]
        if doc["match_game"] < doc["options"]["games"]:
            return _next_game(doc, (seat + 2) % players)
    return doc | {"phase": "over", "turn": None}


def _next_game(doc: Document, beginner: Seat) -> Document:
    players = doc["players"]
    doc |= {"sheets": [{} for _ in range(players)], "bonus": [0] * players}
    return _new_turn(doc | {"match_game": doc["match_game"] + 1}, beginner)


def _game_totals(doc: Document) -> list[int]:
    extra = doc["options"]["kniffel_bonus"]
    totals = []
    for sheet, further in zip(doc["sheets"], doc["bonus"], strict=True):
        upper = sum(sheet.get(box, 0) for box in UPPER)
        totals.append(sum(sheet.values()) + 35 * (upper >= 63) + further * extra)  # K6, K12
    return totals


def view(doc: Document, seat: Seat | None) -> Document:
    """Nothing is hidden."""
    return doc
