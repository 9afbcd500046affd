"""Why a message has not arrived."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Why: TypeAlias = Literal[
    "bad-address",
    "unknown-host",
    "private-address",
    "no-answer",
    "no-tls",
    "unreadable-answer",
    "refused",
    "gone",
]
"""As programs and the page name it."""


class Failure(msgspec.Struct, frozen=True):
    """Why, in a word and in English, and the status of the answer if there was one.

    There is no word in what was stored before there were any.
    """

    text: str
    why: Why | None = None
    status: int | None = None

    def stored(self) -> str:
        """As the database keeps it."""
        return msgspec.json.encode(self).decode()


def read_failure(stored: str) -> Failure:
    """What the database keeps; earlier versions stored the sentence alone."""
    try:
        return msgspec.json.decode(stored, type=Failure)
    except msgspec.MsgspecError:
        return Failure(stored)
