"""`referee games`: the games with their options."""

import click


@click.command("games")
@click.option("--show", is_flag=True, help="Draw each once, after some random moves.")
def list_games(show: bool) -> None:
    """List the games with their options."""
    import games
    from referee.commands.catalogue_text import catalogue_lines, draw_games
    from referee.drawing import terminal

    if show:
        draw_games(games.CATALOGUE)
    else:
        click.echo("\n".join(catalogue_lines(games.CATALOGUE, terminal.width() if terminal.seen() else None)))
