"""What the players of Tock agree on."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from stammtisch.core.documents import Options

HouseEntry: TypeAlias = Literal["touched", "over", "twice"]

_ENTRIES = {"canadian": ("touched",), "dog": ("over", "twice")}
TEAM_SIZES = (4, 6, 8)


class TockOptions(Options, frozen=True):
    """The agreed options; `house_entry` defaults by board."""

    board: Annotated[Literal["canadian", "dog"], Meta(description="18 or 16 fields an arm (T4, T5)")] = (
        "canadian"
    )
    direction: Annotated[
        Literal["clockwise", "counterclockwise"], Meta(description="mirrors board and order of play (T6)")
    ] = "clockwise"
    house_entry: (
        Annotated[
            HouseEntry,
            Meta(
                description="the way into the house (T28–T31); touched needs board canadian, the others dog"
            ),
        ]
        | UnsetType
    ) = UNSET
    play_on: Annotated[bool, Meta(description="free play: play on for the places (T27)")] = False
    canadian_seven: Annotated[bool, Meta(description="teams: a 7 also moves the partner's stones (T32)")] = (
        False
    )
    no_joker_finish: Annotated[
        bool, Meta(description="teams: the eighth stone may not go home by a joker (T33)")
    ] = False

    def __post_init__(self) -> None:
        if self.house_entry is UNSET:
            msgspec.structs.force_setattr(self, "house_entry", _ENTRIES[self.board][0])

    def problems(self, players: int) -> list[str]:
        reasons = []
        if self.house_entry not in _ENTRIES[self.board]:
            fitting = " or ".join(_ENTRIES[self.board])
            reasons.append(
                f"house_entry {self.house_entry} does not go with board {self.board},"
                f" which takes {fitting} (T31)"
            )
        if players in TEAM_SIZES:
            if self.play_on:
                reasons.append("play_on is for free play, not for teams (T27)")
        else:
            reasons += [
                f"{name} is for teams, not for free play ({clause})"
                for name, clause in (("canadian_seven", "T32"), ("no_joker_finish", "T33"))
                if getattr(self, name)
            ]
        return reasons
