"""Arrays of numbers, and how many of them a kernel computes at once; without NumPy they are lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from stammtisch.solve import compact

LANES: Final = 8

if TYPE_CHECKING or not compact.NEEDED:
    import numpy as np

    Floats: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
    Ints: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]
    Waves: TypeAlias = np.ndarray[Any, np.dtype[np.complexfloating[Any, Any]]]

    def ints(numbers: object) -> Ints:
        """Whole numbers, in rows of rows as they are."""
        return np.array(numbers, np.int64)

    def floats(numbers: object) -> Floats:
        """Numbers."""
        return np.array(numbers, np.float64)

else:
    Floats = Ints = Waves = ints = floats = list
