"""`stammtisch engine`: the rules for programs in any language."""

from __future__ import annotations

import os
import sys

import click


@click.command()
def engine() -> None:
    """Answer requests in JSON, one a line, until the input ends."""
    from stammtisch.engine.protocol import serve

    serve(sys.stdin.buffer, sys.stdout.buffer)
    _let_go_of_output()


def _let_go_of_output() -> None:
    """Where the other side has gone, Python would complain at its end about what nobody will read."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
