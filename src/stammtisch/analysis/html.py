"""A report as one page with charts: no scripts, and nothing is loaded from anywhere."""

from __future__ import annotations

from functools import cache
from itertools import accumulate

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from stammtisch import catalog
from stammtisch.analysis.charts import line_chart
from stammtisch.analysis.report import MARKS, Report, reliability


def page(report: Report) -> str:
    """The whole page."""
    seats = range(len(report.seats))
    course = [[values[seat] for values in report.course] for seat in seats]
    luck = [[*accumulate((throw.luck[seat] for throw in report.throws), initial=0.0)] for seat in seats]
    return _template().render(
        title=f"{catalog.game(report.game).title}: {', '.join(report.seats)}",
        reliability=reliability(report),
        report=report,
        marks=[*reversed(MARKS)],
        decisions=[decision for decision in report.decisions if decision.mark],
        course=Markup(line_chart(course, report.seats)),  # noqa: S704 - names are escaped in it
        luck=Markup(line_chart(luck, report.seats)),  # noqa: S704
    )


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    return environment.get_template("report.html")
