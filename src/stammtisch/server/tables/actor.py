"""A table in use: whoever is there hears what happens, as soon as it is safely stored."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

import msgspec

from stammtisch.core.errors import StammtischError
from stammtisch.core.turn import Choose, Over, Seat
from stammtisch.server.ops.bus import Alone, Bus, Stop
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.tables import events as log
from stammtisch.server.tables import messages as said
from stammtisch.server.tables.audience import Audience
from stammtisch.server.tables.decisions import Caller, Entries, bot_played, decide, own_seat, times_up
from stammtisch.server.tables.errors import NoAdvice, NotShown, Thinking
from stammtisch.server.tables.events import Sitter
from stammtisch.server.tables.ledger import Done, Ledger, Wanted, only_steps
from stammtisch.server.tables.presence import Guest, Presence
from stammtisch.server.tables.reasons import reasons
from stammtisch.server.tables.state import Table
from stammtisch.server.tables.views import NOTHING_SEEN
from stammtisch.server.thinking.pool import Workers
from stammtisch.store.contract import Halted
from stammtisch.store.log import Log

OTHERS_FIRST: Final = 3.0
"""Seconds after which a process does what the process that wrote last should have done."""

logger: Final = logging.getLogger(__name__)
_encoder: Final = msgspec.json.Encoder()


class Services(msgspec.Struct, frozen=True):
    """What every room uses."""

    log: Log
    bus: Bus
    workers: Workers
    process: str
    metrics: Metrics
    finished: Callable[[Table], None]
    halted: Callable[[str], None]


class Room:
    """One loaded table: who is there, what time it is, and which bots are to think."""

    def __init__(self, table: Table, services: Services) -> None:
        self.last_used = time.monotonic()
        self._services = services
        self._presence: Final = Presence()
        self._audience: Final = Audience(self._presence)
        self._timer: asyncio.TimerHandle | None = None
        self._wake: float | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._thinking: set[tuple[Seat, int]] = set()
        self._advising: set[Seat] = set()
        self._stop_listening: Stop | None = None
        self._ledger: Final = Ledger(
            table,
            services.log,
            services.metrics,
            start=self._start,
            taken=self._taken,
            halted=services.halted,
        )

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self._ledger.table

    @property
    def idle(self) -> bool:
        """Nobody is there and nothing is under way."""
        return not self._presence.guests and not self._tasks and not self._ledger.busy

    def broadcast(self, news: said.AnyNews) -> None:
        """The same to everybody here."""
        self._audience.broadcast(news)

    # Deciding

    def say(self, sitter: Sitter | None, message: said.AnyMessage, done: Done) -> None:
        """Somebody at the table wants something."""
        self.last_used = time.monotonic()
        if isinstance(message, said.Hint):
            self._start(_told(self._advise(sitter, message), done))
        elif isinstance(message, said.Why):
            self._start(_told(self._explain(sitter, message), done))
        else:
            self._ledger.wish(
                lambda table, now: decide(table, Caller(sitter, now, self._presence.everywhere), message),
                done,
            )

    async def act(self, wanted: Wanted) -> Table:
        """What is wanted happens, is stored and then told; or it is refused, and nothing has happened."""
        self.last_used = time.monotonic()
        return await self._ledger.act(wanted)

    def _taken(self, before: Table, entries: Entries, *, ours: bool) -> None:
        """The table stands otherwise now; everybody hears of it."""
        after = self.table
        steps_alone = only_steps(entries)
        self._audience.tell(before, after, entries, only_steps=steps_alone)
        if not steps_alone:
            self._audience.tell_presence(after)  # seats may have turned
        over = isinstance(after.turn, Over)
        if over and len(after.finished) > len(before.finished):
            self._services.finished(after)
        if over or after.terms.clock or not steps_alone:
            self._set_timer()
        if ours:
            self._services.metrics.moves_total.inc(sum(type(entry) is log.Step for entry in entries))
            if not isinstance(self._services.bus, Alone):
                self._start(self._publish({"n": after.n}))
        self._think(0.0 if ours else OTHERS_FIRST)

    async def refresh(self) -> None:
        """Catch up, after a time in which nothing could be heard."""
        await self._ledger.act(None)

    async def go_on(self) -> None:
        """What is due on a table that was just loaded or had to wait; who was to do it may have died."""
        await self.act(_nothing)
        if isinstance(self.table.turn, Over):
            self._services.finished(self.table)
        self._set_timer()
        self._think(0.0)
        await self.heartbeat()

    async def look_after(self) -> None:
        """Now and then: tell others how it stands here, see who is gone, take up what was dropped."""
        await self.heartbeat()
        self._audience.tell_presence(self.table)
        self._set_timer()
        self._think(OTHERS_FIRST)

    # Who is there

    async def enter(self, guest: Guest, after: int = NOTHING_SEEN) -> None:
        """A device joins the table."""
        if not self.table.terms.spectators and not self.table.seats_of(guest.sitter):
            raise NotShown("nobody looks on at this table")
        self._presence.guests.add(guest)
        self._audience.greet(self.table, guest, after)
        await self._presence_changed()

    async def leave(self, guest: Guest) -> None:
        """A device is gone."""
        self._presence.guests.discard(guest)
        self.last_used = time.monotonic()
        await self._presence_changed()

    async def _presence_changed(self) -> None:
        self._audience.tell_presence(self.table)
        await self.heartbeat()
        self._set_timer()

    async def heartbeat(self) -> None:
        """Tell other processes who is here, and how far the table has come in case they missed it."""
        here = self._presence.here()
        await self._publish({"from": self._services.process, "here": here, "n": self.table.n})

    # Other processes

    async def _publish(self, payload: dict[str, object]) -> None:
        with suppress(Halted):  # stored is stored: who missed it catches up when the bus is back
            await self._services.bus.publish(subject(self.table.id), _encoder.encode(payload))

    async def listen(self) -> None:
        """Hear from other processes about this table."""
        self._stop_listening = await self._services.bus.subscribe(subject(self.table.id), self._heard)
        await self._publish({"who": self._services.process})

    def _heard(self, payload: bytes) -> None:
        told = msgspec.json.decode(payload)
        if told.get("n", 0) > self.table.n:
            self._start(self.refresh())
        if "who" in told:
            self._start(self.heartbeat())
        if "from" in told:
            self._presence.heard(told["from"], told["here"])
            self._audience.tell_presence(self.table)
            self._set_timer()

    async def close(self) -> None:
        """Let go of the table; it comes back on demand."""
        if self._timer:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()
        if self._stop_listening is not None:
            await self._stop_listening()

    # Time

    def _set_timer(self) -> None:
        """Wake up when the next clock runs out, or somebody has been gone for too long."""
        wake = self._next_wake()
        if wake == self._wake:
            return
        self._wake = wake
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if wake is not None:
            delay = max(0.0, wake - time.time()) + random.uniform(0.0, 0.05)
            self._timer = asyncio.get_running_loop().call_later(delay, self._time_is_up)

    def _next_wake(self) -> float | None:
        gone = [since + self.table.terms.away for since in self._waited_for().values()]
        times = gone if self.table.terms.clock is None else [*gone, self.table.wake]
        return min((moment for moment in times if moment is not None), default=None)

    def _waited_for(self) -> dict[Sitter, float]:
        """Who is gone from a game that others wait for, and since when; unheard of is not gone."""
        table = self.table
        waiting = table.status == "playing" or (table.status == "open" and table.number > 1)
        waiting = waiting and table.paused is None and self._services.bus.up
        return self._presence.gone(table.players if waiting else ())

    def _time_is_up(self) -> None:
        self._timer = self._wake = None
        self._start(self._let_bots_play_on())

    async def _let_bots_play_on(self) -> None:
        def wanted(table: Table, now: float) -> Entries:
            late = {who for who, since in self._waited_for().items() if since + table.terms.away <= now}
            gone = [seat for seat, chair in enumerate(table.chairs) if chair.sitter in late]
            return times_up(table, now, gone)

        await self.act(wanted)
        self._set_timer()

    # Bots

    def _think(self, delay: float) -> None:
        """Let bots choose where they are to choose."""
        turn = self.table.turn
        if not isinstance(turn, Choose) or self.table.paused is not None or self.table.closed is not None:
            return
        for seat in turn.seats:
            question = (seat, self.table.asked[seat].n)
            if self.table.chairs[seat].played_by_bot and question not in self._thinking:
                self._thinking.add(question)
                self._start(self._bot_moves(seat, question, delay))

    async def _bot_moves(self, seat: Seat, question: tuple[Seat, int], delay: float) -> None:
        try:
            await asyncio.sleep(delay)
            table = self.table
            if seat not in table.asked or table.asked[seat].n != question[1]:
                return
            bot = table.chairs[seat].bot or table.terms.stand_in
            view = table.game.view(table.state, seat)
            luck = f"{table.secret} {table.match} {len(table.steps)} {seat}"
            text = await self._services.workers.choose(table.terms.game, view, seat, bot, luck)
            await self.act(lambda now_table, now: bot_played(now_table, seat, table.at, text, now))
        finally:
            self._thinking.discard(question)
        self._think(0.0)

    async def _explain(self, sitter: Sitter | None, why: said.Why) -> None:
        self._answer(sitter, reasons(self.table, Caller(sitter, time.time()), why))

    async def _advise(self, sitter: Sitter | None, hint: said.Hint) -> None:
        table = self.table
        if not table.terms.hints:
            raise NotShown("no hints are given at this table")
        seat = own_seat(table, Caller(sitter, time.time()), hint.seat)
        if table.state is None or isinstance(table.turn, Over):
            raise NoAdvice("there is nothing to advise on now")
        if seat in self._advising:
            raise Thinking("a hint for this seat is being worked out already")
        self._advising.add(seat)
        try:
            view = table.game.view(table.state, seat)
            judgement = await self._services.workers.judge(table.terms.game, view, seat, None)
        finally:
            self._advising.discard(seat)
        self._answer(sitter, said.Advice(seat=seat, at=table.at, judgement=judgement))

    def _answer(self, sitter: Sitter | None, answer: said.Advice | said.Reasons) -> None:
        """To all devices of whoever asked."""
        text = said.told(answer)
        for guest in self._presence.guests:
            if guest.sitter == sitter:
                guest.tell(text)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _nothing(_: Table, __: float) -> Entries:
    """Nobody wants anything; what is due happens all the same."""
    return []


async def _told(work: Coroutine[Any, Any, None], done: Done) -> None:
    """The work, and what came of it."""
    try:
        await work
    except Exception as error:  # noqa: BLE001 - whoever asked hears of it
        done(error)
    else:
        done(None)


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    """A task of the room: the store may be away, and a bug of ours must not end in silence."""
    try:
        await work
    except Halted:
        logger.warning("halted: will be tried again")
    except StammtischError as error:
        logger.warning("refused: %s", error.code)
    except Exception:
        logger.exception("a task of a table failed")


def subject(table: str) -> str:
    """Where processes tell each other about a table."""
    return f"stammtisch.{table}"
