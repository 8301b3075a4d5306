"""`referee resume`: go on with a match that is not over."""

from typing import Any

import click

from referee.commands.shared_options import settings_options


@click.command("resume")
@click.argument("what", metavar="[N | FILE]", required=False)
@settings_options("theme", "symbols", "pieces", "background", "mouse", "pace", "plain", "coach", "judge")
def resume_match(what: str | None, **preferred: Any) -> None:
    """Go on with a match that is not over.

    Name the match by its number in `referee history`, or name a file, whose last unfinished game is played. By default
    it is the match that was played last.
    """
    from contextlib import closing
    from dataclasses import replace

    from referee.reports.history import find_resumable
    from referee.storage.archive import open_archive
    from referee.support.settings import load_settings
    from referee.table.next_match import NextMatch
    from referee.table.session import play_matches

    wanted = load_settings(**preferred)
    with closing(open_archive()) as matches:
        kept = find_resumable(matches, what)
    play_matches(NextMatch(replace(kept.plan(), person=wanted.name), kept, kept.series), wanted)
