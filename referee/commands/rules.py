"""`referee rules`: how a game is played."""

import click

from referee.commands.shared_options import game_argument


@click.command("rules")
@game_argument
def tell_rules(game: str) -> None:
    """Explain the rules.

    It tells the aim, the moves and the end. A game in a file of your own has its rules in its docstring.
    """
    from referee.commands.catalogue_text import print_rules

    print_rules(game)
