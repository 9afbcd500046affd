"""How tests speak with the engine."""

from __future__ import annotations

import json
from typing import Any

from stammtisch.engine.serve import answer

CODES = (
    "bad-json",
    "bad-request",
    "unknown-game",
    "bad-options",
    "bad-position",
    "bad-move",
    "illegal-move",
    "not-your-turn",
    "too-large",
)

ALL_OPEN = [1, 2, 3, 4, 5, 6, 7, 8, 9]
TO_MOVE = {
    "game": "zock",
    "players": 2,
    "phase": "move",
    "turn": 0,
    "dice": "63",
    "open": [ALL_OPEN, ALL_OPEN],
}
TO_THROW = {"game": "zock", "players": 2, "phase": "throw", "turn": 1, "open": [ALL_OPEN, ALL_OPEN]}


def ask(op: str, **keys: Any) -> dict[str, Any]:
    """The engine's answer to a request."""
    answered: dict[str, Any] = json.loads(answer(json.dumps({"op": op, **keys}).encode()))
    return answered


def code(op: str, **keys: Any) -> str:
    """The code of the error that a request is answered by."""
    found: str = ask(op, **keys)["error"]["code"]
    return found
