"""What a roll may cover (Z3–Z7, Z11–Z13, Z15)."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from stammtisch.games.zock.options import ZockOptions

FIELDS: Final = range(1, 10)
ALL_OPEN: Final = 0b111111111
"""A row as a bit mask: bit f - 1 is set while field f is open."""

THROWS: Final = tuple(f"{high}{low}" for high in range(1, 7) for low in range(1, high + 1))
"""Each roll of two dice, larger first; elsewhere a roll is its index here."""


class Move(NamedTuple):
    """A decision, by its text; `fields` is the mask of the fields it covers."""

    text: str
    fields: int = 0

    def __str__(self) -> str:
        return self.text


NONE: Final = Move("none")
OBJECT: Final = Move("object")
THROW: Final = Move("throw")


def fields_of(mask: int) -> list[int]:
    """The field numbers of a mask, ascending."""
    return [field for field in FIELDS if mask >> field - 1 & 1]


def mask_of(*fields: int) -> int:
    """The mask of these fields."""
    mask = 0
    for field in fields:
        mask |= 1 << field - 1
    return mask


COVERS: Final = tuple(Move("+".join(map(str, fields_of(mask))), mask) for mask in range(ALL_OPEN + 1))
"""The move that covers each mask; the empty one is never used."""


def _by_digits(number: int) -> int:
    """The fields of a number's digits, 0 where it has none; a zero has no field (Z7, Z12)."""
    digits = [int(digit) for digit in str(number) if digit != "0"]
    return mask_of(*digits) if len(digits) == len(set(digits)) else 0


def sum_fields(total: int, options: ZockOptions) -> int:
    """The fields that a sum covers, ten counting as one; 0 where it has none (Z6, Z7)."""
    return _by_digits(total) if total <= 10 or options.digits == "all" else 0


def _pairs(total: int) -> list[int]:
    """Any two different fields that add up to the sum (Z11)."""
    return [mask_of(low, total - low) for low in FIELDS if low < total - low <= 9]


def _by_sum(high: int, low: int, options: ZockOptions) -> set[int]:
    """The masks of the sum: its own field, the two numbers rolled, and other pairs (Z3, Z11, Z13)."""
    double = high == low
    found = {sum_fields(high + low, options)}
    if not double:
        found.add(mask_of(high, low))
    if options.variant in ("b", "c") and (options.double_pairs or not double):
        found.update(_pairs(high + low))
    return found


def _by_difference(high: int, low: int) -> int:
    """The field of the difference; equal dice have none (Z12, Z13)."""
    return mask_of(high - low) if high != low else 0


def ways(throw: int, options: ZockOptions) -> tuple[int, ...]:
    """The masks that the roll may cover on an open row, ascending, each once (Z15)."""
    high, low = map(int, THROWS[throw])
    found = _by_sum(high, low, options)
    if options.variant == "c":
        found.add(_by_digits(high * low))
        found.add(_by_difference(high, low))
    return tuple(sorted(found - {0}))


def origins(throw: int, options: ZockOptions, fields: int) -> str:
    """How the roll makes these fields: as sum, product or difference, or several of them (Z11–Z13)."""
    high, low = map(int, THROWS[throw])
    found = [f"{high}+{low}"] if fields in _by_sum(high, low, options) else []
    if options.variant == "c":
        if fields == _by_digits(high * low):
            found.append(f"{high}×{low}")
        if fields == _by_difference(high, low):
            found.append(f"{high}−{low}")
    return ", ".join(found)


@cache
def any_cover(row: int) -> tuple[Move, ...]:
    """Every choice of open fields, or none: what `referee=players` allows (Z16)."""
    return (*(COVERS[mask] for mask in range(1, ALL_OPEN + 1) if mask & row == mask), NONE)
