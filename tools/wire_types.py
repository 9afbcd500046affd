"""Write the page's types from the server's own: `python tools/wire_types.py > web/src/lib/wire.ts`."""

from __future__ import annotations

import sys
from typing import Any, Final, get_args

import msgspec

from stammtisch.analysis import report as analysis
from stammtisch.match import fairness, record
from stammtisch.server.accounts import profiles, results
from stammtisch.server.http import accounts, endpoint, games, records, tables
from stammtisch.server.tables import archive, seating
from stammtisch.server.tables.commands import AnyCommand
from stammtisch.server.tables.updates import AnyUpdate

ROOTS: Final = (*get_args(AnyCommand), *get_args(AnyUpdate))
HEAD: Final = "// Made from the server's own types by tools/wire_types.py: change those, not this.\n"


def structs_of(module: Any) -> list[type[msgspec.Struct]]:
    """The structs that a module defines itself."""
    found = (value for value in vars(module).values() if isinstance(value, type))
    return [kind for kind in found if issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__]


def typescript() -> str:
    """Every type that travels, in the order of names."""
    kinds: list[Any] = list(ROOTS)
    for module in (games, tables, records, seating, accounts, profiles, results, archive, analysis):
        kinds += structs_of(module)
    kinds += [record.Record, fairness.Draws, endpoint.Refusal]
    _, components = msgspec.json.schema_components(list(dict.fromkeys(kinds)), ref_template="#/$defs/{name}")
    types = [
        f"{_comment(schema)}export type {_name(name)} = {_type(schema)};\n"
        for name, schema in sorted(components.items())
    ]
    unions = [
        f"export type AnyCommand = {_union(AnyCommand)};\n",
        f"export type AnyUpdate = {_union(AnyUpdate)};\n",
    ]
    return HEAD + "\n" + "\n".join(types + unions)


def _union(kinds: Any) -> str:
    return " | ".join(kind.__name__ for kind in get_args(kinds))


def _name(name: str) -> str:
    """The name of a type; of two that share one, the socket's keeps it and the other gets its module's."""
    *_, module, own = ("", "", *name.split("."))
    return own if module in ("", "messages") else module.capitalize() + own


def _comment(schema: dict[str, Any]) -> str:
    text = " ".join(str(schema.get("description", "")).split())
    return f"/** {text} */\n" if text else ""


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return _name(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(part) for part in schema["anyOf"]))
    if "const" in schema or "enum" in schema:
        values = schema.get("enum", [schema.get("const")])
        return " | ".join(msgspec.json.encode(value).decode() for value in values)
    return _of_kind(schema)


def _of_kind(schema: dict[str, Any]) -> str:
    match schema.get("type"):
        case "object":
            return _object(schema)
        case "array":
            return _array(schema)
        case "string":
            return "string"
        case "integer" | "number":
            return "number"
        case "boolean":
            return "boolean"
        case "null":
            return "null"
    return "unknown"


def _object(schema: dict[str, Any]) -> str:
    if "properties" not in schema:
        values = schema.get("additionalProperties")
        return f"{{ [key: string]: {_type(values) if isinstance(values, dict) else 'unknown'} }}"
    required = schema.get("required", [])
    fields = "".join(
        f"  {name}{'' if name in required else '?'}: {_type(field)};\n"
        for name, field in schema["properties"].items()
    )
    return "{\n" + fields + "}"


def _array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(item) for item in schema['prefixItems'])}]"
    item = _type(schema["items"]) if isinstance(schema.get("items"), dict) else "unknown"
    return f"({item})[]" if "|" in item else f"{item}[]"


if __name__ == "__main__":
    sys.stdout.write(typescript())
