"""Chat messages and quick phrases, and when the rules allow only the latter."""

from __future__ import annotations

from typing import Final

from stammtisch.core.errors import BadRequest
from stammtisch.server.tables.checks import Caller
from stammtisch.server.tables.commands import SendMessage, SendPhrase
from stammtisch.server.tables.errors import Hushed, Muted
from stammtisch.server.tables.events import MessageSent
from stammtisch.server.tables.table import Table

JOINERS: Final = "\u200c\u200d"
"""Hold emoji together, and letters of some scripts apart or together; nothing else unseen is kept."""


def silence_clause(table: Table) -> str | None:
    """The clause that allows only quick phrases now; None where anything may be written."""
    if table.match is None or table.over:
        return None
    clause: str | None = table.game.silence_clause(table.match.state)
    return clause


def send_message(table: Table, caller: Caller, command: SendMessage) -> MessageSent:
    """The text, without characters that nobody can see."""
    _check_not_muted(table, caller)
    text = "".join(letter if letter.isprintable() or letter in JOINERS else " " for letter in command.text)
    text = text.strip(" " + JOINERS)
    if not text:
        raise BadRequest("the message is empty")
    if clause := silence_clause(table):
        raise Hushed(f"only quick phrases now: players may not talk about their cards ({clause})")
    return MessageSent(t=caller.now, person=caller.person, text=text)


def send_phrase(table: Table, caller: Caller, command: SendPhrase) -> MessageSent:
    """A quick phrase, which the rules allow at any time."""
    _check_not_muted(table, caller)
    return MessageSent(t=caller.now, person=caller.person, phrase=command.phrase)


def _check_not_muted(table: Table, caller: Caller) -> None:
    if table.people[caller.person].muted:
        raise Muted("the host of this table has muted you: you can play on, but write no messages")
