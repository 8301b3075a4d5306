"""The ratings as a picture: a line of SVG for each player, with its interval on an axis of Elo.

What lies along the axis is given in per cent of the width and all else in pixels, so that the picture fits a window of
any width while its letters keep their size.
"""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING

from referee.drawing.markup import Markup, block, element
from referee.drawing.number_format import PRINTED
from referee.drawing.svg_axis import Axis, percent, round_step
from referee.reports.tournament import wording
from referee.statistics.estimate import LEVEL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from referee.drawing.number_format import Glyphs
    from referee.statistics.estimate import Estimate
    from referee.tournaments.standings import StandingsRow

STEPS = 4  # between the ticks that the ratings span, at most: what a telephone has room for
LEAST = 10.0  # Elo from one tick to the next, at least
HEIGHT = 46  # pixels of a player's line
NAME, BAR, CAP = 17, 31, 5  # pixels in it: where the name stands, where the bar lies, half the height of its ends
TOP, BOTTOM = 22, 34  # pixels above and below the lines


def make_axis(estimates: Sequence[Estimate], *, zero: bool = True) -> Axis:
    """An axis for all that is known of these, with room for what has no bound.  zero  whether 0 is on it anyway."""
    values = [value for each in estimates for value in (each.value, each.low, each.high) if value is not None]
    least, most = min([*[0.0] * zero, *values]), max([*[0.0] * zero, *values])
    step = round_step((most - least) / STEPS, LEAST)
    low, high = floor(least / step) * step, ceil(most / step) * step
    endless = [(each, known) for each in estimates for known in (each.value, each.low, each.high) if known is not None]
    low -= step * any(each.low is None and known < low + step / 2 for each, known in endless)
    high += step * any(each.high is None and known > high - step / 2 for each, known in endless)
    return Axis(low - step * (low == high), high + step * (low == high), step)


def rating_key(row: StandingsRow) -> float:
    """By which the players are sorted: the rating, or the bound that is known."""
    known = None if row.rating is None else row.rating.nearest
    return float("-inf") if known is None else known


def ratings_chart(rows: Iterable[StandingsRow]) -> Markup:
    """The picture as an element of HTML, the strongest on top; empty if no rating is known."""
    rated = sorted((row for row in rows if wording.known(row.rating)), key=rating_key, reverse=True)
    estimates = [row.rating for row in rated if row.rating is not None]
    if not estimates:
        return Markup()
    anchored = all(row.anchored for row in rated)
    scale, height = make_axis(estimates, zero=not anchored), TOP + HEIGHT * len(rated)
    lines = [
        player_bar(row, estimate, scale, at) for at, (row, estimate) in enumerate(zip(rated, estimates, strict=True))
    ]
    labels = ["chart-title", "chart-description"]
    return block(
        "svg",
        element("title", f"Ratings in Elo with their {100 * LEVEL:.0f} % intervals", id=labels[0]),
        element("desc", description(rated), id=labels[1]),
        *tick_lines(scale, height, wording.unsigned if anchored else wording.signed, len(rated) > 8),
        *lines,
        class_="chart", width="100%", height=height + BOTTOM, role="img", aria_labelledby=" ".join(labels),
    )  # fmt: skip


def description(rated: Sequence[StandingsRow]) -> str:
    """The picture in words, for those who cannot see it."""
    said = (f"{row.name} {rating_text(row)}" for row in rated)
    return f"From the strongest: {'; '.join(said)}."


def rating_text(row: StandingsRow) -> str:
    """The rating as it stands beside its bar."""
    return " ".join(filter(None, wording.rating(row, PRINTED)))


def tick_lines(scale: Axis, height: int, written: Callable[[float, Glyphs], str], twice: bool) -> list[Markup]:
    """The ticks, their lines and their ratings below, or above too; that of zero is marked."""
    found = []
    for rating in scale.ticks:
        x, kind = percent(scale.place(rating)), "zero" if rating == 0 else "tick"
        found.append(element("line", class_=kind, x1=x, x2=x, y1=TOP, y2=height + 6))
        said = written(rating, PRINTED)
        found += [element("text", said, class_=kind, x=x, y=y) for y in (height + 22, *[TOP - 8] * twice)]
    return found


def player_bar(row: StandingsRow, estimate: Estimate, scale: Axis, at: int) -> Markup:
    """One player's name and rating, and below them the bar: caps where it is bounded, arrows where it is not."""
    top = TOP + at * HEIGHT
    low, high = bar_ends(estimate, scale)
    y, value = top + BAR, estimate.value
    kind = "value" if estimate.bounded else "value guess"
    return element(
        "g",
        element("title", f"{row.name}: {rating_text(row)}"),
        element("line", class_="interval", x1=percent(low), x2=percent(high), y1=y, y2=y),
        bar_end(low, y, "low", bounded=estimate.low is not None),
        bar_end(high, y, "high", bounded=estimate.high is not None),
        *([] if value is None else [element("circle", class_=kind, cx=percent(scale.place(value)), cy=y, r=5.5)]),
        # A picture of letters cannot be cut to the room that there is; what HTML holds can.
        element(
            "foreignObject", element("div", element("bdi", row.name), class_="name"), x=0, y=top, width="64%", height=24
        ),
        element("text", rating_text(row), class_="rating", x="100%", y=top + NAME),
        class_=f"player{' leader' if row.place == 1 else ''}",
    )


def bar_ends(estimate: Estimate, scale: Axis) -> tuple[float, float]:
    """Where the bar begins and ends, in per cent of the width: at the edge if there is no bound."""
    low = 0.0 if estimate.low is None else scale.place(estimate.low)
    return low, 100.0 if estimate.high is None else scale.place(estimate.high)


def bar_end(x: float, y: int, which: str, *, bounded: bool) -> Markup:
    """A cap, or the head of an arrow that points outward. Its own picture, since paths know no per cent."""
    back = -7 if which == "high" else 7
    path = f"M0 {-CAP}V{CAP}" if bounded else f"M{back} {-CAP}L0 0L{back} {CAP}"
    kind = f"{'cap' if bounded else 'arrow'} {which}"
    return element("svg", element("path", d=path), class_=kind, x=percent(x), y=y, overflow="visible")
