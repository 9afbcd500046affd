"""Bots against bots, many games at once, with confidence intervals.

A deal is one seed: all its games have the same rolls and cards, and the bots change seats between them, so
that luck cancels out. Where luck can be evaluated, what is left of it is subtracted from the result: the mean
stays the same, and far fewer games are enough. Results are counted by deal, and no deal is counted twice.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, parent_process
from multiprocessing.connection import wait as wait_for
from statistics import fmean
from threading import Thread
from typing import Final, Protocol, TypeAlias, final

import msgspec

from stammtisch import bots, catalog
from stammtisch.analysis.intervals import Interval, mean_interval, share_interval
from stammtisch.core.chance import Seeded, Source
from stammtisch.core.documents import Document
from stammtisch.core.errors import BadRequest
from stammtisch.core.turn import Outcome, Over, Seat, Throw
from stammtisch.core.value import Value
from stammtisch.match import Dice

TRIES: Final = 3
"""How often a deal is tried before it is reported missing."""


class Plan(msgspec.Struct, frozen=True):
    """What to simulate; `seats` names a bot for each seat of the first game of a deal."""

    game: str
    options: Document
    seats: tuple[str, ...]
    deals: int
    seed: str
    adjust: bool = True
    """Whether luck is evaluated where that is quick; without, games are played faster still."""

    @property
    def rotations(self) -> int:
        """The number of different games of a deal: the bots move one seat further each time."""
        size = len(self.seats)
        turned = [self.seats[by:] + self.seats[:by] for by in range(1, size + 1)]
        return turned.index(self.seats) + 1


class Played(msgspec.Struct, frozen=True):
    """One game: for each bot's name its share of the win, its mean score and place, and its luck."""

    shares: dict[str, float]
    scores: dict[str, float]
    places: dict[str, float]
    luck: dict[str, float] | None


Deal: TypeAlias = tuple[int, list[Played]]
"""The number of a deal and its games."""


class Summary(msgspec.Struct, frozen=True):
    """How one bot fared; the share of wins with its 95 % confidence interval.

    `adjusted` is the same without what luck did; None where luck cannot be evaluated.
    """

    bot: str
    share: float
    low: float
    high: float
    score: float
    place: float
    adjusted: Interval | None = None


class Result(msgspec.Struct, frozen=True):
    """The result so far."""

    game: str
    seats: list[str]
    games: int
    missing: int
    bots: list[Summary]


def plan(
    game: str, options: Document, seats: Iterable[str], games: int, seed: str, *, adjust: bool = True
) -> Plan:
    """A checked plan of at least this number of games, in whole deals."""
    found = catalog.game(game)
    names = tuple(seats)
    found.options(options, found.check_players(len(names)))
    for name in names:
        bots.bot(found, name)
    if games < 1:
        raise BadRequest(f"at least one game is played, not {games}")
    rough = Plan(found.id, options, names, 1, seed, adjust)
    return msgspec.structs.replace(rough, deals=-(-games // rough.rotations))


def play_deal(plan: Plan, deal: int) -> Deal:
    """All games of one deal."""
    return deal, [_played(plan, deal, rotation) for rotation in range(plan.rotations)]


def _played(plan: Plan, deal: int, rotation: int) -> Played:
    seats = plan.seats[rotation:] + plan.seats[:rotation]
    outcome, luck = play_out(plan, seats, f"{plan.seed} {deal}")
    by_bot: dict[str, list[int]] = {}
    for seat, name in enumerate(seats):
        by_bot.setdefault(name, []).append(seat)
    winners = outcome.winners
    return Played(
        {name: sum(seat in winners for seat in own) / len(winners) for name, own in by_bot.items()},
        {name: fmean(outcome.scores[seat] for seat in own) for name, own in by_bot.items()},
        {name: fmean(outcome.places[seat] for seat in own) for name, own in by_bot.items()},
        None if luck is None else {name: sum(luck[seat] for seat in own) for name, own in by_bot.items()},
    )


def play_out(plan: Plan, seats: tuple[str, ...], seed: str) -> tuple[Outcome, list[float] | None]:
    """One game: how it ended, and by seat its part of the luck of those who win together."""
    game = catalog.game(plan.game)
    state: Value = game.start(len(seats), game.options(plan.options, len(seats)))
    choosers = [bots.bot(game, name) for name in seats]
    sources = [Seeded(f"bot {seat} {seed}") for seat in range(len(seats))]
    drawn = Seeded(f"luck {seed}")
    rolls, luck = Rolls(seed), [0.0] * len(seats) if plan.adjust and bots.quick_luck(game, seats) else None
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Throw):
            text = game.chance(state).sample(rolls.next(turn.seat))
            gains = luck and bots.simulated_luck(game, state, text, seats, drawn)
            luck = gains and luck and [before + gain for before, gain in zip(luck, gains, strict=True)]
            state, _ = game.fall(state, text)
        else:
            seat = turn.seats[0]
            move = choosers[seat](game, game.view(state, seat), seat, sources[seat])
            state, _ = game.play(state, seat, move)
    outcome: Outcome = turn.outcome
    return outcome, luck and _parts(luck, bots.sides(game, state, len(seats)))


def _parts(luck: list[float], sides: tuple[Seat, ...]) -> list[float]:
    """By seat: partners have the same luck, and each a part of it, as of a win."""
    return [all_of_it / sides.count(side) for all_of_it, side in zip(luck, sides, strict=True)]


@final
class Rolls:
    """Roll k of turn n of a seat is always the same, whatever the others have done and in how many rolls.

    A turn ends when another seat rolls; what the table rolls or deals is counted as one seat's.
    """

    def __init__(self, seed: str) -> None:
        self._seed: Final = seed
        self._turns: Final[Counter[Seat | None]] = Counter()
        self._seat: Seat | None = None
        self._rolled = 0

    def next(self, seat: Seat | None) -> Source:
        """The luck of the next roll."""
        if seat != self._seat or not self._turns[seat]:
            self._turns[seat] += 1
            self._seat, self._rolled = seat, 0
        self._rolled += 1
        name = "table" if seat is None else f"seat {seat}"
        return Dice(self._seed, f"{name} turn {self._turns[seat]} ".encode()).source(self._rolled)


class Workers(Protocol):
    """Plays deals, each once or not at all."""

    def __call__(self, plan: Plan, deals: Iterable[int]) -> Iterator[Deal]:
        """The deals in the order in which they are finished."""


def here(plan: Plan, deals: Iterable[int]) -> Iterator[Deal]:
    """Play one deal after the other in this process."""
    return (play_deal(plan, deal) for deal in deals)


def processes(jobs: int) -> Workers:
    """Play several deals at a time in worker processes; if one is killed, its deals are missing."""

    def work(plan: Plan, deals: Iterable[int]) -> Iterator[Deal]:
        others = set(active_children())
        pool = ProcessPoolExecutor(jobs, initializer=_end_with_parent)
        try:
            waiting: set[Future[Deal]] = {pool.submit(play_deal, plan, deal) for deal in deals}
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        except BrokenProcessPool:
            return
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in set(active_children()) - others:
                worker.terminate()  # a caller that stops early does not wait for deals that are not counted

    return work


def _end_with_parent() -> None:
    """A worker ends when its parent is gone, even if that was killed and could not say so."""
    parent = parent_process()
    assert parent is not None  # noqa: S101 - this is a worker

    def watch() -> None:
        wait_for([parent.sentinel])
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def simulate(
    plan: Plan, workers: Workers = here, progress: Callable[[int], None] | None = None
) -> Iterator[Result]:
    """The result after each deal; the last one is final and says what is missing."""
    found: dict[int, list[Played]] = {}
    for _ in range(TRIES):
        left = [deal for deal in range(plan.deals) if deal not in found]
        for deal, played in workers(plan, left) if left else ():
            found[deal] = played
            if progress:
                progress(len(found) * plan.rotations)
            yield _result(plan, found, 0)
    yield _result(plan, found, plan.deals - len(found))


def _result(plan: Plan, found: dict[int, list[Played]], missing: int) -> Result:
    names = dict.fromkeys(plan.seats)
    return Result(
        plan.game,
        list(plan.seats),
        len(found) * plan.rotations,
        missing * plan.rotations,
        [_summary(name, list(found.values())) for name in names] if found else [],
    )


def _summary(name: str, deals: list[list[Played]]) -> Summary:
    """Deals are independent of each other, the games of a deal are not."""
    games = [game for deal in deals for game in deal]
    raw = share_interval([fmean(game.shares[name] for game in games) for games in deals])
    return Summary(
        name,
        raw.share,
        raw.low,
        raw.high,
        fmean(game.scores[name] for game in games),
        fmean(game.places[name] for game in games),
        _adjusted(name, deals),
    )


def _adjusted(name: str, deals: list[list[Played]]) -> Interval | None:
    """The share of wins that is left when luck, which is 0 on average, is subtracted."""
    shares = [
        fmean(game.shares[name] - game.luck[name] for game in games if game.luck is not None)
        for games in deals
        if all(game.luck is not None for game in games)
    ]
    return mean_interval(shares) if shares and len(shares) == len(deals) else None
