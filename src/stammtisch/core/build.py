"""How this copy of the package was built."""

from __future__ import annotations

from stammtisch.core import turn


def is_compiled() -> bool:
    """Whether the rules are compiled; interpreted rules do the same, several times slower."""
    return not (turn.__file__ or "").endswith(".py")
