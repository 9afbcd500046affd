"""Databases with games in them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import pytest_asyncio

from tests.server.clients import open_server

from .played import Played, play
from .running import call


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def original(tmp_path_factory: pytest.TempPathFactory) -> Played:
    async with open_server(tmp_path_factory.mktemp("played")) as server:
        await server.services.profiles.sign_up("Anna", "a long password")
        return await play(server)


@pytest.fixture
def played(original: Played, tmp_path: Path) -> Played:
    """A copy of the database, with no server running."""
    path = tmp_path / "tables.sqlite"
    shutil.copy(original.database.removeprefix("sqlite:"), path)
    return original._replace(database=f"sqlite:{path}", how=call)
