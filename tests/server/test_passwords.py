"""Slow to look at, and nothing of them is kept."""

from __future__ import annotations

import asyncio
import math

import pytest

from stammtisch.server.accounts.passwords import (
    BadNewPassword,
    Passwords,
    fresh_recovery,
    kept_recovery,
    recovers,
)


async def test_a_password_fits_what_was_kept_of_it_and_no_other_does() -> None:
    passwords = Passwords()
    kept = await passwords.kept("open sesame")
    assert "sesame" not in kept
    assert await passwords.fits("open sesame", kept)
    assert not await passwords.fits("open Sesame", kept)


def test_the_same_password_is_never_kept_the_same_way() -> None:
    async def story() -> tuple[str, str]:
        return await Passwords().kept("open sesame"), await Passwords().kept("open sesame")

    first, second = asyncio.run(story())
    assert first != second


def test_nothing_fits_where_nothing_is_kept() -> None:
    assert not asyncio.run(Passwords().fits("open sesame", None))


def test_devices_may_compose_letters_in_their_own_way() -> None:
    async def story() -> bool:
        passwords = Passwords()
        return await passwords.fits("Schl\u00fcssel", await passwords.kept("Schlu\u0308ssel"))

    assert asyncio.run(story())


@pytest.mark.parametrize("length", [8, 200])
def test_a_password_may_be_short_or_long(length: int) -> None:
    assert asyncio.run(Passwords().kept("x" * length))


@pytest.mark.parametrize("length", [0, 7, 201])
def test_but_not_shorter_or_longer(length: int) -> None:
    with pytest.raises(BadNewPassword, match=f"8 to 200 characters, not {length}"):
        asyncio.run(Passwords().kept("x" * length))


def test_the_loop_goes_on_while_passwords_are_looked_at() -> None:
    async def story() -> int:
        passwords, turns = Passwords(), 0
        looking = asyncio.gather(*(passwords.kept("open sesame") for _ in range(10)))
        while not looking.done():
            await asyncio.sleep(0)
            turns += 1
        return turns

    assert asyncio.run(story()) > 100


def test_a_recovery_code_cannot_be_guessed() -> None:
    code = fresh_recovery()
    signs = code.replace("-", "")
    assert [len(group) for group in code.split("-")] == [4] * 7
    assert len(signs) * math.log2(32) >= 128
    assert fresh_recovery() != code


def test_a_recovery_code_may_be_typed_as_people_do() -> None:
    kept = kept_recovery("0123-abcd-1111-0000-zzzz-yyyy-xxxx")
    assert recovers(" O123 ABCD iLl1 oooo zzzz yyyyxxxx ", kept)
    assert not recovers("0123-abcd-1111-0000-zzzz-yyyy-xxx2", kept)
    assert not recovers("", "")
