"""Kernels run as machine code where numba is there, and as plain Python where it is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

try:
    from numba import njit
except ImportError:  # in a browser
    njit = None

F = TypeVar("F", bound=Callable[..., object])


def compiled(function: F) -> F:
    """The function in machine code, made when first called and kept between runs."""
    return function if njit is None else cast("F", njit(cache=True, no_cfunc_wrapper=True)(function))
