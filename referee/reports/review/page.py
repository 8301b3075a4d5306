"""The page of a review: one file of HTML with the result, the chart, the moves and what mattered.

Places along the axis are in per cent of the width, all else in pixels, as in the chart of a tournament.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.game import CHANCE
from referee.drawing.glyphs import UNICODE
from referee.drawing.html_page import (
    CHART,
    document,
    heading,
    keep_percent_together,
    resolve_variables,
    section,
    style,
    titled_table,
)
from referee.drawing.markup import Markup, block, element
from referee.drawing.svg_plot import percent, round_step
from referee.match.sentences import describe_opponents
from referee.match.wording import join_words
from referee.reports.review.comment import Comment
from referee.reports.review.stepping import RULES as STEPPING_RULES
from referee.reports.review.stepping import game_section, here_rule, identity, title
from referee.reports.review.text import Look, basis, grade_words, mark, result, short, summary_sentence, turning
from referee.reviews.judging import MARKS, THRESHOLDS, Grade
from referee.solving.outcome_text import chance_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.game import Game
    from referee.reviews.review import Played, Review


WIDTH = 720  # pixels of the chart in a file; on a page it is as wide as the page
MARGIN = 24  # pixels around it
TOP, HALF = 26, 90  # pixels above the bars, and of a bar of 100 %
END = TOP + 2 * HALF
NAMED, MARKED, NUMBERED, HEIGHT = END + 17, END + 38, END + 58, END + 66
FEW = 24  # moves up to which marks are written; more have no room side by side
NUMBERS = 8  # on the axis, at most, besides the first
GAP = 0.07  # of a move's width, on each side of its bar
LEAST = 1.0  # pixels; lower bars are not drawn
DEPTH = {Grade.INACCURACY: 5, Grade.MISTAKE: 9, Grade.BLUNDER: 13}  # pixels of a line that replaces a mark
CHART_RULES = """\
.advantage .first { fill: var(--bar) }
.advantage .second { fill: var(--other) }
.advantage .believed { opacity: .45 }
.advantage text.mark { fill: var(--bad); font-weight: 700; text-anchor: middle }
.advantage line.mark { stroke: var(--bad); stroke-width: 2 }
.advantage line.turning { stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 3 3 }
"""
GROUND = "rect.ground { fill: var(--ground) }\n"
FONT = 'text { font-family: system-ui, "DejaVu Sans", sans-serif }\n'
LABELS = "chart-title", "chart-description"

Seats = tuple[str, str]
LOOK = Look(80, UNICODE)
HOW = """\
A move is judged by how much of the chance to win it gives away, a draw being half a win: {grades}. Only winning
counts: where a win is sure, how soon or by how much does not matter. Where luck decides over more than one point, a
hundredth of the chance is two hundredths of a point."""


def graph(review: Review, seats: Seats) -> Markup:
    """Return the chart as an element of a page; empty if nothing is known of any move."""
    if not any(each.after for each in review.moves):
        return Markup()
    size = {"width": "100%", "height": HEIGHT}
    return block(
        "svg", *elements(review, seats), *columns(review, seats), class_="chart advantage", **size, role="img",
        aria_labelledby=" ".join(LABELS),
    )  # fmt: skip


def columns(review: Review, seats: Seats) -> Iterator[Markup]:
    """Yield a link from each move's column to its position, for the pointer; the list of moves serves the keyboard."""
    wide = percent(100 / len(review.moves))
    for each in review.moves:
        box = {"x": percent(100 * (each.number - 1) / len(review.moves)), "y": TOP, "width": wide, "height": END - TOP}
        column = element("rect", element("title", move_label(each, seats)), class_=f"column at-{each.number}", **box)
        yield element("a", column, href=f"#{identity(each.number)}", tabindex=-1)


def as_svg(review: Review, seats: Seats) -> str:
    """Return the chart as a file, on a light or dark ground as the reader prefers."""
    width, height = WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN
    inner = {"x": MARGIN, "y": MARGIN, "width": WIDTH, "height": HEIGHT}
    return block(
        "svg",
        element("style", Markup(f"\n{FONT}{resolve_variables(GROUND + CHART + CHART_RULES)}")),
        element("rect", class_="ground", width="100%", height="100%"),
        block("svg", *elements(review, seats), class_="chart advantage", **inner),
        xmlns="http://www.w3.org/2000/svg", width=width, height=height, viewBox=f"0 0 {width} {height}", role="img",
        aria_labelledby=" ".join(LABELS),
    ) + "\n"  # fmt: skip


def elements(review: Review, seats: Seats) -> Iterator[Markup]:
    """Yield what is in the picture, its title and its description first."""
    count = len(review.moves)
    yield element("title", "Who stood how much better after each move", id=LABELS[0])
    moves = "; ".join(move_label(each, seats) for each in review.moves)
    turned = f" Turning point: {found}." if (found := turning_move(review)) else ""
    yield element("desc", f"{moves}.{turned}", id=LABELS[1])
    for y in (TOP, END):
        yield across("tick", y)
    for each in review.moves:
        yield from bar(each, count, seats)
    yield across("zero", TOP + HALF)
    if review.turning is not None:
        yield upright("turning", middle(review.turning, count), TOP, END)
    yield element("text", f"{seats[0]} 100 %", x="0%", y=TOP - 8)
    yield element("text", f"{seats[1]} 100 %", x="0%", y=NAMED)
    for place, number in numbers([each.order for each in review.moves]).items():
        yield element("text", number, class_="tick", x=percent(middle(place, count)), y=NUMBERED)


def bar(played: Played, count: int, seats: Seats) -> Iterator[Markup]:
    """Yield the bar of the position after a move, and below it the mark."""
    lead = played.after.chance_of(0) - 0.5 if played.after else 0.0
    high = 2 * HALF * abs(lead)
    if high >= LEAST:
        left, wide = percent(100 * (played.number - 1 + GAP) / count), percent(100 * (1 - 2 * GAP) / count)
        top, kind = (TOP + HALF - high, "first") if lead > 0 else (TOP + HALF, "second")
        kind += "" if played.after and played.after.exact else " believed"
        box = {"x": left, "y": f"{top:.1f}", "width": wide, "height": f"{high:.1f}"}
        yield element("rect", element("title", move_label(played, seats)), class_=kind, **box)
    if played.grade and played.grade.bad:
        yield drawn_mark(played, played.grade, middle(played.number, count), written=count <= FEW)


def drawn_mark(played: Played, grade: Grade, place: float, *, written: bool) -> Markup:
    """Return the mark of a bad move: `written`, or as a line that is longer for a worse move."""
    if written:
        return element("text", mark(played), class_="mark", x=percent(place), y=MARKED)
    top = MARKED - DEPTH[Grade.BLUNDER]
    return upright("mark", place, top, top + DEPTH[grade])


def upright(kind: str, place: float, top: int, end: int) -> Markup:
    """Return an upright line at `place` per cent of the width."""
    x = percent(place)
    return element("line", class_=kind, x1=x, x2=x, y1=top, y2=end)


def across(kind: str, y: int) -> Markup:
    """Return a line from edge to edge."""
    return element("line", class_=kind, x1="0%", x2="100%", y1=y, y2=y)


def move_label(played: Played, seats: Seats) -> str:
    """Return the move, and who stood how much better after it: `4. 6 ??: X 62 %`."""
    if played.after is None:
        return f"{short(played)}: not known"
    chance = played.after.chance_of(0)
    if chance == 0.5:
        return f"{short(played)}: even"
    seat = 0 if chance > 0.5 else 1
    believed = "" if played.after.exact else ", believed"
    return f"{short(played)}: {seats[seat]} {chance_text(played.after.chance_of(seat))}{believed}"


def middle(number: int, count: int) -> float:
    """Return the place of a move, in per cent of the width."""
    return 100 * (number - 0.5) / count


def numbers(orders: Sequence[int]) -> dict[int, int]:
    """Return the numbers below the axis by the place of the move; `orders` has all numbers, as players count."""
    step = int(round_step((orders[-1] - orders[0] + 1) / NUMBERS, 1))
    first = {order: place for place, order in reversed([*enumerate(orders, 1)])}
    return {place: order for order, place in sorted(first.items()) if order == orders[0] or order % step == 0}


OWN = (
    CHART_RULES
    + STEPPING_RULES
    + """\
.moves { display: flex; flex-wrap: wrap; gap: .35rem 1.1rem; max-width: none; margin: 0; padding: 0; list-style: none }
.moves li { padding: 0; border: 0 }
.number { color: var(--faint) }
.mark { color: var(--bad); font-weight: 700; white-space: nowrap }
a { color: inherit }
a:focus-visible { outline: 2px solid var(--strong); outline-offset: 3px }
abbr { text-decoration: none }
.moves a { text-decoration: none; padding: .1rem .25rem; border-radius: .25rem }
.scroll { overflow-x: auto }
.scroll:focus-visible { outline: 2px solid var(--strong); outline-offset: 4px }
.judges :is(th, td):is(:first-child, :last-child) { text-align: left }
.advantage .column { fill: var(--ink); fill-opacity: 0 }
h3 { font-size: 1.0625rem; margin: 0 }
"""
)


def as_html(review: Review, positions: list[Game], others: Sequence[Review] = ()) -> str:
    """Return the page; `positions` as in Comment, and `others` by other judges."""
    opponents = describe_opponents(positions[0], review.record.names)
    told = [moment(each, Comment(each, positions)) for each in review.marked()]  # on paper the boards say all of it
    body = block("ul", *told)
    sections = (
        chart_section(review, positions[0]),
        game_section(review, positions, LOOK),
        section("moves", "The moves", block("ol", *map(item, review.moves), class_="moves")),
        element("div", section("moments", "What mattered", body), class_="screen") if told else Markup(),
        summary(review, positions),
        judges_section((review, *others), positions),
        method_section(),
    )
    top = heading(
        f"Review · {review.record.game}",
        opponents,
        f"{result(review, positions[-1]).removesuffix('.')}.",
        facts(review),
    )
    return document(f"Review: {opponents}", style(OWN + here_rule(len(review.moves))), top, *sections)


def facts(review: Review) -> dict[str, str]:
    """Return the facts at the top."""
    return {
        "Moves": f"{len({each.order for each in review.moves}):,}",
        "Turning point": turning_move(review) or "none",
        "Searched": f"at most {review.effort.nodes:,} positions a move",
        "Seed": str(review.record.seed),
    }


def turning_move(review: Review) -> str:
    """Return the move at the turning point with its number; "" if there is none."""
    if review.turning is None:
        return ""
    played = review.moves[review.turning - 1]
    return f"{played.numeral} {played.text}"


def chart_section(review: Review, game: Game) -> Markup:
    """Return the chart of who stood better; nothing if nothing is known."""
    first, second = game.seats[0], game.seats[1]
    drawn = graph(review, (first, second))
    if not drawn:
        return Markup()
    note = f"After each move: upwards by how much {first} is more likely to win, downwards the same of {second}."
    turned = " The dashed line is the turning point." if review.turning is not None else ""
    body = block("div", drawn, class_="chart-room")
    return section("chart", "Who stood better", body, element("p", note, turned, class_="note"))


def item(played: Played) -> Markup:
    """Return a move in the list, with a link to its position."""
    move = f"({played.text})" if played.seat == CHANCE else played.text
    parts = [element("span", played.numeral, class_="number"), " ", move]
    if played.grade is not None and played.grade.bad:
        parts += [" ", element("abbr", mark(played), class_="mark", title=grade_words(played))]
    way = element("a", *parts, href=f"#{identity(played.number)}", class_=f"at-{played.number}")
    return element("li", way)


def moment(played: Played, comment: Comment) -> Markup:
    """Return a bad move, and what it did."""
    way = element("a", title(played, comment.game), href=f"#{identity(played.number)}")
    return element("li", way, " ", keep_percent_together(comment.sentence))


def summary(review: Review, positions: list[Game]) -> Markup:
    """Return the turning point, each player's summary, and what all of it rests on."""
    sums = (summary_sentence(each) for each in review.players)
    said = (turning(review, positions), *sums, basis(review))
    return section("sum", "In sum", block("ul", *(element("li", keep_percent_together(each)) for each in said)))


def judges_section(reviews: Sequence[Review], positions: list[Game]) -> Markup:
    """Return what several judges say side by side; nothing if there is one."""
    if len(reviews) < 2:
        return Markup()
    from referee.reports.review.opinions import agreement, judge_summary, letters, opinions_table

    found = opinions_table(reviews, positions[0], UNICODE)
    rows = zip(*(each.texts for each in found.columns), strict=True)
    titles = element("tr", *(element("th", each.title, scope="col") for each in found.columns))
    body = (element("tr", *(element("td", text) for text in row)) for row in rows)
    table = block("div", titled_table("judges", titles, body), class_="scroll", tabindex=0)
    said = (f"{agreement(reviews)}.", *(judge_summary(each, positions) for each in reviews))
    sums = block("ul", *(element("li", keep_percent_together(each)) for each in said))
    return section("judges", "The judges", element("p", f"{join_words(letters(reviews))}."), table, sums)


def method_section() -> Markup:
    """Explain how the moves were judged."""
    rising = sorted(THRESHOLDS.items(), key=lambda pair: pair[1])
    grades = ", ".join(f"{grade.value} ({MARKS[grade]}) from {100 * least:.0f} % on" for grade, least in rising)
    words = element("p", keep_percent_together(Markup(HOW.format(grades=grades))))
    return section("how", "How this was judged", block("div", words, class_="how"))
