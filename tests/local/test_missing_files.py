"""Tables of a device without the files that the best bots read, and without a connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random
from types import SimpleNamespace

import pytest

from stammtisch import bots, catalog
from stammtisch.solve import compact
from tests.local.device import Device, choosing, seats_of


async def unreachable(name: str) -> None:
    raise compact.NoTable(f"{name} could not be loaded")


@pytest.fixture
async def without_files(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Device]:
    """A device without the files that the best bots read, and without a connection."""
    # Only where files are asked for: a module imported meanwhile would do without NumPy from then on.
    monkeypatch.setattr(bots, "compact", SimpleNamespace(NEEDED=True))
    device = Device(bring=unreachable)
    yield device
    await device.close()


@pytest.mark.parametrize("game", catalog.NAMES)
async def test_a_bot_that_lacks_its_files_is_refused_and_all_others_play(
    without_files: Device, game: str
) -> None:
    device, people = without_files, seats_of(game)[1:]
    *others, best = bots.names(catalog.game(game))
    seats = [{"kind": "here", "name": name} for name in people]
    body = {"game": game, "seats": [*seats, {"kind": "bot", "bot": best}]}
    refusal = await device.ask("POST", "/api/tables", body, 400)
    assert refusal["error"]["code"] == "no-table"
    assert await device.open(game, [*people, f"bot:{others[1]}"])


async def test_a_bot_whose_files_are_gone_plays_as_well_as_it_can(without_files: Device) -> None:
    thinking = without_files.server.thinking
    for name in catalog.NAMES:
        game = catalog.game(name)
        players = min(game.players)
        levels = [await thinking.level_for(game, players, {}, level) for level in bots.names(game)]
        kept = [level for level in bots.names(game) if level in levels]
        assert levels[: len(kept)] == kept
        assert {*levels[len(kept) :]} == {kept[-1]} != {"random"}


async def test_a_game_goes_on_here_against_the_best_bots_there_are(without_files: Device) -> None:
    elsewhere = Device()
    page = elsewhere.join(await elsewhere.open("kniffel", ["Anna", "bot:easy"]))
    await page.play(Random(12), until=lambda page: choosing(page) is not None)
    position = page.latest("position", 0)
    assert position is not None
    await elsewhere.close()
    table = await without_files.open("kniffel", ["Anna", "bot:perfect"], position=position["view"])
    seats = (await without_files.ask("GET", f"/api/tables/{table}"))["seats"]
    assert seats[1]["bot"] == "advanced"


async def test_an_analysis_that_lacks_its_files_says_so(without_files: Device) -> None:
    page = without_files.join(await without_files.open("zock", ["Anna", "Ben"]))
    await page.play(Random(1))
    table = page.latest("table")
    assert table is not None
    analysis = f"/api/records/{table['match']}/analysis"
    status = await without_files.ask("POST", analysis, status=202)
    while status["status"] == "running":
        await asyncio.sleep(0)
        status = await without_files.ask("GET", analysis)
    assert (status["status"], status["code"]) == ("failed", "no-table")
