"""Records that are kept on this device: listed, brought in from a file, deleted, saved from old tables."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Final, Protocol

import msgspec

from stammtisch.core.errors import BadRecord
from stammtisch.local.store import LocalLog
from stammtisch.match import Record, read_record
from stammtisch.server.http.endpoint import Answer, Call, File, endpoint
from stammtisch.server.http.errors import LOADING
from stammtisch.server.ops.slices import Slices
from stammtisch.server.tables.archive import Archive
from stammtisch.server.tables.errors import UnknownTable
from stammtisch.server.tables.loading import load_records
from stammtisch.server.tokens import LOCAL

_ID: Final = 32
"""Characters of the hash by which an imported record is called."""
_OWN: Final = re.compile(f"{LOCAL}[0-9a-f]{{32}}")


class Imported(msgspec.Struct, frozen=True):
    """Under which id a record is kept; `table` is where its game goes on, if there is such a table."""

    match: str
    table: str | None


class KeptRecord(msgspec.Struct, frozen=True):
    """A record that is kept on this device."""

    match: str
    game: str
    seats: list[str]
    steps: int


class _Seats(msgspec.Struct, frozen=True):
    seats: list[str]


class ImportServices(Protocol):
    """What the endpoints of kept records work with."""

    @property
    def log(self) -> LocalLog: ...

    @property
    def archive(self) -> Archive: ...

    @property
    def slices(self) -> Slices: ...


class ImportRoutes:
    """The endpoints of records that only a device has."""

    def __init__(self, services: ImportServices) -> None:
        self._services: Final = services

    @endpoint("GET", "/api/records", summary="The records of this device.", answer=list[KeptRecord])
    async def kept_records(self, call: Call, _: None) -> list[KeptRecord]:
        return [await self._summary(match) for match in await self._services.log.records()]

    async def _summary(self, match: str) -> KeptRecord:
        file = await self._services.archive.record(match)
        seats = msgspec.json.decode(file.data, type=_Seats).seats
        return KeptRecord(match, file.game, seats, file.steps)

    @endpoint(
        "POST",
        "/api/records",
        summary="Keep a record from a file; the same one is kept once.",
        body=File,
        answer=Imported,
        status=201,
        errors=(BadRecord,),
    )
    async def import_record(self, call: Call, file: File) -> Imported:
        record = read_record(file.data)
        data = record.to_json()
        match = await self._id(record, data)
        await self._services.log.keep(match, data)
        return Imported(match, None)

    async def _id(self, record: Record, data: bytes) -> str:
        """The id that the game had on this device or another; one of its own where that is another game."""
        own = record.fair.match if record.fair is not None else ""
        if _OWN.fullmatch(own):
            kept = await self._services.log.kept_record(own)
            if kept is None or kept.data == data:
                return own
        return LOCAL + sha256(data).hexdigest()[:_ID]

    @endpoint(
        "DELETE",
        "/api/records/{match}",
        summary="Delete a record from this device.",
        status=204,
        errors=LOADING,
    )
    async def drop_record(self, call: Call, _: None) -> None:
        await self._services.archive.record(call.path["match"])
        await self._services.log.drop_record(call.path["match"])

    @endpoint(
        "DELETE",
        "/api/records/{match}/analysis",
        summary="Stop the analysis of a game; asking for it again starts it again.",
        status=204,
        errors=LOADING,
    )
    async def stop_analysis(self, call: Call, _: None) -> None:
        self._services.archive.stop(call.path["match"])

    @endpoint(
        "GET",
        "/api/tables/{table}/record",
        summary="What has been played at a table of this device, finished or not, even by older rules.",
        answer=Record,
        errors=LOADING,
    )
    async def record_of_table(self, call: Call, _: None) -> Answer:
        found = await load_records(
            self._services.log, call.path["table"], self._services.slices, any_version=True
        )
        if not found:
            raise UnknownTable("nothing has been played at this table")
        return Answer([*found.values()][-1].data)
