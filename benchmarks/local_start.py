"""`python -m benchmarks.local_start`: from a tap on "Play now" to the first move, on this device alone.

Everything for offline play is fetched once; then there is no connection. Each round loads the home page,
so the worker starts again. Bots that are first to move take a second each, as on a server; so there are two
times: until the game has begun and somebody may move, and until the visitor may. Besides: how much memory it
takes, and how many bytes travel for all of it.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.keeping import keep
from stammtisch.server.app import PAGE
from support.browser.chromium import FULL, chromium
from support.browser.server import PageServer
from support.browser.visitors import PHONE, Visitor

GAMES: Final = ("zock", "kniffel", "zocknroll", "tock")
ROUNDS: Final = 9
INNER: Final = (1, 7)
"""Of nine sorted values, those between which the median is with 96 per cent."""
PATIENCE: Final = 120_000
CLOCK: Final = """
    localStorage['stammtisch.name'] ??= '"Anna"';
    let tapped = 0;
    window.took = null;
    window.begun = null;
    const since = () => performance.now() - tapped;
    window.memory = 0;
    addEventListener('click', () => { tapped ||= performance.now(); }, true);
    setInterval(() => {
        if (tapped && took === null && document.title.startsWith('●')) took = since();
    }, 4);
    const Plain = Worker;
    window.Worker = class extends Plain {
        constructor(...script) {
            super(...script);
            this.addEventListener('message', ({ data }) => {
                if (data.kind === 'ready') memory = data.memory;
                if (data.kind !== 'message' || begun !== null) return;
                const { type, turn } = JSON.parse(data.text);
                if (type === 'position' && turn) requestAnimationFrame(() => { begun ??= since(); });
            });
        }
    };
"""


class Figure(NamedTuple):
    """Seconds from the tap, their median and its interval: until the game has begun, until the own move."""

    game: str
    rounds: int
    begun: float
    begun_low: float
    begun_high: float
    seconds: float
    low: float
    high: float
    memory_mb: float


def measure(anna: Visitor, game: str) -> Figure:
    """Start a game of this kind several times without a connection."""
    begun, own = zip(*(once(anna, game) for _ in range(ROUNDS)), strict=True)
    memory = round(anna.page.evaluate("memory") / 1e6, 1)
    return Figure(game, ROUNDS, *middle(begun), *middle(own), memory)


def middle(found: Sequence[float]) -> tuple[float, float, float]:
    """The median, and between which values it is."""
    low, high = INNER
    ordered = [round(each / 1000, 2) for each in sorted(found)]
    return ordered[ROUNDS // 2], ordered[low], ordered[high]


def once(anna: Visitor, game: str) -> tuple[float, float]:
    """Milliseconds until the game has begun, and until the visitor may move."""
    anna.page.goto(anna.server + "/")
    now = f"{anna.word('home', 'play-now')} {anna.word(f'{game}/about', 'title')}"
    anna.page.get_by_role("button", name=now).first.click()
    anna.page.wait_for_function("() => took !== null && begun !== null", timeout=PATIENCE)
    begun, own = anna.page.evaluate("[begun, took]")
    return float(begun), float(own)


def prepare(anna: Visitor) -> None:
    """Fetch everything, and cut the connection."""
    anna.go("/settings")
    offer = re.escape(anna.word("device", "make-available", size=0)).replace("0", r"[\d.,]+")
    anna.page.get_by_role("button", name=re.compile(offer)).click()
    anna.page.get_by_text(anna.word("device", "available")).wait_for(timeout=PATIENCE)
    anna.keeps_the_page()
    anna.context.set_offline(True)


def travels() -> dict[str, int]:
    """Bytes that travel for playing without a connection."""
    listed: dict[str, list[dict[str, Any]]] = json.loads((PAGE / "runtime/manifest.json").read_text())
    return {kind: sum(int(file["compressed"]) for file in files) for kind, files in listed.items()}


def main() -> None:
    with chromium(FULL) as browser, tempfile.TemporaryDirectory() as folder:
        server = PageServer(Path(folder))
        try:
            anna = Visitor(browser, server.url, "Anna", PHONE, "en", still=True, workers="allow")
            anna.context.add_init_script(CLOCK)
            prepare(anna)
            figures = [measure(anna, game) for game in GAMES]
            anna.leave()
        finally:
            server.close()
    for figure in figures:
        sys.stdout.write(
            f"{figure.game}: from the tap {figure.begun} s ({figure.begun_low} to {figure.begun_high}) "
            f"until the game has begun, {figure.seconds} s ({figure.low} to {figure.high}) "
            f"until the own move, {figure.memory_mb} MB of memory\n"
        )
    sys.stdout.write(f"bytes that travel: {travels()}\n")
    keep("local_start", {"figures": [figure._asdict() for figure in figures], "bytes": travels()})


if __name__ == "__main__":
    main()
