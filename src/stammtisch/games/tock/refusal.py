"""Why a move is illegal, by clause."""

from __future__ import annotations

from typing import TypeAlias

from stammtisch.core.errors import IllegalMove
from stammtisch.core.turn import Seat
from stammtisch.games.tock.cards import (
    FOUR,
    JACK,
    JOKER,
    JOKER_RANK,
    RANKS,
    SEVEN,
    STEPS,
    TEXTS,
    TWO,
    Rank,
    rank_of,
)
from stammtisch.games.tock.legal import ENTERING, SEVEN_STEPS
from stammtisch.games.tock.moves import (
    CENTER,
    DRAW_CARD,
    ENTER,
    FOLD,
    GIVE_CARD,
    HOUSE,
    INTO_CENTER,
    NO_RANK,
    PART,
    RESERVE,
    STONE_TEXTS,
    STONES,
    SWAP,
    Move,
)
from stammtisch.games.tock.seven import one_to_come
from stammtisch.games.tock.state import (
    CENTER_PHASE,
    GIVE,
    MARKED,
    PLACE,
    PROTECTED,
    SEVEN_PHASE,
    TRACK_END,
    State,
)
from stammtisch.games.tock.steps import BACKWARD, free_steps, reaches, steps_to, track_steps

Why: TypeAlias = tuple[str, str]


def refusal(state: State, seat: Seat, move: Move) -> IllegalMove:
    """The error for a move that the state does not list."""
    clause, why = _reason(state, seat, move)
    return IllegalMove(str(move), clause, why)


def _reason(state: State, seat: Seat, move: Move) -> Why:
    in_phase = _out_of_phase(state, move)
    if in_phase:
        return in_phase
    if move.kind == FOLD:
        return "T12", "a card can be played, so one must be played"
    if move.kind != PART and move.card not in state.hands[seat]:
        clause = "T10" if move.kind == GIVE_CARD else "T12"
        return clause, f"you do not hold {TEXTS[move.card]}"
    if move.kind == INTO_CENTER:
        return (
            "T35",
            "only a king, ace, joker or 3 takes a stone that has just moved onto a number 8 into the centre",
        )
    rank = rank_of(move.card) if move.rank == NO_RANK else move.rank
    if move.kind == PART:
        rank = SEVEN
    if move.kind == ENTER:
        return _entering(state, rank)
    if move.kind == DRAW_CARD:
        return _drawing(state, rank)
    return _swapping(state, move, rank) if move.kind == SWAP else _going(state, move, rank)


def _out_of_phase(state: State, move: Move) -> Why | None:
    if state.phase == GIVE or move.kind == GIVE_CARD:
        if state.phase == GIVE and move.kind == GIVE_CARD:
            return None
        return "T10", "at the start of a round everybody passes on one card before any is played"
    if (state.phase == SEVEN_PHASE) != (move.kind == PART):
        return "T22", "a seven under way is completed part by part" if state.left else "no seven is under way"
    if (state.phase == CENTER_PHASE) != (move.kind in (INTO_CENTER, "end")):
        return "T35", "after a card that ends on a number 8 the choice is center or end"
    return None


def _entering(state: State, rank: Rank) -> Why:
    if rank not in ENTERING:
        return "T17", "only a king, an ace or a joker brings a stone in"
    seat = state.setup.controlled(state.stones, state.turn)
    if RESERVE not in state.stones[seat * STONES : seat * STONES + STONES]:
        return "T17", "no stone is left in the reserve"
    return "T17", "a stone of the same owner stands on the start"


def _drawing(state: State, rank: Rank) -> Why:
    if state.setup.teams:
        return "T19", "cards are drawn in free play only"
    if rank != TWO:
        return "T19", "only a two draws a card"
    return "T19", "draw from an opponent who holds a card"


def _swapping(state: State, move: Move, rank: Rank) -> Why:
    if rank != JACK:
        return "T24", "only a jack swaps"
    own = state.setup.controlled(state.stones, state.turn)
    if max(move.stone, move.goal) >= len(state.stones) or move.stone // STONES != own:
        return "T24", f"the first stone must be one of seat {own}"
    if move.goal // STONES == own:
        return "T24", "the second stone must be another player's"
    for stone in (move.stone, move.goal):
        code = state.stones[stone]
        if code & PROTECTED:
            return "T18", f"{STONE_TEXTS[stone]} is protected"
    return "T24", "both stones must be on the track or in the centre"


def _going(state: State, move: Move, rank: Rank) -> Why:
    stone = move.stone
    if rank == JACK:
        return "T24", "a jack makes no steps"
    if stone >= len(state.stones) or not may_move(state, stone, rank):
        return ("T20" if rank == SEVEN else "T14"), "this stone is not yours to move"
    if move.goal < HOUSE and not 0 <= move.goal < state.setup.size:
        return "T4", f"the track ends at field {state.setup.size - 1}"
    place = state.stones[stone] & PLACE
    if place == RESERVE:
        return "T17", f"{STONE_TEXTS[stone]} is in the reserve and must be brought in first"
    if place == CENTER or rank == JOKER_RANK:
        return "T36", "only a king, ace, joker or 3 takes a stone out of the centre, to a field numbered 8"
    if place >= TRACK_END and move.goal < TRACK_END:
        return "T15", "a stone in the house only goes further in"
    return _stepping(state, move, rank, place)


def may_move(state: State, stone: int, rank: Rank) -> bool:
    """Whether a card of that rank may move the stone at all (T14, T20, T32)."""
    owner = stone // STONES
    own = state.setup.controlled(state.stones, state.turn)
    if owner == own:
        return True
    if rank != SEVEN:
        return False
    if state.setup.teams:
        return state.setup.canadian_seven and owner == state.setup.partners[own]
    return state.stones[stone] & PLACE < TRACK_END


def _stepping(state: State, move: Move, rank: Rank, place: int) -> Why:
    setup, stones, stone = state.setup, state.stones, move.stone
    left = state.left or SEVEN_STEPS
    steps = steps_to(setup, stones, stone, move.goal)
    fits = 1 <= steps <= left if rank == SEVEN else steps in STEPS[rank]
    if not fits:
        if rank == FOUR and place < TRACK_END:
            return _stepping_back(state, move, place)
        return (
            "T13",
            f"at most {left} steps are left" if rank == SEVEN else f"{RANKS[rank]} does not lead there",
        )
    passed = track_steps(setup, stones, stone, move.goal)
    if free_steps(setup, stones, place, 1) < passed:
        return "T18", "a protected stone may not be passed or hit"
    depth = max((reach.depth for reach in reaches(setup, stones, (stone,))), default=0)
    if move.goal > HOUSE and depth < move.goal - HOUSE:
        if place == setup.gates[stone // STONES] and not setup.touched and depth == 0:
            clause = "T29" if setup.over else "T30"
            return clause, "from its gate this stone may not turn into the house yet"
        return "T15", "in the house every cell up to the goal must be free"
    joker = move.card == JOKER or state.joker
    if joker and move.goal > HOUSE and setup.no_joker_finish and one_to_come(setup, stones, state.turn):
        return "T33", "the team's last stone may not go home by a joker"
    return "T22", "the rest of the seven could not be played in full"


def _stepping_back(state: State, move: Move, place: int) -> Why:
    setup = state.setup
    gate = setup.gates[move.stone // STONES]
    to_goal = (place - (move.goal if move.goal < TRACK_END else gate)) % setup.size
    inside = move.goal - HOUSE if move.goal > HOUSE else 0
    if to_goal + inside != BACKWARD:
        return "T13", "a four goes four steps, forward or backward"
    if free_steps(setup, state.stones, place, -1) < to_goal:
        return "T18", "a protected stone may not be passed or hit"
    if not setup.touched:
        return ("T29" if setup.over else "T30"), "the house is entered only going forward"
    if not state.stones[move.stone] & MARKED:
        return "T28", "only a stone that touched its gate before this move may enter the house backward"
    return "T15", "in the house every cell up to the goal must be free"
