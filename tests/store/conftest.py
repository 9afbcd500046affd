"""A file and a server, so that every test of the contract runs on both."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.servers import Server, fresh_database, postgres


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with postgres() as running:
        yield running


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:{tmp_path / 'store.db'}"


@pytest.fixture(params=["sqlite", "postgresql"])
async def url(request: pytest.FixtureRequest) -> str:
    """The address of an empty database, once of each engine."""
    if request.param == "sqlite":
        address: str = request.getfixturevalue("file")
        return address
    return await fresh_database(request.getfixturevalue("server"))
