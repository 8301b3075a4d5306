"""`referee train`: one's own lines, asked again before they are forgotten."""

from typing import TYPE_CHECKING, Any

import click

from games.option import Whole
from referee.commands.shared_options import FilePath, flag, game_argument, option, settings_options

if TYPE_CHECKING:
    from pathlib import Path


@click.command("train")
@game_argument
@click.option("--lines", "path", type=FilePath(), metavar="FILE", required=True, help="The file with the lines.")
@click.option(
    "--side", default="", metavar="SIDE", help="The side that you play: white, black, first, ...; both by default."
)
@option(
    "--new", Whole(20, least=0, most=10_000), "N", "How many new positions to ask at most; 20 by default.", default="20"
)
@flag("--strict", "Refuse the file if a game of it cannot be read.")
@settings_options("theme", "symbols", "background", "plain")
def train_lines(game: str, path: "Path", side: str, new: int, strict: bool, **preferred: Any) -> None:
    """Train the lines of a file.

    You are shown a position, and type the move that your line plays. FILE is of any format with games of GAME: PGN,
    SGF, PDN, plain moves, and so on. Each game is a line. What you know comes back after days, weeks and months, as
    FSRS schedules it; what you get wrong comes back at once. Each answer is kept in your data folder as soon as it is
    given. A move that leads into another of your lines is right too. It needs fsrs: pip install 'referee[train]'.
    """
    from referee.support.settings import load_settings
    from referee.table.training import train

    train(path, game, side, new, load_settings(**preferred), strict=strict)
