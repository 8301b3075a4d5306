"""`referee completion`: the script with which a shell completes commands and specs."""

import click

from games.option import Choice
from referee.commands.shared_options import OptionType


@click.command("completion")
@click.argument("shell", type=OptionType(Choice(words=("bash", "zsh", "fish"))), metavar="bash|zsh|fish")
def print_completion(shell: str) -> None:
    """Print a script that makes your shell complete these words.

    Put the line that its first comment names into the shell's own file. Then Tab completes commands, games, players,
    and after a colon their options and values.
    """
    from referee.commands.shell_completion import shell_script

    click.echo(shell_script(shell, click.get_current_context().find_root().command), nl=False)
