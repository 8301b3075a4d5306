"""`referee rules`: how a game is played."""

import click

from referee.commands.shell_completion import complete_game


@click.command("rules")
@click.argument("game", shell_complete=complete_game)
def tell_rules(game: str) -> None:
    """Tell how a game is played, and what to type.

    It tells the aim, the moves and the end. A game in a file of your own has its rules in its docstring.
    """
    from referee.commands.catalogue_text import print_rules

    print_rules(game)
