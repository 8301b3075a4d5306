"""`referee new`: files to start a game or a player of your own from."""

from pathlib import Path

import click

from games.option import Choice
from referee.commands.click_types import OptionType


@click.command("new")
@click.argument("kind", metavar="game|player", type=OptionType(Choice(words=("game", "player"))))
@click.argument("name")
def write_new(kind: str, name: str) -> None:
    """Write a file to start from, and its test.

    `referee new game NAME` writes NAME.py, a small game that can be played as it stands, and test_NAME.py; `referee
    new player NAME` the same for a player. Nothing is overwritten.
    """
    from referee.commands.scaffold import write_files

    file, test = write_files(kind, name, Path())
    plays = f"referee ./{file} minimax" if kind == "game" else f"referee tic-tac-toe human ./{file}"
    click.echo(f"{file}: to play with it, type {plays}\n{test}: to run its tests, type python -m pytest {test}")
