"""Passwords and recovery codes."""

from __future__ import annotations

import asyncio
import math
import threading

import pytest

from stammtisch.server.accounts import passwords as module
from stammtisch.server.accounts.fair_semaphore import TooBusy
from stammtisch.server.accounts.passwords import (
    AT_ONCE,
    MOST_WAITING,
    MOST_WAITING_OF_ONE,
    BadNewPassword,
    Passwords,
    fresh_recovery,
    hash_recovery,
    verify_recovery,
)

PATIENCE = 5.0
"""Seconds after which a blocked hash gives up."""


async def test_a_password_fits_its_own_hash_and_no_other_password_does() -> None:
    passwords = Passwords()
    hashed = await passwords.hash("open sesame")
    assert "sesame" not in hashed
    assert await passwords.verify("open sesame", hashed)
    assert not await passwords.verify("open Sesame", hashed)


async def test_the_same_password_never_has_the_same_hash() -> None:
    passwords = Passwords()
    assert await passwords.hash("open sesame") != await passwords.hash("open sesame")


async def test_no_password_fits_a_profile_without_one() -> None:
    assert not await Passwords().verify("open sesame", None)


async def test_a_password_fits_however_a_device_composes_its_letters() -> None:
    passwords = Passwords()
    assert await passwords.verify("Schl\u00fcssel", await passwords.hash("Schlu\u0308ssel"))


@pytest.mark.parametrize("length", [8, 200])
async def test_a_password_has_8_to_200_characters(length: int) -> None:
    assert await Passwords().hash("x" * length)


@pytest.mark.parametrize("length", [0, 7, 201])
async def test_a_shorter_or_longer_password_is_refused(length: int) -> None:
    with pytest.raises(BadNewPassword, match=f"8 to 200 characters, not {length}"):
        await Passwords().hash("x" * length)


class BlockingHasher:
    """Hashes nothing until it is released."""

    def __init__(self) -> None:
        self.released = threading.Event()

    def hash(self, _: str) -> str:
        return "in time" if self.released.wait(PATIENCE) else "too late"


async def test_the_event_loop_goes_on_while_passwords_are_hashed(monkeypatch: pytest.MonkeyPatch) -> None:
    passwords, hasher = Passwords(), BlockingHasher()
    monkeypatch.setattr(module, "_HASHER", hasher)
    hashing = [asyncio.create_task(passwords.hash("open sesame")) for _ in range(2 * AT_ONCE)]
    await asyncio.sleep(0)  # all of them start, and would block the loop if they ran in it
    hasher.released.set()
    assert await asyncio.gather(*hashing) == ["in time"] * len(hashing)


async def test_a_flood_of_passwords_from_one_address_leaves_room_for_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    passwords, hasher = Passwords(), BlockingHasher()
    monkeypatch.setattr(module, "_HASHER", hasher)
    flood = [asyncio.create_task(passwords.hash("open sesame", "flood")) for _ in range(10 * MOST_WAITING)]
    await asyncio.sleep(0)
    other = asyncio.create_task(passwords.hash("open sesame", "other"))
    await asyncio.sleep(0)
    hasher.released.set()
    assert await other == "in time"
    answers = await asyncio.gather(*flood, return_exceptions=True)
    assert answers.count("in time") == AT_ONCE + MOST_WAITING_OF_ONE
    assert (
        sum(isinstance(answer, TooBusy) for answer in answers) == len(flood) - AT_ONCE - MOST_WAITING_OF_ONE
    )


def test_a_recovery_code_cannot_be_guessed() -> None:
    code = fresh_recovery()
    characters = code.replace("-", "")
    assert [len(group) for group in code.split("-")] == [4] * 7
    assert len(characters) * math.log2(32) >= 128
    assert fresh_recovery() != code


def test_a_recovery_code_may_be_typed_with_common_mistakes() -> None:
    hashed = hash_recovery("0123-abcd-1111-0000-zzzz-yyyy-xxxx")
    assert verify_recovery(" O123 ABCD iLl1 oooo zzzz yyyyxxxx ", hashed)
    assert not verify_recovery("0123-abcd-1111-0000-zzzz-yyyy-xxx2", hashed)
    assert not verify_recovery("", "")
