"""`referee watch`: look on at a table on another machine."""

from typing import Any

import click

from referee.commands.shared_options import settings_options


@click.command("watch")
@click.argument("invitation")
@click.option("--game", "file", default="", metavar="FILE", help="Your file of the game, if it is not built in.")
@settings_options("theme", "symbols", "pieces", "background", "mouse", "plain")
def watch_table(invitation: str, file: str, **preferred: Any) -> None:
    """Look on at a table that was opened on another machine.

    INVITATION is the line for onlookers that the host gave you. Where a game hides something, you hear in sentences
    what everybody may know, and see all of it at the end.
    """
    from referee.network.invitation import Invitation, require_websockets
    from referee.support.settings import load_settings

    require_websockets("watch")
    from referee.network.guest_session import Stay, visit_host

    wanted, where = load_settings(**preferred), Invitation.read(invitation)
    Stay(visit_host(where), wanted, f"Come back: referee watch {where}", file).sit()
