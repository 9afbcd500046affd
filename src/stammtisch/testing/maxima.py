"""Options that are larger than they may be, made from the JSON Schema that everybody is shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from stammtisch.core.documents import Document, options_schema
from stammtisch.core.errors import BadOptions
from stammtisch.core.game import AnyGame
from stammtisch.testing.playout import Playout


class Excess(NamedTuple):
    """An option or a part of one, its largest value or length, and options with one more than that."""

    option: str
    largest: int
    options: Document


def options_have_maxima(playout: Playout) -> None:
    """Every number, list and text of the options has a maximum, and one more than that is refused."""
    game = playout.game
    for excess in excesses(game):
        reasons = _reasons(game, excess.options, playout.players)
        option = excess.option.partition(".")[0]
        assert any(reason.startswith(option) and str(excess.largest) in reason for reason in reasons), (
            f"{game.title}: {excess.option} should be at most {excess.largest}, but the reasons are {reasons}"
        )


def excesses(game: AnyGame) -> Iterator[Excess]:
    """One excess for each number, list and text of the game's options; choices have none."""
    schema = options_schema(game.options_type)
    for where, largest, options in _excesses(schema, schema.get("$defs", {}), ""):
        assert isinstance(options, dict), f"the options of {game.title} are no object"
        yield Excess(where, largest, options)


def _reasons(game: AnyGame, options: Document, players: int) -> tuple[str, ...]:
    """Why these options are refused; none where they are not."""
    try:
        game.options(options, players)
    except BadOptions as error:
        return error.reasons
    return ()


def _excesses(schema: Document, definitions: Document, where: str) -> Iterator[tuple[str, int, object]]:
    """Where something has a maximum, what it is, and a value that exceeds it there and nowhere else."""
    schema = definitions.get(schema.get("$ref", "").rpartition("/")[2], schema)
    if "properties" in schema:
        for name, part in schema["properties"].items():
            for inner, largest, value in _excesses(part, definitions, f"{where}.{name}".strip(".")):
                yield inner, largest, {name: value}
    elif schema.get("type") == "integer":
        assert "minimum" in schema, f"{where} has no minimum"
        yield where, _limit(schema, "maximum", where), _limit(schema, "maximum", where) + 1
    elif schema.get("type") == "string" and "enum" not in schema:
        longest = _limit(schema, "maxLength", where)
        yield where, longest, "x" * (longest + 1)
    elif schema.get("type") == "array":
        longest = _limit(schema, "maxItems", where)
        yield where, longest, [_smallest(schema["items"])] * (longest + 1)
        for inner, largest, value in _excesses(schema["items"], definitions, f"{where}[0]"):
            yield inner, largest, [value]
    else:
        assert "enum" in schema or schema.get("type") == "boolean", f"{where} has no maximum: {schema}"


def _limit(schema: Document, key: str, where: str) -> int:
    assert key in schema, f"{where} has no {key}"
    limit: int = schema[key]
    return limit


def _smallest(schema: Document) -> object:
    """Something that such a list may hold."""
    return schema["enum"][0] if "enum" in schema else schema.get("minimum", "")
