"""`python -m benchmarks.page_frames`: frames a second on the Tock board while its 32 stones move.

Eight play, seven of them bots; after each move of Anna's theirs are shown one after the other. Counted
are the frames that the browser's own tracing reports between the first stone setting off and the last
one arriving. Without a graphics card the browser paints by the processor alone.
"""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from typing import Any, Final, NamedTuple

from benchmarks.browsing import at_the_table
from benchmarks.keeping import keep
from support.browser.visitors import Visitor, play

MOVES: Final = 25
CATEGORIES: Final = ["blink.user_timing", "devtools.timeline", "disabled-by-default-devtools.timeline.frame"]
MARKS: Final = """
    let moving = false;
    const look = () => {
        const now = document.querySelector('[data-moving]') !== null;
        if (now !== moving) performance.mark(now ? 'stones-move' : 'stones-rest');
        moving = now;
    };
    addEventListener('DOMContentLoaded', () =>
        new MutationObserver(look).observe(document.documentElement,
            { attributes: true, childList: true, subtree: true, attributeFilter: ['data-moving'] }));
"""


class Figure(NamedTuple):
    """What was seen while stones moved."""

    stones: int
    seconds: float
    frames: int
    frames_per_second: float
    p95_ms: float
    """Between one frame and the next."""


def measure() -> Figure:
    with at_the_table("tock", 7, MARKS, pace="normal") as anna:
        anna.page.context.browser.start_tracing(page=anna.page, categories=CATEGORIES)  # type: ignore[union-attr]
        while anna.turns < MOVES and not anna.is_over:
            before = anna.turns
            play("tock", anna, until=lambda: anna.is_over or anna.turns > before)  # noqa: B023
            at_rest(anna)
        stones = anna.board.locator("[data-stone]").count()
        trace = json.loads(anna.page.context.browser.stop_tracing())  # type: ignore[union-attr]
    return counted(stones, trace["traceEvents"])


def at_rest(visitor: Visitor) -> None:
    """Nobody hurries the stones."""
    visitor.board.locator("[data-moving]").first.wait_for(state="detached")


def counted(stones: int, events: list[dict[str, Any]]) -> Figure:
    frames = sorted(event["ts"] for event in events if event["name"] == "DrawFrame")
    marks = sorted((event["ts"], event["name"]) for event in events if event["name"].startswith("stones-"))
    spans = [(begin, end) for (begin, what), (end, _) in pairwise(marks) if what == "stones-move"]
    gaps = [
        (later - earlier) / 1000
        for begin, end in spans
        for earlier, later in pairwise(frame for frame in frames if begin <= frame <= end)
    ]
    seconds = sum(gaps) / 1000
    gaps.sort()
    return Figure(
        stones,
        round(seconds, 1),
        len(gaps),
        round(len(gaps) / seconds, 1),
        round(gaps[len(gaps) * 95 // 100], 1),
    )


if __name__ == "__main__":
    figure = measure()
    sys.stdout.write(f"{figure}\n")
    keep("page_frames", figure._asdict())
