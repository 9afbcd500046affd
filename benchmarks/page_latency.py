"""`python -m benchmarks.page_latency`: from a click on a board to the answer on the screen, on loopback.

Anna plays each game against the easiest bots in a real browser. The clock starts with the click and
stops when the frame is painted that shows the position the server answered with.
"""

from __future__ import annotations

import sys
from typing import Any, Final, NamedTuple

from benchmarks.browsing import at_the_table
from benchmarks.keeping import keep
from support.browser.visitors import Visitor, play

RIVALS: Final = {"zock": 1, "kniffel": 1, "zocknroll": 3, "tock": 3}
ACTIONS: Final = 60
CLOCK: Final = """
    window.answers = [];
    let clicked = 0;
    addEventListener('click', () => { clicked = performance.now(); }, true);
    const Before = WebSocket;
    window.WebSocket = class extends Before {
        constructor(...address) {
            super(...address);
            this.addEventListener('message', ({ data }) => {
                if (!clicked || JSON.parse(data).type !== 'position') return;
                const since = clicked;
                clicked = 0;
                requestAnimationFrame(() => {
                    const painted = new MessageChannel();
                    painted.port1.onmessage = () => answers.push(performance.now() - since);
                    painted.port2.postMessage(null);
                });
            });
        }
    };
"""


class Figure(NamedTuple):
    """Milliseconds from the click to the painted answer."""

    game: str
    actions: int
    p50_ms: float
    p95_ms: float
    worst_ms: float


def measure(game: str) -> Figure:
    with at_the_table(game, RIVALS[game], CLOCK) as anna:
        play(game, anna, until=lambda: anna.is_over or len(answers(anna)) >= ACTIONS)
        found = sorted(answers(anna))
    p50, p95 = found[len(found) // 2], found[len(found) * 95 // 100]
    return Figure(game, len(found), round(p50, 1), round(p95, 1), round(found[-1], 1))


def answers(visitor: Visitor) -> list[Any]:
    answers: list[Any] = visitor.page.evaluate("answers")
    return answers


if __name__ == "__main__":
    figures = [measure(game) for game in RIVALS]
    for figure in figures:
        sys.stdout.write(f"{figure}\n")
    keep("page_latency", [figure._asdict() for figure in figures])
