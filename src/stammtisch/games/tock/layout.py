"""What a board of Tock needs to know."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from stammtisch.games.tock.cards import FOUR, JACK, JOKER_RANK, RANKS, SEVEN, STEPS, SUITS, TEXTS, TWO, Rank
from stammtisch.games.tock.cards import JOKER as JOKER_CARD
from stammtisch.games.tock.deal import cards_each, receivers
from stammtisch.games.tock.legal import CENTERING, ENTERING, SEVEN_STEPS
from stammtisch.games.tock.moves import HOUSE, LETTERS, PLACE_TEXTS, RESERVE, STONE_TEXTS, STONES
from stammtisch.games.tock.playing import receiver_of
from stammtisch.games.tock.standing import in_reach, ways_home
from stammtisch.games.tock.state import CARDS_BY_ROUND, DEAL, GIVE, NOBODY, PLAY, Setup, State, home
from stammtisch.games.tock.steps import BACKWARD
from stammtisch.games.tock.wire import Action, ComingDeal, RankLayout, TockLayout, TockTally


def layout(setup: Setup) -> TockLayout:
    """The board and the cards."""
    return TockLayout(
        arms=setup.size // setup.length,
        arm_length=setup.length,
        fields=setup.size,
        seat_arms=list(setup.seat_arms),
        starts=list(setup.starts),
        gates=list(setup.gates),
        teams=_teams(setup),
        stones=list(LETTERS),
        house=[PLACE_TEXTS[HOUSE + cell] for cell in range(1, STONES + 1)],
        center_fields=list(setup.center_fields),
        ranks=[_rank(setup, rank) for rank in (*range(len(RANKS)), JOKER_RANK)],
        suits=list(SUITS),
        cards_by_round=list(CARDS_BY_ROUND),
        seven_steps=SEVEN_STEPS,
        longest_way=max(SEVEN_STEPS, *(max(steps, default=0) for steps in STEPS)),
    )


def _teams(setup: Setup) -> list[list[int]]:
    """Who plays together: partners, or everyone alone (T2)."""
    if not setup.teams:
        return [[seat] for seat in setup.seats]
    return [[seat, setup.partners[seat]] for seat in setup.seats if seat < setup.partners[seat]]


def _rank(setup: Setup, rank: Rank) -> RankLayout:
    """What a card of that rank does (T13)."""
    joker = rank == JOKER_RANK
    forward = () if joker else (SEVEN_STEPS,) if rank == SEVEN else STEPS[rank]
    return RankLayout(
        rank=TEXTS[JOKER_CARD] if joker else RANKS[rank],
        forward=list(forward),
        backward=[BACKWARD] if rank == FOUR else [],
        actions=_actions(setup, rank),
    )


def _actions(setup: Setup, rank: Rank) -> list[Action]:
    able: dict[Action, bool] = {
        "enter": rank in ENTERING,
        "split": rank == SEVEN,
        "swap": rank == JACK,
        "draw": rank == TWO and not setup.teams,
        "center": rank in CENTERING and setup.has_center,
        "any-rank": rank == JOKER_RANK,
    }
    return [action for action, can in able.items() if can]


def tally(state: State) -> TockTally:
    """How far everybody is, and what is next."""
    board, stones = state.setup, state.stones
    return TockTally(
        home=[home(stones, seat) for seat in board.seats],
        plays=[board.controlled(stones, seat) for seat in board.seats],
        deal=_coming_deal(state),
        receivers=[receiver_of(state, seat) for seat in board.seats] if state.phase == GIVE else UNSET,
        enters=_entering(state),
        ways=[ways_home(state, seat) for seat in board.seats],
        in_reach=in_reach(state),
    )


def _coming_deal(state: State) -> ComingDeal | UnsetType:
    if state.phase != DEAL or state.dealer == NOBODY:
        return UNSET
    return ComingDeal(cards=cards_each(state), order=receivers(state))


def _entering(state: State) -> str | UnsetType:
    """The first reserve stone of the seat that is played, if any (T14, T17)."""
    if state.phase != PLAY:
        return UNSET
    first = state.setup.controlled(state.stones, state.turn) * STONES
    places = state.stones[first : first + STONES]
    return STONE_TEXTS[first + places.index(RESERVE)] if RESERVE in places else UNSET
