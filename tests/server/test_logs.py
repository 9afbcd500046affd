"""Log lines, and what must never be in them."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import httpx
import pytest
from websockets.asyncio.client import connect

from stammtisch.server.ops import logs
from tests.server.stub_app import StubApp, served

NEVER_LOGGED = "s3cret"
_logger = logging.getLogger("stammtisch.server.somewhere")


@pytest.fixture(autouse=True)
def _logging_as_it_was() -> Iterator[None]:
    root, ours = logging.getLogger(), logging.getLogger("stammtisch")
    handlers, levels = [*root.handlers], (root.level, ours.level)
    yield
    root.handlers = handlers
    root.setLevel(levels[0])
    ours.setLevel(levels[1])


def fail() -> None:
    try:
        _ = dict[str, str]()[NEVER_LOGGED]
    except KeyError as error:
        raise ValueError(f"not {NEVER_LOGGED}") from error


def log_of_everything() -> None:
    _logger.info("hello", extra={"fields": {"route": "/api/{table}", "status": 200}})
    _logger.debug("too small to tell")
    try:
        fail()
    except ValueError:
        _logger.exception("a bug")


def test_people_read_lines(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("text", "info")
    log_of_everything()
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].endswith("+00:00 info hello route=/api/{table} status=200")
    assert lines[1].endswith(" error a bug")
    assert "too small to tell" not in "".join(lines)


def test_programs_read_json(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("json", "debug")
    log_of_everything()
    hello, small, bug = map(json.loads, capsys.readouterr().err.splitlines())
    assert hello.pop("time").endswith("+00:00")
    assert hello == {
        "level": "info",
        "logger": "stammtisch.server.somewhere",
        "message": "hello",
        "route": "/api/{table}",
        "status": 200,
    }
    assert small["level"] == "debug"
    assert "in fail" in bug["exception"]


@pytest.mark.parametrize("kind", ["text", "json"])
def test_of_an_exception_only_its_type_and_stack_are_logged(
    kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure("json" if kind == "json" else "text", "info")
    log_of_everything()
    logged = capsys.readouterr().err
    assert NEVER_LOGGED not in logged
    assert "ValueError" in logged
    assert "KeyError" in logged


@pytest.mark.parametrize("level", ["debug", "info"])
async def test_a_visit_leaves_no_secret_in_the_log(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("text", level)
    async with served(StubApp()) as where, httpx.AsyncClient(base_url=f"http://{where}") as client:
        carried = {
            "Authorization": f"Bearer {NEVER_LOGGED}",
            "Cookie": f"seat={NEVER_LOGGED}",
            "Origin": f"http://{where}",
        }
        guests = f"/api/rooms/{NEVER_LOGGED}/guests"
        await client.post(guests, json={"name": NEVER_LOGGED}, headers=carried)
        await client.post(guests, json={"name": "bug"}, headers=carried)
        await client.post(guests, json={NEVER_LOGGED: NEVER_LOGGED}, headers=carried)
        await client.post(f"{guests}?seed={NEVER_LOGGED}", content=NEVER_LOGGED, headers=carried)
        await client.get(f"/{NEVER_LOGGED}?{NEVER_LOGGED}", headers=carried)
        uri = f"ws://{where}/api/rooms/{NEVER_LOGGED}/socket?token={NEVER_LOGGED}"
        async with connect(uri, additional_headers=carried) as socket:
            await socket.send(NEVER_LOGGED)
            await socket.recv()
            await socket.send("bug")
            await socket.wait_closed()
    logged = capsys.readouterr().err
    assert NEVER_LOGGED not in logged
    assert "POST route=/api/rooms/{room}/guests status=201" in logged
    assert "SOCKET route=/api/rooms/{room}/socket status=1011" in logged
    assert logged.count("error a bug route=/api/rooms/{room}/") == 2


def test_others_are_heard_from_warnings_on(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("text", "debug")
    logging.getLogger("asyncio").info(NEVER_LOGGED)
    logging.getLogger("asyncio").warning("trouble")
    assert [line.split(" ", 1)[1] for line in capsys.readouterr().err.splitlines()] == ["warning trouble"]


def test_logs_go_to_standard_error_only(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("text", "info")
    _logger.info("hello")
    logged = capsys.readouterr()
    assert logged.out == ""
    assert "hello" in logged.err
