"""What a person sets up once: settings, completion by the shell, the page of the manual."""

from typing import cast

import click

from games.option import Choice
from referee.words import Table, Typed


@click.command("settings")
@click.option("--example", "wanted", is_flag=True, help="Print a file with all settings at their defaults.")
def show_settings(wanted: bool) -> None:
    """Show the settings, and where each comes from."""
    from referee.settings import example, report

    for line in example() if wanted else report():
        click.echo(line)


@click.command("completion")
@click.argument("shell", type=Typed(Choice(words=("bash", "zsh", "fish"))), metavar="bash|zsh|fish")
def print_script(shell: str) -> None:
    """Print what makes your shell complete these words.

    With the line that its first comment names in the shell's own file, Tab completes commands, games, players, and
    behind a colon their options and values.
    """
    from referee.completion import script

    click.echo(script(shell, click.get_current_context().find_root().command), nl=False)


@click.command("man")
def print_page() -> None:
    """Print the page of the manual, for man(1)."""
    from referee.manual import page

    click.echo(page(cast("Table", click.get_current_context().find_root().command)), nl=False)
