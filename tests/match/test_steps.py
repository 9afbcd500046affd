"""Steps in blocks behave like a list that never changes."""

from __future__ import annotations

import pytest

from stammtisch.match.steps import BLOCK, NO_STEPS, Step, Steps

LENGTHS = (0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 3 * BLOCK + 5)


def some(count: int) -> list[Step]:
    return [(n % 3 or None, str(n)) for n in range(count)]


@pytest.mark.parametrize("length", LENGTHS)
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


@pytest.mark.parametrize("length", LENGTHS)
def test_parts_are_those_of_a_list(length: int) -> None:
    every, steps = some(length), Steps.of(some(length))
    for count in (0, 1, BLOCK - 1, BLOCK, length, length + 1):
        assert steps.first(count) == Steps.of(every[:count])
        for end in (count, count + 1, count + BLOCK, length):
            assert steps.between(count, end) == every[count:end]


def test_a_longer_list_leaves_the_shorter_one_as_it_was() -> None:
    short = Steps.of(some(BLOCK - 1))
    one, other = short.plus((0, "one")), short.plus((0, "other"))
    assert list(short) == some(BLOCK - 1)
    assert [one.last, other.last] == [(0, "one"), (0, "other")]
