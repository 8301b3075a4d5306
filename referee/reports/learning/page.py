"""The page of a run of learning: one file of HTML with the curve, its points and the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from referee.drawing.html_page import bidi_text, document, keep_percent_together, section, style, titled_table
from referee.drawing.html_page import heading as top
from referee.drawing.markup import Markup, block, element
from referee.drawing.number_format import format_count, format_seconds
from referee.drawing.svg_plot import ROW, RULES, TOP, Point, axis, curve_line, frame, plots_element, plots_svg
from referee.learning.strength import own_player
from referee.reports.learning.text import heading, point_line, score_text, setting_text
from referee.statistics.scoring import interval

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from referee.learning.learner import Learner
    from referee.learning.strength import CurvePoint


PARTS = 4  # of both axes

Drawing = TypeVar("Drawing", bound=str)
OWN = """\
.scroll { overflow-x: auto }
.scroll:focus-visible { outline: 2px solid var(--strong); outline-offset: 4px }
.scroll .chart { width: 100%; min-width: 36rem }
.points tr > :first-child, .settings th { padding-left: 0; text-align: left }
.points .opponent { text-align: left; white-space: normal; min-width: 9rem }
.settings { width: auto }
.settings th, .settings td { white-space: normal }
.settings td { text-align: left; font-weight: 600 }
"""
COLUMNS = ("games", "time", "against", "score", "won", "drawn", "lost", "correction")
NOTE = (
    "How {own} did by what had been learnt by then. A win counts one, a draw a half. The bars, and the numbers in"
    " parentheses, are intervals that hold the true score in 95 % of all cases. The correction is how far values were"
    " from those that they were corrected towards: the root of the mean square."
)
SETTINGS = {
    "features": "What it looks at", "method": "What is corrected", "rate": "Step size", "trace": "Lambda",
    "epsilon": "Moves at random", "opening": "Random moves at the start, at most", "depth": "Plies looked ahead",
    "seed": "Seed",
}  # fmt: skip


def curve_svg(heading: str, points: Sequence[CurvePoint]) -> str:
    """Return the curves as a file, a plot for each opponent."""
    return draw_curves(plots_svg, heading, points)


def draw_curves(
    draw: Callable[[str, str, Sequence[Markup], int], Drawing], heading: str, points: Sequence[CurvePoint]
) -> Drawing:
    """Return the curves, drawn by a function such as plots_svg."""
    opponents = list(dict.fromkeys(point.opponent for point in points))
    drawn = [
        part
        for at, opponent in enumerate(opponents)
        for part in opponent_plot([point for point in points if point.opponent == opponent], at * ROW + TOP)
    ]
    return draw(heading, "; ".join(map(point_line, points)), drawn, max(1, len(opponents)) * ROW)


def opponent_plot(points: Sequence[CurvePoint], top: float) -> Iterator[Markup]:
    """Yield the scores against one opponent."""
    longest = max(point.progress.seconds for point in points) or 1.0
    ticks = [(part / PARTS, f"{100 * part / PARTS:.0f} %") for part in range(PARTS + 1)]
    yield from frame(f"Score against {points[0].opponent}", [], top, ticks)
    yield from axis([(part / PARTS, f"{longest * part / PARTS:.3g} s") for part in range(PARTS + 1)], top)
    for point in points:
        score, place = interval(point.counts), point.progress.seconds / longest
        low, high = (Point(place, bound or 0.0, "") for bound in (score.low, score.high))
        yield element("line", class_="error", x1=low.x, x2=low.x, y1=f"{low.y(top):.1f}", y2=f"{high.y(top):.1f}")
    dots = [Point(point.progress.seconds / longest, point.counts.score, point_line(point)) for point in points]
    yield from curve_line(dots, 0, top)


def as_html(learner: Learner, points: Sequence[CurvePoint]) -> str:
    """Return the page."""
    sections = curve_section(learner, points), points_section(points), settings_section(learner)
    facts = {
        "Games": f"{learner.play.games:,}",
        "Positions": f"{learner.play.plies:,}",
        "Time": format_seconds(learner.seconds),
        "Weights": f"{learner.network.size:,}",
    }
    header = top("Learning", learner.plan.game, lead(learner, points), facts)
    return document(f"Learning: {learner.plan.game}", style(RULES + OWN), header, *sections)


def lead(learner: Learner, points: Sequence[CurvePoint]) -> Markup:
    """Return the last score against each opponent, in a sentence."""
    last = {point.opponent: point for point in points}
    learnt = f"After {format_count(points[-1].progress.games if points else learner.play.games, 'game')}"
    if not points:
        return Markup(f"{learnt}; nothing has been measured yet.")
    scores = (f"{score_text(point.counts)} against {bidi_text(opponent)}" for opponent, point in last.items())
    return keep_percent_together(Markup(f"{learnt}: {', '.join(scores)}."))


def curve_section(learner: Learner, points: Sequence[CurvePoint]) -> Markup:
    """Return the curve; nothing before the first point."""
    if not points:
        return Markup()
    drawn = draw_curves(plots_element, heading(learner), points)
    note = element("p", keep_percent_together(NOTE.format(own=own_player(learner.game))), class_="note")
    return section("curve", "Learning curve", wide(drawn, "curve"), note)


def points_section(points: Sequence[CurvePoint]) -> Markup:
    """Return a table of the points; nothing if there are none."""
    if not points:
        return Markup()
    heads = (element("th", name, scope="col", class_="opponent" if name == "against" else None) for name in COLUMNS)
    table = titled_table("points", element("tr", *heads), map(point_row, points))
    return section("points", "Points", wide(table, "points"))


def point_row(point: CurvePoint) -> Markup:
    """Return a row of the table."""
    progress, counts = point.progress, point.counts
    told = (f"{counts.wins:,}", f"{counts.draws:,}", f"{counts.losses:,}", f"{progress.error:.3f}")
    return element(
        "tr",
        element("th", f"{progress.games:,}", scope="row"),
        element("td", format_seconds(progress.seconds)),
        element("td", bidi_text(point.opponent), class_="opponent"),
        element("td", keep_percent_together(score_text(counts))),
        *(element("td", each) for each in told),
    )


def wide(content: Markup, identity: str) -> Markup:
    """Return content that scrolls sideways in a narrow window; its title is that of the section `identity`."""
    return block("div", content, class_="scroll", role="region", tabindex=0, aria_labelledby=identity)


def settings_section(learner: Learner) -> Markup:
    """Return what the weights depend on."""
    plan = learner.plan.as_dict()
    rows = (
        element("tr", element("th", told, scope="row"), element("td", setting_text(plan[name])))
        for name, told in SETTINGS.items()
    )
    return section("settings", "Settings", block("table", block("tbody", *rows), class_="settings"))
