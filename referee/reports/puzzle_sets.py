"""Make and write sets of puzzles: as files of puzzles, and as a sheet of HTML for a class."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import games
from referee.drawing.html_page import document, heading, section, style
from referee.drawing.markup import Markup, block, element
from referee.drawing.progress import meter
from referee.engines.judge import open_judge
from referee.errors.attribution import attribute_errors
from referee.puzzles.finding import check_game, choose_set, make_set, puzzles_in, suggest_instead
from referee.puzzles.puzzle import set_text
from referee.reports.history import read_matches
from referee.reports.puzzle_words import explanation, line_sentence, task
from referee.reports.review.stepping import BOARD_RULES, Boards
from referee.storage.record_file import check_writable, write_text
from referee.support.limits import NODES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.puzzles.puzzle import Puzzle


OWN = (
    BOARD_RULES
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
PAGES = {".html", ".htm"}


def as_html(title: str, puzzles: Sequence[Puzzle]) -> str:
    """Return the sheet."""
    least, most = min(each.hard for each in puzzles), max(each.hard for each in puzzles)
    top = heading(
        "Puzzles",
        title,
        "In each position exactly one move is the best. Find it.",
        {
            "Puzzles": f"{len(puzzles):,}",
            "How hard": f"{least} of 10" if least == most else f"{least} to {most} of 10",
        },
    )
    boards = Boards(("", ""))
    figures = [figure(boards, number, each) for number, each in enumerate(puzzles, 1)]
    shown = section("puzzles", "Positions", block("div", *figures, class_="puzzles"))
    answers = block("ol", *map(solution, puzzles))
    solved = element("div", section("solutions", "Solutions", answers), class_="solutions")
    return document(f"Puzzles: {title}", style(OWN), top, boards.definitions(), shown, solved)


def figure(boards: Boards, number: int, puzzle: Puzzle) -> Markup:
    """Return a position with its number and its task."""
    game = puzzle.start()
    boards.seats = game.seats[0], game.seats[1]
    return boards.figure(f"{number}. {task(puzzle, game)}", game.show())


def solution(puzzle: Puzzle) -> Markup:
    """Return the answer to a puzzle, what it does, and its line."""
    return element("li", explanation(puzzle, puzzle.start()), " ", line_sentence(puzzle))


def make_and_write(
    spec: str, seed: int, wanted: int, hard: int | None, output: str, matches: Path | None = None, judge: str = ""
) -> None:
    """Make `wanted` puzzles, or find them in a file of matches, and write them; a note says if there are fewer.

    judge  the spec of the program that must agree about them; "": nobody is asked.

    Raises SpecError if the game has no puzzles, or a file cannot be read or written.
    """
    records = read_matches(matches) if matches else []
    spec = records[0].game if records else spec
    game, source = check_game(spec), matches.name if matches else f"{spec}, seed {seed}"
    if output != "-":
        check_writable(Path(output))
    with (
        open_judge(judge, game, NODES) as asked,
        meter() as tell,
        attribute_errors(game, lambda: f"as puzzles of {spec} were looked for"),
    ):
        tell(f"looking for {wanted:,} puzzles", None)
        if records:
            puzzles = choose_set(puzzles_in(records, asked), wanted, hard)
        else:
            puzzles = make_set(spec, seed, wanted, hard, asked)
    if len(puzzles) < wanted:
        hint = "" if puzzles else f"; {suggest_instead(spec)}"
        click.echo(f"puzzles of {spec} that were found: only {len(puzzles)}{hint}", err=True)
    if puzzles:
        write_puzzles(puzzles, source, output)


def write_puzzles(puzzles: Sequence[Puzzle], title: str, output: str) -> None:
    """Write the puzzles: a sheet for a page, otherwise an object a line; - is standard output. Raises SpecError."""
    page = Path(output).suffix.casefold() in PAGES
    text = as_html(title, puzzles) if page else set_text(puzzles)
    if output == "-":
        click.echo(text, nl=False)
    else:
        write_text(Path(output), text)


def title_of(puzzles: Sequence[Puzzle]) -> str:
    """Return the games of a set."""
    return ", ".join(dict.fromkeys(games.split_position(each.game)[0] for each in puzzles))
