"""`referee screenshot`: a board as an SVG picture."""

from pathlib import Path

import click

from games.option import Choice
from referee.commands.click_types import OptionType
from referee.commands.shell_completion import complete_game


@click.command("screenshot")
@click.argument("game", shell_complete=complete_game)
@click.option("--moves", "opening", default="", metavar="TEXTS", help='The board after these moves: "5 1 9".')
@click.option(
    "-o", "--output", default="-", metavar="FILE", help="Where to write it; - is standard output, the default."
)
@click.option(
    "--theme", type=OptionType(Choice(words=("classic", "safe"))), default="classic", metavar="NAME",
    help="classic, or safe: colours that all kinds of eyes tell apart.",
)  # fmt: skip
@click.option(
    "--symbols", type=OptionType(Choice(words=("unicode", "ascii"))), default="unicode", metavar="KIND",
    help="unicode, or ascii: the board in the characters of a terminal.",
)  # fmt: skip
@click.option("--flip", is_flag=True, help="As the other side of the board sees it.")
def take_screenshot(game: str, opening: str, output: str, theme: str, symbols: str, flip: bool) -> None:
    """Draw a board as an SVG picture.

    The cell that the last move ended on is marked, and the one that it came from. All cards are open.
    """
    from referee.reports.screenshot import ScreenshotOptions, screenshot

    drawn = screenshot(ScreenshotOptions(game, tuple(opening.split()), theme, symbols, flip)).svg().encode()
    if output == "-":
        click.echo(drawn, nl=False)
        return
    try:
        Path(output).write_bytes(drawn)
    except OSError as error:
        raise click.ClickException(f"{output!r} cannot be written: {error.strerror}") from error
