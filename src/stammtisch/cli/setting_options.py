"""Settings of the server as options of a command."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal, TypeVar, get_args, get_origin

import click
import msgspec
import platformdirs

from stammtisch.server.settings import OLD_NAMES, BadSettings, Settings, read_settings, with_current_names
from stammtisch.store.address import parse_address
from stammtisch.store.private import create_folder

CommandT = TypeVar("CommandT", bound=Callable[..., object])

PREFIX: Final = "STAMMTISCH"
"""How the name of every environment variable begins."""


def usual_file() -> Path:
    """The file of settings that is read if no other is named and it is there."""
    return platformdirs.user_config_path("stammtisch") / "server.toml"


def _read_file(context: click.Context, _: click.Parameter, path: Path | None) -> None:
    """Use the settings of the file as defaults, behind flags and environment variables."""
    path = path or usual_file()
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
        read_settings(document)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return  # only the usual one may be missing: click has looked at any other
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSettings([f"{path}: {error}"]) from error
    except BadSettings as error:
        raise BadSettings(f"{path}: {reason}" for reason in error.reasons) from error
    context.default_map = with_current_names(document)


config_option: Final = click.option(
    "--config",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    is_eager=True,
    expose_value=False,
    callback=_read_file,
    envvar=f"{PREFIX}_CONFIG",
    show_envvar=True,
    help="A TOML file with settings, named like the flags with _ for -; without it, server.toml in the "
    "user's config folder is read if it is there.",
)
"""Reads settings from a file; a flag or a variable of the same setting takes precedence."""


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


def make_default_folder(database: str) -> None:
    """Create the folder of the default database; a folder that somebody named has to exist."""
    if database == Settings().database:
        create_folder(Path(parse_address(database)).parent)
