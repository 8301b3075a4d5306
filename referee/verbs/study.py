"""Games counted, solved and measured."""

from typing import Any

import click

from games.option import Number, Whole
from referee.completion import complete_game
from referee.words import Typed

DEEPEST = 100  # moves that are counted


@click.command("perft")
@click.argument("game", shell_complete=complete_game)
@click.argument("depth", type=Typed(Whole(least=1, most=DEEPEST)))
@click.option("--moves", "opening", default="", metavar="TEXTS", help='Count from the position after these: "5 1 9".')
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def count_moves(game: str, depth: int, opening: str, as_json: bool) -> None:
    """Count all sequences of DEPTH moves, by their first move.

    Two programs that play by the same rules count alike; where they do not, the first move whose counts differ leads,
    typed behind --moves, to where they part.
    """
    from referee.count import report

    for line in report(game, depth, tuple(opening.split()), as_json):
        click.echo(line)


@click.command("solve")
@click.argument("game", shell_complete=complete_game)
@click.option("--moves", "opening", default="", metavar="TEXTS", help='Solve the position after these: "5 1 9".')
@click.option("--iterations", type=Typed(Whole(least=1)), metavar="N", help="Of CFR+; 1000 unless limited by time.")
@click.option(
    "--time", "seconds", type=Typed(Number(least=0.001)), metavar="SECONDS", help="Solve no longer than that."
)  # fmt: skip
@click.option(
    "--memory", type=Typed(Whole(1024, least=1, most=60_000)), default="1024", metavar="MB",
    help="Megabytes for the table of an exhaustive search; 1024 by default.",
)  # fmt: skip
@click.option("--all", "whole", is_flag=True, help="Print the whole strategy, or all moves, however many there are.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object, which holds all of it.")
@click.option("--fresh", is_flag=True, help="Solve it anew, even if it has been solved before.")
def solve_game(game: str, opening: str, **given: Any) -> None:
    """Solve a game: what it is worth, and how to play it.

    Where all is open and there is no chance: what the position and each move are worth, and how far the end is, by
    theory or by searching to the end, for as long as that takes; Ctrl-C prints what is known by then. What took long is
    kept, and found again at once. One of open dice by value iteration. One of hidden cards or dice by CFR+: a strategy
    for both, and how much it can be exploited.
    """
    from referee.solve import Wish, solve

    solve(Wish(game, tuple(opening.split()), **given))


@click.command("bench")
@click.argument("names", metavar="[GAME]...", nargs=-1, shell_complete=complete_game)
@click.option(
    "--time", "seconds", type=Typed(Number(2.0, least=0.01, most=3600)), default="2", metavar="SECONDS",
    help="For each measurement; 2 by default.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON, an object a line for each game.")
def measure(names: tuple[str, ...], seconds: float, as_json: bool) -> None:
    """Measure how fast the games and the searches run here.

    Of all games, or of those named: random playouts, and positions that alpha-beta visits, a second. Where OpenSpiel
    is installed and has the game, its own random playouts are measured in turn with ours.
    """
    import json

    from referee.bench import default_specs, speeds, table

    measured = speeds(names or default_specs(), seconds)
    for line in (json.dumps(each.as_dict()) for each in measured) if as_json else table(measured):
        click.echo(line)
