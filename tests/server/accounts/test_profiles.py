"""Profiles: signing up, in and out, changing name and password, export and deletion."""

from __future__ import annotations

import asyncio

import pytest

from stammtisch.server.accounts import passwords
from stammtisch.server.accounts.guesses import FREE, LONGEST_WAIT, TooManyGuesses
from stammtisch.server.accounts.passwords import BadNewPassword
from stammtisch.server.accounts.profiles import BadPassword, Client, NameTaken, NewSession, Profiles
from stammtisch.server.accounts.sessions import DAY, MOST_SESSIONS, SESSION_LASTS, UnknownSession
from stammtisch.server.tables.devices import DeviceInfo
from stammtisch.server.tables.errors import BadName
from tests.server.profiles import ManualClock, finished_table, open_profiles
from tests.store.stores import outside

SESAME = "open sesame"


async def signed_in(
    profiles: Profiles, name: str, secret: str, client: Client | None = None
) -> NewSession | None:
    """The session, or None if the secret was wrong."""
    try:
        return await profiles.sign_in(name, secret, client or Client())
    except BadPassword:
        return None


# Signing up


async def test_a_new_profile_is_signed_in_by_its_session(url: str) -> None:
    async with open_profiles(url) as profiles:
        ada, token, recovery = await profiles.sign_up("Ada", SESAME)
        bob, *_ = await profiles.sign_up("Bob")
        assert (ada.name, ada.password, bob.password) == ("Ada", True, False)
        assert await profiles.session(token) == ada
        assert recovery is not None
        assert ada.id != bob.id


async def test_nothing_that_is_stored_opens_a_profile(file: str) -> None:
    async with open_profiles(file) as profiles:
        _, token, recovery = await profiles.sign_up("Ada", SESAME)
        stored = str(await outside(file, "SELECT * FROM profiles")) + str(
            await outside(file, "SELECT * FROM sessions")
        )
        assert "Ada" in stored
        assert not any(secret in stored for secret in (SESAME, token, str(recovery)))
        for row in await outside(file, "SELECT password, recovery FROM profiles"):
            for stolen in row:
                assert await signed_in(profiles, "Ada", stolen) is None


@pytest.mark.parametrize("name", ["", " ", "x" * 31, "Ada\n", "A\0da", "Ada\u200b", "\u00a0"])
async def test_a_name_must_be_visible_and_short(file: str, name: str) -> None:
    async with open_profiles(file) as profiles:
        with pytest.raises(BadName, match="visible characters"):
            await profiles.sign_up(name)


@pytest.mark.parametrize("name", ["x" * 30, "周", "Ödön Ács", " Ada ", "🎲"])
async def test_a_name_may_be_in_any_script(file: str, name: str) -> None:
    async with open_profiles(file) as profiles:
        assert (await profiles.sign_up(name)).profile.name == name.strip()


@pytest.mark.parametrize(
    ("name", "alike"),
    [
        ("Ada", "ada"),
        ("Ada", " ADA "),
        ("Ada", "Ａｄａ"),
        ("Straße", "STRASSE"),
        ("\u00d6d\u00f6n", "O\u0308do\u0308n"),
        ("Ada L", "Ada  L"),
    ],
)
async def test_spellings_of_a_name_are_the_same_name(file: str, name: str, alike: str) -> None:
    async with open_profiles(file) as profiles:
        await profiles.sign_up(name, SESAME)
        with pytest.raises(NameTaken, match="choose another name"):
            await profiles.sign_up(alike)
        assert (await profiles.sign_in(alike, SESAME)).profile.name == name


@pytest.mark.parametrize("alike", ["Аdа", "AIice", "A1ice", "Alice\ufe0f"])
async def test_nobody_gets_a_name_that_looks_like_anothers(file: str, alike: str) -> None:
    async with open_profiles(file) as profiles:
        await profiles.sign_up("Alice")
        ada, *_ = await profiles.sign_up("Ada")
        bob, *_ = await profiles.sign_up("Bob")
        with pytest.raises((NameTaken, BadName)):
            await profiles.sign_up(alike)
        with pytest.raises((NameTaken, BadName)):
            await profiles.rename(bob, alike)
        assert (await profiles.rename(ada, "ADA")).name == "ADA", "one's own name may change its looks"


async def test_names_of_old_profiles_stay_and_block_their_look_alikes(url: str) -> None:
    async with open_profiles(url) as profiles:
        for name in ("Alice", "Bob"):
            await profiles.sign_up(name, SESAME)
        await outside(
            url,
            "UPDATE profiles SET skeleton = NULL",
            "UPDATE profiles SET name = 'AIice', name_key = 'aiice' WHERE name = 'Bob'",
            "INSERT INTO profiles (id, name, name_key, password, recovery, created) "
            "VALUES ('old', 'Bot Berta', 'bot berta', NULL, 'x', 0)",
            "SELECT 1",
        )
        await profiles.compare_old_names()
        for name in ("A1ice", "Bot Berta"):
            with pytest.raises((NameTaken, BadName)):
                await profiles.sign_up(name)
        for name in ("Alice", "AIice"):
            assert (await profiles.sign_in(name, SESAME)).profile.name == name
        await profiles.compare_old_names()


async def test_only_one_of_many_sign_ups_at_once_gets_the_name(url: str) -> None:
    async with open_profiles(url) as profiles:
        tried = await asyncio.gather(*(profiles.sign_up("Ada") for _ in range(5)), return_exceptions=True)
        got = [new for new in tried if isinstance(new, tuple)]
        assert len(got) == 1
        assert all(isinstance(refusal, NameTaken) for refusal in tried if refusal not in got)
        assert await profiles.session(got[0].token) == got[0].profile


async def test_a_password_that_is_too_short_creates_no_profile(file: str) -> None:
    async with open_profiles(file) as profiles:
        with pytest.raises(BadNewPassword):
            await profiles.sign_up("Ada", "sesame")
        await profiles.sign_up("Ada")


# Signing in and out


async def test_the_password_opens_the_profile_on_another_device(url: str) -> None:
    async with open_profiles(url) as profiles:
        ada, first, _ = await profiles.sign_up("Ada", SESAME)
        again, second, recovery = await profiles.sign_in("ada", SESAME)
        assert (again, recovery) == (ada, None)
        assert first != second
        assert await profiles.session(first) == await profiles.session(second) == ada


@pytest.mark.parametrize(
    ("name", "secret"),
    [("Ada", "open Sesame"), ("Ada", ""), ("Eve", SESAME), ("Bob", ""), ("", "")],
)
async def test_a_wrong_name_or_secret_is_refused(file: str, name: str, secret: str) -> None:
    async with open_profiles(file) as profiles:
        await profiles.sign_up("Ada", SESAME)
        await profiles.sign_up("Bob")
        with pytest.raises(BadPassword, match="neither the password nor the recovery code"):
            await profiles.sign_in(name, secret)


async def test_a_name_with_control_characters_belongs_to_nobody(url: str) -> None:
    async with open_profiles(url) as profiles:
        await profiles.sign_up("Ada", SESAME)
        assert await signed_in(profiles, "A\0da", SESAME) is None


async def test_every_sign_in_verifies_one_password_so_that_its_duration_reveals_nothing(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[str] = []
    verify = passwords._verify

    def compare(hash_: str, password: str) -> bool:
        compared.append(password)
        return verify(hash_, password)

    monkeypatch.setattr(passwords, "_verify", compare)

    async with open_profiles(file) as profiles:
        await profiles.sign_up("Ada", SESAME)
        await profiles.sign_up("Bob")
        names = ("Ada", "Eve", "Bob", "\0")  # one with a password, nobody, one without, no name at all
        for name in names:
            assert await signed_in(profiles, name, "a wrong password") is None
        assert len(compared) == len(names)


async def test_a_recovery_code_signs_in_once_and_is_replaced_by_a_new_one(url: str) -> None:
    async with open_profiles(url) as profiles:
        ada, _, code = await profiles.sign_up("Ada")
        assert code is not None
        again, token, following = await profiles.sign_in("Ada", code.upper().replace("-", " "))
        assert again == ada == await profiles.session(token)
        assert following is not None
        assert await signed_in(profiles, "Ada", code) is None
        assert await signed_in(profiles, "Ada", following) is not None


async def test_a_recovery_code_used_several_times_at_once_opens_one_session(url: str) -> None:
    async with open_profiles(url) as profiles:
        _, first, code = await profiles.sign_up("Ada")
        assert code is not None
        tried = await asyncio.gather(*(signed_in(profiles, "Ada", code) for _ in range(5)))
        (got,) = [new for new in tried if new]
        assert len(await outside(url, "SELECT hash FROM sessions")) == 2
        assert await profiles.session(first) == await profiles.session(got.token)
        assert got.recovery is not None
        assert await signed_in(profiles, "Ada", got.recovery)


async def test_a_session_lasts_as_long_as_it_is_used(url: str) -> None:
    clock = ManualClock(1e9)

    async with open_profiles(url, clock) as profiles:
        ada, token, _ = await profiles.sign_up("Ada")
        for _ in range(5):
            clock.now += SESSION_LASTS - DAY
            assert await profiles.session(token) == ada
        clock.now += SESSION_LASTS
        assert await profiles.session(token) is None


async def test_expired_sessions_are_deleted(file: str) -> None:
    clock = ManualClock(1e9)

    async with open_profiles(file, clock) as profiles:
        await profiles.sign_up("Ada", SESAME)
        clock.now += SESSION_LASTS
        await profiles.sign_in("Ada", SESAME)
        assert len(await outside(file, "SELECT hash FROM sessions")) == 1


async def test_signing_out_ends_only_one_session(file: str) -> None:
    async with open_profiles(file) as profiles:
        ada, first, _ = await profiles.sign_up("Ada", SESAME)
        second = (await profiles.sign_in("Ada", SESAME)).token
        await profiles.sign_out(first)
        assert await profiles.session(first) is None
        assert await profiles.session(second) == ada


@pytest.mark.parametrize("token", [None, "", "nobody's"])
async def test_unknown_tokens_belong_to_nobody(file: str, token: str | None) -> None:
    async with open_profiles(file) as profiles:
        await profiles.sign_up("Ada")
        assert await profiles.session(token) is None


# Guessing

STRANGER, HOME = Client("198.51.100.7"), Client("192.0.2.1")


@pytest.mark.parametrize("name", ["Ada", "Nobody"])
async def test_wrong_passwords_for_an_account_have_to_wait_longer_and_longer(file: str, name: str) -> None:
    """Whoever guesses, from however many addresses; and whether or not the account exists."""
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
        await profiles.finished(table)
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
        await profiles.finished(finished_table(ada.id, bob.id, match="one"))
        await profiles.finished(finished_table(ada.id, ada.id, match="two"))
        exported = await profiles.export(ada)
        assert (exported.profile, exported.profile.created) == (ada, clock.now)
        assert exported.sessions == [clock.now + SESSION_LASTS] * 2
        assert exported.devices == await profiles.sessions.listed(ada.id)
        assert sorted((result.match, result.seat) for result in exported.results) == [
            ("one", 0),
            ("two", 0),
            ("two", 1),
        ]
        assert [(rating.game, rating.players, rating.games) for rating in exported.ratings] == [
            ("kniffel", 2, 1)
        ]
