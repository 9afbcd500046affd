"""Stammtisch: ZOCK, Tock, Kniffel and Zock'n'Roll, by every clause of their sheets."""

__version__ = "0.1.0"
