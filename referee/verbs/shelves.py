"""What there is to play, and who plays it."""

import click


@click.command("games")
@click.option("--show", is_flag=True, help="Draw each once, some random moves into a game.")
def list_games(show: bool) -> None:
    """List the games with their options."""
    import games
    from referee.shelf import exhibit, listing

    if show:
        exhibit(games.CATALOGUE)
    else:
        click.echo("\n".join(listing(games.CATALOGUE)))


@click.command("players")
def list_players() -> None:
    """List the players with their options."""
    import players
    from referee.shelf import listing

    click.echo("\n".join(listing(players.CATALOGUE)))
