"""Zock'n'Roll."""

from stammtisch.games.zocknroll.rules import ZockNRoll

__all__ = ["ZockNRoll"]
