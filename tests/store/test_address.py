from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.store import BadStore
from stammtisch.store.address import parse_address
from tests.store.stores import entry, opened


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("tables.sqlite", "tables.sqlite"),
        ("/srv/tables.sqlite", "/srv/tables.sqlite"),
        ("sqlite:tables.sqlite", "tables.sqlite"),
        ("sqlite:/srv/tables.sqlite", "/srv/tables.sqlite"),
        ("sqlite:///tables.sqlite", "tables.sqlite"),
        ("sqlite:///data/tables.sqlite", "data/tables.sqlite"),
        ("sqlite:////srv/tables.sqlite", "/srv/tables.sqlite"),
        ("SQLite:///tables.sqlite", "tables.sqlite"),
        ("sqlite:really?.sqlite", "really?.sqlite"),
        (r"C:\Stammtisch\tables.sqlite", r"C:\Stammtisch\tables.sqlite"),
        (r"sqlite:C:\Stammtisch\tables.sqlite", r"C:\Stammtisch\tables.sqlite"),
        ("sqlite:///C:/Stammtisch/tables.sqlite", "C:/Stammtisch/tables.sqlite"),
        (r"\\server\share\tables.sqlite", r"\\server\share\tables.sqlite"),
    ],
)
def test_a_file_is_written_in_many_ways(text: str, path: str) -> None:
    assert parse_address(text) == Path(path)


@pytest.mark.parametrize(
    "text", ["postgresql://anna@host/db", "postgres://host/db", "POSTGRES://host/db", "postgresql:///db"]
)
def test_a_server_is_left_to_its_driver(text: str) -> None:
    assert parse_address(text) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "sqlite:///FILE or postgresql://HOST/NAME, and this address names no file"),
        ("sqlite:", "names no file"),
        ("sqlite://", "names no file"),
        ("sqlite:///", "names no file"),
        ("sqlite://anna:secret@host/db", "three slashes before a relative path and four before an absolute"),
        ("sqlite://tables.sqlite", "sqlite:///tables.sqlite, sqlite:////srv/tables.sqlite"),
        ("sqlite:///tables.sqlite?password=secret", "no parameters"),
        ("sqlite::memory:", "would be lost"),
        ("sqlite:///:memory:", "would be lost"),
        ("mysql://anna:secret@host/db", "sqlite:///FILE or postgresql://HOST/NAME, not mysql:…"),
        ("postgresql+asyncpg://anna:secret@host/db", "not postgresql+asyncpg:…"),
        ("postgres:secret@host/db", "not postgres:…"),
    ],
)
def test_other_addresses_are_refused_without_their_password(text: str, why: str) -> None:
    with pytest.raises(BadStore) as caught:
        parse_address(text)
    assert why in str(caught.value)
    assert "secret" not in str(caught.value)


async def test_one_file_is_opened_by_all_its_addresses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with opened("sqlite:///tables.sqlite") as store:
        await store.write(entry("a", 1))
    for address in ("tables.sqlite", "sqlite:tables.sqlite", f"sqlite:///{tmp_path}/tables.sqlite"):
        async with opened(address) as store:
            assert await store.rows("SELECT table_id FROM log") == [("a",)]
