"""Tables of one device: whole games, what each seat sees, and what is kept."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from stammtisch import catalog
from stammtisch.cli.main import main
from stammtisch.local import server as local_server
from stammtisch.local.store import FULL
from stammtisch.server.tables.puzzles import today
from tests.local.device import SEED, Device, Page, Tabs, choosing, seats_of


@pytest.fixture
async def device() -> AsyncIterator[Device]:
    device = Device()
    yield device
    await device.close()


@pytest.mark.parametrize("game", catalog.NAMES)
async def test_a_whole_game_is_played_recorded_and_verified(
    device: Device, game: str, tmp_path: Path
) -> None:
    table = await device.open(game, seats_of(game))
    page = device.join(table)
    await asyncio.wait_for(page.play(Random(game)), 120)
    match = page.latest("table")["match"]  # type: ignore[index]
    assert table.startswith("local-")
    assert match.startswith("local-")
    record = await device.ask("GET", f"/api/records/{match}")
    assert record["fair"]["secret"]
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    result = CliRunner().invoke(main, ["verify", str(file)])
    assert result.exit_code == 0, result.output
    moments = await device.ask("GET", f"/api/records/{match}/moments?start=0&count=3")
    assert len(moments) == 3


async def played(device: Device, game: str = "zock", *seats: str) -> Page:
    """A page at a table where a game has been played to its end."""
    page = device.join(await device.open(game, list(seats or ("Anna", "Ben"))))
    await page.play(Random(game))
    return page


def table_of(page: Page) -> dict[str, Any]:
    table = page.latest("table")
    assert table is not None
    return table


async def test_bots_play_here_too(device: Device) -> None:
    page = await played(device, "zock", "Anna", "bot:easy")
    names = [seat["name"] for seat in table_of(page)["seats"]]
    assert names[0] == "Anna"


async def test_a_seat_sees_only_what_it_may_know(device: Device) -> None:
    page = device.join(await device.open("tock", ["Anna", "bot:random"]))
    await page.play(Random(1), until=lambda page: len(page.messages) > 40)
    views = [each["view"] for each in page.messages if each["type"] == "position" and each["view"]]
    assert {each["seat"] for each in page.messages if each["type"] == "position"} == {0}
    hidden = [view["hands"][1] for view in views if view.get("hands")]
    assert hidden
    assert {card for hand in hidden for card in hand} == {"?"}


async def test_a_game_goes_on_after_a_reload(device: Device) -> None:
    table = await device.open("kniffel", ["Anna", "Ben"])
    page = device.join(table)
    await page.play(Random(2), until=lambda page: len(page.messages) > 30)
    before = page.latest("position", 0)
    await device.close()
    again = Device(device.store)
    reloaded = again.join(table)
    await reloaded.until(lambda: reloaded.latest("position", 0))
    assert reloaded.latest("position", 0)["view"] == before["view"]  # type: ignore[index]
    await reloaded.play(Random(3))
    assert reloaded.over()
    await again.close()


async def test_two_tabs_at_one_table_never_store_the_same_number_twice(device: Device) -> None:
    table = await device.open("zock", ["Anna", "Ben"])
    other = Device(device.store)
    first, second = device.join(table), other.join(table)
    await first.play(Random(4), until=lambda page: len(page.messages) > 20)
    second.send("seed", seed=SEED, id=7, ack=True)
    await second.until(lambda: second.latest("error") or second.latest("accepted"))
    await second.play(Random(5))
    assert second.over()
    await other.close()


async def test_a_tab_shows_what_is_played_in_another(device: Device) -> None:
    tabs = Tabs()
    one, other = Device(device.store, tabs=tabs), Device(device.store, tabs=tabs)
    table = await one.open("zock", ["Anna", "bot:easy"])
    first, second = one.join(table), other.join(table)
    await second.until(lambda: second.latest("table"))
    await first.play(Random(13))
    await asyncio.wait_for(second.until(second.over), 60)
    assert second.latest("position", 0)["view"] == first.latest("position", 0)["view"]  # type: ignore[index]
    await one.close()
    await other.close()


async def test_a_full_disk_is_one_refusal_and_nothing_is_half_done(device: Device) -> None:
    table = await device.open("zock", ["Anna", "Ben"])
    page = device.join(table)
    await page.play(Random(6), until=lambda page: len(page.messages) > 12)
    stored, position = [*device.store.events[table]], page.latest("position")
    assert position is not None
    device.store.fail = FULL
    step = {"at": position["at"], "id": 5}
    if position["turn"]["kind"] == "chance":
        page.send("throw", seat=position["turn"]["seat"], **step)
    else:
        seat = position["turn"]["seats"][0]
        page.send("move", seat=seat, move=page.latest("position", seat)["moves"][0], **step)  # type: ignore[index]
    error = await page.hear("error")
    assert (error["code"], error["re"]) == ("storage-full", 5)
    assert device.store.events[table] == stored
    refusal = await device.ask("POST", "/api/tables", NEW, 507)
    assert refusal["error"]["code"] == "storage-full"
    device.store.fail = ""
    await page.play(Random(7))
    assert page.over()


async def test_a_bot_whose_move_finds_no_room_is_mentioned_and_moves_when_there_is_some(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(local_server, "LOOK_AFTER_EVERY", 0.01)
    device = Device()
    page = device.join(await device.open("kniffel", ["Anna", "bot:easy"]))

    def bot_is_to_move() -> bool:
        turn = (page.latest("position") or {}).get("turn") or {}
        return turn.get("kind") == "choose" and turn["seats"] == [1]

    await page.play(Random(15), until=lambda _: bot_is_to_move())
    device.store.fail = FULL
    heard = len(page.messages)
    await page.until(lambda: any(each["type"] == "error" for each in page.messages[heard:]))
    error = page.latest("error")
    assert error is not None
    assert (error["code"], error.get("re")) == ("storage-full", None)
    device.store.fail = ""
    await asyncio.wait_for(page.until(lambda: not bot_is_to_move()), 60)
    await device.close()


NEW = {"game": "zock", "seats": [{"kind": "here", "name": "Anna"}, {"kind": "bot", "bot": "easy"}]}


async def test_storage_that_is_switched_off_is_said_once(device: Device) -> None:
    device.store.fail = "InvalidStateError"
    refusal = await device.ask("POST", "/api/tables", NEW, 503)
    assert refusal["error"]["code"] == "storage-failed"


async def test_a_table_of_other_rules_cannot_go_on_but_can_be_saved_and_deleted(device: Device) -> None:
    page = await played(device)
    table = table_of(page)["table"]
    await device.close()
    events = device.store.events[table]
    events[0] = events[0].replace('"rules":', '"rules":1000')
    again = Device(device.store)
    joined = again.join(table)
    await joined.until(lambda: joined.closed)
    assert joined.closed == (4000, "other-version")
    assert "rules" in joined.messages[-1]["message"]
    record = await again.ask("GET", f"/api/tables/{table}/record")
    assert record["game"] == "zock"
    assert record["log"]
    await again.ask("DELETE", f"/api/tables/{table}", status=204)
    assert await again.ask("GET", "/api/tables") == []
    await again.close()


async def test_own_tables_are_listed_and_their_records_outlive_them(device: Device) -> None:
    page = await played(device)
    table = table_of(page)
    (listed,) = await device.ask("GET", "/api/tables")
    assert (listed["table"], listed["status"], listed["host"]) == (table["table"], "over", "Anna")
    await device.ask("DELETE", f"/api/tables/{table['table']}", status=204)
    await page.until(lambda: page.closed)
    (record,) = await device.ask("GET", "/api/records")
    assert (record["match"], record["game"], record["seats"]) == (table["match"], "zock", ["Anna", "Ben"])
    await device.ask("GET", f"/api/records/{table['match']}")
    await device.ask("DELETE", f"/api/records/{table['match']}", status=204)
    assert await device.ask("GET", "/api/records") == []


async def test_an_exported_record_can_be_imported_again_and_elsewhere(device: Device) -> None:
    match = table_of(await played(device))["match"]
    record = await device.ask("GET", f"/api/records/{match}")
    assert await device.ask("POST", "/api/records", record, 201) == {"match": match, "table": None}
    other = Device()
    assert (await other.ask("POST", "/api/records", record, 201))["match"] == match
    assert await other.ask("GET", f"/api/records/{match}") == record
    changed = record | {"seats": ["Cleo", "Ben"]}
    own = (await other.ask("POST", "/api/records", changed, 201))["match"]
    assert own != match
    refusal = await other.ask("POST", "/api/records", record | {"rules": 999}, 400)
    assert refusal["error"]["code"] == "bad-record"
    assert "version 999" in refusal["error"]["message"]
    await other.close()


async def test_a_finished_game_is_analysed_with_progress_and_kept(device: Device) -> None:
    match = table_of(await played(device))["match"]
    status = await device.ask("POST", f"/api/records/{match}/analysis", status=202)
    assert status["status"] == "running"
    report = await device.ask("GET", f"/api/records/{match}/analysis/report")
    assert report["exact"]
    assert (await device.ask("GET", f"/api/records/{match}/analysis"))["status"] == "done"
    again = Device(device.store)
    assert await again.ask("GET", f"/api/records/{match}/analysis/report") == report
    await again.close()


async def test_others_are_answered_during_an_analysis_which_can_be_stopped(device: Device) -> None:
    match = table_of(await played(device, "zock", "Anna", "Ben"))["match"]
    report = asyncio.create_task(device.server.request("GET", f"/api/records/{match}/analysis/report"))
    await asyncio.sleep(0)
    assert len(await device.ask("GET", "/api/games")) == len(catalog.NAMES)
    while not device.server.archive.begun(match):
        await asyncio.sleep(0)
    await device.ask("DELETE", f"/api/records/{match}/analysis", status=204)
    assert (await report)[0] == 409
    assert (await device.ask("GET", f"/api/records/{match}/analysis", status=404))["error"]["code"]


async def test_there_is_no_chat_but_hints_reasons_and_votes(device: Device) -> None:
    table = await device.open("zock", ["Anna", "bot:easy"])
    page = device.join(table)
    await page.play(Random(8), until=lambda page: choosing(page) is not None)
    page.send("say", text="hello", id=1)
    assert (await page.hear("error"))["code"] == "muted"
    page.send("hint", seat=0, id=2)
    assert (await page.hear("advice"))["seat"] == 0
    page.send("ping", id=3)
    assert (await page.hear("pong"))["re"] == 3
    page.send("nonsense")
    assert (await page.hear("error"))["code"] == "bad-message"


async def test_a_rematch_is_a_game_of_this_device_too(device: Device) -> None:
    page = await played(device)
    first = table_of(page)["match"]
    page.send("ask", vote="rematch")
    await page.until(lambda: table_of(page)["match"] != first)
    assert table_of(page)["match"].startswith("local-")
    await page.play(Random(9))
    assert page.over()
    assert await device.ask("GET", f"/api/records/{first}")
    assert await device.ask("GET", f"/api/records/{table_of(page)['match']}")


async def test_a_move_is_taken_back_before_the_next_roll(device: Device) -> None:
    page = device.join(await device.open("kniffel", ["Anna", "Ben"]))
    await page.play(Random(14), until=lambda page: choosing(page) is not None)
    before = choosing(page)
    assert before is not None
    page.send("move", at=before["at"], seat=0, move="score chance")
    assert (await page.hear("position"))["view"] != before["view"]
    page.send("ask", vote="takeback")
    await page.hear("position")
    again = page.latest("position", 0)
    assert again is not None
    assert (again["view"], again["moves"]) == (before["view"], before["moves"])


async def test_more_people_join_at_this_device(device: Device) -> None:
    seats = [{"kind": "here", "name": "Anna"}, {"kind": "free"}]
    table = (await device.ask("POST", "/api/tables", {"game": "zock", "seats": seats}, 201))["table"]
    seated = await device.ask("POST", f"/api/tables/{table}/seats", {"names": ["Ben"]}, 201)
    assert seated["seats"] == [0, 1]
    assert (await device.ask("GET", f"/api/tables/{table}"))["host"]


async def test_real_dice_are_typed_in(device: Device) -> None:
    table = await device.open("kniffel", ["Anna", "Ben"], real_dice=True)
    page = device.join(table)
    page.send("seed", seed=SEED)
    await page.until(lambda: (page.latest("position") or {}).get("turn"))
    position = page.latest("position")
    assert position is not None
    throw = {"at": position["at"], "seat": position["turn"]["seat"]}
    page.send("throw", outcome="", **throw)
    assert (await page.hear("error"))["code"]
    page.send("throw", outcome="66654", **throw)
    await page.hear("position")
    assert page.latest("position")["view"]["began"] == ["45666", None]  # type: ignore[index]


async def test_answers_to_bad_requests_are_those_of_the_server(device: Device) -> None:
    for method, path, body, status, code in (
        ("GET", "/api/nothing", None, 404, "not-found"),
        ("PUT", "/api/tables", {}, 405, "method-not-allowed"),
        ("GET", "/api/tables/local-none", None, 404, "unknown-table"),
        ("GET", "/api/records/local-none", None, 404, "unknown-table"),
        ("POST", "/api/tables", {"game": "chess", "seats": NEW["seats"]}, 400, "unknown-game"),
        ("POST", "/api/tables", {"seats": 3}, 400, "bad-body"),
        ("POST", "/api/tables", NEW | {"public": True}, 400, "bad-request"),
        ("GET", "/api/games/zock/layout?players=2&players=3", None, 400, "bad-query"),
    ):
        answer = await device.ask(method, path, body, status)
        assert answer["error"]["code"] == code


async def test_rules_layouts_and_the_puzzle_of_the_day(device: Device) -> None:
    assert await device.ask("GET", "/api/games/zock/rules?lang=hu")
    assert await device.ask("GET", "/api/games/tock/layout?players=4")
    day = today().isoformat()
    puzzle = await device.ask("GET", f"/api/games/zock/puzzle?day={day}")
    tried = {"day": day, "move": puzzle["moves"][0]}
    assert (await device.ask("POST", "/api/games/zock/puzzle", tried))["evaluation"]["moves"]


@pytest.mark.parametrize("game", catalog.NAMES)
async def test_a_game_from_elsewhere_goes_on_here_and_is_verified(
    device: Device, game: str, tmp_path: Path
) -> None:
    page = device.join(await device.open(game, seats_of(game)))
    await page.play(Random(10), until=lambda page: len(page.messages) > 25)
    position = page.latest("position", 0)
    assert position is not None
    here = device.join(await device.open(game, seats_of(game), position=position["view"]))
    await here.play(Random(11))
    match = table_of(here)["match"]
    file = tmp_path / "record.json"
    file.write_text(json.dumps(await device.ask("GET", f"/api/records/{match}")))
    result = CliRunner().invoke(main, ["verify", str(file)])
    assert result.exit_code == 0, result.output
    refusal = await device.ask("POST", "/api/tables", NEW | {"position": {"game": "chess"}}, 400)
    assert refusal["error"]["code"] == "bad-position"
