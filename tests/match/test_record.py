from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stammtisch import catalog
from stammtisch.core import BadRecord
from stammtisch.match import Record, load_record, read_record, replay
from stammtisch.match import record as records
from stammtisch.match.record import LONGEST_LOG
from stammtisch.match.steps import LONGEST_STEP

from .playing import FAIR

RECORD = Record(
    game="zock",
    rules=1,
    players=2,
    options={"variant": "basic"},
    seats=("Anna", "bot:random"),
    seed="x",
    log=((None, "63"), (None, "21"), (None, "44"), (0, "8")),
)


def changed(**changes: Any) -> bytes:
    return msgspec.json.encode(msgspec.to_builtins(RECORD) | changes)


def reasons(data: bytes) -> tuple[str, ...]:
    with pytest.raises(BadRecord) as caught:
        read_record(data)
    return caught.value.reasons


def test_a_record_can_be_read_back() -> None:
    assert read_record(RECORD.to_json()) == RECORD


def test_a_record_without_entries_can_be_read_back() -> None:
    empty = msgspec.structs.replace(RECORD, log=())
    assert read_record(empty.to_json()) == empty


@pytest.mark.parametrize("secret", [None, FAIR.secret])
def test_a_record_of_fair_dice_can_be_read_back(secret: str | None) -> None:
    fair = msgspec.structs.replace(RECORD, seed=None, fair=msgspec.structs.replace(FAIR, secret=secret))
    assert read_record(fair.to_json()) == fair


def test_a_record_from_before_there_were_fair_dice_can_be_read() -> None:
    old = msgspec.to_builtins(RECORD)
    del old["fair"]
    assert read_record(msgspec.json.encode(old)) == RECORD


@pytest.mark.parametrize(
    ("luck", "real"),
    [({}, False), ({"seed": None}, True), ({"seed": None, "fair": FAIR}, False)],
)
def test_dice_are_real_unless_the_record_says_otherwise(luck: dict[str, Any], real: bool) -> None:
    assert msgspec.structs.replace(RECORD, **luck).real_dice is real


def test_each_log_entry_has_its_own_line() -> None:
    lines = RECORD.to_json().decode().splitlines()
    assert lines[-6:] == [
        '    [null,"63"],',
        '    [null,"21"],',
        '    [null,"44"],',
        '    [0,"8"]',
        "  ]",
        "}",
    ]


def test_replay_yields_every_position_from_the_start() -> None:
    game = catalog.game("zock")
    positions = list(replay(RECORD))
    assert len(positions) == 5
    assert (positions[0].match.state, positions[0].events) == (game.start(2), ())
    assert game.dump(positions[-1].match.state)["open"][0] == [1, 2, 3, 4, 5, 6, 7, 9]
    assert [event.kind for event in positions[-1].events] == ["covered"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not JSON"),
        (b"\xff", "not JSON"),
        (b"[" * 100_000, "nested too deep"),
        (b"[]", "a record is an object"),
        (b"{}", "format is None"),
        (b" " * (16 * 1024 * 1024 + 1), "more than 16777216 bytes"),
        (changed(format=2), "format is 2, but this program reads 1"),
        (changed(game="chess"), "there is no game 'chess'"),
        (changed(rules=2), "version 2 of the rules of ZOCK, but this program plays version 1"),
        (changed(players=3), "ZOCK takes 2 players, not 3"),
        (changed(options={"varant": "a"}), "options: unknown key 'varant'"),
        (changed(seats=["Anna"]), "1 seats for 2 players"),
        (changed(seats=["Anna", "\x1b[31m"]), "seat 1: a name is 1 to 400 printable characters"),
        (changed(seats=["", "Bea"]), "seat 0: a name is"),
        (changed(log=[[None, "36"]]), "log entry 1: '36' is not a roll"),
        (changed(log=[[None, "63"], [0, "9"]]), "log entry 2: seat 0 has nothing to decide"),
        (changed(log=[*RECORD.log, [-1, "9"]]), "log entry 5: seat -1 has nothing to decide"),
        (changed(log=[*RECORD.log[:3], [0, "9"]]), "log entry 4: 9:"),
        (changed(log=[["Anna", "63"]]), "log: expected"),
        (changed(log=[[None, "63", 1]]), "log: expected"),
        (changed(extra=1), "unknown key 'extra'"),
        (changed(bot_names=["", "Panda", "Kiwi"]), "bot_names: 3 seats for 2 players"),
        (changed(bot_names=["", "\x1b[31m"]), "bot_names: seat 1: a name is 1 to 400 printable characters"),
    ],
)
def test_a_bad_record_says_why(data: bytes, reason: str) -> None:
    assert any(reason in told for told in reasons(data)), reasons(data)


def test_every_reason_is_listed_at_once() -> None:
    assert len(reasons(changed(rules=9, seats=[], options={"games": 0, "x": 1}))) == 4
    assert len(reasons(changed(players="two", seats=None, log=5))) == 3


def unfair(**changes: Any) -> bytes:
    """The record with fairness data that are changed; what is None is left out."""
    fair = msgspec.to_builtins(FAIR) | changes
    return changed(seed=None, fair={key: value for key, value in fair.items() if value is not None})


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (changed(fair=msgspec.to_builtins(FAIR)), "a match has a seed or fair dice, not both"),
        (changed(fair="yes"), "fair: expected"),
        (changed(fair=[]), "fair: expected"),
        (unfair(commitment=None), "fair: commitment is missing"),
        (unfair(secret=None), "fair: secret is missing"),
        (unfair(salt="1"), "fair: unknown key 'salt'"),
        (unfair(secret=5), "fair: secret: expected"),
        (unfair(seeds="c0ffee"), "fair: seeds: expected"),
        (unfair(match=""), "fair: match: expected 1 to 100 visible ASCII characters other than |, not ''"),
        (unfair(match="m" * 101), "fair: match"),
        (unfair(match="a|b"), "fair: match"),
        (unfair(match="a b"), "fair: match"),
        (unfair(match="ä"), "fair: match"),
        (unfair(commitment="0" * 63), "fair: commitment: expected 64 hexadecimal digits in small letters"),
        (unfair(secret="0" * 65), "fair: secret: expected 64"),
        (unfair(secret="F" * 64), "fair: secret: expected 64"),
        (unfair(seeds=["", "", ""]), "fair: 3 seeds for 2 players"),
        (unfair(seeds=["", "xyz"]), "fair: seed of seat 1: expected at most 64 hexadecimal digits"),
        (unfair(seeds=["0" * 65, ""]), "fair: seed of seat 0"),
        (unfair(seeds=["0\n", ""]), "fair: seed of seat 0"),
    ],
)
def test_bad_fairness_data_say_why(data: bytes, reason: str) -> None:
    assert any(reason in told for told in reasons(data)), reasons(data)


def test_every_reason_of_bad_fairness_data_is_listed_at_once() -> None:
    assert len(reasons(unfair(match="", commitment="x", secret="y" * 64, seeds=["z", "", "q"]))) == 6
    assert len(reasons(unfair(match=1, commitment=None, seeds=2, secret=3, more=4))) == 5
    assert len(reasons(changed(players="two", fair={"match": 1, "commitment": "", "seeds": []}))) == 3


def test_a_log_that_goes_on_after_the_end_is_refused() -> None:
    won = {"variant": "a"}
    log: list[list[int | str | None]] = [[None, "63"], [None, "21"]]
    for throw, cover in (("21", "1+2"), ("43", "3+4"), ("65", "5+6"), ("61", "7"), ("62", "8"), ("63", "9")):
        log += [[None, throw], [0, cover]]
    read_record(changed(options=won, log=log))
    assert "log entry 15" in reasons(changed(options=won, log=[*log, [None, "63"]]))[0]
    assert "log entry 15" in reasons(changed(options=won, log=[*log, [0, "none"]]))[0]


def test_a_saved_record_can_be_loaded(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    RECORD.save(path)
    RECORD.save(path)
    assert load_record(path) == RECORD
    assert list(tmp_path.iterdir()) == [path]


def test_a_failed_save_keeps_the_old_file_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"old")

    def full_disk(_: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="no space left"):
        RECORD.save(path)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_no_more_of_a_file_is_read_than_a_record_may_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(RECORD.to_json())
    monkeypatch.setattr(records, "LARGEST", 100)
    with pytest.raises(BadRecord, match="more than 100 bytes"):
        load_record(path)


def test_a_log_has_a_maximum_that_no_series_reaches() -> None:
    longest_series = 100 * 12 * 13 * 6  # games, players, turns and steps of Kniffel
    assert longest_series < LONGEST_LOG
    data = changed(log=[]).replace(b'"log":[]', b'"log":[' + b'[0,"9"],' * LONGEST_LOG + b'[0,"9"]]')
    with pytest.raises(BadRecord, match=f"log: expected `array` of length <= {LONGEST_LOG}"):
        read_record(data)


def test_a_step_has_a_maximum() -> None:
    with pytest.raises(BadRecord, match=f"log: expected `str` of length <= {LONGEST_STEP}"):
        read_record(changed(log=[[0, "9" * (LONGEST_STEP + 1)]]))
