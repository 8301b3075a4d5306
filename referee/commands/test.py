"""`referee test`: how many positions of a test suite a player solves."""

from typing import TYPE_CHECKING

import click

from referee.commands.shared_options import (
    FilePath,
    complete,
    debug_option,
    flag,
    json_option,
    seed_option,
    time_option,
)

if TYPE_CHECKING:
    from pathlib import Path


@click.command("test")
@click.argument("suite", type=FilePath())
@click.argument("player", shell_complete=complete("player"))
@click.argument("game", required=False, default="", shell_complete=complete("game"))
@time_option
@seed_option
@flag("--strict", "Refuse the suite if a line of it cannot be read.")
@debug_option
@json_option
def count_solved(
    suite: "Path", player: str, game: str, seconds: float | None, seed: int | None, strict: bool, as_json: bool
) -> None:
    """Count the positions of a test suite that PLAYER solves.

    Each line of SUITE is a position and what is wanted: bm, the best moves; am, moves to avoid; dm, a win in that many
    moves. For chess that is EPD. All other games are written in the same manner, in their own notations; a line such as
    `# checkers`, or GAME, names the game: W:W21,22:B1,K9; bm 21-17; id "one". SGF files of problems are suites too. A
    line that cannot be read is named and skipped. A player that announces a win for dm is believed only if it lies too
    far ahead for our own search.
    """
    from referee.reports.suite import show_suite

    show_suite(suite, player, game, seconds, seed or 0, strict=strict, as_json=as_json)
