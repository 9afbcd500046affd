"""Reading documents: parse, then validate, and say everything that is wrong at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeAlias, TypeVar

import msgspec

from stammtisch.core.errors import BadOptions, BadPosition
from stammtisch.core.turn import Seat

Document: TypeAlias = dict[str, Any]
"""A JSON object, as it is sent and stored in records."""

StructT = TypeVar("StructT", bound=msgspec.Struct)

LARGEST_NUMBER: Final = 2**53 - 1
"""The largest number of a document. Beyond it some readers of JSON are not exact, browsers among them."""

LONGEST_OPTIONS: Final = 4000
"""The most characters of options in JSON; all options of one game together take about 600."""

SETUPS_KEPT: Final = 256
"""For how many different options a game remembers what follows from them: enough for the tables of a busy
server, and few enough that a client that keeps sending new options cannot fill its memory."""

_SHOWN_AT_MOST = 60
_SAID_AT_MOST = 200
_DEFINITIONS = "#/$defs/"
_fields = cache(msgspec.structs.fields)  # evaluating the annotations again each time would be slow


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the players agree on before a match. Subclasses add typed, documented fields."""

    def problems(self, players: int) -> list[str]:
        """Everything that does not go together, for this number of players."""
        return []


class View(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position document. Subclasses add the keys of their game, in the order in which they are written.

    A key that has no meaning in a phase is absent: its field is `UNSET`.
    """

    game: str
    options: Options
    players: int
    phase: str
    turn: Seat | None


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """What follows from a position: sums, and who does what next. Nothing in it is secret."""


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """What a board needs to draw a table: fields, teams, counts. The same for a whole match."""


OptionsT = TypeVar("OptionsT", bound=Options)
ViewT = TypeVar("ViewT", bound=View)


def at_most(largest: int) -> msgspec.Meta:
    """Marks the largest value in a new game; one that was agreed on before there was a maximum may exceed it.

    A maximum that has always been there is written as `Meta(le=…)`.
    """
    return msgspec.Meta(extra_json_schema={"maximum": largest})


WholeNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=LARGEST_NUMBER)]
"""A number in a document that cannot be negative."""


def keyed_by(name: str, keys: Iterable[str]) -> msgspec.Meta:
    """Marks an object whose keys are some of these; `name` is what schema and page call such a key."""
    return msgspec.Meta(extra_json_schema={"propertyNames": {"title": name, "enum": list(keys)}})


def shown(value: object) -> str:
    """The value for an error message: short, on one line."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # nested too deep, or a number of too many digits
        return f"a very large {type(value).__name__}"
    return _shortened(text, _SHOWN_AT_MOST)


def read(
    kind: type[StructT], document: Mapping[str, object], known: Mapping[str, object] = MappingProxyType({})
) -> tuple[StructT | None, list[str]]:
    """The document as a typed value, or None and every reason why it cannot be read.

    The values in `known` are taken as they are, whatever the document says.
    """
    fields = _fields(kind)
    names = [field.encode_name for field in fields]
    reasons = [
        f"unknown key {shown(key)} (known: {', '.join(names)})" for key in document if key not in names
    ]
    values: dict[str, object] = {**known}
    for field in fields:
        if field.name in known:
            continue
        if field.encode_name in document:
            try:
                values[field.name] = msgspec.convert(document[field.encode_name], field.type)
            except msgspec.ValidationError as error:
                reasons.append(f"{field.encode_name}: {_readable(error)}")
        elif field.required:
            reasons.append(f"{field.encode_name} is missing")
    return (None, reasons) if reasons else (kind(**values), [])


def read_view(kind: type[ViewT], document: Document, players: int, options: Options) -> ViewT:
    """A position document as its typed view, or `BadPosition` with every reason; `turn` may be left out."""
    head = {"game": document["game"], "options": options, "players": players}
    view, reasons = read(kind, {"turn": None} | document, head)
    if view is None:
        raise BadPosition(reasons)
    return view


def read_options(kind: type[OptionsT], document: object, players: int, *, new: bool) -> OptionsT:
    """Options that are valid for this number of players, or `BadOptions` with every reason.

    In a `new` game no number may exceed its maximum; otherwise only the limit for all numbers counts.
    """
    if not isinstance(document, dict):
        raise BadOptions([f"options are an object, not {shown(document)}"])
    options, reasons = read(kind, document)
    if options is None:
        raise BadOptions(reasons)
    schema = _schema(kind)
    return checked(options, players, _excesses(document, schema, schema.get("$defs", {}), new=new))


def _excesses(
    value: object, schema: Document, definitions: Document, where: str = "", *, new: bool
) -> Iterator[str]:
    """A reason for each number that is larger than it may be."""
    schema = definitions.get(schema.get("$ref", "").removeprefix(_DEFINITIONS), schema)
    if isinstance(value, dict):
        for key, known in schema.get("properties", {}).items():
            if key in value:
                yield from _excesses(value[key], known, definitions, f"{where}.{key}", new=new)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _excesses(item, schema.get("items", {}), definitions, f"{where}[{number}]", new=new)
    elif isinstance(value, int):
        largest = schema.get("maximum", LARGEST_NUMBER) if new else LARGEST_NUMBER
        if value > largest:
            yield f"{where.removeprefix('.')}: expected at most {largest}, not {shown(value)}"


def checked(options: OptionsT, players: int, others: Iterable[str] = ()) -> OptionsT:
    """The same options, if they go together and there are no other reasons against them."""
    reasons = [*others, *options.problems(players)]
    if reasons:
        raise BadOptions(reasons)
    return options


def options_schema(kind: type[Options]) -> Document:
    """The JSON Schema of a game's options, in one piece."""
    (head,), definitions = msgspec.json.schema_components([kind], ref_template=f"{_DEFINITIONS}{{name}}")
    schema: Document = definitions.pop(head["$ref"].removeprefix(_DEFINITIONS))
    return schema | {"$defs": definitions} if definitions else schema


_schema = cache(options_schema)


def out_of_place(
    position: msgspec.Struct, phase: str, phases_of_key: Mapping[str, Iterable[str]]
) -> list[str]:
    """A reason for each key that this phase needs but lacks, or has but does not know."""
    reasons = []
    for key, phases in phases_of_key.items():
        present = getattr(position, key) is not msgspec.UNSET
        if phase in phases and not present:
            reasons.append(f"{key} is missing in phase {phase}")
        elif present and phase not in phases:
            reasons.append(f"{key} has no meaning in phase {phase}")
    return reasons


def only_with(
    position: msgspec.Struct, keys: Iterable[str], *, present: bool, missing: str, surplus: str
) -> list[str]:
    """A reason for each of these keys that is missing but required, or present but not allowed."""
    reason = missing if present else surplus
    return [f"{key} {reason}" for key in keys if (getattr(position, key) is msgspec.UNSET) == present]


def _readable(error: msgspec.ValidationError) -> str:
    """The reason in our style; it may repeat the whole value, so it is shortened."""
    text = str(error).replace("Expected", "expected", 1).replace(" - at `$", " at `", 1)
    return _shortened(text, _SAID_AT_MOST)


def _shortened(text: str, at_most: int) -> str:
    return text if len(text) <= at_most else text[: at_most - 1] + "…"
