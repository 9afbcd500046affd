"""How far a command is, for people at a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

Report: TypeAlias = Callable[[float, float], None]
"""Called with how much is done, of how much."""


@contextmanager
def progress(what: str) -> Iterator[Report]:
    """A bar on a terminal, which disappears at the end; elsewhere nothing is written."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda *_: None
        return
    columns = (TextColumn(what), BarColumn(), TextColumn("{task.percentage:.0f} %"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)
