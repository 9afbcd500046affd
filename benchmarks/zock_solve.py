"""`python -m benchmarks.zock_solve`: value and CPU seconds of each solved variant of ZOCK."""

from __future__ import annotations

from typing import Final, get_args

from stammtisch.games.zock.options import Variant, ZockOptions
from stammtisch.solve.zock.solver import solve

VARIANTS: Final[tuple[Variant, ...]] = get_args(Variant)


def measure() -> dict[str, dict[str, float]]:
    """For each variant what the first player wins, and how long that took to compute."""
    solved = {variant: solve(2, ZockOptions(variant=variant), fresh=True) for variant in VARIANTS}
    return {
        variant: {"value": found.value, "cpu_s": round(found.cpu_s, 3)} for variant, found in solved.items()
    }


if __name__ == "__main__":
    print(measure())
