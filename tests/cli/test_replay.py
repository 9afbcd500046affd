from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.match import load_record

from .running import Screen, call


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a finished game of two bots, with secrets."""
    found = tmp_path_factory.mktemp("records")
    seats = ("--seats", "bot:random,bot:random")
    assert (
        call("play", "zocknroll", *seats, "--seed", "5", "--save", "game.json", folder=found).returncode == 0
    )
    return found


def test_every_step_is_printed_with_the_result_at_the_end(folder: Path) -> None:
    answer = call("replay", "game.json", folder=folder)
    length = len(load_record(folder / "game.json").log)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.count("\nStep ") == length + 1
    assert f"Step {length} of {length}" in answer.stdout
    assert answer.stdout.rindex("  place ") > answer.stdout.rindex("Step ")


def test_a_spectator_a_seat_and_everybody_see_more_and_more(folder: Path) -> None:
    cups = load_record(folder / "game.json").log[1][1].removeprefix("own ").split()
    said = [
        call("replay", "game.json", "--at", "2", *view, folder=folder).stdout
        for view in ([], ["--seat", "1"], ["--all"])
    ]
    known = [[f"rolled {cup}" in text or f", {cup}" in text for cup in cups] for text in said]
    assert known == [[False, False], [False, True], [True, True]]
    assert [text.count("shut ?") for text in said] == [2, 1, 0]


def test_at_shows_one_position(folder: Path) -> None:
    answer = call("replay", "game.json", "--at", "0", folder=folder)
    assert answer.stdout.count("Step ") == 1


@pytest.mark.parametrize("args", [("--seat", "2"), ("--seat", "-1"), ("--at", "100000"), ("--at", "-1")])
def test_what_is_not_there_is_refused(args: tuple[str, str], folder: Path) -> None:
    answer = call("replay", "game.json", *args, folder=folder)
    assert answer.returncode == 2
    assert answer.stderr.startswith("error: there is no ")


def test_on_a_terminal_enter_goes_on_and_q_leaves(folder: Path) -> None:
    with Screen("replay", "game.json", folder=folder) as screen:
        screen.wait_for("q to leave>")
        assert "Step 1 of" not in screen.plain()
        screen.type("")
        screen.wait_for("q to leave>", times=2)
        assert "Step 1 of" in screen.plain()
        screen.type("q")
        assert screen.end() == 0
    assert "Step 2 of" not in screen.plain()


def test_with_a_pause_it_goes_on_by_itself(folder: Path) -> None:
    with Screen("replay", "game.json", "--pause", "0", folder=folder) as screen:
        assert screen.end() == 0
    assert "  place " in screen.plain()
