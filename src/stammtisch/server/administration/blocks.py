"""Blocks: an address or a name that is refused until a certain moment."""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from stammtisch.core.documents import shown
from stammtisch.core.errors import BadRequest
from stammtisch.server.administration.audit import Administrator, Audit
from stammtisch.server.administration.errors import BadAddress, UnknownEntry
from stammtisch.server.administration.texts import clean_text
from stammtisch.server.ops.limits import network_of
from stammtisch.server.tables.lookalikes import look_alike
from stammtisch.store.contract import Database, Statement

MOST_BLOCKS: Final = 1000
"""Blocks that are in force at a time."""
LONGEST_BLOCK: Final = 366 * 24 * 3600
"""Seconds that a block lasts at most."""
LARGEST_NETWORKS: Final = {4: 16, 6: 32}
"""The shortest prefixes of networks that can be blocked, for each version of IP."""
LONGEST_WHY: Final = 300

BlockKind: TypeAlias = Literal["address", "name"]
Seconds = Annotated[int, Meta(ge=60, le=LONGEST_BLOCK, description="for how many seconds")]
_Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network


class Block(msgspec.Struct, frozen=True):
    """An address, a network or a name that is refused until a moment, in seconds since 1970."""

    id: str
    kind: BlockKind
    value: str
    why: str
    created: float
    until: float


class NewBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to block, for how long, and why; only administrators read why."""

    kind: BlockKind
    value: Annotated[str, Meta(min_length=1, max_length=400)]
    seconds: Seconds
    why: Annotated[str, Meta(max_length=LONGEST_WHY)] = ""


class Blocks:
    """The blocks of a database."""

    def __init__(self, database: Database, audit: Audit, clock: Callable[[], float]) -> None:
        self._database: Final = database
        self._audit: Final = audit
        self._clock: Final = clock

    async def listed(self) -> list[Block]:
        """Every block that is in force, the newest first."""
        rows = await self._database.rows(
            "SELECT id, kind, value, why, created, until FROM blocks WHERE until > $1 "
            "ORDER BY created DESC, id",
            self._clock(),
        )
        return [Block(*row) for row in rows]

    async def add(self, new: NewBlock, by: Administrator) -> Block:
        """Block it from now on, or say why that is not possible. Blocks that have ended are forgotten."""
        now = self._clock()
        value = clean_address(new.value) if new.kind == "address" else clean_text(new.value)
        block = Block(secrets.token_hex(8), new.kind, value, clean_text(new.why), now, now + new.seconds)
        if not block.value:
            raise BadRequest("say which name is to be blocked")
        if len(await self.listed()) >= MOST_BLOCKS:
            raise BadRequest(f"there are {MOST_BLOCKS} blocks already: end some of them first")
        await self._database.write(
            Statement("DELETE FROM blocks WHERE until <= $1", (now,)),
            Statement(
                "INSERT INTO blocks (id, kind, value, why, created, until) VALUES ($1, $2, $3, $4, $5, $6)",
                msgspec.structs.astuple(block),
            ),
            self._audit.entry(by, "blocked", f"{block.kind} {block.value}"),
        )
        return block

    async def end(self, block_id: str, by: Administrator) -> None:
        """End the block now, or `UnknownEntry`."""
        block = next((block for block in await self.listed() if block.id == block_id), None)
        if block is None:
            raise UnknownEntry("there is no such block: it may have ended already")
        await self._database.write(
            Statement("DELETE FROM blocks WHERE id = $1", (block_id,)),
            self._audit.entry(by, "unblocked", f"{block.kind} {block.value}"),
        )


def clean_address(text: str) -> str:
    """An address or a network as it is stored, or `BadAddress`; for IPv6 its /64 network."""
    text = text.strip()
    try:
        network = ipaddress.ip_network(network_of(text).household, strict=False)
    except ValueError:
        raise BadAddress(
            f"{shown(text)} is neither an address nor a network such as 203.0.113.0/24"
        ) from None
    if network.prefixlen < LARGEST_NETWORKS[network.version]:
        raise BadAddress(f"{network} is too large: block networks of /16 (IPv4) or /32 (IPv6) and smaller")
    return str(network.network_address) if network.num_addresses == 1 else str(network)


def blocking_address(blocks: Iterable[Block], address: str) -> Block | None:
    """The block that refuses this address."""
    parsed = _network(network_of(address).household)
    if parsed is None:
        return None
    for block in blocks:
        if block.kind == "address" and _within(parsed, _network(block.value)):
            return block
    return None


def blocking_name(blocks: Iterable[Block], name: str) -> Block | None:
    """The block that refuses this name, or a name that looks like it."""
    return next((block for block in blocks if block.kind == "name" and look_alike(block.value, name)), None)


@lru_cache(maxsize=10_000)
def _network(text: str) -> _Network | None:
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        return None


def _within(inner: _Network, outer: _Network | None) -> bool:
    if isinstance(inner, ipaddress.IPv4Network):
        return isinstance(outer, ipaddress.IPv4Network) and inner.subnet_of(outer)
    return isinstance(outer, ipaddress.IPv6Network) and inner.subnet_of(outer)
