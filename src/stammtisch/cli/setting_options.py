"""Settings of the server as options of a command."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, TypeVar, get_args, get_origin

import click
import msgspec

from stammtisch.server.settings import OLD_NAMES, Settings

CommandT = TypeVar("CommandT", bound=Callable[..., object])

PREFIX: Final = "STAMMTISCH"
"""How the name of every environment variable begins."""


def setting_option(name: str) -> Callable[[CommandT], CommandT]:
    """The command line option of a setting, which also reads its environment variable and old names."""
    field = next(field for field in msgspec.structs.fields(Settings) if field.name == name)
    kind, *metas = get_args(field.type)
    names = [name, *(old for old, new in OLD_NAMES.items() if new == name)]
    return click.option(
        *("--" + each.replace("_", "-") for each in names),
        name,
        type=_parsed(kind),
        multiple=get_origin(kind) is tuple,
        default=getattr(Settings(), name),
        envvar=[f"{PREFIX}_{each.upper()}" for each in names],
        show_default=True,
        show_envvar=True,
        help=next(meta.description for meta in metas if meta.description),
    )


def _parsed(kind: Any) -> Any:
    if get_origin(kind) is Literal:
        return click.Choice(get_args(kind))
    return kind if kind in (int, float) else str
