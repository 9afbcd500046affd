"""A check of the whole database: what does not fit is found, wherever it is."""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from sqlite3 import Connection, connect

import pytest

from stammtisch.server.accounts.integrity import Finding, check_everything
from tests.store.stores import opened

OLD = Path(__file__).parent.parent / "data" / "7580905.sqlite.xz"
"""Twenty tables of all kinds, and rated games of two profiles."""
ONE = "id = (SELECT MIN(id) FROM tables WHERE status = 'playing')"
WRONG = {
    "UPDATE tables SET status = 'over' WHERE ONE": "the index says status 'over'",
    "UPDATE tables SET code = 'another' WHERE ONE": "the index says code 'another'",
    "UPDATE tables SET players = 9 WHERE ONE": "the index says players 9, and the log",
    "DELETE FROM tables WHERE ONE": "it is not in the index",
    "DELETE FROM log WHERE n = 3": "entries of its log are missing",
    "DELETE FROM log WHERE table_ONE": "the index lists it, and it has no log",
    "DELETE FROM matches": "the index lists other finished games than the log",
    "UPDATE matches SET table_id = 'none'": "the index lists it, and its table does not exist",
    "DELETE FROM results": "the result of seat 0 in game",
    "UPDATE results SET place = 7": "the result of seat 0 in game",
    "UPDATE ratings SET games = 9": "the rating in zock for 2 counts other games than there are results",
}


Change = Callable[[Connection], object]


async def found(folder: Path, change: Change) -> list[Finding]:
    """What a check finds after a change to the database."""
    path = folder / "tables.sqlite"
    path.write_bytes(lzma.decompress(OLD.read_bytes()))
    async with opened(f"sqlite:{path}"):
        pass  # it is upgraded now
    with closing(connect(path)) as file, file:
        change(file)
    steps: list[tuple[int, int]] = []
    async with opened(f"sqlite:{path}") as database:
        findings = check_everything(database, lambda done, of: steps.append((done, of)))
        listed = [finding async for finding in findings]
    assert steps[-1][0] == steps[-1][1]
    return listed


@pytest.mark.parametrize("sql", WRONG)
async def test_what_does_not_fit_is_found(tmp_path: Path, sql: str) -> None:
    findings = await found(tmp_path, lambda file: file.execute(sql.replace("ONE", ONE)))
    assert WRONG[sql] in "\n".join(finding.what for finding in findings)
    assert not any(finding.note for finding in findings)


async def test_nothing_is_found_where_all_is_well(tmp_path: Path) -> None:
    assert await found(tmp_path, lambda _: None) == []


async def test_rolls_that_do_not_follow_from_the_commitment_are_found(tmp_path: Path) -> None:
    def another_secret(file: Connection) -> None:
        ((entry,),) = file.execute(
            "SELECT entry FROM log WHERE entry LIKE '%laid%' AND "
            "table_id IN (SELECT table_id FROM matches) LIMIT 1"
        )
        other = json.dumps(json.loads(entry) | {"secret": "0" * 64})
        file.execute("UPDATE log SET entry = ? WHERE entry = ?", (other, entry))

    (finding,) = await found(tmp_path, another_secret)
    assert "do not follow from its commitment" in finding.what


async def test_a_table_of_other_rules_is_noted_and_is_no_damage(tmp_path: Path) -> None:
    def other_rules(file: Connection) -> None:
        file.execute("UPDATE log SET entry = REPLACE(entry, '\"rules\":', '\"rules\":9') WHERE n = 1")

    findings = await found(tmp_path, other_rules)
    assert len(findings) == 20
    assert all(finding.note and "of the rules of" in finding.what for finding in findings)
