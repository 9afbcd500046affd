"""Attacks on a server, each a function that does all that the server lets one address do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeAlias

from support.attacks import connections, floods, nothing, requests, thinking
from support.attacks.attacker import Attacker

Attack: TypeAlias = Callable[[Attacker], Awaitable[None]]
"""Goes on until it is cancelled."""

_ALL: Final[tuple[Attack, ...]] = (
    nothing.nothing,
    thinking.endless_games,
    thinking.solved_tables,
    thinking.hints,
    thinking.analyses,
    requests.long_records,
    requests.moments,
    requests.draws,
    requests.qr_codes,
    requests.codes,
    requests.sign_ups,
    requests.sign_ins,
    requests.new_tables,
    requests.large_bodies,
    requests.unknown_routes,
    requests.layouts,
    requests.page_files,
    connections.header_floods,
    connections.tiny_chunks,
    connections.slow_headers,
    connections.slow_bodies,
    connections.half_open,
    connections.idle_sockets,
    connections.crowd,
    floods.pings,
    floods.continuation_frames,
    floods.bad_messages,
    floods.chat,
    floods.seeds,
    floods.pauses,
    floods.contests,
    floods.seats,
)

ATTACKS: Final[Mapping[str, Attack]] = {attack.__name__.replace("_", "-"): attack for attack in _ALL}
"""Every attack by its name."""
