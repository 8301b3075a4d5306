"""`referee man`: the page of the manual."""

from typing import TYPE_CHECKING, cast

import click

if TYPE_CHECKING:
    from referee.commands.command_group import CommandGroup


@click.command("man")
def print_man_page() -> None:
    """Print the page of the manual, for man(1)."""
    from referee.commands.man_page_text import man_page

    click.echo(man_page(cast("CommandGroup", click.get_current_context().find_root().command)), nl=False)
