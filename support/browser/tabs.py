"""A browser that shows one page, whichever it is: what somebody needs to play in it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final, Protocol

PATIENCE: Final = 60
"""Seconds that a browser may take to start, or to answer; a busy machine is no failure."""

Json = dict[str, Any]


class Tab(Protocol):
    """A page in a browser of its own."""

    def open(self, url: str) -> None: ...
    def reload(self) -> None: ...

    def run(self, function: str, *arguments: object) -> Any:
        """The result of a JavaScript function, awaited if it is a promise."""

    def act(self, sources: Sequence[Json]) -> None:
        """Perform actions of pointers and keys, as WebDriver writes them."""

    def picture(self) -> bytes:
        """A screenshot as PNG."""

    def complaints(self) -> list[str]:
        """Errors and warnings on the console."""

    def close(self) -> None: ...


class Starter(Protocol):
    """Starts browsers, or tabs of one."""

    def tab(self, width: int, height: int) -> Tab:
        """A tab for a new visitor who reads English."""


def called(function: str, arguments: Sequence[object]) -> str:
    """A script that calls the function; the result is JSON, which every driver passes on."""
    return (
        f"Promise.resolve(({function})(...{json.dumps(arguments)})).then((it) => JSON.stringify(it ?? null))"
    )


def tap(x: float, y: float, pointer: str) -> list[Json]:
    """The WebDriver actions of a tap with a finger (`touch`) or of a click with a mouse."""
    move = {"type": "pointerMove", "x": round(x), "y": round(y)}
    press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
    return [
        {"type": "pointer", "id": pointer, "parameters": {"pointerType": pointer}, "actions": [move, *press]}
    ]


def type_in(text: str) -> list[Json]:
    """The WebDriver actions that type this text."""
    keys = [{"type": way, "value": one} for one in text for way in ("keyDown", "keyUp")]
    return [{"type": "key", "id": "keyboard", "actions": keys}]
