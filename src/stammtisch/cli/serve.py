"""`stammtisch serve`: tables for friends on other devices."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import tomllib
from collections.abc import Callable
from pathlib import Path

import click

from stammtisch.cli.setting_options import PREFIX, setting_option
from stammtisch.server.settings import BadSettings, Settings, read_settings, with_current_names


def _setting_options(command: Callable[..., None]) -> Callable[..., None]:
    """An option for each setting, in their order."""
    for name in reversed(Settings.__struct_fields__):
        command = setting_option(name)(command)
    return command


def _read_file(context: click.Context, _: click.Parameter, path: Path | None) -> None:
    """Use the settings of the file as defaults, behind flags and environment variables."""
    if path is None:
        return
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
        read_settings(document)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSettings([f"{path}: {error}"]) from error
    except BadSettings as error:
        raise BadSettings(f"{path}: {reason}" for reason in error.reasons) from error
    context.default_map = with_current_names(document)


@click.command
@click.option(
    "--config",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    is_eager=True,
    expose_value=False,
    callback=_read_file,
    envvar=f"{PREFIX}_CONFIG",
    show_envvar=True,
    help="A TOML file with settings, named like the flags with _ for -.",
)
@_setting_options
def serve(**given: object) -> None:
    """Serve tables until Ctrl-C or SIGTERM.

    A flag overrides its environment variable, a variable overrides the file, and the file overrides the
    default. A setting with several values is a flag given several times, a list in the file, and words
    separated by spaces in the environment.
    """
    from stammtisch.server import serving
    from stammtisch.server.app import create_app
    from stammtisch.server.ops import logs
    from stammtisch.server.ops.metrics import Metrics
    from stammtisch.server.services import Services

    settings = read_settings(given)
    _make_default_folder(settings)
    logs.configure(settings.log_format, settings.log_level)
    services = Services(settings, Metrics())
    app = create_app(services)
    with serving.listen(settings) as listener, asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(serving.serve(app, services, settings, listener, lambda: _say_where(settings, listener)))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's faster loop, which does not exist for every system."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _make_default_folder(settings: Settings) -> None:
    """Create the folder of the default database; a folder that somebody named has to exist."""
    from stammtisch.store.private import create_folder

    default = Settings().database
    if settings.database == default:
        create_folder(Path(default.removeprefix("sqlite:")).parent)


def _say_where(settings: Settings, listener: socket.socket) -> None:
    address, port = listener.getsockname()[:2]
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    click.echo(f"Stammtisch is open at http://{host}:{port}")
    behind_tls = any(origin.startswith("https:") for origin in settings.origins)
    if not ipaddress.ip_address(address).is_loopback and not behind_tls:
        click.echo(
            "warning: others on the network can reach this server, and connections to it are not encrypted; "
            "put a proxy with TLS in front of it and name its address with --origins",
            err=True,
        )
