"""From a clean checkout to a restored backup, with nothing but the packages that were built from it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from sqlite3 import connect
from threading import Event
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser

from stammtisch.server.ops.lan import lan_addresses
from support.browser.visitors import DESKTOP, PHONE, Visitor, play
from support.packages import Installed, built, clean_checkout
from support.waiting import PATIENCE, until
from tests.cli.played import under_load
from tests.server.clients import ServerAt


@pytest.mark.slow
@pytest.mark.skipif(not lan_addresses(), reason="this machine is in no network")
def test_what_is_built_installed_played_and_backed_up_is_restored_elsewhere(
    tmp_path: Path, browser: Browser
) -> None:
    packages = list(built(clean_checkout(tmp_path / "checkout")))
    assert {package.suffix for package in packages} == {".gz", ".whl"}
    for package in packages:
        folder = tmp_path / package.suffix
        folder.mkdir()
        play_and_restore(Installed(package, folder), folder, browser)


def play_and_restore(installed: Installed, folder: Path, browser: Browser) -> None:
    """Two people finish a game while others play; a backup that is made meanwhile has everything."""
    old, new, backup = folder / "old.sqlite", folder / "new.sqlite", folder / "tables.backup"
    with installed.serving(f"sqlite:///{old}") as url:
        assert url.startswith(f"http://{lan_addresses()[0]}:")
        anna, link = play_a_game(browser, url)
        with others_playing(url):
            installed.admin(f"sqlite:///{old}", "backup", str(backup))
        before = records(url, old)
    installed.admin(f"sqlite:///{new}", "restore", str(backup))
    assert installed.admin(f"sqlite:///{new}", "check") == "no damage was found\n"
    with installed.serving(f"sqlite:///{new}") as url:
        after = records(url, new)
        anna.follow(url + link)
        anna.page.locator("#result").wait_for()
    assert link.removeprefix("/t/") in column(new, "SELECT table_id FROM matches")
    assert before.items() >= after.items()
    assert log(old).items() > log(new).items()  # the others went on
    assert {table for table, _ in log(new)} == set(column(new, "SELECT id FROM tables"))
    anna.leave()


def play_a_game(browser: Browser, url: str) -> tuple[Visitor, str]:
    """Anna, and the path of the table at which she has played with Ben."""
    anna, ben = Visitor(browser, url, "Anna", DESKTOP, "en"), Visitor(browser, url, "Ben", PHONE, "de")
    link = anna.open_table("zock")
    ben.sit_down(link)
    play("zock", anna, ben)
    ben.leave()
    return anna, link.removeprefix(url)


@contextmanager
def others_playing(url: str) -> Iterator[None]:
    """Four people play at tables of their own while the block lasts."""
    begun, enough = Event(), Event()

    async def play_on() -> None:
        server = ServerAt(url.removeprefix("http://"))
        async with server.http, under_load(server) as games:
            await until(lambda: len(games) > 4)
            begun.set()
            await asyncio.to_thread(enough.wait)

    with ThreadPoolExecutor(1) as pool:  # the browser has the loop of this thread
        playing = pool.submit(lambda: asyncio.run(play_on()))
        try:
            assert begun.wait(PATIENCE)
            yield
        finally:
            enough.set()
        playing.result()


def records(url: str, database: Path) -> dict[str, Any]:
    """The record of every finished game, as the server sends it."""
    with httpx.Client(base_url=url, timeout=PATIENCE) as http:
        found = {
            match: http.get(f"/api/records/{match}") for match in column(database, "SELECT id FROM matches")
        }
    return {match: answer.raise_for_status().json() for match, answer in found.items()}


def log(database: Path) -> dict[tuple[str, int], str]:
    """Every event of every table."""
    with closing(connect(database)) as file:
        return {(table, n): entry for table, n, entry in file.execute("SELECT table_id, n, entry FROM log")}


def column(database: Path, sql: str) -> list[str]:
    with closing(connect(database)) as file:
        return [value for (value,) in file.execute(sql)]
