"""`referee replay`: a match, move by move."""

from typing import Any

import click

from referee.commands.shared_options import game_option, list_if_famous, settings_options


@click.command("replay")
@click.argument("what", metavar="[N | ID.N | FILE]", required=False, callback=list_if_famous)
@game_option
@settings_options("theme", "symbols", "pieces", "background", "mouse", "pace", "plain")
def replay_match(what: str | None, number: int | None, **preferred: Any) -> None:
    """Replay a match.

    Name the match by its number in `referee history`, or by a file: records that --json or --save wrote, or any other
    that `referee import` reads. 7.12 is game 12 of tournament 7. famous:deep-blue-1997-6 is a famous game, and famous:
    lists them. By default it is the match that ended last. At a terminal the arrow keys step through it.
    """
    from contextlib import closing

    from referee.storage.archive import open_archive
    from referee.support.settings import load_settings
    from referee.table.replays import show_match

    wanted = load_settings(**preferred)
    with closing(open_archive()) as matches:
        show_match(matches, what, number, wanted)
