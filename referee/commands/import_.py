"""`referee import`: put the matches of a file into the history."""

from typing import TYPE_CHECKING

import click

from referee.commands.shared_options import FilePath, complete

if TYPE_CHECKING:
    from pathlib import Path


@click.command("import")
@click.argument("file", type=FilePath())
@click.argument("game", required=False, default="", shell_complete=complete("game"))
def import_matches(file: "Path", game: str) -> None:
    """Put the matches of a file into the history.

    The file holds Smart Game Format (.sgf), Portable Game Notation (.pgn), Portable Draughts Notation (.pdn), a match
    of backgammon (.mat), plain moves (.moves), or records as --json prints them (.jsonl). GAME names the game of plain
    moves, or adds options: othello:empties=winner. Each match is replayed by its rules; if one is not legal, none is
    added. A match that is there already is not added again. The matches count in nobody's record, and unfinished ones
    can be resumed.
    """
    from contextlib import closing

    from referee.drawing import terminal
    from referee.reports.history import add_file
    from referee.storage.archive import open_archive

    with closing(open_archive()) as matches:
        added = add_file(matches, file, game)
        for line in added.lines(matches, terminal.width() if terminal.seen() else None):
            click.echo(line)
    for note in added.notes:
        click.echo(note, err=True)
