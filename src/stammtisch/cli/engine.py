"""`stammtisch engine`: the rules for programs in any language."""

from __future__ import annotations

import sys

import click

from stammtisch.cli.output import discard_output


@click.command()
def engine() -> None:
    """Answer requests in JSON, one a line, until the input ends."""
    from stammtisch.engine.serve import serve

    serve(sys.stdin.buffer, sys.stdout.buffer)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        discard_output()
