"""The page of a review: one file of HTML with the result, the chart, the moves and what mattered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.game import CHANCE
from referee.drawing.glyphs import UNICODE
from referee.drawing.html_page import document, heading, keep_percent_together, section
from referee.drawing.html_style import style
from referee.drawing.markup import Markup, block, element
from referee.match.sentences import describe_opponents
from referee.reports.review.comment import Comment
from referee.reports.review.stepping import RULES as STEPPING_RULES
from referee.reports.review.stepping import game_section, here_rule, identity, title
from referee.reports.review.svg import RULES as CHART_RULES
from referee.reports.review.svg import graph
from referee.reports.review.text import Look, basis, grade_words, mark, result, summary_sentence, turning
from referee.reviews.grades import MARKS, THRESHOLDS

if TYPE_CHECKING:
    from games.game import Game
    from referee.reviews.review import Played, Review

LOOK = Look(80, UNICODE)
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
.advantage .column { fill: var(--ink); fill-opacity: 0 }
h3 { font-size: 1.0625rem; margin: 0 }
"""
)
HOW = """\
A move is judged by how much of the chance to win it gives away, a draw being half a win: {grades}. Only winning
counts: where a win is sure, how soon or by how much does not matter. Where luck decides over more than one point, a
hundredth of the chance is two hundredths of a point."""


def as_html(review: Review, positions: list[Game]) -> str:
    """The page, with a line end at the end; the positions are those before each move and the last one."""
    opponents = describe_opponents(positions[0], review.record.names)
    sections = (
        chart_section(review, positions[0]),
        game_section(review, positions, LOOK),
        moves_section(review),
        moments_section(review, positions),
        summary(review, positions),
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
    """What is told at the top."""
    turned = review.moves[review.turning - 1] if review.turning is not None else None
    return {
        "Moves": f"{len(review.moves):,}",
        "Turning point": f"{turned.number}. {turned.text}" if turned else "none",
        "Searched": f"at most {review.effort.nodes:,} positions a move",
        "Seed": str(review.record.seed),
    }


def chart_section(review: Review, game: Game) -> Markup:
    """The chart of who stood better; nothing if nothing is known."""
    first, second = game.seats[0], game.seats[1]
    drawn = graph(review, (first, second))
    if not drawn:
        return Markup()
    note = f"After each move: upwards by how much {first} is more likely to win, downwards the same of {second}."
    turned = " The dashed line is the turning point." if review.turning is not None else ""
    body = block("div", drawn, class_="chart-room")
    return section("chart", "Who stood better", body, element("p", note, turned, class_="note"))


def moves_section(review: Review) -> Markup:
    """All moves with their marks, each with a link to its position."""
    return section("moves", "The moves", block("ol", *map(item, review.moves), class_="moves"))


def item(played: Played) -> Markup:
    """A move in the list, with a link to its position."""
    move = f"({played.text})" if played.seat == CHANCE else played.text
    parts = [element("span", f"{played.number}.", class_="number"), " ", move]
    if played.grade is not None and played.grade.bad:
        parts += [" ", element("abbr", mark(played), class_="mark", title=grade_words(played))]
    way = element("a", *parts, href=f"#{identity(played.number)}", class_=f"at-{played.number}")
    return element("li", way)


def moments_section(review: Review, positions: list[Game]) -> Markup:
    """The moves that gave something away, each with a link to its board; nothing if none did.

    On paper the boards say all of it.
    """
    told = (moment(each, Comment(each, positions)) for each in review.marked())
    body = block("ul", *told)
    return element("div", section("moments", "What mattered", body), class_="screen") if review.marked() else Markup()


def moment(played: Played, comment: Comment) -> Markup:
    """A move that gave something away, and what it did."""
    way = element("a", title(played, comment.game), href=f"#{identity(played.number)}")
    return element("li", way, " ", keep_percent_together(comment.sentence))


def summary(review: Review, positions: list[Game]) -> Markup:
    """The turning point, each player's sum, and what all of it rests on."""
    sums = (summary_sentence(each) for each in review.players)
    said = (turning(review, positions), *sums, basis(review))
    return section("sum", "In sum", block("ul", *(element("li", keep_percent_together(each)) for each in said)))


def method_section() -> Markup:
    """How the moves were judged, in words."""
    rising = sorted(THRESHOLDS.items(), key=lambda pair: pair[1])
    grades = ", ".join(f"{grade.value} ({MARKS[grade]}) from {100 * least:.0f} % on" for grade, least in rising)
    words = element("p", keep_percent_together(Markup(HOW.format(grades=grades))))
    return section("how", "How this was judged", block("div", words, class_="how"))
