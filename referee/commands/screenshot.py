"""`referee screenshot`: a board as an SVG picture, or shown in the terminal."""

import sys
from typing import TYPE_CHECKING

import click

from games.option import Choice
from referee.commands.shared_options import flag, game_argument, option, start_options

if TYPE_CHECKING:
    from referee.drawing.vector.image import VectorImage


@click.command("screenshot")
@game_argument
@start_options("The board after these moves")
@click.option("-o", "--output", metavar="FILE", help="Where to write it; - is standard output, the default.")
@flag("--graphics", "Show it here, in a terminal that speaks kitty's protocol or sixel.")
@option(
    "--theme", Choice(words=("classic", "safe")), "NAME",
    "classic, or safe: colours that all kinds of eyes tell apart.", default="classic",
)  # fmt: skip
@option(
    "--symbols", Choice(words=("unicode", "ascii")), "KIND",
    "unicode, or ascii: the board in the characters of a terminal.", default="unicode",
)  # fmt: skip
@flag("--flip", "As the other side of the board sees it.")
def take_screenshot(
    game: str, opening: tuple[str, ...], output: str | None, graphics: bool, theme: str, symbols: str, flip: bool
) -> None:
    """Draw a board as an SVG picture.

    The cell that the last move ended on is marked, and the one that it came from. All cards are open. With --graphics
    the picture is shown in the terminal, which needs Pillow: pip install 'referee[share]'.
    """
    from referee.reports.screenshot import ScreenshotOptions, screenshot

    if graphics and output is not None:
        raise click.UsageError("--graphics shows the picture in the terminal: leave out -o")
    shot = screenshot(ScreenshotOptions(game, opening, theme, symbols, flip))
    if graphics:
        show_inline(shot.image)
    else:
        write_picture("-" if output is None else output, shot.svg().encode())


def write_picture(output: str, content: bytes) -> None:
    """Write the picture to a file, or to standard output. Raises click.ClickException if that fails."""
    if output == "-":
        click.echo(content, nl=False)
        return
    from pathlib import Path

    try:
        Path(output).write_bytes(content)
    except OSError as error:
        raise click.ClickException(f"{output!r} cannot be written: {error.strerror}") from error


def show_inline(image: "VectorImage") -> None:
    """Show the picture in the terminal, no larger than its window. Raises click.ClickException if it cannot."""
    from referee.drawing import terminal
    from referee.drawing.inline_picture import ask_protocol, encode_picture, window_pixels
    from referee.drawing.palette import PAGE
    from referee.drawing.vector.pixels import PillowMissing, pixels, require_pillow

    if not terminal.seen():
        raise click.UsageError("--graphics: standard output is not a terminal")
    try:
        require_pillow()
    except PillowMissing as error:
        raise click.ClickException(f"--graphics {error}") from error
    protocol = ask_protocol()
    if protocol is None:
        raise click.ClickException("--graphics: this terminal speaks neither kitty's picture protocol nor sixel")
    wide, high = window_pixels(sys.stdout.fileno()) or (image.width, image.height)
    scale = min(1.0, wide / image.width, high / image.height)
    click.echo(encode_picture(pixels(image, PAGE, scale), protocol), nl=False)
