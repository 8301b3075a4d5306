"""The games with their options."""

import click


@click.command("games")
@click.option("--show", is_flag=True, help="Draw each once, some random moves into a game.")
def list_games(show: bool) -> None:
    """List the games with their options."""
    import games
    from referee.commands.catalogue_text import exhibit, listing

    if show:
        exhibit(games.CATALOGUE)
    else:
        click.echo("\n".join(listing(games.CATALOGUE)))
