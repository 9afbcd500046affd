"""Kernels run as machine code where numba is there, and as plain Python where it is not."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Final, TypeVar, cast

AVAILABLE: Final = find_spec("numba") is not None
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
