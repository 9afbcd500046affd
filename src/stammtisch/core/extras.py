"""Packages that only some installations need: the extras of `pyproject.toml`."""

from __future__ import annotations

from importlib.util import find_spec

from stammtisch.core.errors import BadRequest


class MissingExtra(BadRequest):
    """Something that needs a package which is not installed."""


def require(extra: str, package: str, what: str) -> None:
    """`MissingExtra` unless the package, which comes with that extra, can be imported."""
    if find_spec(package) is None:
        raise MissingExtra(
            f"{what} needs {package}, which is not installed: pip install 'stammtisch[{extra}]'"
        )
