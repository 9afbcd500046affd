"""More than a game allows is refused everywhere in the same words; what was once agreed on holds."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from stammtisch import bots, catalog
from stammtisch.cli.main import main
from stammtisch.core import BadOptions, BadRecord, Choose, Seeded, Throw
from stammtisch.core.documents import LARGEST_NUMBER, Document
from stammtisch.match import Match, read_record, replay
from stammtisch.testing.maxima import Excess, excesses
from tests.engine.asking import ask
from tests.server.clients import FREE, open_server

EXCESSES = [
    pytest.param(name, excess, id=f"{name}-{excess.option}")
    for name in catalog.NAMES
    for excess in excesses(catalog.game(name))
]
HUGE = (10**400, 10**18, -(10**400), 1e300)
LONG_AGO: list[tuple[str, Document]] = [
    ("kniffel", {"games": 10**9, "kniffel_bonus": 10**6}),
    ("zock", {"games": 10**9, "chip_values": {"red": 10**6}}),
    ("zocknroll", {"points": {"pair": 10**6}}),
]
"""Options that were allowed before there were maxima."""


def fewest(name: str) -> int:
    return min(catalog.game(name).players)


def refusal(name: str, options: Document) -> str:
    with pytest.raises(BadOptions) as refused:
        catalog.game(name).options(options, fewest(name))
    return str(refused.value)


def position(name: str, options: Document) -> Document:
    game = catalog.game(name)
    return game.dump(game.start(fewest(name))) | {"options": options}


def test_the_options_of_these_games_are_tried() -> None:
    tried = {(name, excess.option) for name in catalog.NAMES for excess in excesses(catalog.game(name))}
    assert {
        ("kniffel", "games"),
        ("kniffel", "kniffel_bonus"),
        ("zock", "games"),
        ("zock", "chip_values.green"),
        ("zocknroll", "points.big-full-house"),
        ("zocknroll", "order"),
    } <= tried


@pytest.mark.parametrize(("name", "excess"), EXCESSES)
def test_the_engine_refuses_more_than_the_maximum(name: str, excess: Excess) -> None:
    error = {"code": "bad-options", "message": refusal(name, excess.options)}
    new = ask("new", game=name, players=fewest(name), options=excess.options)
    assert new == {"id": None, "error": error}
    assert ask("turn", position=position(name, excess.options)) == {"id": None, "error": error}


@pytest.mark.parametrize(("name", "excess"), EXCESSES)
def test_the_terminal_refuses_more_than_the_maximum(name: str, excess: Excess) -> None:
    given = msgspec.json.encode(excess.options).decode()
    seats = ",".join(["random"] * fewest(name))
    for command in (["play", name], ["simulate", name, "--seats", seats]):
        said = CliRunner().invoke(main, [*command, "--options", given])
        assert (said.exit_code, said.stderr) == (2, f"error: {refusal(name, excess.options)}\n")


async def test_the_server_refuses_more_than_the_maximum(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        for name in catalog.NAMES:
            for excess in excesses(catalog.game(name)):
                seats = [FREE] * fewest(name)
                new = {"game": name, "seats": seats, "options": excess.options}
                answer = await server.request("POST", "/api/tables", json=new)
                assert answer.status_code == 400, excess
                assert answer.json()["error"]["message"] == refusal(name, excess.options)
        assert await server.get("/api/tables") == []


@pytest.mark.parametrize(("name", "excess"), EXCESSES)
@pytest.mark.parametrize("huge", HUGE)
def test_huge_numbers_are_refused_in_one_sentence(name: str, excess: Excess, huge: float) -> None:
    options = msgspec.json.decode(
        msgspec.json.encode(excess.options).replace(str(excess.largest + 1).encode(), str(huge).encode())
    )
    if options != excess.options:  # where the maximum is that of a number, not of a length
        assert len(refusal(name, options)) < 200
        assert ask("turn", position=position(name, options))["error"]["code"] == "bad-options"


@pytest.mark.parametrize("name", catalog.NAMES)
def test_deep_nesting_and_long_texts_are_refused_in_one_sentence(name: str) -> None:
    deep: Any = 1
    for _ in range(900):
        deep = [deep]
    for option in catalog.game(name).options_type.__struct_fields__:
        for value in (deep, "9" * 100_000, [1] * 100_000, {str(key): 1 for key in range(10_000)}):
            assert len(refusal(name, {option: value})) < 2000
    assert "and 9980 more" in refusal(name, {str(key): 1 for key in range(10_000)})


# What was agreed on before there were maxima


def played(name: str, options: Document) -> bytes:
    """The record of a few steps, as an earlier version wrote it."""
    game = catalog.game(name)
    agreed = game.agreed_options(options, 2)
    match = Match.new(game, 2, agreed, ["Anna", "Ben"], seed="long ago")
    for _ in range(3):
        match = match.draw().match
    return match.record().to_json()


@pytest.mark.parametrize(("name", "options"), LONG_AGO)
def test_an_old_record_is_replayed_and_continued(name: str, options: Document, tmp_path: Path) -> None:
    refusal(name, options)
    record = read_record(played(name, options))
    *_, (match, _) = replay(record)
    assert Match.resume(record).state == match.state
    assert match.game.load(match.game.dump(match.state)) == match.state
    (tmp_path / "old.json").write_bytes(record.to_json())
    for command in ("replay", "verify"):
        assert CliRunner().invoke(main, [command, str(tmp_path / "old.json")]).exit_code == 0


@pytest.mark.parametrize(("name", "options"), LONG_AGO)
def test_a_bot_plays_on_with_old_options(name: str, options: Document) -> None:
    match = Match.resume(read_record(played(name, options)))
    while isinstance(match.turn, Throw):
        match = match.draw().match
    assert isinstance(match.turn, Choose)
    (seat,) = match.turn.seats
    choose, view = bots.bot(match.game, "random"), match.game.view(match.state, seat)
    assert choose(match.game, view, seat, Seeded(1)) in match.moves(seat)


@pytest.mark.parametrize(("name", "options"), LONG_AGO)
def test_a_record_with_larger_numbers_than_json_has_is_refused(name: str, options: Document) -> None:
    data = played(name, options)
    for number in (LARGEST_NUMBER + 1, 10**400):
        with pytest.raises(BadRecord, match=f"expected at most {LARGEST_NUMBER}"):
            read_record(data.replace(b"1000000", str(number).encode()))


async def test_a_table_of_an_earlier_version_is_played_on(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("kniffel", ["Anna", "bot:random"], options={"games": 100})
    with sqlite3.connect(tmp_path / "tables.sqlite") as database:
        database.execute("""UPDATE log SET entry = replace(entry, '"games":100', '"games":1000000000')""")
    async with open_server(tmp_path) as server, server.connect(table["table"], table["token"]) as client:
        await client.add_seed()
        started = await client.match_started()
        assert started["view"]["options"]["games"] == 10**9
        while not client.latest("position")["view"]["sheets"][1]:
            await client.act(lambda moves: moves[0])
