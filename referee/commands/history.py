"""`referee history`: the matches played here."""

import json

import click

from games.option import Whole
from referee.commands.command_group import command_names
from referee.commands.shared_options import complete, flag, option


@click.command("history")
@click.argument("words", metavar="[GAME] [PLAYER [PLAYER]]", nargs=-1, shell_complete=complete("entrants"))
@option("-n most", Whole(least=1, most=1_000_000), "N", "List at most N; 20 by default.", default="20")
@flag("--json as_json", "Print JSON, an object a line: the record of each match.")
def list_matches(words: tuple[str, ...], most: int, as_json: bool) -> None:
    """List the matches played here, the newest first.

    Each has its number, for resume and replay; an asterisk stands before the winner. GAME lists only matches of that
    game, and PLAYER only those in which it played: `referee history connect-four level:3`. `mine` lists your own. A
    name without options stands for all variants: `level` for each level.
    """
    from contextlib import closing

    from referee.commands.match_arguments import resolve_selection
    from referee.drawing import terminal
    from referee.reports.history import as_dict, history_lines
    from referee.storage.archive import open_archive

    wanted = resolve_selection(words, command_names())
    with closing(open_archive()) as kept:
        matches = kept.entries(most, wanted)
    if as_json:
        for each in matches:
            click.echo(json.dumps(as_dict(each)))
        return
    for line in history_lines(matches, terminal.width() if terminal.seen() else None):
        click.echo(line)
    if not matches:
        click.echo(f"No {'such match' if words else 'match'} has been played here yet.")
