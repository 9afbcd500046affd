"""Who is served next, with workers that do nothing and a clock that is set by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from stammtisch.server.thinking.contract import Asker
from stammtisch.server.thinking.scheduler import LIMITS, LONG, PATIENCE, Kind, Limit, QueueFull, Scheduler

ADDRESSES = ("anna", "ben", "eve")
TABLES = ("1", "2", "3")
SHORT = (Kind.HINT, Kind.RECORD)


class FakeJob:
    """A job of somebody; nothing is really worked out."""

    def __init__(self, kind: Kind, address: str, table: str = "1") -> None:
        self.kind = kind
        self.asker = Asker(address, table)
        self.needed = True
        self.dropped = False

    def __repr__(self) -> str:
        return f"{self.kind.value} of {self.asker}"

    def wanted(self) -> bool:
        return self.needed

    def drop(self) -> None:
        self.dropped = True


def hints(address: str, count: int, tables: int = 1) -> list[FakeJob]:
    return [FakeJob(Kind.HINT, address, str(number % tables)) for number in range(count)]


def scheduler(jobs: Iterable[FakeJob] = (), workers: int = 3) -> Scheduler[FakeJob]:
    made: Scheduler[FakeJob] = Scheduler(workers, limits={})
    for job in jobs:
        made.add(job)
    return made


def started(queue: Scheduler[FakeJob]) -> FakeJob:
    """The job that starts now."""
    start = queue.start_next()
    assert start
    return start.job


def served(queue: Scheduler[FakeJob]) -> list[FakeJob]:
    """All jobs in the order in which one worker does them."""
    order = []
    while start := queue.start_next():
        order.append(start.job)
        queue.finished(start.job)
    return order


# Turns


def test_an_address_with_many_tables_waits_for_its_turn_like_everybody() -> None:
    queue = scheduler([*hints("eve", 40, tables=20), *hints("anna", 2)])
    order = [job.asker.address for job in served(queue)]
    assert order[:4] == ["eve", "anna", "eve", "anna"]


def test_the_tables_of_an_address_take_turns() -> None:
    jobs = [FakeJob(Kind.BOT, "club", table) for table in ("1", "1", "1", "2", "3")]
    assert [job.asker.table for job in served(scheduler(jobs))] == ["1", "2", "3", "1", "1"]


@given(st.lists(st.tuples(st.sampled_from(ADDRESSES), st.sampled_from(TABLES)), max_size=40))
def test_between_two_jobs_of_an_address_every_other_is_served_at_most_once(
    asked: list[tuple[str, str]],
) -> None:
    jobs = [FakeJob(Kind.HINT, address, table) for address, table in asked]
    order = [job.asker for job in served(scheduler(jobs))]
    assert Counter(order) == Counter(job.asker for job in jobs)
    for own in ADDRESSES:
        others: Counter[str] = Counter()
        for asker in order[: _last(order, own) + 1]:
            others[asker.address] += 1
            if asker.address == own:
                others.clear()
            assert all(count <= 1 for address, count in others.items() if address != own)


def _last(order: list[Asker], address: str) -> int:
    return max((place for place, asker in enumerate(order) if asker.address == address), default=-1)


# Kinds


def test_bots_come_first_then_hints_then_records_then_analyses() -> None:
    jobs = [FakeJob(kind, "anna") for kind in reversed(Kind)]
    assert [job.kind for job in served(scheduler(jobs))] == [*Kind]


@given(st.sampled_from([Kind.HINT, Kind.RECORD, Kind.ANALYSIS]), st.integers(3, 5))
def test_no_kind_starves_however_many_bots_there_are(kind: Kind, workers: int) -> None:
    queue = scheduler((FakeJob(Kind.BOT, f"{number}") for number in range(50)), workers)
    queue.add(FakeJob(kind, "anna"))
    assert [job.kind for job in served(queue)].index(kind) == PATIENCE


def test_all_kinds_that_are_overdue_are_served_in_turn() -> None:
    flood = [FakeJob(Kind.BOT, "eve") for _ in range(50)]
    queue = scheduler([*flood, *(FakeJob(kind, "anna") for kind in Kind if kind is not Kind.BOT)])
    order = [job.kind for job in served(queue)]
    assert max(order.index(kind) for kind in Kind) <= PATIENCE + len(Kind)


@pytest.mark.parametrize("workers", [3, 4, 8])
def test_analyses_leave_a_worker_for_what_is_short(workers: int) -> None:
    queue = scheduler([FakeJob(Kind.ANALYSIS, f"{number}") for number in range(20)], workers)
    running = 0
    while queue.start_next():
        running += 1
    assert running == workers - 2
    queue.add(FakeJob(Kind.HINT, "anna"))
    assert queue.start_next()


@pytest.mark.parametrize("workers", [3, 4, 8])
@pytest.mark.parametrize("first", [[Kind.HINT, Kind.ANALYSIS], [Kind.ANALYSIS, Kind.RECORD], [*SHORT]])
def test_one_worker_is_for_bots_alone(workers: int, first: list[Kind]) -> None:
    queue = scheduler(workers=workers)
    busy = 0
    for kind in first:
        for number in range(20):
            queue.add(FakeJob(kind, f"{number}"))
        while queue.start_next():
            busy += 1
    assert busy == workers - 1


@given(st.permutations([*Kind]), st.integers(3, 8))
def test_no_address_has_all_workers(kinds: list[Kind], workers: int) -> None:
    """A bot that has to solve its game first takes long, and so does an analysis."""
    queue = scheduler(workers=workers)
    busy = 0
    for kind in kinds:
        for table in range(20):
            queue.add(FakeJob(kind, "eve", f"{table}"))
        while queue.start_next():
            busy += 1
    assert busy == workers - 1
    queue.add(FakeJob(Kind.BOT, "anna"))
    assert started(queue).asker.address == "anna"


@pytest.mark.parametrize("kind", [Kind.BOT, Kind.HINT, Kind.RECORD])
def test_an_address_can_play_and_look_at_records_while_its_analysis_runs(kind: Kind) -> None:
    queue = scheduler([FakeJob(Kind.ANALYSIS, "anna")], workers=3)
    assert started(queue).kind is Kind.ANALYSIS
    queue.add(FakeJob(kind, "anna"))
    assert started(queue).kind is kind


def test_an_address_that_is_busy_keeps_its_place_and_holds_up_nobody() -> None:
    queue = scheduler(workers=3)
    first, second, other = FakeJob(Kind.BOT, "eve"), FakeJob(Kind.BOT, "eve"), FakeJob(Kind.BOT, "anna")
    for job in (first, second, other):
        queue.add(job)
    assert [started(queue), started(queue), queue.start_next()] == [first, other, None]
    queue.finished(first)
    assert started(queue) is second


def test_those_whose_address_is_unknown_are_not_one_address() -> None:
    queue = scheduler([FakeJob(Kind.BOT, "", f"{table}") for table in range(3)], workers=3)
    assert all(queue.start_next() for _ in range(3))


# Limits, and jobs that nobody wants any more


def test_a_full_queue_of_one_address_is_no_hindrance_to_others() -> None:
    queue: Scheduler[FakeJob] = Scheduler(3)
    for job in hints("eve", LIMITS[Kind.HINT].per_address):
        queue.add(job)
    with pytest.raises(QueueFull) as full:
        queue.add(FakeJob(Kind.HINT, "eve", "another"))
    assert full.value.of_address
    queue.add(FakeJob(Kind.RECORD, "eve"))
    queue.add(FakeJob(Kind.HINT, "anna"))


def test_a_full_queue_says_so_to_everybody() -> None:
    queue: Scheduler[FakeJob] = Scheduler(3, {Kind.HINT: Limit(2, 3)})
    for address in ("eve", "eve", "ben"):
        queue.add(FakeJob(Kind.HINT, address))
    with pytest.raises(QueueFull) as full:
        queue.add(FakeJob(Kind.HINT, "anna"))
    assert not full.value.of_address


def test_bots_are_never_refused() -> None:
    queue: Scheduler[FakeJob] = Scheduler(3)
    for _ in range(1000):
        queue.add(FakeJob(Kind.BOT, "club"))
    assert queue.waiting(Kind.BOT) == 1000


def test_a_refusal_depends_on_how_long_jobs_have_taken() -> None:
    now = [0.0]
    queue: Scheduler[FakeJob] = Scheduler(3, {Kind.ANALYSIS: Limit(1, 10)}, clock=lambda: now[0])
    for _ in range(50):
        queue.add(FakeJob(Kind.ANALYSIS, "eve"))
        start = queue.start_next()
        assert start
        now[0] += 100.0
        queue.finished(start.job)
    for address in ("eve", "ben"):
        queue.add(FakeJob(Kind.ANALYSIS, address))
    with pytest.raises(QueueFull) as full:
        queue.add(FakeJob(Kind.ANALYSIS, "eve"))
    assert full.value.seconds == pytest.approx(200, rel=0.01)  # two addresses, one after the other


def test_the_wait_is_measured() -> None:
    now = [0.0]
    queue: Scheduler[FakeJob] = Scheduler(3, clock=lambda: now[0])
    queue.add(FakeJob(Kind.HINT, "anna"))
    now[0] = 3.0
    start = queue.start_next()
    assert start
    assert start.waited == 3.0


def test_what_nobody_wants_any_more_is_dropped_when_its_turn_comes() -> None:
    gone, here = hints("anna", 2)
    queue = scheduler([gone, here])
    gone.needed = False
    assert served(queue) == [here]
    assert gone.dropped


def test_what_nobody_wants_any_more_takes_no_place() -> None:
    queue: Scheduler[FakeJob] = Scheduler(3, {Kind.HINT: Limit(1, 1)})
    gone, here = hints("anna", 2)
    queue.add(gone)
    gone.needed = False
    queue.add(here)
    assert gone.dropped
    assert served(queue) == [here]


def test_what_nobody_wants_any_more_can_be_dropped_at_once() -> None:
    running, gone, here = hints("anna", 3)
    queue = scheduler([running, gone, here])
    assert started(queue) is running
    running.needed = gone.needed = False
    queue.drop_unwanted(Kind.HINT)
    assert [job.dropped for job in (running, gone, here)] == [True, True, False]
    assert queue.waiting(Kind.HINT) == 1
    queue.finished(running)
    assert served(queue) == [here]


def test_the_next_place_of_an_address_is_not_lost_when_a_job_is_removed() -> None:
    first, second, third = (FakeJob(Kind.HINT, address) for address in ADDRESSES)
    queue = scheduler([first, second, third])
    assert queue.remove(second)
    assert not queue.remove(second)
    assert served(queue) == [first, third]


class AnyOrder(RuleBasedStateMachine):
    """Jobs are added, started, finished and given up in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.workers = 3
        self.queue: Scheduler[FakeJob] = Scheduler(self.workers, {Kind.HINT: Limit(3, 5)}, clock=lambda: 0.0)
        self.waiting: list[FakeJob] = []
        self.running: list[FakeJob] = []

    @rule(kind=st.sampled_from(Kind), address=st.sampled_from(ADDRESSES), table=st.sampled_from(TABLES))
    def add(self, kind: Kind, address: str, table: str) -> None:
        job = FakeJob(kind, address, table)
        try:
            self.queue.add(job)
        except QueueFull:
            alike = [other for other in self.waiting if other.kind is kind]
            assert kind is Kind.HINT
            assert len(alike) == 5 or sum(other.asker.address == address for other in alike) == 3
        else:
            self.waiting.append(job)

    @precondition(lambda self: len(self.running) < self.workers)
    @rule()
    def start(self) -> None:
        if start := self.queue.start_next():
            self.waiting.remove(start.job)
            self.running.append(start.job)
        else:
            held_up = {job.asker.address for job in self.running}
            assert all(job.asker.address in held_up for job in self.waiting if job.kind is Kind.BOT)
            assert self.running or not self.waiting

    @precondition(lambda self: self.running)
    @rule(data=st.data())
    def finish(self, data: st.DataObject) -> None:
        job = data.draw(st.sampled_from(self.running))
        self.running.remove(job)
        self.queue.finished(job)

    @precondition(lambda self: self.waiting)
    @rule(data=st.data())
    def give_up(self, data: st.DataObject) -> None:
        job = data.draw(st.sampled_from(self.waiting))
        self.waiting.remove(job)
        assert self.queue.remove(job)

    @invariant()
    def nothing_is_lost_and_a_worker_is_left_for_bots(self) -> None:
        for kind in Kind:
            assert self.queue.waiting(kind) == sum(job.kind is kind for job in self.waiting)
        assert sum(job.kind is not Kind.BOT for job in self.running) < self.workers
        assert sum(job.kind in LONG for job in self.running) < self.workers - 1
        for address in ADDRESSES:
            assert sum(job.asker.address == address for job in self.running) < self.workers


TestAnyOrder = AnyOrder.TestCase
