"""Sends what is due in the background: a slow or silent receiver holds up nobody's move."""

from __future__ import annotations

import asyncio
import logging
import ssl
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Final, final

import msgspec

from stammtisch.core.errors import StammtischError
from stammtisch.core.turn import Seat
from stammtisch.server.notifications.addresses import place_of
from stammtisch.server.notifications.deliveries import TRIES, Deliveries, Delivery, MissedTurn, Receiver
from stammtisch.server.notifications.devices import PushDevices, Subscribed
from stammtisch.server.notifications.errors import BadReceiver
from stammtisch.server.notifications.failures import Failure
from stammtisch.server.notifications.http_client import Answered, Request, Unanswered, post
from stammtisch.server.notifications.push import PushSender
from stammtisch.server.notifications.quiet import quiet_until
from stammtisch.server.notifications.shapes import Message, added_text, shaped, signature, turn_text
from stammtisch.server.notifications.webhooks import Webhook, Webhooks
from stammtisch.server.ops.limits import Limiter, TooMany
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.tables.clock import deadline
from stammtisch.server.tables.table import Table
from stammtisch.server.tokens import hashed
from stammtisch.store.contract import Unavailable

SETTLING: Final = 5.0
"""Seconds before a turn is announced: somebody who only reloads the page is back by then."""
AT_ONCE: Final = 64
"""Requests under way at the same time."""
AT_ONCE_PER_HOST: Final = 4
"""Of these to one host, so that one that never answers leaves room for the others."""
PUSH_LASTS: Final = 3 * 24 * 3600
"""Seconds for which a push service keeps a message for a device that is switched off, at most."""
LONGEST_WAIT: Final = 24 * 3600.0
"""Seconds after which a receiver is tried again at the latest, whatever its `Retry-After` says."""

logger: Final = logging.getLogger(__name__)


@final
class Notifier:
    """Tells devices and webhooks whose turn it is.

    `missed` returns the table if that seat still has to act and its player is still not there.
    """

    def __init__(
        self,
        deliveries: Deliveries,
        devices: PushDevices,
        webhooks: Webhooks,
        sender: PushSender,
        *,
        limiter: Limiter,
        metrics: Metrics,
        missed: Callable[[MissedTurn], Awaitable[Table | None]],
        private: bool,
        tls: ssl.SSLContext | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.devices: Final = devices
        self.webhooks: Final = webhooks
        self.sender: Final = sender
        self._deliveries: Final = deliveries
        self._limiter: Final = limiter
        self._metrics: Final = metrics
        self._missed: Final = missed
        self._private: Final = private
        self._tls: Final = tls
        self._clock: Final = clock
        self._under_way: Final[dict[str, str]] = {}  # the host of each delivery
        self._tasks: Final[set[asyncio.Task[None]]] = set()

    # What is to be announced

    async def tell_turns(self, table: Table, seats: Iterable[Seat]) -> None:
        """Notify all devices and webhooks that asked for it that these seats are to act."""
        for seat in seats:
            receivers = await self._receivers(table, seat)
            turn = MissedTurn(table.id, seat, table.waiting[seat].n)
            if receivers:
                await self._deliveries.add_turn(turn, receivers, self._clock() + SETTLING)

    async def _receivers(self, table: Table, seat: Seat) -> list[Receiver]:
        person = table.seats[seat].person
        if person is None:
            return []
        who = table.people[person]
        return [
            *(Receiver("push", device) for device in await self.devices.of_seat(table.id, who.keys)),
            *(Receiver("webhook", hook) for hook in await self.webhooks.of_seat(table.id, who.profile)),
        ]

    async def greet(self, webhook: str) -> None:
        """Tell a webhook that it was added."""
        await self._deliveries.add_greeting(Receiver("webhook", webhook), self._clock())

    # Sending

    async def send_due(self) -> None:
        """Begin to send everything that is due and not under way yet."""
        for delivery in await self._deliveries.due(self._clock(), 2 * AT_ONCE):
            if delivery.id not in self._under_way and len(self._under_way) < AT_ONCE:
                self._under_way[delivery.id] = ""
                task = asyncio.create_task(self._handle(delivery))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Stop; what was not sent is sent after the next start."""
        for task in self._tasks:
            task.cancel()

    async def _handle(self, delivery: Delivery) -> None:
        try:
            await self._deliver(delivery)
        except Unavailable:
            pass  # it is still due
        except Exception:
            logger.exception("a notification cannot be sent")
            with suppress(Unavailable):
                await self._deliveries.postpone(delivery, self._clock() + LONGEST_WAIT)
        finally:
            del self._under_way[delivery.id]

    async def _deliver(self, delivery: Delivery) -> None:
        """One try, unless it is too late for it, or too early."""
        now, receiver = self._clock(), delivery.receiver
        found = await (self.devices.subscribed if receiver.kind == "push" else self.webhooks.get)(receiver.id)
        table = None if delivery.turn is None else await self._table(delivery.turn, receiver)
        if found is None or delivery.tries >= TRIES or (delivery.turn is not None and table is None):
            await self._deliveries.drop(delivery)
            return
        if isinstance(found, Subscribed) and (end := quiet_until(found.quiet, found.zone, now)) is not None:
            await self._deliveries.postpone(delivery, end)
            return
        request = self._request(found, delivery, table)
        host = place_of(request.url, private=True).host
        wait = self._wait_for(host, receiver.id)
        if wait:
            await self._deliveries.postpone(delivery, now + wait)
        elif await self._deliveries.take(delivery, now):
            self._under_way[delivery.id] = host
            await self._send(delivery, request)

    async def _table(self, turn: MissedTurn, receiver: Receiver) -> Table | None:
        """The table, if this receiver still has to be notified of the turn."""
        try:
            table = await self._missed(turn)
        except Unavailable:
            raise
        except StammtischError:  # it is gone, or cannot be read
            return None
        return table if table and receiver in await self._receivers(table, turn.seat) else None

    def _wait_for(self, host: str, receiver: str) -> float:
        """Seconds to wait because too much goes to this host or receiver already."""
        if [*self._under_way.values()].count(host) >= AT_ONCE_PER_HOST:
            return SETTLING
        try:
            self._limiter.spend("notifications", host, receiver)
        except TooMany as refusal:
            return refusal.retry_after
        return 0.0

    # Requests

    def _request(self, receiver: Subscribed | Webhook, delivery: Delivery, table: Table | None) -> Request:
        if isinstance(receiver, Webhook):
            return self._to_webhook(receiver, delivery, table)
        assert delivery.turn is not None and table is not None  # noqa: S101, PT018 - devices are told about turns only
        return self._to_device(receiver, delivery.turn, table)

    def _to_device(self, device: Subscribed, turn: MissedTurn, table: Table) -> Request:
        """The message names the table and says nothing else: the device has the words."""
        limit = deadline(table, turn.seat)
        left = PUSH_LASTS if limit is None else min(PUSH_LASTS, max(0, round(limit - self._clock())))
        return self.sender.request(
            device.endpoint,
            device.keys,
            msgspec.json.encode({"table": turn.table}),
            lasts=left,
            topic=hashed(turn.table)[:32],
            origin=device.origin,
        )

    def _to_webhook(self, webhook: Webhook, delivery: Delivery, table: Table | None) -> Request:
        body, headers = shaped(webhook.shape, _message(webhook, delivery.turn, table))
        signed = signature(webhook.secret, round(self._clock()), body)
        return Request(webhook.url, body, headers | signed | {"Stammtisch-Delivery": delivery.id})

    # Outcomes

    async def _send(self, delivery: Delivery, request: Request) -> None:
        kind = delivery.receiver.kind
        try:
            answered = await post(request, private=self._private, tls=self._tls)
        except (BadReceiver, Unanswered) as error:
            self._metrics.notifications_total.labels(kind, "failed").inc()
            await self._failed(delivery, Failure(str(error), error.why))
            return
        outcome = "sent" if answered.accepted else "gone" if answered.gone else "failed"
        self._metrics.notifications_total.labels(kind, outcome).inc()
        if answered.accepted:
            await self._deliveries.drop(delivery)
            if kind == "webhook":
                await self.webhooks.worked(delivery.receiver.id)
        elif answered.gone:
            await self._gone(delivery, answered)
        else:
            wait = min(answered.retry_after, LONGEST_WAIT)
            failure = Failure(f"the answer was {answered.status}", "refused", answered.status)
            await self._failed(delivery, failure, self._clock() + wait)

    async def _gone(self, delivery: Delivery, answered: Answered) -> None:
        """A device is forgotten; a webhook is stopped, so that its owner can see why."""
        receiver = delivery.receiver
        await self._deliveries.drop(delivery)
        if receiver.kind == "push":
            await self.devices.delete(receiver.id)
        else:
            text = f"the answer was {answered.status}: there is no receiver at this address"
            await self.webhooks.stop(receiver.id, Failure(text, "gone", answered.status))

    async def _failed(self, delivery: Delivery, failure: Failure, not_before: float = 0.0) -> None:
        """Try again later, unless this was the last try."""
        ended = delivery.tries + 1 >= TRIES
        if delivery.receiver.kind == "webhook":
            await self.webhooks.failed(delivery.receiver.id, failure, ended=ended)
        if ended:
            await self._deliveries.drop(delivery)
        else:
            await self._deliveries.failed(delivery, not_before)


def _message(webhook: Webhook, turn: MissedTurn | None, table: Table | None) -> Message:
    if turn is None or table is None:
        return Message(event="added", link=webhook.origin, text=added_text(webhook.language, webhook.origin))
    name, title = table.seats[turn.seat].name, table.game.title
    link = f"{webhook.origin}/t/{table.id}"
    return Message(
        event="turn",
        link=link,
        text=turn_text(webhook.shape, webhook.language, name, title, link),
        table=table.id,
        game=table.terms.game,
        seat=turn.seat,
        name=name,
        turn=turn.n,
        until=deadline(table, turn.seat),
    )
