from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stammtisch.engine.serve import LONGEST_LINE, answer, serve

from .asking import CODES, TO_MOVE, TO_THROW, ask

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
REQUESTS: list[dict[str, Any]] = [
    {"op": "hello"},
    {"op": "describe", "game": "zock"},
    {"op": "new", "game": "zock", "players": 2, "options": {"variant": "a"}},
    {"op": "turn", "position": TO_THROW},
    {"op": "moves", "position": TO_MOVE, "seat": 0},
    {"op": "play", "position": TO_MOVE, "seat": 0, "move": "3+6"},
    {"op": "chance", "position": TO_THROW, "outcome": "63"},
    {"op": "chance", "position": TO_THROW, "seed": "1", "seat": 0},
    {"op": "view", "position": TO_MOVE, "seat": None},
    {"op": "analyse", "position": TO_MOVE, "seat": 0},
    {"op": "bot", "position": TO_MOVE, "seat": 0, "bot": "random", "seed": "1", "time_ms": 10},
]


def answered(line: bytes) -> dict[str, Any]:
    """The answer to a line: one line of JSON, an object, with an error of a known code if any."""
    spoken = answer(line)
    assert b"\n" not in spoken
    document: dict[str, Any] = json.loads(spoken)
    if "error" in document:
        assert "id" in document
        assert document["error"]["code"] in CODES, document
        assert document["error"]["message"]
    return document


def code(line: bytes) -> str:
    found: str = answered(line)["error"]["code"]
    return found


@pytest.mark.parametrize(
    "line",
    [
        b"x",
        b"{",
        b"\xff\xfe",
        b'{"op":"hello","id":"\xed\xa0\x80"}',
        b'{"op":"hello","id":"\\ud800"}',
        b'{"op":NaN}',
        b'{"op":"hello","id":1e999}',
        b'{"op":"hello","id":-Infinity}',
        b"1" * 5000,
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"op":"hello"} {"op":"hello"}',
        b'{"op":"hello",}',
        b"\x00",
        b'\xef\xbb\xbf{"op":"hello"}',
    ],
)
def test_what_is_no_json_is_bad_json(line: bytes) -> None:
    assert code(line) == "bad-json"


@pytest.mark.parametrize("line", [b"[]", b"null", b'"hello"', b"5", b"{}", b'{"op":"hello","x":1}'])
def test_json_that_is_no_request_is_a_bad_request(line: bytes) -> None:
    assert code(line) == "bad-request"


@pytest.mark.parametrize("depth", [10, 100, 300, 500, 700, 800, 900, 950, 990])
def test_deep_nesting_is_answered_wherever_it_stands(depth: int) -> None:
    deep = b"[" * depth + b"]" * depth
    for line in (
        b'{"op":"turn","position":%s}',
        b'{"op":"turn","position":{"game":"zock","players":%s}}',
        b'{"op":"turn","position":{"game":"zock","players":2,"options":{"variant":%s}}}',
        b'{"op":"turn","position":{"game":"zock","players":2,"phase":"throw","turn":0,"open":%s}}',
        b'{"op":%s}',
        b'{"op":"hello","id":%s}',
    ):
        # Not decoded: so deep a nesting may be too deep for what runs the tests.
        assert answer(line % deep).startswith(b"{")


def test_huge_numbers_are_answered() -> None:
    huge = "9" * 4000
    assert code(b'{"op":"moves","position":%b,"seat":%b}' % (json.dumps(TO_MOVE).encode(), huge.encode()))
    assert code(b'{"op":"new","game":"zock","players":%b}' % huge.encode()) == "bad-request"
    assert answered(b'{"op":"hello","id":%b}' % huge.encode())["id"] == int(huge)


@pytest.mark.parametrize(
    ("op", "keys", "reason"),
    [
        ("chance", {"position": TO_THROW, "seed": "1" * 1001}, "seed: expected `str` of length <= 1000"),
        (
            "bot",
            {"position": TO_MOVE, "seat": 0, "bot": "random", "time_ms": 10**400},
            "time_ms: expected `int` <=",
        ),
        ("moves", {"position": TO_MOVE, "seat": 10**400}, "there is no seat 1000000"),
        ("turn", {"position": TO_MOVE | {"match_game": 10**400}}, "match_game: expected `int` <="),
        ("turn", {"position": TO_MOVE | {str(key): 1 for key in range(10_000)}}, "and 9980 more"),
        ("hello", {str(key): 1 for key in range(10_000)}, "and 9980 more"),
        (
            "new",
            {"game": "kniffel", "players": 1, "options": {"joker": "x" * 10_000}},
            "Invalid enum value 'xxx",
        ),
    ],
)
def test_a_refusal_is_short_however_large_the_request(op: str, keys: dict[str, Any], reason: str) -> None:
    message = ask(op, **keys)["error"]["message"]
    assert reason in message
    assert len(message) < 5000


def served(lines: bytes) -> list[dict[str, Any]]:
    spoken = io.BytesIO()
    serve(io.BytesIO(lines), spoken)
    return [json.loads(line) for line in spoken.getvalue().splitlines()]


def test_blank_lines_are_ignored_and_the_last_needs_no_end() -> None:
    assert [
        each["id"] for each in served(b'\n  \n\t\r\n{"op":"hello","id":1}\r\n\n{"op":"hello","id":2}')
    ] == [1, 2]


def test_an_overlong_line_is_too_large_and_the_next_is_answered() -> None:
    hello = b'{"op":"hello","id":1}'
    for length in (LONGEST_LINE + 1, LONGEST_LINE + 2, 2 * LONGEST_LINE + 2, 3 * LONGEST_LINE):
        first, second = served(b"x" * length + b"\n" + hello + b"\n")
        assert first["error"]["code"] == "too-large"
        assert second["id"] == 1
    assert served(b"x" * (LONGEST_LINE + 1))[0]["error"]["code"] == "too-large"
    assert len(served(b" " * (2 * LONGEST_LINE) + hello + b"\n" + hello)) == 1


def test_a_line_as_long_as_it_may_be_is_answered() -> None:
    line = b'{"op":"hello"}'.ljust(LONGEST_LINE)
    assert len(served(line + b"\n" + line)) == 2
    assert all("games" in each for each in served(line + b"\n" + line))


class Gone(io.BytesIO):
    """An output that nobody reads any more."""

    def flush(self) -> None:
        raise BrokenPipeError


def test_it_ends_quietly_when_nobody_reads() -> None:
    serve(io.BytesIO(b'{"op":"hello"}\n' * 3), Gone())


@given(st.binary(max_size=200))
def test_any_bytes_are_answered(line: bytes) -> None:
    answered(line)


@given(JSON)
def test_any_json_is_answered(value: object) -> None:
    answered(json.dumps(value).encode())


@settings(max_examples=300)
@given(st.sampled_from(REQUESTS), st.data())
def test_mutated_requests_are_answered(request: dict[str, Any], data: st.DataObject) -> None:
    document = json.loads(json.dumps(request)) | {"id": 7}
    place = document
    if "position" in document and data.draw(st.booleans()):
        place = document["position"]
    key = data.draw(st.sampled_from(sorted(place)) | st.text(max_size=5))
    place[key] = data.draw(JSON)
    assert answered(json.dumps(document).encode())["id"] == document["id"]


@settings(max_examples=300)
@given(st.sampled_from(REQUESTS), st.integers(0, 400), st.binary(max_size=3), st.integers(0, 5))
def test_lines_with_broken_bytes_are_answered(
    request: dict[str, Any], at: int, put: bytes, gone: int
) -> None:
    line = json.dumps(request).encode()
    answered(line[:at] + put + line[at + gone :])


@given(st.lists(st.binary(max_size=40).map(lambda line: line.replace(b"\n", b"")), max_size=10))
def test_every_line_that_is_not_blank_has_one_answer(lines: list[bytes]) -> None:
    assert len(served(b"\n".join(lines))) == sum(bool(line.strip()) for line in lines)
