"""Write the page's types from the program's own: `python tools/wire_types.py`.

What all games share goes to `web/src/lib/wire.ts`, with its bounds in `limits.ts`, what belongs to a game to
`web/src/games/G/wire.ts`.
With `--check` nothing is written, and stale files are named.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import indent
from typing import Any, Final, get_args

import msgspec

from stammtisch import catalog
from stammtisch.analysis import puzzles
from stammtisch.analysis import report as analysis
from stammtisch.core.documents import Document, Layout
from stammtisch.core.game import AnyGame
from stammtisch.match import fairness, moments, record
from stammtisch.server.accounts import profiles, results
from stammtisch.server.administration import (
    announcements,
    audit,
    blocks,
    keys,
    reports,
    status,
    table_details,
)
from stammtisch.server.http import (
    accounts,
    administration,
    errors,
    games,
    notifications,
    records,
    table_answers,
    tables,
)
from stammtisch.server.http import reports as reports_over_http
from stammtisch.server.notifications import devices, quiet, webhooks
from stammtisch.server.ops import recent
from stammtisch.server.tables import archive, past, seating
from stammtisch.server.tables.commands import AnyCommand
from stammtisch.server.tables.updates import AnyUpdate

PAGE: Final = Path(__file__).parents[1] / "web/src"
HEAD: Final = "// Made from the program's own types by tools/wire_types.py: change those, not this.\n"
REF: Final = "#/$defs/"
MODULES: Final = (
    *(games, tables, table_answers, past, records, seating),
    *(accounts, profiles, results, archive, analysis, puzzles),
    *(reports_over_http, notifications, devices, quiet, webhooks),
    *(administration, table_details, announcements, blocks, reports, audit, keys, status, recent),
)
"""Whose structs the page uses."""
BOUNDS: Final = ("minimum", "maximum", "minLength", "maxLength", "maxCharacters", "minItems", "maxItems")


def files() -> dict[Path, str]:
    """Every file with what belongs into it."""
    of_games = {PAGE / "games" / name / "wire.ts": of_game(catalog.game(name)) for name in catalog.NAMES}
    types, limits = shared()
    return {PAGE / "lib/wire.ts": types, PAGE / "lib/limits.ts": limits} | of_games


def shared() -> tuple[str, str]:
    """The types of all messages and of everything over HTTP, and the bounds of what they may hold."""
    unions = {"AnyCommand": AnyCommand, "AnyUpdate": AnyUpdate}
    kinds: list[Any] = [kind for union in unions.values() for kind in get_args(union)]
    for module in MODULES:
        kinds += structs_of(module)
    kinds += [record.Record, moments.Moment, fairness.Draws, errors.Refusal, Layout]
    types = Types(kinds)
    declared = [f"export type {name} = {_union(kinds)};\n" for name, kinds in unions.items()]
    limits = [
        "/** The bounds that the server sets, by type and field. */\nexport * as LIMITS from './limits';\n"
    ]
    return "\n".join([HEAD, *types.declared(), *declared, *limits]), "\n".join([HEAD, *types.limits()])


def structs_of(module: Any) -> list[type[msgspec.Struct]]:
    """The structs that a module defines itself."""
    found = (value for value in vars(module).values() if isinstance(value, type))
    return [kind for kind in found if issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__]


def _union(kinds: Any) -> str:
    return " | ".join(kind.__name__ for kind in get_args(kinds))


def of_game(game: AnyGame) -> str:
    """The view, tally, layout and options of one game, under these names.

    A player may leave options out; a view spells all of them out, as `AgreedOptions`.
    """
    roots = {"View": game.view_type, "Tally": game.tally_type, "Layout": game.layout_type}
    names = {kind.__name__: name for name, kind in roots.items()}
    options = game.options_type.__name__
    types = Types([*roots.values(), game.options_type], names | {options: "AgreedOptions"})
    given = f"{types.comment(options)}export type Options = {types.of(types.schemas[options])};\n"
    types.schemas[options] = types.spelled_out(options, msgspec.to_builtins(game.options_type()))
    whole = "export type Wire = { view: View; tally: Tally; layout: Layout; options: Options };\n"
    return "\n".join([HEAD, *types.declared(), given, whole])


class Types:
    """Structs as types of the page; `names` says which are called something else there."""

    def __init__(self, kinds: Iterable[Any], names: dict[str, str] | None = None) -> None:
        _, self.schemas = msgspec.json.schema_components(
            list(dict.fromkeys(kinds)), ref_template=REF + "{name}"
        )
        self._names: Final = names or {}
        self._keys: Final[dict[frozenset[str], Document]] = {}
        for schema in self.schemas.values():
            self._find_keys(schema)

    def declared(self) -> list[str]:
        """Every type, in the order of names."""
        keys = [
            f"export type {schema['title']} = {_values(schema['enum'])};\n" for schema in self._keys.values()
        ]
        structs = [
            f"{self.comment(name)}export type {self._name(name)} = {self.of(schema)};\n"
            for name, schema in sorted(self.schemas.items())
        ]
        return keys + structs

    def comment(self, name: str) -> str:
        """What the struct says of itself."""
        return _comment(self.schemas[name])

    def of(self, schema: Document) -> str:
        """The type of a schema."""
        if "$ref" in schema:
            return self._name(schema["$ref"].removeprefix(REF))
        if "anyOf" in schema:
            return " | ".join(dict.fromkeys(self.of(part) for part in schema["anyOf"]))
        if "const" in schema or "enum" in schema:
            return self._literal(schema.get("enum", [schema.get("const")]))
        return self._of_kind(schema)

    def spelled_out(self, name: str, value: Document) -> Document:
        """The schema of a struct in which everything is required that is in its value."""
        schema: Document = self.schemas[name]
        fields = {}
        for key, field in schema["properties"].items():
            inner = value.get(key)
            reference = field.get("$ref", "").removeprefix(REF)
            fields[key] = self.spelled_out(reference, inner) if reference and inner else field
        return schema | {"properties": fields, "required": list(value)}

    def limits(self) -> Iterator[str]:
        """The bounds of every field that has any; each type by itself, so that pages load what they use."""
        for name, schema in sorted(self.schemas.items()):
            fields = {key: _bounds(field) for key, field in schema.get("properties", {}).items()}
            found = {key: bounds for key, bounds in fields.items() if bounds}
            if found:
                text = msgspec.json.format(msgspec.json.encode(found), indent=2).decode()
                yield f"export const {self._name(name)} = {text} as const;\n"

    def _find_keys(self, schema: Any) -> None:
        """Keys of objects that have a name of their own."""
        if isinstance(schema, list):
            for part in schema:
                self._find_keys(part)
        elif isinstance(schema, dict):
            if "propertyNames" in schema:
                keys = schema["propertyNames"]
                self._keys[frozenset(keys["enum"])] = keys
            for part in schema.values():
                self._find_keys(part)

    def _name(self, name: str) -> str:
        """Of two structs that share a name the socket's keeps it, and the other gets its module's."""
        if name in self._names:
            return self._names[name]
        *_, module, own = ("", "", *name.split("."))
        return own if module in ("", "messages") else module.capitalize() + own

    def _literal(self, values: list[Any]) -> str:
        known = self._keys.get(frozenset(values))
        return str(known["title"]) if known else _values(values)

    def _of_kind(self, schema: Document) -> str:
        match schema.get("type"):
            case "object":
                return self._object(schema)
            case "array":
                return self._array(schema)
            case "string":
                return "string"
            case "integer" | "number":
                return "number"
            case "boolean":
                return "boolean"
            case "null":
                return "null"
        return "unknown"

    def _object(self, schema: Document) -> str:
        if "propertyNames" in schema:
            keys = schema["propertyNames"]["title"]
            return f"{{ [key in {keys}]?: {self.of(schema['additionalProperties'])} }}"
        if not schema.get("properties"):
            values = schema.get("additionalProperties")
            return f"{{ [key: string]: {self.of(values) if isinstance(values, dict) else 'unknown'} }}"
        required = schema.get("required", [])
        fields = "".join(
            f"{_comment(field)}{_key(name)}{'' if name in required else '?'}: {self.of(field)};\n"
            for name, field in schema["properties"].items()
        )
        return "{\n" + indent(fields, "  ") + "}"

    def _array(self, schema: Document) -> str:
        if "prefixItems" in schema:
            return f"[{', '.join(self.of(item) for item in schema['prefixItems'])}]"
        item = self.of(schema["items"]) if isinstance(schema.get("items"), dict) else "unknown"
        return f"({item})[]" if "|" in item else f"{item}[]"


def _values(values: Iterable[Any]) -> str:
    return " | ".join(msgspec.json.encode(value).decode() for value in values)


def _key(name: str) -> str:
    return name if name.isidentifier() else f'"{name}"'


def _comment(schema: Document) -> str:
    text = " ".join(str(schema.get("description", "")).split())
    return f"/** {text} */\n" if text else ""


def _bounds(schema: Document) -> Document:
    """The bounds of a field, whether or not it may be null, and those of its items."""
    for part in schema.get("anyOf", ()):
        if found := _bounds(part):
            return found
    bounds: Document = {key: schema[key] for key in BOUNDS if key in schema}
    items = schema.get("items")
    inner = _bounds(items) if isinstance(items, dict) else {}
    return bounds | ({"items": inner} if inner else {})


def main(check: bool) -> int:
    """Write what has changed, or name it."""
    stale = [path for path, text in files().items() if not path.is_file() or path.read_text("utf-8") != text]
    for path in stale:
        if check:
            sys.stdout.write(f"stale: {path.relative_to(PAGE.parents[1])}; run python tools/wire_types.py\n")
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(files()[path], encoding="utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
