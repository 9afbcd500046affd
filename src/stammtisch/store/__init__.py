"""Where tables and profiles are kept: one SQL, on SQLite or PostgreSQL."""

from __future__ import annotations

from stammtisch.store.contract import BadStore, Conflict, Database, Halted, Statement

__all__ = ["BadStore", "Conflict", "Database", "Halted", "Statement", "open_store"]


async def open_store(url: str, *, shared: bool = False) -> Database:
    """The database at this address, with our tables in it."""
    raise NotImplementedError
