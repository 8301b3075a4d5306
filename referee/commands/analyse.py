"""`referee analyse`: what each move of a position is worth."""

from typing import Any

import click

from games.option import Number, Whole
from referee.commands.click_types import OptionType, settings_options
from referee.commands.shell_completion import complete_game


@click.command("analyse")
@click.argument("game", shell_complete=complete_game)
@click.option("--moves", "opening", default="", metavar="TEXTS", help='Analyse the position after these: "5 1 9".')
@click.option(
    "--method", "methods", default="exact,minimax,mcts", metavar="NAMES",
    help="Which of exact, minimax, mcts, with commas between them; all by default.",
)  # fmt: skip
@click.option(
    "--depth", type=OptionType(Whole(least=1, most=2000)), metavar="N", help="Plies that minimax looks ahead."
)
@click.option("--time", "seconds", type=OptionType(Number(least=0.001)), metavar="SECONDS", help="For each method.")
@click.option(
    "--playouts", type=OptionType(Whole(least=1, most=1_000_000_000)), metavar="N",
    help="Of mcts; 10,000 unless limited by time.",
)  # fmt: skip
@click.option(
    "--seed", type=OptionType(Whole(0, least=0)), default="0", metavar="N", help="For what is drawn at random."
)
@click.option("--all", "whole", is_flag=True, help="Print all moves, however many there are.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object, which holds all of it.")
@settings_options("theme", "symbols", "plain")
def analyse_position(
    game: str, opening: str, methods: str, depth: int | None, seconds: float | None, playouts: int | None, seed: int,
    whole: bool, as_json: bool, **preferred: Any,
) -> None:  # fmt: skip
    """Analyse a position: what each move is worth, by several methods side by side.

    By exact where it can be solved, by minimax to a depth, by mcts with a margin for the luck of its playouts; then
    the moves expected, who is winning, and where the methods disagree. At a terminal the table gets better in place;
    Ctrl-C prints what is known by then. Values are those of the seat to move, or where chance is, of the first seat.
    What is hidden is judged by what the seat to move can know. Without --time the same words print the same values.
    """
    from referee.analysis.budget import Budget
    from referee.analysis.methods import chosen
    from referee.reports.analysis.output import AnalysisRequest, analyse
    from referee.support.settings import load_settings

    budget = Budget(depth, seconds, playouts, seed)
    analyse(
        AnalysisRequest(
            game, tuple(opening.split()), chosen(methods), budget, load_settings(**preferred), whole, as_json
        )
    )
