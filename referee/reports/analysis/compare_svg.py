"""Searches compared, as SVG: positions by depth, value and move by depth, and what trees play by their playouts."""

from __future__ import annotations

from dataclasses import dataclass
from math import log10
from typing import TYPE_CHECKING

from referee.drawing.html_style import CHART, resolve_variables
from referee.drawing.markup import Markup, block, element
from referee.drawing.number_format import TYPED
from referee.reports.analysis.compare_table import goal, largest, percent
from referee.reports.analysis.compare_words import answer_text, remarks
from referee.solving.value import sign

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.analysis.compare import Comparison
    from referee.analysis.contenders import DepthRow

WIDTH, HIGH = 640, 170  # pixels of a plot
LEFT, RIGHT, TOP, BOTTOM = 96, 40, 62, 84  # pixels around it
PICTURE = LEFT + WIDTH + RIGHT
ROW = TOP + HIGH + BOTTOM
FEW = 12  # depths up to which all moves are written; those of more would have no room side by side
KEY = 120  # pixels of an entry of the key
ROOM = 1.25  # of the largest estimate: where wins are drawn
DASHES = ("none", "7 3", "2 3", "9 3 2 3", "1 0")
COLOURS = ("ink", "bad", "faint", "strong", "bar")
LABELS = "chart-title", "chart-description"
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
    """A point of a plot, both places from 0 to 1: from the left, and from below. What it says, and if all is proven."""

    across: float
    up: float
    said: str
    proven: bool = False

    @property
    def x(self) -> str:
        """Pixels from the left edge of the picture."""
        return f"{LEFT + WIDTH * self.across:.1f}"

    def y(self, top: float) -> float:
        """Pixels from above, in a plot that begins there."""
        return top + HIGH * (1 - self.up)


def comparison_svg(found: Comparison) -> str:
    """The charts as a file, on a light ground or, where that is preferred, on a dark one."""
    plots = []
    if found.rows:
        plots += [positions_plot, values_plot]
    if found.curve:
        plots.append(playouts_plot)
    height = max(1, len(plots)) * ROW
    drawn = [part for at, plot in enumerate(plots) for part in plot(found, at * ROW + TOP)]
    return block(
        "svg",
        element("title", f"Searches of {found.spec} compared", id=LABELS[0]),
        element("desc", " ".join(remarks(found, TYPED)), id=LABELS[1]),
        element("style", Markup(f"\n{resolve_variables(CHART + RULES)}")),
        element("rect", class_="ground", width="100%", height="100%"),
        block("g", *drawn, class_="chart"),
        xmlns="http://www.w3.org/2000/svg", width=PICTURE, height=height, viewBox=f"0 0 {PICTURE} {height}", role="img",
        aria_labelledby=" ".join(LABELS),
    ) + "\n"  # fmt: skip


def positions_plot(found: Comparison, top: float) -> Iterator[Markup]:
    """The positions of all searches by depth, each line of the scale ten times as many as the one below."""
    tens = int(log10(max(2, *(row.nodes for row in found.rows)))) + 1
    names = [kind.name for kind in found.kinds]
    yield from frame("Positions by depth", names, top, ((ten / tens, f"{10**ten:,}") for ten in range(tens + 1)))
    yield from depth_axis(found, top)
    for at, name in enumerate(names):
        points = [
            Point(across(found, row), log10(row.nodes) / tens, f"{name}, depth {row.depth}: {row.nodes:,} positions")
            for row in found.of(name)
        ]
        yield from curve_line(points, at, top)


def values_plot(found: Comparison, top: float) -> Iterator[Markup]:
    """The values of the two searches that tell most by depth, and below them their moves."""
    scale = largest(found)
    ticks = [(level(part * scale, scale), f"{part * scale:+g}" if part else "0") for part in (-1, 0, 1)]
    if any(row.value.score for row in found.rows):
        ticks += [(0.0, "loses"), (1.0, "wins")]
    names = [kind.name for kind in found.kinds]
    yield from frame("Value and move by depth", list(found.told), top, ticks, names)
    yield from depth_axis(found, top)
    for line, name in enumerate(found.told):
        points = []
        for row in found.of(name):
            value, move = answer_text(found, row, TYPED)
            said = f"{name}, depth {row.depth}: {value} by {move}"
            points.append(Point(across(found, row), height_of(row, scale), said, row.proven))
        yield from curve_line(points, names.index(name), top)
        yield from moves_line(found, name, top + HIGH + 42 + 18 * line)


def moves_line(found: Comparison, name: str, y: float) -> Iterator[Markup]:
    """The moves of a search below the depths, those in bold that are others than before, with `?` if they are wrong."""
    yield element("text", name, class_="side", x=LEFT - 8, y=f"{y:g}")
    changes = found.changes(name)
    for at, row in enumerate(found.of(name)):
        if at and len(found.depths) > FEW and row.depth not in changes:
            continue
        kind = "move changed" if row.depth in changes else "move"
        x = f"{LEFT + WIDTH * across(found, row):.1f}"
        yield element("text", row.text + (" ?" if found.wrong(row.move) else ""), class_=kind, x=x, y=f"{y:g}")


def playouts_plot(found: Comparison, top: float) -> Iterator[Markup]:
    """How many trees play what they should by playouts, and what they find their moves worth, with the spread."""
    word, counted = goal(found)
    shares = [(part / 4, percent(part / 4)) for part in range(5)]
    rows = found.curve
    yield from frame("mcts by playouts", [word, "worth"], top, shares)
    places = [(at + 0.5) / len(rows) for at in range(len(rows))]
    yield from axis([(place, f"{row.playouts:,}") for place, row in zip(places, rows, strict=True)], top)
    for place, row in zip(places, rows, strict=True):
        low, high = (Point(place, max(0.0, min(1.0, row.mean + way * row.spread)), "") for way in (-1, 1))
        yield element("line", class_="error", x1=low.x, x2=low.x, y1=f"{low.y(top):.1f}", y2=f"{high.y(top):.1f}")
    found_right = [
        Point(place, row.share(counted), f"{row.playouts:,} playouts: {percent(row.share(counted))} {word}")
        for place, row in zip(places, rows, strict=True)
    ]
    worth = [
        Point(place, row.mean, f"{row.playouts:,} playouts: worth {percent(row.mean)}, spread {percent(row.spread)}")
        for place, row in zip(places, rows, strict=True)
    ]
    yield from curve_line(found_right, 0, top)
    yield from curve_line(worth, 1, top)


def across(found: Comparison, row: DepthRow) -> float:
    """Where the depth of an answer lies."""
    return (found.depths.index(row.depth) + 0.5) / len(found.depths)


def level(value: float, scale: float) -> float:
    """Where an estimate lies, below all wins and above all losses."""
    return 0.5 + value / scale / ROOM / 2


def height_of(row: DepthRow, scale: float) -> float:
    """Where the value of an answer lies: a win on top, a loss at the foot, a draw in the middle."""
    if row.value.score is not None:
        return 0.5 + sign(row.value.score) / 2
    return level(row.value.points, scale)


def frame(
    head: str, names: Sequence[str], top: float, ticks: Iterator[tuple[float, str]] | Sequence[tuple[float, str]],
    order: Sequence[str] = (),
) -> Iterator[Markup]:  # fmt: skip
    """The heading of a plot, its key, and its lines across; `order`: the names by whose places looks are chosen."""
    yield element("text", head, class_="head", x=LEFT, y=f"{top - 38:g}")
    for at, name in enumerate(names):
        x, look = LEFT + KEY * at, (order or names).index(name)
        yield element("polyline", class_=f"s{look}", points=f"{x},{top - 20:g} {x + 24},{top - 20:g}")
        yield element("text", name, x=x + 30, y=f"{top - 16:g}")
    for up, said in ticks:
        y = top + HIGH * (1 - up)
        yield element("line", class_="tick", x1=LEFT, x2=LEFT + WIDTH, y1=f"{y:.1f}", y2=f"{y:.1f}")
        yield element("text", said, class_="side", x=LEFT - 8, y=f"{y + 4:.1f}")


def depth_axis(found: Comparison, top: float) -> Iterator[Markup]:
    """The depths below a plot."""
    count = len(found.depths)
    step = -(-count // 20)
    yield from axis([((at + 0.5) / count, str(found.depths[at])) for at in range(0, count, step)], top)


def axis(places: Sequence[tuple[float, str]], top: float) -> Iterator[Markup]:
    """What stands below a plot."""
    for place, said in places:
        yield element("text", said, class_="tick", x=f"{LEFT + WIDTH * place:.1f}", y=f"{top + HIGH + 24:g}")


def curve_line(points: Sequence[Point], look: int, top: float) -> Iterator[Markup]:
    """A line through the points, a dot at each, a ring where all is proven."""
    yield element("polyline", class_=f"s{look}", points=" ".join(f"{each.x},{each.y(top):.1f}" for each in points))
    for each in points:
        kind, size = (f"proven s{look}", 5) if each.proven else (f"s{look}", 3.5)
        yield element("circle", element("title", each.said), class_=kind, cx=each.x, cy=f"{each.y(top):.1f}", r=size)
