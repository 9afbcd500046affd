"""One table and its log: what is wanted happens in turn, is stored, and only then counts.

The usual way has no task and no coroutine, since it is gone for every move of every table. Whatever
comes between — a refusal, another process that was faster, a store that was away — is gone through
again slowly, after a look at the log.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from functools import partial
from typing import Any, Final, Protocol, TypeAlias, final

from stammtisch.core.turn import Over
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.tables import events as log
from stammtisch.server.tables.decisions import Entries, due
from stammtisch.server.tables.events import AnyEntry, written
from stammtisch.server.tables.state import Table
from stammtisch.store.contract import Conflict, Halted
from stammtisch.store.log import Facts, Log

TRIES: Final = 20
"""How often a decision is made anew because another process was faster."""
MOST_AUTOMATIC: Final = 1000
"""Entries that may follow by themselves: far more than any game needs."""

Wanted: TypeAlias = Callable[[Table, float], Entries]
"""What somebody wants of the table as it stands then; without entries nothing happens."""
Done: TypeAlias = Callable[[BaseException | None], None]
"""Hears why it was refused, or that all is well."""
Start: TypeAlias = Callable[[Coroutine[Any, Any, None]], None]


class Taken(Protocol):
    """Hears of what has happened, once it is stored: how the table stood before, and whether we wrote it."""

    def __call__(self, before: Table, entries: Entries, *, ours: bool) -> None: ...


@final
class Ledger:
    """The table as its log tells it, and the only way to change it."""

    def __init__(
        self,
        table: Table,
        log: Log,
        metrics: Metrics,
        *,
        start: Start,
        taken: Taken,
        halted: Callable[[str], None],
    ) -> None:
        self.table = table
        self.busy = False
        self._log: Final = log
        self._metrics: Final = metrics
        self._start: Final = start
        self._taken: Final = taken
        self._halted: Final = halted
        self._wishes: Final[deque[tuple[Wanted | None, Done]]] = deque()
        self._unsure = False

    def wish(self, wanted: Wanted | None, done: Done) -> None:
        """What is wanted happens after all that was wanted before; None wants to catch up with the log."""
        self._wishes.append((wanted, done))
        self._go_on()

    async def act(self, wanted: Wanted | None) -> Table:
        """What is wanted happens and is stored; or it is refused, and nothing has happened."""
        waiting = asyncio.get_running_loop().create_future()
        self.wish(wanted, partial(_settle, waiting))
        await waiting
        return self.table

    def _go_on(self) -> None:
        while self._wishes and not self.busy:
            self.busy = True
            wanted, done = self._wishes.popleft()
            drafted = None if wanted is None or self._unsure else self._tried(wanted)
            if drafted is None:
                self._start(self._carefully(wanted, done))
            elif drafted[1]:
                began = time.perf_counter()
                stored = asyncio.ensure_future(self._stored(*drafted))
                stored.add_done_callback(partial(self._kept, wanted, done, drafted, began))
            else:
                self.busy = False
                done(None)

    def _tried(self, wanted: Wanted) -> tuple[Table, Entries] | None:
        try:
            return self._drafted(wanted)
        except Exception:  # noqa: BLE001 - whatever it is, it comes again and is told then
            return None

    def _drafted(self, wanted: Wanted) -> tuple[Table, Entries]:
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

    def _stored(self, draft: Table, entries: Entries) -> Awaitable[None]:
        indexed = draft.terms.clock or isinstance(draft.turn, Over) or not only_steps(entries)
        facts = facts_of(draft) if indexed else None
        finished = draft.finished[-1].match if len(draft.finished) > len(self.table.finished) else None
        texts = [written(entry) for entry in entries]
        return self._log.append(draft.id, self.table.n + 1, texts, facts, finished)

    def _kept(
        self,
        wanted: Wanted | None,
        done: Done,
        drafted: tuple[Table, Entries],
        began: float,
        stored: asyncio.Future[None],
    ) -> None:
        trouble: BaseException | None = None
        try:
            stored.result()
            self._metrics.append_seconds.observe(time.perf_counter() - began)
            self._take(*drafted, ours=True)
        except Conflict:
            self._start(self._carefully(wanted, done))
            return
        except BaseException as error:  # noqa: BLE001 - whoever wanted it hears of it
            trouble = self._noted(error)
        self._finish(done, trouble)

    async def _carefully(self, wanted: Wanted | None, done: Done) -> None:
        """See what others have written meanwhile, and want it of the table as it really stands."""
        trouble: BaseException | None = None
        try:
            for _ in range(TRIES):
                await self._catch_up()
                draft, entries = (self.table, []) if wanted is None else self._drafted(wanted)
                if not entries:
                    break
                with suppress(Conflict):
                    await self._stored(draft, entries)
                    self._take(draft, entries, ours=True)
                    break
            else:
                trouble = Halted("too many processes write at this table at once: try again")
        except BaseException as error:
            trouble = self._noted(error)
            if not isinstance(error, Exception):
                raise
        finally:
            self._finish(done, trouble)

    def _noted(self, trouble: BaseException) -> BaseException:
        """Whether a write that met a halt was kept nobody knows until the log is read."""
        if isinstance(trouble, Halted):
            self._unsure = True
            self._halted(str(trouble))
        return trouble

    def _finish(self, done: Done, trouble: BaseException | None) -> None:
        self.busy = False
        done(trouble)
        self._go_on()

    async def _catch_up(self) -> None:
        """Read what others have written meanwhile."""
        texts = await self._log.read(self.table.id, self.table.n)
        self._unsure = False
        if texts:
            entries = [log.read_entry(text) for text in texts]
            after = self.table.fork()
            for entry in entries:
                after.apply(entry)
            self._take(after, entries, ours=False)

    def _take(self, after: Table, entries: Entries, *, ours: bool) -> None:
        """That is how the table stands now."""
        before, self.table = self.table, after
        self._taken(before, entries, ours=ours)


def _settle(waiting: asyncio.Future[None], trouble: BaseException | None) -> None:
    if waiting.done():  # whoever asked has gone
        return
    if trouble is None:
        waiting.set_result(None)
    else:
        waiting.set_exception(trouble)


def only_steps(entries: Iterable[AnyEntry]) -> bool:
    """Whether nothing but the game has changed, or something was said."""
    return all(type(entry) is log.Step or type(entry) is log.Said for entry in entries)


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
