"""Fair dice: promised before the first throw, shown after the last, and checked by whoever likes to.

The exact bytes are in `docs/fair-dice.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import lcm
from typing import Final, Literal, TypeAlias, final

import msgspec

from stammtisch.core.chance import Chance, Source
from stammtisch.core.turn import Over
from stammtisch.match.dice import Dice, commitment, dice_of
from stammtisch.match.record import Record
from stammtisch.match.replay import replay

Luck: TypeAlias = Literal["fair", "seed", "real"]
"""Where the throws of a match come from."""


class Difference(msgspec.Struct, frozen=True):
    """A throw that should have been another; entries of the log are counted from 1."""

    entry: int
    recorded: str
    derived: str


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the throws of a record are right, or unknown where they cannot be derived.

    The notes are sentences for people: why it is unknown, what else is wrong, how little is proved.
    """

    result: Literal["right", "wrong", "unknown"]
    luck: Luck
    throws: int
    differences: tuple[Difference, ...] = ()
    notes: tuple[str, ...] = ()


def verify(record: Record) -> Verdict:
    """Derive every throw of a record, as `read_record` gives it, once more and compare."""
    throws = sum(seat is None for seat, _ in record.log)
    why_not = _hindrance(record)
    dice = None if why_not else dice_of(record)
    if dice is None:
        return Verdict(result="unknown", luck=_luck(record), throws=throws, notes=(why_not,))
    differences = tuple(_differences(record, dice))
    broken = _broken_promises(record)
    return Verdict(
        result="wrong" if differences or broken else "right",
        luck=_luck(record),
        throws=throws,
        differences=differences,
        notes=(*broken, *_limits(record)),
    )


def _luck(record: Record) -> Luck:
    return "real" if record.real_dice else "seed" if record.fair is None else "fair"


def _hindrance(record: Record) -> str:
    """Why the throws cannot be derived, or nothing."""
    if record.real_dice:
        return "The dice were real and typed in, and there is nothing to derive them from."
    if record.fair is None or record.fair.secret is not None:
        return ""
    *_, last = replay(record)
    if isinstance(last.match.turn, Over):
        return "The match is over, but its secret is missing in this record."
    return "The match is not over yet, and its secret is not shown before the end."


def _differences(record: Record, dice: Dice) -> Iterator[Difference]:
    for number, chance, text in _throws(record):
        derived = chance.sample(dice.source(number))
        if derived != text:
            yield Difference(number + 1, text, derived)


def _throws(record: Record) -> Iterator[tuple[int, Chance, str]]:
    """Every throw: the number of its entry, counted from 0, what could fall and what fell."""
    steps = zip(replay(record), record.log, strict=False)  # nothing follows the last position
    for number, (played, (seat, text)) in enumerate(steps):
        if seat is None:
            yield number, played.match.game.chance(played.match.state), text


def _broken_promises(record: Record) -> list[str]:
    fair = record.fair
    if fair is None or fair.secret is None or commitment(fair.secret) == fair.commitment:
        return []
    return [f"The secret is not the promised one: its SHA-256 is {commitment(fair.secret)}."]


def _limits(record: Record) -> list[str]:
    """What even right throws do not prove."""
    if record.fair is None:
        return ["Whoever knew the seed knew all throws: it proves that the record is consistent, no more."]
    if not any(record.fair.seeds):
        return ["No player added a seed: whoever chose the secret could look at the throws beforehand."]
    return []


class Draw(msgspec.Struct, frozen=True):
    """One throw as the recipe makes it: entry `n` of the log, counted from 0.

    The `numbers` come from its stream in this order, each with the bound it was asked to be below.
    Where `lots` is not None, the only number points into that list; else the rules made the text.
    """

    n: int
    numbers: tuple[tuple[int, int], ...]
    lots: int | None
    text: str


class Draws(msgspec.Struct, frozen=True):
    """Every throw of a match, for whoever derives them again without knowing any rules.

    In a list stands everything that may fall, with the number of its lots, in order.
    """

    lists: tuple[tuple[tuple[str, int], ...], ...]
    draws: tuple[Draw, ...]


def draws(record: Record) -> Draws:
    """What the throws of a record are made of; nothing where they cannot be derived."""
    dice = None if _hindrance(record) else dice_of(record)
    if dice is None:
        return Draws((), ())
    lists: dict[tuple[tuple[str, int], ...], int] = {}
    found = []
    for number, chance, _ in _throws(record):
        source = _Noted(dice.source(number))
        text = chance.sample(source)
        lots = _lots(chance)
        index = None if lots is None else lists.setdefault(lots, len(lists))
        found.append(Draw(number, tuple(source.numbers), index, text))
    return Draws(tuple(lists), tuple(found))


def _lots(chance: Chance) -> tuple[tuple[str, int], ...] | None:
    """What may fall with the smallest whole numbers for its likelihood; None where it is not listed."""
    outcomes = chance.outcomes()
    if outcomes is None:
        return None
    total = lcm(*(likelihood.denominator for _, likelihood in outcomes))
    return tuple((text, int(likelihood * total)) for text, likelihood in outcomes)


@final
class _Noted(Source):
    """Luck that remembers what it gave, each number with its bound."""

    __slots__ = ("_source", "numbers")

    def __init__(self, source: Source) -> None:
        self._source: Final = source
        self.numbers: list[tuple[int, int]] = []

    def below(self, bound: int) -> int:
        number = self._source.below(bound)
        self.numbers.append((number, bound))
        return number
