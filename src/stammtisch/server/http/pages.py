"""Pages that the server makes itself: a welcome, and the documentation of the interface."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Any, Final

from starlette.responses import HTMLResponse

from stammtisch.core.documents import Document
from stammtisch.server.http.openapi import REF
from stammtisch.server.ops.headers import policy

STYLE: Final = """
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h3, code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
section { border-top: 1px solid; padding-bottom: .5rem; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .1rem 1rem .1rem 0; }
"""


def page(title: str, body: str) -> HTMLResponse:
    """A page in one file; the policy allows its style by hash."""
    html = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>{body}</body></html>"
    )
    return HTMLResponse(html, headers={"Content-Security-Policy": policy(STYLE)})


def welcome(version: str) -> HTMLResponse:
    """What a visitor sees if the page for browsers is not installed."""
    return page(
        "Stammtisch",
        "<main><h1>Stammtisch</h1>"
        "<p>Dice and board games with friends, on any device.</p>"
        "<p>The page for browsers is not installed on this server; programs can use it.</p>"
        '<p>Its interface: <a href="/api/docs">for people</a>, '
        '<a href="/api/openapi.json">for programs</a>.</p>'
        f"<p>Version {escape(version)}.</p></main>",
    )


def docs(document: Document) -> HTMLResponse:
    """The OpenAPI document as a page: every endpoint, then every type of object."""
    info = document["info"]
    title = f"{info['title']} {info['version']}"
    body = "".join(
        [
            f"<header><h1>{escape(title)}</h1><p>{_prose(info['description'])}</p>",
            '<p><a href="/api/openapi.json">The same for programs: OpenAPI</a></p></header>',
            f"<main><h2>Endpoints</h2>{''.join(_endpoints(document))}",
            f"<h2>Objects</h2>{''.join(_objects(document))}</main>",
        ]
    )
    return page(title, body)


def _endpoints(document: Document) -> Iterator[str]:
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            yield f'<section id="{escape(operation["operationId"])}"><h3>{method.upper()} {escape(path)}</h3>'
            yield f"<p>{_prose(operation['summary'])}</p>"
            yield _table(_inputs(operation))
            yield _table(_answers(operation))
            yield "</section>"


def _inputs(operation: Document) -> Iterator[tuple[str, ...]]:
    for parameter in operation["parameters"]:
        needed = "" if parameter["required"] else "optional"
        yield f"<code>{escape(parameter['name'])}</code>", parameter["in"], _kind(parameter["schema"]), needed
    if "requestBody" in operation:
        yield "", "body", _content(operation["requestBody"]), ""


def _answers(operation: Document) -> Iterator[tuple[str, ...]]:
    for status, answer in operation["responses"].items():
        yield status, _content(answer) if status < "400" else _prose(answer["description"])


def _content(holder: Document) -> str:
    media: dict[str, Document] = holder.get("content", {})
    return " or ".join(_kind(of["schema"]) if "schema" in of else escape(kind) for kind, of in media.items())


def _objects(document: Document) -> Iterator[str]:
    for name, schema in document["components"]["schemas"].items():
        yield f'<section id="{escape(name)}"><h3>{escape(name)}</h3>'
        yield f"<p>{_prose(schema.get('description', ''))}</p>"
        yield _table(_fields(schema)) or f"<p>{_kind(schema)}</p>"
        yield "</section>"


def _fields(schema: Document) -> Iterator[tuple[str, ...]]:
    for name, field in schema.get("properties", {}).items():
        needed = "" if name in schema["required"] else "optional"
        yield f"<code>{escape(name)}</code>", _kind(field), needed, _prose(field.get("description", ""))


def _kind(schema: Document) -> str:
    """What a schema allows, in a few words."""
    if "$ref" in schema:
        name = escape(schema["$ref"].removeprefix(REF))
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(map(_kind, schema["anyOf"]))
    if "enum" in schema:
        return " or ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"])
    return _plain_kind(schema)


def _plain_kind(schema: Document) -> str:
    kind: Any = schema.get("type", "anything")
    if kind == "array" and isinstance(schema.get("items"), dict):
        return f"list of {_kind(schema['items'])}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_kind(schema['additionalProperties'])}"
    return escape(str(kind))


def _table(rows: Iterator[tuple[str, ...]]) -> str:
    filled = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table>{filled}</table>" if filled else ""


def _prose(text: str) -> str:
    """Text with its `code` set as code."""
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(text))
