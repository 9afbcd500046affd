from __future__ import annotations

import signal
from pathlib import Path

import pytest

from stammtisch.match import load_record

from .running import Screen, newcomer


def test_a_game_is_set_up_left_and_continued(tmp_path: Path) -> None:
    with Screen(folder=tmp_path) as screen:
        screen.wait_for("quit\n> ")
        assert "2–6, 8 players" in screen.plain()
        for question, answer in (
            ("> ", "zock"),
            ("How many players (2; Enter: 2)> ", "3"),
            ("not 3\nHow many players (2; Enter: 2)> ", ""),
            ("Who sits on seat 0", "Anna"),
            ("Who sits on seat 1", "bot:nobody"),
            ("strong, perfect\nWho sits on seat 1", ""),
            ("r for real ones> ", ""),
            ("? lists them)> ", "?"),
            ("Which options?\n", "games=101"),
            ("games: expected at most 100, not 101", "variant=b games=2"),
            ("Anna> ", "q"),
            ("The game is saved in", "c"),
            (" 1  zock-", "9"),
            ("type a number from 1 to 1", "1"),
        ):
            screen.wait_for(question)
            screen.type(answer)
        assert "games          1–100" in screen.plain()
        screen.wait_for("Anna> ", times=2)
        screen.type("q")
        screen.wait_for("quit\n> ", times=3)
        screen.type("q")
        assert screen.end() == 0
    (path,) = tmp_path.iterdir()
    record = load_record(path)
    assert record.seats == ("Anna", "bot:medium")
    assert (record.options["variant"], record.options["games"]) == ("b", 2)


def test_rules_are_read_and_mistakes_lead_back_to_the_menu(tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text("no record")
    with Screen(folder=tmp_path) as screen:
        for question, answer in (
            ("quit\n> ", "chess"),
            ("there is no game", "c"),
            ("There is no unfinished game", "r"),
            ("Rules of which game?", "3"),
            ("Klapp-Knobel", "1"),
            ("How many players", "q"),
            ("Back to the menu.", "q"),
        ):
            screen.wait_for(question)
            screen.type(answer)
        assert screen.end() == 0


def test_ctrl_c_and_end_of_input_leave(tmp_path: Path) -> None:
    with Screen(folder=tmp_path) as screen:
        screen.wait_for("quit\n> ")
        assert screen.interrupt() == 130
        assert "Traceback" not in screen.text
    with Screen(folder=tmp_path) as screen:
        screen.wait_for("quit\n> ")
        screen.type("\x04")
        assert screen.end() == 0


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
def test_a_table_is_opened_in_the_browser_and_ctrl_c_comes_back(
    tmp_path: Path, number: signal.Signals, status: int
) -> None:
    """After the server the menu goes on, and signals end it as they did before."""
    usual = {"STAMMTISCH_WORKERS": "1", "STAMMTISCH_PORT": "0"}
    with Screen(folder=tmp_path, **newcomer(tmp_path), **usual) as screen:
        screen.wait_for("quit\n> ")
        screen.type("b")
        screen.wait_for("y or n (Enter: n)> ")
        screen.type("")
        screen.wait_for("browser opens http://127.0.0.1:")
        screen.press_ctrl_c()
        screen.wait_for("quit\n> ", times=2)
        assert screen.interrupt(number) == status
    assert "Traceback" not in screen.text
