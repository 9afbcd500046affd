"""A file and a server, so that every test of the contract runs on both."""

from __future__ import annotations

import shutil
import subprocess
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


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of four megabytes."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(disk)]
    if shutil.which("mount") is None or subprocess.run(mounting, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a file system")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)
