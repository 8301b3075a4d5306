"""Sets of puzzles made and written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import games
from referee.drawing.progress import meter
from referee.errors.attribution import attribute_errors
from referee.puzzles.finding import check_game, make_set, suggest_instead
from referee.puzzles.set_file import set_text
from referee.reports.puzzle.sheet import as_html
from referee.storage.record_file import check_writable, write_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.puzzles.puzzle import Puzzle

PAGES = {".html", ".htm"}


def make_and_write(spec: str, seed: int, wanted: int, hard: int | None, output: str) -> None:
    """Make so many puzzles of the game and write them; on standard error, how many where there are fewer.

    Raises SpecError if the game has no puzzles, or the file cannot be written.
    """
    game = check_game(spec)
    if output != "-":
        check_writable(Path(output))
    with meter() as tell, attribute_errors(game, lambda: f"as puzzles of {spec} were looked for"):
        tell(f"looking for {wanted:,} puzzles", None)
        puzzles = make_set(spec, seed, wanted, hard)
    if len(puzzles) < wanted:
        hint = "" if puzzles else f"; {suggest_instead(spec)}"
        click.echo(f"puzzles of {spec} that were found: only {len(puzzles)}{hint}", err=True)
    if puzzles:
        write_puzzles(puzzles, f"{spec}, seed {seed}", output)


def write_puzzles(puzzles: Sequence[Puzzle], title: str, output: str) -> None:
    """Write the puzzles, to a page as a sheet, else an object a line; - is standard output. Raises SpecError."""
    page = Path(output).suffix.casefold() in PAGES
    text = as_html(title, puzzles) if page else set_text(puzzles)
    if output == "-":
        click.echo(text, nl=False)
    else:
        write_text(Path(output), text)


def title_of(puzzles: Sequence[Puzzle]) -> str:
    """The games of a set."""
    return ", ".join(dict.fromkeys(games.split_position(each.game)[0] for each in puzzles))
