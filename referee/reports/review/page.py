"""The page of a review: one file of HTML with the result, the chart, the moves and what mattered."""

from __future__ import annotations

import re
from base64 import b64encode
from typing import TYPE_CHECKING

from games.capabilities import hides_information
from games.game import CHANCE
from referee.drawing.glyphs import UNICODE
from referee.drawing.highlights import move_marks
from referee.drawing.html_page import document, heading, keep_percent_together, section
from referee.drawing.html_style import style
from referee.drawing.markup import Markup, block, element, void
from referee.drawing.picture import draw
from referee.drawing.screenshot import WIDTH, svg
from referee.drawing.themes import THEMES
from referee.match.sentences import describe_opponents
from referee.reports.review.svg import RULES, graph
from referee.reports.review.text import Look, basis, better, result, short, summary_sentence, turning
from referee.reports.review.verdict_text import sentence
from referee.reviews.grades import MARKS, THRESHOLDS
from referee.spoken.pictures import picture_sentences

if TYPE_CHECKING:
    from games.game import Game
    from referee.reviews.review import Played, Review

DRAWN = 20  # moves at most that are told of with the position drawn, those of the greatest losses
SMALLER = 0.7  # of its own size a board is shown in
LOOK = Look(WIDTH, UNICODE)
OWN = (
    RULES
    + """\
.moves { display: flex; flex-wrap: wrap; gap: .35rem 1.1rem; max-width: none; margin: 0; padding: 0; list-style: none }
.moves li { padding: 0; border: 0 }
.number { color: var(--faint) }
.mark { color: var(--bad); font-weight: 700; white-space: nowrap }
a { color: inherit }
a:focus-visible { outline: 2px solid var(--strong); outline-offset: 3px }
abbr { text-decoration: none }
article { margin-top: 2rem }
h3 { font-size: 1.0625rem; margin: 0 }
.board { display: block; height: auto; max-width: 100%; margin: .8rem 0 }
@media print { article { break-inside: avoid } }
"""
)
VIEW_BOX = re.compile(r'viewBox="0 0 (\d+) (\d+)"')
HOW = """\
A move is judged by how much of the chance to win it gives away, a draw being half a win: {grades}. To win is all: how
soon, or by how much, does not count where it is sure. Where luck decides over more than one point, a hundredth of the
chance is two hundredths of a point."""


def as_html(review: Review, positions: list[Game]) -> str:
    """The page, with a line end at the end; the positions are those before each move and the last one."""
    title = describe_opponents(positions[0], review.record.names)
    sections = (
        chart_section(review, positions[0]),
        moves_section(review),
        moments_section(review, positions),
        summary(review, positions),
        method_section(),
    )
    top = heading(
        f"Review · {review.record.game}",
        title,
        f"{result(review, positions[-1]).removesuffix('.')}.",
        facts(review),
    )
    return document(f"Review: {title}", style(OWN), top, *sections, pictures=True)


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
    """The chart of who stood better; nothing where nothing is known."""
    first, second = game.seats[0], game.seats[1]
    drawn = graph(review, (first, second))
    if not drawn:
        return Markup()
    note = f"After each move: upwards by how much {first} is more likely to win, downwards the same of {second}."
    turned = " The dashed line is the turning point." if review.turning is not None else ""
    body = block("div", drawn, class_="chart-room")
    return section("chart", "Who stood better", body, element("p", note, turned, class_="note"))


def moves_section(review: Review) -> Markup:
    """All moves with their marks; those that gave something away lead to what is told of them."""
    return section("moves", "The moves", block("ol", *map(item, review.moves), class_="moves"))


def item(played: Played) -> Markup:
    """A move in the list."""
    move = f"({played.text})" if played.seat == CHANCE else played.text
    numbered = element("span", f"{played.number}.", class_="number"), " ", move
    if played.grade is None or not played.grade.bad:
        return element("li", *numbered)
    mark = element("abbr", played.grade.mark, class_="mark", title=played.grade.value)
    return element("li", element("a", *numbered, " ", mark, href=f"#move-{played.number}"))


def moments_section(review: Review, positions: list[Game]) -> Markup:
    """What is to be said of the moves that gave something away; nothing where none did."""
    marked = review.marked()
    if not marked:
        return Markup()
    worst = sorted(marked, key=lambda each: -(each.verdict.loss if each.verdict else 0.0))
    drawn = {each.number for each in worst[:DRAWN]}
    told = (moment(each, positions[each.number - 1], each.number in drawn) for each in marked)
    return section("moments", "What mattered", *told)


def moment(played: Played, game: Game, drawn: bool) -> Markup:
    """A move that gave something away: what it did, the position that it was made in, and what was better."""
    verdict, grade = played.verdict, played.grade
    if verdict is None or grade is None:
        return Markup()
    move = f"{played.number}. {game.seats[played.seat]} {played.text} "
    parts = [element("h3", move, element("span", f"{grade.mark} {grade.value}", class_="mark"))]
    if said := sentence(game, verdict):
        parts.append(element("p", keep_percent_together(f"{said[0].upper()}{said[1:]}.")))
    if drawn:
        parts.append(board(played, game, verdict.move))
    if verdict.better is not None:
        parts.append(element("p", f"Better: {better(verdict.better, verdict.line, LOOK)}"))
    return block("article", *parts, id=f"move-{played.number}")


def board(played: Played, game: Game, move: int) -> Markup:
    """The position before the move as its seat saw it, the move marked, as a picture that stands in the page."""
    picture = game.show(played.seat if hides_information(game) else None)
    lines = draw(picture, UNICODE, WIDTH, move_marks(game, move))
    drawn = svg(f"before {short(played)}", lines, THEMES["safe"])
    found = VIEW_BOX.search(drawn)
    wide, high = (round(SMALLER * int(side)) for side in found.groups()) if found else (480, 320)
    words = " ".join(picture_sentences(picture, (game.seats[0], game.seats[1])))
    data = f"data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()}"
    return void("img", class_="board", width=wide, height=high, alt=words, src=data)


def summary(review: Review, positions: list[Game]) -> Markup:
    """The turning point, each player's sum, and what all of it rests on."""
    sums = (summary_sentence(each.name, each.counts, each.accuracy) for each in review.players)
    said = (turning(review, positions), *sums, basis(review))
    return section("sum", "In sum", block("ul", *(element("li", keep_percent_together(each)) for each in said)))


def method_section() -> Markup:
    """How the moves were judged, in words."""
    rising = sorted(THRESHOLDS.items(), key=lambda pair: pair[1])
    grades = ", ".join(f"{grade.value} ({MARKS[grade]}) from {100 * least:.0f} % on" for grade, least in rising)
    words = element("p", keep_percent_together(Markup(HOW.format(grades=grades))))
    return section("how", "How this was judged", block("div", words, class_="how"))
