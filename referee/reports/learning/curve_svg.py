"""A learning curve as SVG: the score against each opponent by the seconds of learning, with its 95 % interval."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from referee.drawing.markup import Markup, element
from referee.drawing.svg_plot import ROW, TOP, Point, axis, curve_line, frame, plots_svg
from referee.reports.learning.text import point_line
from referee.statistics.scoring import interval

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from referee.learning.strength import CurvePoint

PARTS = 4  # of both axes

Drawing = TypeVar("Drawing", bound=str)


def curve_svg(heading: str, points: Sequence[CurvePoint]) -> str:
    """The curves as a file, a plot for each opponent."""
    return draw_curves(plots_svg, heading, points)


def draw_curves(
    draw: Callable[[str, str, Sequence[Markup], int], Drawing], heading: str, points: Sequence[CurvePoint]
) -> Drawing:
    """What draws plots, such as plots_svg, makes of the curves."""
    opponents = list(dict.fromkeys(point.opponent for point in points))
    drawn = [
        part
        for at, opponent in enumerate(opponents)
        for part in opponent_plot([point for point in points if point.opponent == opponent], at * ROW + TOP)
    ]
    return draw(heading, "; ".join(map(point_line, points)), drawn, max(1, len(opponents)) * ROW)


def opponent_plot(points: Sequence[CurvePoint], top: float) -> Iterator[Markup]:
    """The scores against one opponent."""
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
