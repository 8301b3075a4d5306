"""Matches of the past: listed, gone on with, and looked at."""

import json
from typing import TYPE_CHECKING, Any

import click

from games.option import Whole
from referee.words import Typed, settable

if TYPE_CHECKING:
    from referee.archive import Archive


@click.command("history")
@click.option(
    "-n",
    "most",
    type=Typed(Whole(20, least=1, most=1_000_000)),
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

    from referee import terminal
    from referee.past import as_dict, told

    with closing(archive()) as kept:
        matches = kept.entries(most)
    if as_json:
        for each in matches:
            click.echo(json.dumps(as_dict(each)))
        return
    for line in told(matches, terminal.width() if terminal.seen() else None):
        click.echo(line)
    if not matches:
        click.echo("No match has been played here yet.")


@click.command("resume")
@click.argument("what", metavar="[N | FILE]", required=False)
@settable("theme", "symbols", "pace", "plain", "coach")
def resume(what: str | None, **preferred: Any) -> None:
    """Go on with a match that is not over.

    With that of a number which `referee history` lists, or with the last record of a file that is not over. Without
    either it is the match played last.
    """
    from contextlib import closing
    from dataclasses import replace

    from referee.past import resumed
    from referee.settings import settings
    from referee.sitting import sit_down

    wanted = settings(**preferred)
    with closing(archive()) as matches:
        kept = resumed(matches, what)
    sit_down(replace(kept.plan(), person=wanted.name), wanted, kept)


@click.command("replay")
@click.argument("what", metavar="N | ID.N | FILE")
@click.option(
    "--game", "number", type=Typed(Whole(least=0)), metavar="K",
    help="Which game of a file, as a batch numbers them, from 0; the last by default.",
)  # fmt: skip
@settable("theme", "symbols", "pace", "plain")
def replay(what: str, number: int | None, **preferred: Any) -> None:
    """Look at a match again, move by move.

    At that of a number which `referee history` lists, at game 12 of tournament 7 by 7.12, or at a record of a file that
    --json or --save wrote. At a terminal the arrow keys step through it.
    """
    from contextlib import closing

    from referee.replaying import show
    from referee.settings import settings

    wanted = settings(**preferred)
    with closing(archive()) as matches:
        show(matches, what, number, wanted)


def archive() -> "Archive":
    """The archive of this person."""
    from referee.archive import Archive, data_folder

    return Archive(data_folder())
