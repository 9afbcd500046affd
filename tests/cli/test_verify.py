from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from stammtisch import catalog
from stammtisch.match import Match, Record

from ..docs.pages import DOCS, blocks
from ..match.playing import FAIR, changed, fair_match, played
from .running import call

PATH = "game.json"


@pytest.fixture(scope="module")
def fair() -> Record:
    """A fair match from its first throw to its end."""
    return played(fair_match())


def tampered(record: Record) -> Record:
    """The first two rolls, the second of which is not the one that was drawn."""
    assert record.log[1][1] != "66"
    return msgspec.structs.replace(record, log=(record.log[0], (None, "66")))


def test_a_fair_match_is_right_with_status_0(fair: Record, tmp_path: Path) -> None:
    fair.save(tmp_path / PATH)
    answer = call("verify", PATH, folder=tmp_path)
    throws = sum(seat is None for seat, _ in fair.log)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.startswith(
        f"Right: {throws} of {throws} rolls and deals follow from the secret and the players' seeds.\n"
    )


def test_all_that_the_throws_depend_on_is_shown(fair: Record, tmp_path: Path) -> None:
    fair.save(tmp_path / PATH)
    shown = call("verify", PATH, folder=tmp_path, COLUMNS="80").stdout
    lines = {" ".join(line.split()) for line in shown.splitlines()}
    assert {
        f"match {FAIR.match}",
        f"commitment {FAIR.commitment}",
        f"secret {FAIR.secret}",
        f"seed of Anna {FAIR.seeds[0]}",
        f"seed of Ben {FAIR.seeds[1]}",
    } <= lines


def test_a_throw_that_differs_is_shown_with_status_1(fair: Record, tmp_path: Path) -> None:
    tampered(fair).save(tmp_path / PATH)
    answer = call("verify", PATH, folder=tmp_path)
    assert answer.returncode == 1
    assert answer.stdout.startswith(
        "Wrong: 1 of 2 rolls and deals follow from the secret and the players' seeds.\n"
    )
    (row,) = [line.split() for line in answer.stdout.splitlines() if "66" in line.split()]
    assert [cell for cell in row if cell.isdigit()] == ["2", "66", fair.log[1][1]]


def test_a_broken_commitment_ends_with_status_1(fair: Record, tmp_path: Path) -> None:
    changed(fair, commitment="0" * 64).save(tmp_path / PATH)
    answer = call("verify", PATH, folder=tmp_path)
    assert answer.returncode == 1
    assert f"does not match the commitment: its SHA-256 is {FAIR.commitment}." in answer.stdout


def test_a_seed_is_right_and_said_to_prove_little(tmp_path: Path) -> None:
    zock = catalog.game("zock")
    played(Match.new(zock, 2, None, ["Anna", "Ben"], "a rainy evening")).save(tmp_path / PATH)
    answer = call("verify", PATH, folder=tmp_path)
    assert answer.returncode == 0
    assert "follow from the seed." in answer.stdout
    assert "only that the record is consistent" in answer.stdout


def test_what_nobody_can_verify_has_status_2(fair: Record, tmp_path: Path) -> None:
    changed(fair, secret=None).save(tmp_path / "kept.json")
    msgspec.structs.replace(fair, fair=None).save(tmp_path / "real.json")
    kept, real = call("verify", "kept.json", folder=tmp_path), call("verify", "real.json", folder=tmp_path)
    assert (kept.returncode, real.returncode) == (2, 2)
    assert "cannot be verified.\nThe match is over, but its secret is missing" in kept.stdout
    assert "cannot be verified.\nThe dice were real" in real.stdout


@pytest.mark.parametrize(("bettered", "status", "result"), [(False, 0, "right"), (True, 1, "wrong")])
def test_json_says_the_same(bettered: bool, status: int, result: str, fair: Record, tmp_path: Path) -> None:
    (tampered(fair) if bettered else fair).save(tmp_path / PATH)
    answer = call("verify", PATH, "--json", folder=tmp_path)
    verdict = json.loads(answer.stdout)
    differing = [{"entry": 2, "recorded": "66", "derived": fair.log[1][1]}] if bettered else []
    assert answer.returncode == status
    assert (verdict["result"], verdict["luck"], verdict["differences"]) == (result, "fair", differing)


def test_json_of_what_nobody_can_verify_has_status_2_too(fair: Record, tmp_path: Path) -> None:
    changed(fair, secret=None).save(tmp_path / PATH)
    answer = call("verify", PATH, "--json", folder=tmp_path)
    assert (answer.returncode, json.loads(answer.stdout)["result"]) == (2, "unknown")


def test_a_bad_record_is_one_line_and_status_2(fair: Record, tmp_path: Path) -> None:
    changed(fair, commitment="short", seeds=("x", "")).save(tmp_path / PATH)
    answer = call("verify", PATH, folder=tmp_path)
    assert answer.returncode == 2
    assert answer.stderr.startswith("error: bad record: fair: commitment: ")
    assert "fair: seed of seat 0: " in answer.stderr
    assert answer.stderr.count("\n") == 1


def test_a_throw_that_makes_the_moves_impossible_is_a_bad_record(fair: Record, tmp_path: Path) -> None:
    number = next(number for number, (seat, _) in enumerate(fair.log) if seat is not None)
    log = (*fair.log[: number - 1], (None, "11"), *fair.log[number:])
    msgspec.structs.replace(fair, log=log).save(tmp_path / PATH)
    answer = call("verify", PATH, folder=tmp_path)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert f"log entry {number + 1}" in answer.stderr


def test_names_are_never_markup(fair: Record, tmp_path: Path) -> None:
    msgspec.structs.replace(fair, seats=("[/red]", "[bold]Ben")).save(tmp_path / PATH)
    answer = call("verify", PATH, folder=tmp_path)
    assert answer.returncode == 0
    assert "seed of [/red]" in answer.stdout


def test_the_page_on_fair_dice_shows_what_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page, scope = DOCS / "fair-dice.md", dict[str, object]()
    for block in blocks(page, "python"):
        exec(block.text, scope)  # noqa: S102 - our own page
    (shown,) = [block.text for block in blocks(page, "console")]
    command, _, told = shown.partition("\n")
    answer = call(*command.split()[2:], folder=tmp_path)
    assert [line.rstrip() for line in answer.stdout.splitlines()] == told.splitlines()
