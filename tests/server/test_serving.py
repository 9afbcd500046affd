"""Real uvicorn, as `stammtisch serve` runs it."""

from __future__ import annotations

import os
import resource
import signal
from typing import Self

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from stammtisch.server.serving import listen
from stammtisch.server.settings import BadSettings, Settings
from stammtisch.server.ws.protocol import LARGEST_MESSAGE
from support.waiting import until
from tests.server.counted import counted
from tests.server.stub_app import StubApp, served

pytestmark = pytest.mark.usefixtures("each_transport")

SOCKET = "/api/rooms/1/socket"


async def close_code(socket: ClientConnection) -> int:
    with pytest.raises(ConnectionClosed) as closed:
        await socket.recv()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


async def test_requests_and_sockets_are_served_on_any_free_port() -> None:
    async with served(StubApp()) as where, httpx.AsyncClient() as client:
        response = await client.get(f"http://{where}/healthz")
        assert response.text == "alive\n"
        assert "server" not in response.headers
        async with connect(f"ws://{where}{SOCKET}", compression="deflate") as socket:
            await socket.send("hello")
            assert await socket.recv() == "hello"
            assert socket.protocol.extensions == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_sockets_with_1012_and_then_closes_the_server(number: signal.Signals) -> None:
    app = StubApp()
    async with served(app) as where:
        async with connect(f"ws://{where}{SOCKET}") as socket:
            os.kill(os.getpid(), number)
            assert await close_code(socket) == 1012
        with pytest.raises(httpx.ConnectError):
            async with httpx.AsyncClient() as client:
                await client.get(f"http://{where}/healthz")
    assert app.past == ["opened", "closing", "closed"]


async def test_after_the_end_signals_do_what_they_did_before() -> None:
    numbers = (signal.SIGTERM, signal.SIGINT)
    before = [signal.getsignal(number) for number in numbers]
    async with served(StubApp()):
        assert all(signal.getsignal(number) not in before for number in numbers)
    assert [signal.getsignal(number) for number in numbers] == before


async def test_a_request_under_way_is_answered_before_the_end() -> None:
    app = StubApp()

    async def slowly() -> str | None:
        os.kill(os.getpid(), signal.SIGTERM)
        await until(lambda: "closing" in app.past)
        return "closing"

    app.ready = slowly  # type: ignore[method-assign]
    async with served(app) as where, httpx.AsyncClient() as client:
        assert (await client.get(f"http://{where}/readyz")).status_code == 503


async def test_a_message_may_be_as_long_as_the_limit_and_not_longer() -> None:
    async with served(StubApp()) as where, connect(f"ws://{where}{SOCKET}") as socket:
        await socket.send("x" * LARGEST_MESSAGE)
        assert len(await socket.recv()) == LARGEST_MESSAGE
        await socket.send("x" * (LARGEST_MESSAGE + 1))
        assert await close_code(socket) == 1009


async def test_a_bug_closes_its_own_socket_only() -> None:
    async with (
        served(StubApp()) as where,
        connect(f"ws://{where}{SOCKET}") as good,
        connect(f"ws://{where}{SOCKET}") as bad,
    ):
        await bad.send("bug")
        assert await close_code(bad) == 1011
        await good.send("hello")
        assert await good.recv() == "hello"


async def test_sockets_are_not_counted_as_http_connections() -> None:
    stub = StubApp()
    async with served(stub) as place:
        async with connect(f"ws://{place}{SOCKET}") as wire:
            await wire.send("hello")
            assert await wire.recv() == "hello"
            assert counted(stub.metrics, "http_connections") == 0
        async with httpx.AsyncClient() as client:
            await client.get(f"http://{place}/healthz")
            assert counted(stub.metrics, "http_connections") == 1
        await until(lambda: counted(stub.metrics, "http_connections") == 0)


def test_a_port_that_is_taken_is_refused_in_a_sentence() -> None:
    with listen(Settings(port=0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(
            BadSettings, match=f"cannot listen on 127.0.0.1, port {port}: Address already in use$"
        ):
            listen(Settings(port=port))


def test_a_host_that_is_none_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadSettings, match=r"cannot listen on host\.invalid, port 8765: "):
        listen(Settings(host="host.invalid"))


async def test_the_reason_why_a_server_does_not_start_reaches_its_caller() -> None:
    class Broken(StubApp):
        async def __aenter__(self) -> Self:
            raise BadSettings(["the database is from a newer version"])

    with pytest.raises(BadSettings, match="newer version"):
        async with served(Broken()):
            pass


async def test_as_many_files_may_be_open_as_connections_are_allowed() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (512, before[1]))
        async with served(StubApp(), Settings(port=0, most_connections=1000)):
            assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(2500, before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
