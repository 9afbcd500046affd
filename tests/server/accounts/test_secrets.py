"""Guessing, sessions, changing and deleting: what a profile's secrets protect."""

from __future__ import annotations

import asyncio

import pytest

from stammtisch.server.accounts.guesses import FREE, LONGEST_WAIT, TooManyGuesses
from stammtisch.server.accounts.passwords import BadNewPassword
from stammtisch.server.accounts.profiles import BadPassword, Client, NameTaken, Profiles
from stammtisch.server.accounts.sessions import DAY, MOST_SESSIONS, SESSION_LASTS, UnknownSession
from stammtisch.server.tables.devices import DeviceInfo
from stammtisch.server.tables.errors import BadName
from tests.server.profiles import SESAME, ManualClock, exported, finished_table, open_profiles, signed_in
from tests.store.stores import outside

# Guessing

STRANGER, HOME = Client("198.51.100.7"), Client("192.0.2.1")


@pytest.mark.parametrize("name", ["Ada", "Nobody"])
async def test_wrong_passwords_for_an_account_have_to_wait_longer_and_longer(file: str, name: str) -> None:
    """No matter who guesses, from how many addresses, and whether the account exists."""
    timer = ManualClock(0.0)
    async with open_profiles(file, timer=timer) as profiles:
        await profiles.sign_up("Ada", SESAME, HOME)
        guesses = iter(Client(f"198.51.100.{number}") for number in range(100))
        waits = []
        for _ in range(FREE + 8):
            client = next(guesses)
            try:
                await profiles.sign_in(name, "a guess", client)
            except TooManyGuesses as refusal:
                waits.append(refusal.retry_after)
                timer.now += refusal.retry_after
                with pytest.raises(BadPassword):
                    await profiles.sign_in(name, "a guess", client)
            except BadPassword:
                waits.append(0)
        assert waits == [0] * FREE + [2, 4, 8, 16, 32, *[int(LONGEST_WAIT)] * 3]


async def test_many_guesses_at_once_are_counted_before_they_are_answered(file: str) -> None:
    async with open_profiles(file, timer=ManualClock(0.0)) as profiles:
        await profiles.sign_up("Ada", SESAME, HOME)
        tried = await asyncio.gather(
            *(profiles.sign_in("Ada", "a guess", STRANGER) for _ in range(4 * FREE)), return_exceptions=True
        )
        assert sum(isinstance(refusal, BadPassword) for refusal in tried) == FREE
        assert sum(isinstance(refusal, TooManyGuesses) for refusal in tried) == 3 * FREE


async def guessed_out(profiles: Profiles, client: Client) -> None:
    """Strangers have guessed until they have to wait."""
    for _ in range(FREE):
        assert await signed_in(profiles, "Ada", "a guess", client) is None
    with pytest.raises(TooManyGuesses, match="use the recovery code"):
        await profiles.sign_in("Ada", SESAME, client)


async def test_strangers_cannot_lock_the_owner_out(file: str) -> None:
    async with open_profiles(file, timer=ManualClock(0.0)) as profiles:
        ada, _, code = await profiles.sign_up("Ada", SESAME, HOME)
        proof = await profiles.device_proof(ada)
        await guessed_out(profiles, STRANGER)
        assert await signed_in(profiles, "Ada", SESAME, HOME), "the address has signed in before"
        phone = Client("203.0.113.9", proof=proof)
        assert await signed_in(profiles, "Ada", SESAME, phone), "the device has signed in before"
        assert await signed_in(profiles, "Ada", str(code), STRANGER), "nobody guesses a recovery code"
        with pytest.raises(TooManyGuesses):
            await profiles.sign_in("Ada", SESAME, Client("203.0.113.10"))


async def test_a_known_device_has_to_wait_for_its_own_wrong_guesses_alone(file: str) -> None:
    async with open_profiles(file, timer=ManualClock(0.0)) as profiles:
        ada, *_ = await profiles.sign_up("Ada", SESAME, HOME)
        await guessed_out(profiles, HOME)
        await guessed_out(profiles, Client("203.0.113.9", proof=await profiles.device_proof(ada)))
        assert await signed_in(profiles, "Ada", SESAME, STRANGER)


async def test_only_a_proof_of_this_profile_counts(file: str) -> None:
    async with open_profiles(file, timer=ManualClock(0.0)) as profiles:
        ada, token, code = await profiles.sign_up("Ada", SESAME, HOME)
        eve, *_ = await profiles.sign_up("Eve")
        old = await profiles.device_proof(ada)
        await profiles.new_recovery(ada, str(code), token)
        await guessed_out(profiles, STRANGER)
        for proof in (old, await profiles.device_proof(eve), "", ".", "é.é", f"x{old}"):
            with pytest.raises(TooManyGuesses):
                await profiles.sign_in("Ada", SESAME, Client("203.0.113.9", proof=proof))


async def test_a_thief_of_a_session_cannot_guess_the_password_quickly(file: str) -> None:
    async with open_profiles(file, timer=ManualClock(0.0)) as profiles:
        ada, own, code = await profiles.sign_up("Ada", SESAME)
        stolen = (await profiles.sign_in("Ada", SESAME)).token
        for _ in range(FREE):
            with pytest.raises(BadPassword):
                await profiles.verify(ada, "a guess", stolen)
        with pytest.raises(TooManyGuesses):
            await profiles.set_password(ada, SESAME, "open barley", stolen)
        with pytest.raises(TooManyGuesses):
            await profiles.new_recovery(ada, SESAME, stolen)
        await profiles.verify(ada, SESAME, own)
        await profiles.verify(ada, str(code), stolen)


# Sessions


async def test_sessions_are_listed_with_their_devices(url: str) -> None:
    clock, fox = ManualClock(1e9), DeviceInfo("Firefox", "Android")
    async with open_profiles(url, clock) as profiles:
        ada, first, _ = await profiles.sign_up("Ada", SESAME)
        await profiles.sign_up("Bob")
        clock.now += 10 * DAY
        _, second, _ = await profiles.sign_in("Ada", SESAME, Client(device=fox))
        phone, desktop = await profiles.sessions.listed(ada.id, second)
        assert (phone.created, phone.used, phone.device, phone.current) == (clock.now, clock.now, fox, True)
        assert phone.until == clock.now + SESSION_LASTS
        assert (desktop.created, desktop.used, desktop.device, desktop.current) == (1e9, 1e9, None, False)
        clock.now += 2 * DAY
        await profiles.session(first)
        used = {session.id: session.used for session in await profiles.sessions.listed(ada.id)}
        assert used == {phone.id: phone.used, desktop.id: clock.now}


async def test_a_session_can_be_ended_from_another_device(url: str) -> None:
    async with open_profiles(url) as profiles:
        ada, first, _ = await profiles.sign_up("Ada", SESAME)
        bob, stranger, _ = await profiles.sign_up("Bob")
        second, third = [(await profiles.sign_in("Ada", SESAME)).token for _ in range(2)]
        (lost,) = [one.id for one in await profiles.sessions.listed(ada.id, second) if one.current]
        with pytest.raises(UnknownSession):
            await profiles.sessions.end(bob.id, lost)
        await profiles.sessions.end(ada.id, lost)
        assert await profiles.session(second) is None
        for wrong in (lost, "", lost[:4], "%"):
            with pytest.raises(UnknownSession):
                await profiles.sessions.end(ada.id, wrong)
        assert await profiles.session(third) == ada
        await profiles.sessions.end_others(ada.id, first)
        assert await profiles.session(third) is None
        assert await profiles.session(first) == ada
        assert await profiles.session(stranger) == bob


async def test_sessions_of_an_old_database_are_listed(url: str) -> None:
    async with open_profiles(url) as profiles:
        ada, token, _ = await profiles.sign_up("Ada")
        await outside(url, "UPDATE sessions SET created = NULL, browser = NULL, system = NULL", "SELECT 1")
        (session,) = await profiles.sessions.listed(ada.id, token)
        assert (session.created, session.device, session.current) == (None, None, True)


async def test_a_profile_has_a_limited_number_of_sessions(file: str) -> None:
    clock = ManualClock(1e9)
    async with open_profiles(file, clock) as profiles:
        ada, oldest, code = await profiles.sign_up("Ada")
        tokens = []
        for _ in range(MOST_SESSIONS):
            clock.now += 1
            _, token, code = await profiles.sign_in("Ada", str(code))
            tokens.append(token)
        assert len(await profiles.sessions.listed(ada.id)) == MOST_SESSIONS
        assert await profiles.session(oldest) is None
        assert await profiles.session(tokens[0]) == ada


# Changing


async def test_a_new_password_ends_the_other_sessions_and_the_old_password(url: str) -> None:
    async with open_profiles(url) as profiles:
        ada, own, code = await profiles.sign_up("Ada", SESAME)
        other = (await profiles.sign_in("Ada", SESAME)).token
        assert await profiles.set_password(ada, SESAME, "open barley", own) is None
        assert await profiles.session(own) == ada
        assert await profiles.session(other) is None
        assert await signed_in(profiles, "Ada", SESAME) is None
        assert await signed_in(profiles, "Ada", "open barley")
        assert await signed_in(profiles, "Ada", str(code))


async def test_the_recovery_code_sets_a_password_and_is_replaced(file: str) -> None:
    async with open_profiles(file) as profiles:
        ada, own, code = await profiles.sign_up("Ada")
        following = await profiles.set_password(ada, str(code), SESAME, own)
        assert following is not None
        assert await signed_in(profiles, "Ada", str(code)) is None
        assert (await profiles.sign_in("Ada", following)).profile.password


async def test_nothing_is_changed_without_the_secret(file: str) -> None:
    async with open_profiles(file) as profiles:
        ada, own, _ = await profiles.sign_up("Ada", SESAME)
        for wrong in ("", "guessed!", own):
            with pytest.raises(BadPassword):
                await profiles.set_password(ada, wrong, "open barley", own)
        with pytest.raises(BadNewPassword):
            await profiles.set_password(ada, SESAME, "barley", own)
        assert await signed_in(profiles, "Ada", SESAME)


async def test_signing_in_with_the_old_password_while_it_is_changed_leaves_no_session(url: str) -> None:
    async with open_profiles(url) as profiles:
        ada, own, _ = await profiles.sign_up("Ada", SESAME)
        tries = [asyncio.create_task(signed_in(profiles, "Ada", SESAME)) for _ in range(FREE)]
        await profiles.set_password(ada, SESAME, "open barley", own)
        for new in await asyncio.gather(*tries):
            assert new is None or await profiles.session(new.token) is None
        assert await profiles.session(own) == ada


async def test_a_new_recovery_code_replaces_the_old_one(file: str) -> None:
    async with open_profiles(file) as profiles:
        ada, token, code = await profiles.sign_up("Ada")
        following = await profiles.new_recovery(ada, None, token)
        assert await signed_in(profiles, "Ada", str(code)) is None
        assert await signed_in(profiles, "Ada", following)


async def test_a_stolen_session_gets_no_recovery_code_of_a_profile_with_a_password(file: str) -> None:
    async with open_profiles(file) as profiles:
        ada, token, code = await profiles.sign_up("Ada", SESAME)
        for wrong in (None, "", "guessed!"):
            with pytest.raises(BadPassword):
                await profiles.new_recovery(ada, wrong, token)
        following = await profiles.new_recovery(ada, str(code), token)
        assert await signed_in(profiles, "Ada", following)


async def test_a_profile_can_be_renamed_to_a_name_that_is_free(url: str) -> None:
    async with open_profiles(url) as profiles:
        ada, token, _ = await profiles.sign_up("Ada", SESAME)
        await profiles.sign_up("Bob")
        for taken in ("Bob", "BOB"):
            with pytest.raises(NameTaken):
                await profiles.rename(ada, taken)
        with pytest.raises(BadName):
            await profiles.rename(ada, "\n")
        assert (await profiles.rename(ada, "ADA")).name == "ADA"
        renamed = await profiles.rename(ada, "Countess")
        assert await profiles.session(token) == renamed
        assert await signed_in(profiles, "Ada", SESAME) is None
        assert await signed_in(profiles, "countess", SESAME)


# Deleting and exporting


async def test_a_deleted_profile_leaves_no_trace_and_other_profiles_stay(url: str) -> None:
    async with open_profiles(url) as profiles:
        ada, token, _ = await profiles.sign_up("Ada", SESAME)
        bob, *_ = await profiles.sign_up("Bob")
        table = finished_table(ada.id, bob.id)
        await profiles.results.finished(table)
        await profiles.delete(ada)
        assert await profiles.session(token) is None
        assert await signed_in(profiles, "Ada", SESAME) is None
        for sql in (
            "SELECT * FROM profiles",
            "SELECT * FROM sessions",
            "SELECT * FROM results",
            "SELECT * FROM ratings",
        ):
            stored = str(await outside(url, sql))
            assert ada.id not in stored
            assert bob.id in stored
        assert (await profiles.sign_up("Ada")).profile.id != ada.id
        assert table.seats[0].name == "seat 0"


async def test_an_export_holds_everything_that_is_stored(url: str) -> None:
    clock = ManualClock(1e9)

    async with open_profiles(url, clock) as profiles:
        ada, *_ = await profiles.sign_up("Ada", SESAME)
        bob, *_ = await profiles.sign_up("Bob")
        await profiles.sign_in("Ada", SESAME)
        await profiles.results.finished(finished_table(ada.id, bob.id, match="one"))
        await profiles.results.finished(finished_table(ada.id, ada.id, match="two"))
        everything = await exported(profiles, ada)
        assert (everything.profile, everything.profile.created) == (ada, clock.now)
        assert everything.sessions == [clock.now + SESSION_LASTS] * 2
        assert everything.devices == await profiles.sessions.listed(ada.id)
        assert sorted((result.match, result.seat) for result in everything.results) == [
            ("one", 0),
            ("two", 0),
            ("two", 1),
        ]
        assert [(rating.game, rating.players, rating.games) for rating in everything.ratings] == [
            ("kniffel", 2, 1)
        ]
