from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from stammtisch import __version__, catalog
from stammtisch.cli.main import COMMANDS, main
from support.processes import PROGRAM

from .running import call, environment

HEAVY = ("rich", "msgspec", "stammtisch.core", "stammtisch.games", "stammtisch.play")


def test_help_imports_neither_games_nor_anything_heavy() -> None:
    code = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from stammtisch.cli.main import main\n"
        "result = CliRunner().invoke(main, ['--help'])\n"
        "assert result.exit_code == 0, result.output\n"
        f"print(sorted(name for name in sys.modules if name.startswith({HEAVY!r})))\n"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_its_line_in_the_list(command: str) -> None:
    overview = CliRunner().invoke(main, ["--help"])
    assert command in overview.output
    answer = CliRunner().invoke(main, [command, "--help"])
    assert answer.exit_code == 0
    assert answer.output.startswith(f"Usage: main {command}")


def test_version() -> None:
    assert __version__ in CliRunner().invoke(main, ["--version"]).output


def test_without_a_terminal_a_demonstration_of_every_game_runs_and_keeps_nothing(tmp_path: Path) -> None:
    first, second = call(folder=tmp_path), call(folder=tmp_path)
    assert (first.returncode, first.stderr) == (0, "")
    assert all(catalog.game(name).title in first.stdout for name in catalog.NAMES)
    assert first.stdout.count("  place ") == len(catalog.NAMES)
    assert first.stdout == second.stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["rules", "zock", "Z99"], "Z1 to Z18"),
        (["play", "zock", "--players", "3"], "takes 2 players"),
        (["play", "zock", "--seats", "Anna,bot:nobody"], "its bots are random"),
        (["play", "zock", "--seats", "Anna,"], "a name is"),
        (["play", "zock", "--option", "variant=z"], "variant"),
        (["play", "zock", "--option", "variant"], "key=value"),
        (["play", "zock", "--options", "{"], "not JSON"),
        (["play", "zock", "--options", "[]"], "JSON object"),
        (["play", "zock", "--save", "nowhere/game.json"], "no folder nowhere"),
        (["play", "--continue", "broken.json"], "bad record"),
        (["replay", "broken.json"], "bad record"),
    ],
)
def test_bad_input_is_one_line_and_status_2(args: list[str], said: str, tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_bytes(b'{"format": 1, "\xff')
    answer = call(*args, folder=tmp_path)
    assert answer.returncode == 2
    assert answer.stderr.startswith("error: ")
    assert answer.stderr.count("\n") == 1
    assert said in answer.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["broken.json"]


@pytest.mark.parametrize(
    "args",
    [
        ["chess"],
        ["play"],
        ["play", "chess"],
        ["play", "zock", "--real-dice", "--seed", "1"],
        ["play", "--continue", "missing.json"],
        ["replay", "missing.json"],
        ["rules"],
    ],
)
def test_wrong_usage_is_explained_with_status_2(args: list[str], tmp_path: Path) -> None:
    answer = call(*args, folder=tmp_path)
    assert answer.returncode == 2
    assert "Usage:" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_folder_that_cannot_be_written_to_is_no_traceback(tmp_path: Path) -> None:
    answer = call("play", "zock", "--seats", "bot:random,bot:random", "--save", "/dev/null/game.json")
    assert answer.returncode == 2
    assert answer.stderr.startswith("error: ")
    assert answer.stderr.count("\n") == 1


def test_a_closed_pipe_is_quiet(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as nobody_reads:
        answer = subprocess.run(
            [*PROGRAM, "play", "zock", "--seats", "bot:random,bot:random"],
            stdout=nobody_reads,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            cwd=tmp_path,
            env=environment({}),
            check=False,
        )
    assert answer.stderr == b""
