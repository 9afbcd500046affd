"""A loaded table: decides commands, stores events, sends updates, watches clocks and lets bots play."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeAlias, final

import msgspec

from stammtisch.core.errors import StammtischError
from stammtisch.core.turn import Seat
from stammtisch.server.ops.bus import SingleProcess, Unsubscribe
from stammtisch.server.ops.weak import weakly
from stammtisch.server.tables import advice
from stammtisch.server.tables.bots import BotPlayers
from stammtisch.server.tables.broadcast import Broadcast
from stammtisch.server.tables.checks import Caller
from stammtisch.server.tables.clock import Alarm, away_limit, next_deadline, replace_overdue, seats_to_grant
from stammtisch.server.tables.commands import ActorCommand, AskHint, AskWhy, TableCommand
from stammtisch.server.tables.decisions import Action, accept, nothing
from stammtisch.server.tables.errors import HintUnderWay, NotAllowed, NotSeated
from stammtisch.server.tables.events import AnyEvent, StepPlayed
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.past import PastQuery, PastSteps, past_steps
from stammtisch.server.tables.presence import LOBBY_SEEN_EVERY, SEEN_EVERY, Device, Presence
from stammtisch.server.tables.queue import ActionQueue, Done, only_steps
from stammtisch.server.tables.seating import close_unvisited
from stammtisch.server.tables.services import TableServices, subject
from stammtisch.server.tables.table import Table
from stammtisch.server.tables.tasks import Tasks
from stammtisch.server.tables.updates import AnyUpdate
from stammtisch.server.tables.views import NOTHING_SEEN
from stammtisch.server.thinking.contract import Asker
from stammtisch.store.contract import Unavailable

UNSEEN_WITHIN: Final = 60.0
"""A turn that began less than so many seconds before the connection ended may not have been seen."""
TAKE_OVER_AFTER: Final = 3.0
"""Seconds after which a process does what the process that stored the last event should have done."""
READ_EVERY: Final = 3600.0
"""Seconds after which a table in use reads its log even if no other process says that it has grown."""

_encoder: Final = msgspec.json.Encoder()


Refusal: TypeAlias = Callable[[Table, Device], StammtischError | None]
"""Why a device has no place at a table any more; None where it has."""


@final
class TableActor:
    """One table loaded in this process."""

    def __init__(self, table: Table, services: TableServices) -> None:
        self.last_used = time.monotonic()
        self._services: Final = services
        self._presence: Final = Presence()
        self._broadcast: Final = Broadcast(self._presence)
        self._tasks: Final = Tasks()
        self._start: Final = self._tasks.start
        self._alarm: Final = Alarm(weakly(self._time_is_up))
        self._bots: Final = BotPlayers(self, services.workers, self._start, beat=services.bot_seconds)
        self._hints: Final[set[Seat]] = set()
        self._stop_listening: Unsubscribe | None = None
        self._visit_kept = -math.inf
        self._read = self.last_used
        self._queue: Final = ActionQueue(
            table,
            services.log,
            services.metrics,
            slices=services.slices,
            start=self._start,
            changed=weakly(self._changed),
        )

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self._queue.table

    @property
    def idle(self) -> bool:
        """Nobody is connected and nothing is under way."""
        return not self._presence.devices and not self._tasks and not self._queue.busy

    @property
    def attended(self) -> bool:
        """Whether a player or a spectator is there, on any process."""
        return self._presence.anyone()

    def visit(self, address: str) -> None:
        """A player asks how the table stands without connecting: bots play on."""
        self._presence.visit()
        self._keep_visit(address, player=True)
        self._bots.think(0.0)

    def send(self, update: AnyUpdate) -> None:
        """Send one update to every device that is connected to this process."""
        self._broadcast.send(update)

    # Commands and other actions

    def command(self, person: PersonId | None, command: ActorCommand, done: Done) -> None:
        """Somebody at the table asks for something; `done` is called with the error, or with None."""
        self.last_used = time.monotonic()
        if isinstance(command, AskHint):
            self._start(_reported(self._hint(person, command), done))
        elif isinstance(command, AskWhy):
            self._start(_reported(self._explain(person, command), done))
        else:
            self._queue.add(partial(self._accept, person, command), done)

    def _accept(
        self, person: PersonId | None, command: TableCommand, table: Table, now: float
    ) -> list[AnyEvent]:
        return accept(table, Caller(person, now, self._presence.everywhere), command)

    async def run(self, action: Action) -> Table:
        """The table once the action is stored; or the error that refuses it, and nothing has happened."""
        self.last_used = time.monotonic()
        return await self._queue.run(action)

    def _changed(self, before: Table, events: Sequence[AnyEvent], *, ours: bool) -> None:
        """Events have been stored: send updates, and do what follows."""
        after, steps = self.table, only_steps(events)
        over = after.over
        if not steps:
            self._dismiss_revoked()
        self._broadcast.send_changes(before, after, events, steps=steps)
        if not steps:
            self._broadcast.send_presence(after)  # people may have moved to other seats
        if over and after.finished[-1:] != before.finished[-1:]:
            self._services.finished(after)
        if over or after.terms.clock or not steps:
            self._set_alarm()
        if ours:
            self._services.metrics.moves_total.inc([*map(type, events)].count(StepPlayed))
            if not isinstance(self._services.bus, SingleProcess):
                self._start(self._publish({"n": after.n}))
            self._tell_missed(seat for seat, since in after.waiting.items() if since.n > before.n)
        self._bots.think(0.0 if ours else TAKE_OVER_AFTER)

    async def refresh(self) -> None:
        """Catch up with the log."""
        self._read = time.monotonic()
        await self._queue.run(None)

    async def go_on(self) -> None:
        """Do what is due on a table that was just loaded or had to wait; its last process may have died."""
        await self.run(nothing)
        if self.table.over:
            self._services.finished(self.table)
        self._set_alarm()
        self._bots.think(0.0)
        self._tell_missed(self.table.waiting)
        await self.report_presence()

    async def wake(self) -> None:
        """The moment has come that the index keeps for this table."""
        if not self._player_there():
            await self.run(close_unvisited)
        await self.go_on()

    async def look_after(self) -> None:
        """Regularly report who is connected and who has left, and take over what another process dropped."""
        if time.monotonic() > self._read + READ_EVERY:
            await self.refresh()
        await self.report_presence()
        self._broadcast.send_presence(self.table)
        if self._presence.devices:
            self._keep_visit(self._presence.address_of(), player=self._player_there())
        self._set_alarm()
        self._bots.think(TAKE_OVER_AFTER)

    # Devices

    async def connect(self, device: Device, after: int = NOTHING_SEEN) -> None:
        """A device joins, or comes back having seen event `after`."""
        if not self.table.terms.spectators and not self.table.seats_of(device.person):
            raise NotAllowed("this table has no spectators")
        self._presence.connect(device)
        self._broadcast.welcome(self.table, device, after)
        await self._presence_changed()
        self._keep_visit(self._presence.address_of(), player=self._player_there())
        self._bots.think(0.0)
        self._prepare_hints(device)

    def _prepare_hints(self, device: Device) -> None:
        """A player may ask for a hint soon; what that needs is loaded or solved meanwhile."""
        table = self.table
        wanted = self._services.prepare_hints and table.terms.hints and not table.over
        if wanted and table.seats_of(device.person):
            asker = self.asker(device.person)
            terms = table.terms
            self._start(
                self._services.workers.prepare(
                    terms.game, terms.players, terms.options, asker=asker, wanted=lambda: self.attended
                )
            )

    def _dismiss_revoked(self) -> None:
        """End the connections of devices whose key is no longer valid; every process does so with its own."""
        people = self.table.people
        for device in [*self._presence.devices]:
            if device.person is not None and device.key not in people[device.person].keys:
                self._presence.disconnect(device)
                device.dismiss(
                    NotSeated("the key of this device has been revoked: its seats are elsewhere now")
                )

    def dismiss(self, refusal: Refusal) -> None:
        """End the connections of devices that are refused from now on."""
        for device in [*self._presence.devices]:
            if (error := refusal(self.table, device)) is not None:
                device.dismiss(error)

    def connected(self) -> list[tuple[PersonId | None, str]]:
        """Who is connected to this process, and from where."""
        return [(device.person, device.address) for device in self._presence.devices]

    def address_of(self, person: PersonId) -> str:
        """Where this person is connected from; empty where they are not connected to this process."""
        return self._presence.address_of(person) if self._presence.has(person) else ""

    async def disconnect(self, device: Device) -> None:
        """A device is gone."""
        self._presence.disconnect(device)
        self._presence.visit()
        self.last_used = time.monotonic()
        await self._presence_changed()
        lately = time.time() - UNSEEN_WITHIN
        self._tell_missed(seat for seat, since in self.table.waiting.items() if since.t >= lately)

    async def _presence_changed(self) -> None:
        self._broadcast.send_presence(self.table)
        await self.report_presence()
        self._set_alarm()

    def misses(self, seat: Seat, n: int) -> bool:
        """Whether this seat is to act since event `n`, and its player is not connected anywhere."""
        table, since = self.table, self.table.waiting.get(seat)
        place = table.seats[seat]
        acting = since is not None and since.n == n and table.closed is None and not place.played_by_bot
        return acting and place.person is not None and not self._presence.is_connected(place.person)

    def _tell_missed(self, seats: Iterable[Seat]) -> None:
        """Say which of these seats wait for somebody who is not here."""
        table = self.table
        missed = [seat for seat in seats if self.misses(seat, table.waiting[seat].n)]
        if missed:
            self._services.missed_turn(table, missed)

    def _player_there(self) -> bool:
        """Whether somebody with a seat is connected to any process."""
        return any(map(self.table.seats_of, self._presence.everywhere()))

    def _keep_visit(self, address: str, *, player: bool) -> None:
        """Note in the index that somebody is here, if that matters and was not noted a moment ago.

        Only players keep a table open that waits for others.
        """
        table, now = self.table, time.time()
        if now >= self._visit_kept + seen_every(table, player=player):
            self._visit_kept = now
            wake = now + table.terms.lobby if player else None
            listed = not table.terms.public or self._services.may_be_listed(table.id, address)
            self._start(self._services.log.visited(table.id, now if listed else None, wake))

    # Other processes

    async def report_presence(self) -> None:
        """Say who is connected here, and how far the table has come in case others missed it."""
        here, watching = self._presence.here(), self._presence.watching_here()
        await self._publish(
            {"from": self._services.process, "here": here, "watching": watching, "n": self.table.n}
        )

    async def _publish(self, message: dict[str, object]) -> None:
        with suppress(Unavailable):  # stored is stored: a process that missed it catches up later
            await self._services.bus.publish(subject(self.table.id), _encoder.encode(message))

    async def listen(self) -> None:
        """Listen to what other processes say about this table."""
        self._stop_listening = await self._services.bus.subscribe(subject(self.table.id), self._heard)
        await self._publish({"who": self._services.process})

    def _heard(self, payload: bytes) -> None:
        message = msgspec.json.decode(payload)
        if message.get("n", 0) > self.table.n:
            self._start(self.refresh())
        if "who" in message:
            self._start(self.report_presence())
        if "from" in message:
            self._presence.report(message["from"], message["here"], message.get("watching", 0))
            self._broadcast.send_presence(self.table)
            self._set_alarm()

    async def close(self) -> None:
        """Let go of the table; it is loaded again on demand."""
        self._alarm.cancel()
        self._tasks.cancel()
        if self._stop_listening is not None:
            await self._stop_listening()

    # Clocks

    def _set_alarm(self) -> None:
        """Ring when the next clock runs out, or somebody has been gone for too long."""
        table, back = self.table, self._services.uptime.since
        limits = [away_limit(table, since, back) for since in self._missing().values()]
        if (limit := next_deadline(table)) is not None:
            limits.append(min(limit, time.time()) if seats_to_grant(table, time.time(), back) else limit)
        self._alarm.set(min(limits, default=None) if self._services.uptime.available else None)

    def _missing(self) -> dict[PersonId, float]:
        """Who is gone while others wait, and since when; without the bus nobody can be missed."""
        table = self.table
        expected = table.status == "playing" or (table.status == "open" and table.number > 1)
        expected = expected and table.paused is None and self._services.bus.up
        return self._presence.gone(table.players if expected else ())

    def _time_is_up(self) -> None:
        self._start(self._replace_overdue())

    async def _replace_overdue(self) -> None:
        def overdue(table: Table, now: float) -> list[AnyEvent]:
            back = self._services.uptime.since
            away = {who for who, since in self._missing().items() if away_limit(table, since, back) <= now}
            gone = [seat for seat, place in enumerate(table.seats) if place.person in away]
            return replace_overdue(table, now, gone, back)

        await self.run(overdue)
        self._set_alarm()

    # What has happened, hints and explanations

    async def past(self, person: PersonId | None, query: PastQuery) -> PastSteps:
        """Earlier steps of the present match, as somebody may see them."""
        self.last_used = time.monotonic()
        return await past_steps(self.table, person, query, self._services.slices)

    def asker(self, person: PersonId | None = None) -> Asker:
        """Whom work counts for: the person who asks for it, or else the people who are here."""
        return Asker(self._presence.address_of(person), self.table.id)

    async def _hint(self, person: PersonId | None, question: AskHint) -> None:
        table = self.table
        seat = advice.check_hint(table, Caller(person, time.time()), question)
        if seat in self._hints:
            raise HintUnderWay("the last hint for this seat is still being worked out")
        self._hints.add(seat)
        try:
            answer = await advice.hint(
                table,
                seat,
                self._services.workers,
                self.asker(person),
                wanted=lambda: advice.still_asked(table, self.table, seat) and self._presence.has(person),
            )
        finally:
            self._hints.discard(seat)
        self._broadcast.send_to(person, msgspec.structs.replace(answer, at=self.table.at))

    async def _explain(self, person: PersonId | None, question: AskWhy) -> None:
        self._broadcast.send_to(person, advice.explain(self.table, Caller(person, time.time()), question))


async def _reported(work: Coroutine[Any, Any, None], done: Done) -> None:
    """Do the work and call `done` with its error, or with None."""
    try:
        await work
    except Exception as error:  # noqa: BLE001 - the caller gets it
        done(error)
    else:
        done(None)


def seen_every(table: Table, *, player: bool) -> float:
    """Seconds between two notes in the index that a player or a spectator is at the table."""
    if table.terms.public and table.status in ("open", "playing"):
        return SEEN_EVERY
    return LOBBY_SEEN_EVERY if player and table.status == "open" else math.inf
