"""Texts that people write to and for administrators."""

from __future__ import annotations


def clean_text(text: str) -> str:
    """The text without characters that nobody can see; lines stay lines."""
    return "".join(letter if letter.isprintable() or letter == "\n" else " " for letter in text).strip()
