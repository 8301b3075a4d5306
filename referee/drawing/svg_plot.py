"""Charts as SVG: axes, frames with keys, lines with dots, and the file that holds charts below each other."""

from __future__ import annotations

from math import floor, log10
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from referee.drawing.html_page import CHART, resolve_variables
from referee.drawing.markup import Markup, block, element

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WIDTH, HIGH = 640, 170  # pixels of a plot
LEFT, RIGHT, TOP, BOTTOM = 96, 40, 62, 84  # pixels around it
PICTURE = LEFT + WIDTH + RIGHT
ROW = TOP + HIGH + BOTTOM
KEY = 120  # pixels of an entry of the key
DASHES = ("none", "7 3", "2 3", "9 3 2 3", "1 0")
COLOURS = ("ink", "bad", "faint", "strong", "bar")
LABELS = "chart-title", "chart-description"


@dataclass(frozen=True)
class Axis:
    """An axis from `low` to `high` with a tick every `step`; both ends are ticks."""

    low: float
    high: float
    step: float

    def place(self, value: float) -> float:
        """Return where a value lies, in per cent of the width."""
        return 100 * (value - self.low) / (self.high - self.low)

    @property
    def ticks(self) -> list[float]:
        return [self.low + at * self.step for at in range(round((self.high - self.low) / self.step) + 1)]


def round_step(step: float, least: float) -> float:
    """Return the least of 1, 2, 5, 10, 20, 50 and so on that is no smaller than `step` and `least`."""
    step = max(step, least)
    ten = 10.0 ** floor(log10(step))
    return next(ten * times for times in (1, 2, 5, 10) if ten * times >= step)


def percent(part: float) -> str:
    """Return a percentage as SVG takes it."""
    return f"{part:.3f}%"


RULES = """\
text { font-family: system-ui, "DejaVu Sans", sans-serif }
rect.ground { fill: var(--ground) }
.chart text.head { font-weight: 600; font-size: 15px }
.chart text.side { text-anchor: end; fill: var(--faint); font-size: 12px }
.chart text.move { text-anchor: middle; font-size: 12px }
.chart text.changed { font-weight: 700 }
.chart polyline { fill: none; stroke-width: 2 }
.chart circle.proven { fill: var(--ground); stroke-width: 2.5 }
.chart line.error { stroke: var(--faint); stroke-width: 1.5 }
""" + "".join(
    f".chart .s{at} {{ stroke: var(--{colour}); stroke-dasharray: {dash} }}\n"
    f".chart circle.s{at} {{ fill: var(--{colour}); stroke-dasharray: none }}\n"
    f".chart circle.proven.s{at} {{ fill: var(--ground) }}\n"
    for at, (colour, dash) in enumerate(zip(COLOURS, DASHES, strict=True))
)


@dataclass(frozen=True)
class Point:
    """A point of a plot: from the left and from below, both from 0 to 1; its words, and whether all is proven."""

    across: float
    up: float
    said: str
    proven: bool = False

    @property
    def x(self) -> str:
        """The pixels from the left edge of the picture."""
        return f"{LEFT + WIDTH * self.across:.1f}"

    def y(self, top: float) -> float:
        """Return the pixels from above, in a plot that begins at `top`."""
        return top + HIGH * (1 - self.up)


def plots_svg(title: str, description: str, drawn: Sequence[Markup], height: int) -> str:
    """Return a file of plots, `height` pixels high, on a light ground or, where that is preferred, on a dark one."""
    return block(
        "svg",
        element("title", title, id=LABELS[0]),
        element("desc", description, id=LABELS[1]),
        element("style", Markup(f"\n{resolve_variables(CHART + RULES)}")),
        element("rect", class_="ground", width="100%", height="100%"),
        block("g", *drawn, class_="chart"),
        xmlns="http://www.w3.org/2000/svg", width=PICTURE, height=height, viewBox=f"0 0 {PICTURE} {height}", role="img",
        aria_labelledby=" ".join(LABELS),
    ) + "\n"  # fmt: skip


def plots_element(title: str, description: str, drawn: Sequence[Markup], height: int) -> Markup:
    """Return plots as an element of a page whose style sheet has RULES; as wide as its room."""
    return block(
        "svg",
        element("title", title, id=LABELS[0]),
        element("desc", description, id=LABELS[1]),
        *drawn,
        class_="chart", viewBox=f"0 0 {PICTURE} {height}", role="img", aria_labelledby=" ".join(LABELS),
    )  # fmt: skip


def frame(
    head: str, names: Sequence[str], top: float, ticks: Iterator[tuple[float, str]] | Sequence[tuple[float, str]],
    order: Sequence[str] = (),
) -> Iterator[Markup]:  # fmt: skip
    """Yield the heading of a plot, its key, and its lines across; a name's place in `order` decides its look."""
    yield element("text", head, class_="head", x=LEFT, y=f"{top - 38:g}")
    for at, name in enumerate(names):
        x, look = LEFT + KEY * at, (order or names).index(name)
        yield element("polyline", class_=f"s{look}", points=f"{x},{top - 20:g} {x + 24},{top - 20:g}")
        yield element("text", name, x=x + 30, y=f"{top - 16:g}")
    for up, said in ticks:
        y = top + HIGH * (1 - up)
        yield element("line", class_="tick", x1=LEFT, x2=LEFT + WIDTH, y1=f"{y:.1f}", y2=f"{y:.1f}")
        yield element("text", said, class_="side", x=LEFT - 8, y=f"{y + 4:.1f}")


def axis(places: Sequence[tuple[float, str]], top: float) -> Iterator[Markup]:
    """Yield the labels below a plot."""
    for place, said in places:
        yield element("text", said, class_="tick", x=f"{LEFT + WIDTH * place:.1f}", y=f"{top + HIGH + 24:g}")


def curve_line(points: Sequence[Point], look: int, top: float) -> Iterator[Markup]:
    """Yield a line through the points, with a dot at each, or a ring if all is proven."""
    yield element("polyline", class_=f"s{look}", points=" ".join(f"{each.x},{each.y(top):.1f}" for each in points))
    for each in points:
        kind, size = (f"proven s{look}", 5) if each.proven else (f"s{look}", 3.5)
        yield element("circle", element("title", each.said), class_=kind, cx=each.x, cy=f"{each.y(top):.1f}", r=size)
