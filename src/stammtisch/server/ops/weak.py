"""Callbacks that hold no reference: a part of an object must not keep that object alive."""

from __future__ import annotations

from collections.abc import Callable
from types import MethodType
from typing import ParamSpec, cast
from weakref import ref

Params = ParamSpec("Params")


def weakly(method: Callable[Params, None]) -> Callable[Params, None]:
    """Calls the method as long as its object exists.

    An object whose parts call it back by its own methods is a cycle. It would be freed only when the
    garbage collector looks at all objects, which it does seldom.
    """
    bound = cast(MethodType, method)
    owner, function = ref(bound.__self__), bound.__func__  # a `WeakMethod` would bind it at every call

    def call(*args: Params.args, **more: Params.kwargs) -> None:
        if (found := owner()) is not None:
            function(found, *args, **more)

    return call
