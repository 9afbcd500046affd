"""The page's part of notifications: switched on at a table, shown by the service worker, gone with a visit.

No push service can be reached here, so the browser's subscription is made up, and the browser itself delivers
the message to the worker as a push service would. Chromium's headless shell cannot show notifications either,
so the quick test keeps them in a list; the slow one has the whole Chromium show them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from support.browser.chromium import FULL, launched
from support.browser.hands import wait_until
from support.browser.visitors import DESKTOP, Visitor
from tests.browser.conftest import Invite
from tests.browser.tables import open_for_two_here
from tests.server.notifications import receivers

SUBSCRIBED = """
    const made = %s;
    const subscription = { toJSON: () => made };
    PushManager.prototype.subscribe = async () => subscription;
    PushManager.prototype.getSubscription = async () => subscription;
    Notification.requestPermission = async () => 'granted';
"""
KEPT_IN_A_LIST = """(() => {
    const list = () => caches.open('notifications of a test');
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag }) =>
        (await list()).put(`/${tag}`, Response.json({ title, body, tag }));
    ServiceWorkerRegistration.prototype.getNotifications = async ({ tag } = {}) => {
        const kept = await list();
        const found = await kept.keys(tag && `/${tag}`);
        return Promise.all(found.map(async (request) => {
            const shown = await (await kept.match(request)).json();
            return { ...shown, close: () => kept.delete(request) };
        }));
    };
})()"""
"""For the page and for its worker."""
SHOWN = """async () => {
    const worker = await navigator.serviceWorker.ready;
    return (await worker.getNotifications()).map(({ title, body, tag }) => [title, body, tag]);
}"""


def subscription() -> str:
    given = receivers.Browser("http://127.0.0.1:9/push").subscription()
    return json.dumps({"endpoint": given.pop("endpoint"), "keys": given})


@pytest.fixture(params=["listed", pytest.param("shown", marks=pytest.mark.slow)])
def shown(request: pytest.FixtureRequest) -> bool:
    """Whether the browser shows notifications itself."""
    return bool(request.param == "shown")


@pytest.fixture
def browser(browser: Browser, shown: bool) -> Iterator[Browser]:
    """The one that this takes."""
    if not shown:
        yield browser
        return
    whole = launched(browser.browser_type, FULL)
    yield whole
    whole.close()


def deliver(visitor: Visitor, table: str) -> None:
    """What a push service does."""
    session = visitor.context.new_cdp_session(visitor.page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(each["registrationId"] for each in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    wait_until(visitor.page, lambda: bool(found))
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": visitor.server, "registrationId": found[0], "data": json.dumps({"table": table})},
    )


def add_webhook(host: Visitor, panel: Locator) -> None:
    """The host adds one, sees its secret once, and removes it again."""
    host.press(panel.get_by_text(host.word("notices", "hooks"), exact=True))
    host.hands.write(panel.get_by_label(host.word("notices", "hook-url")), "http://127.0.0.1:9/hook")
    host.hands.pick(panel.get_by_label(host.word("notices", "hook-shape")), "discord")
    host.press(panel.get_by_role("button", name=host.word("notices", "hook-add")))
    remove = panel.get_by_role(
        "button", name=host.word("notices", "hook-remove-named", host="http://127.0.0.1:9")
    )
    expect(remove).to_be_visible()
    expect(panel.locator("code")).not_to_be_empty()
    host.look("webhooks")
    host.press(remove)
    expect(remove).to_have_count(0)


def test_a_turn_is_announced_in_the_readers_language_until_the_table_is_opened(
    invite: Invite, shown: bool
) -> None:
    anna = invite("Anna", DESKTOP, "de", workers="allow")
    if not shown:
        anna.context.add_init_script(KEPT_IN_A_LIST)
    anna.context.grant_permissions(["notifications"], origin=anna.server)
    anna.context.add_init_script(SUBSCRIBED % subscription())
    open_for_two_here(anna, "kniffel")
    table = anna.page.url.rpartition("/")[2]
    panel = anna.around_the_table()
    switch = panel.get_by_role("switch", name=anna.word("notices", "push"))
    anna.press(panel.get_by_text(anna.word("table", "notices"), exact=True))
    anna.hands.switch(switch)
    expect(switch).to_be_checked()
    anna.look("notifications-table")
    add_webhook(anna, panel)
    anna.page.wait_for_function(f"() => caches.match('/turns/{table}').then(Boolean)")
    anna.go("/settings")
    quiet = anna.page.get_by_role("switch", name=anna.word("notices", "quiet"))
    anna.hands.switch(quiet)
    expect(anna.page.get_by_label(anna.word("notices", "quiet-start"))).to_have_value("22:00")
    anna.look("notifications-settings")
    if not shown:
        wait_until(anna.page, lambda: bool(anna.context.service_workers))
        anna.context.service_workers[0].evaluate(KEPT_IN_A_LIST)
    deliver(anna, table)
    wait_until(anna.page, lambda: bool(anna.page.evaluate(SHOWN)))
    title = anna.word("table", "title-turn", game="Kniffel")
    assert anna.page.evaluate(SHOWN) == [[title, anna.word("table", "alert-turn"), f"turn-{table}"]]
    anna.go(f"/t/{table}")
    anna.board.wait_for()
    wait_until(anna.page, lambda: not anna.page.evaluate(SHOWN))
