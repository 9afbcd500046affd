"""The threat model names every attack, and the tests behind every promise."""

from __future__ import annotations

import re

import pytest

from support.attacks import ATTACKS

from .pages import DOCS, rows, sections

PAGE = DOCS / "threat-model.md"
PARTS = sections(PAGE)
PROMISES = [
    promise
    for part in ("What players are promised", "What people who run a server are promised")
    for promise in PARTS[part].strip().split("\n\n")
]


def test_every_attack_is_described_as_in_the_program() -> None:
    described = {name.strip("`"): text for name, text in rows(PARTS["How attacks are measured"])}
    assert described.keys() == ATTACKS.keys() - {"nothing"}
    for name, text in described.items():
        assert text.lower() in " ".join((ATTACKS[name].__doc__ or "").lower().split())


@pytest.mark.parametrize("promise", PROMISES)
def test_every_promise_says_against_whom_it_holds_and_names_its_tests(promise: str) -> None:
    assert re.search(r"^Against: .+\.\nTests: \[[^]]+\]\(\.\./tests/", promise, re.MULTILINE), promise


def test_every_attacker_is_in_some_promise_or_excluded() -> None:
    people = [re.findall(r"\*\*(\w+)\*\*", who)[0] for who, _ in rows(PARTS["Against whom"])]
    spoken_of = "".join(PROMISES) + PARTS["What is not promised"]
    assert [who for who in people if who not in spoken_of and who[:-1] + "ves" not in spoken_of] == []
