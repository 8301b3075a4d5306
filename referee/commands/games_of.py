"""`referee games-of`: the games of a tournament."""

from contextlib import closing
from typing import TYPE_CHECKING

import click

from games.option import Whole
from referee.commands.shared_options import OptionType, flag
from referee.commands.standings import resolve_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.running.game_task import Result


@click.command("games-of")
@click.argument("number", metavar="[ID]", type=OptionType(Whole(least=1)), required=False)
@click.option("--player", "name", metavar="NAME", help="Only games of the player with this name in the standings.")
@flag("--forfeits", "Only games that a player forfeited, with tracebacks.")
@flag("--json as_json", "Print JSON, an object a line: the record of each game.")
@flag("--csv as_csv", "Print CSV, a line a move: times, evaluations, depths and positions.")
def list_games_of(number: int | None, name: str | None, forfeits: bool, as_json: bool, as_csv: bool) -> None:
    """List the finished games of a tournament.

    It is the last tournament unless you name another. `referee replay 7.12` shows game 12 of tournament 7, and `referee
    replay FILE` a file of what --json prints.
    """
    if as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other")
    from referee.drawing import terminal
    from referee.drawing.glyphs import ASCII
    from referee.reports.history import columns
    from referee.reports.tournament.output import game_row, select_results, traceback_lines
    from referee.storage.database import StorageError
    from referee.tournaments.journal import open_journal

    try:
        with closing(open_journal()) as journal:
            number = resolve_number(journal, number)
            found = list(select_results(journal.load(number), journal.results(number), name, forfeits))
            if as_json or as_csv:
                found = [journal.noted(result, number) for result in found]
    except StorageError as error:
        raise click.ClickException(str(error)) from error
    if as_json or as_csv:
        click.echo(write_games(found, as_csv=as_csv), nl=False)
        return
    width = terminal.width() if terminal.seen() else None
    rows = [game_row(result, terminal.signs() is ASCII) for result in found]
    lines = list(columns(rows, width))
    if forfeits:
        lines = [
            line
            for row, each in zip(rows, found, strict=True)
            for line in (*columns([row], width), *traceback_lines(each))
        ]
    for line in lines:
        click.echo(line)


def write_games(results: "Sequence[Result]", *, as_csv: bool) -> str:
    """Return the games as CSV, a line a move, or as JSON, a line a game."""
    from referee.formats import move_rows
    from referee.formats.file_game import FileGame
    from referee.match.record import write_line

    if as_csv:
        return move_rows.write([FileGame(each.record) for each in results], [each.number for each in results])
    return "".join(f"{write_line(each.record.as_dict())}\n" for each in results)
