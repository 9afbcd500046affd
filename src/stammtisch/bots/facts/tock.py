"""What a move of Tock gains and risks."""

from __future__ import annotations

from typing import Final

from stammtisch.bots.contract import EvaluatedMove, Fact
from stammtisch.bots.tock import carried_through
from stammtisch.bots.tock.evaluation import scale_of
from stammtisch.bots.tock.threats import Threats
from stammtisch.core.documents import Document
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Seat
from stammtisch.games.tock.cards import rank_of, without
from stammtisch.games.tock.legal import ENTERING
from stammtisch.games.tock.moves import RESERVE, STONES, Move, Stone
from stammtisch.games.tock.playing import played, receiver_of
from stammtisch.games.tock.state import GIVE, PLACE, TRACK_END, State, home

WORTH_NAMING: Final = 0.02
"""Chances below this are not named."""


def facts(game: AnyGame, view: Document, seat: Seat, evaluated: EvaluatedMove) -> list[Fact]:
    """Who is hit, who comes home or out, how far it still is, and how likely a stone is hit before the
    seat's next turn, as far as it can count the cards. A seven is judged once all of it has been played."""
    seen: State = game.load(view, viewer=seat)
    move: Move = game.parse(seen, evaluated.move)
    if seen.phase == GIVE:
        return _gift(seen, seat, move)
    after = seen
    for each in carried_through(seen, seat, move):
        after, _ = played(after, seat, each)
    return [*_gains(seen, after, seat), *_exposure(seen, after, seat)]


def _gift(seen: State, seat: Seat, move: Move) -> list[Fact]:
    """Whether the card brings a stone of its receiver into play, and what is kept for that (T10)."""
    receiver = receiver_of(seen, seat)
    kept = sum(rank_of(card) in ENTERING for card in without(seen.hands[seat], move.card))
    found = []
    if rank_of(move.card) in ENTERING and _reserve(seen, receiver):
        found.append(Fact("gift-enters", {"seat": receiver}, risk=receiver not in _side(seen, seat)))
    if kept:
        found.append(Fact("keeps-entering", {"n": kept}))
    elif _reserve(seen, seat):
        found.append(Fact("cannot-enter", risk=True))
    return found


def _reserve(state: State, seat: Seat) -> int:
    """How many stones of the seat are not in play."""
    return state.stones[seat * STONES : seat * STONES + STONES].count(RESERVE)


def _gains(before: State, after: State, seat: Seat) -> list[Fact]:
    side = _side(before, seat)
    back = [stone for stone in _changed(before, after) if after.stones[stone] == RESERVE]
    rivals: list[Seat] = [stone // STONES for stone in back if stone // STONES not in side]
    found = [Fact("hits", {"n": rivals.count(rival), "seat": rival}) for rival in dict.fromkeys(rivals)]
    if came_home := sum(home(after.stones, each) - home(before.stones, each) for each in side):
        found.append(Fact("home", {"n": came_home}))
    if any(_entered(before, after, stone) for stone in _changed(before, after)):
        found.append(Fact("enters"))
    found += [
        Fact("to-gate", {"n": steps})
        for stone in _led(before, after, side)
        if (steps := _to_gate(after, stone))
    ]
    if len(back) > len(rivals):
        found.append(Fact("hits-own", {"n": len(back) - len(rivals)}, risk=True))
    return found


def _exposure(before: State, after: State, seat: Seat) -> list[Fact]:
    """The most endangered of the side's stones, before and after."""
    threats = Threats(scale_of(before.setup), before, seat)
    was, now = threats.highest_danger(before), threats.highest_danger(after)
    if now >= WORTH_NAMING:
        return [Fact("in-danger", {"chance": now}, risk=True)]
    return [Fact("out-of-danger", {"chance": was})] if was >= WORTH_NAMING else []


def _changed(before: State, after: State) -> list[Stone]:
    return [
        stone
        for stone, (then, now) in enumerate(zip(before.stones, after.stones, strict=True))
        if then & PLACE != now & PLACE
    ]


def _entered(before: State, after: State, stone: Stone) -> bool:
    return before.stones[stone] == RESERVE and after.stones[stone] != RESERVE


def _led(before: State, after: State, side: tuple[Seat, ...]) -> list[Stone]:
    """The one stone of the side that was led along the track, if it was one."""
    led = [
        stone
        for stone in _changed(before, after)
        if stone // STONES in side and before.stones[stone] & PLACE < TRACK_END > after.stones[stone] & PLACE
    ]
    return led if len(led) == 1 else []


def _to_gate(state: State, stone: Stone) -> int:
    """How many fields it is from the stone's place to its gate."""
    return (state.setup.gates[stone // STONES] - (state.stones[stone] & PLACE)) % state.setup.size


def _side(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The seats that win together."""
    return (seat, state.setup.partners[seat]) if state.setup.teams else (seat,)
