"""Beginning a game or a player of one's own."""

from pathlib import Path

import click

from games.option import Choice
from referee.commands.click_types import Typed


@click.command("new")
@click.argument("kind", metavar="game|player", type=Typed(Choice(words=("game", "player"))))
@click.argument("name")
def start(kind: str, name: str) -> None:
    """Write a file to start from, and its test.

    `referee new game NAME` writes NAME.py, a small game that can be played as it stands, and test_NAME.py; `referee
    new player NAME` the same for a player. Nothing is overwritten.
    """
    from referee.commands.scaffold import begin

    file, test = begin(kind, name, Path())
    plays = f"referee ./{file} minimax" if kind == "game" else f"referee tic-tac-toe human ./{file}"
    click.echo(f"{file}: what it plays like: {plays}\n{test}: its tests: python -m pytest {test}")
