"""A second implementation of ZOCK, naive and clause by clause, over position documents."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from operator import mul
from typing import Final, TypeAlias

from stammtisch.core import Document, Seat

from .comparing import over

Cover: TypeAlias = frozenset[int]

ALL: Final = [1, 2, 3, 4, 5, 6, 7, 8, 9]
COLOURS: Final = ("red", "blue", "yellow", "green")


def start(players: int, options: Document) -> Document:
    """Z1, Z2: all open, nobody has rolled to see who begins."""
    variant = options.get("variant", "basic")
    agreed = {
        "variant": variant,
        "digits": "all" if variant == "c" else "ten",
        "double_pairs": variant == "b",
        "referee": "strict",
        "games": 1,
    }
    values = {"red": 1, "blue": 2, "yellow": 5, "green": 10} | options.get("chip_values", {})
    doc: Document = {
        "game": "zock",
        "options": agreed | options | {"chip_values": values},
        "players": players,
        "phase": "begin",
        "turn": 0,
        "open": [ALL[:], ALL[:]],
        "began": [None, None],
    }
    if doc["options"]["games"] > 1:
        doc["chips"] = [dict.fromkeys(COLOURS, 5), dict.fromkeys(COLOURS, 5)]
        doc["match_game"] = 1
    return doc


def turn(doc: Document) -> Document:
    """Who throws, who chooses, or how it ended."""
    if doc["phase"] == "over":
        return _ended(doc)
    if doc["phase"] in ("begin", "throw"):
        return {"kind": "chance", "seat": doc["turn"]}
    return {"kind": "choose", "seats": [doc["turn"]]}


def _ended(doc: Document) -> Document:
    if "chips" in doc:
        scores = [_worth(chips, doc["options"]["chip_values"]) for chips in doc["chips"]]
    else:
        scores = [sum(doc["open"][1]), sum(doc["open"][0])]
    places = [1 + (score < max(scores)) for score in scores]
    return over([seat for seat in (0, 1) if places[seat] == 1], places, scores)


@cache
def _two_dice() -> dict[str, Fraction]:
    chances: dict[str, Fraction] = {}
    for dice in product("123456", repeat=2):
        text = "".join(sorted(dice, reverse=True))
        chances[text] = chances.get(text, Fraction()) + Fraction(1, 36)
    return chances


def chance(doc: Document) -> dict[str, Fraction]:
    """Every throw is with two dice, written with the larger first."""
    return _two_dice()


def fall(doc: Document, outcome: str) -> Document:
    """A roll that decides who begins, or one to cover."""
    doc = deepcopy(doc)
    if doc["phase"] == "begin":
        return _thrown_to_begin(doc, outcome)
    return doc | {"phase": "move", "dice": outcome}


def _thrown_to_begin(doc: Document, outcome: str) -> Document:
    began = doc["began"]
    began[doc["turn"]] = outcome
    if None in began:
        doc["turn"] = began.index(None)
        return doc
    totals = [sum(map(int, dice)) for dice in began]
    if totals[0] == totals[1]:
        return doc | {"began": [None, None], "turn": 0}
    del doc["began"]
    return _new_turn(doc, totals.index(max(totals)))


def _new_turn(doc: Document, seat: Seat) -> Document:
    doc |= {"phase": "throw", "turn": seat}
    if doc["options"]["referee"] == "players":
        doc["handed"] = []
    return doc


def moves(doc: Document, seat: Seat) -> set[str]:
    """What the seat may play, in notation."""
    if seat != doc["turn"] or doc["phase"] not in ("move", "objection"):
        return set()
    if doc["phase"] == "objection":
        return {"object", "throw"}
    row = doc["open"][seat]
    if doc["options"]["referee"] == "players":
        return {_text(cover) for size in range(len(row) + 1) for cover in combinations(row, size)}
    return {_text(tuple(sorted(cover))) for cover in legal(doc["options"], row, doc["dice"])} or {"none"}


def _text(fields: tuple[int, ...]) -> str:
    return "+".join(map(str, fields)) or "none"


def legal(options: Document, row: list[int], dice: str) -> set[Cover]:
    """Every set of open fields that the throw covers, each once (Z15)."""
    return {cover for cover in _ways(options, int(dice[0]), int(dice[1])) if cover <= set(row)}


def _ways(options: Document, high: int, low: int) -> Iterator[Cover]:
    variant = options["variant"]
    if high != low:
        yield frozenset((high, low))  # Z3
    yield from _sum_field(high + low, options["digits"])
    if variant in ("b", "c") and (high != low or options["double_pairs"]):  # Z11, Z13
        yield from (frozenset(pair) for pair in combinations(ALL, 2) if sum(pair) == high + low)
    if variant == "c":
        yield from _literal(high * low)  # Z12
        if high != low:
            yield frozenset((high - low,))


def _sum_field(total: int, digits: str) -> Iterator[Cover]:
    if total <= 10 or digits == "all":  # Z6, Z7
        yield from _literal(total)


def _literal(number: int) -> Iterator[Cover]:
    """The fields of the digits; a zero has none, and no field can be covered twice (Z7)."""
    digits = [int(digit) for digit in str(number) if digit != "0"]
    if len(digits) == len(set(digits)):
        yield frozenset(digits)


def play(doc: Document, seat: Seat, text: str) -> Document:
    """The position after the move."""
    doc = deepcopy(doc)
    if doc["phase"] == "objection":
        return _answered(doc, seat, objects=text == "object")
    return _covered(doc, seat, [] if text == "none" else [int(field) for field in text.split("+")])


def _covered(doc: Document, seat: Seat, fields: list[int]) -> Document:
    options, before, dice = doc["options"], doc["open"][seat], doc.pop("dice")
    row = [field for field in before if field not in fields]
    doc["open"][seat] = row
    if options["referee"] == "players":
        doc["handed"].append({"dice": dice, "open": before, "covered": fields})
    if options["variant"] == "a" and fields and row:  # Z10, Z16
        return doc | {"phase": "throw"}
    if options["referee"] == "players":  # Z16, Z17
        return doc | {"phase": "objection", "turn": 1 - seat}
    return _new_turn(doc, 1 - seat) if row else _won(doc, seat)  # Z9


def _answered(doc: Document, seat: Seat, *, objects: bool) -> Document:
    """Z16: an objection opens what was wrongly covered; either way it is this seat's throw next."""
    mover = 1 - seat
    wrong = {
        field
        for throw in doc["handed"]
        if frozenset(throw["covered"]) not in legal(doc["options"], throw["open"], throw["dice"])
        for field in throw["covered"]
    }
    if objects:
        doc["open"][mover] = sorted({*doc["open"][mover], *wrong})
    doc = _new_turn(doc, seat)
    return doc if doc["open"][mover] else _won(doc, mover)  # Z17


def _won(doc: Document, winner: Seat) -> Document:
    """Z9, Z18: the game is over; in a match the loser pays and begins the next one."""
    doc.pop("handed", None)
    ended = doc | {"phase": "over", "turn": None}
    if "chips" not in doc:
        return ended
    due, values = sum(doc["open"][1 - winner]), doc["options"]["chip_values"]
    can_pay = _worth(doc["chips"][1 - winner], values) >= due
    ended["chips"] = _paid(doc["chips"], winner, due, values)
    if not can_pay or doc["match_game"] == doc["options"]["games"]:
        return ended
    following = ended | {"open": [ALL[:], ALL[:]], "match_game": doc["match_game"] + 1}
    return _new_turn(following, 1 - winner)


def _worth(chips: dict[str, int], values: dict[str, int]) -> int:
    return sum(chips[colour] * values[colour] for colour in COLOURS)


def _paid(
    chips: list[dict[str, int]], winner: Seat, due: int, values: dict[str, int]
) -> list[dict[str, int]]:
    loses, gains = chips[1 - winner], chips[winner]
    given = loses if _worth(loses, values) < due else payment(loses, gains, due, values)
    after = [dict(purse) for purse in chips]
    for colour in COLOURS:
        after[1 - winner][colour] -= given[colour]
        after[winner][colour] += given[colour]
    return after


def payment(loses: dict[str, int], gains: dict[str, int], due: int, values: dict[str, int]) -> dict[str, int]:
    """Z18: of all ways to hand chips over, the best one; change counts below zero.

    A colour never goes both ways, for then fewer chips would do.
    """
    dearest_first = sorted(COLOURS, key=values.__getitem__, reverse=True)
    prices = [values[colour] for colour in dearest_first]
    ways = list(product(*(range(-gains[colour], loses[colour] + 1) for colour in dearest_first)))
    amounts = [sum(map(mul, way, prices)) for way in ways]
    paid = min(amount for amount in amounts if amount >= due)

    def merit(way: tuple[int, ...]) -> tuple[int, int, list[int]]:
        change = sum(-count * price for count, price in zip(way, prices, strict=True) if count < 0)
        return sum(map(abs, way)), change, [-count for count in way]

    best = min((way for way, amount in zip(ways, amounts, strict=True) if amount == paid), key=merit)
    return dict(zip(dearest_first, best, strict=True))


def view(doc: Document, seat: Seat | None) -> Document:
    """Nothing is hidden."""
    return doc
