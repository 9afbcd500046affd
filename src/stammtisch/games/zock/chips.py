"""Paying with chips and change (Z18)."""

from __future__ import annotations

from functools import cache
from itertools import count, product

from stammtisch.games.zock.state import Chips


def worth(chips: Chips, values: Chips) -> int:
    """What these chips are worth."""
    return sum(number * value for number, value in zip(chips, values, strict=True))


@cache
def payment(payer: Chips, payee: Chips, values: Chips, amount: int) -> Chips:
    """The chips that go from payer to payee, by colour; change is negative.

    Exact where possible, else the least amount above. As few chips as possible are moved,
    then as little change, then as many of the most valuable colours. A payer who has too little pays all.
    """
    if worth(payer, values) <= amount:
        return payer
    for sum_paid in count(amount):
        found = _best(payer, payee, values, sum_paid)
        if found is not None:
            return found
    raise AssertionError("paying everything is always possible")


def _best(payer: Chips, payee: Chips, values: Chips, amount: int) -> Chips | None:
    by_value = sorted(range(len(values)), key=lambda colour: values[colour], reverse=True)
    *others, solved = by_value
    best: tuple[tuple[object, ...], Chips] | None = None
    for numbers in product(*(range(-payee[colour], payer[colour] + 1) for colour in others)):
        moved = dict(zip(others, numbers, strict=True))
        rest = amount - sum(number * values[colour] for colour, number in moved.items())
        moved[solved], odd = divmod(rest, values[solved])
        if odd or not -payee[solved] <= moved[solved] <= payer[solved]:
            continue
        net = tuple(moved[colour] for colour in range(len(values)))
        change = worth(tuple(max(-number, 0) for number in net), values)
        rank = (sum(map(abs, net)), change, tuple(-net[colour] for colour in by_value))
        if best is None or rank < best[0]:
            best = (rank, net)
    return best and best[1]
