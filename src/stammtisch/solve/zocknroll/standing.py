"""A position at the table, as places in solved hands: what it yields, and what wins the race.

A position says which white dice were rolled, not in which order they were rolled. So in round 2 every
die may be the fourth one, with the chance that follows from who has stayed.
"""

from __future__ import annotations

from collections.abc import Container
from math import pi, prod, sqrt
from operator import mul
from statistics import fmean
from typing import TYPE_CHECKING, Final, NamedTuple

from stammtisch.core.turn import Over, Seat
from stammtisch.games.zocknroll import ZockNRoll
from stammtisch.games.zocknroll.dice import digits
from stammtisch.games.zocknroll.options import ZockNRollOptions
from stammtisch.games.zocknroll.state import DECIDE, MARK_PHASE, NOBODY, OVER, OWN, STILL_IN, Setup, State
from stammtisch.games.zocknroll.tableau import CROSS
from stammtisch.solve import compact
from stammtisch.solve.zocknroll.places import Place
from stammtisch.solve.zocknroll.tables import (
    FACES,
    Floats,
    Ints,
    chances,
    cup_number,
    floats,
    ints,
    mirrored,
    roll_orders,
    worth,
)

if TYPE_CHECKING or not compact.NEEDED:
    from stammtisch.solve.zocknroll.hands import Hand, most_players, outlook, seated, solved_hand
    from stammtisch.solve.zocknroll.playouts import raced
else:
    from stammtisch.solve.zocknroll.plain import Hand, most_players, outlook, raced, seated, solved_hand

PLAYOUTS: Final = 500 if compact.NEEDED else 4000
"""How many races are run to their ends for a chance to win."""
PLAYOUTS_OF_ALL: Final = 60 if compact.NEEDED else 1000
"""The same where all cups are seen, which leaves less to chance."""
_RACE_PLAYERS: Final = 4
"""Hands of more players are too long to solve for a race; a second one is drawn for the rest."""

_GAME: Final = ZockNRoll()


class Spot(NamedTuple):
    """One way in which the white dice may have been rolled: its chance, the place in its hand, the number
    of the seat's cup there, and whether all dice are mirrored."""

    chance: float
    played: Hand
    place: Place
    cup: int
    mirror: bool


def prepare(players: int, options: ZockNRollOptions) -> None:
    """Load or solve a hand that everybody begins, and compile what it takes."""
    solved_hand(options, min(players, most_players(options.variant)), "112", 0.0)


def points_to_come(state: State, seat: Seat) -> float:
    """The points that the present hand may still yield the seat, which knows its own cup only."""
    if state.phase == OVER:
        return 0.0
    if state.phase == MARK_PHASE:
        return _points_to_mark(state, seat)
    if not state.white:
        return _points_of_a_hand(state, seat)
    if state.left[seat] != STILL_IN:
        return 0.0
    player = players(state, seat).index(seat)
    return sum(
        chance * played.expected(place, player, cup) for chance, played, place, cup, _ in spots(state, seat)
    )


def wins(state: State, seat: Seat, seed: int, count: int = PLAYOUTS) -> Floats:
    """The seat's share of the win, by playout of the hand and the race, if all mark the most points."""
    state = _all_marked(state)
    turn = _GAME.turn(state)
    if isinstance(turn, Over):
        return floats([_share(turn, seat)])
    return _raced(state, _still_to_mark(state, seat, [seat], count, seed), seat, seed)


def chances_of_all(state: State, seed: int) -> list[float]:
    """Every seat's chance to win, to somebody who sees all cups: the same playouts for all."""
    state = _all_marked(state)
    turn, seats = _GAME.turn(state), range(state.setup.players)
    if isinstance(turn, Over):
        return [_share(turn, seat) for seat in seats]
    first = _still_to_mark(state, max(state.turn, 0), seats, PLAYOUTS_OF_ALL, seed)
    return [fmean(_raced(state, first, seat, seed)) for seat in seats]


def _share(over: Over, seat: Seat) -> float:
    winners = over.outcome.winners
    return 1 / len(winners) if seat in winners else 0.0


def _raced(state: State, first: Ints, seat: Seat, seed: int) -> Floats:
    """The seat's share of the win, by playout, after these marks of the present hand."""
    setup = state.setup
    gains = outlook(setup.options, min(setup.players, _RACE_PLAYERS), zeal_of(setup)).gains
    starter = max(state.starter, 0) + (1 if state.white else 0)
    return raced(ints(state.crosses), worth(setup), first, starter, gains, seat, seed)


def zeal_of(setup: Setup) -> float:
    """By how much high combinations are worth more than their points to players who are after the win.

    With totals spread normally around each other, the chance to be above all others bends
    upwards by that much; totals spread about a quarter wider than the points of the best row.
    """
    spread = 1.25 * max(1, *setup.options.points_by_row().values())
    return (setup.players - 2) / (sqrt(2 * pi) * spread)


def players(state: State, seat: Seat) -> list[Seat]:
    """The seats that matter, from the starter on, at most as many as can be solved.

    Those who left before they were asked are left out. Where there are still too many, the seat itself and
    the one who decides are kept first, then those still in.
    """
    seats = len(state.cups)
    asked = [
        (state.starter + step) % seats
        for step in range(seats)
        if not _ahead_of_turn(state, (state.starter + step) % seats)
    ]
    nearest = sorted(
        asked, key=lambda other: (other not in (seat, state.turn), state.left[other] != STILL_IN)
    )
    return [other for other in asked if other in nearest[: most_players(state.setup.options.variant)]]


def spots(state: State, seat: Seat, zeal: float = 0.0) -> list[Spot]:
    """Where the hand may stand for all the seat knows, after the white dice have been rolled."""
    order = players(state, seat)
    stayed = [state.left[other] != 1 for other in order]
    if len(digits(state.white)) == 3:
        asked = _asked(state, order) if state.phase == DECIDE else len(order)
        return [_spot(state, seat, zeal, digits(state.white), Place(_node(stayed[:asked])))]
    inside = [other for other, in_ in zip(order, stayed, strict=True) if in_]
    asked = _asked(state, inside) if state.phase == DECIDE else len(inside)
    second = _node([state.left[other] == STILL_IN for other in inside[:asked]])
    found = [
        _spot(state, seat, zeal, white, Place(_node(stayed), fourth, second))
        for white, fourth in roll_orders(digits(state.white))
    ]
    weights = [_likelihood(spot, [other != seat for other in order]) for spot in found]
    total = sum(weights)
    return [spot._replace(chance=weight / total) for spot, weight in zip(found, weights, strict=True)]


def _spot(state: State, seat: Seat, zeal: float, white: str, place: Place) -> Spot:
    """The spot as it is or mirrored, whichever is solved."""
    mirror = mirrored(white) < white
    if mirror:
        white = mirrored(white)
        place = place if place.fourth < 0 else place._replace(fourth=FACES - 1 - place.fourth)
    played = solved_hand(state.setup.options, len(players(state, seat)), white, zeal)
    return Spot(1.0, played, place, _cup(state, seat, mirror=mirror), mirror)


def _cup(state: State, seat: Seat, *, mirror: bool) -> int:
    """The number of a seat's cup."""
    cup = digits(state.cups[seat])
    return cup_number(mirrored(cup) if mirror else cup)


def _likelihood(spot: Spot, others: list[bool]) -> float:
    """How likely the others have decided so."""
    reach = spot.played.beliefs(spot.place)
    return prod(float(sum(cups)) for cups, other in zip(reach, others, strict=True) if other)


def _node(stayed: list[bool]) -> int:
    node = 1
    for stays in stayed:
        node = 2 * node + stays
    return node


def _asked(state: State, order: list[Seat]) -> int:
    """How many of them have been asked in this round."""
    return order.index(state.turn)


def _ahead_of_turn(state: State, seat: Seat) -> bool:
    """Whether the seat has left in this round before its turn: no game gets there, an analysis may."""
    seats = len(state.cups)
    later = (seat - state.starter) % seats > (state.turn - state.starter) % seats
    return state.phase == DECIDE and later and state.left[seat] == state.round


def _points_to_mark(state: State, seat: Seat) -> float:
    gained = 0
    if seat in state.to_mark():
        before = state.setup.points(state.crosses[seat])
        after = (_GAME.play(state, seat, move)[0] for move in _GAME.moves(state, seat))
        gained = max(state.setup.points(marked.crosses[seat]) for marked in after) - before
    return float(gained)


def _points_of_a_hand(state: State, seat: Seat) -> float:
    """The points of the coming hand, or of one whose white dice have not been rolled."""
    seats = state.setup.players
    by_cup = outlook(state.setup.options, min(seats, most_players(state.setup.options.variant))).points
    if state.starter != NOBODY:
        position = (seat - state.starter) % seats * len(by_cup) // seats
        by_cup = by_cup[position : position + 1]
    if state.phase != OWN:
        cup = cup_number(digits(state.cups[seat]))
        return fmean(float(points[cup]) for points in by_cup)
    return fmean(float(sum(map(mul, points, chances(state.setup)))) for points in by_cup)


def _all_marked(state: State) -> State:
    """The position once everybody who may mark has marked the most points."""
    while state.phase == MARK_PHASE:
        seat = state.to_mark()[0]
        best = max(_GAME.moves(state, seat), key=lambda move: state.setup.points(CROSS[move.row]))
        state, _ = _GAME.play(state, seat, best)
    return state


def _still_to_mark(state: State, seat: Seat, known: Container[Seat], count: int, seed: int) -> Ints:
    """The marks that each seat still makes in the present hand, by playout; `known` are the seats whose
    cups are seen."""
    if not state.white:
        return ints([[0] * state.setup.players] * count)
    order = players(state, seat)
    parts = []
    for chance, played, place, _, mirror in spots(state, seat, zeal_of(state.setup)):
        cups = played.beliefs(place).copy()
        for at, other in enumerate(order):
            if other in known:
                own = _cup(state, other, mirror=mirror)
                cups[at] = floats([float(cup == own) for cup in range(len(cups[at]))])
        parts.append(played.played_out(place, cups, round(chance * count), seed))
    return seated(parts, order, state.setup.players)
