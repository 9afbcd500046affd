"""How commands take a game and its options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import click

from stammtisch import catalog
from stammtisch.core.documents import LONGEST_OPTIONS, Document, shown
from stammtisch.core.errors import BadOptions, StammtischError
from stammtisch.core.wire import BadJson, decoded

CommandT = TypeVar("CommandT", bound=Callable[..., object])

GAME: Final = click.Choice(catalog.NAMES, case_sensitive=False)
"""The type of an argument that names a game."""


def game_options(command: CommandT) -> CommandT:
    """`--option` and `--options`, as `pairs` and `options_json` for `parse_options`."""
    as_json = click.option(
        "--options", "options_json", default="{}", metavar="JSON", help="Options as a JSON object."
    )
    one = click.option("--option", "pairs", multiple=True, metavar="KEY=VALUE", help="An option of the game.")
    return one(as_json(command))


def parse_options(pairs: Sequence[str], text: str = "{}") -> Document:
    """The options of a JSON object and of `key=value` pairs, which override it."""
    try:
        document = _decoded(text)
    except StammtischError as error:
        raise BadOptions([str(error)]) from error
    if not isinstance(document, dict):
        raise BadOptions([f"options must be a JSON object, not {shown(document)}"])
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise BadOptions([f"{shown(pair)} is not of the form key=value"])
        document[key.strip()] = _value(value.strip())
    return document


def _value(text: str) -> object:
    """Numbers, true and false as in JSON; anything else is a text."""
    try:
        return _decoded(text)
    except BadJson:
        return text


def _decoded(text: str) -> object:
    return decoded(text.encode(errors="surrogateescape"), 4 * LONGEST_OPTIONS)
