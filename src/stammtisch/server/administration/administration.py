"""Everything that the operator of the server can do, on the page or by the command line."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from stammtisch.server.administration.announcements import Announcements
from stammtisch.server.administration.audit import Audit
from stammtisch.server.administration.blocks import Blocks
from stammtisch.server.administration.keys import AdminKeys
from stammtisch.server.administration.reports import Reports
from stammtisch.store.contract import Database


class Administration:
    """The administration of a database; each part stores with its actions who took them."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], float] = time.time,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        self.audit: Final = Audit(database, clock)
        self.keys: Final = AdminKeys(database, self.audit, clock, timer)
        self.blocks: Final = Blocks(database, self.audit, clock)
        self.announcements: Final = Announcements(database, self.audit, clock)
        self.reports: Final = Reports(database, self.audit, clock)
