"""The types of Tock's documents: position, tally and layout."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from stammtisch.core.documents import LARGEST_NUMBER, Layout, Tally, View, WholeNumber
from stammtisch.games.tock.moves import STONES
from stammtisch.games.tock.options import TockOptions

CardText: TypeAlias = Annotated[str, Meta(pattern=r"^([A2-9TJQK][CDHS]|X|[?])$(?!\n)")]
StoneText: TypeAlias = Annotated[str, Meta(pattern=r"^[0-7][a-d]$(?!\n)")]
PlaceText: TypeAlias = Annotated[
    str, Meta(pattern=r"^(-|h[1-4]|(0|[1-9][0-9]{0,2})!?(\*2?)?|c(\*2?)?)$(?!\n)")
]
SeatNumber: TypeAlias = WholeNumber
Action: TypeAlias = Literal["enter", "split", "swap", "draw", "center", "any-rank"]


class SevenUnderWay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seven: steps left, the card it was, the stones it has moved."""

    left: Annotated[int, Meta(ge=1, le=6)]
    played_as: Literal["7", "X"] = msgspec.field(name="as")
    moved: list[StoneText]


class DrawUnderWay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A two: the seat drawn from."""

    source: SeatNumber = msgspec.field(name="from")


class TockView(View, frozen=True, kw_only=True):
    """A position of Tock, in which a card that the viewer may not know is `?`."""

    game: Literal["tock"]
    options: TockOptions
    phase: Literal["deal", "give", "play", "seven", "center", "draw", "over"]
    turn: SeatNumber | None
    dealer: SeatNumber | None
    round: Annotated[int, Meta(ge=1, le=LARGEST_NUMBER)]
    stones: list[Annotated[list[PlaceText], Meta(min_length=STONES, max_length=STONES)]]
    hands: list[list[CardText]]
    given: list[CardText | None] | UnsetType = UNSET
    seven: SevenUnderWay | UnsetType = UNSET
    center: list[StoneText] | UnsetType = UNSET
    draw: DrawUnderWay | UnsetType = UNSET
    discard: list[CardText]
    places: list[SeatNumber]


class ComingDeal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many cards each player gets, and the players in dealing order (T8)."""

    cards: int
    order: list[SeatNumber]


class WayHome(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Steps forward to the stone's gate and to the deepest cell of its house that is free.

    There is no `home` while the house is blocked. A stone in the house is past its gate; one that is as
    deep as it can be has no steps left.
    """

    gate: int
    home: int | None


class StoneInReach(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`stone` can hit `target` with one card: `steps` ahead, behind if negative, or by entering if 0."""

    stone: StoneText
    target: StoneText
    steps: int


class TockTally(Tally, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far everybody is, and what is next; lists are by seat.

    `home` counts the stones in the house, `plays` names the seat whose stones a seat plays now (T14).
    Before a deal `deal` says what is dealt; while cards are passed on, `receivers` says to whom (T10).
    `enters` is the stone that an entering card would bring in now (T17). `ways` has the way that each
    stone of a seat still has to go, none for a stone in reserve or in the centre; `in_reach` the stones
    that one card of another side can hit, whether or not somebody holds it (T16, T17, T25).
    """

    home: list[int]
    plays: list[SeatNumber]
    deal: ComingDeal | UnsetType = UNSET
    receivers: list[SeatNumber] | UnsetType = UNSET
    enters: StoneText | UnsetType = UNSET
    ways: list[list[WayHome | None]]
    in_reach: list[StoneInReach]


class RankLayout(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What cards of a rank do at this table (T13): steps forward and backward, one or the other, and more.

    They may bring a stone in (`enter`), `split` their steps, `swap` stones, `draw` a card, lead into the
    centre and out of it (`center`), or stand for `any-rank`.
    """

    rank: str
    forward: list[int]
    backward: list[int]
    actions: list[Action]


class TockLayout(Layout, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The board and the cards (T2–T5, T7, T8, T13, T34).

    The track is one ring of fields from 0, with `arm_length` fields on each of the `arms`. Lists are by
    seat where nothing else is said: the arm, the start field and the gate, which is the last field before
    the house. `teams` holds the seats that play together, `stones` the letters of a player's stones, and
    `house` the cells of a house from the gate inward. Fields in `center_fields` lead to the centre; where
    there are none, the board has no centre. A stone that goes along the track never goes more than
    `longest_way` steps forward. `cards_by_round` is how many cards each player gets, round by round and
    then again.
    """

    arms: int
    arm_length: int
    fields: int
    seat_arms: list[int]
    starts: list[int]
    gates: list[int]
    teams: list[list[SeatNumber]]
    stones: list[str]
    house: list[str]
    center_fields: list[int]
    ranks: list[RankLayout]
    suits: list[str]
    cards_by_round: list[int]
    seven_steps: int
    longest_way: int
