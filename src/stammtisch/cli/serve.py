"""`stammtisch serve`: tables for friends on other devices."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import click
import msgspec

from stammtisch.server.settings import BadSettings, Settings, read_settings


def _from_file(context: click.Context, _: click.Parameter, path: Path | None) -> None:
    """Let the file's settings stand behind flags and environment; click knows how."""
    if path is None:
        return
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
        read_settings(document)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSettings([f"{path}: {error}"]) from error
    except BadSettings as error:
        raise BadSettings(f"{path}: {reason}" for reason in error.reasons) from error
    context.default_map = document


def _option(field: msgspec.structs.FieldInfo) -> Callable[[Any], Any]:
    kind, *metas = get_args(field.type)
    several = get_origin(kind) is tuple
    return click.option(
        "--" + field.name.replace("_", "-"),
        type=_parsed(kind),
        multiple=several,
        default=getattr(Settings(), field.name),
        show_default=True,
        show_envvar=True,
        help=next(meta.description for meta in metas if meta.description),
    )


def _parsed(kind: Any) -> Any:
    if get_origin(kind) is Literal:
        return click.Choice(get_args(kind))
    return kind if kind in (int, float) else str


def _settings(command: Callable[..., None]) -> Callable[..., None]:
    """An option for each setting, in their order."""
    for field in reversed(msgspec.structs.fields(Settings)):
        command = _option(field)(command)
    return command


@click.command(context_settings={"auto_envvar_prefix": "STAMMTISCH"})
@click.option(
    "--config",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    is_eager=True,
    expose_value=False,
    callback=_from_file,
    show_envvar=True,
    help="A TOML file with settings, named as the flags with _ for -.",
)
@_settings
def serve(**given: object) -> None:
    """Serve tables until Ctrl-C or SIGTERM.

    A flag counts more than its environment variable, that more than the file, and the file more
    than the default. A setting with several values is a flag given several times, a list in the
    file, and a text with spaces in the environment.
    """
    from stammtisch.server import serving
    from stammtisch.server.app import create_app
    from stammtisch.server.ops import logs
    from stammtisch.server.ops.metrics import Metrics
    from stammtisch.server.services import Services

    settings = read_settings(given)
    _make_own_folder(settings)
    logs.configure(settings.log_format, settings.log_level)
    services = Services(settings, Metrics())
    app = create_app(services)
    with serving.listen(settings) as listener, asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(serving.serve(app, services, settings, listener, lambda: _welcome(settings, listener)))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's faster loop, which does not exist for every system."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _make_own_folder(settings: Settings) -> None:
    """The folder of the store that nobody had to name; one that somebody named has to be there."""
    own = Settings().store
    if settings.store == own:
        Path(own.removeprefix("sqlite:")).parent.mkdir(parents=True, exist_ok=True)


def _welcome(settings: Settings, listener: socket.socket) -> None:
    address, port = listener.getsockname()[:2]
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    click.echo(f"Stammtisch is open at http://{host}:{port}")
    behind_tls = any(origin.startswith("https:") for origin in settings.origins)
    if not ipaddress.ip_address(address).is_loopback and not behind_tls:
        click.echo(
            "warning: others on the network can reach this house, and nothing on the way is encrypted; "
            "put a proxy with TLS in front and name its --origins",
            err=True,
        )
