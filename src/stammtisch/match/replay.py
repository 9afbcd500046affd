"""Records read from files and played through again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from stammtisch.core.errors import BadRecord, StammtischError
from stammtisch.match.match import Match, Played
from stammtisch.match.record import LARGEST, Record, parse_record


def read_record(data: bytes) -> Record:
    """The record of a file's bytes, replayed once to be sure, or `BadRecord` with every reason."""
    record = parse_record(data)
    for _ in replay(record):
        pass
    return record


def load_record(path: str | Path) -> Record:
    """`read_record` of a file; no more is read of it than a record may have."""
    with Path(path).open("rb") as file:
        return read_record(file.read(LARGEST + 1))


def replay(record: Record) -> Iterator[Played]:
    """The match before its first step and after each one; `BadRecord` at a step that cannot be."""
    played = Played(Match.from_setup(record), ())
    yield played
    for number, (seat, text) in enumerate(record.log, 1):
        try:
            played = played.match.step(seat, text)
        except StammtischError as error:
            raise BadRecord([f"log entry {number}: {error}"]) from error
        yield played
