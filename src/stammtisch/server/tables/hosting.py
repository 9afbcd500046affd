"""What only the host of a table can do: remove guests before the game, and mute players."""

from __future__ import annotations

from stammtisch.core.errors import BadRequest
from stammtisch.core.turn import Seat
from stammtisch.server.tables.checks import Caller
from stammtisch.server.tables.commands import MutePlayer, RemovePlayer
from stammtisch.server.tables.errors import Begun, NotSeated
from stammtisch.server.tables.events import PlayerMuted, PlayerRemoved
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.table import Table


def remove_player(table: Table, caller: Caller, command: RemovePlayer) -> PlayerRemoved:
    """Their seats become free; their device and their profile get none here any more."""
    person = _guest(table, caller, command.seat)
    if table.match is not None or table.number > 1:
        raise Begun("the game has started: players can be removed only before the first one")
    return PlayerRemoved(t=caller.now, person=person)


def mute_player(table: Table, caller: Caller, command: MutePlayer) -> list[PlayerMuted]:
    """Accept no messages from them, or accept them again; nothing happens where that is so already."""
    person = _guest(table, caller, command.seat)
    if table.people[person].muted == command.muted:
        return []
    return [PlayerMuted(t=caller.now, person=person, muted=command.muted)]


def _guest(table: Table, caller: Caller, seat: Seat) -> PersonId:
    """Who sits there, if the caller is the host and it is somebody else."""
    if caller.person != table.host:
        raise NotSeated("only the host of this table can do that")
    person = table.seats[seat].person if 0 <= seat < len(table.seats) else None
    if person is None or person == table.host:
        raise BadRequest(f"there is no other player on seat {seat}")
    return person
