"""What `stammtisch admin doctor` looks at. Each function returns what it found, good and bad."""

from __future__ import annotations

import ipaddress
import json
import platform
import re
import shutil
import stat
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal, NamedTuple
from urllib.error import URLError

from stammtisch import __version__
from stammtisch.cli.admin.running_server import Answer, ask
from stammtisch.core.build import is_compiled
from stammtisch.core.errors import StammtischError
from stammtisch.server.administration.texts import moment
from stammtisch.server.settings import EVERYONE, Settings
from stammtisch.store import Database, open_store
from stammtisch.store.address import parse_address
from stammtisch.store.migrations import SCRIPTS
from stammtisch.store.obstacles import missing_rights

LITTLE_ROOM: Final = 100 * 2**20
"""Bytes below which a disk is as good as full."""
YEARS: Final = range(2025, 2100)
CLOCK_DIFFERENCE: Final = 5.0
"""Seconds by which two clocks may differ."""

_SET_BY: Final = re.compile(r"^stammtisch_clock_set_seconds (\S+)$", re.MULTILINE)
_ADVICE: Final = {
    "bad-origin": "let the proxy pass on the Host header and X-Forwarded-Proto, or name it with --origins",
    "unknown-host": "name this host with --server-names, or let the proxy send X-Forwarded-Proto",
}
"""What helps, by the code with which the server refuses a page."""
_SYNCHRONISE: Final = "let NTP keep the clocks of all machines right"
_CLUSTER: Final = {"asyncpg": "PostgreSQL", "nats": "the message bus"}
_NEWEST: Final = "SELECT MAX(touched) FROM tables"
_POSTGRES_CLOCK: Final = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS DOUBLE PRECISION)"


class Diagnosis(NamedTuple):
    """Something that was found, and what to do about it."""

    level: Literal["ok", "warning", "wrong"]
    about: str
    finding: str
    advice: str = ""


# The machine


def machine(database: str, bus: str | None) -> list[Diagnosis]:
    """The program, its packages, the clock and, for a file, its disk and its rights."""
    found = [_program(), *_extras(database, bus), _clock()]
    with suppress(StammtischError):  # a bad address is reported where the database is opened
        address = parse_address(database)
        if isinstance(address, Path):
            found += [_room(address), *_rights(address)]
    return found


def _program() -> Diagnosis:
    about = f"stammtisch {__version__}, Python {platform.python_version()}"
    if not is_compiled():
        advice = "install it where a C compiler is, and bots play several times faster"
        return Diagnosis("warning", "program", f"{about}, rules interpreted", advice)
    return Diagnosis("ok", "program", f"{about}, rules compiled")


def _extras(database: str, bus: str | None) -> Iterator[Diagnosis]:
    needed = {"asyncpg": database.startswith("postgres"), "nats": bus is not None}
    for package, what in _CLUSTER.items():
        if needed[package] and find_spec(package) is None:
            advice = "pip install 'stammtisch[cluster]'"
            yield Diagnosis("wrong", "packages", f"{what} needs {package}, which is not installed", advice)


def _clock() -> Diagnosis:
    now = datetime.now(UTC)
    if now.year not in YEARS:
        return Diagnosis("wrong", "clock", f"it says {now:%Y-%m-%d}", "set it, and let NTP keep it right")
    return Diagnosis("ok", "clock", f"{moment(now.timestamp())} UTC")


def _room(path: Path) -> Diagnosis:
    try:
        free = shutil.disk_usage(path.parent).free
    except OSError as error:
        return Diagnosis("wrong", "disk", f"{path.parent}: {error.strerror}", "create the folder")
    size = 0
    with suppress(OSError):  # it may not be there yet, or not be ours
        size = path.stat().st_size
    finding = f"{free // 2**20:,} MB are free at {path.parent}"
    if free < LITTLE_ROOM:
        return Diagnosis("wrong", "disk", finding, "free some room; the server stops when there is none")
    if free < size:
        return Diagnosis("warning", "disk", finding, "a copy of the database does not fit there")
    return Diagnosis("ok", "disk", finding)


def _rights(path: Path) -> Iterator[Diagnosis]:
    if (found := missing_rights(path)) is not None:
        yield Diagnosis("wrong", "rights", *found)
    with suppress(OSError):  # it may not be there yet, or not be ours
        if path.stat().st_mode & stat.S_IRWXO:
            finding = f"everybody on this machine can read {path}"
            yield Diagnosis("warning", "rights", finding, f"chmod o= {path}")


# Database


async def of_database(url: str) -> list[Diagnosis]:
    """Whether it can be reached, its version, and its clock."""
    with suppress(StammtischError):
        address = parse_address(url)
        if isinstance(address, Path) and _is_missing(address):
            return [Diagnosis("ok", "database", f"{address} is not there yet; the server creates it")]
    began = time.time()
    try:
        database = await open_store(url, read_only=True)
    except StammtischError as error:
        return [Diagnosis("wrong", "database", str(getattr(error, "detail", error)))]
    try:
        return [
            Diagnosis("ok", "database", f"it answers, and has version {len(SCRIPTS)}"),
            *await _newest(database),
            *(await _other_clock(database, began) if url.startswith("postgres") else []),
        ]
    finally:
        await database.close()


def _is_missing(path: Path) -> bool:
    try:
        path.stat()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return False


async def _newest(database: Database) -> list[Diagnosis]:
    ((newest,),) = await database.rows(_NEWEST)
    if newest is None or newest < time.time() + CLOCK_DIFFERENCE:
        return []
    finding = f"something in the database happened {newest - time.time():.0f} s from now"
    return [Diagnosis("wrong", "clock", finding, "this clock is slow, or was fast: set it")]


async def _other_clock(database: Database, began: float) -> list[Diagnosis]:
    ((theirs,),) = await database.rows(_POSTGRES_CLOCK)
    difference = max(theirs - time.time(), began - theirs, 0.0)
    if difference < CLOCK_DIFFERENCE:
        return [Diagnosis("ok", "clock", "PostgreSQL has the same time")]
    finding = f"it differs from PostgreSQL's by {difference:.0f} s"
    return [Diagnosis("wrong", "clock", finding, _SYNCHRONISE)]


# Network


def network(host: str, origins: Sequence[str], proxies: Sequence[str]) -> list[Diagnosis]:
    """Whether the settings of the network and the proxy make sense."""
    behind_tls = any(origin.startswith("https:") for origin in origins)
    found = []
    if not _is_loopback(host):
        if EVERYONE in proxies:
            advice = "name the address of the proxy, or let only the proxy reach the server"
            finding = "everybody is trusted as a proxy, so anyone can pretend to have any address"
            found.append(Diagnosis("wrong", "proxy", finding, advice))
        elif behind_tls and tuple(proxies) == Settings().trusted_proxies:
            finding = f"only {', '.join(proxies)} is trusted, and the server listens on {host}"
            advice = "if the proxy is on another machine, name it with --trusted-proxies"
            found.append(Diagnosis("warning", "proxy", finding, advice))
        if not behind_tls:
            advice = "put a proxy with TLS in front of it, and name its address with --origins"
            found.append(Diagnosis("warning", "network", "connections are not encrypted", advice))
    return found or [Diagnosis("ok", "network", f"it listens on {host}")]


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def running_server(url: str) -> list[Diagnosis]:
    """What the server at this address says, and what it can see through the proxy."""
    origin = url.rstrip("/")
    try:
        ready = ask(f"{origin}/readyz")
    except (URLError, OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        return [Diagnosis("wrong", "server", f"{origin} does not answer: {reason}")]
    metrics = ask(f"{origin}/metrics")
    return [_readiness(ready), *_clock_there(ready, metrics), *_seen_of_proxy(origin, ready, metrics)]


def _readiness(ready: Answer) -> Diagnosis:
    said = ready.body.strip()
    if ready.status != 200 or not said.startswith("ready"):
        return Diagnosis("wrong", "server", f"it answers {ready.status}: {said[:200]}", "read its log")
    if said != "ready":
        return Diagnosis("wrong", "server", said, "run `stammtisch admin check`")
    return Diagnosis("ok", "server", "it is ready")


def _clock_there(ready: Answer, metrics: Answer) -> Iterator[Diagnosis]:
    """Whether the server's clock agrees with ours, and whether it was set while the server ran."""
    with suppress(ValueError):
        difference = parsedate_to_datetime(ready.date).timestamp() - time.time()
        if abs(difference) > CLOCK_DIFFERENCE:
            finding = f"the server's differs from this one by {difference:.0f} s"
            yield Diagnosis("wrong", "clock", finding, _SYNCHRONISE)
    if found := _SET_BY.search(metrics.body):
        by = float(found[1])
        if abs(by) > CLOCK_DIFFERENCE:
            yield Diagnosis(
                "warning", "clock", f"the server's was set by {by:.0f} s while it ran", _SYNCHRONISE
            )


def _seen_of_proxy(origin: str, ready: Answer, metrics: Answer) -> Iterator[Diagnosis]:
    if origin.startswith("https:") and not ready.over_tls:
        advice = "let the proxy send X-Forwarded-Proto, and name the proxy with --trusted-proxies"
        yield Diagnosis("wrong", "proxy", "the server does not know that browsers use TLS", advice)
    tried = ask(f"{origin}/api/session", data=b"{}", headers={"Origin": origin})
    with suppress(ValueError, LookupError, TypeError):
        advice = _ADVICE[json.loads(tried.body)["error"]["code"]]
        yield Diagnosis("wrong", "proxy", f"pages of {origin} may not act on the server", advice)
    if metrics.status == 200:
        yield Diagnosis("warning", "proxy", "everybody can read /metrics", "let the proxy hide it")
