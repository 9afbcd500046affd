"""A loaded table: decides commands, stores events, sends updates, watches clocks and lets bots play."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeAlias, final

import msgspec

from stammtisch.core.errors import StammtischError
from stammtisch.core.turn import Seat
from stammtisch.server.ops.bus import Bus, SingleProcess, Unsubscribe
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.ops.slices import Slices
from stammtisch.server.ops.uptime import Uptime
from stammtisch.server.ops.weak import weakly
from stammtisch.server.tables import advice
from stammtisch.server.tables.bots import BotPlayers
from stammtisch.server.tables.broadcast import Broadcast
from stammtisch.server.tables.checks import Caller
from stammtisch.server.tables.clock import Alarm, away_limit, next_deadline, replace_overdue, seats_to_grant
from stammtisch.server.tables.commands import ActorCommand, AskHint, AskWhy, TableCommand
from stammtisch.server.tables.decisions import Action, accept, nothing
from stammtisch.server.tables.errors import NotSeated, NotShown, Thinking
from stammtisch.server.tables.events import AnyEvent, StepPlayed
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.past import PastQuery, PastSteps, past_steps
from stammtisch.server.tables.presence import LOBBY_SEEN_EVERY, SEEN_EVERY, Device, Presence
from stammtisch.server.tables.queue import ActionQueue, Done, only_steps
from stammtisch.server.tables.seating import close_unvisited
from stammtisch.server.tables.table import Table
from stammtisch.server.tables.tasks import Tasks
from stammtisch.server.tables.updates import AnyUpdate
from stammtisch.server.tables.views import NOTHING_SEEN
from stammtisch.server.thinking.pool import Workers
from stammtisch.server.thinking.scheduler import Asker
from stammtisch.store.contract import Halted
from stammtisch.store.log import Log

OTHERS_FIRST: Final = 3.0
"""Seconds after which a process does what the process that stored the last event should have done."""
READ_EVERY: Final = 3600.0
"""Seconds after which a table at which somebody is reads its log even if nobody says that it has grown."""

_encoder: Final = msgspec.json.Encoder()


Refusal: TypeAlias = Callable[[Table, Device], StammtischError | None]
"""Why a device has no place at a table any more; None where it has."""


class Surroundings(msgspec.Struct, frozen=True):
    """What every table uses."""

    log: Log
    bus: Bus
    workers: Workers
    process: str
    metrics: Metrics
    finished: Callable[[Table], None]
    uptime: Uptime
    bot_seconds: float
    """The time between two moves of bots where it is measured."""
    prepare_hints: bool = False
    """Whether what hints need is loaded before anyone asks for one."""
    slices: Slices = msgspec.field(default_factory=Slices)


@final
class TableActor:
    """One table loaded in this process."""

    def __init__(self, table: Table, surroundings: Surroundings) -> None:
        self.last_used = time.monotonic()
        self._around: Final = surroundings
        self._presence: Final = Presence()
        self._broadcast: Final = Broadcast(self._presence)
        self._tasks: Final = Tasks()
        self._start: Final = self._tasks.start
        self._alarm: Final = Alarm(weakly(self._time_is_up))
        self._bots: Final = BotPlayers(self, surroundings.workers, self._start, beat=surroundings.bot_seconds)
        self._hints: Final[set[Seat]] = set()
        self._stop_listening: Unsubscribe | None = None
        self._visit_kept = -math.inf
        self._read = self.last_used
        self._queue: Final = ActionQueue(
            table,
            surroundings.log,
            surroundings.metrics,
            slices=surroundings.slices,
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

    def visit(self) -> None:
        """A player asks how the table stands without connecting: bots play on."""
        self._presence.visit()
        self._bots.think(0.0)

    def send(self, update: AnyUpdate) -> None:
        """The same to every device here."""
        self._broadcast.send(update)

    # Commands and other actions

    def command(self, person: PersonId | None, command: ActorCommand, done: Done) -> None:
        """Somebody at the table asks for something; `done` hears what became of it."""
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
        if not steps:
            self._dismiss_revoked()
        self._broadcast.send_changes(before, after, events, steps=steps)
        if not steps:
            self._broadcast.send_presence(after)  # people may have moved to other seats
        if after.over and len(after.finished) > len(before.finished):
            self._around.finished(after)
        if after.over or after.terms.clock or not steps:
            self._set_alarm()
        if ours:
            self._around.metrics.moves_total.inc(sum(type(event) is StepPlayed for event in events))
            if not isinstance(self._around.bus, SingleProcess):
                self._start(self._publish({"n": after.n}))
        self._bots.think(0.0 if ours else OTHERS_FIRST)

    async def refresh(self) -> None:
        """Catch up with the log."""
        self._read = time.monotonic()
        await self._queue.run(None)

    async def go_on(self) -> None:
        """Do what is due on a table that was just loaded or had to wait; its last process may have died."""
        await self.run(nothing)
        if self.table.over:
            self._around.finished(self.table)
        self._set_alarm()
        self._bots.think(0.0)
        await self.report_presence()

    async def wake(self) -> None:
        """The moment has come that the index keeps for this table."""
        if not self.attended:
            await self.run(close_unvisited)
        await self.go_on()

    async def look_after(self) -> None:
        """Now and then: report who is here, see who is gone, take up what another process dropped."""
        if time.monotonic() > self._read + READ_EVERY:
            await self.refresh()
        await self.report_presence()
        self._broadcast.send_presence(self.table)
        self._keep_visit()
        self._set_alarm()
        self._bots.think(OTHERS_FIRST)

    # Devices

    async def connect(self, device: Device, after: int = NOTHING_SEEN) -> None:
        """A device joins, or comes back having seen event `after`."""
        if not self.table.terms.spectators and not self.table.seats_of(device.person):
            raise NotShown("this table has no spectators")
        self._presence.devices.add(device)
        self._broadcast.welcome(self.table, device, after)
        await self._presence_changed()
        self._keep_visit()
        self._bots.think(0.0)
        self._prepare_hints(device)

    def _prepare_hints(self, device: Device) -> None:
        """Whoever plays here may ask for a hint; what it needs is loaded or solved meanwhile."""
        table = self.table
        wanted = self._around.prepare_hints and table.terms.hints and not table.over
        if wanted and table.seats_of(device.person):
            asker = self.asker(device.person)
            terms = table.terms
            self._start(
                self._around.workers.prepare(
                    terms.game, terms.players, terms.options, asker=asker, wanted=lambda: self.attended
                )
            )

    def _dismiss_revoked(self) -> None:
        """End the connections of devices whose key is no longer valid; every process does so with its own."""
        people = self.table.people
        for device in [*self._presence.devices]:
            if device.person is not None and device.key not in people[device.person].keys:
                self._presence.devices.discard(device)
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
        self._presence.devices.discard(device)
        self._presence.visit()
        self.last_used = time.monotonic()
        await self._presence_changed()

    async def _presence_changed(self) -> None:
        self._broadcast.send_presence(self.table)
        await self.report_presence()
        self._set_alarm()

    def _keep_visit(self) -> None:
        """Tell the index that somebody is here, where it matters and was not told a moment ago."""
        table, now = self.table, time.time()
        if self._presence.devices and now >= self._visit_kept + seen_every(table):
            self._visit_kept = now
            self._start(self._around.log.visited(table.id, now, now + table.terms.lobby))

    # Other processes

    async def report_presence(self) -> None:
        """Say who is connected here, and how far the table has come in case others missed it."""
        here, watching = self._presence.here(), self._presence.watching_here()
        await self._publish(
            {"from": self._around.process, "here": here, "watching": watching, "n": self.table.n}
        )

    async def _publish(self, message: dict[str, object]) -> None:
        with suppress(Halted):  # stored is stored: a process that missed it catches up later
            await self._around.bus.publish(subject(self.table.id), _encoder.encode(message))

    async def listen(self) -> None:
        """Hear from other processes about this table."""
        self._stop_listening = await self._around.bus.subscribe(subject(self.table.id), self._heard)
        await self._publish({"who": self._around.process})

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
        table, back = self.table, self._around.uptime.since
        limits = [away_limit(table, since, back) for since in self._missing().values()]
        if (limit := next_deadline(table)) is not None:
            limits.append(min(limit, time.time()) if seats_to_grant(table, time.time(), back) else limit)
        self._alarm.set(min(limits, default=None) if self._around.uptime.available else None)

    def _missing(self) -> dict[PersonId, float]:
        """Who is gone while others wait, and since when; without the bus nobody can be missed."""
        table = self.table
        expected = table.status == "playing" or (table.status == "open" and table.number > 1)
        expected = expected and table.paused is None and self._around.bus.up
        return self._presence.gone(table.players if expected else ())

    def _time_is_up(self) -> None:
        self._start(self._replace_overdue())

    async def _replace_overdue(self) -> None:
        def overdue(table: Table, now: float) -> list[AnyEvent]:
            back = self._around.uptime.since
            away = {who for who, since in self._missing().items() if away_limit(table, since, back) <= now}
            gone = [seat for seat, place in enumerate(table.seats) if place.person in away]
            return replace_overdue(table, now, gone, back)

        await self.run(overdue)
        self._set_alarm()

    # What has happened, hints and explanations

    async def past(self, person: PersonId | None, query: PastQuery) -> PastSteps:
        """Earlier steps of the present match, as somebody may see them."""
        self.last_used = time.monotonic()
        return await past_steps(self.table, person, query, self._around.slices)

    def asker(self, person: PersonId | None = None) -> Asker:
        """For whom work is done that this person asks for; without one, for whoever is here."""
        return Asker(self._presence.address_of(person), self.table.id)

    async def _hint(self, person: PersonId | None, question: AskHint) -> None:
        table = self.table
        seat = advice.check_hint(table, Caller(person, time.time()), question)
        if seat in self._hints:
            raise Thinking("the last hint for this seat is still being worked out")
        self._hints.add(seat)
        try:
            answer = await advice.hint(
                table,
                seat,
                self._around.workers,
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
    except Exception as error:  # noqa: BLE001 - whoever asked hears of it
        done(error)
    else:
        done(None)


def seen_every(table: Table) -> float:
    """How often the index hears that somebody is at the table, in seconds."""
    if table.terms.public and table.status in ("open", "playing"):
        return SEEN_EVERY
    return LOBBY_SEEN_EVERY if table.status == "open" else math.inf


def subject(table: str) -> str:
    """Where processes publish about a table."""
    return f"stammtisch.{table}"
