"""The first start in a terminal: one question, which is asked once."""

from __future__ import annotations

import re
from pathlib import Path

from stammtisch.server.ops.lan import lan_addresses

from .running import Screen, newcomer

QUESTION = "y or n (Enter: n)> "
OPEN = "Stammtisch is open at http://"


def started(folder: Path, *args: str, **more: str) -> Screen:
    usual = ("serve", "--workers", "1", "--port", "0")
    return Screen(*usual, *args, folder=folder, **newcomer(folder), **more)


def test_the_answer_is_remembered_and_not_asked_again(tmp_path: Path) -> None:
    host = [*lan_addresses(), "127.0.0.1"][0]
    with started(tmp_path, "--open") as screen:
        screen.wait_for(QUESTION)
        screen.type("perhaps")
        screen.wait_for("Type y for yes or n for no.\n" + QUESTION)
        screen.type("yes")
        screen.wait_for(f"browser opens http://{host}:")  # its invitations are links that phones reach
        assert screen.interrupt() == 0
    remembered = tmp_path / "config/stammtisch/server.toml"
    assert f"Remembered in {remembered}" in screen.plain()
    assert 'host = "lan"\n' in remembered.read_text()
    assert ("█▄▄▄▄▄▄▄█" in screen.plain()) is bool(lan_addresses()), "a corner of the code"
    with started(tmp_path) as screen:
        screen.wait_for(f"{OPEN}{host}:")
        assert screen.interrupt() == 0
    assert QUESTION not in screen.plain()


def test_nothing_is_asked_where_something_says_it(tmp_path: Path) -> None:
    with started(tmp_path, STAMMTISCH_HOST="127.0.0.1") as screen:
        screen.wait_for(OPEN)
        assert screen.interrupt() == 0
    assert QUESTION not in screen.plain()
    assert not (tmp_path / "config").exists()


def test_an_answer_that_cannot_be_kept_counts_once(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("a file where the folder should be")
    with started(tmp_path) as screen:
        screen.wait_for(QUESTION)
        screen.type("")
        screen.wait_for(f"{OPEN}127.0.0.1:")
        assert screen.interrupt() == 0
    assert re.search(r"This answer cannot be remembered: .*server\.toml: \w+", screen.plain())
