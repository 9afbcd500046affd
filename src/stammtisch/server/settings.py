"""The settings of a server. Declared once: flags, environment variables and file all come from here."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
import platformdirs

from stammtisch.core.documents import read, shown
from stammtisch.core.errors import Refused

EVERYONE: Final = "*"
"""Trusts every proxy: for a server that only a proxy can reach."""
LAN: Final = "lan"
"""Listens so that all devices on the same network reach the server."""

OLD_NAMES: Final = {"store": "database"}
"""Names that settings once had, and that are still read."""

_Text = msgspec.Meta(min_length=1)
_Positive = msgspec.Meta(ge=1)
_Seconds = msgspec.Meta(gt=0)
_NotNegative = msgspec.Meta(ge=0)


class BadSettings(Refused):
    """Settings that are refused, with every reason."""

    code = "bad-settings"
    what = "settings"


def _says(description: str) -> msgspec.Meta:
    return msgspec.Meta(description=description)


def _default_database() -> str:
    return f"sqlite:{Path(platformdirs.user_data_dir('stammtisch')) / 'tables.sqlite'}"


def _spare_cores() -> int:
    return max(1, (os.cpu_count() or 1) - 1)


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every setting with its default; the descriptions are what `stammtisch serve --help` shows."""

    host: Annotated[str, _Text, _says("The address to listen on; lan admits devices on your network.")] = (
        "127.0.0.1"
    )
    port: Annotated[
        int, msgspec.Meta(ge=0, le=65535), _says("The port to listen on; 0 takes any free one.")
    ] = 8765
    database: Annotated[
        str, _Text, _says("Where tables and profiles are kept: sqlite:///FILE or postgresql://….")
    ] = msgspec.field(default_factory=_default_database)
    bus: Annotated[
        str | None, _says("The message bus of several processes that share a database: nats://….")
    ] = None
    workers: Annotated[
        int,
        _Positive,
        _says("Worker processes for bots and analyses, at least three; each starts when needed."),
    ] = msgspec.field(default_factory=_spare_cores)
    worker_memory: Annotated[
        int, _Positive, _says("Megabytes that a worker may hold; a larger one is ended and started again.")
    ] = 600
    origins: Annotated[
        tuple[str, ...], _says("Another origin whose pages may act here, such as https://table.example.")
    ] = ()
    server_names: Annotated[
        tuple[str, ...],
        _says(
            "Another name by which browsers reach this server without TLS, such as table.example; * for any."
        ),
    ] = ()
    trusted_proxies: Annotated[
        tuple[str, ...], _says("A proxy whose X-Forwarded-… headers are trusted: address, network or *.")
    ] = ("127.0.0.1",)
    most_tables_per_address: Annotated[int, _Positive, _says("New tables an hour from one address.")] = 50
    most_connections_per_address: Annotated[int, _Positive, _says("Open sockets from one address.")] = 100
    most_connections: Annotated[int, _Positive, _says("Open sockets altogether.")] = 10_000
    requests_per_second: Annotated[int, _Positive, _says("HTTP requests a second from one address.")] = 50
    sockets: Annotated[
        Literal["direct", "asgi"],
        _says("How messages reach sockets: directly, where this uvicorn allows it, or by plain ASGI."),
    ] = "direct"
    messages_per_second: Annotated[int, _Positive, _says("Messages a second on one socket.")] = 50
    idle_minutes: Annotated[float, _Seconds, _says("Minutes until a table without visitors is unloaded.")] = (
        10
    )
    away_seconds: Annotated[
        float, _Seconds, _says("Seconds until a player without a connection is away.")
    ] = 120
    lobby_hours: Annotated[
        float,
        _Seconds,
        _says("Hours until a table that waits for players closes if none of them returns."),
    ] = 24
    keep_unfinished_days: Annotated[
        float, _NotNegative, _says("Days until a game that nobody continues is closed; 0 for never.")
    ] = 90
    keep_closed_days: Annotated[
        float,
        _NotNegative,
        _says("Days until a closed table without a finished game is deleted; 0 for never."),
    ] = 30
    keep_guests_days: Annotated[
        float,
        _NotNegative,
        _says("Days until finished games of guests alone are deleted; 0 for never."),
    ] = 365
    bot_seconds: Annotated[
        float,
        msgspec.Meta(ge=0, le=60),
        _says("Seconds a bot takes for a move in a game with secrets, or where only bots play."),
    ] = 1
    prepare_hints: Annotated[
        Literal["on", "off"],
        _says("Load what hints need as soon as a player comes to a table that allows them."),
    ] = "on"
    private_receivers: Annotated[
        Literal["on", "off"],
        _says("Let notifications and webhooks go to private addresses, and by plain HTTP."),
    ] = "off"
    push_contact: Annotated[
        str | None, _says("Where push services can reach you: mailto:… or https://….")
    ] = None
    log_format: Annotated[Literal["text", "json"], _says("Log lines for people or for programs.")] = "text"
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], _says("The lowest level that is logged.")
    ] = "info"


def read_settings(document: Mapping[str, object]) -> Settings:
    """The settings, or `BadSettings` with every reason."""
    twice = [f"{old} is the old name of {new}" for old, new in OLD_NAMES.items() if {old, new} <= {*document}]
    document = with_current_names(document)
    settings, reasons = read(Settings, document)
    reasons += twice
    reasons += _misfits(document, "origins", _is_origin, "an origin like https://table.example")
    reasons += _misfits(document, "server_names", _is_name, f"a name like table.example, or {EVERYONE}")
    reasons += _misfits(document, "trusted_proxies", _is_proxy, f"an address, network or {EVERYONE}")
    if settings is not None and not _is_contact(settings.push_contact):
        reasons.append(
            f"push_contact: {shown(settings.push_contact)} begins with neither mailto: nor https://"
        )
    if settings is None or reasons:
        raise BadSettings(reasons)
    return settings


def with_current_names(document: Mapping[str, object]) -> dict[str, object]:
    """The same settings under the names that they have today."""
    return {OLD_NAMES.get(name, name): value for name, value in document.items()}


def _misfits(document: Mapping[str, object], name: str, fits: Callable[[str], bool], what: str) -> list[str]:
    """A reason for each text in the list of that name that is not what it should be."""
    given = document.get(name)
    texts = given if isinstance(given, list | tuple) else ()
    return [
        f"{name}: {shown(text)} is not {what}" for text in texts if isinstance(text, str) and not fits(text)
    ]


def _is_origin(text: str) -> bool:
    scheme, found, host = text.partition("://")
    return scheme in ("http", "https") and bool(found and host) and not set(host) & set("/?#@ *")


def _is_name(text: str) -> bool:
    return text == EVERYONE or (bool(text) and not set(text) & set("/?#@:* "))


def _is_contact(text: str | None) -> bool:
    return text is None or text.startswith(("mailto:", "https://"))


def _is_proxy(text: str) -> bool:
    try:
        ipaddress.ip_network(text)
    except ValueError:
        return text == EVERYONE
    return True
