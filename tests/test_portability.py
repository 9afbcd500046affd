"""No module needs what only POSIX has; what Windows does instead is tried as far as another system allows."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib import reload
from pathlib import Path
from typing import IO

import pytest

from stammtisch.store import locks

ROOT = Path(__file__).parent.parent


class Msvcrt:
    """Locks bytes of a file as Windows does: each for one handle alone, until that is closed."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.opened: dict[int, IO[str]] = {}
        self._locked: dict[int, IO[str]] = {}

    def locking(self, handle: int, mode: int, length: int) -> None:
        file = self.opened[handle]
        wanted = range(file.tell(), file.tell() + length)
        if any(place in self._locked and not self._locked[place].closed for place in wanted):
            raise PermissionError
        self._locked |= dict.fromkeys(wanted, file)


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> Iterator[Msvcrt]:
    """The locks as they are on Windows."""
    msvcrt = Msvcrt()
    with monkeypatch.context() as context:
        context.setattr(sys, "platform", "win32")
        context.setitem(sys.modules, "msvcrt", msvcrt)
        reload(locks)
    yield msvcrt
    reload(locks)


def opened(path: Path, windows: Msvcrt) -> IO[str]:
    file = path.open("w")
    windows.opened[file.fileno()] = file
    return file


def test_on_windows_a_file_is_locked_for_one_until_it_is_closed(windows: Msvcrt, tmp_path: Path) -> None:
    with opened(tmp_path / "lock", windows) as other:
        with opened(tmp_path / "lock", windows) as one:
            locks.lock(one, shared=False)
            for shared in (False, True):
                with pytest.raises(BlockingIOError):
                    locks.lock(other, shared=shared)
        locks.lock(other, shared=False)


def test_on_windows_many_share_a_file_and_lock_out_others(windows: Msvcrt, tmp_path: Path) -> None:
    with opened(tmp_path / "lock", windows) as one, opened(tmp_path / "lock", windows) as two:
        locks.lock(one, shared=True)
        locks.lock(two, shared=True)
        with opened(tmp_path / "lock", windows) as other, pytest.raises(BlockingIOError):
            locks.lock(other, shared=False)


@pytest.mark.slow
@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_every_module_uses_only_what_the_system_has(platform: str, tmp_path: Path) -> None:
    """The types of the standard library say which names exist on which system."""
    command = (sys.executable, "-m", "mypy", "--platform", platform, "--cache-dir", str(tmp_path), "src")
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout
