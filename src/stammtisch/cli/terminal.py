"""The screen and the keyboard."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import Final

import click
from rich.console import Console, RenderableType

WIDTH_WITHOUT_TERMINAL: Final = 100
"""The width of boards in files and pipes, where there is no terminal to ask."""


class Quit(Exception):
    """The person at the keyboard wants to leave."""


class Terminal:
    """Standard input and output, which may be a terminal, files or pipes."""

    def __init__(self) -> None:
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        self.interactive: Final = sys.stdin.isatty() and sys.stdout.isatty()
        if self.interactive:
            with suppress(ImportError):  # not on every system, and not needed
                import readline  # noqa: F401 - importing it lets people edit what they type
        unknown = not sys.stdout.isatty() and "COLUMNS" not in os.environ
        self._console = Console(highlight=False, width=WIDTH_WITHOUT_TERMINAL if unknown else None)

    def show(self, *things: RenderableType) -> None:
        """Print text or anything that rich can draw; text is taken literally, never as markup."""
        for thing in things:
            self._console.print(thing, markup=False, soft_wrap=isinstance(thing, str))

    def ask(self, question: str) -> str:
        """One line of input without blanks around it; `Quit` at the end of input."""
        sys.stdout.flush()
        try:
            answer = input(question)
        except EOFError:
            self.show("")
            raise Quit from None
        if not sys.stdin.isatty():
            self.show(answer)
        return answer.strip()

    def clear(self) -> None:
        """Clear the screen and its scrollback; without a terminal, do nothing."""
        if self.interactive:
            click.clear()
            click.echo("\x1b[3J", nl=False)

    def page(self, thing: RenderableType) -> None:
        """Show something long, page by page if this is a terminal."""
        with self._console.capture() as captured:
            self._console.print(thing)
        if self.interactive:
            click.echo_via_pager(captured.get())
        else:
            click.echo(captured.get(), nl=False)
