"""Tock by its clauses."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import final

from stammtisch.core.chance import Chance, Listed, Source, lot
from stammtisch.core.documents import Document, shown
from stammtisch.core.errors import BadMove, BadRequest, IllegalMove, NotYourTurn
from stammtisch.core.event import Event, Events
from stammtisch.core.game import Game
from stammtisch.core.turn import (
    SEAT_CHOOSES,
    SEAT_THROWS,
    TABLE_THROWS,
    Choose,
    Outcome,
    Over,
    Seat,
    Turn,
    ranked,
)
from stammtisch.games.tock import document, idle, layout, view
from stammtisch.games.tock.cards import CARDS, NO_CARD, TEXTS, with_card, without
from stammtisch.games.tock.deal import deal_chance, hands_of, parse_deal
from stammtisch.games.tock.legal import legal_moves
from stammtisch.games.tock.moves import RESERVE, STONES, Move, among
from stammtisch.games.tock.notation import parse_move
from stammtisch.games.tock.options import TockOptions
from stammtisch.games.tock.playing import next_turn, played
from stammtisch.games.tock.refusal import refusal
from stammtisch.games.tock.state import (
    DEAL,
    DRAW,
    GIVE,
    NOBODY,
    OVER,
    PLAY,
    PROTECTED,
    SEVEN_PHASE,
    Setup,
    State,
    Stones,
    home,
    setup,
)
from stammtisch.games.tock.wire import TockLayout, TockTally, TockView


class Reason(StrEnum):
    """How a game of Tock ends (T27)."""

    HOME = "home"
    """One player, or one team, has all stones in the house."""
    PLACES = "places"
    """With `play_on`: all places but the last are taken."""


@final
class Tock(Game[State, Move, TockOptions]):
    """Tock for 2 to 6 and 8 players."""

    id = "tock"
    title = "Tock"
    rules_version = 1
    players = (2, 3, 4, 5, 6, 8)
    has_secrets = True
    options_type = TockOptions
    view_type = TockView
    tally_type = TockTally
    layout_type = TockLayout

    def begin(self, players: int, options: TockOptions) -> State:
        board = setup(players, options)
        return State(board, DEAL, NOBODY, NOBODY, 1, _first_stones(board), ((),) * players, (), b"")

    def turn(self, state: State) -> Turn:
        phase = state.phase
        if phase == PLAY:
            return SEAT_CHOOSES[state.turn]
        if phase == DEAL:
            return TABLE_THROWS if state.dealer == NOBODY else SEAT_THROWS[state.dealer]
        if phase == GIVE:
            return Choose(state.to_give())
        if phase == OVER:
            return Over(_outcome(state))
        return SEAT_THROWS[state.turn] if phase == DRAW else SEAT_CHOOSES[state.turn]

    def chance(self, state: State) -> Chance:
        if state.phase == DRAW:
            hand = Counter(state.hands[state.draw_from])
            return Listed((TEXTS[card], number) for card, number in sorted(hand.items()))
        if state.phase != DEAL:
            raise BadRequest(f"nothing is dealt or drawn in phase {state.phase}")
        return lot(state.setup.players) if state.dealer == NOBODY else deal_chance(state)

    def fall(self, state: State, outcome: str) -> tuple[State, Events]:
        if state.phase == DRAW:
            return _drawn(state, outcome)
        if state.phase != DEAL:
            raise BadRequest(f"nothing is dealt or drawn in phase {state.phase}")
        return _chosen_by_lot(state, outcome) if state.dealer == NOBODY else _dealt(state, outcome)

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        return legal_moves(state, seat)

    def play(self, state: State, seat: Seat, move: Move) -> tuple[State, Events]:
        listed = legal_moves(state, seat)
        if not among(listed, move):
            if not listed:
                raise NotYourTurn(f"seat {seat} is not to move in phase {state.phase}")
            raise refusal(state, seat, move)
        return played(state, seat, move)

    def parse(self, state: State, text: str) -> Move:
        return parse_move(text)

    def dump(self, state: State) -> Document:
        turn = None if state.turn == NOBODY else state.turn
        head = self.head(state.setup.players, state.setup.options, state.phase, turn)
        return head | document.dump(state)

    def restore(self, document_: Document, players: int, options: TockOptions, viewer: Seat | None) -> State:
        return document.load(document_, setup(players, options), viewer)

    def view(self, state: State, seat: Seat | None) -> Document:
        return self.dump(view.seen_by(state, seat))

    def guess(self, view_: Document, seat: Seat, source: Source) -> State:
        return view.guess(self.load(view_, seat), seat, source)

    def layout(self, players: int, options: TockOptions) -> TockLayout:
        return layout.layout(setup(players, options))

    def tally(self, state: State) -> TockTally:
        return layout.tally(state)

    def silence_clause(self, state: State) -> str | None:
        """While cards are held, nobody may say anything about them (T38)."""
        return "T38" if any(state.hands) else None

    def preview(self, state: State, move: Move) -> str:
        """The stones that the move hits (T16, T17, T21, T35)."""
        events = () if state.phase == GIVE else played(state, state.turn, move)[1]
        return " ".join([event.detail for event in events if event.kind == "hit"])

    def refusals(self, state: State, seat: Seat, part: str) -> tuple[IllegalMove, ...]:
        """Why a card of the hand cannot be played."""
        return idle.refusals(state, seat, part)

    def in_mid_move(self, state: State) -> bool:
        """A seven is under way (T20)."""
        return state.phase == SEVEN_PHASE


def _first_stones(board: Setup) -> Stones:
    """Teams start with all stones in reserve, free players with one on the start (T18, T26)."""
    stones = [RESERVE] * (STONES * board.players)
    if not board.teams:
        for seat, start in enumerate(board.starts):
            stones[seat * STONES] = start | PROTECTED
    return tuple(stones)


def _chosen_by_lot(state: State, outcome: str) -> tuple[State, Events]:
    """The first dealer (T8)."""
    if outcome not in map(str, state.setup.seats):
        raise BadMove(
            f"{shown(outcome)} is not a seat: the first dealer is 0 to {state.setup.players - 1} (T8)"
        )
    dealer = int(outcome)
    after = State(
        state.setup,
        DEAL,
        NOBODY,
        dealer,
        state.round,
        state.stones,
        state.hands,
        (),
        state.discard,
        state.places,
    )
    return after, (Event("dealer", dealer),)


def _dealt(state: State, outcome: str) -> tuple[State, Events]:
    """A new round: cards for all who still play; the discard pile goes in when needed (T8, T9)."""
    cards, shuffled = parse_deal(state, outcome)
    hands = hands_of(state, cards)
    after = State(
        state.setup,
        GIVE,
        NOBODY,
        state.dealer,
        state.round,
        state.stones,
        hands,
        (NO_CARD,) * state.setup.players,
        b"" if shuffled else state.discard,
        state.places,
    )
    events = [Event("shuffled", state.dealer)] if shuffled else []
    for seat, hand in enumerate(hands):
        if hand:
            events.append(Event("dealt", seat, " ".join(TEXTS[card] for card in hand), (seat,)))
    return after, tuple(events)


def _drawn(state: State, outcome: str) -> tuple[State, Events]:
    """A card drawn unseen with a two; the turn then ends (T19)."""
    card = CARDS.get(outcome, NO_CARD)
    if card not in state.hands[state.draw_from]:
        raise BadMove(f"{shown(outcome)} is not a card that seat {state.draw_from} holds (T19)")
    hands = list(state.hands)
    hands[state.draw_from] = without(hands[state.draw_from], card)
    hands[state.turn] = with_card(hands[state.turn], card)
    event = Event("drew", state.turn, TEXTS[card], (state.turn, state.draw_from))
    return next_turn(state, state.stones, tuple(hands), state.discard, state.places), (event,)


def _outcome(state: State) -> Outcome:
    """Winners first, then those who are done, then by stones home, a team's together (T27)."""
    board = state.setup
    scores = tuple(home(state.stones, seat) for seat in board.seats)
    merits: list[tuple[int, ...]]
    if board.teams:
        merits = [(scores[seat] + scores[board.partners[seat]],) for seat in board.seats]
    else:
        done = {seat: board.players - place for place, seat in enumerate(state.places)}
        merits = [(done.get(seat, 0), score) for seat, score in enumerate(scores)]
    places = ranked(merits)
    winners = tuple(seat for seat in board.seats if places[seat] == 1)
    reason = Reason.PLACES if board.play_on else Reason.HOME
    return Outcome(winners, places, scores, reason.value)
