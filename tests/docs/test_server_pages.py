"""The pages about the server say what the server says."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, get_args

import msgspec
import pytest
from prometheus_client.parser import text_string_to_metric_families

from stammtisch import server, store
from stammtisch.cli.admin.install_service import install_service, unit
from stammtisch.cli.serve import serve
from stammtisch.core.errors import StammtischError
from stammtisch.local.store import StorageFailed, StorageFull
from stammtisch.server.app import endpoints
from stammtisch.server.http.endpoint import BODY_AT_MOST
from stammtisch.server.http.errors import status_of
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.services import Services
from stammtisch.server.settings import Settings, read_settings
from stammtisch.server.tables import spending
from stammtisch.server.tables.commands import LONGEST_MESSAGE, AnyCommand
from stammtisch.server.tables.state import REMEMBERED_MATCHES, REMEMBERED_MESSAGES, REMEMBERED_STEPS
from stammtisch.server.tables.updates import AnyUpdate
from stammtisch.server.tables.votes import VOTE_STANDS
from stammtisch.server.ws import connection as socket
from stammtisch.server.ws.protocol import LARGEST_MESSAGE, POLICY, REFUSED, TRY_AGAIN, decode_command
from stammtisch.store.address import parse_address

from .pages import DOCS, blocks, chapters, code_spans, prose, rows, sections, tables

SOCKET, HTTP, TABLES = DOCS / "socket.md", DOCS / "http.md", DOCS / "tables.md"
DEPLOYMENT = DOCS / "deployment.md"
DATABASES = sections(DEPLOYMENT)["Settings"].partition("The address of a database")[2]
COMMANDS, UPDATES = get_args(AnyCommand), get_args(AnyUpdate)
TAGS = {kind.__name__: kind.__struct_config__.tag for kind in (*COMMANDS, *UPDATES)}
TYPES: dict[str, Any] = msgspec.json.schema_components([*COMMANDS, *UPDATES])[1]
COMMON = {"type", "id", "ack"}
"""Fields that every message has or may have; they are described once."""
NEVER_SENT = {"bad-settings", "bad-store", "bad-bus", "bad-backup"}
OF_HTTP_ITSELF = {"method-not-allowed": 405, "not-ready": 503}
OF_UVICORN = {1009, 1011, 1012}

CHAPTERS = {
    name: text
    for section in ("Commands", "Updates", "Parts")
    for name, text in chapters(sections(SOCKET)[section]).items()
}


def fields(schema: dict[str, Any]) -> list[str]:
    """The fields of a type, without those that say which type it is."""
    tags = {name for name, field in schema["properties"].items() if len(field.get("enum", ())) == 1}
    return [name for name in schema["properties"] if name not in COMMON | tags]


def values(schema: Any) -> Iterator[str]:
    """Every text that a field can only be one of."""
    if isinstance(schema, dict):
        yield from schema.get("enum", ())
        for part in schema.get("anyOf", ()):
            yield from values(part)


def test_every_type_has_its_chapter_and_there_is_no_other() -> None:
    assert sorted(CHAPTERS) == sorted(TAGS.get(name, name) for name in TYPES)


@pytest.mark.parametrize("kind", TYPES)
def test_every_field_is_listed_in_order_and_whether_it_may_be_left_out(kind: str) -> None:
    listed = [(code_spans(field), optional) for field, optional, _ in rows(CHAPTERS[TAGS.get(kind, kind)])]
    required = TYPES[kind]["required"]
    assert listed == [([field], "" if field in required else "optional") for field in fields(TYPES[kind])]


@pytest.mark.parametrize("kind", TYPES)
def test_every_value_that_a_field_may_have_is_documented(kind: str) -> None:
    spans = code_spans(CHAPTERS[TAGS.get(kind, kind)])
    for field in TYPES[kind]["properties"].values():
        assert set(values(field)) - {TAGS.get(kind)} <= set(spans)


def examples(kind: type[msgspec.Struct]) -> list[str]:
    return re.findall(r"^```json\n(.*?)^```$", CHAPTERS[TAGS[kind.__name__]], re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("kind", COMMANDS)
def test_the_examples_of_a_command_are_understood(kind: type[msgspec.Struct]) -> None:
    assert examples(kind)
    for example in examples(kind):
        assert type(decode_command(example)) is kind


@pytest.mark.parametrize("kind", UPDATES)
def test_the_examples_of_an_update_are_such_updates(kind: type[msgspec.Struct]) -> None:
    assert examples(kind)
    for example in examples(kind):
        assert type(msgspec.json.decode(example, type=AnyUpdate)) is kind
        assert set(msgspec.json.decode(example)) <= set(TYPES[kind.__name__]["properties"])


def test_numbers_are_those_of_the_program() -> None:
    listed = {int(number) for number in re.findall(r"\d+", prose(SOCKET) + prose(TABLES))}
    kept = {REMEMBERED_MATCHES, REMEMBERED_STEPS, REMEMBERED_MESSAGES}
    limits = {socket.UNSENT_AT_MOST, socket.OFFENCES_AT_MOST, Settings().messages_per_second}
    assert {LARGEST_MESSAGE, LONGEST_MESSAGE, BODY_AT_MOST, int(VOTE_STANDS), *kept, *limits} <= listed


def test_what_a_player_may_do_besides_playing_is_documented() -> None:
    chapter = sections(TABLES)["Besides playing"]
    listed = [(what, int(at_once), every) for what, at_once, every in rows(chapter)]
    assert listed == [
        (allowance.what, allowance.at_once, f"{allowance.seconds:g} s")
        for allowance in vars(spending).values()
        if isinstance(allowance, spending.Allowance)
    ]
    numbers = {int(number) for number in re.findall(r"\d+", chapter)}
    assert {getattr(spending, name) for name in dir(spending) if name.startswith("MOST_")} <= numbers


def test_every_close_code_is_documented() -> None:
    listed = {int(code) for code, *_ in rows(sections(SOCKET)["Close codes"])}
    assert listed == {POLICY, TRY_AGAIN, REFUSED} | OF_UVICORN


ELSEWHERE = ("stammtisch.cli.", "stammtisch.local.")
"""Packages whose errors no server sends."""


def errors() -> dict[str, set[int]]:
    """The codes of all errors of store and server, and of what they let through, with their statuses."""
    for package in (server, store):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    found: dict[str, set[int]] = {}
    for kind in _family(StammtischError):
        if kind.__module__.startswith("stammtisch.") and not kind.__module__.startswith(ELSEWHERE):
            found.setdefault(kind.code, set()).add(status_of(kind))
    return found


def _family(kind: type[StammtischError]) -> Iterator[type[StammtischError]]:
    yield kind
    for child in kind.__subclasses__():
        yield from _family(child)


def test_every_error_code_is_documented_with_its_status() -> None:
    listed = {code_spans(code)[0]: int(status) for code, status, _ in rows(sections(SOCKET)["Errors"])}
    codes = errors()
    of_engine_and_records = {"bad-position", "bad-record"}
    assert set(listed) == set(codes) - NEVER_SENT - of_engine_and_records | set(OF_HTTP_ITSELF)
    assert set(code_spans(sections(SOCKET)["Errors"].rpartition("\n\n")[2])) >= NEVER_SENT
    for code, status in listed.items():
        assert status in codes.get(code, {OF_HTTP_ITSELF.get(code)}), code


def test_the_page_has_a_sentence_for_every_code() -> None:
    page = DOCS.parent / "web/src"
    sentences = json.loads((page / "messages/en/refusals.json").read_text(encoding="utf-8"))
    grouped = (page / "lib/refusals.ts").read_text(encoding="utf-8")
    listed = {code_spans(code)[0] for code, *_ in rows(sections(SOCKET)["Errors"])}
    known = {*sentences, *re.findall(r"'([\w-]+)'", grouped)}
    assert listed | {StorageFull.code, StorageFailed.code} <= known


def test_every_route_is_listed() -> None:
    listed = [code_spans(request)[0] for request, _ in rows(sections(HTTP)["Routes"])]
    served = endpoints(Services(Settings(), Metrics()))
    assert listed == [f"{endpoint.method} {endpoint.path}" for endpoint in served]


def test_requests_that_are_shown_are_understood() -> None:
    (block,) = blocks(HTTP, "sh")
    requests = re.findall(
        r"curl -s http://127.0.0.1:8765(\S+) --json \\\n  '(.*)'$", block.text, re.MULTILINE
    )
    bodies = {
        endpoint.path: endpoint.body
        for endpoint in endpoints(Services(Settings(), Metrics()))
        if endpoint.method == "POST"
    }
    assert len(requests) == block.text.count("curl")
    for path, body in requests:
        msgspec.json.decode(body, type=bodies[path.replace("TABLE", "{table}")])


def test_every_setting_is_documented_with_its_default_and_in_the_words_of_the_help() -> None:
    listed = tables(sections(DEPLOYMENT)["Settings"])[0]
    settings = msgspec.structs.fields(Settings)
    assert [code_spans(name)[0] for name, *_ in listed] == [setting.name for setting in settings]
    for (_, default, what), setting in zip(listed, settings, strict=True):
        metas = get_args(setting.type)[1:]
        assert what == next(meta.description for meta in metas if meta.description)
        if setting.default is not msgspec.NODEFAULT:
            assert default == _shown(setting.default)


def _shown(default: Any) -> str:
    values = default if isinstance(default, tuple) else [default]
    return ", ".join(f"`{value}`" for value in values if value is not None) or "none"


def test_the_file_of_settings_can_be_read() -> None:
    (block,) = blocks(DEPLOYMENT, "toml")
    assert read_settings(tomllib.loads(block.text)).log_format == "json"


def test_the_unit_that_is_shown_is_the_one_that_is_installed() -> None:
    (block,) = blocks(DEPLOYMENT, "ini")
    assert block.text == unit(["/opt/stammtisch/bin/python", "-m", "stammtisch"], (), user=False)


@pytest.mark.parametrize("address", [span for row in rows(DATABASES) for span in code_spans(row[0])])
def test_addresses_of_databases_that_are_shown_are_understood(address: str) -> None:
    assert parse_address(address)


def test_every_metric_is_documented() -> None:
    listed = {code_spans(name)[0]: what for name, what in rows(sections(DEPLOYMENT)["Metrics"])}
    families = text_string_to_metric_families(Metrics().text().decode())
    counted = {
        family.name + ("_total" if family.type == "counter" else ""): family.documentation
        for family in families
        if not family.name.endswith("_created") and not re.search("_process_|python_gc_", family.name)
    }
    assert listed == counted


def test_options_that_are_named_exist() -> None:
    known = {option for parameter in serve.params for option in parameter.opts}
    known |= {option for parameter in install_service.params for option in parameter.opts} | {"--"}
    named = {span.split()[0] for span in code_spans(prose(DEPLOYMENT)) if span.startswith("--")}
    assert named
    assert named <= known
