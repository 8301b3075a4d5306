"""`referee join`: play at a table on another machine."""

from typing import Any

import click

from referee.commands.shared_options import complete, seed_option, settings_options


@click.command("join")
@click.argument("invitation")
@click.argument("player", default="human", shell_complete=complete("player"))
@click.option("--greeting", default="", metavar="TEXT", help="A line that the other sees when the match begins.")
@click.option("--game", "file", default="", metavar="FILE", help="Your file of the game, if it is not built in.")
@seed_option
@click.option("--visitor", is_flag=True, hidden=True)  # a guest of the ssh door, who may write nothing
@settings_options("theme", "symbols", "pieces", "background", "mouse", "name", "plain")
def join_table(
    invitation: str,
    player: str,
    greeting: str,
    file: str,
    seed: int | None,
    visitor: bool,
    name: tuple[str, ...],
    **preferred: Any,
) -> None:
    """Play at a table that was opened on another machine.

    INVITATION is the line that the host gave you. You play yourself, or let PLAYER play match after match: minimax,
    ./bot.py, uci:stockfish, program:./MyBot. If the line to the host is lost, it is made again by itself.
    """
    from referee.network.invitation import Invitation, require_websockets
    from referee.support.limits import draw_seed
    from referee.support.settings import load_settings

    require_websockets("join")
    from referee.network.guest_session import Stay, find_player, name_of, visit_host
    from referee.network.version import version_of

    wanted, where = load_settings(name=next(iter(name), None), **preferred), Invitation.read(invitation)
    spec = find_player(player)
    version = "" if spec is None else version_of(spec)
    visit = visit_host(where, name_of(spec, wanted.name), greeting, version)
    back = "Come back in the same way." if visitor else f"Come back to it: referee join {where}"
    stay = Stay(visit, wanted, back, file, visitor)
    if spec is None:
        stay.sit()
    else:
        stay.send_program(spec, draw_seed() if seed is None else seed)
