"""A small application to test what surrounds the real one: an endpoint that greets, a socket that echoes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, Protocol, Self

import msgspec
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from stammtisch.core.errors import StammtischError
from stammtisch.server.app import Lifecycle, assemble
from stammtisch.server.http.endpoint import Call, Endpoint
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.settings import Settings
from support.serving import running

GUESTS: Final = "/api/rooms/1/guests"


class Guest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who comes in."""

    name: str


class Welcome(msgspec.Struct, frozen=True):
    """The answer to a guest."""

    text: str
    address: str


class NotToday(StammtischError):
    """This guest is refused."""

    code = "not-today"


async def greet(call: Call, guest: Guest) -> Welcome:
    if guest.name == "bug":
        raise KeyError(guest.name, call.token)
    if guest.name == "stranger":
        raise NotToday("come back tomorrow")
    return Welcome(f"hello {guest.name}", call.address)


async def echo(socket: WebSocket) -> None:
    await socket.accept()
    while True:
        text = await socket.receive_text()
        if text == "bug":
            raise KeyError(text)
        await socket.send_text(text)


class StubApp:
    """Notes in `past` when it was opened and closed; `reason` says why it is not ready."""

    def __init__(self) -> None:
        self.past: list[str] = []
        self.reason: str | None = None
        self.metrics = Metrics()
        self.endpoints: list[Endpoint] = [
            Endpoint(
                method="POST",
                path="/api/rooms/{room}/guests",
                name="greet",
                summary="Come in.",
                handle=greet,
                body=Guest,
                answer=Welcome,
                status=201,
                errors=(NotToday,),
                tags=("guests",),
            )
        ]
        self.sockets: list[WebSocketRoute] = [WebSocketRoute("/api/rooms/{room}/socket", echo)]

    def app(self, page: Path = Path("/nowhere")) -> ASGIApp:
        """The application, with the page in that folder if there is one."""
        return assemble(self.endpoints, self.sockets, Settings(), self, page=page)

    async def __aenter__(self) -> Self:
        self.past.append("opened")
        return self

    async def __aexit__(self, *_: object) -> None:
        self.past.append("closed")

    async def ready(self) -> str | None:
        return self.reason

    def damage(self) -> str | None:
        return None

    def closing(self) -> None:
        self.past.append("closing")


class Served(Lifecycle, Protocol):
    """A lifecycle, and the routes that are served while it is open."""

    @property
    def metrics(self) -> Metrics: ...

    @property
    def endpoints(self) -> list[Endpoint]: ...

    @property
    def sockets(self) -> list[WebSocketRoute]: ...


@asynccontextmanager
async def served(stub: Served, settings: Settings | None = None) -> AsyncIterator[str]:
    """The stub behind real uvicorn on a free port, until the block ends; gives host and port."""
    given = settings or Settings(port=0)
    app = assemble(stub.endpoints, stub.sockets, given, stub)
    async with running(app, stub, given) as place:
        yield place
