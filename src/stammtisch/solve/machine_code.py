"""Kernels run as machine code where numba is there, and as plain Python where it is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

from stammtisch.solve.compact import can_import

AVAILABLE: Final = can_import("numba")
"""Not in a browser."""
if AVAILABLE:
    from numba import njit

F = TypeVar("F", bound=Callable[..., object])


def compiled(function: F) -> F:
    """The function in machine code, made when first called and kept between runs; as it is without numba.

    Only a change to its own file makes kept code outdated: after a change to what it calls, delete
    `__pycache__`.
    """
    return cast("F", njit(cache=True)(function)) if AVAILABLE else function


def leaf(function: F) -> F:
    """As `compiled`, for a function that makes no arrays: references to those it gets are not counted.

    Counting takes a locked instruction for each array of each call, more than a small function itself.
    """
    uncounted: dict[str, Any] = {"_nrt": False}  # an option of numba that its types leave out
    return cast("F", njit(cache=True, **uncounted)(function)) if AVAILABLE else function


def recursive(function: F) -> F:
    """As `compiled`, for a function that calls itself; numba cannot keep such code between runs."""
    return cast("F", njit(function)) if AVAILABLE else function
