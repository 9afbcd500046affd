"""Log lines for people or for programs. They hold no secrets.

A request is named by its route, never by its address, query or body. Of an exception only its type and
its stack are logged, since its text may quote what a client sent.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from types import TracebackType
from typing import Literal, TypeAlias

import msgspec

_OURS = "stammtisch"
_ExcInfo: TypeAlias = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)


class Text(logging.Formatter):
    """One line: time, level, message, then the fields."""

    def format(self, record: logging.LogRecord) -> str:
        line = f"{_time(record)} {record.levelname.lower()} {message_of(record)}"
        return line + "\n" + self.formatException(record.exc_info) if record.exc_info else line

    def formatException(self, ei: _ExcInfo) -> str:  # noqa: N802 (logging's own name)
        return "\n".join(_stack(ei[1]))


class Json(Text):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_fields(record),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def configure(kind: Literal["text", "json"], level: str) -> None:
    """Send all log lines of this process to standard error.

    Of other libraries only warnings and worse are logged: below that they would log addresses and frames.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if kind == "json" else Text())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger(_OURS).setLevel(level.upper())


def message_of(record: logging.LogRecord) -> str:
    """The message, then the fields."""
    return record.getMessage() + "".join(f" {name}={value}" for name, value in _fields(record).items())


def _fields(record: logging.LogRecord) -> dict[str, object]:
    """What was logged with `extra={"fields": …}`."""
    fields: dict[str, object] = getattr(record, "fields", {})
    return fields


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _stack(error: BaseException | None) -> Iterator[str]:
    """The stack of the error and its type, then the same of what caused it."""
    while error is not None:
        yield "".join(traceback.format_tb(error.__traceback__)) + type(error).__name__
        error = error.__cause__ or error.__context__
