"""Chance: the possible outcomes of a roll, a deal or a draw, and how likely each is.

An outcome is written in the game's notation, so that a person with real dice, a seeded generator and
a solver all write it the same way.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, gcd
from typing import Final, TypeVar, final

from mypy_extensions import mypyc_attr

T = TypeVar("T")

LONGEST_SEED: Final = 1000
"""The most characters of a seed that somebody chooses: enough for a sentence, or for more random digits than
any dice need."""

LISTED_AT_MOST: Final = 1000
"""A chance of more outcomes than this is sampled, never listed."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Source(ABC):
    """A source of random numbers."""

    __slots__ = ()

    @abstractmethod
    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound` - 1, each equally likely."""

    def shuffled(self, items: Iterable[T], take: int) -> list[T]:
        """The first `take` of the items in random order (Fisher and Yates)."""
        pool = list(items)
        size = len(pool)
        for index in range(take):
            other = index + self.below(size - index)
            pool[index], pool[other] = pool[other], pool[index]
        return pool[:take]


@final
class Seeded(Source):
    """The same seed gives the same numbers, on every machine and in every version."""

    __slots__ = ("_bits",)

    def __init__(self, seed: str | int) -> None:
        self._bits: Final[Callable[[int], int]] = random.Random(seed).getrandbits

    def below(self, bound: int) -> int:
        width = bound.bit_length()
        number = self._bits(width)
        while number >= bound:
            number = self._bits(width)
        return number


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance(ABC):
    """A distribution over texts in the game's notation."""

    __slots__ = ()

    @abstractmethod
    def outcomes(self) -> Sequence[tuple[str, Fraction]] | None:
        """Every text with its exact probability, or None where there are too many to list."""

    @abstractmethod
    def sample(self, source: Source) -> str:
        """One text, drawn with its probability."""


@final
class Listed(Chance):
    """A distribution that can be listed: texts with whole-number weights."""

    __slots__ = ("_lots", "_weights")

    def __init__(self, weights: Iterable[tuple[str, int]]) -> None:
        given = tuple(weights)
        shared = gcd(*(weight for _, weight in given))
        self._weights: Final = tuple((text, weight // shared) for text, weight in given)
        self._lots: Final = tuple(text for text, weight in self._weights for _ in range(weight))

    def outcomes(self) -> Sequence[tuple[str, Fraction]]:
        total = len(self._lots)
        return [(text, Fraction(weight, total)) for text, weight in self._weights]

    def sample(self, source: Source) -> str:
        return self._lots[source.below(len(self._lots))]


@final
class Sampled(Chance):
    """A distribution of more than `LISTED_AT_MOST` outcomes, known only by drawing from it."""

    __slots__ = ("_draw",)

    def __init__(self, draw: Callable[[Source], str]) -> None:
        self._draw: Final = draw

    def outcomes(self) -> None:
        return None

    def sample(self, source: Source) -> str:
        return self._draw(source)


def dice_weights(count: int) -> list[tuple[str, int]]:
    """Each roll of `count` dice in ascending digits, with the number of ways to roll it."""
    weights = []
    for faces in combinations_with_replacement("123456", count):
        ways = factorial(count)
        for face in set(faces):
            ways //= factorial(faces.count(face))
        weights.append(("".join(faces), ways))
    return weights


def lot(players: int) -> Listed:
    """One seat, each equally likely."""
    return Listed((str(seat), 1) for seat in range(players))
