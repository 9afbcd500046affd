"""Rolls and deals entered by hand: every unambiguous way of writing them is understood."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from stammtisch.core.chance import Chance, Seeded
from stammtisch.core.errors import BadMove
from stammtisch.core.game import AnyGame
from stammtisch.core.value import Value

NAMED_AT_MOST: Final = 12
"""Of more possible results than this, one example is named."""

_WORD: Final = re.compile(r"([a-z]+) ")
"""The word before dice in the notation, such as `roll`; it may be left out."""
_TEN: Final = re.compile(r"\b10(?=[CDHS])")


def expected(chance: Chance) -> str:
    """What can be entered here: every possibility if there are few, else an example, always the same."""
    outcomes = chance.outcomes()
    if outcomes is not None and len(outcomes) <= NAMED_AT_MOST:
        return "one of " + ", ".join(_wordless(text) for text, _ in outcomes)
    return f"for example {_wordless(_sample(chance))}"


def typed(game: AnyGame, state: Value, text: str) -> str:
    """The entered text as the notation has it, or `BadMove`, which says what would be right.

    Dice may come in any order, with or without blanks and the word before them; cards in
    lower case, with commas, a ten as `10` and a joker as `joker`.
    """
    chance = game.chance(state)
    for reading in _readings(chance, text):
        with suppress(BadMove):
            game.fall(state, reading)
            return reading
    raise BadMove(f"this is not a possible result here; enter {expected(chance)}")


def _sample(chance: Chance) -> str:
    return chance.sample(Seeded("example"))


def _wordless(text: str) -> str:
    return _WORD.sub("", text, count=1)


def _readings(chance: Chance, text: str) -> Iterator[str]:
    """What the text may mean in the notation, the text itself first."""
    yield text
    sample = _sample(chance)
    word = _WORD.match(sample)
    prefix = word[0] if word else ""
    groups = sample.removeprefix(prefix).split()
    if all(group.isdigit() for group in groups):
        yield from _dice_readings(prefix, [len(group) for group in groups], text)
    else:
        cards = text.upper().replace(",", " ").replace("JOKER", "X")
        yield prefix + " ".join(_TEN.sub("T", cards).split())


def _dice_readings(prefix: str, sizes: list[int], text: str) -> Iterator[str]:
    """The digits in groups of these sizes, each sorted upwards or downwards."""
    digits = [character for character in text if character.isdecimal()]
    if len(digits) != sum(sizes):
        return
    groups = []
    for size in sizes:
        groups.append(sorted(digits[:size]))
        digits = digits[size:]
    yield prefix + " ".join("".join(group) for group in groups)
    yield prefix + " ".join("".join(reversed(group)) for group in groups)
