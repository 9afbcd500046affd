"""Stores for tests: opened, looked at from outside, and written to by processes that die."""

from __future__ import annotations

import re
import resource
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from typing import Any

import asyncpg
import pytest

from stammtisch.store import Database, Facts, Statement, Unavailable, open_store
from stammtisch.store.contract import UNAVAILABLE
from stammtisch.store.migrations import Dialect
from stammtisch.store.postgres import DIALECT as POSTGRES
from stammtisch.store.sqlite import DIALECT as SQLITE

VERSION = "SELECT version FROM meta"
FACTS = Facts(
    code="abc",
    game="zock",
    players=2,
    status="open",
    public=True,
    name="Anna",
    free=1,
    created=10.5,
    touched=11.5,
    wake=None,
)


def entry(table: str, n: int, text: str = "x") -> Statement:
    return Statement("INSERT INTO log (table_id, n, entry) VALUES ($1, $2, $3)", (table, n, text))


@asynccontextmanager
async def opened(url: str, *, shared: bool = False) -> AsyncIterator[Database]:
    store = await open_store(url, shared=shared)
    try:
        yield store
    finally:
        await store.close()


@contextmanager
def unavailable(why: str) -> Iterator[None]:
    """Expects `Unavailable` for a reason that only the people who run the server are told."""
    with pytest.raises(Unavailable) as caught:
        yield
    assert re.search(why, caught.value.detail)
    assert str(caught.value) == UNAVAILABLE


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """No file of this process may grow beyond this."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def dialect(url: str) -> Dialect:
    return POSTGRES if url.startswith("postgresql:") else SQLITE


async def outside(url: str, *statements: str) -> list[tuple[Any, ...]]:
    """What the last statement finds, without any of our code."""
    if not url.startswith("postgresql:"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:"))) as file, file:
            return [file.execute(sql).fetchall() for sql in statements][-1]
    connection = await asyncpg.connect(url)
    found = [await connection.fetch(sql) for sql in statements][-1]
    await connection.close()
    return [tuple(row) for row in found]


def process(code: str, *args: str) -> subprocess.Popen[str]:
    """Python in a process of its own; what it says and what goes wrong can be read."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
