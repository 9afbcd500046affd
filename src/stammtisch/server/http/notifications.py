"""Notifications over HTTP: devices for Web Push, the tables they are notified about, and webhooks."""

from __future__ import annotations

from typing import Final

import msgspec

from stammtisch.server.accounts.profiles import NotSignedIn
from stammtisch.server.http.accounts import caller_of, profile_of
from stammtisch.server.http.callers import person_at, seat_token
from stammtisch.server.http.endpoint import Answer, Call, Cookie, endpoint
from stammtisch.server.http.errors import LOADING
from stammtisch.server.http.tables import YEAR
from stammtisch.server.notifications.addresses import addresses_of, place_of
from stammtisch.server.notifications.devices import PushDevice, PushDevices, Subscription, Visitor
from stammtisch.server.notifications.errors import BadReceiver, TooManyReceivers, UnknownReceiver
from stammtisch.server.notifications.webhooks import AddedWebhook, NewWebhook, Owner, WebhookInfo, Webhooks
from stammtisch.server.services import Services
from stammtisch.server.tables.devices import device_of
from stammtisch.server.tables.errors import NotSeated
from stammtisch.server.tables.table import Table
from stammtisch.server.tokens import hashed
from stammtisch.store.contract import Unavailable

PUSH: Final = "push"
"""The cookie of a device that gets notifications."""


class PushKey(msgspec.Struct, frozen=True):
    """The public key of this server, as base64url: `applicationServerKey` of a subscription."""

    key: str


class NotificationRoutes:
    """The endpoints of devices and webhooks."""

    def __init__(self, services: Services) -> None:
        self._services: Final = services

    @property
    def _devices(self) -> PushDevices:
        return self._services.notifier.devices

    @property
    def _webhooks(self) -> Webhooks:
        return self._services.notifier.webhooks

    # Devices

    @endpoint("GET", "/api/push/key", summary="The key with which a browser subscribes.", answer=PushKey)
    async def push_key(self, call: Call, _: None) -> PushKey:
        return PushKey(self._services.notifier.sender.public_key)

    @endpoint(
        "PUT",
        "/api/push",
        summary="Let this device get notifications, or change its subscription, time zone or quiet hours.",
        body=Subscription,
        answer=PushDevice,
        errors=(BadReceiver, Unavailable),
        limit="new receivers",
    )
    async def subscribe(self, call: Call, body: Subscription) -> Answer:
        private = self._services.settings.private_receivers == "on"
        await addresses_of(place_of(body.endpoint, private=private), private=private)
        profile = await profile_of(self._services.profiles, call)
        visitor = Visitor(
            call.cookies.get(PUSH), profile.id if profile else None, device_of(call.user_agent), _origin(call)
        )
        device, token = await self._devices.subscribe(body, visitor)
        return Answer(device, cookies=(Cookie(PUSH, token, YEAR, path="/api"),))

    @endpoint(
        "GET",
        "/api/push/devices",
        summary="This device and the other devices of your profile, if they get notifications.",
        answer=list[PushDevice],
        errors=(Unavailable,),
    )
    async def push_devices(self, call: Call, _: None) -> list[PushDevice]:
        profile = await profile_of(self._services.profiles, call)
        return await self._devices.listed(call.cookies.get(PUSH), profile.id if profile else None)

    @endpoint(
        "DELETE",
        "/api/push/devices/{device}",
        summary="Stop notifying this device.",
        status=204,
        errors=(UnknownReceiver, Unavailable),
    )
    async def end_push(self, call: Call, _: None) -> None:
        profile = await profile_of(self._services.profiles, call)
        await self._devices.end(call.path["device"], call.cookies.get(PUSH), profile.id if profile else None)

    # Tables

    @endpoint(
        "PUT",
        "/api/tables/{table}/push",
        summary="Tell this device when it is your turn at the table and you are not connected.",
        status=204,
        errors=(*LOADING, NotSeated, UnknownReceiver),
    )
    async def push_on(self, call: Call, _: None) -> None:
        table = await self._table(call)
        if person_at(table, call) is None:
            raise NotSeated("only players of this table can be told that it is their turn")
        await self._devices.switch_on(table.id, hashed(seat_token(call) or ""), call.cookies.get(PUSH))

    @endpoint(
        "DELETE",
        "/api/tables/{table}/push",
        summary="Tell this device nothing more about the table.",
        status=204,
        errors=(UnknownReceiver, Unavailable),
    )
    async def push_off(self, call: Call, _: None) -> None:
        await self._devices.switch_off(call.path["table"], call.cookies.get(PUSH))

    # Webhooks

    @endpoint(
        "GET",
        "/api/tables/{table}/webhooks",
        summary="The webhooks of a table; only its host sees them.",
        answer=list[WebhookInfo],
        errors=(*LOADING, NotSeated),
    )
    async def table_webhooks(self, call: Call, _: None) -> list[WebhookInfo]:
        return await self._webhooks.listed(await self._hosted(call))

    @endpoint(
        "POST",
        "/api/tables/{table}/webhooks",
        summary="Add a webhook: it gets a message if the player to act is not connected. Only the host can.",
        body=NewWebhook,
        answer=AddedWebhook,
        status=201,
        errors=(*LOADING, NotSeated, BadReceiver, TooManyReceivers),
        limit="new receivers",
    )
    async def add_table_webhook(self, call: Call, body: NewWebhook) -> AddedWebhook:
        return await self._add(await self._hosted(call), call, body)

    @endpoint(
        "DELETE",
        "/api/tables/{table}/webhooks/{webhook}",
        summary="Remove a webhook of a table; only its host can.",
        status=204,
        errors=(*LOADING, NotSeated, UnknownReceiver),
    )
    async def remove_table_webhook(self, call: Call, _: None) -> None:
        await self._webhooks.remove(await self._hosted(call), call.path["webhook"])

    @endpoint(
        "GET",
        "/api/profile/webhooks",
        summary="The webhooks of your profile.",
        answer=list[WebhookInfo],
        errors=(NotSignedIn, Unavailable),
    )
    async def profile_webhooks(self, call: Call, _: None) -> list[WebhookInfo]:
        return await self._webhooks.listed(await self._signed_in(call))

    @endpoint(
        "POST",
        "/api/profile/webhooks",
        summary="Add a webhook: it gets a message if you are to act at any table and are not connected.",
        body=NewWebhook,
        answer=AddedWebhook,
        status=201,
        errors=(NotSignedIn, BadReceiver, TooManyReceivers, Unavailable),
        limit="new receivers",
    )
    async def add_profile_webhook(self, call: Call, body: NewWebhook) -> AddedWebhook:
        return await self._add(await self._signed_in(call), call, body)

    @endpoint(
        "DELETE",
        "/api/profile/webhooks/{webhook}",
        summary="Remove a webhook of your profile.",
        status=204,
        errors=(NotSignedIn, UnknownReceiver, Unavailable),
    )
    async def remove_profile_webhook(self, call: Call, _: None) -> None:
        await self._webhooks.remove(await self._signed_in(call), call.path["webhook"])

    async def _add(self, owner: Owner, call: Call, new: NewWebhook) -> AddedWebhook:
        added = await self._webhooks.add(owner, new, _origin(call))
        await self._services.notifier.greet(added.webhook.id)
        return added

    async def _table(self, call: Call) -> Table:
        return (await self._services.tables.get(call.path["table"])).table

    async def _hosted(self, call: Call) -> Owner:
        """The table of the path, if the caller is its host."""
        table = await self._table(call)
        if table.host is None or person_at(table, call) != table.host:
            raise NotSeated("only the host of this table can see and change its webhooks")
        return Owner(table=table.id)

    async def _signed_in(self, call: Call) -> Owner:
        profile, _ = await caller_of(self._services.profiles, call)
        return Owner(profile=profile.id)


def _origin(call: Call) -> str:
    """By which the caller reaches this server; links in messages begin with it."""
    return call.origin or call.own_origin
