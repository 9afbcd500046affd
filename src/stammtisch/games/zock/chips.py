"""Paying with chips and change (Z18)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from stammtisch.games.zock.state import Chips


def worth(chips: Chips, values: Chips) -> int:
    """What these chips are worth."""
    return sum(number * value for number, value in zip(chips, values, strict=True))


@lru_cache(maxsize=4096)
def payment(payer: Chips, payee: Chips, values: Chips, amount: int) -> Chips:
    """The chips that go from payer to payee, by colour; change is negative.

    Exact where possible, else the least amount above. As few chips as possible are moved,
    then as little change, then as many of the most valuable colours. A payer who has too little pays all.
    """
    if worth(payer, values) <= amount:
        return payer
    by_value = sorted(range(len(values)), key=lambda colour: values[colour], reverse=True)

    def rank(net: Chips) -> tuple[object, ...]:
        change = worth(tuple(max(-number, 0) for number in net), values)
        return sum(map(abs, net)), change, tuple(-net[colour] for colour in by_value)

    possible = [(worth(net, values), net) for net in _payments(payer, payee, values, amount)]
    paid = min(total for total, _ in possible)
    return min((net for total, net in possible if total == paid), key=rank)


def _payments(payer: Chips, payee: Chips, values: Chips, amount: int) -> Iterator[Chips]:
    """For each choice of chips of three colours, the fewest of the fourth that make up the amount or more."""
    *others, last = (range(-given, own + 1) for own, given in zip(payer, payee, strict=True))
    for numbers in product(*others):
        missing = amount - worth(numbers, values[:-1])
        number = max(-(-missing // values[-1]), last[0])
        if number <= last[-1]:
            yield (*numbers, number)
