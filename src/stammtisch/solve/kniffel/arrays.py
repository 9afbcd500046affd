"""Arrays of numbers, and how many of them a kernel computes at once."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

Floats: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
Ints: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]
Waves: TypeAlias = np.ndarray[Any, np.dtype[np.complexfloating[Any, Any]]]

LANES: Final = 8
