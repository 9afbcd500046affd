"""Makes a database with a version of the program, and keeps everything that it answers about it.

    python -m tests.server.data.make_database OTHER_CHECKOUT/src NAME --bot-seconds 0

with options of `stammtisch serve` at the end, writes `NAME.sqlite.xz` and `NAME.json.xz` beside this file.
"""

from __future__ import annotations

import json
import lzma
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from tests.server.data.answers import Answers, Expected, Keys, everything, public
from tests.server.data.client import Client, Message, serving
from tests.server.data.keeping import administer, notify
from tests.server.data.playing import Table
from tests.server.data.tables import TABLES

FOLDER: Final = Path(__file__).parent
PASSWORD: Final = "correct horse battery staple"  # noqa: S105 (nobody's)

EVENTS: Final = frozenset(
    {
        *("founded", "sat", "manned", "rose", "ticket", "key", "revoked", "closed"),
        *("removed", "muted"),
        *("laid", "seeded", "began", "step", "undone", "standin", "back"),
        *("asked", "answered", "paused", "resumed", "said"),
    }
)
"""Every kind of event that people can bring about; `granted` needs a server that was away."""
DETAILS: Final = frozenset(
    {
        *("sat profile", "sat program", "sat sitter", "said text", "said phrase"),
        *("standin time", "standin away", "standin vote", "standin left"),
        *("undone takeback", "undone contest"),
        *("asked takeback", "asked rematch", "asked pause", "asked handover"),
    }
)
"""Particulars that some event has to have."""


def main(source: Path, name: str, *options: str) -> None:
    """Make both files."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "tables.sqlite"
        allowed = ("--messages-per-second", "100000", "--private-receivers", "on")
        with serving(database, *allowed, *options, source=source) as client:
            keys = make_all(client, database, source)
            live = public(client, keys)
        check_log(database)
        answers = answered_after_restart(database, source, keys)
        check_answers(live, answers)
        pack(database.read_bytes(), FOLDER / f"{name}.sqlite.xz")
        pack(msgspec.json.encode(Expected(keys, answers)), FOLDER / f"{name}.json.xz")


def make_all(client: Client, database: Path, source: Path) -> Keys:
    """Make the two profiles and the tables, and what is kept besides."""
    keys, sessions = Keys(), {}
    for name, password in (("Anna", PASSWORD), ("Béla", None)):
        signed_up = client.post("/api/profiles", {"name": name, "password": password, "program": True})
        keys.profiles[name] = password or signed_up["recovery"]
        sessions[name] = signed_up["token"]
    for make in TABLES:
        with ExitStack() as connections:
            table = make(partial(Table, client, connections), sessions)
            name = make.__name__.replace("_", " ")
            keys.tables[name] = table.keys
            finished = client.get(f"/api/tables/{table.keys.id}")["finished"]
            keys.matches |= {f"{name} {number}": game["match"] for number, game in enumerate(finished, 1)}
    administer(client, keys, database, source)
    notify(client, keys, database, sessions["Anna"])
    return keys


def check_log(database: Path) -> None:
    """Assert that the server left one file alone, and that every kind of event occurs."""
    beside = {path.name for path in database.parent.iterdir()} - {f"{database.name}.lock"}
    assert beside == {database.name}, beside
    found = {trait for event in events(database) for trait in traits(event)}
    assert found >= DETAILS, DETAILS - found
    assert {event["e"] for event in events(database)} == EVENTS


def events(database: Path) -> list[Message]:
    """All rows of the log."""
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        return [json.loads(entry) for (entry,) in connection.execute("SELECT entry FROM log")]


def traits(event: Message) -> Iterator[str]:
    """The kind of the event, and what is remarkable about it."""
    yield event["e"]
    for field in ("why", "vote"):
        yield f"{event['e']} {event.get(field)}"
    for field in ("profile", "program", "sitter", "turned", "text", "phrase"):
        if field in event:
            yield f"{event['e']} {field}"


def answered_after_restart(database: Path, source: Path, keys: Keys) -> Answers:
    """What the same program answers about a copy, in which nothing may happen by itself."""
    copy = database.with_name("copy.sqlite")
    shutil.copy(database, copy)
    with serving(copy, "--requests-per-second", "100000", source=source) as client:
        answers = everything(client, keys)
    assert len(events(copy)) == len(events(database)), "a table went on by itself"
    return answers


def check_answers(live: Answers, answers: Answers) -> None:
    """Assert that a restart has changed nothing, and that no answer is the fault of the server."""
    *_, last = (part for part in live if part.startswith("table "))  # where people have only just left
    changed = [part for part in live if part not in ("lists", last) and live[part] != answers[part]]
    assert not changed, changed
    for part, answer in answers.items():
        for asked, document in answer.items():
            for code in (b"too-many", b"internal", b"halted"):
                assert b'"code":"%s"' % code not in msgspec.json.encode(document), (part, asked, code)


def pack(data: bytes, path: Path) -> None:
    """A file as small as it can be made."""
    path.write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))
    print(f"{path.name}: {len(data)} bytes, packed {path.stat().st_size}")  # noqa: T201


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), *sys.argv[2:])
