"""Take the pictures of the documentation: `python tools/pictures.py [FOLDER]`.

A real server serves tables whose games were played by bots with fixed dice, and Chromium opens them as one
of the players, so the positions are the same each time. Without FOLDER the pictures go to `docs/pictures`.
"""

from __future__ import annotations

import asyncio
import base64
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Page, expect, sync_playwright
from websockets.sync.client import connect

from stammtisch import bots, catalog
from stammtisch.core.turn import Over, Throw
from stammtisch.server.tables.decisions import decide
from stammtisch.server.tables.events import (
    AnyEvent,
    MatchPrepared,
    PlayerSeated,
    SeedAdded,
    StepPlayed,
    TableCreated,
    Terms,
    encode_event,
)
from stammtisch.server.tables.queue import facts_of
from stammtisch.server.tables.state import create
from stammtisch.server.tables.table import Table
from stammtisch.server.tokens import SEAT_COOKIE, hashed
from stammtisch.store import Log, open_store

FOLDER: Final = Path(__file__).parents[1] / "docs/pictures"
NAMES: Final = ("Anna", "Ben", "Clara", "David")
BOT: Final = "medium"
QUALITY: Final = 0.8
"""Of a WebP picture, at most 1."""
SHARPNESS: Final = 1.5
"""Pixels of a picture for each pixel of the page."""


class Scene(NamedTuple):
    """A game and the moment to show: after at least `steps` steps, when Anna has `moves` moves."""

    game: str
    players: int
    steps: int
    phase: str
    moves: int = 2

    @property
    def table(self) -> str:
        return f"picture-of-{self.game}"

    def token(self, name: str) -> str:
        """What proves that a device is that player's."""
        return f"{name} at {self.table}".replace(" ", "-")


SCENES: Final = (
    Scene("kniffel", players=3, steps=150, phase="choose", moves=20),
    Scene("tock", players=4, steps=160, phase="play", moves=20),
    Scene("zock", players=2, steps=8, phase="move"),
    Scene("zocknroll", players=4, steps=60, phase="decide"),
)


# The games


def events_of(scene: Scene) -> tuple[list[AnyEvent], Table]:
    """The log of the scene's table, and the table at that moment."""
    first, *others = _opening(scene)
    events, table = [first], create(scene.table, first)
    decided = decide(table, lambda _, __: others, others[0].t)
    events += decided.events
    while not _reached(scene, decided.table):
        decided = decide(decided.table, _next_step, time.time())
        events += decided.events
    return events, decided.table


def _opening(scene: Scene) -> list[AnyEvent]:
    """The table is created, everybody takes a seat, and the dice are fixed."""
    game, now = catalog.game(scene.game), time.time()
    terms = Terms(game=game.id, rules=game.rules_version, players=scene.players, options={}, code=game.id)
    names = NAMES[: scene.players]
    return [
        TableCreated(t=now, terms=terms),
        *(
            PlayerSeated(t=now, seats=(seat,), names=(name,), key=hashed(scene.token(name)))
            for seat, name in enumerate(names)
        ),
        MatchPrepared(t=now, match=scene.table, secret=sha256(scene.table.encode()).hexdigest()),
        *(SeedAdded(t=now, person=person, seed=f"{person:016x}") for person in range(scene.players)),
    ]


def _next_step(table: Table, now: float) -> list[AnyEvent]:
    """The player who is next rolls, or lets a bot choose."""
    match = table.running()
    if isinstance(match.turn, Throw):
        return [StepPlayed(t=now, text=match.drawn())]
    if isinstance(match.turn, Over):
        raise SystemExit(
            f"{match.game.title} is over after {len(match.steps)} steps: choose an earlier scene"
        )
    seat = match.turn.seats[0]
    move = bots.bot(match.game, BOT)(match.game, match.game.view(match.state, seat), seat, match.source())
    return [StepPlayed(t=now, seat=seat, text=str(move))]


def _reached(scene: Scene, table: Table) -> bool:
    match = table.running()
    phase = match.game.dump(match.state)["phase"]
    return len(match.steps) >= scene.steps and phase == scene.phase and len(match.moves(0)) >= scene.moves


# The server


async def fill(database: str) -> None:
    """Store the tables of the scenes."""
    store = await open_store(database)
    for scene in SCENES:
        events, table = events_of(scene)
        await Log(store).append(table.id, 1, list(map(encode_event, events)), facts_of(table))
    await store.close()


@contextmanager
def serving(database: str) -> Iterator[str]:
    """The address of a server with that database."""
    command = [sys.executable, "-m", "stammtisch", "serve", "--port", "0", "--database", database]
    with subprocess.Popen(  # noqa: S603 - our own server
        [*command, "--log-level", "error"], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            address = process.stdout and re.search(r"http://\S+", process.stdout.readline())
            if not address:
                raise SystemExit("the server did not start")
            yield address[0]
        finally:
            process.terminate()


@contextmanager
def everybody_else(scene: Scene, address: str) -> Iterator[None]:
    """The other players are connected, so that nobody is shown as away."""
    url = f"{address.replace('http', 'ws', 1)}/api/tables/{scene.table}/socket"
    with ExitStack() as stack:
        for name in NAMES[1 : scene.players]:
            headers = {"Authorization": f"Bearer {scene.token(name)}"}
            stack.enter_context(connect(url, additional_headers=headers))
        yield


# The browser


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser that the tests use."""
    path = shutil.which("chromium")
    if path is None:
        raise SystemExit("Chromium is missing: apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@contextmanager
def device(browser: Browser, width: int, height: int, *, touch: bool) -> Iterator[Page]:
    """A page on a device of that size, on which nothing moves."""
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=SHARPNESS if touch else 1,
        is_mobile=touch,
        has_touch=touch,
        locale="en-US",
        reduced_motion="reduce",
        service_workers="block",
    )
    yield context.new_page()
    context.close()


def home_page(browser: Browser, address: str) -> bytes:
    """The page on which everybody arrives, on a desktop, down to the list of tables."""
    width, margin = 1000, 14
    with device(browser, width, width, touch=False) as page:
        page.goto(address)
        page.get_by_text("Play now").first.wait_for()
        tables = page.get_by_role("heading", name="Public tables")
        end = tables.evaluate("heading => heading.getBoundingClientRect().top")
        page.set_viewport_size({"width": width, "height": round(end) - margin})
        return photograph(page)


def table_page(browser: Browser, address: str, scene: Scene) -> bytes:
    """The table of a scene on Anna's phone."""
    url = f"{address}/api/tables/{scene.table}"
    with device(browser, 390, 680, touch=True) as page, everybody_else(scene, address):
        page.context.add_cookies([{"name": SEAT_COOKIE, "value": scene.token(NAMES[0]), "url": url}])
        page.goto(f"{address}/t/{scene.table}")
        expect(page).to_have_title(re.compile("^●"))  # the page's mark of your turn
        return photograph(page)


def photograph(page: Page) -> bytes:
    """What the page shows once everything has been loaded, as WebP; nothing has the focus."""
    page.wait_for_load_state("networkidle")
    page.evaluate("document.activeElement.blur()")
    return webp(page.context.new_page(), page.screenshot(animations="disabled"))


def webp(page: Page, png: bytes) -> bytes:
    """The same picture as WebP, which the browser itself can write."""
    encoded: str = page.evaluate(
        """async ([png, quality]) => {
            const picture = new Image();
            picture.src = 'data:image/png;base64,' + png;
            await picture.decode();
            const canvas = document.createElement('canvas');
            [canvas.width, canvas.height] = [picture.width, picture.height];
            canvas.getContext('2d').drawImage(picture, 0, 0);
            return canvas.toDataURL('image/webp', quality).split(',')[1];
        }""",
        [base64.b64encode(png).decode(), QUALITY],
    )
    return base64.b64decode(encoded)


def take(folder: Path) -> None:
    """Every picture, into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        database = f"sqlite:{temporary}/tables.sqlite"
        asyncio.run(fill(database))
        with serving(database) as address, chromium() as browser:
            (folder / "home.webp").write_bytes(home_page(browser, address))
            for scene in SCENES:
                (folder / f"{scene.game}.webp").write_bytes(table_page(browser, address, scene))


if __name__ == "__main__":
    take(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
