"""Tables kept in the user's cache folder: computed once, recomputed when in doubt.

A table that cannot be kept is still a table: whatever is wrong with the folder, the disk or an
old file is said in one line and costs time, never the answer.
"""

from __future__ import annotations

import os
import sys
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from platformdirs import user_cache_path

Tables: TypeAlias = dict[str, np.ndarray[Any, Any]]
Build: TypeAlias = Callable[[], Mapping[str, np.ndarray[Any, Any]]]

FOLDER_VARIABLE: Final = "STAMMTISCH_CACHE"
"""Names another folder for the tables, `-` for none at all."""

_KEY: Final = "key"


def folder() -> Path | None:
    """Where tables are kept, None for nowhere."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named == "-":
        return None
    return Path(named) if named else user_cache_path("stammtisch", appauthor=False)


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
    return tables


def _read(path: Path, key: str) -> Tables | None:
    if not path.exists():
        return None
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as file:
            tables = {name: file[name] for name in file.files}
        if str(tables.pop(_KEY)) == key:
            return tables
        _say(f"{path} holds other tables; they are computed again")
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
        with suppress(OSError):
            draft.unlink()


def _say(line: str) -> None:
    sys.stderr.write(f"stammtisch: {line}\n")
