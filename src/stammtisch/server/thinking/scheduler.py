"""Who is served next: bots, hints, QR codes, records, preparations and analyses wait here for a worker.

The most urgent kind goes first. Within a kind addresses take turns, and so do the tables of one address, so
that nobody waits longer because somebody else asks for a lot.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import partial
from typing import Final, Generic, NamedTuple, Protocol, TypeVar, final

from stammtisch.server.ops.limits import Clock
from stammtisch.server.thinking.contract import UNKNOWN, Asker

PATIENCE: Final = 8
"""More urgent jobs that may start before a kind that waits; then it goes first, so that no kind starves."""
FIRST_GUESS: Final = 1.0
"""Seconds that a job is thought to take until one of its kind has been done."""
MEMORY: Final = 0.8
"""How much the duration of earlier jobs counts against that of the last one."""


class Kind(Enum):
    """What waits, the most urgent first. The values are the labels of the metrics."""

    BOT = "bot"
    HINT = "hint"
    PICTURE = "picture"
    RECORD = "record"
    PREPARE = "prepare"
    ANALYSIS = "analysis"


LONG: Final = (Kind.PREPARE, Kind.ANALYSIS)
"""What may take minutes."""


class Limit(NamedTuple):
    """How many jobs of a kind may wait."""

    per_address: int
    total: int


LIMITS: Final[Mapping[Kind, Limit]] = {
    Kind.HINT: Limit(20, 200),
    Kind.PICTURE: Limit(60, 400),
    Kind.RECORD: Limit(20, 200),
    Kind.PREPARE: Limit(2, 10),
    Kind.ANALYSIS: Limit(10, 50),
}
"""Bots are not in it: a game cannot go on without them, and a seat asks for one move at a time."""


class QueueFull(Exception):
    """As many jobs of this kind wait as may; `seconds` is when to come back."""

    def __init__(self, kind: Kind, seconds: float, *, of_address: bool) -> None:
        self.seconds: Final = seconds
        self.of_address: Final = of_address
        super().__init__(kind.value)


class Waiting(Protocol):
    """A job that waits."""

    @property
    def kind(self) -> Kind: ...

    @property
    def asker(self) -> Asker: ...

    def wanted(self) -> bool:
        """Whether anybody still waits for the answer."""

    def drop(self) -> None:
        """It will not be done, since it is no longer wanted."""


JobT = TypeVar("JobT", bound=Waiting)
_KINDS: Final = tuple(Kind)


class Start(NamedTuple, Generic[JobT]):
    """A job that starts, and the seconds for which it waited."""

    job: JobT
    waited: float


@final
class JobQueue(Generic[JobT]):
    """The jobs of one kind. Addresses take turns; so do the tables of an address."""

    def __init__(self) -> None:
        self._by_address: Final[dict[str, dict[str, deque[JobT]]]] = {}
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[JobT]:
        return (job for tables in self._by_address.values() for jobs in tables.values() for job in jobs)

    @property
    def addresses(self) -> int:
        """How many take turns."""
        return len(self._by_address)

    def of_address(self, address: str) -> int:
        """How many jobs of this address wait."""
        return sum(map(len, self._by_address.get(address, {}).values()))

    def add(self, job: JobT) -> None:
        """Behind the other jobs of its table."""
        tables = self._by_address.setdefault(job.asker.address, {})
        tables.setdefault(job.asker.table, deque()).append(job)
        self._length += 1

    def next_address(self, free: Callable[[str], bool]) -> str | None:
        """The first address that is free to have a worker."""
        return next(filter(free, self._by_address), None)

    def pop(self, address: str) -> JobT:
        """The next job of this address; the address and the table then go to the end."""
        tables = self._by_address[address]
        table, jobs = next(iter(tables.items()))
        job = jobs.popleft()
        self._length -= 1
        del tables[table], self._by_address[address]
        if jobs:
            tables[table] = jobs
        if tables:
            self._by_address[address] = tables
        return job

    def remove(self, job: JobT) -> None:
        """Take it out, wherever it is; the others keep their places."""
        tables = self._by_address[job.asker.address]
        tables[job.asker.table].remove(job)
        self._length -= 1
        if not tables[job.asker.table]:
            del tables[job.asker.table]
        if not tables:
            del self._by_address[job.asker.address]


@final
class Scheduler(Generic[JobT]):
    """Decides which job starts when one of the workers is free.

    Analyses and preparations may take minutes, and a bot may have to solve its game first. So one worker is
    kept for bots, another for all that is short, and one for other addresses than the one that asks for most:
    with three workers an address can have one for an analysis and one for the rest.
    """

    def __init__(
        self,
        workers: int,
        limits: Mapping[Kind, Limit] = LIMITS,
        clock: Clock = time.monotonic,
    ) -> None:
        self._workers: Final = workers
        self._limits: Final = limits
        self._clock: Final = clock
        self._queues: Final[dict[Kind, JobQueue[JobT]]] = {kind: JobQueue() for kind in Kind}
        self._added: Final[dict[JobT, float]] = {}
        self._started: Final[dict[JobT, float]] = {}
        self._running: Final[Counter[Kind]] = Counter()
        self._of_address: Final[dict[str, Counter[Kind]]] = {}  # that run
        self._passed: Final = dict.fromkeys(Kind, 0)
        self._seconds: Final = dict.fromkeys(Kind, FIRST_GUESS)

    def waiting(self, kind: Kind) -> int:
        """How many jobs of this kind wait."""
        return len(self._queues[kind])

    def add(self, job: JobT) -> None:
        """Let it wait, or raise `QueueFull`."""
        queue, limit = self._queues[job.kind], self._limits.get(job.kind)
        if limit is not None and self._full(job, limit):
            self.drop_unwanted(job.kind)
        if limit is not None and self._full(job, limit):
            of_address = queue.of_address(job.asker.address) >= limit.per_address
            raise QueueFull(job.kind, self._next_place(job.kind), of_address=of_address)
        queue.add(job)
        self._added[job] = self._clock()

    def _full(self, job: JobT, limit: Limit) -> bool:
        queue = self._queues[job.kind]
        return len(queue) >= limit.total or queue.of_address(job.asker.address) >= limit.per_address

    def drop_unwanted(self, kind: Kind) -> None:
        """Take out what nobody waits for any more; what runs is left to run, and its answer is dropped."""
        for job in [job for job in self._queues[kind] if not job.wanted()]:
            self.remove(job)
            job.drop()
        for job in [job for job in self._started if job.kind is kind and not job.wanted()]:
            job.drop()

    def _next_place(self, kind: Kind) -> float:
        """Seconds until every address that waits has probably been served once."""
        at_once = self._workers - (2 if kind in LONG else 1)
        return self._seconds[kind] * self._queues[kind].addresses / at_once

    def remove(self, job: JobT) -> bool:
        """Take a job out that still waits; False if it does not."""
        if self._added.pop(job, None) is None:
            return False
        self._queues[job.kind].remove(job)
        return True

    def clear(self) -> list[JobT]:
        """Every job that waited; none does any more."""
        waiting = list(self._added)
        for job in waiting:
            self.remove(job)
        return waiting

    def start_next(self) -> Start[JobT] | None:
        """The job to start now that a worker is free; None if none may start."""
        while (kind := self._next_kind()) is not None:
            queue = self._queues[kind]
            address = queue.next_address(partial(self._free, kind))
            assert address is not None, "the kind is ready"  # noqa: S101
            job = queue.pop(address)
            added = self._added.pop(job)
            if job.wanted():
                return self._start(job, added)
            job.drop()
        return None

    def _start(self, job: JobT, added: float) -> Start[JobT]:
        for kind in self._ready():
            self._passed[kind] += _KINDS.index(kind) > _KINDS.index(job.kind)
        self._passed[job.kind] = 0
        self._count(job, 1)
        now = self._started[job] = self._clock()
        return Start(job, now - added)

    def finished(self, job: JobT) -> None:
        """A job that was started is done, or will not be; its worker is free."""
        took = self._clock() - self._started.pop(job)
        self._count(job, -1)
        self._seconds[job.kind] = MEMORY * self._seconds[job.kind] + (1 - MEMORY) * took

    def _count(self, job: JobT, change: int) -> None:
        self._running[job.kind] += change
        mine = self._of_address.setdefault(job.asker.address, Counter())
        mine[job.kind] += change
        if not mine.total():
            del self._of_address[job.asker.address]

    def _free(self, kind: Kind, address: str) -> bool:
        """Whether the address may have one more worker for this kind."""
        mine = self._of_address.get(address)
        if mine is None or address == UNKNOWN:
            return True
        short = kind in LONG or mine.total() - _long(mine) < self._workers - 2
        return short and mine.total() < self._workers - 1

    def _next_kind(self) -> Kind | None:
        ready = self._ready()
        overdue = [kind for kind in ready if self._passed[kind] >= PATIENCE]
        return max(overdue, key=self._passed.__getitem__) if overdue else next(iter(ready), None)

    def _ready(self) -> list[Kind]:
        return [kind for kind in _KINDS if self._may_start(kind) and self._has_next(kind)]

    def _has_next(self, kind: Kind) -> bool:
        return self._queues[kind].next_address(partial(self._free, kind)) is not None

    def _may_start(self, kind: Kind) -> bool:
        """Whether enough workers stay free for what is more urgent."""
        if kind is Kind.BOT:
            return True
        long, all_but_bots = _long(self._running), self._running.total() - self._running[Kind.BOT]
        return all_but_bots < self._workers - 1 and (kind not in LONG or long < self._workers - 2)


def _long(running: Counter[Kind]) -> int:
    """How many of these may take minutes."""
    return sum(running[kind] for kind in LONG)
