"""`referee import`: put the matches of a file into the history."""

import re
from typing import TYPE_CHECKING

import click

from referee.commands.shared_options import FilePath, complete, flag

if TYPE_CHECKING:
    from pathlib import Path

RANGE = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?", re.ASCII)


@click.command("import")
@click.argument("file", type=FilePath())
@click.argument("game", required=False, default="", shell_complete=complete("game"))
@click.option("--game", "numbers", metavar="K[-L]", help="Only game K of the file, or games K to L; the first is 0.")
@click.option("--player", default="", metavar="NAME", help="Only games in which a player's name contains NAME.")
@click.option("--event", default="", metavar="TEXT", help="Only games whose event contains TEXT.")
@flag("--strict", "Add nothing if a game of the file cannot be read.")
def import_matches(file: "Path", game: str, numbers: str | None, player: str, event: str, strict: bool) -> None:
    """Put the matches of a file into the history.

    The file holds Smart Game Format (.sgf), Portable Game Notation (.pgn), Portable Draughts Notation (.pdn), a match
    of backgammon (.mat, .fibs), games of othello (.ggf, .wtb), gomoku (.psq) or hex (.lg), plain moves (.moves),
    positions (.epd), or records as --json prints them (.jsonl). GAME names the game of plain moves, or adds options:
    othello:empties=winner. Each match is replayed by its rules; one that cannot be read is skipped. A match that is
    there already is not added again. The matches count in nobody's record, and unfinished ones can be resumed.
    """
    from contextlib import closing

    from referee.drawing import terminal
    from referee.drawing.progress import meter
    from referee.reports.imports import Wanted, add_file
    from referee.storage.archive import open_archive

    wanted = Wanted(*read_range(numbers), player, event)
    with closing(open_archive()) as matches:
        with meter() as tell:
            added = add_file(matches, file, tell, game, wanted, strict)
        for line in added.lines(matches, terminal.width() if terminal.seen() else None):
            click.echo(line)
    for note in added.notes:
        click.echo(note, err=True)


def read_range(text: str | None) -> tuple[int, int | None]:
    """Return the first and the last number of a range such as 3-20. Raises click.UsageError."""
    if text is None:
        return 0, None
    found = RANGE.fullmatch(text)
    if found is None or (found[2] and int(found[2]) < int(found[1])):
        raise click.UsageError(f"--game {text} must be the number of a game, such as 3, or a range, such as 3-20")
    return int(found[1]), int(found[2] or found[1])
