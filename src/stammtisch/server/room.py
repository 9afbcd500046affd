"""A table in use: whoever is there hears what happens, as soon as it is safely stored."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any, Final

import msgspec

from stammtisch.core.errors import StammtischError
from stammtisch.core.turn import Choose, Over, Seat
from stammtisch.server import entries as log
from stammtisch.server import messages as said
from stammtisch.server.audience import Audience
from stammtisch.server.bus import Bus, Stop
from stammtisch.server.decisions import Caller, Entries, bot_played, decide, due, own_seat, times_up
from stammtisch.server.entries import AnyEntry, Sitter, written
from stammtisch.server.errors import NoAdvice, NotShown, Thinking
from stammtisch.server.metrics import Metrics
from stammtisch.server.presence import Guest, Presence
from stammtisch.server.reasons import reasons
from stammtisch.server.table import Table
from stammtisch.server.telling import NOTHING_SEEN
from stammtisch.server.workers import Workers
from stammtisch.store.contract import Conflict, Halted
from stammtisch.store.log import Facts, Log

TRIES: Final = 20
"""How often a decision is made anew because another process was faster."""
OTHERS_FIRST: Final = 3.0
"""Seconds after which a process does what the process that wrote last should have done."""
MOST_AUTOMATIC: Final = 1000
"""Entries that may follow by themselves: far more than any game needs."""

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
    """One loaded table. All that happens goes through `act`, one thing after the other."""

    def __init__(self, table: Table, services: Services) -> None:
        self.table = table
        self.last_used = time.monotonic()
        self._services = services
        self._lock: Final = asyncio.Lock()
        self._unsure = False
        self._presence: Final = Presence()
        self._audience: Final = Audience(self._presence)
        self._timer: asyncio.TimerHandle | None = None
        self._wake: float | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._thinking: set[tuple[Seat, int]] = set()
        self._advising: set[Seat] = set()
        self._stop_listening: Stop | None = None

    @property
    def idle(self) -> bool:
        """Nobody is there and nothing is under way."""
        return not self._presence.guests and not self._tasks and not self._lock.locked()

    def broadcast(self, news: said.AnyNews) -> None:
        """The same to everybody here."""
        self._audience.broadcast(news)

    # Deciding

    async def say(self, sitter: Sitter | None, message: said.AnyMessage) -> None:
        """Somebody at the table wants something."""
        if isinstance(message, said.Hint):
            await self._advise(sitter, message)
            return
        if isinstance(message, said.Why):
            self._answer(sitter, reasons(self.table, Caller(sitter, time.time()), message))
            return
        await self.act(
            lambda table, now: decide(table, Caller(sitter, now, self._presence.everywhere), message)
        )

    async def act(self, wanted: Callable[[Table, float], Entries]) -> Table:
        """What is wanted happens, is stored and then told; or it is refused, and nothing has happened."""
        async with self._lock:
            self.last_used = time.monotonic()
            if self._unsure:
                await self._catch_up()
            for _ in range(TRIES):
                try:
                    draft, entries = self._drafted(wanted)
                except StammtischError:
                    if not await self._catch_up():
                        raise
                    continue  # it was refused by a table that others have played on meanwhile
                if not entries or await self._stored(draft, entries):
                    return self.table
        raise Halted("too many processes write at this table at once: try again")

    def _drafted(self, wanted: Callable[[Table, float], Entries]) -> tuple[Table, Entries]:
        """The table as it will be, with everything that follows by itself."""
        now = time.time()
        draft = self.table.fork()
        entries = list(wanted(draft, now))
        for entry in entries:
            draft.apply(entry)
        while len(entries) < MOST_AUTOMATIC and (entry_due := due(draft, now)) is not None:
            draft.apply(entry_due)
            entries.append(entry_due)
        return draft, entries

    async def _stored(self, draft: Table, entries: Entries) -> bool:
        """Whether the entries were kept; if another process was faster, its entries are told first."""
        indexed = draft.terms.clock or isinstance(draft.turn, Over) or not _only_steps(entries)
        facts = facts_of(draft) if indexed else None
        finished = draft.finished[-1].match if len(draft.finished) > len(self.table.finished) else None
        began = time.perf_counter()
        try:
            await self._services.log.append(
                draft.id, self.table.n + 1, [written(entry) for entry in entries], facts, finished
            )
        except Conflict:
            await self._catch_up()
            return False
        except Halted as error:
            self._note_halt(error)
            raise
        self._services.metrics.append_seconds.observe(time.perf_counter() - began)
        self._services.metrics.moves_total.inc(sum(isinstance(entry, log.Step) for entry in entries))
        self._take(draft, entries)
        await self._publish({"n": draft.n})
        self._think(0.0)
        return True

    def _take(self, after: Table, entries: Entries) -> None:
        """That is how the table stands now; everybody hears of it."""
        before, self.table = self.table, after
        only_steps = _only_steps(entries)
        self._audience.tell(before, after, entries, only_steps=only_steps)
        if not only_steps:
            self._audience.tell_presence(after)  # seats may have turned
        over = isinstance(after.turn, Over)
        if over and len(after.finished) > len(before.finished):
            self._services.finished(after)
        if over or after.terms.clock or not only_steps:
            self._set_timer()

    def _note_halt(self, halt: Halted) -> None:
        """Whether a write was kept nobody knows until the log is read; the house sees when that can be."""
        self._unsure = True
        self._services.halted(str(halt))

    async def _catch_up(self) -> bool:
        """Read what others have written meanwhile; whether there was anything."""
        try:
            texts = await self._services.log.read(self.table.id, self.table.n)
        except Halted as error:
            self._note_halt(error)
            raise
        self._unsure = False
        if texts:
            entries = [log.read_entry(text) for text in texts]
            after = self.table.fork()
            for entry in entries:
                after.apply(entry)
            self._take(after, entries)
            self._think(OTHERS_FIRST)
        return bool(texts)

    async def refresh(self) -> None:
        """Catch up, after a time in which nothing could be heard."""
        async with self._lock:
            await self._catch_up()

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


def facts_of(table: Table) -> Facts:
    """What the index is to know of the table."""
    host = next((chair.name for chair in table.chairs if chair.sitter == 0), "")
    return Facts(
        code=table.terms.code,
        game=table.terms.game,
        players=table.terms.players,
        status=table.status,
        public=table.terms.public,
        name=host,
        free=len(table.free),
        created=table.created,
        touched=table.touched,
        wake=table.wake,
    )


def _only_steps(entries: Iterable[AnyEntry]) -> bool:
    return all(type(entry) is log.Step or type(entry) is log.Said for entry in entries)
