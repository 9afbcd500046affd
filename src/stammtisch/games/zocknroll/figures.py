"""The figures of the tableaus, printed or assumed, from `figures.toml` (R9, R12, R13)."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias

Variant: TypeAlias = Literal["basic", "profi"]
Combination: TypeAlias = Literal[
    "kniffel",
    "highway",
    "big-full-house",
    "two-triplets",
    "four-kind",
    "large-straight",
    "three-pairs",
    "small-straight",
    "full-house",
    "three-kind",
    "two-pairs",
    "pair",
]
RowName: TypeAlias = Literal[Combination, "won-third", "left-first"]

_TABLES: Final[dict[str, Any]] = tomllib.loads(
    files("stammtisch.games.zocknroll").joinpath("figures.toml").read_text(encoding="utf-8")
)

ORDER: Final[dict[str, tuple[Combination, ...]]] = {
    variant: tuple(table["combinations"]) for variant, table in _TABLES.items()
}
"""The combinations of each variant, best first."""

POINTS: Final[dict[str, dict[RowName, int]]] = {
    variant: table["combinations"] | table["further"] for variant, table in _TABLES.items()
}
"""The points for a mark in each row of each variant."""

ASSUMED: Final[dict[str, frozenset[RowName]]] = {
    variant: frozenset(table["assumed"]) for variant, table in _TABLES.items()
}
"""The rows of each variant whose printed points are not known."""
