"""`stammtisch serve`: tables for friends on other devices."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final

import click
from click.core import ParameterSource

from stammtisch.cli.setting_options import config_option, make_default_folder, setting_option
from stammtisch.server.settings import Settings, read_settings

MORE_PORTS: Final = 20
"""Ports after the default one that are tried if it is taken."""


def _setting_options(command: Callable[..., None]) -> Callable[..., None]:
    """An option for each setting, in their order."""
    for name in reversed(Settings.__struct_fields__):
        command = setting_option(name)(command)
    return command


@click.command
@config_option
@_setting_options
@click.option("--open", "open_browser", is_flag=True, help="Open the page in a browser of this computer.")
@click.pass_context
def serve(ctx: click.Context, /, open_browser: bool, **given: object) -> None:
    """Serve tables until Ctrl-C or SIGTERM.

    A flag overrides its environment variable, a variable overrides the file, and the file overrides the
    default. A setting with several values is a flag given several times, a list in the file, and words
    separated by spaces in the environment.

    If nothing says which host to use, the first start in a terminal asks whether devices on your network may
    join, and remembers the answer. If the default port is taken, the next free one is used.
    """
    from stammtisch.cli.first_run import remembered_host
    from stammtisch.cli.server_addresses import show_addresses
    from stammtisch.server import serving
    from stammtisch.server.app import create_app
    from stammtisch.server.ops import logs
    from stammtisch.server.ops.metrics import Metrics
    from stammtisch.server.services import Services

    if _unsaid(ctx, "host") and ctx.default_map is None:
        given["host"] = remembered_host()
    settings = read_settings(given)
    make_default_folder(settings.database)
    logs.configure(settings.log_format, settings.log_level)
    services = Services(settings, Metrics())
    app = create_app(services)
    more_ports = MORE_PORTS if _unsaid(ctx, "port") else 0
    with (
        serving.listen(settings, more_ports=more_ports) as listener,
        asyncio.Runner(loop_factory=_loop_factory()) as runner,
    ):
        opened = partial(show_addresses, settings, listener, open_browser=open_browser)
        runner.run(serving.serve(app, services, settings, listener, opened))


def _unsaid(ctx: click.Context, name: str) -> bool:
    """Whether neither a flag nor a variable nor a file sets this."""
    return ctx.get_parameter_source(name) is ParameterSource.DEFAULT


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's faster loop, which does not exist for every system."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
