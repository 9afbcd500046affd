"""A report as one self-contained page with charts: no script, nothing from anywhere else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from stammtisch import catalog
from stammtisch.analysis.report import MARKS, Report
from stammtisch.analysis.simulation import Result

WIDTH: Final = 900
HEIGHT: Final = 300
MARGIN: Final = 48
COLOURS: Final = ("#b3422f", "#2f6f9f", "#5b7f2a", "#8a5a9e", "#c08a1e", "#3b8f88")
DASHES: Final = ("", "7 4", "2 3", "10 3 2 3", "4 2", "1 2")
"""Players differ by their line as well as by its colour."""

_STYLE: Final = """
:root { color-scheme: light dark; --ink: #2b2622; --paper: #fbf7ef; --line: #d8cdbb; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece4d6; --paper: #211d19; --line: #4b433a; } }
body { font: 16px/1.5 Georgia, serif; color: var(--ink); background: var(--paper);
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0 2rem; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .6rem; text-align: left; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
svg { width: 100%; height: auto; }
svg text { fill: var(--ink); font-size: 13px; }
.axis { stroke: var(--line); }
.wide { overflow-x: auto; }
"""


def page(report: Report) -> str:
    """The whole page."""
    title = f"{catalog.game(report.game).title}: {', '.join(report.seats)}"
    course = [[values[seat] for values in report.course] for seat in range(len(report.seats))]
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{_trust(report)}</p>",
        _accounts(report),
        f"<h2>The course of the game: {escape(report.unit)}</h2>",
        _chart(course, report.seats),
        "<h2>Luck, added up</h2>",
        _chart(
            [_sums([throw.luck[seat] for throw in report.throws]) for seat in range(len(report.seats))],
            report.seats,
        ),
        "<h2>What could have been better</h2>",
        _decisions(report),
    ]
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body>\n</html>\n"
    )


def _trust(report: Report) -> str:
    if report.exact:
        return f"Exact: every value, in {escape(report.unit)}, is computed and none is estimated."
    return (
        f"Estimated, in {escape(report.unit)}: values come from samples, with their standard errors; "
        "a loss is marked only where it is beyond doubt."
    )


def _row(cells: Sequence[object], tag: str = "td", numbers_from: int = 1) -> str:
    kinds = ["" if index < numbers_from else ' class="n"' for index in range(len(cells))]
    return (
        "<tr>"
        + "".join(
            f"<{tag}{kind}>{escape(str(cell))}</{tag}>" for kind, cell in zip(kinds, cells, strict=True)
        )
        + "</tr>"
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[object]], numbers_from: int) -> str:
    lines = [_row(head, "th", numbers_from), *(_row(row, "td", numbers_from) for row in rows)]
    return '<div class="wide"><table>\n' + "\n".join(lines) + "\n</table></div>"


def _accounts(report: Report) -> str:
    head = ("player", "played", "decisions", *reversed(MARKS), "lost", "luck", "result", "deserved")
    rows = [
        (
            account.name,
            account.rating,
            account.decisions,
            *(account.marks[mark] for mark in reversed(MARKS)),
            f"{account.loss:.3f}",
            f"{account.luck:+.3f}",
            *("–" if value is None else f"{value:.3f}" for value in (account.result, account.deserved)),
        )
        for account in report.accounts
    ]
    return _table(head, rows, 2)


def _decisions(report: Report) -> str:
    rows = [
        (
            decision.entry,
            report.seats[decision.seat],
            decision.played,
            decision.best,
            decision.mark,
            f"{decision.loss:.3f}" + (f" ± {decision.error:.3f}" if decision.error else ""),
        )
        for decision in report.decisions
        if decision.mark
    ]
    if not rows:
        return "<p>Nothing that cost more than a trifle.</p>"
    return _table(("entry", "player", "played", "best", "mark", "lost"), rows, 5)


def _sums(values: Sequence[float]) -> list[float]:
    total, sums = 0.0, [0.0]
    for value in values:
        total += value
        sums.append(total)
    return sums


def _chart(lines: Sequence[Sequence[float]], names: Sequence[str]) -> str:
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
