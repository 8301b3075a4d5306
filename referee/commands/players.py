"""`referee players`: the players with their options."""

import click


@click.command("players")
def list_players() -> None:
    """List the players with their options."""
    import players
    from referee.commands.catalogue_text import catalogue_lines
    from referee.drawing import terminal

    click.echo("\n".join(catalogue_lines(players.CATALOGUE, terminal.width() if terminal.seen() else None)))
