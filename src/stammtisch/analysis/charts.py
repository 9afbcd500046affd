"""Charts as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from stammtisch.analysis.simulation import Result

WIDTH: Final = 900
HEIGHT: Final = 300
MARGIN: Final = 48
COLOURS: Final = ("#b3422f", "#2f6f9f", "#5b7f2a", "#8a5a9e", "#c08a1e", "#3b8f88")
DASHES: Final = ("", "7 4", "2 3", "10 3 2 3", "4 2", "1 2")
"""Lines differ by their dashes as well as by their colours."""


def line_chart(lines: Sequence[Sequence[float]], names: Sequence[str]) -> str:
    """Lines over the steps of the game, with a scale and a legend."""
    low = min(min(line, default=0.0) for line in lines)
    high = max(max(line, default=0.0) for line in lines)
    high = high if high > low else low + 1
    steps = max(len(line) for line in lines)

    def across(step: int) -> float:
        return MARGIN + (WIDTH - 2 * MARGIN) * step / max(steps - 1, 1)

    def up(value: float) -> float:
        return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (value - low) / (high - low)

    drawn = []
    for mark in range(5):
        value = low + (high - low) * mark / 4
        y = f"{up(value):.1f}"
        drawn.append(
            f'<line class="axis" x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y}" y2="{y}"/>'
            f'<text x="{MARGIN - 6}" y="{y}" dy="4" text-anchor="end">{value:.2f}</text>'
        )
    for seat, line in enumerate(lines):
        dash = DASHES[seat % len(DASHES)]
        stroke = f'stroke="{COLOURS[seat % len(COLOURS)]}" stroke-width="2" stroke-dasharray="{dash}"'
        points = " ".join(f"{across(step):.1f},{up(value):.1f}" for step, value in enumerate(line))
        left, below = MARGIN + seat * (WIDTH - 2 * MARGIN) // len(lines), HEIGHT - 14
        drawn.append(
            f'<polyline fill="none" {stroke} points="{points}"/>'
            f'<line x1="{left}" x2="{left + 24}" y1="{below}" y2="{below}" {stroke}/>'
            f'<text x="{left + 30}" y="{below}" dy="4">{escape(names[seat])}</text>'
        )
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="chart">{"".join(drawn)}</svg>'


def share_chart(result: Result) -> str:
    """Each bot's share of wins as a bar, with its confidence interval, as an SVG picture."""
    row, left, scale = 40, 160, 600
    drawn = []
    for index, bot in enumerate(result.bots):
        middle = row * index + row // 2 + 10
        drawn.append(
            f'<text x="{left - 10}" y="{middle}" dy="5" text-anchor="end">{escape(bot.bot)}</text>'
            f'<rect x="{left}" y="{middle - 10}" width="{scale * bot.share:.1f}" height="20" '
            f'fill="{COLOURS[index % len(COLOURS)]}"/>'
            f'<line x1="{left + scale * bot.low:.1f}" x2="{left + scale * bot.high:.1f}" y1="{middle}" '
            f'y2="{middle}" stroke="black" stroke-width="2"/>'
            f'<text x="{left + scale + 10}" y="{middle}" dy="5">{bot.share:.1%}</text>'
        )
    height = row * len(result.bots) + 20
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + scale + 90} {height}" '
        f'font-family="serif" font-size="16">{"".join(drawn)}</svg>\n'
    )
