"""`referee settings`: the settings, and where each comes from."""

import click


@click.command("settings")
@click.option("--example", "wanted", is_flag=True, help="Print a file with all settings at their defaults.")
def show_settings(wanted: bool) -> None:
    """Show the settings, and where each comes from."""
    from referee.drawing import text_table
    from referee.support.settings import described, example_lines, settings_file

    if wanted:
        click.echo("\n".join(example_lines()))
        return
    rows, path = described(), settings_file()
    click.echo("\n".join([str(path), *text_table.rows(rows)]))
    if not path.exists():
        click.echo("There is no such file yet; referee settings --example prints one to begin with.")
