"""How the final score is distributed when a game is played alone and for points."""

from __future__ import annotations

from typing import Final, final

import numpy as np

from stammtisch.games.kniffel.boxes import ALL_BOXES, POSSIBLE
from stammtisch.games.kniffel.options import KniffelOptions
from stammtisch.games.kniffel.state import UPPER_BONUS
from stammtisch.solve.cache import cached
from stammtisch.solve.contract import Progress
from stammtisch.solve.kniffel.arrays import LANES, Floats, Ints
from stammtisch.solve.kniffel.links import Links, Measure, linked
from stammtisch.solve.kniffel.rows import row_of
from stammtisch.solve.kniffel.solution import Solution, cache_key, solution
from stammtisch.solve.kniffel.tables import BOX_COUNT, Tables
from stammtisch.solve.kniffel.waves import buffer, measured, wave_measure

SCORES: Final = sum(map(max, POSSIBLE)) + UPPER_BONUS + 1
"""The number of different scores, further Kniffels apart."""
_ROUNDING: Final = 1e-15
"""Chances below this are nothing but rounding."""


@final
class Distribution:
    """The chances of all final scores, and of the two things that decide most games."""

    def __init__(self, scores: Ints, chances: Floats, upper_goal: float, kniffel: float) -> None:
        self.scores: Final = scores
        self.chances: Final = chances
        self.upper_goal: Final = upper_goal
        """How often the upper part reaches its goal (K6)."""
        self.kniffel: Final = kniffel
        """How often there is a Kniffel in its box (K10)."""

    @property
    def mean(self) -> float:
        """The expected score."""
        return float(self.chances @ self.scores)

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return float(np.sqrt(self.chances @ (self.scores - self.mean) ** 2))

    def quantile(self, share: float) -> int:
        """The lowest score that is not exceeded in this share of all games."""
        index = int(np.searchsorted(np.cumsum(self.chances), share))
        return int(self.scores[min(index, self.scores.size - 1)])

    def at_least(self, score: int) -> float:
        """The chance of this score or more."""
        return float(self.chances[self.scores >= score].sum())


def distribution(
    options: KniffelOptions, progress: Progress | None = None, *, fresh: bool = False
) -> Distribution:
    """The distribution, computed now or kept from before; `fresh` computes it in any case."""

    def build() -> dict[str, Floats | Ints]:
        return _distribution(solution(options), progress)

    kept = cached("kniffel-scores", cache_key(options), build, fresh=fresh)
    return Distribution(kept["scores"], kept["chances"], *kept["decisive"].tolist())


def _distribution(solved: Solution, progress: Progress | None) -> dict[str, Floats | Ints]:
    tables = solved.tables
    links = linked(solved.values, tables)
    bonus = solved.setup.options.kniffel_bonus
    step = min(bonus, SCORES)  # a larger bonus than any score: as if each further Kniffel were a digit
    chances = _chances(links, tables, step, progress)
    index = np.arange(chances.size)
    scores = index if bonus == step else index % SCORES + index // SCORES * bonus
    possible = chances > 0
    return {
        "scores": scores[possible],
        "chances": chances[possible],
        "decisive": _decisive(links, tables),
    }


def _chances(links: Links, tables: Tables, further_points: int, progress: Progress | None) -> Floats:
    """The chance of each score, from the waves of all frequencies."""
    period = SCORES + (BOX_COUNT - 1) * further_points
    begin = row_of(ALL_BOXES, 0, 0, links.row, tables)
    place, waves = buffer(links), []
    for first in range(0, period // 2 + 1, LANES):
        by = wave_measure(first, period, further_points, tables)
        real, imaginary = measured(place, by, links, tables)
        waves.append(real[begin] + 1j * imaginary[begin])
        if progress:
            progress(min(1.0, 2 * (first + LANES) / period))
    chances = np.fft.irfft(np.concatenate(waves)[: period // 2 + 1].conj(), period)
    return np.where(chances > _ROUNDING, chances, 0.0)


def _decisive(links: Links, tables: Tables) -> Floats:
    """The chances that the upper part reaches its goal and that the box kniffel gets its points."""
    entries = np.ones((2, tables.box.size, LANES))
    entries[:, tables.pays_further == 1, 1] = 0.0
    ends = np.zeros((2, LANES))
    ends[1, 0] = ends[:, 1] = 1.0
    by = Measure(entries.ravel(), np.zeros(entries.size), ends.ravel(), np.zeros(ends.size))
    real, _ = measured(buffer(links), by, links, tables)
    reached, without = real[row_of(ALL_BOXES, 0, 0, links.row, tables), :2]
    return np.array([reached, 1 - without])
