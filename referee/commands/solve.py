"""`referee solve`: what a game is worth, and how to play it."""

from typing import Any

import click

from referee.commands.shared_options import OptionType, start_options
from referee.commands.shell_completion import complete_game
from referee.support.limits import SOLVE


@click.command("solve")
@click.argument("game", shell_complete=complete_game)
@start_options("Solve the position after these")
@click.option(
    "--iterations",
    type=OptionType(SOLVE["iterations"]),
    metavar="N",
    help="Iterations of SAPCFR+; 1000 unless limited by time.",
)
@click.option(
    "--time", "seconds", type=OptionType(SOLVE["seconds"]), metavar="SECONDS", help="Solve no longer than that."
)  # fmt: skip
@click.option(
    "--memory", type=OptionType(SOLVE["memory"]), default="1024", metavar="MB",
    help="Megabytes for the table of an exhaustive search; 1024 by default.",
)  # fmt: skip
@click.option("--all", "whole", is_flag=True, help="Print the whole strategy, or all moves, however many there are.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object, which holds all of it.")
@click.option("--fresh", is_flag=True, help="Solve it again, even if it has been solved before.")
def solve_game(game: str, opening: tuple[str, ...], **given: Any) -> None:
    """Solve a game: what it is worth, and how to play it.

    If all is open and there is no chance, it finds what the position and each move are worth, and how far the end is,
    by theory or by searching to the end, however long that takes; Ctrl-C prints what is known by then. What took long
    is kept, and found again at once. If positions recur, it values all of them, and play that never ends is a draw. A
    game with open dice is solved by value iteration. A game with hidden cards or dice is solved by SAPCFR+: a strategy
    for both seats, and how much it can be exploited.
    """
    from referee.reports.solve import SolveOptions, solve_and_print

    solve_and_print(SolveOptions(game, opening, **given))
