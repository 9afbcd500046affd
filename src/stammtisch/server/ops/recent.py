"""The latest log lines of a process, for the operator of the server."""

from __future__ import annotations

import logging
from collections import deque
from typing import Final, final

import msgspec

from stammtisch.server.ops.logs import Text, message_of

LINES: Final = 200
"""Lines that are kept; the oldest are forgotten first."""
LONGEST: Final = 4000
"""Characters of a line, and of the stack that goes with it."""


class LogLine(msgspec.Struct, frozen=True):
    """A line of the log, which holds no secrets; `stack` says where an exception came from."""

    at: float
    level: str
    text: str
    stack: str


@final
class RecentLines(logging.Handler):
    """Keeps the latest lines of level warning and above."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: Final[deque[LogLine]] = deque(maxlen=LINES)
        self._stacks: Final = Text()

    def emit(self, record: logging.LogRecord) -> None:
        stack = self._stacks.formatException(record.exc_info) if record.exc_info else ""
        text, level = message_of(record)[:LONGEST], record.levelname.lower()
        self.lines.append(LogLine(record.created, level, text, stack[-LONGEST:]))
