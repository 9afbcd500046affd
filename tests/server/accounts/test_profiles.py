"""Profiles: signing up, in and out, changing name and password, export and deletion."""

from __future__ import annotations

import asyncio

import pytest

from stammtisch.server.accounts import passwords
from stammtisch.server.accounts.passwords import BadNewPassword
from stammtisch.server.accounts.profiles import BadPassword, NameTaken
from stammtisch.server.accounts.sessions import DAY, SESSION_LASTS
from stammtisch.server.tables.errors import BadName
from tests.server.profiles import SESAME, ManualClock, open_profiles, signed_in
from tests.store.stores import outside

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
