"""Texts that administrators read or write."""

from __future__ import annotations

from datetime import UTC, datetime


def moment(seconds: float) -> str:
    """The day and the minute, in UTC."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}"


def clean_text(text: str) -> str:
    """The text without characters that nobody can see; lines stay lines."""
    return "".join(letter if letter.isprintable() or letter == "\n" else " " for letter in text).strip()
