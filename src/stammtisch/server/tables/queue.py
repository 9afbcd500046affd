"""The actions of one table, one after another: each is decided, stored, and only then counts.

The usual path has no task and no coroutine, since every move of every table takes it. An action that
is refused, or whose events another process was quicker to store, takes a slower path that reads the
log first.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, Protocol, TypeAlias, TypeVar, final

from stammtisch.core.errors import StammtischError
from stammtisch.server.ops.slices import Slices
from stammtisch.server.tables.clock import wake_at
from stammtisch.server.tables.contract import EventLog, TableMetrics
from stammtisch.server.tables.damage import readable_log
from stammtisch.server.tables.decisions import Action, Decision, decide
from stammtisch.server.tables.events import AnyEvent, MessageSent, StepPlayed, decode_event, encode_event
from stammtisch.server.tables.loading import ended_match
from stammtisch.server.tables.snapshots import Marker, keep_snapshots
from stammtisch.server.tables.state import apply
from stammtisch.server.tables.table import Table
from stammtisch.store.contract import Conflict, Unavailable
from stammtisch.store.log import Facts

TRIES: Final = 20
"""How often an action is decided again because another process was quicker."""

_STEPS_AND_CHAT: Final = frozenset((StepPlayed, MessageSent))

Done: TypeAlias = Callable[[BaseException | None], None]
"""Called with the error that refused an action, or with None once it is stored."""
ErrorT = TypeVar("ErrorT", bound=BaseException)
Start: TypeAlias = Callable[[Coroutine[Any, Any, None]], None]


class Changed(Protocol):
    """Called when events have been stored: how the table stood before, and whether we stored them."""

    def __call__(self, before: Table, events: Sequence[AnyEvent], *, ours: bool) -> None: ...


@final
class ActionQueue:
    """The table as its log describes it, and the only way to change it."""

    def __init__(
        self,
        table: Table,
        log: EventLog,
        metrics: TableMetrics,
        *,
        slices: Slices,
        start: Start,
        changed: Changed,
    ) -> None:
        self.table = table
        self.busy = False
        self._log: Final = log
        self._metrics: Final = metrics
        self._slices: Final = slices
        self._start: Final = start
        self._changed: Final = changed
        self._waiting: Final[deque[tuple[Action | None, Done]]] = deque()
        self._uncertain = False
        self._marker: Final = Marker(table.n)

    def add(self, action: Action | None, done: Done) -> None:
        """Do this after everything that was added before; None only catches up with the log."""
        self._waiting.append((action, done))
        self._work()

    async def run(self, action: Action | None) -> Table:
        """The table once the action is stored; or the error that refuses it, and nothing has happened."""
        finished = asyncio.get_running_loop().create_future()
        self.add(action, partial(_finish, finished))
        try:
            await finished
        finally:
            del finished  # it holds the error, whose traceback holds this frame
        return self.table

    def _work(self) -> None:
        while self._waiting and not self.busy:
            self.busy = True
            action, done = self._waiting.popleft()
            if action is None or self._uncertain:
                self._start(self._after_reading(action, done))
            else:
                self._try(action, done)

    def _try(self, action: Action, done: Done) -> None:
        try:
            decision = decide(self.table, action, time.time())
        except Exception as error:  # noqa: BLE001 - it refuses the action, unless the table was out of date
            self._start(self._after_reading(action, done, refusal=_without_frames(error)))
            return
        if not decision.events:
            self.busy = False
            done(None)
            return
        began = time.perf_counter()
        stored = asyncio.ensure_future(self._store(decision))
        stored.add_done_callback(partial(self._stored, action, done, decision, began))

    def _store(self, decision: Decision) -> Awaitable[None]:
        events, after = decision
        over = after.over
        indexed = after.match is None or after.terms.clock or over or not only_steps(events)
        facts = facts_of(after) if indexed else None
        ended = ended_match(after) if over and after.finished[-1:] != self.table.finished[-1:] else None
        return self._log.append(after.id, self.table.n + 1, list(map(encode_event, events)), facts, ended)

    def _stored(
        self, action: Action, done: Done, decision: Decision, began: float, stored: asyncio.Future[None]
    ) -> None:
        error: BaseException | None = None
        try:
            stored.result()
            self._metrics.append_seconds.observe(time.perf_counter() - began)
            self._advance(decision, ours=True)
        except Conflict:
            self._start(self._after_reading(action, done))
            return
        except BaseException as caught:  # noqa: BLE001 - the caller gets it
            error = self._noted(caught)
        self._finished(done, error)

    async def _after_reading(
        self, action: Action | None, done: Done, refusal: Exception | None = None
    ) -> None:
        """Read what others have stored, then decide on the table as it really stands.

        A refusal stands if there was nothing to read: the action was decided on the newest table.
        """
        error: BaseException | None = None
        try:
            found_more = await self._catch_up()
            if refusal is not None and not found_more:
                error = refusal
            elif action is not None:
                await self._decide_and_store(action)
        except BaseException as caught:
            error = self._noted(caught)
            if not isinstance(caught, Exception):
                raise
        finally:
            self._finished(done, error)

    async def _decide_and_store(self, action: Action) -> None:
        for _ in range(TRIES):
            decision = decide(self.table, action, time.time())
            if not decision.events:
                return
            with suppress(Conflict):
                await self._store(decision)
                self._advance(decision, ours=True)
                return
            await self._catch_up()
        raise Unavailable("too many processes write to this table at once: try again")

    def _noted(self, error: BaseException) -> BaseException:
        """Whether a write that failed was stored is not known until the log has been read."""
        if isinstance(error, Unavailable):
            self._uncertain = True
        return _without_frames(error)

    def _finished(self, done: Done, error: BaseException | None) -> None:
        self.busy = False
        done(error)
        self._work()

    async def _catch_up(self) -> bool:
        """Read what others have stored. Returns whether there was anything."""
        texts = await self._log.read(self.table.id, self.table.n)
        self._uncertain = False
        if texts:
            with readable_log():
                events = list(map(decode_event, texts))
                after = await self._slices.fold(apply, events, self.table)
            self._advance(Decision(events, after), ours=False)
        return bool(texts)

    def _advance(self, decision: Decision, *, ours: bool) -> None:
        """Make this the current table."""
        before, self.table = self.table, decision.table
        self._changed(before, decision.events, ours=ours)
        snapshot = self._marker.passed(self.table)
        if snapshot is not None and ours:
            self._start(keep_snapshots(self._log, self.table.id, [snapshot]))


def _without_frames(error: ErrorT) -> ErrorT:
    """The error; a refusal without its traceback, which nobody needs and which keeps the table in memory."""
    return error.with_traceback(None) if isinstance(error, StammtischError) else error


def _finish(finished: asyncio.Future[None], error: BaseException | None) -> None:
    if finished.done():  # the caller has gone
        return
    if error is None:
        finished.set_result(None)
    else:
        finished.set_exception(error)


def only_steps(events: Iterable[AnyEvent]) -> bool:
    """Whether nothing but the match and the chat has changed."""
    return _STEPS_AND_CHAT.issuperset(map(type, events))


def facts_of(table: Table) -> Facts:
    """What the index knows of the table."""
    own = table.seats_of(table.host)
    return Facts(
        code=table.terms.code,
        game=table.terms.game,
        players=table.terms.players,
        status=table.status,
        public=table.terms.public,
        name=table.seats[own[0]].name if own else "",
        free=len(table.free),
        created=table.created,
        touched=table.touched,
        wake=wake_at(table),
    )
