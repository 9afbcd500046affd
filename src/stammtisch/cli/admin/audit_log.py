"""Who acts through `stammtisch admin`, and the audit log that says so."""

from __future__ import annotations

import time
from typing import Final

from stammtisch.server.administration.audit import COMMAND_LINE, Administrator, Audit
from stammtisch.store import Database

BY: Final = Administrator(COMMAND_LINE)
"""The command line: anyone who can open the database may use it, and there is no address."""


def audit_of(database: Database) -> Audit:
    """The audit log of a database."""
    return Audit(database, time.time)
