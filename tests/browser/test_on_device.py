"""The same games on the server and on the device alone: with and without a connection, and on bad days."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from stammtisch.server.app import PAGE
from support.browser.folder import FolderServer
from support.browser.hands import THINKING, wait_until
from support.browser.visitors import DESKTOP, PHONE, Device, Side, Visitor, play
from tests.browser.conftest import Invite

GAMES = ("zock", "kniffel", "zocknroll", "tock")
SIDES: tuple[Side, ...] = ("server", "device")
RUNTIME = PAGE / "runtime/manifest.json"
JOURNEYS = [
    pytest.param(game, side, device, id=f"{game}-{side}-{device.name}")
    for game in GAMES
    for side in SIDES
    for device in (PHONE, DESKTOP)
]
STARTS_OFFLINE = """() => caches.open('runtime').then((cache) => cache.match('/runtime/manifest.json'))
    .then((list) => list !== undefined)"""
"""Whether all that games start with is kept: the list of it is kept last."""
IN_WORKER = re.compile(r"/assets/worker-[\w-]+\.js")


@pytest.fixture(autouse=True)
def runtime() -> None:
    assert RUNTIME.is_file(), "the runtime is not built: make page"


@pytest.mark.slow
@pytest.mark.parametrize(("game", "side", "device"), JOURNEYS)
def test_a_whole_game(invite: Invite, game: str, side: Side, device: Device) -> None:
    """`make test` plays whole games on the server in `test_games.py`, and one on a static host below."""
    anna = invite("Anna", device, "en", keys=device is DESKTOP, still=True)
    anna.open_against_bots(game, side)
    assert ("/t/local-" in anna.page.url) == (side == "device")
    play(game, anna, until=lambda: anna.turns > 2 or anna.is_over)
    anna.look(f"{game}-on-{side}")
    anna.reload()
    finish_and_read(game, anna, f"{game}-on-{side}")
    report = anna.page.get_by_text(anna.word("record", "report-page"))
    expect(report).to_have_count(1 if side == "server" else 0)  # a device cannot draw it


def finish_and_read(game: str, visitor: Visitor, screen: str) -> None:
    """From the middle of a game to its analysis."""
    play_to_the_end(game, visitor)
    visitor.look(f"{screen}-over")
    visitor.press(visitor.page.get_by_role("link", name=visitor.word("table", "analysis")))
    visitor.read_the_record(game)
    visitor.read_the_analysis(screen)


def play_to_the_end(game: str, visitor: Visitor) -> None:
    """Tock takes its time: there a bot plays on."""
    if game != "tock":
        return play(game, visitor)
    around = visitor.around_the_table()
    visitor.press(around.get_by_role("button", name=visitor.word("table", "leave")))
    visitor.press(around.get_by_role("button", name=visitor.word("table", "leave-yes")))
    visitor.page.locator("#result").wait_for(timeout=600_000)
    return None


def make_available(visitor: Visitor) -> None:
    """Fetch everything for playing without a connection, in the settings."""
    visitor.go("/settings")
    offline = visitor.page.get_by_role("region", name=visitor.word("device", "offline-title"))
    offer = re.escape(visitor.word("device", "make-available", size=0)).replace("0", r"[\d.,]+")
    visitor.press(offline.get_by_role("button", name=re.compile(offer)))
    expect(offline.get_by_text(visitor.word("device", "available"))).to_be_visible(timeout=120_000)


def test_without_a_connection_games_are_played_on_this_device(invite: Invite) -> None:
    anna = invite("Anna", PHONE, "de", workers="allow", still=True)
    make_available(anna)
    anna.look("settings-available")
    anna.keeps_the_page()
    anna.cut_off()
    anna.page.goto(anna.server + "/")
    now = f"{anna.word('home', 'play-now')} {anna.word('kniffel/about', 'title')}"
    anna.press(anna.page.get_by_role("button", name=now).first)
    anna.hands.write(anna.page.get_by_role("dialog").get_by_role("textbox"), "Anna")
    anna.press(anna.button("home", "name-go"))
    anna.board.wait_for(timeout=120_000)
    ink = anna.board.locator(".ink")
    play("kniffel", anna, until=lambda: anna.turns > 2 and ink.count() > 0)
    written = ink.count()
    anna.reload()
    assert ink.count() >= written  # bots may have gone on meanwhile
    anna.look("kniffel-offline")
    anna.page.goto(anna.server + "/")
    games = anna.page.get_by_role("region", name=anna.word("home", "continue"))
    expect(games.get_by_text(anna.word("home", "on-device"))).to_be_visible()
    anna.look("home-on-device")


def last_told(page: Page) -> str:
    """What happened last at the table of a page."""
    return page.locator("section.board [role=log] p").last.inner_text()


def test_after_one_game_here_games_can_be_played_without_a_connection(invite: Invite) -> None:
    """Bots that read tables which are not here are refused where one looks; all others play."""
    anna = invite("Anna", PHONE, "en", workers="allow", still=True)
    anna.go("/")
    anna.keeps_the_page()
    anna.open_against_bots("zock", "device")
    play("zock", anna, until=lambda: anna.turns > 1)
    wait_until(anna.page, lambda: bool(anna.page.evaluate(STARTS_OFFLINE)))
    other = anna.context.new_page()
    other.goto(anna.page.url)
    other.locator("section.board [role=log]").first.wait_for(state="attached", timeout=THINKING)
    before, turns = last_told(other), anna.turns
    play("zock", anna, until=lambda: anna.turns > turns + 2 and last_told(anna.page) != before)
    wait_until(anna.page, lambda: last_told(other) == last_told(anna.page))
    other.close()
    anna.cut_off()
    anna.page.goto(anna.server + "/")
    card = anna.page.get_by_role("article").filter(has=anna.page.locator("a[href='/new/kniffel']"))
    anna.hands.pick(card.get_by_role("combobox"), "perfect")
    anna.press(card.get_by_role("button"))
    alert = card.get_by_role("alert")
    expect(alert).to_have_text(anna.word("refusals", "no-table"), timeout=THINKING)
    expect(alert).to_be_in_viewport()
    anna.look("refused-without-tables")
    anna.hands.pick(card.get_by_role("combobox"), "medium")
    anna.press(card.get_by_role("button"))
    anna.board.get_by_role("log").first.wait_for(state="attached", timeout=THINKING)


def test_a_game_of_this_device_is_exported_imported_and_removed(invite: Invite, tmp_path: Path) -> None:
    anna = invite("Anna", DESKTOP, "en", still=True)
    anna.open_against_bots("zock", "device")
    play("zock", anna, until=lambda: anna.turns > 1)
    anna.go("/")
    games = anna.page.get_by_role("region", name=anna.word("home", "continue"))
    anna.press(games.get_by_role("button"))
    dialog = anna.page.get_by_role("dialog")
    with anna.page.expect_download() as saved:
        anna.press(dialog.get_by_role("button", name=anna.word("device", "export-short")))
    file = tmp_path / "record.json"
    saved.value.save_as(file)
    anna.look("remove-game")
    anna.press(dialog.get_by_role("button", name=anna.word("device", "remove-yes")))
    expect(games).to_have_count(0)
    take = anna.page.get_by_label(anna.word("device", "import"))
    take.set_input_files(file)
    expect(anna.page).to_have_url(re.compile(r"/r/local-"))
    expect(anna.page.get_by_role("slider", name=anna.word("record", "position"))).to_be_visible()
    record = json.loads(file.read_text())
    from_terminal = tmp_path / "from-terminal.json"
    from_terminal.write_text(json.dumps(record | {"seed": "a game", "fair": None}))
    anna.go("/")
    take.set_input_files(from_terminal)
    anna.sees("fairness", "from-seed-dice")
    other = tmp_path / "other.json"
    other.write_text(json.dumps(record | {"rules": 99}))
    nonsense = tmp_path / "nonsense.json"
    nonsense.write_text("Anna won")
    for bad, why in ((other, "other-version"), (nonsense, "not-a-record")):
        anna.go("/")
        take.set_input_files(bad)
        expect(anna.page.get_by_role("alert")).to_contain_text(anna.word("device", why))


@pytest.mark.parametrize("game", ["kniffel", pytest.param("tock", marks=pytest.mark.slow)])
def test_a_game_against_bots_goes_on_here_when_the_connection_is_lost(invite: Invite, game: str) -> None:
    anna = invite("Anna", PHONE, "en", workers="allow", still=True)
    make_available(anna)
    anna.keeps_the_page()
    anna.open_against_bots(game, "server")
    play(game, anna, until=lambda: anna.turns > 4 and anna.is_asked)
    written = anna.board.locator(".ink").count()
    anna.lose_connection()
    anna.look(f"{game}-continue")
    anna.press(anna.button("device", "continue-here"))
    expect(anna.page).to_have_url(re.compile(r"/t/local-"), timeout=60_000)
    anna.board.get_by_role("log").first.wait_for(state="attached")
    assert anna.board.locator(".ink").count() >= written
    turns = anna.turns
    play(game, anna, until=lambda: anna.turns > turns + 1 or anna.is_over)


# Without any server


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FolderServer]:
    """What `stammtisch site` writes, in a folder of a static host."""
    root = tmp_path_factory.mktemp("host")
    folder = root / "games/stammtisch"
    subprocess.run([sys.executable, "-m", "stammtisch", "site", str(folder)], check=True)
    with FolderServer(root, "games/stammtisch") as server:
        yield server


@pytest.mark.parametrize(
    ("game", "device"),
    [
        pytest.param("zock", PHONE, id="zock-phone"),
        *(
            pytest.param(game, device, id=f"{game}-{device.name}", marks=pytest.mark.slow)
            for game in GAMES
            for device in (PHONE, DESKTOP)
            if (game, device) != ("zock", PHONE)
        ),
    ],
)
def test_a_static_host_is_enough(invite: Invite, site: FolderServer, game: str, device: Device) -> None:
    anna = invite("Anna", device, "hu", at=site, site=True, still=True, workers="allow")
    for path in ("/", f"/rules/{game}", "/settings"):
        anna.go(path)
        anna.look(f"site{path.replace('/', '-')}")
    assert not anna.page.workers, "nothing has to be started to read"
    anna.open_against_bots(game, "device")
    play(game, anna, until=lambda: anna.turns > 2 or anna.is_over)
    anna.look(f"{game}-on-site")
    anna.keeps_the_page()
    anna.cut_off()
    anna.reload()
    finish_and_read(game, anna, f"{game}-on-site")
    expect(anna.page.get_by_text(anna.word("record", "report-page"))).to_have_count(0)


@pytest.mark.slow
def test_a_static_host_teaches_and_sets_puzzles(invite: Invite, site: FolderServer) -> None:
    anna = invite("Anna", DESKTOP, "de", at=site, site=True, still=True, scheme="dark")
    anna.go("/learn/zock")
    anna.press(anna.button("learn", "begin"))
    guide = anna.page.get_by_role("complementary", name=anna.word("learn", "guide"))
    expect(guide.get_by_role("paragraph").first).to_be_visible(timeout=THINKING)
    anna.look("site-guide")
    anna.go("/daily/kniffel")
    boxes = anna.page.locator("button.pencil, button:has(.pencil)")
    expect(boxes.first).to_be_visible(timeout=THINKING)
    anna.press(boxes.first)
    answer = anna.page.get_by_role("region", name=anna.word("puzzle", "answer"))
    expect(answer.get_by_text(anna.word("puzzle", "yours"))).to_be_visible(timeout=THINKING)
    anna.look("site-puzzle")
    anna.page.goto(anna.root + "/t/local-none")
    anna.sees("unreachable", "lost-unknown-table")
    expect(anna.link("unreachable", "enter-code")).to_have_count(0)


# Bad days


def spoil_worker(visitor: Visitor, script: str) -> None:
    """Run this in the worker before anything else."""

    def spoiled(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=script + answer.text())

    visitor.context.route(IN_WORKER, spoiled)


def try_to_play(visitor: Visitor) -> None:
    visitor.go("/new/zock")
    visitor.hands.write(visitor.page.get_by_label(visitor.word("newTable", "seat-name", n=1)), "Anna")
    here = visitor.page.get_by_role("switch", name=visitor.word("newTable", "on-device"))
    visitor.hands.switch(here)
    visitor.press(visitor.button("newTable", "play-at-once"))


def test_a_browser_without_webassembly_says_so(invite: Invite) -> None:
    anna = invite("Anna", PHONE, "hu")
    spoil_worker(anna, "delete self.WebAssembly;")
    try_to_play(anna)
    anna.sees("refusals", "device-no-wasm")
    anna.look("no-wasm")


def test_after_an_interrupted_download_and_a_wrong_one_the_right_one_is_used(invite: Invite) -> None:
    anna = invite("Anna", PHONE, "en")
    anna.context.route("**/*.wasm*", lambda route: route.abort())
    try_to_play(anna)
    anna.sees("refusals", "device-download")
    anna.look("interrupted")
    anna.context.unroute_all(behavior="wait")

    def other(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.body()[:-1] + b"!")

    anna.context.route("**/runtime/**/*.whl", other)
    anna.press(anna.button("newTable", "play-at-once"))
    anna.sees("refusals", "device-hash")
    anna.context.unroute_all(behavior="wait")
    anna.press(anna.button("newTable", "play-at-once"))
    anna.board.wait_for(timeout=120_000)


FORBIDDEN = """
    const denied = () => new DOMException('denied', 'SecurityError');
    for (const kind of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, kind, { get() { throw denied(); }, configurable: true });
    if (isSecureContext) {
        caches.open = () => Promise.reject(denied());
        navigator.serviceWorker.getRegistration = () => Promise.reject(denied());
    }
"""
"""What Chromium does where cookies and the data of sites are blocked."""


def test_a_browser_that_stores_nothing_plays_and_warns(invite: Invite) -> None:
    anna = invite("Anna", PHONE, "en", still=True)
    anna.context.add_init_script(FORBIDDEN)
    spoil_worker(anna, "Object.defineProperty(self, 'indexedDB', { value: undefined });")
    try_to_play(anna)
    anna.board.wait_for(timeout=120_000)
    anna.sees("table", "not-stored")
    anna.look("nothing-stored")
    play("zock", anna, until=lambda: anna.turns > 1)
    anna.go("/settings")
    anna.sees("device", "unsupported")


FULL = """
    let full = false;
    const add = IDBObjectStore.prototype.add;
    new BroadcastChannel('room').onmessage = ({ data }) => (full = !data);
    IDBObjectStore.prototype.add = function (...of) {
        if (full) {
            this.transaction.db.close();
            throw new DOMException('no room', 'QuotaExceededError');
        }
        return add.apply(this, of);
    };
"""
"""Lets a test fill the disk; Chromium closes the database then, and it has to be opened again."""


def leave_room(visitor: Visitor, room: bool) -> None:
    visitor.page.evaluate("(room) => new BroadcastChannel('room').postMessage(room)", room)


@pytest.mark.slow
def test_a_full_disk_is_reported_and_the_game_goes_on_when_there_is_space(invite: Invite) -> None:
    anna = invite("Anna", PHONE, "de", still=True)
    spoil_worker(anna, FULL)
    anna.open_against_bots("zock", "device")
    play("zock", anna, until=lambda: anna.turns > 1 and anna.is_asked)
    leave_room(anna, room=False)
    full = anna.page.get_by_text(anna.word("refusals", "storage-full"))
    play("zock", anna, until=lambda: full.count() > 0)
    anna.look("full-disk")
    leave_room(anna, room=True)
    turns = anna.turns
    play("zock", anna, until=lambda: anna.turns > turns + 3)
