"""`referee history`: the matches played here."""

import json

import click

from games.option import Whole
from referee.commands.click_types import OptionType


@click.command("history")
@click.option(
    "-n",
    "most",
    type=OptionType(Whole(20, least=1, most=1_000_000)),
    default="20",
    metavar="N",
    help="At most so many; 20 by default.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, an object a line: the record of each match.")
def list_matches(most: int, as_json: bool) -> None:
    """List the matches played here, the newest first.

    Each with its number, for resume and replay; an asterisk stands before who won.
    """
    from contextlib import closing

    from referee.drawing import terminal
    from referee.reports.history import as_dict, history_lines
    from referee.storage.archive import open_archive

    with closing(open_archive()) as kept:
        matches = kept.entries(most)
    if as_json:
        for each in matches:
            click.echo(json.dumps(as_dict(each)))
        return
    for line in history_lines(matches, terminal.width() if terminal.seen() else None):
        click.echo(line)
    if not matches:
        click.echo("No match has been played here yet.")
