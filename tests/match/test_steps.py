"""Steps in blocks behave like a list that never changes."""

from __future__ import annotations

import gc
from collections.abc import Sequence

import pytest

from stammtisch.match.steps import BLOCK, NO_STEPS, Step, Steps

LENGTHS = (0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 3 * BLOCK + 5)
LONGER = (BLOCK**2 - 1, BLOCK**2, BLOCK**2 + 1, 3 * BLOCK**2, BLOCK**3 + 2 * BLOCK + 3)


def some(count: int) -> list[Step]:
    return [(n % 3 or None, str(n)) for n in range(count)]


@pytest.mark.parametrize("length", [*LENGTHS, *LONGER])
def test_they_are_the_same_however_they_were_put_together(length: int) -> None:
    added = NO_STEPS
    for step in some(length):
        added = added.plus(step)
    assert added == Steps.of(some(length))
    assert hash(added) == hash(Steps.of(some(length)))
    assert (list(added), len(added)) == (some(length), length)
    assert list(added.backward()) == some(length)[::-1]
    assert added.last == (some(length)[-1] if length else None)
    assert added != added.plus((0, "another"))


@pytest.mark.parametrize("length", [*LENGTHS, *LONGER])
def test_parts_are_those_of_a_list(length: int) -> None:
    every, steps = some(length), Steps.of(some(length))
    for count in (0, 1, BLOCK - 1, BLOCK, BLOCK**2, BLOCK**2 + 7, length, length + 1):
        assert steps.first(count) == Steps.of(every[:count])
        for end in (count, count + 1, count + BLOCK, length):
            assert steps.between(count, end) == every[count:end]


def test_a_longer_list_leaves_the_shorter_one_as_it_was() -> None:
    short = Steps.of(some(BLOCK - 1))
    one, other = short.plus((0, "one")), short.plus((0, "other"))
    assert list(short) == some(BLOCK - 1)
    assert [one.last, other.last] == [(0, "one"), (0, "other")]


def places(lists: Sequence[Steps]) -> int:
    """How many places the tuples have that these lists are made of; each tuple counts once."""
    found = dict[int, int]()
    left: list[object] = [*lists]
    while left:
        part = left.pop()
        if isinstance(part, tuple):
            found[id(part)] = len(part)
        left += [each for each in gc.get_referents(part) if isinstance(each, tuple) and id(each) not in found]
    return sum(found.values())


def test_what_is_kept_of_a_match_grows_with_its_length_and_no_faster() -> None:
    """A match remembers one of its earlier positions for every hundred steps, each with its list of steps."""
    steps, kept, sizes = NO_STEPS, list[Steps](), dict[int, int]()
    for number, step in enumerate(some(20_000), 1):
        steps = steps.plus(step)
        if number % 100 == 0:
            kept.append(steps)
        if number in (5_000, 20_000):
            sizes[number] = places(kept)
    assert sizes[20_000] < 4.5 * sizes[5_000]
