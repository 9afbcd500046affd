"""Tables kept in the user's cache folder: computed once, recomputed when in doubt.

The folder has a size. When it is full, the tables that were used least recently are deleted.

Whatever is wrong with the folder, the disk or an old file is said in one line, and the tables are computed
again: trouble here costs time, and never an answer.
"""

from __future__ import annotations

import os
import re
import sys
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from platformdirs import user_cache_path

from stammtisch.core.documents import shown

Tables: TypeAlias = dict[str, np.ndarray[Any, Any]]
Build: TypeAlias = Callable[[], Mapping[str, np.ndarray[Any, Any]]]

FOLDER_VARIABLE: Final = "STAMMTISCH_CACHE"
"""The variable that names another folder for the tables, or `-` for none at all."""

SIZE_VARIABLE: Final = "STAMMTISCH_CACHE_SIZE"
"""The variable that says how many megabytes the tables may take together."""
USUAL_SIZE: Final = 1000
"""Megabytes; with their usual options all games take about a quarter of that."""

_MEGABYTE: Final = 1_000_000
_MOST_DIGITS: Final = 9
_KEY: Final = "key"
_TABLE: Final = re.compile(r"[a-z-]+-[0-9a-f]{16}\.npz")
_DRAFT: Final = re.compile(rf"\.{_TABLE.pattern}\.\d+")
"""The names of our files; others in the folder are not touched."""
_WRITING_TAKES: Final = 600
"""The most seconds that writing takes; older drafts were left behind by processes that were killed."""


def folder() -> Path | None:
    """Where tables are kept, None for nowhere."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named == "-":
        return None
    return Path(named) if named else user_cache_path("stammtisch", appauthor=False)


def size() -> int:
    """How many bytes all tables may take together."""
    named = os.environ.get(SIZE_VARIABLE, "")
    if named and not (named.isdecimal() and len(named) <= _MOST_DIGITS):
        _say(f"{SIZE_VARIABLE} is a number of megabytes, not {shown(named)}; {USUAL_SIZE} is taken")
        named = ""
    return int(named or USUAL_SIZE) * _MEGABYTE


def cached(name: str, key: object, build: Build, *, fresh: bool = False) -> Tables:
    """The tables that `build` computes, kept under that name for that key.

    The key names everything the tables follow from: rules version, options, format. With
    `fresh` a kept table is computed again.
    """
    place = folder()
    text = repr(key)
    path = place and place / f"{name}-{sha256(text.encode()).hexdigest()[:16]}.npz"
    if path and not fresh:
        kept = _read(path, text)
        if kept is not None:
            return kept
    if sys.stderr.isatty():
        _say(f"computing tables of {name} for the first time; this takes a moment")
    tables = dict(build())
    if path:
        _write(path, text, tables)
        _forget_oldest(path.parent, size())
    return tables


def _read(path: Path, key: str) -> Tables | None:
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as file:
            tables = {name: file[name] for name in file.files}
        if str(tables.pop(_KEY)) == key:
            _mark_used(path)
            return tables
        _say(f"{path} holds other tables; they are computed again")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        _say(f"{path} cannot be used ({error}); its tables are computed again")
    return None


def _write(path: Path, key: str, tables: Tables) -> None:
    """Keep the tables whole or not at all; another process may do the same at the same time."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("wb") as file:
            np.savez(file, **{_KEY: np.array(key)}, **tables)  # type: ignore[arg-type]
        draft.replace(path)
    except OSError as error:
        _say(f"tables cannot be kept in {path.parent} ({error}); they are computed each time")
        _delete(draft)


def _mark_used(path: Path) -> None:
    """Remember when the file was used last, where that can be written and no other process deleted it."""
    with suppress(OSError):
        os.utime(path)


def _forget_oldest(place: Path, size: int) -> None:
    """Delete what was used least recently until the rest fits; other processes may do the same now.

    A process that is reading a deleted file can still read it to its end.
    """
    taken = 0
    for _, length, path in sorted(_files(place, _TABLE), reverse=True):
        taken += length
        if taken > size:
            _delete(path)
    for used, _, path in _files(place, _DRAFT):
        if used < time.time() - _WRITING_TAKES:
            _delete(path)


def _files(place: Path, names: re.Pattern[str]) -> Iterator[tuple[float, int, Path]]:
    """When each file of such a name was used last, its length and its path."""
    with suppress(OSError):
        for path in place.iterdir():
            if names.fullmatch(path.name):
                with suppress(FileNotFoundError):  # another process has deleted it meanwhile
                    status = path.stat()
                    yield status.st_mtime, status.st_size, path


def _delete(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def _say(line: str) -> None:
    sys.stderr.write(f"stammtisch: {line}\n")
