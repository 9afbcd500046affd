"""Fair dice: committed to before the first roll, revealed after the last, and verified by anyone.

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
"""Where the rolls of a match come from."""


class Difference(msgspec.Struct, frozen=True):
    """A roll that should have been another; steps are counted from 1."""

    entry: int
    recorded: str
    derived: str


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the rolls of a record are right, or unknown where they cannot be derived.

    The notes are sentences for people: why it is unknown, what else is wrong, what is not proved.
    """

    result: Literal["right", "wrong", "unknown"]
    luck: Luck
    throws: int
    differences: tuple[Difference, ...] = ()
    notes: tuple[str, ...] = ()


def verify(record: Record) -> Verdict:
    """Derive every roll of a record from `read_record` again, and compare."""
    throws = sum(seat is None for seat, _ in record.log)
    why_not = _hindrance(record)
    dice = None if why_not else dice_of(record)
    if dice is None:
        return Verdict(result="unknown", luck=_luck(record), throws=throws, notes=(why_not,))
    differences = tuple(_differences(record, dice))
    broken = _broken_commitment(record)
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
    """Why the rolls cannot be derived; empty if they can."""
    if record.real_dice:
        return "The dice were real and entered by hand; there is nothing to derive them from."
    if record.fair is None or record.fair.secret is not None:
        return ""
    *_, last = replay(record)
    if isinstance(last.match.turn, Over):
        return "The match is over, but its secret is missing from this record."
    return "The match is not over yet, and its secret is not shown before the end."


def _differences(record: Record, dice: Dice) -> Iterator[Difference]:
    for number, chance, text in _throws(record):
        derived = chance.sample(dice.source(number))
        if derived != text:
            yield Difference(number + 1, text, derived)


def _throws(record: Record) -> Iterator[tuple[int, Chance, str]]:
    """Every roll: the number of its step, counted from 0, what was possible, and the result."""
    steps = zip(replay(record), record.log, strict=False)  # nothing follows the last position
    for number, (played, (seat, text)) in enumerate(steps):
        if seat is None:
            yield number, played.match.game.chance(played.match.state), text


def _broken_commitment(record: Record) -> list[str]:
    fair = record.fair
    if fair is None or fair.secret is None or commitment(fair.secret) == fair.commitment:
        return []
    return [f"The secret does not match the commitment: its SHA-256 is {commitment(fair.secret)}."]


def _limits(record: Record) -> list[str]:
    """What even right rolls do not prove."""
    if record.fair is None:
        return ["Anyone who knew the seed knew all rolls: this proves only that the record is consistent."]
    if not any(record.fair.seeds):
        return ["No player added a seed: the person who chose the secret could know the rolls in advance."]
    return []


class Draw(msgspec.Struct, frozen=True):
    """How one roll is derived: step `n` of the log, counted from 0.

    The `numbers` come from its stream in this order, each with the bound that it is below.
    Where `lots` is not None, the only number is an index into that list; else the rules made the text.
    """

    n: int
    numbers: tuple[tuple[int, int], ...]
    lots: int | None
    text: str


class Draws(msgspec.Struct, frozen=True):
    """Every roll of a match, for deriving them again without knowing any rules.

    A list holds every possible result with the number of its lots, in order.
    """

    lists: tuple[tuple[tuple[str, int], ...], ...]
    draws: tuple[Draw, ...]


def draws(record: Record) -> Draws:
    """How the rolls of a record are derived; empty where they cannot be."""
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
    """Every possible result with the smallest whole numbers for its probability; None where not listed."""
    outcomes = chance.outcomes()
    if outcomes is None:
        return None
    total = lcm(*(likelihood.denominator for _, likelihood in outcomes))
    return tuple((text, int(likelihood * total)) for text, likelihood in outcomes)


@final
class _Noted(Source):
    """A source that remembers every number it gave, with its bound."""

    __slots__ = ("_source", "numbers")

    def __init__(self, source: Source) -> None:
        self._source: Final = source
        self.numbers: list[tuple[int, int]] = []

    def below(self, bound: int) -> int:
        number = self._source.below(bound)
        self.numbers.append((number, bound))
        return number
