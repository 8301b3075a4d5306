"""`referee games-of`: the games of a tournament."""

import json
from contextlib import closing

import click

from games.option import Whole
from referee.commands.shared_options import OptionType, flag
from referee.commands.standings import resolve_number


@click.command("games-of")
@click.argument("number", metavar="[ID]", type=OptionType(Whole(least=1)), required=False)
@click.option("--player", "name", metavar="NAME", help="Only games of the player with this name in the standings.")
@flag("--forfeits", "Only games that a player forfeited, with tracebacks.")
@flag("--json as_json", "Print JSON, an object a line: the record of each game.")
def list_games_of(number: int | None, name: str | None, forfeits: bool, as_json: bool) -> None:
    """List the finished games of a tournament.

    It is the last tournament unless you name another. `referee replay 7.12` shows game 12 of tournament 7, and `referee
    replay FILE` a file of what --json prints.
    """
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
    except StorageError as error:
        raise click.ClickException(str(error)) from error
    if as_json:
        for result in found:
            click.echo(json.dumps(result.record.as_dict()))
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
