"""Everything that a stranger can ask for has a budget, which is enforced."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, get_args

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from stammtisch.server.app import endpoints
from stammtisch.server.http.endpoint import Endpoint
from stammtisch.server.http.gate import OPERATIONS
from stammtisch.server.ops.budgets import SOCKETS_PER_PERSON, SPECTATORS_PER_TABLE, budgets, frames
from stammtisch.server.ops.limits import NETWORK_FACTOR, Budget, Limit, Scope
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.services import Services
from stammtisch.server.settings import Settings
from stammtisch.server.tables.commands import AnyCommand
from stammtisch.server.ws.connection import BUDGETS, OTHER
from stammtisch.server.ws.protocol import LARGEST_MESSAGE, REFUSED, TRY_AGAIN
from stammtisch.server.ws.transport import cost
from tests.server.administered import TESTER
from tests.server.clients import Client, RunningServer, bearer, open_server
from tests.server.http_client import refusal
from tests.server.profiles import ManualClock

LIMITS = budgets(Settings())
ENDPOINTS = endpoints(Services(Settings(), Metrics()))
COMMANDS: tuple[type[AnyCommand], ...] = get_args(AnyCommand)
SCOPES: tuple[Scope, ...] = ("address", "person", "server")
ALLOWED = 3
PLENTY, FEW = Budget(1e6, 1e6), Budget(1, ALLOWED)

FIELDS: dict[str, dict[str, object]] = {
    "throw": {"at": 0},
    "move": {"at": 0, "move": "7"},
    "contest": {"at": 0},
    "seed": {"seed": "00" * 16},
    "ask": {"vote": "pause"},
    "answer": {"yes": True},
    "say": {"text": "hello"},
    "nod": {"phrase": "hello"},
    "why": {"part": "7"},
    "remove": {"seat": 1},
    "mute": {"seat": 1},
}
"""What a command needs besides its type."""


def kind_of(command: type[AnyCommand]) -> str:
    return BUDGETS.get(command, OTHER)


# Every request and command has a budget


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: f"{endpoint.method} {endpoint.path}")
def test_every_endpoint_has_a_budget(endpoint: Endpoint) -> None:
    assert endpoint.budget in LIMITS


def test_every_command_and_every_other_request_has_a_budget() -> None:
    assert {kind_of(command) for command in COMMANDS} <= {*LIMITS}
    assert {*BUDGETS} <= {*COMMANDS}
    assert {*OPERATIONS.values(), "requests", "handshakes", "connections"} <= {*LIMITS}


@pytest.mark.parametrize("kind", LIMITS)
def test_no_address_can_use_up_the_budget_of_all(kind: str) -> None:
    address, person, server = LIMITS[kind]
    assert person.per_second <= address.per_second
    assert person.burst <= address.burst
    assert server.per_second >= 2 * NETWORK_FACTOR * address.per_second
    assert server.burst >= 2 * NETWORK_FACTOR * address.burst


def test_the_largest_message_is_within_the_budget_of_a_socket() -> None:
    assert frames(Settings(messages_per_second=1)).burst >= cost(LARGEST_MESSAGE)


# And it is enforced


@asynccontextmanager
async def limited(folder: Path) -> AsyncIterator[tuple[RunningServer, ManualClock]]:
    """A server with plenty of everything, at a time that stands still."""
    async with open_server(folder) as server:
        clock = ManualClock(1e9)
        limiter = server.services.limiter
        limiter._clock = clock  # type: ignore[misc]
        limiter.change(dict.fromkeys(budgets(Settings()), Limit(PLENTY, PLENTY, PLENTY)))
        await server.services.administration.keys.add_token("tests", TESTER)  # otherwise there is none
        yield server, clock


def allow_few(server: RunningServer, kind: str, scope: Scope) -> None:
    """Only a few requests of that kind are allowed, counted by that scope."""
    server.services.limiter.change({kind: Limit(PLENTY, PLENTY, PLENTY)._replace(**{scope: FEW})})


def callers(scope: Scope, numbers: Iterator[int]) -> Iterator[dict[str, str]]:
    """The headers of callers whom only this scope counts as one."""
    fixed = next(numbers)
    for number in numbers:
        address, person = (fixed, number) if scope == "address" else (number, fixed)
        who = {} if scope == "server" else bearer(f"person {person}")
        yield {"X-Forwarded-For": f"10.{address // 65536}.{address // 256 % 256}.{address % 256}", **who}


async def check(
    server: RunningServer, method: str, path: str, scope: Scope, numbers: Iterator[int], **more: Any
) -> None:
    """One request more than is allowed: the last of them is refused, and none before it."""
    answers = [
        await server.http.request(method, path, headers=headers, **more)
        for headers, _ in zip(callers(scope, numbers), range(ALLOWED + 1), strict=False)
    ]
    assert 429 not in [answer.status_code for answer in answers[:-1]]
    if method != "HEAD":
        assert refusal(answers[-1]) == (429, "too-many")
    assert int(answers[-1].headers["retry-after"]) >= 1


@pytest.mark.parametrize("scope", SCOPES)
async def test_every_endpoint_refuses_what_is_beyond_its_budget(scope: Scope, tmp_path: Path) -> None:
    numbers = count()
    async with limited(tmp_path) as (server, clock):
        for endpoint in ENDPOINTS:
            clock.now += 1e6
            allow_few(server, endpoint.budget, scope)
            path = endpoint.path.replace("{", "x").replace("}", "")
            await check(server, endpoint.method, path, scope, numbers)


OTHER_REQUESTS = [
    ("GET", "/"),
    ("HEAD", "/"),
    ("GET", "/assets/index.js"),
    ("GET", "/nowhere"),
    ("PUT", "/api/tables"),
    ("OPTIONS", "/api/tables"),
    ("GET", "/api/docs"),
    ("GET", "/api/openapi.json"),
    *(("GET", path) for path in OPERATIONS),
]


@pytest.mark.parametrize("scope", ["address", "server"])
async def test_all_other_requests_are_limited_too(scope: Scope, tmp_path: Path) -> None:
    numbers = count()
    async with limited(tmp_path) as (server, clock):
        for method, path in OTHER_REQUESTS:
            clock.now += 1e6
            allow_few(server, OPERATIONS.get(path, "requests"), scope)
            await check(server, method, path, scope, numbers)


async def test_a_refused_request_ends_its_connection_and_is_counted(tmp_path: Path) -> None:
    async with limited(tmp_path) as (server, _):
        allow_few(server, "requests", "address")
        answers = [await server.http.get("/nowhere") for _ in range(ALLOWED + 1)]
        assert [answer.headers.get("connection") for answer in answers] == [None] * ALLOWED + ["close"]
        assert answers[-1].headers["referrer-policy"] == "no-referrer"
        metrics = (await server.http.get("/metrics")).text
        assert 'stammtisch_limited_total{kind="requests",scope="address"} 1.0' in metrics


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.usefixtures("each_transport")
async def test_every_command_is_refused_beyond_its_budget(scope: Scope, tmp_path: Path) -> None:
    async with limited(tmp_path) as (server, clock):
        for command in COMMANDS:
            clock.now += 1e6
            allow_few(server, kind_of(command), scope)
            tag = str(command.__struct_config__.tag)
            table = await server.create_table("zock", ["Anna", "free"])
            async with server.connect(table["table"], table["token"]) as anna:
                for number in range(ALLOWED + 1):
                    await anna.send(tag, id=number, **FIELDS.get(tag, {}))
                refused = await anna.wait_for(lambda update: update.get("code") == "too-many")
                assert refused["re"] == ALLOWED
                assert refused["retry_after"] >= 1
                assert f"try again in {refused['retry_after']} s" in refused["message"]


@pytest.mark.usefixtures("each_transport")
async def test_devices_are_not_to_blame_if_the_whole_server_has_too_much_to_do(tmp_path: Path) -> None:
    async with limited(tmp_path) as (server, _):
        allow_few(server, "moves", "server")
        table = await server.create_table("zock", ["Anna", "free"])
        async with server.connect(table["table"], table["token"]) as anna:
            for number in range(50):
                await anna.send("throw", at=0, id=number)
            await anna.wait_for(lambda update: update.get("re") == 49)
            await anna.send("nod", phrase="hello")
            await anna.wait_for(lambda update: update.get("phrase") == "hello")


# Sockets


@pytest.mark.usefixtures("each_transport")
@pytest.mark.parametrize("scope", ["address", "server"])
@pytest.mark.parametrize("path", ["/api/tables/x/socket", "/nowhere"])
async def test_handshakes_are_refused_before_anything_is_done(
    path: str, scope: Scope, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with limited(tmp_path) as (server, _):
        allow_few(server, "handshakes", scope)
        statuses = []
        for headers, _ in zip(callers(scope, count()), range(ALLOWED + 1), strict=False):
            try:
                async with connect(f"{server.sockets}{path}", additional_headers=headers):
                    statuses.append(101)
            except InvalidStatus as refused:
                statuses.append(refused.response.status_code)
                retry_after = refused.response.headers.get("retry-after")
        assert statuses[-1] == 429
        assert 429 not in statuses[:-1]
        assert int(retry_after or 0) >= 1
    assert not [record for record in caplog.records if record.name == "uvicorn.error"]


async def joined(stack: list[Any], server: RunningServer, table: str, token: str | None) -> Client:
    opened = server.connect(table, token)
    stack.append(opened)
    client: Client = await opened.__aenter__()
    return client


@asynccontextmanager
async def many(server: RunningServer, table: str, token: str | None, number: int) -> AsyncIterator[Client]:
    """Open that many sockets at a table; returns the last."""
    stack: list[Any] = []
    try:
        clients = [await joined(stack, server, table, token) for _ in range(number)]
        yield clients[-1]
    finally:
        await asyncio.gather(*(opened.__aexit__(None, None, None) for opened in stack))


@pytest.mark.usefixtures("each_transport")
async def test_one_player_and_the_spectators_of_a_table_have_limited_sockets(tmp_path: Path) -> None:
    async with open_server(tmp_path, most_connections_per_address=1000) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        for token, most in ((table["token"], SOCKETS_PER_PERSON), (None, SPECTATORS_PER_TABLE)):
            async with many(server, table["table"], token, most) as last:
                await last.position()
                async with server.connect(table["table"], token) as refused:
                    error = await refused.wait_for(lambda update: update["type"] == "error")
                    assert error["code"] == "too-many"
                    assert error["retry_after"] >= 1
                    assert await refused.closed() == REFUSED
                if token is None:  # players always find a place
                    async with server.connect(table["table"], table["token"]) as anna:
                        await anna.position()


@pytest.mark.usefixtures("each_transport")
async def test_a_client_that_finds_the_server_full_is_asked_to_come_back(tmp_path: Path) -> None:
    async with open_server(tmp_path, most_connections=1) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        server.services.limiter.change({"handshakes": Limit(PLENTY, PLENTY, PLENTY)})
        async with server.connect(table["table"], table["token"]) as anna:
            await anna.position()
            async with server.connect(table["table"]) as refused:
                error = await refused.wait_for(lambda update: update["type"] == "error")
                assert error["code"] == "too-many"
                assert error["retry_after"] >= 1
                assert await refused.closed() == TRY_AGAIN
