"""Tables created over HTTP, as any program does it."""

from __future__ import annotations

from typing import NamedTuple

import httpx


class OpenTable(NamedTuple):
    """A new table, and the tokens of its people in the order of their seats."""

    table: str
    tokens: list[str]


async def open_table(http: httpx.AsyncClient, game: str, *others: str, **terms: object) -> OpenTable:
    """A table of Anna and these others: names of people, or "bot:LEVEL"."""
    seats: list[object] = [{"kind": "here", "name": "Anna"}]
    for other in others:
        kind, _, level = other.partition(":")
        seats.append({"kind": "bot", "bot": level} if kind == "bot" else {"kind": "free"})
    new = {"game": game, "seats": seats, "program": True, **terms}
    opened = (await http.post("/api/tables", json=new)).raise_for_status().json()
    table, tokens = opened["table"], [opened["token"]]
    for name in others:
        if not name.startswith("bot:"):
            body = {"names": [name], "program": True}
            joined = (await http.post(f"/api/tables/{table}/seats", json=body)).raise_for_status().json()
            tokens.append(joined["token"])
    return OpenTable(table, tokens)
