"""`referee puzzle`: positions with one best move."""

from pathlib import Path
from typing import Any

import click

from games.option import Whole
from referee.commands.shared_options import complete, file_option, flag, option, seed_option, settings_options
from referee.support.limits import draw_seed

SET = ".jsonl"


@click.command("puzzle")
@click.argument("what", metavar="[GAME | FILE]", required=False, shell_complete=complete("game"))
@option(
    "--hard", Whole(least=1, most=10), "N",
    "How hard, from 1 to 10: level N finds it about half of the time. By default near your own rating.",
)  # fmt: skip
@flag("--daily", "The puzzle of the day, which is the same for everybody.")
@file_option("--from matches", "Look for puzzles in the matches of a file, such as PGN.")
@seed_option
@option("--make count", Whole(least=1, most=1000), "N", "Write N puzzles instead, the easiest first.")
@click.option(
    "-o", "--output", metavar="FILE",
    help="Where to write them: as JSON, an object a line, or in a .html file as a sheet. - is standard output.",
)  # fmt: skip
@settings_options("theme", "symbols", "background", "plain")
def pose_puzzle(
    what: str | None,
    hard: int | None,
    daily: bool,
    matches: Path | None,
    seed: int | None,
    count: int | None,
    output: str | None,
    **preferred: Any,
) -> None:
    """Find the best move of a position.

    Exactly one move is the best, which an exact search has proven: the only one that wins, that does not lose, or that
    brings the most points. In chess, checkers and gomoku it is the only one that wins within three moves, or a search
    believes that it wins material. Your first answer counts for your puzzle rating, which `referee me` shows. Puzzles
    from your own blunders come first. With a FILE that --make wrote you solve its puzzles; with -o sheet.html it
    becomes a sheet to print, whose solutions stand on a page of their own.
    """
    file = Path(what) if what and what.endswith(SET) else None
    check_words(what or matches, file, hard, daily, seed, count, output)
    if matches and (what or daily or seed is not None):
        raise click.UsageError(f"{matches} holds its matches: leave out GAME, FILE, --daily and --seed")
    if count:
        from referee.reports.puzzle_sets import make_and_write

        seed = draw_seed(10**6) if seed is None else seed
        make_and_write(what or "", seed, count, hard, output or "-", matches)
    elif file and output:
        from referee.puzzles.puzzle import read_set
        from referee.reports.puzzle_sets import title_of, write_puzzles

        puzzles = read_set(file)
        write_puzzles(puzzles, title_of(puzzles), output)
    else:
        from referee.support.settings import load_settings
        from referee.table.puzzles import PuzzleRequest, play_puzzles

        play_puzzles(
            PuzzleRequest("" if file else what or "", file, hard, seed, daily, matches), load_settings(**preferred)
        )


def check_words(
    what: str | Path | None,
    file: Path | None,
    hard: int | None,
    daily: bool,
    seed: int | None,
    count: int | None,
    output: str | None,
) -> None:
    """Raise click.UsageError for words that do not go together."""
    if daily and (hard or seed is not None or count or file):
        raise click.UsageError("--daily is one puzzle, the same for all: leave out FILE, --hard, --seed and --make")
    if file and (hard or seed is not None or count):
        raise click.UsageError(f"{file} holds its puzzles: leave out --hard, --seed and --make")
    if count and not what:
        raise click.UsageError("--make needs a game: referee puzzle GAME --make 20 -o set.jsonl")
    if output and not (count or file):
        raise click.UsageError("-o writes the puzzles that --make finds: add --make 20")
