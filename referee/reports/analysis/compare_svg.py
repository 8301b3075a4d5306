"""Searches compared, as SVG: positions, value and move by depth, and what trees play by their playouts."""

from __future__ import annotations

from math import log10
from typing import TYPE_CHECKING

from referee.drawing.markup import Markup, element
from referee.drawing.number_format import TYPED
from referee.drawing.svg_plot import HIGH, LEFT, ROW, TOP, WIDTH, Point, axis, curve_line, frame, plots_svg
from referee.reports.analysis.compare_text import answer_text, goal, largest, percent, remarks
from referee.solving.value import sign

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.analysis.compare import Comparison, DepthRow

FEW = 12  # depths up to which all moves are written; more have no room side by side
ROOM = 1.25  # wins are drawn at this multiple of the largest estimate


def comparison_svg(found: Comparison) -> str:
    """Return the charts as a file, on a light or dark ground as the reader prefers."""
    plots = []
    if found.rows:
        plots += [positions_plot, values_plot]
    if found.curve:
        plots.append(playouts_plot)
    height = max(1, len(plots)) * ROW
    drawn = [part for at, plot in enumerate(plots) for part in plot(found, at * ROW + TOP)]
    return plots_svg(f"Searches of {found.spec} compared", " ".join(remarks(found, TYPED)), drawn, height)


def positions_plot(found: Comparison, top: float) -> Iterator[Markup]:
    """Yield the positions of all searches by depth, on a logarithmic scale."""
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
    """Yield the values by depth of the two searches that tell most, and below them their moves."""
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
    """Yield the moves of a search below the depths: changed ones in bold, wrong ones with `?`."""
    yield element("text", name, class_="side", x=LEFT - 8, y=f"{y:g}")
    changes = found.changes(name)
    for at, row in enumerate(found.of(name)):
        if at and len(found.depths) > FEW and row.depth not in changes:
            continue
        kind = "move changed" if row.depth in changes else "move"
        x = f"{LEFT + WIDTH * across(found, row):.1f}"
        yield element("text", row.text + (" ?" if found.wrong(row.move) else ""), class_=kind, x=x, y=f"{y:g}")


def playouts_plot(found: Comparison, top: float) -> Iterator[Markup]:
    """Yield how many trees play what they should, and how they value their moves, with the spread."""
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
    """Return the place of an answer's depth on the axis."""
    return (found.depths.index(row.depth) + 0.5) / len(found.depths)


def level(value: float, scale: float) -> float:
    """Return the height of an estimate, below all wins and above all losses."""
    return 0.5 + value / scale / ROOM / 2


def height_of(row: DepthRow, scale: float) -> float:
    """Return the height of an answer's value: wins on top, losses at the foot, draws in the middle."""
    if row.value.score is not None:
        return 0.5 + sign(row.value.score) / 2
    return level(row.value.points, scale)


def depth_axis(found: Comparison, top: float) -> Iterator[Markup]:
    """Yield the depths below a plot."""
    count = len(found.depths)
    step = -(-count // 20)
    yield from axis([((at + 0.5) / count, str(found.depths[at])) for at in range(0, count, step)], top)
