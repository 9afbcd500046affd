"""ZOCK by its clauses."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, final

from stammtisch.core.chance import Chance, Listed
from stammtisch.core.documents import Document
from stammtisch.core.errors import BadRequest, NotYourTurn
from stammtisch.core.event import Event, Events
from stammtisch.core.game import Game
from stammtisch.core.turn import SEAT_CHOOSES, SEAT_THROWS, Outcome, Over, Seat, Turn, by_merit
from stammtisch.games.zock import document, layout
from stammtisch.games.zock.chips import payment, worth
from stammtisch.games.zock.moves import COVERS, NONE, OBJECT, THROW, THROWS, Move, fields_of, origins
from stammtisch.games.zock.notation import parse_dice, parse_move
from stammtisch.games.zock.options import ZockOptions
from stammtisch.games.zock.refusal import refusal
from stammtisch.games.zock.state import (
    BEGIN,
    CHIPS_OF_A_COLOUR,
    COLOURS,
    FULL_ROWS,
    MOVE_PHASE,
    NO_DICE,
    OBJECTION,
    OVER,
    THROW_PHASE,
    Handed,
    Setup,
    State,
    setup,
)
from stammtisch.games.zock.wire import ZockLayout, ZockTally, ZockView

TWO_DICE: Final = Listed((text, 1 if text[0] == text[1] else 2) for text in THROWS)
OBJECTION_MOVES: Final = (OBJECT, THROW)

_THREW: Final = tuple(tuple((Event("threw", seat, text),) for text in THROWS) for seat in (0, 1))
_COVERED: Final = tuple(tuple((Event("covered", seat, move.text),) for move in COVERS) for seat in (0, 1))
_SAT_OUT: Final = tuple((Event("sat-out", seat),) for seat in (0, 1))


class Reason(StrEnum):
    """How a game or match of ZOCK ends."""

    COVERED = "covered"
    """All nine fields of the winner are covered (Z9)."""
    MATCH_PLAYED = "match-played"
    """The agreed number of games has been played (Z18)."""
    OUT_OF_CHIPS = "out-of-chips"
    """The loser of the last game could not pay in full (Z18)."""


@final
class Zock(Game[State, Move, ZockOptions]):
    """ZOCK (Klapp-Knobel) for two."""

    id = "zock"
    title = "ZOCK"
    rules_version = 1
    players = (2,)
    options_type = ZockOptions
    view_type = ZockView
    tally_type = ZockTally
    layout_type = ZockLayout

    def begin(self, players: int, options: ZockOptions) -> State:
        half = (CHIPS_OF_A_COLOUR // 2,) * len(COLOURS)
        chips = (half, half) if options.games > 1 else ()
        return State(setup(options), BEGIN, 0, FULL_ROWS, chips=chips)

    def turn(self, state: State) -> Turn:
        phase = state.phase
        if phase in (MOVE_PHASE, OBJECTION):
            return SEAT_CHOOSES[state.turn]
        if phase == OVER:
            return Over(_outcome(state))
        return SEAT_THROWS[state.turn]

    def chance(self, state: State) -> Chance:
        if state.phase == THROW_PHASE or state.phase == BEGIN:
            return TWO_DICE
        raise BadRequest(f"nothing is rolled in phase {state.phase}")

    def fall(self, state: State, outcome: str) -> tuple[State, Events]:
        dice = parse_dice(outcome)
        turn = state.turn
        if state.phase == THROW_PHASE:
            after = State(
                state.setup,
                MOVE_PHASE,
                turn,
                state.rows,
                dice,
                NO_DICE,
                state.handed,
                state.chips,
                state.game,
            )
        elif state.phase == BEGIN:
            return _begun(state, dice)
        else:
            raise BadRequest(f"nothing is rolled in phase {state.phase}")
        return after, _THREW[turn][dice]

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        if seat != state.turn:
            return ()
        if state.phase == MOVE_PHASE:
            return state.legal()
        return OBJECTION_MOVES if state.phase == OBJECTION else ()

    def play(self, state: State, seat: Seat, move: Move) -> tuple[State, Events]:
        if move not in self.moves(state, seat):
            if seat != state.turn or state.phase not in (MOVE_PHASE, OBJECTION):
                raise NotYourTurn(f"seat {seat} is not to move in phase {state.phase}")
            raise refusal(state, move)
        if state.phase == OBJECTION:
            return _answered(state, move)
        return _covered(state, move)

    def parse(self, state: State, text: str) -> Move:
        return parse_move(text)

    def preview(self, state: State, move: Move) -> str:
        """How the fields come about, where there are more ways than the basic game has (Z11–Z13).

        Where players watch over mistakes, the program does not help them (Z16).
        """
        options = state.setup.options
        helped = options.variant in ("b", "c") and state.setup.strict and state.phase == MOVE_PHASE
        return origins(state.dice, options, move.fields) if helped and move.fields else ""

    def layout(self, players: int, options: ZockOptions) -> ZockLayout:
        return layout.layout(options)

    def tally(self, state: State) -> ZockTally:
        return layout.tally(state)

    def dump(self, state: State) -> Document:
        turn = None if state.phase == OVER else state.turn
        head = self.head(2, state.setup.options, state.phase, turn)
        return head | document.dump(state)

    def restore(self, document_: Document, players: int, options: ZockOptions, viewer: Seat | None) -> State:
        return document.load(document_, setup(options))


def _begun(state: State, dice: int) -> tuple[State, Events]:
    """Both roll; the higher total begins, and after a tie both roll again (Z2)."""
    total = _total(dice)
    events = (*_THREW[state.turn][dice], Event("start-roll", state.turn, str(total)))
    if state.turn == 0:
        waiting = State(state.setup, BEGIN, 1, state.rows, began=dice, chips=state.chips, game=state.game)
        return waiting, events
    first = _total(state.began)
    if first == total:
        again = State(state.setup, BEGIN, 0, state.rows, chips=state.chips, game=state.game)
        return again, (*events, *(Event("tied", seat, str(total)) for seat in (0, 1)))
    beginner = 0 if first > total else 1
    begins = Event("begins", beginner, str(max(first, total)))
    return _to_throw(state, beginner, state.rows), (*events, begins)


def _total(dice: int) -> int:
    return sum(map(int, THROWS[dice]))


def _to_throw(state: State, turn: Seat, rows: tuple[int, int], handed: tuple[Handed, ...] = ()) -> State:
    return State(state.setup, THROW_PHASE, turn, rows, NO_DICE, NO_DICE, handed, state.chips, state.game)


def _with_row(rows: tuple[int, int], seat: Seat, row: int) -> tuple[int, int]:
    return (row, rows[1]) if seat == 0 else (rows[0], row)


def _covered(state: State, move: Move) -> tuple[State, Events]:
    """Fields are covered, or none, in phase move."""
    turn = state.turn
    fields = move.fields
    events = _COVERED[turn][fields] if fields else _SAT_OUT[turn]
    row = state.rows[turn] & ~fields
    rows = _with_row(state.rows, turn, row) if fields else state.rows
    keeps_dice = state.setup.keeps_dice and fields != 0 and row != 0
    if state.setup.strict:
        if row == 0:
            return _won(state, turn, rows, events)
        return _to_throw(state, turn if keeps_dice else 1 - turn, rows), events
    handed = (*state.handed, Handed(state.dice, state.rows[turn], fields))
    if keeps_dice:
        return _to_throw(state, turn, rows, handed), events
    after = State(state.setup, OBJECTION, 1 - turn, rows, NO_DICE, NO_DICE, handed, state.chips, state.game)
    return after, events


def mistakes(setup: Setup, handed: tuple[Handed, ...]) -> tuple[Handed, ...]:
    """The rolls of a turn that were used wrongly, each measured against the row as it was then (Z16)."""
    return tuple(
        throw
        for throw in handed
        if (COVERS[throw.covered] if throw.covered else NONE) not in setup.legal(throw.dice, throw.row)
    )


def _answered(state: State, move: Move) -> tuple[State, Events]:
    """The opponent objects or lets the turn stand (Z16, Z17)."""
    seat, other = state.turn, 1 - state.turn
    wrong = mistakes(state.setup, state.handed) if move == OBJECT else ()
    events: Events = (Event("objected", seat, "founded" if wrong else "unfounded"),)
    if move == THROW:
        events = (Event("let-stand", seat),)
    if not wrong:
        if state.rows[other] == 0:
            return _won(state, other, state.rows, events)
        return _to_throw(state, seat, state.rows), events
    opened = 0
    for throw in wrong:
        opened |= throw.covered
    if opened:
        events = (*events, Event("opened", other, COVERS[opened].text))
    return _to_throw(state, seat, _with_row(state.rows, other, state.rows[other] | opened)), events


def _won(state: State, winner: Seat, rows: tuple[int, int], events: Events) -> tuple[State, Events]:
    """A row is fully covered: the game is won and, in a match, paid for (Z9, Z18)."""
    loser = 1 - winner
    points = sum(fields_of(rows[loser]))
    events = (*events, Event("won", winner, str(points)))
    if not state.chips:
        return State(state.setup, OVER, winner, rows), events
    values = state.setup.chip_values
    purse = state.chips[loser]
    paid = payment(purse, state.chips[winner], values, points)
    left = tuple(have - gone for have, gone in zip(purse, paid, strict=True))
    gained = tuple(have + came for have, came in zip(state.chips[winner], paid, strict=True))
    chips = (gained, left) if winner == 0 else (left, gained)
    moved = " ".join(f"{number:+} {colour}" for number, colour in zip(paid, COLOURS, strict=True) if number)
    events = (*events, Event("paid", loser, moved))
    if worth(purse, values) < points or state.game >= state.setup.options.games:
        return State(state.setup, OVER, winner, rows, chips=chips, game=state.game), events
    after = State(state.setup, THROW_PHASE, loser, FULL_ROWS, chips=chips, game=state.game + 1)
    return after, events


def _outcome(state: State) -> Outcome:
    if state.chips:
        scores = tuple(worth(chips, state.setup.chip_values) for chips in state.chips)
        played = state.game >= state.setup.options.games
        reason = Reason.MATCH_PLAYED if played else Reason.OUT_OF_CHIPS
        return by_merit([(score,) for score in scores], scores, reason.value)
    winner = 0 if state.rows[0] == 0 else 1
    scores = tuple(sum(fields_of(state.rows[1 - winner])) if seat == winner else 0 for seat in (0, 1))
    return Outcome((winner,), (1, 2) if winner == 0 else (2, 1), scores, Reason.COVERED.value)
