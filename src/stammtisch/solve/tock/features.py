"""What a seat knows of a position, as the inputs of the network: which ones, and how much of each.

Everything is seen from the seat: seats count from it clockwise, fields from each owner's start. So what is
learned in one seat holds in all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from stammtisch.games.tock.cards import ACE, FOUR, JOKER_RANK, KING, NO_CARD, SEVEN, STEPS
from stammtisch.games.tock.moves import CENTER, RESERVE, STONES
from stammtisch.games.tock.state import CARDS_BY_ROUND, MARKED, PLACE, PROTECTED, TRACK_END
from stammtisch.games.tock.steps import BACKWARD
from stammtisch.solve import compact
from stammtisch.solve.machine_code import compiled
from stammtisch.solve.tock.playing import receiver_of
from stammtisch.solve.tock.position import (
    ALL_CARDS,
    CANADIAN_SEVEN,
    CARD_KINDS,
    DEALER,
    DEALING,
    DISCARD,
    GATES,
    GIVEN,
    GIVING,
    HELD,
    LEFT,
    NO_JOKER_FINISH,
    PARTNERS,
    PHASE,
    PHASES,
    PLAY_ON,
    PLAYERS,
    ROUND,
    SIZE,
    STARTS,
    TEAMS,
    TURN,
    Board,
    Ints,
    Position,
    hand_of,
    ints,
    seat_of,
)
from stammtisch.solve.tock.steps import cells_held, controlled, reach

if TYPE_CHECKING or not compact.NEEDED:
    import numpy as np
    import numpy.typing as npt

    Floats: TypeAlias = npt.NDArray[np.float32]
    single = np.float32
else:
    Floats, single = list, float

RANK_KINDS: Final = JOKER_RANK + 1
_LONGEST: Final = 13
_BACK: Final = _LONGEST + 1
_ENTERING: Final = 0
_WAYS: Final = _LONGEST + 2
"""Ways to hit a stone: by entering, by each number of steps forward, or by four backward."""
_STRETCHES: Final = 4
"""The stretches into which the track is divided where it matters how much a stone has to lose."""
_MOST_HELD: Final = 6
_MOST_OF_RANK: Final = 3

# Where each group of inputs begins; those of each seat come last, for there may be more or fewer of them.
_ALWAYS: Final = 0
_OPTIONS: Final = 1
_PHASE: Final = _OPTIONS + 3
_LEFT: Final = _PHASE + len(PHASES)
_ROUND: Final = _LEFT + 7
_HAND: Final = _ROUND + len(CARDS_BY_ROUND)
_UNSEEN: Final = _HAND + RANK_KINDS * _MOST_OF_RANK
_PASSED_ON: Final = _UNSEEN + RANK_KINDS
_DANGER: Final = _PASSED_ON + RANK_KINDS
_CHANCE: Final = _DANGER + _WAYS * _STRETCHES
_AT_HAND: Final = _CHANCE + _WAYS * _STRETCHES
_HOME_AT_HAND: Final = _AT_HAND + _STRETCHES
_STUCK: Final = _HOME_AT_HAND + STONES
_MAY_ENTER: Final = _STUCK + 1
_SEATS: Final = _MAY_ENTER + 1

# Within the inputs of a seat.
_TURN: Final = 0
_DEALS: Final = 1
_CARDS: Final = 2
_HOUSE: Final = _CARDS + _MOST_HELD + 1
_RESERVE: Final = _HOUSE + (1 << STONES)
_CENTER: Final = _RESERVE + STONES + 1
_FRESH: Final = _CENTER + 1
_TRACK: Final = _FRESH + 1

MOST_INPUTS: Final = 512
"""More inputs than any position has at a time."""


class Inputs(NamedTuple):
    """Room for the inputs that are not zero: `at` says which they are, `much` how much they are.

    `ranks` counts the seat's hand by rank meanwhile.
    """

    at: Ints
    much: Floats
    ranks: Ints


_BY_STEPS: Final = ints([-1] * (_BACK + 1))
for _rank, _ways in enumerate(STEPS):
    for _steps in _ways:
        _BY_STEPS[_steps] = _rank
_BY_STEPS[_BACK] = FOUR
_BY_STEPS[SEVEN + 1] = SEVEN


@compiled
def inputs_of(board: Board) -> int:
    """How many inputs there are on this board."""
    return int(_SEATS + board[PLAYERS] * (_TRACK + 2 * board[SIZE]))


if TYPE_CHECKING or not compact.NEEDED:

    @compiled
    def room_for_inputs() -> Inputs:
        """Room for the inputs of one position."""
        return Inputs(
            np.empty(MOST_INPUTS, np.int64), np.ones(MOST_INPUTS, np.float32), np.zeros(RANK_KINDS, np.int64)
        )

else:

    def room_for_inputs() -> Inputs:
        """Room for the inputs of one position."""
        return Inputs([0] * MOST_INPUTS, [1.0] * MOST_INPUTS, [0] * RANK_KINDS)


@compiled
def list_inputs(board: Board, position: Position, seat: int, inputs: Inputs) -> int:
    """List the inputs that are not zero, and say how many there are."""
    at, ranks = inputs.at, inputs.ranks
    _count_ranks(position, hand_of(seat), ranks)
    _list_unseen(position, inputs)
    count = _list_general(board, position, at, RANK_KINDS)
    count = _list_hand(ranks, at, count)
    count = _list_passed_on(board, position, seat, at, count)
    count = _list_outlook(board, position, seat, ranks, at, count)
    count = _list_contacts(board, position, seat, ranks, at, count)
    for other in range(board[PLAYERS]):
        count = _list_seat(board, position, seat, other, at, count)
    return count


@compiled
def _count_ranks(position: Position, first: int, ranks: Ints) -> None:
    for rank in range(RANK_KINDS):
        ranks[rank] = 0
    for card in range(CARD_KINDS):
        ranks[card >> 2] += position[first + card]


@compiled
def _list_general(board: Board, position: Position, at: Ints, count: int) -> int:
    at[count] = _ALWAYS
    at[count + 1] = _PHASE + position[PHASE]
    at[count + 2] = _LEFT + position[LEFT]
    at[count + 3] = _ROUND + (position[ROUND] - 1) % len(CARDS_BY_ROUND)
    count += 4
    for index, agreed in enumerate((CANADIAN_SEVEN, NO_JOKER_FINISH, PLAY_ON)):
        if board[agreed]:
            at[count] = _OPTIONS + index
            count += 1
    return count


@compiled
def _list_hand(ranks: Ints, at: Ints, count: int) -> int:
    for rank in range(RANK_KINDS):
        if ranks[rank]:
            at[count] = _HAND + rank * _MOST_OF_RANK + min(ranks[rank], _MOST_OF_RANK) - 1
            count += 1
    return count


@compiled
def _list_unseen(position: Position, inputs: Inputs) -> None:
    """How much of each rank the seat has not seen, compared with a full pack: always the first inputs."""
    total = 0
    for rank in range(RANK_KINDS):
        unseen = -inputs.ranks[rank]
        for card in range(4 * rank, min(4 * rank + 4, CARD_KINDS)):
            unseen += ALL_CARDS[card] - position[DISCARD + card]
        inputs.at[rank] = _UNSEEN + rank
        inputs.much[rank] = unseen
        total += unseen
    share = single(RANK_KINDS / max(1, total))
    for rank in range(RANK_KINDS):
        inputs.much[rank] = share * inputs.much[rank] - single(1)


@compiled
def _list_passed_on(board: Board, position: Position, seat: int, at: Ints, count: int) -> int:
    """The card that the seat has passed on, unless one like it has been played (T10)."""
    card = position[GIVEN + seat]
    if card == NO_CARD or position[DISCARD + card]:
        return count
    if position[PHASE] != GIVING and position[HELD + receiver_of(board, position, seat)] == 0:
        return count
    at[count] = _PASSED_ON + (card >> 2)
    return count + 1


@compiled
def _list_outlook(board: Board, position: Position, seat: int, ranks: Ints, at: Ints, count: int) -> int:
    """Whether the hand lets a stone enter, or come home."""
    own = controlled(board, position, seat)
    reserve, on_track, started, homes = 0, 0, 0, 0
    for stone in range(own * STONES, own * STONES + STONES):
        place = position[stone] & PLACE
        reserve += place == RESERVE
        on_track += place < TRACK_END
        started += place == board[STARTS + own]
        homes += place < TRACK_END and _comes_home(board, position, stone, ranks)
    if homes:
        at[count] = _HOME_AT_HAND + homes - 1
        count += 1
    enters = ranks[ACE] + ranks[KING] + ranks[JOKER_RANK] > 0
    if reserve and enters and not started:
        at[count] = _MAY_ENTER
        count += 1
    elif reserve and not enters and not on_track:
        at[count] = _STUCK
        count += 1
    return count


@compiled
def _comes_home(board: Board, position: Position, stone: int, ranks: Ints) -> bool:
    """Whether some card of the hand brings the stone into its house."""
    _, to_gate, depth = reach(board, position, stone)
    for steps in range(to_gate + 1, min(to_gate + depth, _LONGEST) + 1):  # noqa: SIM110 -- numba knows no any() here
        if _has(ranks, steps):
            return True
    return False


@compiled
def _has(ranks: Ints, way: int) -> bool:
    """Whether some card of the hand leads that way; a seven only by all of its steps."""
    return bool(_BY_STEPS[way] >= 0 and (ranks[_BY_STEPS[way]] > 0 or ranks[JOKER_RANK] > 0))


@compiled
def _list_contacts(board: Board, position: Position, seat: int, ranks: Ints, at: Ints, count: int) -> int:
    """Stones that others may hit: of the own side, of rivals, and with the seat's own cards."""
    waiting = position[PHASE] == DEALING or position[PHASE] == GIVING
    own = controlled(board, position, seat)
    for target in range(board[PLAYERS] * STONES):
        field = position[target]
        if field < PROTECTED and field & PLACE < TRACK_END:
            owner = seat_of(target)
            friend = _is_friend(board, seat, owner)
            stretch = _stretch(board, field & PLACE, owner)
            for rival in range(board[PLAYERS]):
                if _is_friend(board, seat, rival) != friend and (waiting or position[HELD + rival]):
                    for stone in range(rival * STONES, rival * STONES + STONES):
                        way = _way_to(board, position, stone, field & PLACE)
                        if way >= 0:
                            at[count] = (_DANGER if friend else _CHANCE) + way * _STRETCHES + stretch
                            count += 1
                            if rival == own and way != _ENTERING and _has(ranks, way):
                                at[count] = _AT_HAND + stretch
                                count += 1
    return count


@compiled
def _around(distance: int, size: int) -> int:
    """The distance forward around a circle, of one that may be backward; a division would take longer."""
    return distance + size if distance < 0 else distance


@compiled
def _is_friend(board: Board, seat: int, other: int) -> bool:
    return other == seat or (board[TEAMS] > 0 and board[PARTNERS + seat] == other)


@compiled
def _stretch(board: Board, place: int, owner: int) -> int:
    """How near to its gate a stone is, from 0 for near."""
    return int(_around(board[GATES + owner] - place, board[SIZE]) * _STRETCHES // board[SIZE])


@compiled
def _way_to(board: Board, position: Position, stone: int, field: int) -> int:
    """How the stone might hit one on that field with one card, -1 if it cannot."""
    place = position[stone] & PLACE
    if place == RESERVE:
        return _ENTERING if field == board[STARTS + seat_of(stone)] else -1
    if place >= TRACK_END:
        return -1
    ahead = _around(field - place, board[SIZE])
    if 0 < ahead <= _LONGEST:
        return int(ahead)
    return _BACK if ahead == board[SIZE] - BACKWARD else -1


@compiled
def _list_seat(board: Board, position: Position, seat: int, other: int, at: Ints, count: int) -> int:
    """The stones of a seat, how many cards it holds, and whether it is to play or to deal."""
    relative = _around(other - seat, board[PLAYERS])
    first = _SEATS + relative * (_TRACK + 2 * board[SIZE])
    if position[TURN] == other:
        at[count] = first + _TURN
        count += 1
    if position[DEALER] == other:
        at[count] = first + _DEALS
        count += 1
    at[count] = first + _CARDS + min(position[HELD + other], _MOST_HELD)
    at[count + 1] = first + _HOUSE + cells_held(position, other)
    count += 2
    reserve = 0
    for stone in range(other * STONES, other * STONES + STONES):
        code = position[stone]
        place = code & PLACE
        if place < TRACK_END:
            field = _around(place - board[STARTS + other], board[SIZE])
            at[count] = first + _TRACK + field + (board[SIZE] if code & MARKED else 0)
            count += 1
            if code >= PROTECTED:
                at[count] = first + _FRESH
                count += 1
        elif place == CENTER:
            at[count] = first + _CENTER
            count += 1
        reserve += place == RESERVE
    at[count] = first + _RESERVE + reserve
    return count + 1
