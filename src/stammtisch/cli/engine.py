"""`stammtisch engine`: the rules for programs in any language."""

from __future__ import annotations

import os
import sys

import click


@click.command()
def engine() -> None:
    """Answer requests in JSON, one a line, until the input ends."""
    from stammtisch.engine.serve import serve

    serve(sys.stdin.buffer, sys.stdout.buffer)
    _close_output()


def _close_output() -> None:
    """If nobody reads the output any more, keep Python from complaining about it at exit."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
