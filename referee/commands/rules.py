"""`referee rules`: how a game is played."""

import click

from referee.commands.shell_completion import complete_game


@click.command("rules")
@click.argument("game", shell_complete=complete_game)
def tell_rules(game: str) -> None:
    """Tell how a game is played: its aim, how to move and what to type, and how it ends.

    A game in a file of your own has its rules in its docstring.
    """
    from referee.commands.catalogue_text import print_rules

    print_rules(game)
