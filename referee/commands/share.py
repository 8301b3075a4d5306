"""`referee share`: a match as a moving picture."""

from typing import Any

import click

from referee.commands.click_types import settings_options
from referee.commands.shared_options import game_option


@click.command("share")
@click.argument("words", metavar="[N | ID.N | FILE] [FILE.svg FILE.cast FILE.gif]", nargs=-1)
@game_option
@settings_options("theme")
def share_match(words: tuple[str, ...], number: int | None, **preferred: Any) -> None:
    """Write a match as an animated SVG, as an asciicast or as a GIF.

    That of a number which `referee history` lists, game 12 of tournament 7 by 7.12, or a game of a file: of records
    that --json or --save wrote, SGF, PDN or PGN; without any the match that ended last. A file's name says by its end
    what it shall be. Without a file all three are written into the current folder. A GIF needs Pillow: pip install
    'referee[share]'.
    """
    from contextlib import closing

    from referee.drawing.vector.pixels import PillowMissing
    from referee.reports.share.output import share
    from referee.storage.archive import open_archive
    from referee.support.settings import load_settings

    theme = load_settings(**preferred).theme
    with closing(open_archive()) as matches:
        try:
            share(matches, words, number, theme, click.echo)
        except PillowMissing as error:
            raise click.ClickException(f"a GIF {error}") from error
