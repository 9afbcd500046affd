"""The record of a match: everything it takes to live through it again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from stammtisch import catalog
from stammtisch.core.documents import Document, read, shown
from stammtisch.core.errors import BadRecord, BadRequest, Refused, StammtischError, UnknownGame
from stammtisch.core.event import Events
from stammtisch.core.turn import Seat
from stammtisch.core.value import Value
from stammtisch.play import step
from stammtisch.play.wire import decoded

FORMAT: Final = 1
LARGEST: Final = 16 * 1024 * 1024
LONGEST_NAME: Final = 100

Entry: TypeAlias = tuple[Seat | None, str]
"""One throw (seat None) or move, in notation."""


class Position(NamedTuple):
    """A position of a match, and what happened on the way to it."""

    state: Value
    events: Events


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A match from its first throw on. Without a `seed` the dice were real and typed in."""

    format: Literal[1] = FORMAT
    game: str
    rules: int
    players: int
    options: Document
    seats: tuple[str, ...]
    seed: str | None
    log: tuple[Entry, ...]

    def to_json(self) -> bytes:
        """The record as a file that people can read: one log entry a line."""
        fields: Document = msgspec.to_builtins(self)
        entries = [f"\n    {_json(entry)}" for entry in fields.pop("log")]
        lines = [f"  {_json(key)}: {_json(value)},\n" for key, value in fields.items()]
        return f'{{\n{"".join(lines)}  "log": [{",".join(entries)}\n  ]\n}}\n'.encode()

    def save(self, path: str | Path) -> None:
        """Write the file whole or not at all, whatever happens meanwhile."""
        target = Path(path).resolve()
        draft = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            with draft.open("wb") as file:
                file.write(self.to_json())
                file.flush()
                os.fsync(file.fileno())
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)


def read_record(data: bytes) -> Record:
    """The record of a file's bytes, replayed once to be sure, or `BadRecord` with every reason."""
    record = _parsed(data)
    reasons = _problems(record)
    if reasons:
        raise BadRecord(reasons)
    for _ in replay(record):
        pass
    return record


def load_record(path: str | Path) -> Record:
    """`read_record` of a file, of which no more is read than a record may have."""
    with Path(path).open("rb") as file:
        return read_record(file.read(LARGEST + 1))


def replay(record: Record) -> Iterator[Position]:
    """Every position from the start to the end; `BadRecord` at an entry that cannot be."""
    game = catalog.game(record.game)
    state = game.start(record.players, game.options(record.options, record.players))
    yield Position(state, ())
    for number, (seat, text) in enumerate(record.log, 1):
        try:
            if seat is None:
                state, events = step.fall(game, state, text)
            else:
                _, state, events = step.play(game, state, seat, text)
        except StammtischError as error:
            raise BadRecord([f"log entry {number}: {error}"]) from error
        yield Position(state, events)


def seat_problems(seats: tuple[str, ...], players: int) -> list[str]:
    """What is wrong with the names at the table."""
    reasons = [] if len(seats) == players else [f"{len(seats)} seats for {players} players"]
    return reasons + [
        f"seat {seat}: a name is 1 to {LONGEST_NAME} printable characters, not {shown(name)}"
        for seat, name in enumerate(seats)
        if not (0 < len(name) <= LONGEST_NAME and name.isprintable())
    ]


def _parsed(data: bytes) -> Record:
    try:
        document = decoded(data, LARGEST)
    except StammtischError as error:
        raise BadRecord([str(error)]) from error
    if not isinstance(document, dict):
        raise BadRecord([f"a record is an object, not {shown(document)}"])
    if document.get("format") != FORMAT:
        raise BadRecord([f"format is {shown(document.get('format'))}, and this program reads {FORMAT}"])
    record, reasons = read(Record, document)
    if record is None:
        raise BadRecord(reasons)
    return record


def _problems(record: Record) -> list[str]:
    """Everything that is wrong before the first entry of the log."""
    try:
        game = catalog.game(record.game)
    except UnknownGame as error:
        return [str(error)]
    reasons = seat_problems(record.seats, record.players)
    if record.rules != game.rules_version:
        reasons.append(
            f"played by version {record.rules} of the rules of {game.title}, "
            f"and this program knows version {game.rules_version}"
        )
    try:
        game.options(record.options, game.check_players(record.players))
    except Refused as error:
        reasons += [f"options: {reason}" for reason in error.reasons]
    except BadRequest as error:
        reasons.append(str(error))
    return reasons


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
