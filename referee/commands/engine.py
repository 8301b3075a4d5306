"""`referee engine`: a player as an engine of other programs."""

import click

from referee.commands.shared_options import complete, game_argument


@click.command("engine")
@game_argument
@click.argument("player", shell_complete=complete("player"))
@click.option(
    "--protocol", type=click.Choice(("uci", "gtp")),
    help="uci or gtp; gtp for go, hex, othello and gomoku by default, else uci.",
)  # fmt: skip
def serve_player(game: str, player: str, protocol: str | None) -> None:
    """Let PLAYER play GAME as an engine for another program.

    Graphical boards, tournament programs and bots on servers start this command, and talk to it through standard input
    and output: in the Universal Chess Interface or the Go Text Protocol. What your own bot prints goes to standard
    error.
    """
    from referee.serving.server import LineWriter, claim_input, claim_output, make_server, serve

    lines, writer = claim_input(), LineWriter(claim_output())
    serve(make_server(game, player, protocol, writer), lines)
