"""How the commands of `stammtisch admin` list things."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import click
from rich.table import Table as Columns
from rich.text import Text

from stammtisch.server.administration.texts import moment
from stammtisch.server.tables.updates import ChatUpdate

limit: Final = click.option("--limit", type=click.IntRange(1), default=100, show_default=True)
offset: Final = click.option("--offset", type=click.IntRange(0), default=0, help="Skip this many.")


def columns(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Columns:
    """A table whose last column wraps if there is not enough room."""
    columns = Columns(box=None, pad_edge=False, header_style="bold", show_header=any(heads))
    for number, head in enumerate(heads, 1):
        columns.add_column(head, no_wrap=number < len(heads), overflow="fold")
    for row in rows:
        columns.add_row(*map(Text, row))
    return columns


def chat(messages: Iterable[ChatUpdate]) -> Columns:
    """The messages of a table's chat, with when they were sent and by whom."""
    said = [
        (moment(each.t), ", ".join(each.names) or "somebody who left", each.text or each.phrase)
        for each in messages
    ]
    return columns(("when (UTC)", "who", "chat"), said)
