"""Kniffel by its clauses."""

from __future__ import annotations

from enum import StrEnum
from operator import add
from typing import final

from stammtisch.core.chance import Chance
from stammtisch.core.documents import Document
from stammtisch.core.errors import BadRequest, NotYourTurn
from stammtisch.core.event import Event, Events
from stammtisch.core.game import Game
from stammtisch.core.turn import SEAT_CHOOSES, SEAT_THROWS, Outcome, Over, Seat, Turn, by_merit
from stammtisch.games.kniffel import document, layout
from stammtisch.games.kniffel.boxes import BOXES, CHANCE, POINTS
from stammtisch.games.kniffel.dice import DICE, ROLLS
from stammtisch.games.kniffel.moves import NOTHING, Move
from stammtisch.games.kniffel.notation import parse_move, parse_roll
from stammtisch.games.kniffel.options import KniffelOptions
from stammtisch.games.kniffel.refusal import refusal
from stammtisch.games.kniffel.state import (
    BEGIN,
    CHOOSE_PHASE,
    EMPTY_SHEET,
    OUT_OF_THE_TIE,
    OVER,
    STILL_TO_THROW,
    THROW_PHASE,
    Sheets,
    State,
    setup,
)
from stammtisch.games.kniffel.wire import KniffelLayout, KniffelTally, KniffelView


class Reason(StrEnum):
    """How a game or series of Kniffel ends."""

    SHEETS_FULL = "sheets-full"
    """All sheets are full (K13)."""
    SERIES_PLAYED = "series-played"
    """The agreed number of games has been played (K14)."""


@final
class Kniffel(Game[State, Move, KniffelOptions]):
    """Kniffel (Kockapoker), alone or with up to twelve players."""

    id = "kniffel"
    title = "Kniffel"
    rules_version = 1
    players = tuple(range(1, 13))
    options_type = KniffelOptions
    view_type = KniffelView
    tally_type = KniffelTally
    layout_type = KniffelLayout

    def begin(self, players: int, options: KniffelOptions) -> State:
        sheets = (EMPTY_SHEET,) * players
        totals = (0,) * players if options.games > 1 else ()
        if players == 1:
            return State(setup(options), THROW_PHASE, 0, sheets, totals)
        return State(setup(options), BEGIN, 0, sheets, totals, began=(STILL_TO_THROW,) * players)

    def turn(self, state: State) -> Turn:
        phase = state.phase
        if phase == CHOOSE_PHASE:
            return SEAT_CHOOSES[state.turn]
        if phase == OVER:
            return Over(_outcome(state))
        return SEAT_THROWS[state.turn]

    def chance(self, state: State) -> Chance:
        if state.phase == THROW_PHASE or state.phase == BEGIN:
            return ROLLS[len(DICE[state.dice])]
        raise BadRequest(f"nothing is rolled in phase {state.phase}")

    def fall(self, state: State, outcome: str) -> tuple[State, Events]:
        if state.phase not in (THROW_PHASE, BEGIN):
            raise BadRequest(f"nothing is rolled in phase {state.phase}")
        hand = parse_roll(state.dice, outcome)
        events = (Event("threw", state.turn, outcome.removeprefix("roll ")),)
        if state.phase == BEGIN:
            after, more = _begun(state, hand)
            return after, (*events, *more)
        return _at_the_dice(state, CHOOSE_PHASE, hand, state.throws + 1), events

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        return state.legal() if state.phase == CHOOSE_PHASE and seat == state.turn else ()

    def play(self, state: State, seat: Seat, move: Move) -> tuple[State, Events]:
        if move not in self.moves(state, seat):
            if seat != state.turn or state.phase != CHOOSE_PHASE:
                raise NotYourTurn(f"seat {seat} is not to move in phase {state.phase}")
            raise refusal(state, move)
        if move.box != NOTHING:
            return _scored(state, move.box)
        events = (Event("kept", seat, DICE[move.kept] or "-"),)
        return _at_the_dice(state, THROW_PHASE, move.kept, state.throws), events

    def parse(self, state: State, text: str) -> Move:
        return parse_move(text)

    def dump(self, state: State) -> Document:
        turn = None if state.phase == OVER else state.turn
        head = self.head(len(state.sheets), state.setup.options, state.phase, turn)
        return head | document.dump(state)

    def preview(self, state: State, move: Move) -> str:
        if move.box == NOTHING:
            return ""
        return str(state.setup.points(state.dice, move.box, state.sheets[state.turn].open))

    def layout(self, players: int, options: KniffelOptions) -> KniffelLayout:
        return layout.layout()

    def tally(self, state: State) -> KniffelTally:
        return layout.tally(state)

    def restore(
        self, document_: Document, players: int, options: KniffelOptions, viewer: Seat | None
    ) -> State:
        return document.load(document_, players, setup(options))


def _at_the_dice(state: State, phase: str, dice: int, throws: int) -> State:
    """The same turn with other dice on the table (K3)."""
    return State(state.setup, phase, state.turn, state.sheets, state.totals, state.game, dice, throws)


def _begun(state: State, hand: int) -> tuple[State, Events]:
    """Everybody rolls; the highest total begins, and those who tie roll again (K2)."""
    events: Events = (Event("start-roll", state.turn, str(POINTS[hand][CHANCE])),)
    began = (*state.began[: state.turn], hand, *state.began[state.turn + 1 :])
    if STILL_TO_THROW not in began:
        totals = [0 if throw == OUT_OF_THE_TIE else POINTS[throw][CHANCE] for throw in began]
        highest = max(totals)
        best = [seat for seat, total in enumerate(totals) if total == highest]
        if len(best) == 1:
            begins = Event("begins", best[0], str(highest))
            return _to_throw(state, best[0], state.sheets), (*events, begins)
        events = (*events, *(Event("tied", seat, str(highest)) for seat in best))
        began = tuple(STILL_TO_THROW if seat in best else OUT_OF_THE_TIE for seat in range(len(totals)))
    turn = began.index(STILL_TO_THROW)
    after = State(state.setup, BEGIN, turn, state.sheets, state.totals, state.game, began=began)
    return after, events


def _to_throw(state: State, seat: Seat, sheets: Sheets) -> State:
    """The turn of that seat or, where its sheet is full, of the next one clockwise."""
    while not sheets[seat].open:
        seat = (seat + 1) % len(sheets)
    return State(state.setup, THROW_PHASE, seat, sheets, state.totals, state.game)


def _scored(state: State, box: int) -> tuple[State, Events]:
    """A box is filled, and the next player's turn begins (K4–K12)."""
    turn, hand = state.turn, state.dice
    sheet = state.sheets[turn]
    points = state.setup.points(hand, box, sheet.open)
    further_kniffel = state.further_kniffel()
    filled = sheet.filled(box, points, further_kniffel)
    sheets = (*state.sheets[:turn], filled, *state.sheets[turn + 1 :])
    events: Events = (Event("scored", turn, f"{BOXES[box]} {points}"),)
    if further_kniffel:
        events = (*events, Event("bonus", turn, str(state.setup.options.kniffel_bonus)))
    if not any(sheet.open for sheet in sheets):
        return _ended(state, sheets, events)
    return _to_throw(state, (turn + 1) % len(sheets), sheets), events


def _ended(state: State, sheets: Sheets, events: Events) -> tuple[State, Events]:
    """All sheets are full; in a series the totals are added up and the next game begins (K13, K14)."""
    scores = _sheet_totals(state, sheets)
    highest = max(scores)
    won = tuple(Event("won", seat, str(score)) for seat, score in enumerate(scores) if score == highest)
    totals = tuple(map(add, state.totals, scores))  # none outside a series
    if state.game == state.setup.options.games:
        return State(state.setup, OVER, 0, sheets, totals, state.game), (*events, *won)
    # The last box is filled by the last in the round: the seat after it began, the one after that is next.
    beginner = (state.turn + 2) % len(sheets)
    fresh = (EMPTY_SHEET,) * len(sheets)
    return State(state.setup, THROW_PHASE, beginner, fresh, totals, state.game + 1), (*events, *won)


def _sheet_totals(state: State, sheets: Sheets) -> tuple[int, ...]:
    return tuple(sheet.total(state.setup.options.kniffel_bonus) for sheet in sheets)


def _outcome(state: State) -> Outcome:
    scores = state.totals or _sheet_totals(state, state.sheets)
    reason = Reason.SERIES_PLAYED if state.totals else Reason.SHEETS_FULL
    return by_merit([(score,) for score in scores], scores, reason.value)
