"""Snapshots: how a table stood after some event, so that loading it need not apply all events before.

The log alone is the truth. A snapshot follows from it, and one that is missing, damaged or of another
version is not used.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, Final, TypeVar, final

import msgspec
from msgspec.structs import asdict, astuple, replace

from stammtisch import __version__
from stammtisch.core.documents import Document
from stammtisch.core.turn import Outcome
from stammtisch.match import Match, Record
from stammtisch.match.documents import OutcomeInfo, outcome_info
from stammtisch.match.steps import NO_STEPS
from stammtisch.server.tables.contract import EventLog
from stammtisch.server.tables.events import AnyEvent, StepPlayed, StepsUndone
from stammtisch.server.tables.parts import seats_by_person
from stammtisch.server.tables.state import playable
from stammtisch.server.tables.table import PlainTable, Table
from stammtisch.store.contract import Damaged, Unavailable
from stammtisch.store.log import StoredSnapshot

EVERY: Final = 500
"""Events between two snapshots of a table."""

DocumentT = TypeVar("DocumentT")


class Snapshot(msgspec.Struct, frozen=True):
    """A table without the position of its match; `setup` is the match before its first step."""

    table: PlainTable
    setup: Record | None


class Position(msgspec.Struct, frozen=True):
    """The position of a match after its first `steps` steps."""

    steps: int
    state: Document


# Writing


@final
class Marker:
    """Notices when a snapshot of a table is due."""

    def __init__(self, n: int) -> None:
        self._n = n
        self._mark: Table | None = None

    def passed(self, table: Table) -> StoredSnapshot | None:
        """The table stands so now; a snapshot that should be stored, if there is one.

        A snapshot leaves out the latest steps, which devices are sent when they come back. So it is
        written when none of those before it is remembered any more: the log after it has all others.
        """
        if self._mark is None and self._n // EVERY < table.n // EVERY:
            self._mark = replace(table, recent=())
        self._n, mark = table.n, self._mark
        if mark is None or (table.recent and table.recent[0].n <= mark.n):
            return None
        self._mark = None
        return write_snapshot(mark)


def write_snapshot(table: Table) -> StoredSnapshot:
    """The table as it is stored; its match has to learn all its steps from the log."""
    plain = PlainTable(**{name: getattr(table, name) for name in PlainTable.__struct_fields__})
    match = table.match
    if match is None:
        return StoredSnapshot(table.n, table.n, _sealed(Snapshot(plain, None)), "")
    position = Position(len(match.steps), match.game.dump(match.state))
    return StoredSnapshot(table.n, table.began, _sealed(Snapshot(plain, match.setup)), _sealed(position))


async def keep_snapshots(log: EventLog, table: str, snapshots: Sequence[StoredSnapshot]) -> None:
    """Store them if that is possible; nothing depends on it."""
    with suppress(Unavailable, Damaged):
        if snapshots:
            await log.keep_snapshots(table, snapshots)


# Reading


def read_snapshot(stored: StoredSnapshot) -> Snapshot | None:
    """The snapshot without its position; None where it cannot be used."""
    return _unsealed(stored.document, Snapshot)


@final
class Restoration:
    """Puts a table together again from its snapshots and from the steps in its log, without the rules."""

    def __init__(self, snapshot: Snapshot, stored: list[StoredSnapshot]) -> None:
        self._snapshot: Final = snapshot
        self._positions: Final = {each.n: each.position for each in stored}
        self._match: Match | None = None if snapshot.setup is None else Match.from_setup(snapshot.setup)
        self._steps = NO_STEPS
        self._n = stored[-1].since - 1

    @property
    def left(self) -> int:
        """How many events it still has to read."""
        return self._snapshot.table.n - self._n

    def after(self, event: AnyEvent) -> Restoration:
        """Take in the next event."""
        self._n += 1
        if isinstance(event, StepPlayed):
            self._steps = self._steps.plus((event.seat, event.text))
        elif isinstance(event, StepsUndone) and self._match is not None:
            self._steps = self._steps.first(event.steps)
            self._match = self._match.remembered(event.steps)
        if self._match is not None and self._n in self._positions:
            self._match = self._at(self._match, self._positions[self._n])
        return self

    def _at(self, match: Match, sealed: str) -> Match:
        position = _unsealed(sealed, Position)
        if position is None or position.steps != len(self._steps):
            return match
        return match.at(match.game.load(position.state), self._steps)

    def table(self) -> Table | None:
        """The table of the snapshot; None where it does not fit the log."""
        plain, match = self._snapshot.table, self._match
        if self.left or (match is not None and match.steps is not self._steps):
            return None
        seating = seats_by_person(plain.seats)
        return Table(**asdict(plain), game=playable(plain.terms), seats_by_person=seating, match=match)


# Documents


def _written(value: Any) -> OutcomeInfo:
    return outcome_info(value)


def _read(_: type, value: Any) -> Outcome:
    return Outcome(*astuple(msgspec.convert(value, OutcomeInfo)))


_encoder: Final = msgspec.json.Encoder(enc_hook=_written)
_VERSION: Final = ",".join((__version__, *PlainTable.__struct_fields__))
_SEAL: Final = 64
"""The characters of a seal."""


def _sealed(value: object) -> str:
    """The value as a text that begins with its seal."""
    text = _encoder.encode(value).decode()
    return _seal(text) + text


def _unsealed(text: str, kind: type[DocumentT]) -> DocumentT | None:
    """The value of a sealed text; None where it is damaged or of another version."""
    seal, text = text[:_SEAL], text[_SEAL:]
    return msgspec.json.decode(text, type=kind, dec_hook=_read) if seal == _seal(text) else None


def _seal(text: str) -> str:
    return sha256(f"{_VERSION}\n{text}".encode()).hexdigest()
