"""The command `stammtisch`. A command's module is imported when it is called, so help comes at once."""

from __future__ import annotations

import platform
import sys
from importlib import import_module
from typing import Final

import click

from stammtisch import __version__

COMMANDS: Final = {
    "admin": "Manage the tables and profiles of a server.",
    "analyse": "Analyse a recorded game: was I unlucky, or did I play badly?",
    "engine": "Offer rules and bots to other programs: JSON lines in, JSON lines out.",
    "play": "Play a game in this terminal, with any number of people and bots.",
    "replay": "Step through a recorded game.",
    "rules": "Read the rules of a game, or one clause of them.",
    "serve": "Serve tables to friends on other devices.",
    "solve": "Compute the value of a game, its best openings, and all its tables.",
    "simulate": "Let bots play against each other, many games at once.",
    "site": "Write the games as static files, for a web host without a server.",
    "verify": "Compute every roll of a recorded game again: were the dice fair?",
}

INTERRUPTED: Final = 130
"""The exit status after Ctrl-C, as shells have it."""


class BadInput(click.ClickException):
    """An error as the user sees it: one line, and exit status 2."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        click.echo(f"error: {self.message}", err=True)


class LazyGroup(click.Group):
    """A group that imports a command only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"stammtisch.cli.{cmd_name}"), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; wrong input ends in one line, never in a traceback."""
        from stammtisch.core.errors import StammtischError

        try:
            return super().invoke(ctx)
        except StammtischError as error:
            raise BadInput(str(getattr(error, "detail", error))) from error
        except BrokenPipeError:
            raise
        except OSError as error:
            raise BadInput(f"{error.filename}: {error.strerror}" if error.filename else str(error)) from error
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)


def _show_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from stammtisch.core.build import is_compiled

        rules = "compiled" if is_compiled() else "interpreted"
        click.echo(f"stammtisch {__version__}, rules {rules}, Python {platform.python_version()}")
        context.exit()


@click.group(cls=LazyGroup, invoke_without_command=True)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version, and how it was built.",
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """The regulars' table: ZOCK, Tock, Kniffel and Zock'n'Roll.

    Without a command: a menu on a terminal, or a demonstration if there is no terminal.
    """
    if ctx.invoked_subcommand is not None:
        return
    if sys.stdin.isatty() and sys.stdout.isatty():
        from stammtisch.cli.menu import menu

        menu()
    else:
        from stammtisch.cli.demo import demonstrate

        demonstrate()
