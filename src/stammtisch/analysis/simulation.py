"""Bots against bots, many games at once, with confidence intervals.

A deal is one seed: all its games have the same rolls and cards, and the bots change seats between them, so
that luck cancels out. Results are counted by deal, and no deal is counted twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from math import sqrt
from multiprocessing import active_children
from statistics import fmean
from typing import Final, Protocol, TypeAlias

import msgspec

from stammtisch import bots, catalog
from stammtisch.core.chance import Seeded
from stammtisch.core.documents import Document
from stammtisch.core.errors import BadRequest
from stammtisch.core.turn import Outcome, Over, Throw
from stammtisch.core.value import Value
from stammtisch.match import Dice

CONFIDENCE: Final = 1.96
"""Standard errors to either side of a 95 % interval."""
TRIES: Final = 3
"""How often a deal is tried before it is reported missing."""


class Plan(msgspec.Struct, frozen=True):
    """What to simulate; `seats` names a bot for each seat of the first game of a deal."""

    game: str
    options: Document
    seats: tuple[str, ...]
    deals: int
    seed: str

    @property
    def rotations(self) -> int:
        """The number of different games of a deal: the bots move one seat further each time."""
        size = len(self.seats)
        turned = [self.seats[by:] + self.seats[:by] for by in range(1, size + 1)]
        return turned.index(self.seats) + 1


class Played(msgspec.Struct, frozen=True):
    """One game: for each bot's name its share of the win and its mean score and place."""

    shares: dict[str, float]
    scores: dict[str, float]
    places: dict[str, float]


Deal: TypeAlias = tuple[int, list[Played]]
"""The number of a deal and its games."""


class Summary(msgspec.Struct, frozen=True):
    """How one bot fared; the share of wins with its 95 % confidence interval."""

    bot: str
    share: float
    low: float
    high: float
    score: float
    place: float


class Result(msgspec.Struct, frozen=True):
    """The result so far."""

    game: str
    seats: list[str]
    games: int
    missing: int
    bots: list[Summary]


def plan(game: str, options: Document, seats: Iterable[str], games: int, seed: str) -> Plan:
    """A checked plan of at least so many games, in whole deals."""
    found = catalog.game(game)
    names = tuple(seats)
    found.options(options, found.check_players(len(names)))
    for name in names:
        bots.bot(found, name)
    if games < 1:
        raise BadRequest(f"at least one game is played, not {games}")
    rough = Plan(found.id, options, names, 1, seed)
    return msgspec.structs.replace(rough, deals=-(-games // rough.rotations))


def play_deal(plan: Plan, deal: int) -> Deal:
    """All games of one deal."""
    return deal, [_played(plan, deal, rotation) for rotation in range(plan.rotations)]


def _played(plan: Plan, deal: int, rotation: int) -> Played:
    seats = plan.seats[rotation:] + plan.seats[:rotation]
    outcome = play_out(plan, seats, f"{plan.seed} {deal}")
    by_bot: dict[str, list[int]] = {}
    for seat, name in enumerate(seats):
        by_bot.setdefault(name, []).append(seat)
    winners = outcome.winners
    return Played(
        {name: sum(seat in winners for seat in own) / len(winners) for name, own in by_bot.items()},
        {name: fmean(outcome.scores[seat] for seat in own) for name, own in by_bot.items()},
        {name: fmean(outcome.places[seat] for seat in own) for name, own in by_bot.items()},
    )


def play_out(plan: Plan, seats: tuple[str, ...], seed: str) -> Outcome:
    """One game. Roll n of a seed is the same whatever the bots did before."""
    game = catalog.game(plan.game)
    state: Value = game.start(len(seats), game.options(plan.options, len(seats)))
    choosers = [bots.bot(game, name) for name in seats]
    dice, luck, throws = Dice(seed), Seeded(f"bots {seed}"), 0
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Throw):
            state, _ = game.fall(state, game.chance(state).sample(dice.source(throws)))
            throws += 1
        else:
            seat = turn.seats[0]
            state, _ = game.play(state, seat, choosers[seat](game, game.view(state, seat), seat, luck))
    outcome: Outcome = turn.outcome
    return outcome


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
        pool = ProcessPoolExecutor(jobs)
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
    shares = [fmean(game.shares[name] for game in games) for games in deals]
    mean = fmean(shares)
    variance = sum((share - mean) ** 2 for share in shares) / max(len(shares) - 1, 1)
    margin = CONFIDENCE * sqrt(variance / len(shares)) if len(shares) > 1 else 1.0
    games = [game for deal in deals for game in deal]
    return Summary(
        name,
        mean,
        max(mean - margin, 0.0),
        min(mean + margin, 1.0),
        fmean(game.scores[name] for game in games),
        fmean(game.places[name] for game in games),
    )
