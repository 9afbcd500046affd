"""Checks that everything stored fits together: every log replays, and index and results say the same."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias, final

from msgspec.structs import asdict, replace

from stammtisch.core.errors import StammtischError
from stammtisch.core.turn import Over
from stammtisch.match import verify
from stammtisch.server.accounts.ratings import owners
from stammtisch.server.tables.damage import readable_log
from stammtisch.server.tables.events import decode_event
from stammtisch.server.tables.queue import facts_of
from stammtisch.server.tables.state import history
from stammtisch.server.tables.table import Table
from stammtisch.store.contract import Damaged, Database, Snapshot
from stammtisch.store.log import read_facts

RESULTS_TAKE: Final = 60.0
"""Seconds after the end of a match in which a server may still be storing its results."""

Progress: TypeAlias = Callable[[int, int], None]
"""Called with how many entries are checked, of how many."""
Result: TypeAlias = tuple[str, str, int, int, int, bool]
"""Profile, match, seat, place, score, and whether the seat won."""
Entry: TypeAlias = tuple[int, str]

_LOGS: Final = "SELECT table_id, n, entry FROM log WHERE n > 0 ORDER BY table_id, n"
_RESULTS: Final = "SELECT table_id, profile, match, seat, place, score, won FROM results"
_WITHOUT_LOG: Final = (
    "SELECT id FROM tables WHERE NOT EXISTS (SELECT 1 FROM log WHERE table_id = tables.id) ORDER BY id"
)
_MATCHES_OF_NONE: Final = (
    "SELECT id FROM matches WHERE NOT EXISTS (SELECT 1 FROM tables WHERE id = matches.table_id) ORDER BY id"
)
_RATINGS: Final = (
    "SELECT name, ratings.game, ratings.players FROM ratings JOIN profiles ON id = ratings.profile "
    "WHERE games <> (SELECT COUNT(DISTINCT match) FROM results WHERE results.profile = ratings.profile AND "
    "results.game = ratings.game AND results.players = ratings.players AND rated = 1)"
)


class Finding(NamedTuple):
    """What is wrong and where; a note is no damage."""

    where: str
    what: str
    note: bool = False


async def check_everything(database: Database, progress: Progress) -> AsyncIterator[Finding]:
    """Everything that does not fit together, at one moment; servers may keep running."""
    async with database.snapshot() as snapshot:
        checks = _Checks(snapshot)
        await checks.prepare()
        async for table, entries in _logs(snapshot, progress):
            for finding in await checks.table(table, entries):
                yield finding
        async for finding in checks.rest():
            yield finding


async def _logs(snapshot: Snapshot, progress: Progress) -> AsyncIterator[tuple[str, list[Entry]]]:
    """Every table with its log."""
    total = (await snapshot.rows("SELECT COUNT(*) FROM log WHERE n > 0"))[0][0]
    done, current, entries = 0, "", list[Entry]()
    async for rows in snapshot.batches(_LOGS):
        for table, n, text in rows:
            if table != current and entries:
                yield current, entries
                entries = []
            current = table
            entries.append((n, text))
        progress(done := done + len(rows), total)
    if entries:
        yield current, entries


@final
class _Checks:
    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot: Final = snapshot
        self._profiles: Final[set[str]] = set()
        self._results: Final[dict[str, set[Result]]] = defaultdict(set)

    async def prepare(self) -> None:
        """Read what is looked up for every table."""
        self._profiles.update(profile for (profile,) in await self._snapshot.rows("SELECT id FROM profiles"))
        async for rows in self._snapshot.batches(_RESULTS):
            for table, profile, match, seat, place, score, won in rows:
                self._results[table].add((profile, match, seat, place, score, bool(won)))

    async def table(self, table: str, entries: Sequence[Entry]) -> list[Finding]:
        """What is wrong with one table."""
        try:
            last, finished = _replayed(table, entries)
        except Damaged as error:
            return [Finding(f"table {table}", error.detail)]
        except StammtischError as error:  # of another version of the rules
            return [Finding(f"table {table}", str(error), note=True)]
        wrong = [*await self._index(last, finished), *self._played(last, finished)]
        return [Finding(f"table {table}", what) for what in wrong]

    async def _index(self, table: Table, finished: Sequence[Table]) -> list[str]:
        """Where the index says something else than the log."""
        facts = await read_facts(self._snapshot, table.id)
        if facts is None:
            return ["it is not in the index"]
        expected = facts_of(table)
        if table.status == "playing" and facts.touched <= expected.touched:
            expected = replace(expected, touched=facts.touched)  # steps alone do not change the index
        known, right = asdict(facts), asdict(replace(expected, wake=facts.wake))
        wrong = [
            f"the index says {name} {known[name]!r}, and the log {right[name]!r}"
            for name in right
            if known[name] != right[name]
        ]
        rows = await self._snapshot.rows("SELECT id FROM matches WHERE table_id = $1", table.id)
        if {match for (match,) in rows} != {played.match_id for played in finished}:
            wrong.append("the index lists other finished games than the log")
        return wrong

    def _played(self, last: Table, finished: Sequence[Table]) -> Iterator[str]:
        """What is wrong with the finished matches of a table, and their results."""
        for table in finished:
            if verify(table.record()).result == "wrong":
                yield f"rolls of game {table.match_id} do not follow from its commitment"
        expected = {result for table in finished for result in _results(table) if result[0] in self._profiles}
        stored = self._results.pop(last.id, set())
        missing = expected - stored if last.touched < time.time() - RESULTS_TAKE else set()
        for _, match, seat, *_ in sorted((stored - expected) | missing):
            yield f"the result of seat {seat} in game {match} is not what the log says"

    async def rest(self) -> AsyncIterator[Finding]:
        """What is wrong apart from the logs."""
        for (table,) in await self._snapshot.rows(_WITHOUT_LOG):
            yield Finding(f"table {table}", "the index lists it, and it has no log")
        for (match,) in await self._snapshot.rows(_MATCHES_OF_NONE):
            yield Finding(f"game {match}", "the index lists it, and its table does not exist")
        for name, game, players in await self._snapshot.rows(_RATINGS):
            what = f"the rating in {game} for {players} counts other games than there are results"
            yield Finding(f"profile {name}", what)


def _replayed(table: str, entries: Sequence[Entry]) -> tuple[Table, list[Table]]:
    """The table at the end of its log, and as it stood at the end of each finished match."""
    if [n for n, _ in entries] != list(range(1, len(entries) + 1)):
        raise Damaged("entries of its log are missing")
    finished: list[Table] = []
    with readable_log():
        for found in history(table, (decode_event(text) for _, text in entries)):
            if found.over and (not finished or finished[-1].match_id != found.match_id):
                finished.append(found)
        return found, finished


def _results(table: Table) -> Iterator[Result]:
    """What is stored of a match that has just ended at this table."""
    if isinstance(table.turn, Over):
        outcome = table.turn.outcome
        for seat, profile in owners(table).items():
            won = seat in outcome.winners
            yield profile, table.match_id, seat, outcome.places[seat], outcome.scores[seat], won
