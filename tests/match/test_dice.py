from __future__ import annotations

import hmac
from collections import Counter

import pytest

from stammtisch.match import Dice, fresh_seed


def test_a_draw_is_the_same_whenever_one_looks() -> None:
    dice = Dice("Skat")
    later_first = [dice.source(number).below(6) for number in reversed(range(50))]
    assert later_first[::-1] == [dice.source(number).below(6) for number in range(50)]


def test_draws_and_seeds_differ() -> None:
    def draws(seed: str) -> list[int]:
        return [Dice(seed).source(number).below(1_000_000) for number in range(20)]

    assert len(set(draws("a"))) == 20
    assert not set(draws("a")) & set(draws("b"))


def test_bytes_come_from_hmac_sha256_as_documented() -> None:
    blocks = [
        hmac.digest(b"seed", (3).to_bytes(8, "big") + block.to_bytes(8, "big"), "sha256") for block in (0, 1)
    ]
    source = Dice("seed").source(3)
    assert [source.below(255) for _ in range(40)] == [byte for byte in b"".join(blocks) if byte < 255][:40]


@pytest.mark.parametrize("length", [64, 65, 100_000])
def test_a_long_key_is_shortened_as_hmac_does(length: int) -> None:
    key = b"k" * length
    block = hmac.digest(key, (3).to_bytes(8, "big") + bytes(8), "sha256")
    source = Dice(key).source(3)
    assert [source.below(255) for _ in range(20)] == [byte for byte in block if byte < 255][:20]


def test_a_context_precedes_the_number_in_every_block() -> None:
    key, context = bytes(range(32)), b"match|seed|"
    blocks = [
        hmac.digest(key, context + (9).to_bytes(8, "big") + block.to_bytes(8, "big"), "sha256")
        for block in (0, 1)
    ]
    source = Dice(key, context).source(9)
    assert [source.below(255) for _ in range(40)] == [byte for byte in b"".join(blocks) if byte < 255][:40]


def test_a_key_may_be_text() -> None:
    text, data = Dice("Würfel").source(0), Dice("Würfel".encode()).source(0)
    assert text.below(10**12) == data.below(10**12)


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 36, 255, 256, 257, 65_536, 10**12])
def test_draws_stay_below_their_bound(bound: int) -> None:
    source = Dice("bounds").source(0)
    assert all(0 <= source.below(bound) < bound for _ in range(200))


def test_six_faces_are_equally_likely() -> None:
    source = Dice("fair").source(0)
    seen = Counter(source.below(6) for _ in range(60_000))
    assert all(abs(seen[face] - 10_000) < 500 for face in range(6))


def test_a_bound_that_divides_badly_favours_nobody() -> None:
    source = Dice("fair").source(1)
    low_half = sum(source.below(171) < 85 for _ in range(40_000))
    assert abs(low_half / 40_000 - 85 / 171) < 0.015


def test_fresh_seeds_are_long_and_differ() -> None:
    seeds = {fresh_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(len(seed) == 64 for seed in seeds)
