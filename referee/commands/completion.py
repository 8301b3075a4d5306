"""The script by which a shell completes the words of this command."""

import click

from games.option import Choice
from referee.commands.click_types import Typed


@click.command("completion")
@click.argument("shell", type=Typed(Choice(words=("bash", "zsh", "fish"))), metavar="bash|zsh|fish")
def print_script(shell: str) -> None:
    """Print what makes your shell complete these words.

    With the line that its first comment names in the shell's own file, Tab completes commands, games, players, and
    behind a colon their options and values.
    """
    from referee.commands.shell_completion import script

    click.echo(script(shell, click.get_current_context().find_root().command), nl=False)
