"""Tock (Dog, Keezen, Toc)."""

from stammtisch.games.tock.rules import Tock

__all__ = ["Tock"]
