"""Who stood how much better after each move, as SVG: bars, seat 0's upwards and seat 1's downwards.

What lies along the axis is given in per cent of the width and all else in pixels, as in the chart of a tournament.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from games.notation import printable
from referee.drawing.html_style import CHART, spelt
from referee.drawing.svg_axis import percent, rounded
from referee.reports.review.text import short
from referee.reviews.grades import Grade
from referee.solving.outcome_text import chance_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.reviews.review import Played, Review

WIDTH = 720  # pixels of a file's chart; on a page it is as wide as that
MARGIN = 24  # pixels around it
TOP, HALF = 26, 90  # pixels above the bars, and of a bar of 100 %
END = TOP + 2 * HALF
NAMED, MARKED, NUMBERED, HEIGHT = END + 17, END + 38, END + 58, END + 66
FEW = 24  # moves up to which marks are written; those of more would have no room side by side
NUMBERS = 8  # on the axis, at most, but for the first
GAP = 0.07  # of a move's room on each side of its bar
LEAST = 1.0  # pixels of a bar that there is at all
DEPTH = {Grade.INACCURACY: 5, Grade.MISTAKE: 9, Grade.BLUNDER: 13}  # pixels of a line in the place of a mark
RULES = """\
.advantage .first { fill: var(--bar) }
.advantage .second { fill: var(--other) }
.advantage text.mark { fill: var(--bad); font-weight: 700; text-anchor: middle }
.advantage line.mark { stroke: var(--bad); stroke-width: 2 }
.advantage line.turning { stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 3 3 }
"""
GROUND = "rect.ground { fill: var(--ground) }\n"
FONT = 'text { font-family: system-ui, "DejaVu Sans", sans-serif }\n'
LABELS = "chart-title", "chart-description"

Seats = tuple[str, str]


def graph(review: Review, seats: Seats) -> str:
    """The chart as an element of a page; empty where nothing is known of any move."""
    if not any(each.after for each in review.moves):
        return ""
    size = f'width="100%" height="{HEIGHT}"'
    head = f'<svg class="chart advantage" {size} role="img" aria-labelledby="{" ".join(LABELS)}">'
    return "\n".join([head, *drawn(review, seats), "</svg>"])


def as_svg(review: Review, seats: Seats) -> str:
    """The chart as a file of its own, on a light ground or, where that is preferred, on a dark one."""
    width, height = WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="{" ".join(LABELS)}">',
        f"<style>\n{FONT}{spelt(GROUND + CHART + RULES)}</style>",
        '<rect class="ground" width="100%" height="100%"/>',
        f'<svg class="chart advantage" x="{MARGIN}" y="{MARGIN}" width="{WIDTH}" height="{HEIGHT}">',
        *drawn(review, seats),
        "</svg>",
        "</svg>\n",
    ])  # fmt: skip


def drawn(review: Review, seats: Seats) -> Iterator[str]:
    """What is in the picture, its title and its words first."""
    count = len(review.moves)
    yield f'<title id="{LABELS[0]}">Who stood how much better after each move</title>'
    yield f'<desc id="{LABELS[1]}">{said(description(review, seats))}</desc>'
    for y in (TOP, END):
        yield f'<line class="tick" x1="0%" x2="100%" y1="{y}" y2="{y}"/>'
    for each in review.moves:
        yield from bar(each, count, seats)
    yield f'<line class="zero" x1="0%" x2="100%" y1="{TOP + HALF}" y2="{TOP + HALF}"/>'
    if review.turning is not None:
        yield upright("turning", middle(review.turning, count), TOP, END)
    yield f'<text x="0%" y="{TOP - 8}">{said(seats[0])} 100 %</text>'
    yield f'<text x="0%" y="{NAMED}">{said(seats[1])} 100 %</text>'
    for number in numbers(count):
        yield f'<text class="tick" x="{percent(middle(number, count))}" y="{NUMBERED}">{number}</text>'


def bar(played: Played, count: int, seats: Seats) -> Iterator[str]:
    """What is drawn of a move: the bar of the position after it, and below it the mark."""
    lead = played.after.chance_of(0) - 0.5 if played.after else 0.0
    high = 2 * HALF * abs(lead)
    if high >= LEAST:
        left, wide = percent(100 * (played.number - 1 + GAP) / count), percent(100 * (1 - 2 * GAP) / count)
        top, kind = (TOP + HALF - high, "first") if lead > 0 else (TOP + HALF, "second")
        box = f'x="{left}" y="{top:.1f}" width="{wide}" height="{high:.1f}"'
        yield f'<rect class="{kind}" {box}><title>{said(heard(played, seats))}</title></rect>'
    if played.grade and played.grade.bad:
        yield mark(played.grade, middle(played.number, count), written=count <= FEW)


def mark(grade: Grade, place: float, *, written: bool) -> str:
    """The mark of a move that gave something away; where it is not written a line, the longer the more that was."""
    if written:
        return f'<text class="mark" x="{percent(place)}" y="{MARKED}">{grade.mark}</text>'
    top = MARKED - DEPTH[Grade.BLUNDER]
    return upright("mark", place, top, top + DEPTH[grade])


def upright(kind: str, place: float, top: int, end: int) -> str:
    """An upright line, its place in per cent of the width."""
    x = percent(place)
    return f'<line class="{kind}" x1="{x}" x2="{x}" y1="{top}" y2="{end}"/>'


def heard(played: Played, seats: Seats) -> str:
    """The move, and who stood how much better after it: `4. 6 ??: X 62 %`."""
    if played.after is None:
        return f"{short(played)}: not known"
    chance = played.after.chance_of(0)
    if chance == 0.5:
        return f"{short(played)}: even"
    seat = 0 if chance > 0.5 else 1
    return f"{short(played)}: {seats[seat]} {chance_text(played.after.chance_of(seat))}"


def description(review: Review, seats: Seats) -> str:
    """The picture in words, for those who cannot see it."""
    moves = "; ".join(heard(each, seats) for each in review.moves)
    turned = f" Turning point: move {review.turning}." if review.turning is not None else ""
    return f"{moves}.{turned}"


def middle(number: int, count: int) -> float:
    """Where the move of that number lies, in per cent of the width."""
    return 100 * (number - 0.5) / count


def numbers(count: int) -> list[int]:
    """The numbers of moves that stand below the axis."""
    step = int(rounded(count / NUMBERS, 1))
    return [number for number in range(1, count + 1) if number == 1 or number % step == 0]


def said(text: str) -> str:
    """The text as XML has it."""
    return escape(printable(text))
