"""Zock'n'Roll by its clauses."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final, final

from stammtisch.core.chance import Chance, Listed, Source, dice_weights, lot
from stammtisch.core.documents import Document
from stammtisch.core.errors import BadRequest, NotYourTurn
from stammtisch.core.event import Event, Events
from stammtisch.core.game import Game
from stammtisch.core.turn import (
    MOST_SEATS,
    SEAT_CHOOSES,
    SEAT_THROWS,
    TABLE_THROWS,
    Choose,
    Outcome,
    Over,
    Seat,
    Turn,
    by_merit,
)
from stammtisch.games.zocknroll import document, layout
from stammtisch.games.zocknroll.dice import NO_DICE, digits
from stammtisch.games.zocknroll.moves import STAY, Move
from stammtisch.games.zocknroll.notation import (
    parse_cups,
    parse_move,
    parse_starter,
    parse_white,
    white_added,
)
from stammtisch.games.zocknroll.options import ZockNRollOptions
from stammtisch.games.zocknroll.refusal import refusal
from stammtisch.games.zocknroll.state import (
    DECIDE,
    LAST_ROUND,
    MARK_PHASE,
    NOBODY,
    OVER,
    OWN,
    STILL_IN,
    WHITE,
    Setup,
    State,
    cups_thrown,
    setup,
)
from stammtisch.games.zocknroll.tableau import CROSS, LEFT_FIRST, SHIFT, WON_THIRD, crosses_in, full_rows
from stammtisch.games.zocknroll.view import guessed, seen_by
from stammtisch.games.zocknroll.wire import ZockNRollLayout, ZockNRollTally, ZockNRollView

_LOT: Final = cache(lot)
_WHITE_THROWN: Final = {
    round_: Listed((f"{WHITE} {text}", ways) for text, ways in dice_weights(white_added(round_)))
    for round_ in range(1, LAST_ROUND + 1)
}
"""The roll of the white dice, by round."""

_CHOOSE: Final = cache(Choose)
_STAYED: Final = tuple((Event("stayed", seat),) for seat in range(MOST_SEATS))


class Reason(StrEnum):
    """How a game of Zock'n'Roll ends."""

    SIXTH_CROSS = "sixth-cross"
    """A row has six marks, and the hand has been played to its end (R11)."""


@final
class ZockNRoll(Game[State, Move, ZockNRollOptions]):
    """Zock'n'Roll for three to six, with two boxes up to twelve, for practice two (R1)."""

    id = "zocknroll"
    title = "Zock'n'Roll"
    rules_version = 1
    players = tuple(range(2, MOST_SEATS + 1))
    has_secrets = True
    options_type = ZockNRollOptions
    view_type = ZockNRollView
    tally_type = ZockNRollTally
    layout_type = ZockNRollLayout

    def begin(self, players: int, options: ZockNRollOptions) -> State:
        return State(setup(options, players), OWN, NOBODY, (0,) * players)

    def turn(self, state: State) -> Turn:
        phase = state.phase
        if phase == DECIDE:
            return SEAT_CHOOSES[state.turn]
        if phase == WHITE:
            return SEAT_THROWS[state.starter]
        if phase == MARK_PHASE:
            return _CHOOSE(state.to_mark())
        return TABLE_THROWS if phase == OWN else Over(_outcome(state))

    def chance(self, state: State) -> Chance:
        if state.phase == WHITE:
            return _WHITE_THROWN[state.round]
        if state.phase != OWN:
            raise BadRequest(f"nothing is rolled in phase {state.phase}")
        if state.starter == NOBODY:
            return _LOT(state.setup.players)
        return cups_thrown(state.setup.players, state.setup.dice)

    def fall(self, state: State, outcome: str) -> tuple[State, Events]:
        if state.phase == WHITE:
            return _white_rolled(state, parse_white(outcome, state.round))
        if state.phase != OWN:
            raise BadRequest(f"nothing is rolled in phase {state.phase}")
        players = state.setup.players
        if state.starter == NOBODY:
            return _started(state.setup, parse_starter(outcome, players), state.crosses)
        return _cups_rolled(state, parse_cups(outcome, players, state.setup.dice))

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        if state.phase == DECIDE:
            return state.setup.decisions(state.markable(seat)) if seat == state.turn else ()
        if state.phase == MARK_PHASE and seat in state.to_mark():
            return state.setup.marks(state.markable(seat))
        return ()

    def play(self, state: State, seat: Seat, move: Move) -> tuple[State, Events]:
        listed = self.moves(state, seat)
        if not listed:
            raise NotYourTurn(f"seat {seat} is not to move in phase {state.phase}")
        if move not in listed:
            raise refusal(state, seat, move)
        if state.phase == MARK_PHASE:
            return _marked(state, seat, move)
        if move == STAY:
            return _decided(state, state.left, state.crosses, _STAYED[seat])
        return _left(state, move)

    def parse(self, state: State, text: str) -> Move:
        return parse_move(text)

    def dump(self, state: State) -> Document:
        turn = state.starter if state.phase == WHITE else state.turn
        head = self.head(
            state.setup.players, state.setup.options, state.phase, None if turn == NOBODY else turn
        )
        return head | document.dump(state)

    def preview(self, state: State, move: Move) -> str:
        return str(state.setup.points(CROSS[move.row])) if move.row in state.setup.best_first else ""

    def layout(self, players: int, options: ZockNRollOptions) -> ZockNRollLayout:
        return layout.layout(options)

    def tally(self, state: State) -> ZockNRollTally:
        return layout.tally(state)

    def restore(
        self, document_: Document, players: int, options: ZockNRollOptions, viewer: Seat | None
    ) -> State:
        return document.load(document_, setup(options, players), viewer)

    def view(self, state: State, seat: Seat | None) -> Document:
        return self.dump(seen_by(state, seat))

    def guess(self, view: Document, seat: Seat, source: Source) -> State:
        return guessed(self.load(view, seat), source)


def _started(setup: Setup, starter: Seat, crosses: tuple[int, ...]) -> tuple[State, Events]:
    """A new hand, in which the cups are rolled first (R2, R3)."""
    return State(setup, OWN, starter, crosses), (Event("starts", starter),)


def _cups_rolled(state: State, cups: tuple[int, ...]) -> tuple[State, Events]:
    """All cups are rolled; each player knows only their own dice (R3)."""
    all_in = (STILL_IN,) * len(cups)
    after = State(state.setup, WHITE, state.starter, state.crosses, 1, NO_DICE, cups, all_in)
    return after, tuple([_cup_rolled(seat, cup) for seat, cup in enumerate(cups)])


@cache
def _cup_rolled(seat: Seat, cup: int) -> Event:
    return Event("threw", seat, digits(cup), (seat,))


def _white_rolled(state: State, dice: int) -> tuple[State, Events]:
    """The white dice of the round are rolled: now the seats still in decide, or the cups are lifted."""
    white = state.white + dice
    events: Events = (_white_event(state.starter, dice),)
    if state.round == LAST_ROUND:
        return _lifted(state, white, events)
    turn = _next_in(state.left, state.starter, 0)
    after = State(
        state.setup, DECIDE, state.starter, state.crosses, state.round, white, state.cups, state.left, turn
    )
    return after, events


@cache
def _white_event(starter: Seat, dice: int) -> Event:
    return Event(WHITE, starter, digits(dice))


def _next_in(left: tuple[int, ...], starter: Seat, asked: int) -> Seat:
    """The next seat still in after `asked` seats have been asked, clockwise from the starter (R4)."""
    players = len(left)
    for step in range(asked, players):
        seat = (starter + step) % players
        if left[seat] == STILL_IN:
            return seat
    return NOBODY


def _left(state: State, move: Move) -> tuple[State, Events]:
    """The seat shows its dice and marks a combination, in round 1 also `left-first` (R4, R5)."""
    seat = state.turn
    tableau = state.crosses[seat]
    gained = CROSS[move.row]
    if state.round == 1:
        gained |= CROSS[LEFT_FIRST] & ~full_rows(tableau)
    left = _replaced(state.left, seat, state.round)
    crosses = _replaced(state.crosses, seat, tableau + gained)
    return _decided(state, left, crosses, _leaving(seat, state.cups[seat], gained))


@cache
def _leaving(seat: Seat, cup: int, gained: int) -> Events:
    return (Event("left", seat), Event("showed", seat, digits(cup)), *_crossing(seat, gained))


@cache
def _crossing(seat: Seat, gained: int) -> Events:
    return tuple(Event("crossed", seat, row) for row in crosses_in(gained))


def _replaced(values: tuple[int, ...], seat: Seat, value: int) -> tuple[int, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _decided(
    state: State, left: tuple[int, ...], crosses: tuple[int, ...], events: Events
) -> tuple[State, Events]:
    """The next seat decides; after the last one comes the next round, if anyone is in (R4, R10)."""
    starter = state.starter
    turn = _next_in(left, starter, (state.turn - starter) % len(left) + 1)
    phase, round_ = DECIDE, state.round
    if turn == NOBODY:
        if STILL_IN not in left:
            return _hand_ended(state, crosses, events)
        phase, round_ = WHITE, state.round + 1
    return State(state.setup, phase, starter, crosses, round_, state.white, state.cups, left, turn), events


def _lifted(state: State, white: int, events: Events) -> tuple[State, Events]:
    """Round 3: all still in lift their cups; the highest combination wins, if only one has it (R6, R7)."""
    cups, left = state.cups, state.left
    winners = state.setup.highest(white, cups, left)
    combination = state.setup.best_first[state.setup.rank(cups[winners[0]] + white)]
    showed = [Event("showed", seat, digits(cup)) for seat, cup in enumerate(cups) if left[seat] == STILL_IN]
    highest = [Event("highest", seat, combination) for seat in winners]
    return _to_mark(state, white, state.crosses, winners, ()), (*events, *showed, *highest)


def _to_mark(
    state: State, white: int, crosses: tuple[int, ...], winners: tuple[Seat, ...], marked: tuple[Seat, ...]
) -> State:
    return State(
        state.setup,
        MARK_PHASE,
        state.starter,
        crosses,
        LAST_ROUND,
        white,
        state.cups,
        state.left,
        NOBODY,
        winners,
        marked,
    )


def _marked(state: State, seat: Seat, move: Move) -> tuple[State, Events]:
    """A combination is marked, by a sole winner also `won-third`; the last mark ends the hand (R6, R7)."""
    tableau = state.crosses[seat]
    gained = CROSS[move.row]
    if len(state.winners) == 1:
        gained |= CROSS[WON_THIRD] & ~full_rows(tableau)
    crosses = _replaced(state.crosses, seat, tableau + gained)
    events = _crossing(seat, gained)
    marked = tuple(sorted((*state.marked, seat)))
    if marked == state.winners:
        return _hand_ended(state, crosses, events)
    return _to_mark(state, state.white, crosses, state.winners, marked), events


def _hand_ended(state: State, crosses: tuple[int, ...], events: Events) -> tuple[State, Events]:
    """A row with six marks ends the game; else the next player starts a new hand (R2, R11)."""
    if any(map(full_rows, crosses)):
        over = State(state.setup, OVER, NOBODY, crosses)
        outcome = _outcome(over)
        won = (Event("won", seat, str(outcome.scores[seat])) for seat in outcome.winners)
        return over, (*events, *won)
    after, started = _started(state.setup, (state.starter + 1) % len(crosses), crosses)
    return after, events + started


def _outcome(state: State) -> Outcome:
    """Most points win, then most marks in `won-third` (R11)."""
    scores = tuple(map(state.setup.points, state.crosses))
    thirds = [tableau >> SHIFT[WON_THIRD] & 7 for tableau in state.crosses]
    return by_merit(list(zip(scores, thirds, strict=True)), scores, Reason.SIXTH_CROSS.value)
