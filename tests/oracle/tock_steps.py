"""How stones of the Tock oracle go, field by field (T15–T18, T20–T23, T25, T28–T30, T33)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

from stammtisch.core import Seat

from .tock_board import (
    CENTRE,
    RESERVE,
    Board,
    Stones,
    for_seven,
    in_house,
    marked,
    owner_of,
    place_of,
    protected,
    stone_at,
    team_is_home,
    text_of,
)

Route: TypeAlias = tuple[str, ...]
"""The places that a stone comes to, one after the other; the last is the goal."""


def routes(board: Board, stones: Stones, name: str, steps: int, direction: int = 1) -> Iterator[Route]:
    """Every way in which the stone can go these steps, whatever it hits."""
    place = place_of(stones[name])
    if place in (RESERVE, CENTRE) or (direction < 0 and in_house(place)):
        return
    yield from _routes_on(board, stones, name, (), steps, direction)


def _routes_on(
    board: Board, stones: Stones, name: str, so_far: Route, steps: int, direction: int
) -> Iterator[Route]:
    if steps == 0:
        yield so_far
        return
    for place in _next_places(board, stones[name], owner_of(name), so_far, direction):
        if _may_step_on(stones, owner_of(name), place):
            yield from _routes_on(board, stones, name, (*so_far, place), steps - 1, direction)


def _next_places(board: Board, text: str, owner: Seat, so_far: Route, direction: int) -> list[str]:
    here = so_far[-1] if so_far else place_of(text)
    if in_house(here):
        return [f"h{int(here[1]) + 1}"] if here != "h4" else []
    places = [board.beyond(here, direction)]
    if here == board.gate(owner) and _may_turn_in(board, marked(text), bool(so_far), direction):
        places.append("h1")
    return places


def _may_turn_in(board: Board, mark: bool, reached_now: bool, direction: int) -> bool:
    """Whether a stone at its gate may turn into the house; `reached_now`: this very move led it there."""
    if board.house_entry == "touched":
        return direction > 0 or mark
    if board.house_entry == "over":
        return direction > 0 and reached_now
    return direction > 0 and (mark or reached_now)


def _may_step_on(stones: Stones, owner: Seat, place: str) -> bool:
    """T15, T18: in the house every cell must be free, on the track nobody passes a protected stone."""
    if in_house(place):
        return all(text != place for name, text in stones.items() if owner_of(name) == owner)
    return all(place_of(text) != place for text in stones.values() if protected(text))


def walked(board: Board, stones: Stones, name: str, route: Route, *, seven: bool = False) -> Stones:
    """The stones after that way; a seven hits on every field it comes to, others on the last."""
    after = dict(stones)
    mark = marked(stones[name])
    for index, place in enumerate(route):
        if place.isdigit() and (seven or index == len(route) - 1):
            hit(after, place)
        mark = mark or place == board.gate(owner_of(name))
        after[name] = text_of(board, place, mark)
    return after


def hit(stones: Stones, place: str) -> None:
    """T16: a stone that stands there goes to its reserve."""
    victim = stone_at(stones, place)
    if victim is not None:
        stones[victim] = RESERVE


def put(board: Board, stones: Stones, name: str, place: str) -> Stones:
    """The stone is set down there without a way: out of the centre, into it, or by a swap."""
    after = dict(stones)
    mark = marked(stones[name]) or place == board.gate(owner_of(name))
    after[name] = text_of(board, place, mark)
    return after


def put_and_hit(board: Board, stones: Stones, name: str, place: str) -> Stones:
    after = dict(stones)
    hit(after, place)
    return put(board, after, name, place)


def joker_finish(board: Board, after: Stones, seat: Seat, said: str) -> bool:
    """T33: the joker has brought home the team's eighth stone, which is not agreed."""
    return board.no_joker_finish and said.startswith("X") and team_is_home(board, after, seat)


def single_parts(
    board: Board, stones: Stones, seat: Seat, left: int, card: str
) -> Iterator[tuple[str, Route, Stones]]:
    """Every part that could be made now, with the stones after it, whatever becomes of the rest."""
    for name in for_seven(board, stones, seat):
        for steps in range(1, left + 1):
            for route in routes(board, stones, name, steps):
                after = walked(board, stones, name, route, seven=True)
                if not joker_finish(board, after, seat, card):
                    yield name, route, after


@cache
def completable(board: Board, stones: tuple[tuple[str, str], ...], seat: Seat, left: int, card: str) -> bool:
    """T22: whether the steps left can still be played in full."""
    return left == 0 or any(
        completable(board, tuple(after.items()), seat, left - len(route), card)
        for _, route, after in single_parts(board, dict(stones), seat, left, card)
    )
