"""The figures of the tableaus, printed or assumed, from `figures.toml` (R9, R12, R13)."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Final

_TABLES: Final[dict[str, dict[str, dict[str, int]]]] = tomllib.loads(
    files("stammtisch.games.zocknroll").joinpath("figures.toml").read_text(encoding="utf-8")
)

ORDER: Final = {variant: tuple(tables["combinations"]) for variant, tables in _TABLES.items()}
"""The combinations of each variant, best first."""

POINTS: Final = {variant: tables["combinations"] | tables["further"] for variant, tables in _TABLES.items()}
"""The points for a cross in each row of each variant."""
