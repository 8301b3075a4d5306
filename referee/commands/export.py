"""`referee export`: matches as a file that other programs read."""

import click

from games.option import Choice
from referee.commands.shared_options import option
from referee.formats.formats import writable

NAMES = tuple(each.name for each in writable())


@click.command("export")
@click.argument("matches", metavar="[N | ID.N | ID.all | FILE]...", type=click.Path(), nargs=-1)
@option(
    "--format name",
    Choice(words=NAMES),
    "NAME",
    f"One of {', '.join(NAMES)}; by the end of the file's name by default.",
)
@click.option("-o", "--output", metavar="FILE", help="Where to write it; - is standard output, the default.")
def export_matches(matches: tuple[str, ...], name: str | None, output: str | None) -> None:
    """Write matches as a file that other programs read.

    Name matches by their numbers in `referee history`: `referee export 12 13 --format sgf`. 7.12 is game 12 of
    tournament 7, and 7.all is all of its games. Name a file to convert it. By default it is the match that ended last.
    """
    from contextlib import closing
    from functools import partial
    from pathlib import Path

    from referee.formats.formats import find_format, format_of_name
    from referee.reports.history import collect
    from referee.storage.archive import open_archive
    from referee.storage.record_file import check_writable, write_text

    target = None if output in (None, "-") else Path(output or "")
    kind = find_format(name) if name else format_of_name(output or "")
    if kind is None or not kind.writes:
        raise click.UsageError(f"name a format: --format {NAMES[0]} (formats: {', '.join(NAMES)})")
    if target:
        check_writable(target)
    with closing(open_archive()) as archive:
        games = [game for what in matches or [None] for game in collect(archive, what, partial(click.echo, err=True))]
    text = kind.write(games)
    if target:
        write_text(target, text)
    else:
        click.echo(text, nl=False)
