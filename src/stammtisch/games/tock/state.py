"""The board and a position of Tock."""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias, final

from mypy_extensions import i64, mypyc_attr

from stammtisch.core.turn import Seat
from stammtisch.core.value import Value
from stammtisch.games.tock.cards import NO_CARD, Card, Pile
from stammtisch.games.tock.moves import CENTER, HOUSE, STONES, Move, Place, Stone
from stammtisch.games.tock.options import TEAM_SIZES, TockOptions

DEAL: Final = "deal"
GIVE: Final = "give"
PLAY: Final = "play"
SEVEN_PHASE: Final = "seven"
CENTER_PHASE: Final = "center"
DRAW: Final = "draw"
OVER: Final = "over"

Code: TypeAlias = i64
"""Where a stone is: its place with flags."""
Stones: TypeAlias = tuple[Code, ...]
"""All stones of all seats."""
Hands: TypeAlias = tuple[tuple[Card, ...], ...]
"""The cards of each seat, in order."""

TRACK_END: Final = 144
"""Above every track field of every board."""

PLACE: Final = 0xFF
MARKED: Final = 0x100
PROTECTED: Final = 0x200
"""A stone is its place with these flags, `PROTECTED` the higher. `MARKED`: it has touched its
gate since it entered (T28), which on the dog board is the second touch of its start (T30)."""

CARDS_BY_ROUND: Final = (6, 5, 4, 3, 2)
CENTER_NUMBER: Final = 8

NOBODY: Final = -1


@final
class Setup(Value):
    """Players and options of a match, with the board that follows from them (T2–T5)."""

    __slots__ = (
        "canadian_seven",
        "center_fields",
        "gates",
        "has_center",
        "length",
        "marks",
        "no_joker_finish",
        "options",
        "over",
        "partners",
        "play_on",
        "players",
        "seat_arms",
        "seats",
        "size",
        "starts",
        "teams",
        "touched",
    )

    def __init__(self, players: int, options: TockOptions) -> None:
        arms = 4 if players <= 4 else 6 if players <= 6 else 8
        length = 18 if options.board == "canadian" else 16
        size = arms * length
        seat_arms = (0, 2) if players == 2 else tuple(range(players))
        to_gate = 3 if options.board == "canadian" else 0
        self.players: Final = players
        self.options: Final = options
        self.seats: Final = tuple(range(players))
        self.length: Final = length
        self.size: Final[i64] = size
        self.teams: Final = players in TEAM_SIZES
        self.partners: Final = tuple((seat + players // 2) % players for seat in range(players))
        self.seat_arms: Final[tuple[int, ...]] = seat_arms
        self.starts: Final[tuple[Place, ...]] = tuple(arm * length for arm in seat_arms)
        self.gates: Final[tuple[Place, ...]] = tuple((start - to_gate) % size for start in self.starts)
        self.has_center: Final = arms == 8
        self.center_fields: Final[tuple[Place, ...]] = (
            tuple(range(CENTER_NUMBER - 1, size, length)) if arms == 8 else ()
        )
        self.touched: Final = options.house_entry == "touched"
        self.over: Final = options.house_entry == "over"
        self.marks: Final = not self.over
        self.play_on: Final = options.play_on
        self.canadian_seven: Final = options.canadian_seven
        self.no_joker_finish: Final = options.no_joker_finish

    def key(self) -> tuple[object, ...]:
        return (self.players, self.options)

    def controlled(self, stones: Stones, seat: Seat) -> Seat:
        """Whose stones the seat plays: its own or, once these are home, the partner's (T14)."""
        return self.partners[seat] if self.teams and all_home(stones, seat) else seat


setup: Final = cache(Setup)
"""One set-up for equal players and options."""


_STONES_OF: Final[tuple[tuple[Stone, ...], ...]] = tuple(
    tuple(range(first, first + STONES)) for first in range(0, 8 * STONES, STONES)
)


def stones_of(seat: Seat) -> tuple[Stone, ...]:
    """The stones of the seat."""
    return _STONES_OF[seat]


def home(stones: Stones, seat: Seat) -> int:
    """How many stones of the seat are in the house."""
    number = 0
    for stone in stones_of(seat):
        if HOUSE < stones[stone] < CENTER:
            number += 1
    return number


def all_home(stones: Stones, seat: Seat) -> bool:
    """Whether all four stones of the seat are in the house."""
    for stone in stones_of(seat):  # noqa: SIM110 -- all() is slower here
        if not HOUSE < stones[stone] < CENTER:
            return False
    return True


@final
@mypyc_attr(free_list_len=1)  # compiled, the memory of the last position is used for the next
class State(Value):
    """Stones, cards, and what is under way.

    `given` is what each seat passed on in this round, empty in phase deal. `left`, `joker` and `moved`
    describe a seven under way, `center` the stones that may go into the centre, `draw_from` the seat that a
    two draws from.
    `listed` keeps the legal moves once they have been asked for; it is not part of the value.
    """

    __slots__ = (
        "center",
        "dealer",
        "discard",
        "draw_from",
        "given",
        "hands",
        "joker",
        "left",
        "listed",
        "moved",
        "phase",
        "places",
        "round",
        "setup",
        "stones",
        "turn",
    )

    def __init__(
        self,
        setup: Setup,
        phase: str,
        turn: Seat,
        dealer: Seat,
        round_: int,
        stones: Stones,
        hands: Hands,
        given: tuple[Card, ...],
        discard: Pile,
        places: tuple[Seat, ...] = (),
        left: int = 0,
        joker: bool = False,
        moved: tuple[Stone, ...] = (),
        center: tuple[Stone, ...] = (),
        draw_from: Seat = NOBODY,
    ) -> None:
        self.setup: Final = setup
        self.phase: Final = phase
        self.turn: Final = turn
        self.dealer: Final = dealer
        self.round: Final = round_
        self.stones: Final = stones
        self.hands: Final = hands
        self.given: Final = given
        self.discard: Final = discard
        self.places: Final = places
        self.left: Final = left
        self.joker: Final = joker
        self.moved: Final = moved
        self.center: Final = center
        self.draw_from: Final = draw_from
        self.listed: tuple[Move, ...] | None = None

    def key(self) -> tuple[object, ...]:
        return (
            self.setup,
            self.phase,
            self.turn,
            self.dealer,
            self.round,
            self.stones,
            self.hands,
            self.given,
            self.discard,
            self.places,
            self.left,
            self.joker,
            self.moved,
            self.center,
            self.draw_from,
        )

    def then(
        self,
        phase: str,
        turn: Seat,
        stones: Stones,
        hands: Hands,
        discard: Pile,
        places: tuple[Seat, ...],
        left: int = 0,
        joker: bool = False,
        moved: tuple[Stone, ...] = (),
        center: tuple[Stone, ...] = (),
        draw_from: Seat = NOBODY,
    ) -> State:
        """Later in the same round: the dealer and what was passed on stay."""
        return State(
            self.setup,
            phase,
            turn,
            self.dealer,
            self.round,
            stones,
            hands,
            self.given,
            discard,
            places,
            left,
            joker,
            moved,
            center,
            draw_from,
        )

    def gives(self, seat: Seat) -> bool:
        """Whether the seat still has to pass a card on (T10)."""
        there = 0 <= seat < self.setup.players
        return there and self.given[seat] == NO_CARD and seat not in self.places

    def to_give(self) -> tuple[Seat, ...]:
        """The seats that still have to pass a card on (T10)."""
        places = self.places
        return tuple([seat for seat, card in enumerate(self.given) if card == NO_CARD and seat not in places])
