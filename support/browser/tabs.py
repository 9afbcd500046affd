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
        """What a JavaScript function gives, also if it has to be awaited."""

    def act(self, sources: Sequence[Json]) -> None:
        """Perform actions of pointers and keys, as WebDriver writes them."""

    def picture(self) -> bytes:
        """As PNG."""

    def complaints(self) -> list[str]:
        """Errors and warnings on the console."""

    def close(self) -> None: ...


class Starter(Protocol):
    """A browser, or what starts one."""

    def tab(self, width: int, height: int) -> Tab:
        """For somebody who was never here before and reads English."""


def called(function: str, arguments: Sequence[object]) -> str:
    """A script that calls the function; the result is JSON, which every driver passes on."""
    return (
        f"Promise.resolve(({function})(...{json.dumps(arguments)})).then((it) => JSON.stringify(it ?? null))"
    )


def tap(x: float, y: float, pointer: str) -> list[Json]:
    """With a finger (`touch`) or a mouse."""
    move = {"type": "pointerMove", "x": round(x), "y": round(y)}
    press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
    return [
        {"type": "pointer", "id": pointer, "parameters": {"pointerType": pointer}, "actions": [move, *press]}
    ]


def type_in(text: str) -> list[Json]:
    """On a keyboard."""
    keys = [{"type": way, "value": one} for one in text for way in ("keyDown", "keyUp")]
    return [{"type": "key", "id": "keyboard", "actions": keys}]
