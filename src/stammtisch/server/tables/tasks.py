"""What is under way at a table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final, final

from stammtisch.core.errors import StammtischError
from stammtisch.store.contract import Unavailable

logger: Final = logging.getLogger(__name__)


@final
class Tasks:
    """The tasks of one table; they end with it."""

    def __init__(self) -> None:
        self._running: Final[set[asyncio.Task[None]]] = set()

    def __bool__(self) -> bool:
        return bool(self._running)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this in the background; what goes wrong is logged."""
        task = asyncio.create_task(_logged(work))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        task.add_done_callback(lambda _: work.close())  # it may have been stopped before it began

    def cancel(self) -> None:
        """Stop all of it."""
        for task in self._running:
            task.cancel()


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    """The database may be unavailable, and a bug must not end in silence."""
    try:
        await work
    except Unavailable:
        logger.warning("the database is unavailable: will try again")
    except StammtischError as error:
        logger.warning("refused: %s", error.code)
    except Exception:
        logger.exception("a task of a table failed")
