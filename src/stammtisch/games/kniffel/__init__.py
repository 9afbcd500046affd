"""Kniffel (Kockapoker)."""

from stammtisch.games.kniffel.rules import Kniffel

__all__ = ["Kniffel"]
