"""Webhooks: addresses that are told whose turn it is, at one table or wherever a profile plays."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Annotated, Final, NamedTuple, final

import msgspec
from msgspec import Meta

from stammtisch.server.notifications.addresses import LONGEST_URL, addresses_of, place_of
from stammtisch.server.notifications.errors import TooManyReceivers, UnknownReceiver
from stammtisch.server.notifications.failures import Failure, read_failure
from stammtisch.server.notifications.shapes import Language, Shape
from stammtisch.store.contract import Database, Statement

MOST_WEBHOOKS: Final = 5
"""Webhooks of one table, and of one profile."""
FAILURES_AT_MOST: Final = 50
"""Messages in a row that failed for good, after which nothing more is sent to a webhook."""


class NewWebhook(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The address of a webhook, who takes its messages, and their language."""

    url: Annotated[str, Meta(min_length=1, max_length=LONGEST_URL)]
    shape: Shape = "json"
    language: Language = "en"


class WebhookInfo(msgspec.Struct, frozen=True):
    """A webhook as its owner sees it.

    Of the address only the host is shown: the rest is often a secret. `error` says why the last message
    failed, and `failure` says it for programs; `stopped` says that too many have failed for another try.
    """

    id: str
    host: str
    shape: Shape
    language: Language
    created: float
    error: str | None
    stopped: bool
    failure: Failure | None


class AddedWebhook(msgspec.Struct, frozen=True):
    """A new webhook, and the secret that signs its messages, which is shown only now."""

    webhook: WebhookInfo
    secret: str


class Webhook(NamedTuple):
    """A webhook as messages need it."""

    id: str
    url: str
    shape: Shape
    language: Language
    secret: str
    origin: str


class Owner(NamedTuple):
    """What a webhook belongs to: a table or a profile."""

    table: str | None = None
    profile: str | None = None

    @property
    def column(self) -> str:
        """The column in which it is kept."""
        return "profile" if self.table is None else "table_id"

    @property
    def id(self) -> str:
        """Its id."""
        return self.table or self.profile or ""


@final
class Webhooks:
    """All webhooks of a database."""

    def __init__(self, database: Database, *, private: bool, clock: Callable[[], float] = time.time) -> None:
        self._database: Final = database
        self._private: Final = private
        self._clock: Final = clock

    async def add(self, owner: Owner, new: NewWebhook, origin: str) -> AddedWebhook:
        """A new webhook, which gets a first message; `BadReceiver` if nothing may be sent there."""
        await addresses_of(place_of(new.url, private=self._private), private=self._private)
        if len(await self.listed(owner)) >= MOST_WEBHOOKS:
            raise TooManyReceivers(f"there are {MOST_WEBHOOKS} webhooks already: remove one first")
        webhook, secret = secrets.token_hex(16), secrets.token_urlsafe(32)
        await self._database.write(
            Statement(
                "INSERT INTO webhooks (id, table_id, profile, url, shape, language, secret, origin, created, "
                "failures) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0)",
                (webhook, *owner, new.url, new.shape, new.language, secret, origin, self._clock()),
            )
        )
        (info,) = (known for known in await self.listed(owner) if known.id == webhook)
        return AddedWebhook(info, secret)

    async def listed(self, owner: Owner) -> list[WebhookInfo]:
        """The webhooks of a table or a profile, the oldest first."""
        rows = await self._database.rows(
            "SELECT id, url, shape, language, created, error, failures FROM webhooks "  # noqa: S608
            f"WHERE {owner.column} = $1 ORDER BY created, id",
            owner.id,
        )
        return [_info(*row) for row in rows]

    async def remove(self, owner: Owner, webhook: str) -> None:
        """Send nothing to this webhook of the owner any more, or `UnknownReceiver`."""
        if webhook not in {known.id for known in await self.listed(owner)}:
            raise UnknownReceiver("there is no such webhook: it may have been removed already")
        await self._database.write(
            Statement("DELETE FROM webhooks WHERE id = $1", (webhook,)),
            Statement("DELETE FROM deliveries WHERE receiver = $1", (webhook,)),
        )

    async def of_seat(self, table: str, profile: str | None) -> list[str]:
        """The webhooks that are told about a turn of somebody with this profile at this table."""
        rows = await self._database.rows(
            "SELECT id FROM webhooks WHERE (table_id = $1 OR profile = $2) AND failures < $3",
            table,
            profile,
            FAILURES_AT_MOST,
        )
        return [webhook for (webhook,) in rows]

    async def get(self, webhook: str) -> Webhook | None:
        """The webhook as messages need it."""
        rows = await self._database.rows(
            "SELECT id, url, shape, language, secret, origin FROM webhooks WHERE id = $1", webhook
        )
        return Webhook(*rows[0]) if rows else None

    async def worked(self, webhook: str) -> None:
        """A message has arrived."""
        await self._note("failures = 0, error = NULL", webhook)

    async def failed(self, webhook: str, failure: Failure, *, ended: bool) -> None:
        """A message has not arrived; `ended` says that it is not tried again."""
        await self._note(f"failures = failures + {int(ended)}, error = $2", webhook, failure.stored())

    async def stop(self, webhook: str, failure: Failure) -> None:
        """Nobody will ever receive anything there."""
        await self._note("failures = $3, error = $2", webhook, failure.stored(), FAILURES_AT_MOST)

    async def _note(self, change: str, *args: object) -> None:
        await self._database.write(Statement(f"UPDATE webhooks SET {change} WHERE id = $1", args))  # noqa: S608


def _info(
    key: str, url: str, shape: Shape, language: Language, created: float, error: str | None, failures: int
) -> WebhookInfo:
    """A row of the database."""
    host, failure = place_of(url, private=True).origin, read_failure(error) if error else None
    text, stopped = failure.text if failure else None, failures >= FAILURES_AT_MOST
    return WebhookInfo(key, host, shape, language, created, text, stopped, failure)
