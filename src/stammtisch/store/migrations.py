"""The database schema, and how to upgrade every earlier version. A released script never changes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple, TypeAlias

from stammtisch.store.contract import BadStore

SCRIPTS: Final = (
    (
        "CREATE TABLE meta (program TEXT NOT NULL, version BIGINT NOT NULL)",
        "INSERT INTO meta (program, version) VALUES ('stammtisch', 1)",
        """CREATE TABLE log (
            table_id TEXT NOT NULL, n BIGINT NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (table_id, n)
        ) {in_order_of_key}""",
        """CREATE TABLE tables (
            id TEXT NOT NULL PRIMARY KEY, code TEXT NOT NULL UNIQUE, game TEXT NOT NULL,
            players BIGINT NOT NULL, status TEXT NOT NULL, public BIGINT NOT NULL, name TEXT NOT NULL,
            free BIGINT NOT NULL,
            created DOUBLE PRECISION NOT NULL, touched DOUBLE PRECISION NOT NULL, wake DOUBLE PRECISION
        )""",
        """CREATE INDEX tables_listed ON tables (created, id)
            WHERE public = 1 AND status IN ('open', 'playing')""",
        "CREATE INDEX tables_created ON tables (created, id)",
        "CREATE INDEX tables_wake ON tables (wake) WHERE wake IS NOT NULL",
        """CREATE TABLE matches (
            id TEXT NOT NULL PRIMARY KEY, table_id TEXT NOT NULL, game TEXT NOT NULL,
            ended DOUBLE PRECISION NOT NULL
        )""",
        "CREATE INDEX matches_table ON matches (table_id)",
    ),
    (
        "UPDATE meta SET version = 2",
        """CREATE TABLE profiles (
            id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE,
            password TEXT, recovery TEXT, created DOUBLE PRECISION NOT NULL
        )""",
        """CREATE TABLE sessions (
            hash TEXT NOT NULL PRIMARY KEY, profile TEXT NOT NULL, until DOUBLE PRECISION NOT NULL
        )""",
        "CREATE INDEX sessions_profile ON sessions (profile)",
        """CREATE TABLE results (
            profile TEXT NOT NULL, match TEXT NOT NULL, seat BIGINT NOT NULL, table_id TEXT NOT NULL,
            game TEXT NOT NULL, players BIGINT NOT NULL, place BIGINT NOT NULL, score BIGINT NOT NULL,
            won BIGINT NOT NULL, rated BIGINT NOT NULL, ended DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (profile, match, seat)
        )""",
        """CREATE TABLE ratings (
            profile TEXT NOT NULL, game TEXT NOT NULL, players BIGINT NOT NULL,
            mu DOUBLE PRECISION NOT NULL, sigma DOUBLE PRECISION NOT NULL, games BIGINT NOT NULL,
            PRIMARY KEY (profile, game, players)
        )""",
        "CREATE INDEX ratings_best ON ratings (game, players, (mu - 3 * sigma))",
    ),
    (
        "UPDATE meta SET version = 3",
        "ALTER TABLE tables ADD COLUMN seen DOUBLE PRECISION",
        "DROP INDEX tables_listed",
        """CREATE INDEX tables_seen ON tables (seen)
            WHERE public = 1 AND status IN ('open', 'playing')""",
        "UPDATE tables SET wake = {now} + 604800 WHERE status = 'open' AND wake IS NULL",
    ),
    (
        "UPDATE meta SET version = 4",
        "ALTER TABLE sessions ADD COLUMN created DOUBLE PRECISION",
        "ALTER TABLE sessions ADD COLUMN browser TEXT",
        "ALTER TABLE sessions ADD COLUMN system TEXT",
        "ALTER TABLE profiles ADD COLUMN skeleton TEXT",
        "CREATE UNIQUE INDEX profiles_skeleton ON profiles (skeleton)",
    ),
    (
        "UPDATE meta SET version = 5",
        """CREATE TABLE snapshots (
            table_id TEXT NOT NULL, n BIGINT NOT NULL, since BIGINT NOT NULL,
            document TEXT NOT NULL, position TEXT NOT NULL, PRIMARY KEY (table_id, n)
        )""",
        "ALTER TABLE matches ADD COLUMN since BIGINT",
        "ALTER TABLE matches ADD COLUMN until BIGINT",
        "ALTER TABLE matches ADD COLUMN setup TEXT",
        "ALTER TABLE matches ADD COLUMN steps BIGINT",
        "ALTER TABLE matches ADD COLUMN record BYTEA",
    ),
    (
        "UPDATE meta SET version = 6",
        """CREATE TABLE admin_keys (
            name TEXT NOT NULL PRIMARY KEY, hash TEXT NOT NULL, created DOUBLE PRECISION NOT NULL
        )""",
        """CREATE TABLE admin_sessions (
            hash TEXT NOT NULL PRIMARY KEY, opened_by TEXT NOT NULL, until DOUBLE PRECISION NOT NULL
        )""",
        """CREATE TABLE audit (
            id TEXT NOT NULL PRIMARY KEY, at DOUBLE PRECISION NOT NULL, who TEXT NOT NULL,
            address TEXT NOT NULL, action TEXT NOT NULL, about TEXT NOT NULL
        )""",
        "CREATE INDEX audit_at ON audit (at)",
        """CREATE TABLE blocks (
            id TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, value TEXT NOT NULL, why TEXT NOT NULL,
            created DOUBLE PRECISION NOT NULL, until DOUBLE PRECISION NOT NULL
        )""",
        """CREATE TABLE announcements (
            id TEXT NOT NULL PRIMARY KEY, text TEXT NOT NULL, created DOUBLE PRECISION NOT NULL,
            until DOUBLE PRECISION NOT NULL
        )""",
        """CREATE TABLE reports (
            id TEXT NOT NULL PRIMARY KEY, created DOUBLE PRECISION NOT NULL, table_id TEXT NOT NULL,
            reporter TEXT NOT NULL, reported TEXT NOT NULL, address TEXT NOT NULL, why TEXT NOT NULL,
            text TEXT NOT NULL, chat TEXT NOT NULL, settled DOUBLE PRECISION
        )""",
        "CREATE INDEX reports_created ON reports (created)",
    ),
    (
        "UPDATE meta SET version = 7",
        "CREATE TABLE push_keys (id BIGINT NOT NULL PRIMARY KEY, private TEXT NOT NULL)",
        """CREATE TABLE push_devices (
            id TEXT NOT NULL PRIMARY KEY, hash TEXT NOT NULL UNIQUE, endpoint TEXT NOT NULL UNIQUE,
            p256dh TEXT NOT NULL, auth TEXT NOT NULL, origin TEXT NOT NULL, zone TEXT NOT NULL,
            quiet_start BIGINT, quiet_end BIGINT, profile TEXT, browser TEXT, system TEXT,
            created DOUBLE PRECISION NOT NULL
        )""",
        "CREATE INDEX push_devices_profile ON push_devices (profile)",
        """CREATE TABLE push_tables (
            table_id TEXT NOT NULL, device TEXT NOT NULL, seat_key TEXT NOT NULL,
            since DOUBLE PRECISION NOT NULL, PRIMARY KEY (table_id, device)
        )""",
        "CREATE INDEX push_tables_device ON push_tables (device, since)",
        """CREATE TABLE webhooks (
            id TEXT NOT NULL PRIMARY KEY, table_id TEXT, profile TEXT, url TEXT NOT NULL,
            shape TEXT NOT NULL, language TEXT NOT NULL, secret TEXT NOT NULL, origin TEXT NOT NULL,
            created DOUBLE PRECISION NOT NULL, failures BIGINT NOT NULL, error TEXT
        )""",
        "CREATE INDEX webhooks_table ON webhooks (table_id)",
        "CREATE INDEX webhooks_profile ON webhooks (profile)",
        """CREATE TABLE turns_told (
            table_id TEXT NOT NULL, seat BIGINT NOT NULL, n BIGINT NOT NULL,
            PRIMARY KEY (table_id, seat, n)
        )""",
        """CREATE TABLE deliveries (
            id TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, receiver TEXT NOT NULL,
            table_id TEXT, seat BIGINT, n BIGINT,
            due DOUBLE PRECISION NOT NULL, tries BIGINT NOT NULL, attempt TEXT NOT NULL
        )""",
        "CREATE INDEX deliveries_due ON deliveries (due)",
        "CREATE INDEX deliveries_turn ON deliveries (table_id, seat)",
        "CREATE INDEX deliveries_receiver ON deliveries (receiver)",
    ),
    (
        "UPDATE meta SET version = 8",
        "CREATE INDEX results_ended ON results (profile, ended)",
    ),
)
"""Script n upgrades version n to n + 1."""

Query: TypeAlias = Callable[[str], Awaitable[list[tuple[Any, ...]]]]


class Dialect(NamedTuple):
    """Where the engines' SQL differs: listing (table, column), storing rows by their key, and the time."""

    columns: str
    in_order_of_key: str
    now: str


async def stored_version(query: Query, dialect: Dialect) -> int:
    """The version of the database, 0 if it is empty; `BadStore` if it is not ours or newer."""
    columns = await query(dialect.columns)
    if not columns:
        return 0
    if not {("meta", "program"), ("meta", "version")} <= set(columns):
        raise _foreign()
    found = await query("SELECT program, version FROM meta")
    if [program for program, _ in found] != ["stammtisch"]:
        raise _foreign()
    return _known(found[0][1])


async def upgrade(query: Query, dialect: Dialect, to: int = len(SCRIPTS)) -> None:
    """Upgrade to this version. The caller's transaction locks out everybody else."""
    for version in range(await stored_version(query, dialect), to):
        for sql in SCRIPTS[version]:
            await query(sql.format(in_order_of_key=dialect.in_order_of_key, now=dialect.now))


async def columns(query: Query, dialect: Dialect) -> dict[str, list[str]]:
    """The columns of every table that is there."""
    found: dict[str, list[str]] = {}
    for table, column in sorted(await query(dialect.columns)):
        found.setdefault(table, []).append(column)
    return found


async def check_empty(query: Query, dialect: Dialect) -> None:
    """`BadStore` if the database has any tables: even a server that has just started makes some."""
    if await query(dialect.columns):
        raise BadStore(
            "this database is not empty; restore into a new one, or move this one away first: "
            "nothing is ever mixed or replaced"
        )


def check_newest(version: int) -> None:
    """`BadStore` if the database is older, for callers that may not upgrade it."""
    if version < len(SCRIPTS):
        raise BadStore(
            f"this database has version {version}, and this program reads version {len(SCRIPTS)}; "
            "start `stammtisch serve` with it once to upgrade it"
        )


def _known(version: int) -> int:
    if version > len(SCRIPTS):
        raise BadStore(
            f"this database has version {version}, and this program knows versions up to {len(SCRIPTS)}; "
            "use the newer program that wrote it"
        )
    return version


def _foreign() -> BadStore:
    return BadStore("this database holds tables of another program; use an empty one or one of Stammtisch")
