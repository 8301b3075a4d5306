"""A sheet of puzzles for a class, as one file of HTML: numbered boards, and the solutions on a page of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.drawing.html_page import document, heading, section
from referee.drawing.html_style import style
from referee.drawing.markup import Markup, block, element
from referee.reports.puzzle.words import explanation, line_sentence, task
from referee.reports.review.boards import RULES, Boards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.puzzles.puzzle import Puzzle

OWN = (
    RULES
    + """\
.puzzles { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1.6rem 1.5rem }
.puzzles figure { break-inside: avoid }
.solutions li { break-inside: avoid }
@media print {
  .solutions { break-before: page }
  .puzzles { grid-template-columns: repeat(2, 1fr) }
  .puzzles .board { max-height: 6.5cm }
}
"""
)


def as_html(title: str, puzzles: Sequence[Puzzle]) -> str:
    """The sheet, with a line end at the end."""
    top = heading(
        "Puzzles",
        title,
        "In each position exactly one move is the best. Find it.",
        {"Puzzles": f"{len(puzzles):,}", "How hard": spread(puzzles)},
    )
    boards = Boards(("", ""))
    figures = [figure(boards, number, each) for number, each in enumerate(puzzles, 1)]
    shown = section("puzzles", "Positions", block("div", *figures, class_="puzzles"))
    answers = block("ol", *map(solution, puzzles))
    solved = element("div", section("solutions", "Solutions", answers), class_="solutions")
    return document(f"Puzzles: {title}", style(OWN), top, boards.definitions(), shown, solved)


def spread(puzzles: Sequence[Puzzle]) -> str:
    """How hard the easiest and the hardest are."""
    least, most = min(each.hard for each in puzzles), max(each.hard for each in puzzles)
    return f"{least} of 10" if least == most else f"{least} to {most} of 10"


def figure(boards: Boards, number: int, puzzle: Puzzle) -> Markup:
    """A position with its number and what is asked."""
    game = puzzle.start()
    boards.seats = game.seats[0], game.seats[1]
    return boards.figure(f"{number}. {task(puzzle, game)}", game.show())


def solution(puzzle: Puzzle) -> Markup:
    """The answer to a puzzle, what it does, and its line."""
    return element("li", explanation(puzzle, puzzle.start()), " ", line_sentence(puzzle))
