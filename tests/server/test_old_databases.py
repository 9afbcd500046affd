"""A database of every earlier version opens as before: everybody hears the same of it, and plays on."""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing
from functools import cache
from pathlib import Path
from sqlite3 import connect
from typing import Final, NamedTuple, TypeAlias, TypeVar

import msgspec
import pytest
from click.testing import CliRunner

from stammtisch.cli.main import main
from stammtisch.store.migrations import SCRIPTS
from tests.server.data.answers import Answers, Expected, Keys, everything
from tests.server.data.client import Client, Device, Message, serving
from tests.server.data.playing import throw_or_move

CaseT = TypeVar("CaseT", bound=Callable[..., None])

DATA: Final = Path(__file__).parent / "data"
VERSIONS: Final = ("7580905", "9433559", "9f1bc0f", "52696f5")
"""The commits that the databases are of, the newest last."""
EMPTY: Final = {"deliveries", "turns_told"}
"""Nothing waits to be sent, because it would change while the database is asked."""


class Old(NamedTuple):
    """What a version answered about its database."""

    version: str
    expected: Expected

    @property
    def keys(self) -> Keys:
        return self.expected.keys

    def unpack(self, database: Path) -> None:
        """Write the database as that version left it."""
        database.write_bytes(lzma.decompress((DATA / f"{self.version}.sqlite.xz").read_bytes()))


def old_version(version: str) -> Old:
    answers = lzma.decompress((DATA / f"{version}.json.xz").read_bytes())
    return Old(version, msgspec.json.decode(answers, type=Expected))


OLD: Final = {version: old_version(version) for version in VERSIONS}


def of_each(names: Callable[[Old], Iterable[str]]) -> Callable[[CaseT], CaseT]:
    """The test with each of these names of each version."""
    cases = [(version, name) for version, old in OLD.items() for name in names(old)]
    return pytest.mark.parametrize(("old", "name"), cases, indirect=["old"])


NOT_OF_THE_DATABASE: Final = frozenset({"hushed", "/api/tables", "devices"})
"""Not compared: the rules decide which clause forbids chatting, people which tables are listed, and
the client that asks is one more device."""


class Opened(NamedTuple):
    """A database of an old version with a server of today, and what it answered before anybody played on."""

    client: Client
    answers: Answers


@pytest.fixture(params=VERSIONS)
def old(request: pytest.FixtureRequest) -> Old:
    return OLD[request.param]


def left_at(database: Path) -> float:
    """When the last event of this database happened, in seconds since 1970.

    By a later clock games are closed that nobody has visited for a while.
    """
    with closing(connect(database)) as file:
        moment: float = file.execute("SELECT max(json_extract(entry, '$.t')) FROM log").fetchone()[0]
    return moment


@pytest.fixture(scope="module")
def open_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Old], Opened]]:
    """Each version is opened when it is first needed, and stays open."""
    with ExitStack() as servers:

        @cache
        def opened(version: str) -> Opened:
            database = tmp_path_factory.mktemp(version) / "tables.sqlite"
            OLD[version].unpack(database)
            options = ("--requests-per-second", "100000")
            client = servers.enter_context(serving(database, *options, start=left_at(database)))
            return Opened(client, everything(client, OLD[version].keys))

        yield lambda old: opened(old.version)


@pytest.fixture
def client(old: Old, open_once: Callable[[Old], Opened]) -> Client:
    return open_once(old).client


@pytest.fixture
def answers(old: Old, open_once: Callable[[Old], Opened]) -> Answers:
    return open_once(old).answers


NEW_EVENTS: Final = {"start-roll", "begins", "tied"}
"""Who rolled what for the first turn was not sent before."""


def differences(old: object, new: object, where: str = "") -> Iterator[str]:
    """What is missing or has changed; objects may have new keys, and steps new events."""
    if isinstance(old, list) and isinstance(new, list) and where.endswith("/events"):
        old, new = ([event for event in events if event["event"] not in NEW_EVENTS] for events in (old, new))
    if isinstance(old, dict) and isinstance(new, dict):
        for key in old.keys() - NOT_OF_THE_DATABASE:
            yield from differences(old[key], new.get(key, "nothing"), f"{where}/{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (old_item, new_item) in enumerate(zip(old, new, strict=True)):
            yield from differences(old_item, new_item, f"{where}/{number}")
    elif type(old) is not type(new) or old != new:
        yield f"{where} was {old!r} and is {new!r}"


def test_the_newest_one_has_the_present_schema_and_something_in_every_table(tmp_path: Path) -> None:
    """If this fails because you have added to the schema: `data/README.md` says how to add a database."""
    OLD[VERSIONS[-1]].unpack(tmp_path / "tables.sqlite")
    with closing(connect(tmp_path / "tables.sqlite")) as file:
        names = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        empty = {name for name in names if not file.execute(f"SELECT 1 FROM {name}").fetchone()}  # noqa: S608
        assert file.execute("SELECT version FROM meta").fetchone() == (len(SCRIPTS),)
    assert empty == EMPTY


@of_each(lambda old: old.expected.answers)
def test_everybody_hears_the_same_as_before(old: Old, name: str, answers: Answers) -> None:
    before = {asked: answer for asked, answer in old.expected.answers[name].items() if asked != "code"}
    assert [*differences(before, answers[name])] == []


@of_each(lambda old: old.keys.tables)
def test_a_code_works_until_the_game_starts(old: Old, name: str, answers: Answers) -> None:
    """In the first version a code had four syllables."""
    before, now = old.expected.answers[f"table {name}"], answers[f"table {name}"]
    table = now["table for a spectator"]
    found = table["status"] == "open" or (table["status"] == "playing" and table["public"])
    assert len(old.keys.tables[name].code) == (8 if old.version == "7580905" else 10)
    assert now["code"] == (before["code"] if found else {"status": 404, "code": "unknown-table"})


@pytest.mark.parametrize(
    ("new", "found"),
    [
        ({"a": [1, {"b": None}], "c": 2}, []),
        ({"a": [1, {}]}, ["/a/1/b was None and is 'nothing'"]),
        ({"a": [1, {"b": 0}]}, ["/a/1/b was None and is 0"]),
        ({"a": [True, {"b": None}]}, ["/a/0 was 1 and is True"]),
        ({"a": [1]}, ["/a was [1, {'b': None}] and is [1]"]),
    ],
)
def test_new_keys_are_allowed_and_nothing_else(new: Message, found: list[str]) -> None:
    assert [*differences({"a": [1, {"b": None}]}, new)] == found


@of_each(lambda old: old.keys.matches)
def test_the_dice_of_an_old_record_can_still_be_verified(name: str, answers: Answers, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(answers[f"record {name}"]["record"]))
    verdict = CliRunner().invoke(main, ["verify", str(file), "--json"])
    assert verdict.exit_code == 0, verdict.output
    assert json.loads(verdict.stdout)["result"] == "right"


# Playing on


At: TypeAlias = Callable[[str, str], AbstractContextManager[Device]]


@pytest.fixture
def at_table(client: Client, old: Old) -> At:
    """A device at a table, as one who was there connects it."""

    def connected(table: str, name: str) -> AbstractContextManager[Device]:
        keys = old.keys.tables[table]
        return client.device(keys.id, keys.tokens[name])

    return connected


def joined(device: Device) -> Message:
    """The position of the only seat at the device."""
    device.greeting()
    (position,) = device.positions.values()
    return position


def later(position: Message, device: Device) -> Message:
    """The next position that is sent."""
    return device.until(lambda message: message["type"] == "position" and message["n"] > position["n"])


def test_people_play_on(at_table: At) -> None:
    with at_table("two devices", "Anna") as anna, at_table("two devices", "Ben") as ben:
        position = joined(anna)
        seen = joined(ben)
        throw_or_move(anna, position, lambda moves: moves[0])
        after = later(position, anna)
        assert {event["seat"] for event in after["steps"][0]["events"]} == {0}
        assert later(seen, ben)["steps"] == after["steps"]


def test_stand_ins_play_on(at_table: At) -> None:
    with at_table("stand ins", "Anna") as anna, at_table("stand ins", "Ben") as ben:
        position = joined(anna)
        joined(ben)
        throw_or_move(anna, position, score)
        for _ in range(2):
            throw_or_move(ben, ben.until(asks(1)), score)
        assert anna.until(asks(0))["view"]["phase"] == "throw"


def score(moves: list[str]) -> str:
    return next(move for move in moves if move.startswith("score"))


def asks(seat: int) -> Callable[[Message], bool]:
    """Whether a message is a position at which this seat is to throw or to choose."""

    def wanted(message: Message) -> bool:
        turn = message.get("turn") or {}
        return seat in [turn.get("seat"), *turn.get("seats", [])]

    return wanted


def test_an_open_question_can_be_answered(at_table: At) -> None:
    with at_table("takeback asked", "Carla") as carla:
        position = joined(carla)
        carla.say("answer", yes=True)
        after = later(position, carla)
        assert carla.table["vote"] is None
        assert after["turn"] == {"kind": "choose", "seats": [0]}
        assert after["steps"][-1]["events"] == [{"event": "takeback", "seat": 0}]


def test_a_pause_can_be_ended(at_table: At) -> None:
    with at_table("clock", "Anna") as anna:
        position = joined(anna)
        anna.say("resume")
        after = later(position, anna)
        assert not anna.table["paused"]
        assert after["clock"]["deadlines"] != position["clock"]["deadlines"], "the pause counts for nobody"


def test_a_free_seat_can_be_taken_and_the_game_begins(client: Client, old: Old, at_table: At) -> None:
    keys = old.keys.tables["lobby"]
    token = client.post(f"/api/tables/{keys.id}/seats", {"names": ["Ágnes"]})["token"]
    with client.device(keys.id, token) as agnes, at_table("lobby", "Ödön") as odon:
        joined(agnes)
        for device in (agnes, odon):
            device.say("seed", seed="ffeeddccbbaa99887766554433221100")
        begun = agnes.until(lambda message: message["type"] == "position" and message["view"] is not None)
        assert begun["view"]["phase"] == "begin"
