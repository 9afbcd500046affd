"""PostgreSQL: for several processes, and for several machines."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final, TypeAlias

import asyncpg

from stammtisch.store.contract import BadStore, Conflict, Halted, Statement
from stammtisch.store.migrations import Dialect, Query, upgrade

PATIENCE: Final = 10.0
"""Seconds after which a server that does not answer counts as lost."""
CONNECTIONS: Final = 16

DIALECT: Final = Dialect(
    columns="SELECT table_name, column_name FROM information_schema.columns "
    "JOIN information_schema.tables USING (table_schema, table_name) "
    "WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'",
    in_order_of_key="",
)

_UPGRADE_LOCK: Final = int.from_bytes(b"stammtis", "big")
_HALTING: Final = (
    OSError,  # nobody there, and also what takes too long
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # shutting down, starting up
    asyncpg.InsufficientResourcesError,  # disk full, too many connections
    asyncpg.TransactionRollbackError,  # a deadlock with somebody else
    asyncpg.ReadOnlySQLTransactionError,  # no longer the leader
    asyncpg.PostgresSystemError,
)
_REFUSED: Final = (
    asyncpg.ClientConfigurationError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.InsufficientPrivilegeError,
)
