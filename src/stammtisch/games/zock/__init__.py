"""ZOCK (Klapp-Knobel)."""

from stammtisch.games.zock.rules import Zock

__all__ = ["Zock"]
