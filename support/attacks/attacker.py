"""An attacker: requests and sockets written by hand, and a count of their outcomes."""

from __future__ import annotations

import asyncio
from asyncio import IncompleteReadError, StreamReader, StreamWriter
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple, NoReturn, Self, TypeAlias

import msgspec

from support.servers import HOST

GONE: Final = (OSError, RuntimeError, IncompleteReadError, asyncio.LimitOverrunError)
"""What is raised when the server closes a connection, or accepts none; the second by uvloop."""
PAUSE: Final = 0.02
"""Seconds until an attacker who was thrown out comes back."""
TEXT, CLOSE, PING = 1, 8, 9
"""Kinds of frames."""
CONTINUATION: Final = 0
FINAL: Final = 0x80
MASKED: Final = 0x80
NO_MASK: Final = bytes(4)
"""A mask that changes nothing."""


class Connection:
    """A TCP connection; it is in `among` as long as it is open."""

    def __init__(self, reader: StreamReader, writer: StreamWriter, among: set[Connection]) -> None:
        self.reader = reader
        self.writer = writer
        self._among = among
        among.add(self)

    def drop(self) -> None:
        """Close it without waiting."""
        self._among.discard(self)
        self.writer.transport.abort()


class Attacker:
    """Where an attack goes, from which address, and its outcome.

    `share` scales the numbers of every attack down for a short test. `records` are the ids of finished
    games that anybody may ask for; the first is the longest.
    """

    def __init__(
        self,
        port: int,
        address: str,
        *,
        host: str = HOST,
        share: float = 1.0,
        sockets: int = 500,
        records: Sequence[str] = (),
    ) -> None:
        self.port = port
        self.address = address
        self._host = host
        self.share = share
        self.sockets = sockets
        self.records = records
        self.tally: Counter[str] = Counter()
        self._open: set[Connection] = set()

    def some(self, many: int) -> int:
        """That many, or fewer in a short test."""
        return max(1, round(many * self.share))

    async def connect(self, address: str | None = None) -> Connection:
        """A connection from the attacker's address, or from another one."""
        origin = (address or self.address, 0)
        ends = await asyncio.open_connection(self._host, self.port, local_addr=origin, limit=2**20)
        return Connection(*ends, self._open)

    def leave(self) -> None:
        """Close every connection."""
        for connection in [*self._open]:
            connection.drop()

    async def gather(self, many: int, attack: Callable[[int], Any]) -> None:
        """Run that many copies at once; each gets its number."""
        async with asyncio.TaskGroup() as tasks:
            for number in range(many):
                tasks.create_task(attack(number))


# Requests


class Answer(NamedTuple):
    """The status and the body of an answer; status 0 if the server closed the connection instead."""

    status: int
    body: bytes

    def json(self) -> Any:
        return msgspec.json.decode(self.body)


def request(method: str, path: str, body: object = None, token: str | None = None, more: str = "") -> bytes:
    """A request as it travels."""
    content = b"" if body is None else body if isinstance(body, bytes) else msgspec.json.encode(body)
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}"]
    if content:
        lines.append(f"Content-Length: {len(content)}")
    if token:
        lines.append(f"Authorization: Bearer {token}")
    return "\r\n".join([*lines, more + "\r\n" if more else "\r\n"]).encode() + content


class HttpClient:
    """Asks one request after another on the same connection, and comes back if it is closed."""

    def __init__(self, attacker: Attacker, address: str | None = None) -> None:
        self._attacker = attacker
        self._address = address
        self._connection: Connection | None = None

    async def ask(self, text: bytes) -> Answer:
        """The answer; it is counted by its status."""
        try:
            answer = await self._answer(text)
        except GONE:
            self.drop()
            answer = Answer(0, b"")
        self._attacker.tally[f"answered {answer.status}" if answer.status else "dropped"] += 1
        if not answer.status:
            await asyncio.sleep(PAUSE)
        return answer

    async def _answer(self, text: bytes) -> Answer:
        self._connection = connection = self._connection or await self._attacker.connect(self._address)
        connection.writer.write(text)
        await connection.writer.drain()
        return await read_answer(connection.reader)

    def drop(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.drop()
            self._connection = None


async def read_answer(reader: StreamReader) -> Answer:
    """The next answer on a connection."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    status = int(head[9:12])
    _, found, rest = head.partition(b"content-length:")
    if found:
        return Answer(status, await reader.readexactly(int(rest.partition(b"\r\n")[0])))
    if b"transfer-encoding: chunked" in head:
        return Answer(status, await reader.readuntil(b"\r\n0\r\n\r\n"))
    return Answer(status, b"")


async def flood(attacker: Attacker, connections: int, text: Callable[[], bytes]) -> None:
    """Ask as fast as possible, on this number of connections at once."""

    async def asks(_: int) -> NoReturn:
        client = HttpClient(attacker)
        try:
            while True:
                await client.ask(text())
        finally:
            client.drop()

    await attacker.gather(connections, asks)


# Sockets


def frame(kind: int, payload: bytes = b"", *, final: bool = True) -> bytes:
    """A frame as a client sends it."""
    first, length = kind | (FINAL if final else 0), len(payload)
    if length < 126:
        head = bytes((first, MASKED | length))
    else:
        head = bytes((first, MASKED | 126)) + length.to_bytes(2)
    return head + NO_MASK + payload


async def read_frame(reader: StreamReader) -> tuple[int, bytes]:
    """The kind and the payload of a frame that the server sent."""
    first, length = await reader.readexactly(2)
    if length > 125:
        length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8))
    return first & 15, await reader.readexactly(length)


class Socket:
    """A WebSocket at a table."""

    def __init__(self, attacker: Attacker, connection: Connection) -> None:
        self._attacker = attacker
        self._connection = connection

    @classmethod
    async def open(
        cls, attacker: Attacker, table: str, token: str | None = None, address: str | None = None
    ) -> Self | None:
        """A socket, or None if it is refused."""
        wanted = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        more = wanted + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        connection: Connection | None = None
        status = 0
        try:
            connection = await attacker.connect(address)
            connection.writer.write(request("GET", f"/api/tables/{table}/socket", None, token, more))
            status = (await read_answer(connection.reader)).status
        except GONE:
            pass
        attacker.tally[f"socket {status}" if status else "dropped"] += 1
        if connection is not None and status == 101:
            return cls(attacker, connection)
        if connection is not None:
            connection.drop()
        await asyncio.sleep(PAUSE)
        return None

    def write(self, data: bytes) -> None:
        """Send these bytes, whatever they are."""
        self._connection.writer.write(data)

    async def drain(self) -> None:
        """Wait until the server has taken most of it."""
        await self._connection.writer.drain()

    def send(self, kind: str, **fields: object) -> None:
        """Send a command."""
        self._attacker.tally["sent"] += 1
        self.write(frame(TEXT, msgspec.json.encode({"type": kind, **fields})))

    async def payloads(self) -> AsyncIterator[bytes]:
        """Every update until the socket is closed; errors and the end are counted."""
        tally = self._attacker.tally
        try:
            while True:
                kind, payload = await read_frame(self._connection.reader)
                if kind == CLOSE:
                    tally[f"closed {int.from_bytes(payload[:2])}"] += 1
                    return
                if payload.startswith(b'{"type":"error"'):
                    tally[f"error {msgspec.json.decode(payload)['code']}"] += 1
                if kind == TEXT:
                    yield payload
        except GONE:
            tally["dropped"] += 1

    async def updates(self) -> AsyncIterator[dict[str, Any]]:
        """Every update, decoded, until the socket is closed."""
        async for payload in self.payloads():
            yield msgspec.json.decode(payload)

    async def listen(self) -> None:
        """Read and forget until the socket is closed."""
        async for _ in self.payloads():
            pass

    def drop(self) -> None:
        self._connection.drop()


# Tables

Terms: TypeAlias = Mapping[str, object]
"""What else a new table is created with."""


class Opened(NamedTuple):
    """A table of the attacker's own, and the token of the seats there."""

    table: str
    token: str | None


def here(*names: str) -> list[dict[str, str]]:
    """Seats for people at the attacker's device."""
    return [{"kind": "here", "name": name} for name in names]


async def open_table(
    attacker: Attacker, game: str, seats: Sequence[object], terms: Terms, client: HttpClient | None = None
) -> Opened | None:
    """A new table, or None if it is refused."""
    asking = client or HttpClient(attacker)
    new = {"game": game, "seats": seats, "program": True, **terms}
    answer = await asking.ask(request("POST", "/api/tables", new))
    if client is None:
        asking.drop()
    if answer.status != 201:
        return None
    table = answer.json()
    return Opened(table["table"], table["token"])


async def own_table(attacker: Attacker, game: str, seats: Sequence[object], **terms: object) -> Opened:
    """A new table, as soon as the server allows one."""
    while (opened := await open_table(attacker, game, seats, terms)) is None:
        await asyncio.sleep(PAUSE)
    return opened


async def press(
    attacker: Attacker,
    opened: Opened,
    write: Callable[[Socket], None],
    *,
    pace: float = 0.0,
    first: bytes = b"",
) -> NoReturn:
    """Write as fast as the server takes it, or every `pace` seconds; come back when thrown out."""
    while True:
        socket = await Socket.open(attacker, opened.table, opened.token)
        if socket is None:
            continue
        socket.write(first)
        listening = asyncio.create_task(socket.listen())
        try:
            with suppress(*GONE):
                while not listening.done():
                    write(socket)
                    await socket.drain()
                    await asyncio.sleep(pace)
        finally:
            listening.cancel()
            socket.drop()
        await asyncio.sleep(PAUSE)
