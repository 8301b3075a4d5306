"""`referee solve`: what a game is worth, and how to play it."""

from typing import Any

import click

from referee.commands.shared_options import flag, game_argument, option, start_options
from referee.support.limits import SOLVE


@click.command("solve")
@game_argument
@start_options("Solve the position after these")
@option("--iterations", SOLVE["iterations"], "N")
@option("--time seconds", SOLVE["seconds"], "SECONDS")
@option("--memory", SOLVE["memory"], "MB", default="1024")
@flag("--all whole", "Print the whole strategy, or all moves, however many there are.")
@flag("--json as_json", "Print a JSON object, which holds all of it.")
@flag("--fresh", "Solve it again, even if it has been solved before.")
def solve_game(game: str, opening: tuple[str, ...], **given: Any) -> None:
    """Solve a game: what it is worth, and how to play it.

    If all is open and there is no chance, it finds what the position and each move are worth, and how many moves away
    the end is, by theory or by searching to the end, however long that takes; Ctrl-C prints what is known so far. What
    took long is kept, and found again at once. If positions recur, it values all of them, and play that never ends is a
    draw. A game with open dice is solved by value iteration. A game with hidden cards or dice is solved by SAPCFR+: a
    strategy for both seats, and how much it can be exploited. A range such as rows=1..4 makes a table of who wins.
    """
    from referee.reports.solve_sizes import has_ranges, print_sizes

    if has_ranges(game):
        if opening or any(given[name] for name in ("iterations", "seconds", "whole", "as_json", "fresh")):
            raise click.UsageError(f"{game} is a table of who wins, which takes no other options")
        print_sizes(game)
        return
    from referee.reports.solve import SolveOptions, solve_and_print

    solve_and_print(SolveOptions(game, opening, **given))
