"""`python -m benchmarks.local_tock [DECISIONS]`: how long Tock's bots think on this device.

The runtime of the page runs in a worker of Chromium, as at a table of this device. Meanwhile the page
counts its frames: the longest pause between two of them says whether thinking ever holds it up.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Page

from benchmarks.keeping import keep
from stammtisch.server.app import PAGE
from support.browser.chromium import FULL, chromium
from support.browser.server import PageServer

DECISIONS: Final = 60
LEVELS: Final = {"medium": 150, "strong": 1000}
"""And the milliseconds that a move of each may take."""
PLAYERS: Final = 4
MOVES: Final = Path(__file__).parents[1] / "support/tock_moves.py"
WORKER: Final = """
    addEventListener('message', async ({ data: { files, tables, code, level, players, decisions } }) => {
        const { address } = files.find(({ name }) => name === 'pyodide.mjs');
        const script = new URL(address, location.href).href;
        const { loadPyodide } = await import(script);
        const env = { HOME: '/', STAMMTISCH_TABLES: '/lib/tables' };
        const python = await loadPyodide({ indexURL: new URL('.', script).href, env });
        const bytes = async ({ address }) => new Uint8Array(await (await fetch(address)).arrayBuffer());
        for (const file of files.filter(({ name }) => /\\.whl$|^stammtisch\\.zip$/.test(name)))
            python.unpackArchive(await bytes(file), 'zip', { extractDir: '/lib/stammtisch' });
        python.FS.mkdirTree('/lib/tables');
        for (const table of tables.filter(({ name }) => name.startsWith('tock')))
            python.FS.writeFile(`/lib/tables/${table.name}`, await bytes(table));
        python.runPython(`import sys; sys.path.insert(0, '/lib/stammtisch')`);
        python.runPython(code);
        const took = python.globals.get('times')(level, players, decisions, 'local').toJs();
        postMessage({ took: [...took], memory: python._module.HEAPU8.byteLength });
    });
"""
MEASURE: Final = """(task) => new Promise((resolve, reject) => {
    let pause = 0, last = performance.now();
    const frame = (now) => { pause = Math.max(pause, now - last); last = now; requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
    const worker = new Worker('/thinking.js', { type: 'module' });
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.onmessage = ({ data }) => { worker.terminate(); resolve({ ...data, pause }); };
    worker.postMessage(task);
})"""


class Figure(NamedTuple):
    """Milliseconds a move; the longest pause of the page; megabytes of memory."""

    level: str
    decisions: int
    median: float
    nineteen_of_twenty: float
    longest: float
    aim: int
    pause_of_page: float
    memory_mb: float


def measure(page: Page, level: str, decisions: int) -> Figure:
    """Let a bot of this level decide so often."""
    listed: dict[str, Any] = json.loads((PAGE / "runtime/manifest.json").read_text())
    task = listed | {"code": MOVES.read_text(), "level": level, "players": PLAYERS, "decisions": decisions}
    found: dict[str, Any] = page.evaluate(MEASURE, task)
    took = sorted(round(each, 1) for each in found["took"])
    shares = took[len(took) // 2], took[len(took) * 19 // 20], took[-1]
    return Figure(
        level, decisions, *shares, LEVELS[level], round(found["pause"], 1), round(found["memory"] / 1e6, 1)
    )


def main() -> None:
    decisions = int(sys.argv[1]) if len(sys.argv) > 1 else DECISIONS
    with chromium(FULL) as browser, tempfile.TemporaryDirectory() as folder:
        server = PageServer(Path(folder))
        try:
            page = browser.new_context(service_workers="block").new_page()
            page.route(
                "**/thinking.js", lambda route: route.fulfill(body=WORKER, content_type="text/javascript")
            )
            page.goto(server.url)
            figures = [measure(page, level, decisions) for level in LEVELS]
        finally:
            server.close()
    for figure in figures:
        sys.stdout.write(
            f"{figure.level}: {figure.median} ms a move, 19 of 20 within {figure.nineteen_of_twenty}, "
            f"longest {figure.longest} (aim {figure.aim}), {figure.decisions} decisions; "
            f"longest pause of the page {figure.pause_of_page} ms; {figure.memory_mb} MB of memory\n"
        )
    keep("local_tock", [figure._asdict() for figure in figures])


if __name__ == "__main__":
    main()
