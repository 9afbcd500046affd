"""Many writes to SQLite in one commit.

Statements run in the event loop, where each takes a few microseconds; a thread would have to get the
interpreter lock back after every one of them. Only the commit, which waits for the disk, runs in a
thread.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Final, TypeAlias

from stammtisch.store.contract import Damaged, OnUnavailable, Statement, Unavailable
from stammtisch.store.sqlite_errors import makes_unavailable, meaning, primary, unavailable

PATIENCE: Final = 5.0
"""Seconds to wait for a lock that another process holds."""
PAUSE: Final = 0.005
"""Seconds between two tries to get the lock."""
GATHERING: Final = 0.001
"""Writes that arrive during a commit wait this many seconds for others before the next one begins.

A commit costs as much CPU time as playing some moves. A write that meets no commit does not wait.
"""
MOST_AT_ONCE: Final = 500
"""Writes in one commit, so that the loop is never blocked for more than a few milliseconds."""

_Asked: TypeAlias = tuple[asyncio.Future[None], Sequence[Statement]]
_Done: TypeAlias = tuple[asyncio.Future[None], Exception | None]


class Commits:
    """Puts all waiting writes into one transaction, and answers them after its commit."""

    def __init__(self, path: Path, connection: sqlite3.Connection, on_unavailable: OnUnavailable) -> None:
        self._path = path
        self._on_unavailable = on_unavailable
        self._connection = connection
        self._execute = connection.cursor().execute
        self._loop = asyncio.get_running_loop()
        self._waiting: list[_Asked] = []
        self._busy = False
        self._closed = False
        self._deadline = 0.0
        self._to_disk: SimpleQueue[list[_Done] | None] = SimpleQueue()
        Thread(target=self._commit_each, name="commits", daemon=True).start()

    def put(self, statements: Sequence[Statement]) -> asyncio.Future[None]:
        """A future that is done when the statements are on the disk."""
        future = self._loop.create_future()
        if self._closed:
            future.set_exception(Unavailable(detail=f"{self._path} has been closed; open it again"))
            return future
        self._waiting.append((future, statements))
        if not self._busy:
            self._busy = True
            self._loop.call_soon(self._start)
        return future

    async def close(self) -> None:
        """Answer everybody, then end the thread."""
        with suppress(Unavailable):
            last = self.put(())
            self._closed = True
            await last
        self._to_disk.put(None)

    def _start(self) -> None:
        self._deadline = self._loop.time() + PATIENCE
        self._next_group()

    def _next_group(self) -> None:
        try:
            self._execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            self._wait_or_give_up(error)
            return
        group = self._taken()
        try:
            done: list[_Done] = [(future, self._outcome(statements)) for future, statements in group]
        except sqlite3.Error as error:
            self._undo()
            self._answer([(future, None) for future, _ in group], error)
            return
        damaged = next((each for each in done if isinstance(each[1], Damaged)), None)
        if damaged is None:
            self._to_disk.put(done)
        else:
            self._leave_out(damaged, group)

    def _leave_out(self, damaged: _Done, group: list[_Asked]) -> None:
        """Do the other writes again: once one has met a damaged page, SQLite commits nothing with it."""
        self._undo()
        self._waiting[:0] = [asked for asked in group if asked[0] is not damaged[0]]
        self._answer([damaged], None)

    def _taken(self) -> list[_Asked]:
        group = self._waiting[:MOST_AT_ONCE]
        del self._waiting[:MOST_AT_ONCE]
        return group

    def _wait_or_give_up(self, error: sqlite3.Error) -> None:
        if primary(error) == sqlite3.SQLITE_BUSY and self._loop.time() < self._deadline:
            self._loop.call_later(PAUSE, self._next_group)
        else:
            self._answer([(future, None) for future, _ in self._taken()], error)

    def _outcome(self, statements: Sequence[Statement]) -> Exception | None:
        """Why this write alone is not stored; an error that concerns the whole group is raised."""
        try:
            if len(statements) == 1:
                sql, args = statements[0]
                self._execute(placeholders(sql), args)
            else:
                self._all_or_nothing(statements)
        except (sqlite3.Error, ValueError, OverflowError) as error:
            if makes_unavailable(error):
                raise
            return meaning(error)
        return None

    def _all_or_nothing(self, statements: Sequence[Statement]) -> None:
        self._execute("SAVEPOINT one")
        try:
            for sql, args in statements:
                self._execute(placeholders(sql), args)
        except (sqlite3.Error, ValueError, OverflowError):
            if self._connection.in_transaction:
                self._execute("ROLLBACK TO one")
            raise
        finally:
            if self._connection.in_transaction:
                self._execute("RELEASE one")

    def _undo(self) -> None:
        if self._connection.in_transaction:
            self._execute("ROLLBACK")

    def _commit_each(self) -> None:
        for group in iter(self._to_disk.get, None):
            trouble = self._commit()
            with suppress(RuntimeError):  # the loop is closed, so nobody waits any more
                self._loop.call_soon_threadsafe(self._answer, group, trouble)

    def _commit(self) -> sqlite3.Error | None:
        try:
            self._execute("COMMIT")
        except sqlite3.Error as error:
            self._undo()
            return error
        return None

    def _answer(self, group: list[_Done], trouble: sqlite3.Error | None) -> None:
        if trouble is not None:
            self._on_unavailable(unavailable(self._path, trouble))
        for future, outcome in group:
            if future.done():  # its caller no longer waits
                continue
            if trouble is not None:
                future.set_exception(unavailable(self._path, trouble))
            elif outcome is not None:
                future.set_exception(outcome)
            else:
                future.set_result(None)
        if self._waiting:
            self._loop.call_later(GATHERING, self._start)
        else:
            self._busy = False


@lru_cache(maxsize=1000)
def placeholders(sql: str) -> str:
    """The SQL with `?1` for `$1`, as SQLite writes arguments; quoted text stays as it is."""
    return re.sub(r"('[^']*')|\$(\d+)", lambda found: found[1] or f"?{found[2]}", sql)
