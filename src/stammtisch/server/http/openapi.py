"""The OpenAPI document, derived from the endpoints so that it always describes what is served."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from http import HTTPStatus
from itertools import groupby
from typing import Any, Final

import msgspec

from stammtisch.core.documents import Document
from stammtisch.core.errors import StammtischError
from stammtisch.core.wire import BadJson
from stammtisch.server.administration.errors import Blocked
from stammtisch.server.http.endpoint import CHANGING, Endpoint
from stammtisch.server.http.errors import (
    JSON,
    BadBody,
    BadOrigin,
    BadQuery,
    BodyTooLarge,
    HeadersTooLarge,
    NotFound,
    status_of,
)
from stammtisch.server.http.hidden_administration import is_administration
from stammtisch.server.http.server_names import UnknownHost
from stammtisch.server.ops.limits import TooMany

REF: Final = "#/components/schemas/"

_ABOUT = (
    "Tables for dice and board games. Every error is an object `error` with a stable `code` for programs and "
    "a `message` for people. Requests for a seat or a profile need its token: `Authorization: Bearer …`."
)
_NAME = {"type": "string", "pattern": "^[^/]+$"}


def document(endpoints: Sequence[Endpoint], version: str) -> Document:
    """OpenAPI 3.1, with every status and every error code of each endpoint."""
    kinds = list(dict.fromkeys(kind for endpoint in endpoints for kind in _kinds(endpoint)))
    found, components = msgspec.json.schema_components(kinds, ref_template=REF + "{name}")
    schemas = dict(zip(kinds, found, strict=True))
    paths: dict[str, Document] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Stammtisch", "version": version, "description": _ABOUT},
        "servers": [{"url": "/"}],
        "security": [{}, {"token": []}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _kinds(endpoint: Endpoint) -> list[Any]:
    return [kind for kind in (endpoint.body, endpoint.answer) if kind is not None]


def _operation(endpoint: Endpoint, schemas: dict[Any, Document]) -> Document:
    operation: Document = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "tags": list(endpoint.tags),
        "parameters": [*_path_parameters(endpoint), *_query_parameters(endpoint)],
        "responses": {str(endpoint.status): _success(endpoint, schemas), **_failures(errors_of(endpoint))},
    }
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": schemas[endpoint.body]}}}
    return operation


def errors_of(endpoint: Endpoint) -> tuple[type[StammtischError], ...]:
    """The errors that an endpoint declares, and those of its query, body, method and path."""
    own: list[type[StammtischError]] = [*endpoint.errors, BadQuery, UnknownHost, TooMany, HeadersTooLarge]
    if endpoint.body is not None:
        own += [BadJson, BadBody, BodyTooLarge]
    if not is_administration(endpoint.path):
        own.append(Blocked)
    if endpoint.method in CHANGING:
        own.append(BadOrigin)
    if "{" in endpoint.path:
        own.append(NotFound)
    return tuple(dict.fromkeys(own))


def _path_parameters(endpoint: Endpoint) -> list[Document]:
    names = [part[1:-1] for part in endpoint.path.split("/") if part.startswith("{")]
    return [{"name": name, "in": "path", "required": True, "schema": _NAME} for name in names]


def _query_parameters(endpoint: Endpoint) -> list[Document]:
    (schema,), components = msgspec.json.schema_components([endpoint.query], ref_template=REF + "{name}")
    query = components[schema["$ref"].removeprefix(REF)]
    return [
        {"name": name, "in": "query", "required": name in query["required"], "schema": of_field}
        for name, of_field in query["properties"].items()
    ]


def _success(endpoint: Endpoint, schemas: dict[Any, Document]) -> Document:
    success: Document = {"description": HTTPStatus(endpoint.status).phrase}
    if endpoint.answer is not None:
        success["content"] = {endpoint.media_type: {"schema": schemas[endpoint.answer]}}
    elif endpoint.media_type != JSON:
        success["content"] = {endpoint.media_type: {}}
    return success


def _failures(errors: Iterable[type[StammtischError]]) -> Document:
    by_status = groupby(sorted(errors, key=status_of), key=status_of)
    return {str(status): _failure(list(alike)) for status, alike in by_status}


def _failure(errors: list[type[StammtischError]]) -> Document:
    reasons = {error.code: (error.__doc__ or "").partition("\n")[0] for error in errors}
    problem = {
        "type": "object",
        "properties": {"code": {"enum": list(reasons)}, "message": {"type": "string"}},
        "required": ["code", "message"],
    }
    return {
        "description": " ".join(f"`{code}`: {reason}" for code, reason in reasons.items()),
        "content": {
            JSON: {"schema": {"type": "object", "properties": {"error": problem}, "required": ["error"]}}
        },
    }
