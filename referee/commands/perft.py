"""`referee perft`: the number of sequences of moves."""

import click

from games.option import Whole
from referee.commands.click_types import OptionType
from referee.commands.shared_options import start_options
from referee.commands.shell_completion import complete_game

DEEPEST = 100  # moves


@click.command("perft")
@click.argument("game", shell_complete=complete_game)
@click.argument("depth", type=OptionType(Whole(least=1, most=DEEPEST)))
@start_options("Count from the position after these")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def count_moves(game: str, depth: int, opening: tuple[str, ...], as_json: bool) -> None:
    """Count all sequences of DEPTH moves, by their first move.

    Two programs that play by the same rules get the same counts. If they do not, add the first move whose counts differ
    to --moves, and repeat until you find the position where the rules differ.
    """
    from referee.reports.perft import report_lines

    for line in report_lines(game, depth, opening, as_json):
        click.echo(line)
