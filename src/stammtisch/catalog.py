"""The one file that lists the games; each is imported when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from stammtisch.core.documents import shown
from stammtisch.core.errors import UnknownGame
from stammtisch.core.game import AnyGame

_CLASSES: Final = {"kniffel": "Kniffel", "tock": "Tock", "zock": "Zock", "zocknroll": "ZockNRoll"}

NAMES: Final = tuple(_CLASSES)
"""The ids of all games, in alphabetical order."""


@cache
def game(name: str) -> AnyGame:
    """The game of that id, or `UnknownGame`."""
    if name not in _CLASSES:
        raise UnknownGame(f"there is no game {shown(name)}; the games are {', '.join(NAMES)}")
    found: AnyGame = getattr(import_module(f"stammtisch.games.{name}"), _CLASSES[name])()
    return found
