"""The commands that think: solve, simulate, analyse."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from stammtisch.cli.main import main


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def last_line(result: Result) -> dict[str, float]:
    assert result.exit_code == 0, result.output
    found: dict[str, float] = json.loads(result.output.splitlines()[-1])
    return found


def test_solve_ends_with_value_and_time() -> None:
    line = last_line(run("solve", "zock", "--option", "variant=b"))
    assert line["value"] == pytest.approx(0.521263877242, abs=1e-9)
    assert set(line) == {"value", "cpu_s"}


def test_solve_fresh_measures_the_computation() -> None:
    assert last_line(run("solve", "zock", "--fresh"))["cpu_s"] > 0


@pytest.mark.parametrize("ending", ["npz", "parquet"])
def test_solve_exports_its_tables(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"zock.{ending}"
    last_line(run("solve", "zock", "--export", str(path)))
    if ending == "npz":
        with np.load(path) as file:
            assert file["values"].shape == (512, 512)
    else:
        from pyarrow import parquet

        table = parquet.read_table(path)
        assert table.num_rows == 512 * 512
        assert table.schema.metadata[b"values"] == b"512,512"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("solve", "tock"), "is not solved"),
        (("solve", "kniffel", "--players", "2"), "solved for one player"),
        (("solve", "zock", "--goal", "glory"), "goal is 'glory'"),
        (("solve", "zock", "--export", "zock.txt"), "must end in .npz or .parquet"),
        (("simulate", "zock", "--seats", "random,chess"), "ZOCK has no bot 'chess'"),
        (("simulate", "zock", "--seats", "random"), "takes 2 players, not 1"),
        (
            ("simulate", "zock", "--seats", "random,easy", "--games", "9" * 20),
            "not in the range 1<=x<=10000000",
        ),
        (("solve", "kniffel", "--option", "kniffel_bonus=1001"), "kniffel_bonus: expected at most 1000"),
    ],
)
def test_impossible_requests_are_refused_in_one_line(words: tuple[str, ...], why: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert why in result.output
    assert "Traceback" not in result.output


def test_simulate_says_who_wins_how_often(tmp_path: Path) -> None:
    chart = tmp_path / "shares.svg"
    words = ("--games", "10", "--seed", "x", "--option", "variant=c", "--chart", str(chart))
    result = run("simulate", "zock", "--seats", "perfect,random", *words)
    assert result.exit_code == 0, result.output
    assert "perfect" in result.output
    assert chart.read_text().startswith("<svg")


def test_simulate_is_repeatable_and_speaks_json() -> None:
    words = ("simulate", "zock", "--seats", "easy,random", "--games", "6", "--seed", "x", "--json")
    first, second = run(*words), run(*words)
    assert first.stdout == second.stdout
    assert json.loads(first.stdout)["games"] == 6


@pytest.mark.slow
def test_simulate_on_a_local_ray_finds_the_same() -> None:
    words = ("simulate", "zock", "--seats", "easy,random", "--games", "6", "--seed", "x", "--json")
    assert run(*words, "--ray", "local").stdout == run(*words).stdout


def test_analyse_shows_luck_and_skill(tmp_path: Path) -> None:
    record, page = tmp_path / "game.json", tmp_path / "game.html"
    seats = ("--seats", "bot:perfect,bot:random")
    assert run("play", "zock", *seats, "--seed", "x", "--save", str(record)).exit_code == 0
    result = run("analyse", str(record), "--html", str(page))
    assert result.exit_code == 0, result.output
    assert "flawless" in result.output
    assert page.read_text().startswith("<!doctype html>")
    report = json.loads(run("analyse", str(record), "--json").stdout)
    assert report["exact"] is True
    assert [account["name"] for account in report["accounts"]] == ["bot:perfect", "bot:random"]
