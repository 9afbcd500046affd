"""The base of everything that compares by its contents."""

from __future__ import annotations

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Value:
    """Equal, hashed and printed by its `key`; never changed once made.

    Subclasses are final, list their attributes in `__slots__` and mark each one `Final`, so
    that mypyc can compile them and a type checker refuses assignments.
    """

    __slots__ = ()

    def key(self) -> tuple[object, ...]:
        """What distinguishes this value from others of its class."""
        raise TypeError(f"{type(self).__name__} has no key")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Value) and type(other) is type(self) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self.key()!r}"
