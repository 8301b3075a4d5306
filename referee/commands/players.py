"""The players with their options."""

import click


@click.command("players")
def list_players() -> None:
    """List the players with their options."""
    import players
    from referee.commands.listing import listing

    click.echo("\n".join(listing(players.CATALOGUE)))
