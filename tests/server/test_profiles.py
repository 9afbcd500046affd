"""Who comes again is known again, on every device, and forgotten on demand."""

from __future__ import annotations

import asyncio

import pytest

from stammtisch.server.accounts import passwords
from stammtisch.server.accounts.passwords import BadNewPassword
from stammtisch.server.accounts.profiles import (
    DAY,
    SESSION_LASTS,
    BadPassword,
    NameTaken,
    Profiles,
    Welcome,
)
from stammtisch.server.tables.errors import BadName
from tests.server.profiling import live, played
from tests.store.stores import outside

SESAME = "open sesame"


class Clock:
    def __init__(self) -> None:
        self.now = 1e9

    def __call__(self) -> float:
        return self.now


async def signed_in(profiles: Profiles, name: str, secret: str) -> Welcome | None:
    try:
        return await profiles.sign_in(name, secret)
    except BadPassword:
        return None


# Signing up


def test_who_signs_up_is_known_by_the_session(url: str) -> None:
    async def story(profiles: Profiles) -> None:
        ada, token, recovery = await profiles.sign_up("Ada", SESAME)
        bob, *_ = await profiles.sign_up("Bob")
        assert (ada.name, ada.password, bob.password) == ("Ada", True, False)
        assert await profiles.session(token) == ada
        assert recovery is not None
        assert ada.id != bob.id

    live(url, story)


def test_nothing_that_is_kept_opens_a_profile(file: str) -> None:
    async def story(profiles: Profiles) -> None:
        _, token, recovery = await profiles.sign_up("Ada", SESAME)
        kept = str(await outside(file, "SELECT * FROM profiles")) + str(
            await outside(file, "SELECT * FROM sessions")
        )
        assert "Ada" in kept
        assert not any(secret in kept for secret in (SESAME, token, str(recovery)))
        for row in await outside(file, "SELECT password, recovery FROM profiles"):
            for stolen in row:
                assert await signed_in(profiles, "Ada", stolen) is None

    live(file, story)


@pytest.mark.parametrize("name", ["", " ", "x" * 31, "Ada\n", "A\0da", "Ada\u200b", "\u00a0"])
def test_a_name_is_something_to_read(file: str, name: str) -> None:
    async def story(profiles: Profiles) -> None:
        with pytest.raises(BadName, match="1 to 30 printable characters"):
            await profiles.sign_up(name)

    live(file, story)


@pytest.mark.parametrize("name", ["x" * 30, "周", "Ödön Ács", " Ada ", "🎲"])
def test_a_name_may_be_in_any_letters(file: str, name: str) -> None:
    async def story(profiles: Profiles) -> None:
        assert (await profiles.sign_up(name)).profile.name == name.strip()

    live(file, story)


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
def test_names_that_read_the_same_are_the_same(file: str, name: str, alike: str) -> None:
    async def story(profiles: Profiles) -> None:
        await profiles.sign_up(name, SESAME)
        with pytest.raises(NameTaken, match="choose another name"):
            await profiles.sign_up(alike)
        assert (await profiles.sign_in(alike, SESAME)).profile.name == name

    live(file, story)


def test_one_of_many_who_want_a_name_at_once_gets_it(url: str) -> None:
    async def story(profiles: Profiles) -> None:
        tried = await asyncio.gather(*(profiles.sign_up("Ada") for _ in range(5)), return_exceptions=True)
        got = [welcome for welcome in tried if isinstance(welcome, tuple)]
        assert len(got) == 1
        assert all(isinstance(refusal, NameTaken) for refusal in tried if refusal not in got)
        assert await profiles.session(got[0].token) == got[0].profile

    live(url, story)


def test_a_weak_password_makes_no_profile(file: str) -> None:
    async def story(profiles: Profiles) -> None:
        with pytest.raises(BadNewPassword):
            await profiles.sign_up("Ada", "sesame")
        await profiles.sign_up("Ada")

    live(file, story)


# Signing in and out


def test_the_password_opens_the_profile_on_another_device(url: str) -> None:
    async def story(profiles: Profiles) -> None:
        ada, first, _ = await profiles.sign_up("Ada", SESAME)
        again, second, recovery = await profiles.sign_in("ada", SESAME)
        assert (again, recovery) == (ada, None)
        assert first != second
        assert await profiles.session(first) == await profiles.session(second) == ada

    live(url, story)


@pytest.mark.parametrize(
    ("name", "secret"),
    [("Ada", "open Sesame"), ("Ada", ""), ("Eve", SESAME), ("Bob", ""), ("", "")],
)
def test_nobody_else_gets_in(file: str, name: str, secret: str) -> None:
    async def story(profiles: Profiles) -> None:
        await profiles.sign_up("Ada", SESAME)
        await profiles.sign_up("Bob")
        with pytest.raises(BadPassword, match="neither the password nor the recovery code"):
            await profiles.sign_in(name, secret)

    live(file, story)


def test_what_can_be_no_name_is_nobodys(url: str) -> None:
    async def story(profiles: Profiles) -> None:
        await profiles.sign_up("Ada", SESAME)
        assert await signed_in(profiles, "A\0da", SESAME) is None

    live(url, story)


def test_every_name_costs_one_look_at_a_password_so_time_does_not_tell(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    verified = passwords._verified

    def look(kept: str, password: str) -> bool:
        looked.append(password)
        return verified(kept, password)

    monkeypatch.setattr(passwords, "_verified", look)

    async def story(profiles: Profiles) -> None:
        await profiles.sign_up("Ada", SESAME)
        await profiles.sign_up("Bob")
        names = ("Ada", "Eve", "Bob", "\0")  # one with a password, nobody, one without, no name at all
        for name in names:
            assert await signed_in(profiles, name, "a wrong password") is None
        assert len(looked) == len(names)

    live(file, story)


def test_a_recovery_code_opens_the_profile_once_and_brings_the_next(url: str) -> None:
    async def story(profiles: Profiles) -> None:
        ada, _, code = await profiles.sign_up("Ada")
        assert code is not None
        again, token, following = await profiles.sign_in("Ada", code.upper().replace("-", " "))
        assert again == ada == await profiles.session(token)
        assert following is not None
        assert await signed_in(profiles, "Ada", code) is None
        assert await signed_in(profiles, "Ada", following) is not None

    live(url, story)


def test_a_recovery_code_used_twice_at_once_opens_one_session(url: str) -> None:
    async def story(profiles: Profiles) -> None:
        _, first, code = await profiles.sign_up("Ada")
        assert code is not None
        tried = await asyncio.gather(*(signed_in(profiles, "Ada", code) for _ in range(5)))
        (got,) = [welcome for welcome in tried if welcome]
        assert len(await outside(url, "SELECT hash FROM sessions")) == 2
        assert await profiles.session(first) == await profiles.session(got.token)
        assert got.recovery is not None
        assert await signed_in(profiles, "Ada", got.recovery)

    live(url, story)


def test_a_session_lasts_as_long_as_it_is_used(url: str) -> None:
    clock = Clock()

    async def story(profiles: Profiles) -> None:
        ada, token, _ = await profiles.sign_up("Ada")
        for _ in range(5):
            clock.now += SESSION_LASTS - DAY
            assert await profiles.session(token) == ada
        clock.now += SESSION_LASTS
        assert await profiles.session(token) is None

    live(url, story, clock)


def test_sessions_that_have_ended_are_not_kept_for_ever(file: str) -> None:
    clock = Clock()

    async def story(profiles: Profiles) -> None:
        await profiles.sign_up("Ada", SESAME)
        clock.now += SESSION_LASTS
        await profiles.sign_in("Ada", SESAME)
        assert len(await outside(file, "SELECT hash FROM sessions")) == 1

    live(file, story, clock)


def test_signing_out_ends_one_session_and_not_the_others(file: str) -> None:
    async def story(profiles: Profiles) -> None:
        ada, first, _ = await profiles.sign_up("Ada", SESAME)
        second = (await profiles.sign_in("Ada", SESAME)).token
        await profiles.sign_out(first)
        assert await profiles.session(first) is None
        assert await profiles.session(second) == ada

    live(file, story)


@pytest.mark.parametrize("token", [None, "", "nobody's"])
def test_other_tokens_are_nobody(file: str, token: str | None) -> None:
    async def story(profiles: Profiles) -> None:
        await profiles.sign_up("Ada")
        assert await profiles.session(token) is None

    live(file, story)


# Changing


def test_a_new_password_ends_the_other_sessions_and_the_old_password(url: str) -> None:
    async def story(profiles: Profiles) -> None:
        ada, own, code = await profiles.sign_up("Ada", SESAME)
        other = (await profiles.sign_in("Ada", SESAME)).token
        assert await profiles.set_password(ada, SESAME, "open barley", own) is None
        assert await profiles.session(own) == ada
        assert await profiles.session(other) is None
        assert await signed_in(profiles, "Ada", SESAME) is None
        assert await signed_in(profiles, "Ada", "open barley")
        assert await signed_in(profiles, "Ada", str(code))

    live(url, story)


def test_the_recovery_code_sets_a_password_and_is_replaced(file: str) -> None:
    async def story(profiles: Profiles) -> None:
        ada, own, code = await profiles.sign_up("Ada")
        following = await profiles.set_password(ada, str(code), SESAME, own)
        assert following is not None
        assert await signed_in(profiles, "Ada", str(code)) is None
        welcome = await profiles.sign_in("Ada", following)
        assert welcome.profile.password

    live(file, story)


def test_whoever_does_not_know_the_secret_changes_nothing(file: str) -> None:
    async def story(profiles: Profiles) -> None:
        ada, own, _ = await profiles.sign_up("Ada", SESAME)
        for wrong in ("", "guessed!", own):
            with pytest.raises(BadPassword):
                await profiles.set_password(ada, wrong, "open barley", own)
        with pytest.raises(BadNewPassword):
            await profiles.set_password(ada, SESAME, "barley", own)
        assert await signed_in(profiles, "Ada", SESAME)

    live(file, story)


def test_who_signs_in_while_the_password_changes_is_out_again(url: str) -> None:
    async def story(profiles: Profiles) -> None:
        ada, own, _ = await profiles.sign_up("Ada", SESAME)
        tries = [asyncio.create_task(signed_in(profiles, "Ada", SESAME)) for _ in range(6)]
        await profiles.set_password(ada, SESAME, "open barley", own)
        welcomes = await asyncio.gather(*tries)
        for welcome in welcomes:
            assert welcome is None or await profiles.session(welcome.token) is None
        assert await profiles.session(own) == ada

    live(url, story)


def test_a_new_recovery_code_replaces_the_old_one(file: str) -> None:
    async def story(profiles: Profiles) -> None:
        ada, _, code = await profiles.sign_up("Ada")
        following = await profiles.new_recovery(ada, None)
        assert await signed_in(profiles, "Ada", str(code)) is None
        assert await signed_in(profiles, "Ada", following)

    live(file, story)


def test_a_stolen_session_gets_no_recovery_code_of_a_profile_with_password(file: str) -> None:
    async def story(profiles: Profiles) -> None:
        ada, _, code = await profiles.sign_up("Ada", SESAME)
        for wrong in (None, "", "guessed!"):
            with pytest.raises(BadPassword):
                await profiles.new_recovery(ada, wrong)
        following = await profiles.new_recovery(ada, str(code))
        assert await signed_in(profiles, "Ada", following)

    live(file, story)


def test_a_profile_may_take_another_name_that_is_free(url: str) -> None:
    async def story(profiles: Profiles) -> None:
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

    live(url, story)


# Leaving


def test_a_deleted_profile_leaves_nothing_and_takes_nothing_from_others(url: str) -> None:
    async def story(profiles: Profiles) -> None:
        ada, token, _ = await profiles.sign_up("Ada", SESAME)
        bob, *_ = await profiles.sign_up("Bob")
        table = played(ada.id, bob.id)
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
            kept = str(await outside(url, sql))
            assert ada.id not in kept
            assert bob.id in kept
        assert (await profiles.sign_up("Ada")).profile.id != ada.id
        assert table.seats[0].name == "seat 0"

    live(url, story)


def test_an_export_tells_everything_that_is_kept(url: str) -> None:
    clock = Clock()

    async def story(profiles: Profiles) -> None:
        ada, *_ = await profiles.sign_up("Ada", SESAME)
        bob, *_ = await profiles.sign_up("Bob")
        await profiles.sign_in("Ada", SESAME)
        await profiles.finished(played(ada.id, bob.id, match="one"))
        await profiles.finished(played(ada.id, ada.id, match="two"))
        told = await profiles.export(ada)
        assert (told.profile, told.profile.created) == (ada, clock.now)
        assert told.sessions == [clock.now + SESSION_LASTS] * 2
        assert sorted((result.match, result.seat) for result in told.results) == [
            ("one", 0),
            ("two", 0),
            ("two", 1),
        ]
        assert [(rating.game, rating.players, rating.games) for rating in told.ratings] == [("kniffel", 2, 1)]

    live(url, story, clock)
