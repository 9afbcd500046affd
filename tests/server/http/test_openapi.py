"""The OpenAPI document describes everything that is served."""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar, Literal

import msgspec
import pytest

from stammtisch.core.documents import Document
from stammtisch.core.errors import StammtischError
from stammtisch.server.http.endpoint import Call, Endpoint
from stammtisch.server.http.openapi import REF, document


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat at the table."""

    number: Annotated[int, msgspec.Meta(ge=0, description="Clockwise from `0`.")]
    name: str | None = None


class Filter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    state: Literal["open", "over"] = "open"


class Table(msgspec.Struct, frozen=True):
    seats: list[Seat]
    options: dict[str, Any]


class Taken(StammtischError):
    """Somebody else <sits> there.

    More about it.
    """

    code = "taken"
    status: ClassVar[int] = 409


class Closed(StammtischError):
    """Nobody sits here any more."""

    code = "closed"
    status: ClassVar[int] = 409


async def handle(call: Call, body: Any) -> None: ...


ENDPOINTS = [
    Endpoint(
        method="POST",
        path="/api/tables/{table}/seats/{seat}",
        name="join",
        summary="Join a table.",
        handle=handle,
        body=Seat,
        answer=Table,
        status=201,
        errors=(Taken, Closed),
        tags=("tables",),
    ),
    Endpoint(
        method="GET",
        path="/api/tables",
        name="tables",
        summary="Open tables.",
        handle=handle,
        query=Filter,
        answer=list[Table],
    ),
    Endpoint(
        method="GET", path="/api/code", name="code", summary="", handle=handle, media_type="image/svg+xml"
    ),
    Endpoint(method="DELETE", path="/api/code", name="gone", summary="", handle=handle, status=204),
]
DOCUMENT = document(ENDPOINTS, "1.2.3")
JOIN = DOCUMENT["paths"]["/api/tables/{table}/seats/{seat}"]["post"]


def test_the_document_has_the_versions_of_openapi_and_of_stammtisch() -> None:
    assert (DOCUMENT["openapi"], DOCUMENT["info"]["version"]) == ("3.1.0", "1.2.3")


def test_every_endpoint_is_described_once() -> None:
    found = {
        (path, method): operation["operationId"]
        for path, operations in DOCUMENT["paths"].items()
        for method, operation in operations.items()
    }
    assert found == {(endpoint.path, endpoint.method.lower()): endpoint.name for endpoint in ENDPOINTS}


def test_parameters_of_paths_and_queries_are_described() -> None:
    query = DOCUMENT["paths"]["/api/tables"]["get"]["parameters"]
    assert [(each["name"], each["in"], each["required"]) for each in JOIN["parameters"]] == [
        ("table", "path", True),
        ("seat", "path", True),
    ]
    assert [(each["name"], each["in"], each["required"]) for each in query] == [
        ("game", "query", True),
        ("state", "query", False),
    ]
    assert query[1]["schema"] == {"enum": ["open", "over"], "default": "open"}


def test_bodies_and_answers_have_schemas() -> None:
    assert JOIN["requestBody"]["content"]["application/json"]["schema"] == {"$ref": f"{REF}Seat"}
    assert JOIN["responses"]["201"]["content"]["application/json"]["schema"] == {"$ref": f"{REF}Table"}
    assert DOCUMENT["components"]["schemas"]["Seat"]["additionalProperties"] is False
    assert set(DOCUMENT["components"]["schemas"]) == {"Seat", "Table"}


def test_an_answer_that_is_not_json_has_its_own_media_type() -> None:
    code = DOCUMENT["paths"]["/api/code"]
    assert code["get"]["responses"]["200"]["content"] == {"image/svg+xml": {}}
    assert "content" not in code["delete"]["responses"]["204"]


def test_every_error_status_lists_its_codes() -> None:
    codes = {status: _codes(answer) for status, answer in JOIN["responses"].items() if status >= "400"}
    assert codes == {
        "400": ["bad-query", "bad-json", "bad-body"],
        "403": ["blocked", "bad-origin"],
        "404": ["not-found"],
        "409": ["taken", "closed"],
        "413": ["too-large"],
        "421": ["unknown-host"],
        "429": ["too-many"],
        "431": ["too-large"],
    }
    assert JOIN["responses"]["409"]["description"] == (
        "`taken`: Somebody else <sits> there. `closed`: Nobody sits here any more."
    )


def _codes(answer: Document) -> list[str]:
    error = answer["content"]["application/json"]["schema"]["properties"]["error"]
    codes: list[str] = error["properties"]["code"]["enum"]
    return codes


def test_every_reference_has_a_schema() -> None:
    references = set(re.findall(rf'"{REF}([^"]+)"', msgspec.json.encode(DOCUMENT).decode()))
    assert references <= set(DOCUMENT["components"]["schemas"])


def test_an_endpoint_must_forbid_unknown_keys() -> None:
    with pytest.raises(TypeError, match="Table comes from outside"):
        Endpoint(method="POST", path="/", name="", summary="", handle=handle, body=Table)
