"""Everything that anyone may hear of the tables, records and profiles in a database."""

from __future__ import annotations

from itertools import count
from typing import Any, Final, TypeAlias

import msgspec

from tests.server.data.client import Client, Message

MOMENTS_AT_ONCE: Final = 200
MISSED: Final = 40
"""How many events have happened since a device was there, when it comes back."""
COMPARED: Final = frozenset({"table", "position", "talk", "error"})
"""The messages that tell a device how a table stands; later versions may send others besides."""
LISTS: Final = (
    "/api/tables",
    "/api/leaderboard?game=zock&players=2",
    "/api/leaderboard?game=kniffel&players=2",
)
NOTIFIED_AT: Final = "lobby"
"""The table with a webhook: nobody has a turn there, so that nothing is sent while the database is asked."""
OF_PROFILES: Final = tuple(
    f"/api/profile{part}" for part in ("", "/history", "/statistics", "/export", "/webhooks")
)
OF_OPERATORS: Final = ("session", "tables?limit=200", "blocks", "reports?settled=true", "audit?limit=500")

Answers: TypeAlias = dict[str, dict[str, Any]]
"""What is answered, by what it is about and by what was asked."""


class TableKeys(msgspec.Struct):
    """What it takes to ask about a table: its id, its code, and the tokens of the devices."""

    id: str
    code: str
    tokens: dict[str, str]


class Keys(msgspec.Struct):
    """What it takes to ask about everything: tables and records by a name, profiles by theirs.

    `admin` is a token of the administration, and `device` the cookie of one that gets notifications; earlier
    versions had neither.
    """

    tables: dict[str, TableKeys] = {}
    matches: dict[str, str] = {}
    profiles: dict[str, str] = {}
    admin: str | None = None
    device: str | None = None


class Expected(msgspec.Struct):
    """What was answered about a database, and the keys that were needed to ask."""

    keys: Keys
    answers: Answers


def everything(client: Client, keys: Keys) -> Answers:
    """All answers; afterwards the profiles have a new session, and a used recovery code is replaced."""
    profiles = {f"profile {name}": about_profile(client, name, key) for name, key in keys.profiles.items()}
    return public(client, keys) | profiles


def public(client: Client, keys: Keys) -> Answers:
    """All answers that change nothing."""
    return {
        "lists": {path: client.get(path) for path in LISTS},
        **{f"table {name}": about_table(client, table) for name, table in keys.tables.items()},
        **{f"record {name}": about_record(client, match) for name, match in keys.matches.items()},
        **({"administration": about_administration(client, keys.admin)} if keys.admin else {}),
        **({"notifications": about_notifications(client, keys)} if keys.device else {}),
    }


def about_table(client: Client, keys: TableKeys) -> dict[str, Any]:
    """What each device and a spectator hear, when they connect and when they come back."""
    answers: dict[str, Any] = {"code": client.get(f"/api/codes/{keys.code}")}
    viewers: dict[str, str | None] = {**keys.tokens, "a spectator": None}
    for viewer, token in viewers.items():
        table = client.get(f"/api/tables/{keys.id}", token)
        last_seen = max(0, table.get("n", 0) - MISSED)
        answers[f"table for {viewer}"] = table
        answers[f"greeting of {viewer}"] = _greeting(client, keys.id, token)
        answers[f"greeting of {viewer} who saw {last_seen}"] = _greeting(client, keys.id, token, last_seen)
    return answers


def _greeting(client: Client, table: str, token: str | None, after: int | None = None) -> list[Message]:
    with client.device(table, token, after) as device:
        return [_lasting(message) for message in device.greeting() if message["type"] in COMPARED]


def _lasting(message: Message) -> Message:
    """The message without what is different every time; the words of a refusal are not promised."""
    if message["type"] == "error":
        return {"type": "error", "code": message["code"]}
    if "clock" in message and message["type"] == "position":
        del message["clock"]["now"]
    return message


def about_record(client: Client, match: str) -> dict[str, Any]:
    """A finished game: its record, every moment of it, and what its dice are made of."""
    path = f"/api/records/{match}"
    return {
        "record": client.get(path),
        "moments": _moments(client, path),
        "draws": client.get(f"{path}/draws"),
    }


def _moments(client: Client, path: str) -> list[Any]:
    moments: list[Any] = []
    for start in count(0, MOMENTS_AT_ONCE):
        page = client.get(f"{path}/moments?start={start}&count={MOMENTS_AT_ONCE}")
        moments += page if isinstance(page, list) else [page]
        if len(page) < MOMENTS_AT_ONCE:
            break
    return moments


def about_profile(client: Client, name: str, secret: str) -> dict[str, Any]:
    """What is kept of somebody who signs in by password or recovery code."""
    credentials = {"name": name, "secret": secret, "program": True}
    token = client.post("/api/session", credentials)["token"]
    answers = {path: client.get(path, token) for path in OF_PROFILES}
    del answers["/api/profile/export"]["sessions"]  # this one has just been added
    return answers


def about_administration(client: Client, token: str) -> dict[str, Any]:
    """What an operator sees, and what is announced to everybody."""
    answers = {path: client.get(f"/api/admin/{path}", token) for path in OF_OPERATORS}
    return answers | {"announcement": client.get("/api/announcement")}


def about_notifications(client: Client, keys: Keys) -> dict[str, Any]:
    """The push devices and webhooks. A browser drops its subscription if the key of the server changes."""
    table = keys.tables[NOTIFIED_AT]
    return {
        "key": client.get("/api/push/key"),
        "devices": client.get("/api/push/devices", device=keys.device),
        "webhooks": client.get(f"/api/tables/{table.id}/webhooks", next(iter(table.tokens.values()))),
    }
