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
"""How wide boards may be where nobody knows the width: in files and pipes."""


class Left(Exception):
    """The person at the keyboard ended the input."""


class Terminal:
    """Where people read and write; input and output may be pipes as well."""

    def __init__(self) -> None:
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        self.interactive: Final = sys.stdin.isatty() and sys.stdout.isatty()
        if self.interactive:
            with suppress(ImportError):  # absent on some systems, and only a comfort
                import readline  # noqa: F401 - its presence alone lets people edit what they type
        unknown = not sys.stdout.isatty() and "COLUMNS" not in os.environ
        self._console = Console(highlight=False, width=WIDTH_WITHOUT_TERMINAL if unknown else None)

    def show(self, *things: RenderableType) -> None:
        """Print text or anything that rich can draw; text is taken literally, never as markup."""
        for thing in things:
            self._console.print(thing, markup=False, soft_wrap=isinstance(thing, str))

    def ask(self, question: str) -> str:
        """One line of input without blanks around it; `Left` at the end of input."""
        sys.stdout.flush()
        try:
            answer = input(question)
        except EOFError:
            self.show("")
            raise Left from None
        if not sys.stdin.isatty():
            self.show(answer)
        return answer.strip()

    def clear(self) -> None:
        """Wipe the screen and what could be scrolled back to; nothing where there is none."""
        if self.interactive:
            click.clear()
            click.echo("\x1b[3J", nl=False)

    def page(self, thing: RenderableType) -> None:
        """Show something long, page by page where somebody can turn pages."""
        with self._console.capture() as captured:
            self._console.print(thing)
        if self.interactive:
            click.echo_via_pager(captured.get())
        else:
            click.echo(captured.get(), nl=False)
