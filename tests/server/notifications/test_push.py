"""Web Push against a real endpoint, which decrypts what it gets and checks who has signed it."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
import pytest

from stammtisch.server.notifications import devices, notifier
from stammtisch.server.notifications.deliveries import TRIES
from stammtisch.server.notifications.devices import PushDevices, Subscription, Visitor
from stammtisch.server.ops.limits import Budget, Limit
from tests.server.clients import bearer, open_server
from tests.server.http_client import refusal
from tests.server.notifications.receivers import Browser, claims_of, encoded, receiver
from tests.server.notifications.tables import absent, all_sent, heard, make_due, pending, until_pending
from tests.store.stores import opened


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifier, "SETTLING", 0.0)


async def test_an_absent_player_is_notified_once_and_learns_only_the_table(tmp_path: Path) -> None:
    async with receiver() as endpoint, absent(tmp_path) as game:
        ben = Browser(endpoint.url)
        key = (await game.server.get("/api/push/key"))["key"]
        await game.subscribe(ben.subscription())
        await game.play_to_ben()
        (message,) = await heard(game, endpoint)
        assert ben.read(message.body) == {"table": game.table}
        claims, signer = claims_of(message.headers["authorization"])
        assert signer == key
        assert claims["aud"] == f"http://127.0.0.1:{endpoint.port}"
        assert time.time() < claims["exp"] <= time.time() + 24 * 3600
        assert claims["sub"] == game.server.origin
        assert message.headers["content-encoding"] == "aes128gcm"
        assert 0 < int(message.headers["ttl"]) <= 3 * 24 * 3600
        assert len(message.headers["topic"]) == 32
        (actor,) = game.server.services.tables.loaded()
        await actor.go_on()  # as after a restart
        await game.settle()
        assert len(endpoint.received) == 1
        assert await pending(game) == 0


async def test_a_player_who_is_there_or_has_come_back_hears_nothing(tmp_path: Path) -> None:
    async with receiver() as endpoint, absent(tmp_path) as game:
        await game.subscribe(Browser(endpoint.url).subscription())
        async with game.server.connect(game.table, game.ben) as ben:
            await ben.match_started()
            await game.play_to_ben()
            await game.settle()
            assert await pending(game) == 0
        await until_pending(game, 1)  # they may not have seen it
        async with game.server.connect(game.table, game.ben) as ben:
            await ben.match_started()
            await game.settle()
        assert not endpoint.received


async def test_a_turn_that_is_over_is_not_announced(tmp_path: Path) -> None:
    async with receiver() as endpoint, absent(tmp_path) as game:
        endpoint.answers = [500]
        await game.subscribe(Browser(endpoint.url).subscription())
        await game.play_to_ben()
        await heard(game, endpoint)
        async with game.server.connect(game.table, game.ben) as ben:
            await ben.match_started()
            while await game.turn() == 1:
                await ben.act()
        await make_due(game)
        await game.settle()
        assert len(endpoint.received) == 1
        assert await pending(game) == 0


async def test_a_message_that_fails_is_tried_again_later_but_not_endlessly(tmp_path: Path) -> None:
    async with receiver() as endpoint, absent(tmp_path) as game:
        endpoint.answers = [500] * TRIES
        await game.subscribe(Browser(endpoint.url).subscription())
        await game.play_to_ben()
        await heard(game, endpoint)
        await game.settle()
        assert len(endpoint.received) == 1  # the next try is not yet due
        for tries in range(2, TRIES + 1):
            await make_due(game)
            await game.settle()
            assert len(endpoint.received) == tries
        assert await pending(game) == 0
        assert len(await game.devices()) == 1


async def test_a_subscription_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    async with receiver() as endpoint, absent(tmp_path) as game:
        endpoint.answers = [410]
        await game.subscribe(Browser(endpoint.url).subscription())
        await game.play_to_ben()
        await heard(game, endpoint)
        await all_sent(game.server)
        assert await game.devices() == []
        assert await pending(game) == 0


@pytest.mark.parametrize("taken_away", ["before the turn", "before it is sent"])
async def test_a_device_whose_seats_were_taken_away_hears_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken_away: str
) -> None:
    monkeypatch.setattr(notifier, "SETTLING", 3600.0)
    async with receiver() as endpoint, absent(tmp_path) as game:
        link = await game.server.post(f"/api/tables/{game.table}/tickets", {}, game.ben)
        ticket = {"ticket": link["link"].partition("=")[2], "program": True}
        phone = (await game.server.post(f"/api/tables/{game.table}/keys", ticket))["token"]
        await game.subscribe(Browser(endpoint.url).subscription())
        if taken_away == "before it is sent":
            await game.play_to_ben()
            await until_pending(game, 1)
        keys = await game.server.get(f"/api/tables/{game.table}/keys", phone)
        (own,) = (key["id"] for key in keys if not key["current"])
        revoked = await game.server.http.delete(
            f"/api/tables/{game.table}/keys/{own}", headers=game.origin | bearer(phone)
        )
        assert revoked.is_success, revoked.text
        await game.play_to_ben()
        await make_due(game)
        await game.settle()
        assert await pending(game) == 0
        assert not endpoint.received


async def test_quiet_hours_wait_for_their_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with receiver() as endpoint, absent(tmp_path) as game:
        minute = int(time.time() // 60)
        quiet = {"start": (minute - 60) % 1440, "end": (minute + 60) % 1440}
        await game.subscribe(Browser(endpoint.url).subscription(zone="UTC", quiet=quiet))
        await game.play_to_ben()
        await until_pending(game, 1)
        await game.settle()
        assert not endpoint.received
        ((due,),) = await game.server.services._database.rows("SELECT due FROM deliveries")
        assert due == (minute + 60) * 60
        monkeypatch.setattr(game.server.services.notifier, "_clock", lambda: due + 1)
        await heard(game, endpoint)


async def test_a_message_waits_where_too_much_goes_to_one_receiver(tmp_path: Path) -> None:
    async with receiver() as endpoint, absent(tmp_path) as game:
        await game.subscribe(Browser(endpoint.url).subscription())
        one, before = Budget(1 / 1000, 1), time.time()
        game.server.services.limiter.change({"notifications": Limit(one, one, one)})
        game.server.services.limiter.spend("notifications", "127.0.0.1")
        await game.play_to_ben()
        await until_pending(game, 1)
        await game.settle()
        ((due, tries),) = await game.server.services._database.rows("SELECT due, tries FROM deliveries")
        assert due > before + 900
        assert tries == 0
        assert not endpoint.received


# Devices


async def test_a_device_keeps_its_tables_when_its_subscription_changes(tmp_path: Path) -> None:
    async with receiver() as endpoint, absent(tmp_path) as game:
        first = (await game.subscribe(Browser(endpoint.url).subscription())).json()
        changed = Browser(endpoint.url + "/2").subscription(quiet={"start": 1320, "end": 420})
        second = (await game.server.http.put("/api/push", json=changed, headers=game.origin)).json()
        assert second["id"] == first["id"]
        assert second["tables"] == [game.table]
        assert second["quiet"] == {"start": 1320, "end": 420}
        game.server.http.cookies.clear()  # the endpoint alone says that it is the same device
        third = (await game.server.http.put("/api/push", json=changed, headers=game.origin)).json()
        assert (third["id"], third["current"]) == (first["id"], True)
        assert len(await game.devices()) == 1


async def test_a_device_switches_one_table_off_or_everything(tmp_path: Path) -> None:
    async with receiver() as endpoint, absent(tmp_path) as game:
        device = (await game.subscribe(Browser(endpoint.url).subscription())).json()["id"]
        assert (await game.devices())[0]["tables"] == [game.table]
        off = await game.server.http.delete(f"/api/tables/{game.table}/push", headers=game.origin)
        assert off.status_code == 204
        assert (await game.devices())[0]["tables"] == []
        gone = await game.server.http.delete(f"/api/push/devices/{device}", headers=game.origin)
        assert gone.status_code == 204
        assert await game.devices() == []
        again = await game.server.http.delete(f"/api/push/devices/{device}", headers=game.origin)
        assert refusal(again) == (404, "unknown-receiver")
        on = await game.server.http.put(
            f"/api/tables/{game.table}/push", headers=game.origin | bearer(game.ben)
        )
        assert refusal(on) == (404, "unknown-receiver")


async def test_the_devices_of_a_profile_are_listed_and_nobody_elses(tmp_path: Path) -> None:
    async with open_server(tmp_path, private_receivers="on") as server, receiver() as endpoint:
        origin = {"Origin": server.origin}
        stranger = Browser(f"{endpoint.url}/stranger").subscription()
        foreign = (await server.http.put("/api/push", json=stranger, headers=origin)).json()["id"]
        server.http.cookies.clear()
        signed_up = await server.http.post("/api/profiles", json={"name": "Ada"}, headers=origin)
        assert signed_up.is_success
        for name in ("phone", "desktop"):
            server.http.cookies.delete("push") if "push" in server.http.cookies else None
            own = Browser(f"{endpoint.url}/{name}").subscription()
            assert (await server.http.put("/api/push", json=own, headers=origin)).is_success
        devices = (await server.http.get("/api/push/devices")).json()
        assert [device["current"] for device in devices] == [False, True]
        refused = await server.http.delete(f"/api/push/devices/{foreign}", headers=origin)
        assert refusal(refused) == (404, "unknown-receiver")
        everything = (await server.http.get("/api/profile/export")).json()
        assert len(everything["push_devices"]) == 2


BAD = {
    "a time zone": {"zone": "Europe/Atlantis"},
    "a path as a time zone": {"zone": "../../etc/passwd"},
    "quiet hours without end": {"quiet": {"start": 60, "end": 60}},
    "a key that is no point": {"p256dh": encoded(b"\x04" + b"1" * 64)},
    "a key that is not base64": {"p256dh": "é"},
    "a short secret": {"auth": encoded(b"short")},
    "an address without a host": {"endpoint": "https:///push"},
    "another scheme": {"endpoint": "file:///etc/passwd"},
}


class Clock:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


async def subscribed(known: PushDevices, number: int) -> str:
    """The token of a new device of a guest."""
    subscription = Browser(f"https://push.example/{number}").subscription()
    new = msgspec.convert(subscription, Subscription)
    return (await known.subscribe(new, Visitor(None, None, None, "")))[1]


async def test_devices_of_guests_that_hear_of_no_table_are_forgotten(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devices, "MOST_UNUSED", 2)
    clock = Clock()
    async with opened(url) as database:
        known = PushDevices(database, clock)
        used = await subscribed(known, 0)
        await known.switch_on("table", "key", used)
        for number in range(1, 5):
            clock.now += 1
            latest = await subscribed(known, number)
        assert len(await database.rows("SELECT id FROM push_devices")) == 1 + 2 + 1
        clock.now += devices.UNUSED_LASTS + 1
        again = msgspec.convert(Browser("https://push.example/4").subscription(), Subscription)
        await known.subscribe(again, Visitor(latest, None, None, ""))
        assert len(await database.rows("SELECT id FROM push_devices")) == 2
        assert (await known.current(used)).tables == ["table"]


async def test_a_seat_has_a_limited_number_of_devices(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "MOST_OF_SEAT", 2)
    clock = Clock()
    async with opened(url) as database:
        known = PushDevices(database, clock)
        tokens = []
        for number in range(3):
            clock.now += 1
            tokens.append(await subscribed(known, number))
            await known.switch_on("table", "key", tokens[-1])
        await known.switch_on("table", "another seat", await subscribed(known, 3))
        assert [(await known.current(token)).tables for token in tokens] == [[], ["table"], ["table"]]


@pytest.mark.parametrize("wrong", BAD.values(), ids=BAD)
async def test_a_subscription_that_cannot_work_is_refused(wrong: dict[str, object], tmp_path: Path) -> None:
    async with open_server(tmp_path, private_receivers="on") as server:
        given = Browser("https://127.0.0.1/push").subscription(**wrong)
        answer = await server.http.put("/api/push", json=given)
        assert refusal(answer) == (400, "bad-receiver")
        assert (await server.http.get("/api/push/devices")).json() == []


async def test_only_players_can_switch_a_table_on(tmp_path: Path) -> None:
    async with receiver() as endpoint, absent(tmp_path) as game:
        await game.subscribe(Browser(endpoint.url).subscription())
        answer = await game.server.http.put(f"/api/tables/{game.table}/push", headers=game.origin)
        assert refusal(answer) == (403, "not-seated")


async def test_the_key_pair_is_made_once_and_kept(tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        async with open_server(tmp_path) as server:
            keys.append(await server.get("/api/push/key"))
    assert keys[0] == keys[1]
