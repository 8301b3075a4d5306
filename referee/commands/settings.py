"""`referee settings`: the settings, and where each comes from."""

import click


@click.command("settings")
@click.option("--example", "wanted", is_flag=True, help="Print a file with all settings at their defaults.")
def show_settings(wanted: bool) -> None:
    """Show the settings, and where each comes from."""
    from referee.support.settings import example_lines, report

    for line in example_lines() if wanted else report():
        click.echo(line)
