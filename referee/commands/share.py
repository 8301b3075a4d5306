"""`referee share`: a match as a moving picture."""

from typing import Any

import click

from referee.commands.shared_options import game_option, settings_options


@click.command("share")
@click.argument("words", metavar="[N | ID.N | FILE] [FILE.svg FILE.cast FILE.gif]", nargs=-1)
@game_option
@settings_options("theme")
def share_match(words: tuple[str, ...], number: int | None, **preferred: Any) -> None:
    """Write a match as an animated SVG, as an asciicast or as a GIF.

    Name the match by its number in `referee history`, or by a file: records that --json or --save wrote, or any other
    that `referee import` reads. 7.12 is game 12 of tournament 7. By default it is the match that ended last. The end of
    a file's name says which kind to write. Without a file all three are written into the current folder. A GIF needs
    Pillow: pip install 'referee[share]'.
    """
    from contextlib import closing

    from referee.drawing.vector.pixels import PillowMissing
    from referee.reports.share import share
    from referee.storage.archive import open_archive
    from referee.support.settings import load_settings

    theme = load_settings(**preferred).theme
    with closing(open_archive()) as matches:
        try:
            share(matches, words, number, theme, click.echo)
        except PillowMissing as error:
            raise click.ClickException(f"a GIF {error}") from error
