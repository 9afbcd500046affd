"""Webhooks against a real receiver, which checks the signature."""

from __future__ import annotations

import hmac
import json
import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from stammtisch.server.notifications import notifier, webhooks
from stammtisch.server.notifications.deliveries import PAUSES, TRIES, Deliveries, MissedTurn, Receiver
from stammtisch.server.notifications.failures import Failure, read_failure
from stammtisch.server.notifications.shapes import Message, Shape, shaped, turn_text
from stammtisch.server.notifications.webhooks import FAILURES_AT_MOST, MOST_WEBHOOKS
from tests.server.clients import open_server
from tests.server.http_client import refusal
from tests.server.notifications.receivers import Received, receiver
from tests.server.notifications.tables import Absent, absent, all_sent, heard, make_due, pending
from tests.store.stores import opened


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifier, "SETTLING", 0.0)


def is_signed(message: Received, secret: str) -> bool:
    """What docs/notifications.md tells receivers to check."""
    timestamp, given = (message.headers[f"stammtisch-{name}"] for name in ("timestamp", "signature"))
    signed = hmac.new(secret.encode(), f"{timestamp}.".encode() + message.body, sha256).hexdigest()
    return abs(time.time() - int(timestamp)) < 300 and hmac.compare_digest(given, f"v1={signed}")


async def add(game: Absent, url: str, **more: object) -> Any:
    return await game.server.post(f"/api/tables/{game.table}/webhooks", {"url": url} | more, game.host)


async def listed(game: Absent) -> Any:
    return await game.server.get(f"/api/tables/{game.table}/webhooks", game.host)


async def test_a_webhook_of_a_table_hears_that_it_was_added_and_whose_turn_it_is(tmp_path: Path) -> None:
    async with receiver() as hook, absent(tmp_path) as game:
        added = await add(game, hook.url)
        await heard(game, hook)
        hook.answers = [500]
        await game.play_to_ben()
        await heard(game, hook, 2)
        await all_sent(game.server)
        failure = {"text": "the answer was 500", "why": "refused", "status": 500}
        assert [(hook["error"], hook["failure"]) for hook in await listed(game)] == [
            ("the answer was 500", failure)
        ]
        await make_due(game)
        greeting, failed, message = await heard(game, hook, 3)
        await all_sent(game.server)
        assert (await listed(game))[0]["error"] is None
        assert await pending(game) == 0
        link = f"{game.server.origin}/t/{game.table}"
        assert json.loads(greeting.body)["event"] == "added"
        sent = json.loads(message.body)
        assert sent.pop("turn") > 0
        assert sent.pop("until") > time.time()
        assert sent == {
            "event": "turn",
            "link": link,
            "text": f"Ben, it is your turn at ZOCK: {link}",
            "table": game.table,
            "game": "zock",
            "seat": 1,
            "name": "Ben",
        }
        assert all(is_signed(each, added["secret"]) for each in hook.received)
        assert failed.headers["stammtisch-delivery"] == message.headers["stammtisch-delivery"]
        assert message.target == "/hear"


async def test_a_webhook_of_a_profile_hears_of_its_own_turns_everywhere(tmp_path: Path) -> None:
    async with receiver() as hook, open_server(tmp_path, private_receivers="on") as server:
        signed_up = await server.post("/api/profiles", {"name": "Ben", "program": True})
        session = signed_up["token"]
        await server.post("/api/profile/webhooks", {"url": hook.url, "language": "de"}, session)
        created = await server.create_table("kniffel", ["Anna", "free"])
        joining = {"names": ["Ben"], "program": True}
        ben = await server.post(f"/api/tables/{created['table']}/seats", joining, session)
        async with server.connect(created["table"], created["token"]) as anna:
            await anna.add_seed()
            async with server.connect(created["table"], ben["token"]) as client:
                await client.add_seed()
                await client.match_started()
            await anna.wait_for(lambda update: update["type"] == "presence" and update["seats"] == [0])
            game = Absent(server, created["table"], anna, created["token"], ben["token"])
            await game.play_to_ben()
            texts = [json.loads(message.body)["text"] for message in await heard(game, hook, 2)]
        assert texts[1].startswith("Ben, du bist dran bei Kniffel: http://127.0.0.1:")
        everything = await server.get("/api/profile/export", session)
        assert everything["webhooks"] == [hook.url]
        proof = {"secret": signed_up["recovery"]}
        assert (await server.request("DELETE", "/api/profile", session, json=proof)).status_code == 204
        assert await server.services._database.rows("SELECT id FROM webhooks") == []


SHAPES: dict[Shape, tuple[str, str]] = {
    "discord": ("content", r"\*A\*, it is your turn at ZOCK: https://t.example/t/x"),
    "matrix": ("text", r"\*A\*, it is your turn at ZOCK: https://t.example/t/x"),
    "slack": ("text", "*A*, it is your turn at ZOCK: https://t.example/t/x"),
}


def message(shape: Shape, name: str) -> tuple[bytes, dict[str, str]]:
    link = "https://t.example/t/x"
    return shaped(shape, Message(event="turn", link=link, text=turn_text(shape, "en", name, "ZOCK", link)))


@pytest.mark.parametrize("shape", SHAPES)
def test_chats_get_the_sentence_in_their_own_shape(shape: Shape) -> None:
    body, headers = message(shape, "*A*")
    field, text = SHAPES[shape]
    assert json.loads(body)[field] == text
    assert headers == {"Content-Type": "application/json"}


def test_ntfy_gets_plain_text_and_a_link_to_click() -> None:
    body, headers = message("ntfy", "Ágnes")
    assert body.decode().startswith("Ágnes, it is your turn")
    assert headers["Click"] == "https://t.example/t/x"


def test_a_name_can_neither_call_everybody_nor_become_a_link() -> None:
    discord = json.loads(message("discord", "@everyone [x](https://evil.example)")[0])
    assert discord["allowed_mentions"] == {"parse": []}
    assert r"\[x\]\(https\://evil.example\)" in discord["content"]
    slack = json.loads(message("slack", "<!channel>")[0])["text"]
    assert slack.startswith("&lt;!channel&gt;, it is")


async def test_a_webhook_that_is_gone_is_stopped_and_says_why(tmp_path: Path) -> None:
    async with receiver() as hook, absent(tmp_path) as game:
        hook.answers = [410]
        await add(game, hook.url, shape="slack")
        await heard(game, hook)
        await all_sent(game.server)
        (info,) = await listed(game)
        assert info["stopped"]
        assert (info["failure"]["why"], info["failure"]["status"]) == ("gone", 410)
        await game.play_to_ben()
        await game.settle()
        assert len(hook.received) == 1


async def test_a_webhook_that_always_fails_is_stopped(tmp_path: Path) -> None:
    async with opened(f"sqlite:{tmp_path / 'file'}") as database:
        hooks = webhooks.Webhooks(database, private=True)
        owner = webhooks.Owner(table="x")
        hook = (await hooks.add(owner, webhooks.NewWebhook(url="http://127.0.0.1:9/"), "")).webhook.id
        for _ in range(FAILURES_AT_MOST):
            assert await hooks.of_seat("x", None) == [hook]
            await hooks.failed(hook, Failure("no answer came", "no-answer"), ended=False)
            await hooks.failed(hook, Failure("no answer came", "no-answer"), ended=True)
        assert await hooks.of_seat("x", None) == []
        assert (await hooks.listed(owner))[0].stopped


def test_what_earlier_versions_stored_of_a_failure_is_read() -> None:
    for old in ("the answer was 500", '"x"', "[1]", '{"why": "other"}'):
        assert read_failure(old) == Failure(old)
    failure = Failure("the answer was 410", "gone", 410)
    assert read_failure(failure.stored()) == failure


async def test_what_waits_is_lost_by_no_restart(tmp_path: Path) -> None:
    async with receiver() as hook:
        async with absent(tmp_path) as game:
            hook.answers = [503]
            await add(game, hook.url)
            await heard(game, hook)
            await all_sent(game.server)
            await make_due(game)
        async with open_server(tmp_path, private_receivers="on") as server:
            await server.services.notifier.send_due()
            await all_sent(server)
        ids = [message.headers["stammtisch-delivery"] for message in hook.received]
        assert ids.count(ids[0]) == 2


# Who may do what


HOSTILE = ["https://127.0.0.1/", "https://[::ffff:10.0.0.1]/", "https://169.254.169.254/", "http://1.1.1.1/"]


@pytest.mark.parametrize("url", HOSTILE)
async def test_a_private_address_is_refused_and_nothing_is_stored(url: str, tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        path, token = f"/api/tables/{table['table']}/webhooks", table["token"]
        answer = await server.request("POST", path, token, json={"url": url})
        assert refusal(answer) == (400, "bad-receiver")
        assert await server.get(path, token) == []


async def test_only_the_host_and_people_who_are_signed_in_have_webhooks(tmp_path: Path) -> None:
    async with receiver() as hook, absent(tmp_path) as game:
        path = f"/api/tables/{game.table}/webhooks"
        added = (await add(game, hook.url))["webhook"]["id"]
        for request in (("GET", path), ("DELETE", f"{path}/{added}")):
            assert refusal(await game.server.request(*request, game.ben)) == (403, "not-seated")
            assert refusal(await game.server.request(*request)) == (403, "not-seated")
        assert refusal(await game.server.request("GET", "/api/profile/webhooks")) == (401, "not-signed-in")
        gone = await game.server.request("DELETE", f"{path}/{added}", game.host)
        assert gone.status_code == 204
        again = await game.server.request("DELETE", f"{path}/{added}", game.host)
        assert refusal(again) == (404, "unknown-receiver")
        await game.settle()
        assert await pending(game) == 0


async def test_a_table_has_a_limited_number_of_webhooks_and_hides_their_secrets(tmp_path: Path) -> None:
    async with receiver() as hook, absent(tmp_path) as game:
        for number in range(MOST_WEBHOOKS):
            await add(game, f"{hook.url}/secret{number}")
        path = f"/api/tables/{game.table}/webhooks"
        answer = await game.server.request("POST", path, game.host, json={"url": hook.url})
        assert refusal(answer) == (409, "too-many-receivers")
        known = await listed(game)
        assert len(known) == MOST_WEBHOOKS
        assert "secret" not in json.dumps(known)
        assert known[0]["host"] == f"http://127.0.0.1:{hook.port}"


# Several processes


@asynccontextmanager
async def two(url: str) -> AsyncIterator[list[Deliveries]]:
    """The same deliveries as two processes see them."""
    async with opened(url, shared=True) as one, opened(url, shared=True) as other:
        yield [Deliveries(one), Deliveries(other)]


async def test_only_one_of_two_processes_announces_a_turn_and_makes_each_try(url: str) -> None:
    async with two(url) as (one, other):
        turn, hook = MissedTurn("table", 0, 7), Receiver("webhook", "hook")
        for deliveries in (one, other, one):
            await deliveries.add_turn(turn, [hook], 0.0)
        (seen_by_one,), (seen_by_other,) = await one.due(1.0, 10), await other.due(1.0, 10)
        assert seen_by_one == seen_by_other
        assert [await one.take(seen_by_one, 1.0), await other.take(seen_by_other, 1.0)] == [True, False]
        assert await other.due(1.0, 10) == []  # the next try is later
        (second,) = await other.due(1e9, 10)
        assert second.tries == 1
        await one.drop(seen_by_one)
        assert not await other.take(second, 1e9)
        await other.add_turn(turn, [hook], 0.0)
        assert await other.due(1e9, 10) == []  # it was sent


async def test_a_later_turn_replaces_an_earlier_one_that_waits(url: str) -> None:
    async with two(url) as (one, other):
        hook = Receiver("webhook", "hook")
        for n in (7, 9):
            await one.add_turn(MissedTurn("table", 0, n), [hook], 0.0)
        assert [each.turn for each in await other.due(1.0, 10)] == [MissedTurn("table", 0, 9)]


async def test_a_receiver_that_failed_is_tried_no_sooner_for_another_turn(url: str) -> None:
    """Otherwise some that never answer would take all the requests that may be under way."""
    failing, other = Receiver("webhook", "failing"), Receiver("webhook", "other")
    async with two(url) as (here, there):
        await here.add_turn(MissedTurn("table", 0, 7), [failing], 0.0)
        (first,) = await here.due(0.0, 10)
        await here.take(first, 0.0)
        await there.add_turn(MissedTurn("another table", 0, 7), [failing], 1.0)
        assert len(await there.due(1.0, 10)) == 1, "it may still arrive"
        await here.failed(first, 0.0)
        for n in (8, 9):
            await there.add_turn(MissedTurn("table", 0, n), [failing, other], 2.0)
        due = [(each.receiver, each.turn) for each in await here.due(PAUSES[0] - 1, 10)]
        assert due == [(failing, MissedTurn("another table", 0, 7)), (other, MissedTurn("table", 0, 9))]
        assert [each.tries for each in await here.due(PAUSES[0], 10)] == [0, 0, 1]


async def test_a_message_to_a_receiver_that_fails_has_two_tries_at_least(tmp_path: Path) -> None:
    async with opened(f"sqlite:{tmp_path / 'file'}") as database:
        deliveries, hook = Deliveries(database), Receiver("webhook", "hook")
        await deliveries.add_turn(MissedTurn("table", 0, 1), [hook], 0.0)
        for _ in range(TRIES - 1):
            (waiting,) = await deliveries.due(math.inf, 10)
            await deliveries.take(waiting, 0.0)
            await deliveries.failed(waiting, 0.0)
        (waiting,) = await deliveries.due(math.inf, 10)
        await deliveries.add_turn(MissedTurn("table", 0, 2), [hook], 0.0)
        (replacing,) = await deliveries.due(math.inf, 10)
        assert (replacing.due, replacing.tries) == (waiting.due, TRIES - 2)


async def test_no_more_wait_for_one_receiver_than_the_queue_takes(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stammtisch.server.notifications.deliveries.MOST_OF_RECEIVER", 2)
    async with opened(url) as database:
        deliveries = Deliveries(database)
        for seat in range(3):
            await deliveries.add_turn(MissedTurn("table", seat, 1), [Receiver("push", "device")], 0.0)
        await deliveries.add_turn(MissedTurn("table", 1, 2), [Receiver("push", "device")], 0.0)
        waiting = [each.turn for each in await deliveries.due(1.0, 10)]
        assert sorted(filter(None, waiting)) == [MissedTurn("table", 0, 1), MissedTurn("table", 1, 2)]


async def test_no_more_wait_than_the_queue_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stammtisch.server.notifications.deliveries.MOST_WAITING", 2)
    async with opened(f"sqlite:{tmp_path / 'file'}") as database:
        deliveries = Deliveries(database)
        for seat in range(3):
            await deliveries.add_turn(MissedTurn("table", seat, 1), [Receiver("push", "device")], 0.0)
        assert len(await deliveries.due(1.0, 10)) == 2
