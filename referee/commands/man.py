"""The page of the manual."""

from typing import TYPE_CHECKING, cast

import click

if TYPE_CHECKING:
    from referee.commands.command_group import Table


@click.command("man")
def print_page() -> None:
    """Print the page of the manual, for man(1)."""
    from referee.commands.man_page_text import page

    click.echo(page(cast("Table", click.get_current_context().find_root().command)), nl=False)
