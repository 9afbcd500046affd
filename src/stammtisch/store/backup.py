"""A database as one file that either engine can read: JSON lines, compressed with gzip.

The first line says what it is: format, schema, program, when, and the columns and number of rows of every
table. Then comes one line for each row, and at the end the SHA-256 of everything before it, so that a file
that was cut off or damaged is recognised.
"""

from __future__ import annotations

import asyncio
import gzip
import os
import secrets
import sys
import time
import zlib
from base64 import b64decode, b64encode
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryFile, gettempdir
from typing import IO, Any, BinaryIO, Final, TypeAlias

import msgspec

from stammtisch import __version__
from stammtisch.core.errors import StammtischError
from stammtisch.store import private
from stammtisch.store.contract import Conflict, Database, Unavailable
from stammtisch.store.filling import Filling, fill_store
from stammtisch.store.migrations import SCRIPTS, columns, upgrade

FORMAT: Final = "stammtisch backup"
VERSION: Final = 1
LEVEL: Final = 6
"""How hard gzip tries: more takes several times as long for a few per cent."""
LONGEST_LINE: Final = 2**26
"""Bytes; a row has some hundred, or some thousand."""
ROWS_AT_ONCE: Final = 500
META: Final = "meta"
"""The table with the version of the schema, which the first line of a backup says."""
NO_ROOM: Final = (
    "there is no room for a backup in the temporary folder of this server: make some, or run "
    "`stammtisch admin backup` on its machine"
)

Progress: TypeAlias = Callable[[int, int], None]
"""Called with how many rows are done, of how many."""
Row: TypeAlias = Sequence[Any]


class BadBackup(StammtischError):
    """A backup that cannot be written or read. Nothing was changed."""

    code = "bad-backup"


class TableRows(msgspec.Struct, frozen=True):
    """A table of the database in a backup."""

    columns: list[str]
    rows: int


class _About(msgspec.Struct, frozen=True, kw_only=True):
    """What the first line of every backup says, in all formats to come."""

    format: str
    version: int
    schema: int
    program: str


class Header(_About, frozen=True, kw_only=True):
    """The first line of a backup; `created` in seconds since 1970."""

    created: float
    tables: dict[str, TableRows]

    @property
    def rows(self) -> int:
        """All rows together."""
        return sum(table.rows for table in self.tables.values())


class Bytes(msgspec.Struct, frozen=True):
    """Bytes in a row."""

    base64: str


class _Trailer(msgspec.Struct, frozen=True):
    """The last line of a backup."""

    sha256: str


Finish: TypeAlias = Callable[[Filling, Header], Awaitable[None]]
"""Called with the restored database, before anybody can see it."""


def ignore(_done: int, _of: int) -> None:
    """Show no progress."""


async def add_nothing(_database: Filling, _header: Header) -> None:
    """The database stays as the backup has it."""


# Writing


async def write_backup(database: Database, path: Path, progress: Progress = ignore) -> Header:
    """Write a backup of the database as it is now; nothing is overwritten, and nothing is left of a failure.

    The database may be in use. Only the owner of the new file can read it: it holds secrets.
    """
    with _new_file(path) as file:
        return await stream_backup(database, file, progress)


async def temporary_backup(database: Database) -> IO[bytes]:
    """A backup of the database as it is now, in a file that nobody else can open; once closed, it is gone."""
    try:
        with ExitStack() as leftovers:
            file = leftovers.enter_context(TemporaryFile())
            await stream_backup(database, file)
            file.seek(0)
            leftovers.pop_all()
            return file
    except OSError as error:
        raise Unavailable(NO_ROOM, detail=f"{gettempdir()}: {error.strerror or error}") from error


async def stream_backup(database: Database, file: IO[bytes], progress: Progress = ignore) -> Header:
    """Write a backup of the database as it is now into an open file, which may be a pipe."""
    async with database.snapshot() as snapshot:
        tables = {
            name: TableRows(names, (await snapshot.rows(f"SELECT COUNT(*) FROM {name}"))[0][0])  # noqa: S608
            for name, names in (await snapshot.columns()).items()
            if name != META
        }
        (schema,) = (await snapshot.rows(f"SELECT version FROM {META}"))[0]  # noqa: S608
        header = Header(
            format=FORMAT,
            version=VERSION,
            schema=schema,
            program=__version__,
            created=time.time(),
            tables=tables,
        )
        writer = _Writer(file, header)
        for name, table in tables.items():
            async for rows in snapshot.batches(f"SELECT {', '.join(table.columns)} FROM {name}"):  # noqa: S608
                await asyncio.to_thread(writer.add, name, rows)
                progress(writer.rows, header.rows)
        await asyncio.to_thread(writer.end)
    return header


class _Writer:
    """Writes the lines of a backup."""

    def __init__(self, file: IO[bytes], header: Header) -> None:
        self.rows = 0
        self._file: Final = file
        self._hash: Final = sha256()
        self._compress: Final = zlib.compressobj(LEVEL, wbits=31)  # 31: with the header of gzip
        self._encoder: Final = msgspec.json.Encoder()
        self._put(self._encoder.encode(header) + b"\n")

    def add(self, table: str, rows: Sequence[Row]) -> None:
        """A line for each row, with the name of its table before its columns."""
        self._put(self._encoder.encode_lines([(table, *map(_portable, row)) for row in rows]))
        self.rows += len(rows)

    def end(self) -> None:
        """Write the last line; a file without it counts as cut off."""
        self._put(self._encoder.encode(_Trailer(sha256=self._hash.hexdigest())) + b"\n")
        self._file.write(self._compress.flush())
        self._file.flush()

    def _put(self, lines: bytes) -> None:
        self._hash.update(lines)
        self._file.write(self._compress.compress(lines))


def _portable(value: object) -> object:
    return Bytes(b64encode(value).decode()) if isinstance(value, bytes) else value


@contextmanager
def _new_file(path: Path) -> Iterator[BinaryIO]:
    """A file that appears under its name when the block has ended without an error, for its owner alone."""
    if path.exists():
        raise BadBackup(f"{path} exists already: choose another name, nothing is overwritten")
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with ExitStack() as leftovers:
            private.create_file(draft)
            leftovers.callback(draft.unlink, missing_ok=True)
            with draft.open("wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            _name(draft, path)
    except FileExistsError as error:
        raise BadBackup(f"{path} has just been written by somebody else, and is left as it is") from error
    except OSError as error:
        raise BadBackup(f"{path} cannot be written: {error.strerror or error}") from error


def _name(draft: Path, path: Path) -> None:
    """Give the file its name, unless another has it, and keep that through a power cut."""
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError:  # not every file system knows links
        draft.rename(path)
    if sys.platform != "win32":
        folder = os.open(path.parent, os.O_RDONLY)
        with suppress(OSError):  # nor can every one sync a folder
            os.fsync(folder)
        os.close(folder)


# Reading


async def restore(
    url: str, file: BinaryIO, progress: Progress = ignore, finish: Finish = add_nothing
) -> Header:
    """Restore a backup into the empty database at this address, of either engine and upgraded if necessary.

    The database holds everything when the last line has been verified and `finish` has added what belongs
    to it, and nothing before.
    """
    backup = BackupReader(file)
    header, done = backup.header, 0
    async with fill_store(url) as database:
        await upgrade(database.query, database.dialect, header.schema)
        check_tables(header, await columns(database.query, database.dialect))
        for name in header.tables:
            await database.query(f"DELETE FROM {name}")  # noqa: S608 - an upgrade may have added a row
        for name, rows in backup.batches():
            await _insert(database, name, header.tables[name].columns, rows)
            progress(done := done + len(rows), header.rows)
        await upgrade(database.query, database.dialect)
        await finish(database, header)
    return header


async def _insert(database: Filling, table: str, names: list[str], rows: list[Row]) -> None:
    try:
        await database.insert(table, names, rows)
    except StammtischError:
        raise
    except (Conflict, ValueError, OverflowError) as error:
        raise BadBackup(f"rows of this backup do not fit into the database: {error}") from error


def check_tables(header: Header, found: dict[str, list[str]]) -> None:
    """`BadBackup` unless the backup has the tables and columns of its version of the database."""
    given = {name: sorted(table.columns) for name, table in header.tables.items()}
    if given != {name: sorted(names) for name, names in found.items() if name != META}:
        raise BadBackup(f"this backup does not have the tables of a database of version {header.schema}")


class BackupReader:
    """Reads a backup, and refuses one that is no backup, newer, cut off or damaged."""

    def __init__(self, file: BinaryIO) -> None:
        self._hash: Final = sha256()
        self._file: Final = gzip.GzipFile(fileobj=file, mode="rb")
        self._decoder: Final = msgspec.json.Decoder(list[str | int | float | Bytes | None] | _Trailer)
        try:
            self.header: Final = self._header()
        except (gzip.BadGzipFile, msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise BadBackup("this file is not a backup of Stammtisch") from error
        except (EOFError, zlib.error) as error:
            raise _damaged() from error

    def _header(self) -> Header:
        line = self._line()
        self._hash.update(line)
        about = msgspec.json.decode(line, type=_About)
        if about.format != FORMAT:
            raise msgspec.ValidationError("another format")
        if about.version > VERSION or about.schema > len(SCRIPTS):
            raise BadBackup(
                f"this backup was written by a newer program, {about.program}: "
                f"restore it with that one or a newer one, not with {__version__}"
            )
        return msgspec.json.decode(line, type=Header)

    def batches(self) -> Iterator[tuple[str, list[Row]]]:
        """All rows, some of one table at a time; when there are no more, the whole file has been verified."""
        for table, rows in groupby(self._rows(), key=itemgetter(0)):
            while batch := [row for _, row in islice(rows, ROWS_AT_ONCE)]:
                yield table, batch

    def _rows(self) -> Iterator[tuple[str, Row]]:
        left = {name: table.rows for name, table in self.header.tables.items()}
        try:
            while not isinstance(found := self._decoder.decode(line := self._line()), _Trailer):
                self._hash.update(line)
                table, row = self._checked(found)
                left[table] -= 1
                yield table, row
            whole = (
                self._hash.hexdigest() == found.sha256 and not any(left.values()) and not self._file.read(1)
            )
        except (EOFError, OSError, zlib.error, ValueError, LookupError, msgspec.MsgspecError) as error:
            raise _damaged() from error
        if not whole:
            raise _damaged()

    def _checked(self, found: list[Any]) -> tuple[str, Row]:
        table, *row = found
        if len(row) != len(self.header.tables[table].columns):
            raise ValueError("a row with other columns than its table")
        return table, [b64decode(value.base64) if isinstance(value, Bytes) else value for value in row]

    def _line(self) -> bytes:
        line = self._file.readline(LONGEST_LINE)
        if not line.endswith(b"\n"):
            raise EOFError
        return line


def _damaged() -> BadBackup:
    return BadBackup("this backup is cut off or damaged: use another copy of it; nothing was restored")
