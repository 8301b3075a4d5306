"""`referee puzzle`: positions with one best move."""

from pathlib import Path
from typing import Any

import click

from games.option import Whole
from referee.commands.shared_options import complete, flag, judge_option, option, seed_option, settings_options
from referee.support.limits import draw_seed

SET = ".jsonl"


@click.command("puzzle")
@click.argument("what", metavar="[GAME | FILE]", required=False, shell_complete=complete("game"))
@option(
    "--hard", Whole(least=1, most=10), "N",
    "How hard, from 1 to 10: level N finds it about half of the time. By default near your own rating.",
)  # fmt: skip
@flag("--daily", "The puzzle of the day, which is the same for everybody.")
@judge_option
@seed_option
@flag("--strict", "Refuse a file of problems if a line of it cannot be read.")
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
    judge: str,
    seed: int | None,
    count: int | None,
    output: str | None,
    strict: bool,
    **preferred: Any,
) -> None:
    """Find the best move of a position.

    Exactly one move is the best, which an exact search has proven: the only one that wins, that does not lose, or that
    brings the most points. In chess, checkers and gomoku it is the only one that wins within three moves, or a search
    believes that it wins material. Your first answer counts for your puzzle rating, which `referee me` shows. Puzzles
    from your own blunders come first. With a FILE that --make wrote you solve its puzzles; with -o sheet.html it
    becomes a sheet to print, whose solutions stand on a page of their own. A FILE of matches, such as PGN, is searched
    for puzzles. The problems of a test suite (.epd, .obf, .txt) and of an SGF file with solutions are posed as they
    are.
    """
    if what and pose_problems(Path(what), strict, preferred, (hard, seed, count, output, judge, daily)):
        return
    if strict:
        raise click.UsageError("--strict is for a file of problems")
    file, matches = find_file(what or "")
    check_words(what, file, hard, daily, seed, count, output)
    if matches and (daily or seed is not None):
        raise click.UsageError(f"{matches} holds its matches: leave out --daily and --seed")
    if judge and (daily or not what):
        raise click.UsageError(f"--judge {judge} is asked about the puzzles of a GAME or a FILE")
    if count:
        from referee.reports.puzzle_sets import make_and_write

        seed = draw_seed(10**6) if seed is None else seed
        make_and_write(what or "", seed, count, hard, output or "-", matches, judge)
    elif file and output:
        from referee.puzzles.puzzle import read_set
        from referee.reports.puzzle_sets import title_of, write_puzzles

        puzzles = read_set(file)
        write_puzzles(puzzles, title_of(puzzles), output)
    else:
        from referee.support.settings import load_settings
        from referee.table.puzzles import PuzzleRequest, play_puzzles

        play_puzzles(
            PuzzleRequest("" if file or matches else what or "", file, hard, seed, daily, matches, judge),
            load_settings(**preferred),
        )


def pose_problems(path: Path, strict: bool, preferred: dict[str, Any], others: tuple[object, ...]) -> bool:
    """Pose the problems of a file; return False if it holds none. Raises SpecError and click.UsageError.

    others  the values of the options that are for puzzles only.
    """
    from referee.puzzles.problem_files import is_problem_file, read_problem_file

    if not is_problem_file(path):
        return False
    if any(value not in (None, "", False) for value in others):
        raise click.UsageError(f"{path} holds its problems: it takes only --strict and how they are shown")
    from referee.support.settings import load_settings
    from referee.table.problems import play_problems

    problems, skipped = read_problem_file(path, strict=strict)
    for line in skipped:
        click.echo(line, err=True)
    play_problems(problems, load_settings(**preferred))
    return True


def find_file(what: str) -> tuple[Path | None, Path | None]:
    """Return the file of puzzles, or the file of matches, that `what` names; None for what it is not."""
    from referee.formats.formats import is_match_file
    from referee.puzzles.puzzle import is_set

    path = Path(what)
    if what.endswith(SET) and is_set(path):
        return path, None
    return None, path if is_match_file(what) else None


def check_words(
    what: str | None,
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
