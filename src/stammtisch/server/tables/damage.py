"""Tells a log that cannot be understood from one that is only older than the rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from stammtisch.core.errors import UnknownGame
from stammtisch.server.tables.errors import OtherVersion
from stammtisch.store.contract import Damaged


@contextmanager
def readable_log() -> Iterator[None]:
    """What fails in this block fails because the log is `Damaged`, or older than the rules."""
    try:
        yield
    except (OtherVersion, UnknownGame, Damaged):
        raise
    except Exception as error:
        raise Damaged(f"an entry cannot be understood: {type(error).__name__}") from error
