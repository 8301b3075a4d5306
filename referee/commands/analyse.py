"""`referee analyse`: what each move of a position is worth, by several methods."""

from typing import TYPE_CHECKING, Any

import click

from games.option import Option
from referee.commands.shared_options import (
    file_option,
    flag,
    game_argument,
    judges_option,
    option,
    settings_options,
    start_options,
)
from referee.support.limits import ANALYSE, DEEPEST

if TYPE_CHECKING:
    from pathlib import Path


class DepthsOption(Option):
    """A depth in plies, or a range of them: 8, 1..8. Its value is (first, last); (0, number) for one number."""

    @property
    def allowed(self) -> str:
        return f"a whole number from 1 to {DEEPEST}, or with --compare a range of them such as 1..8"

    def read(self, text: str) -> tuple[int, int]:
        first, dots, last = text.partition("..")
        if dots and int(first) < 1:
            raise ValueError(text)
        return (int(first), int(last)) if dots else (0, int(text))

    def fits(self, value: Any) -> bool:
        first, last = value
        return bool(0 <= first <= last and 1 <= last <= DEEPEST)


@click.command("analyse")
@game_argument
@start_options("Analyse the position after these")
@click.option(
    "--method", "methods", default="exact,minimax,mcts", metavar="NAMES",
    help="Which of exact, minimax, mcts and first-win, with commas between them; the first three by default.",
)  # fmt: skip
@option(
    "--depth depths", DepthsOption(), "N",
    "Plies that minimax looks ahead; with --compare all depths up to that, or a range such as 3..8.",
)  # fmt: skip
@judges_option
@option("--time seconds", ANALYSE["seconds"], "SECONDS")
@option("--playouts", ANALYSE["playouts"], "N")
@flag("--compare", "Compare searches by depth, from plain minimax to the best, and mcts by its playouts.")
@file_option("--svg", "With --compare: write its charts too.")
@option("--seed", ANALYSE["seed"], "N", default="0")
@flag("--all whole", "Print all moves, however many there are.")
@flag("--json as_json", "Print a JSON object, which holds all of it.")
@settings_options("theme", "symbols", "plain")
def analyse_position(
    game: str, opening: tuple[str, ...], methods: str, depths: tuple[int, int] | None,
    judges: tuple[str, ...], seconds: float | None, playouts: int | None, seed: int, compare: bool,
    svg: "Path | None", whole: bool, as_json: bool, **preferred: Any,
) -> None:  # fmt: skip
    """Analyse a position: what each move is worth.

    It shows several methods side by side: exact if the position can be solved, minimax to a depth, and mcts with a
    margin for the luck of its playouts; then the moves expected, who is winning, and where the methods disagree. At a
    terminal the table gets better in place; Ctrl-C prints what is known so far. Values count for the seat to move, or
    for the first seat if chance is to move. What is hidden is judged by what the seat to move can know. Without --time
    the same words print the same values.

    With --compare it shows for each depth the positions that each search visits, its time, its value and its move: how
    much pruning, move order and a table save, and what the horizon hides. mcts is shown by its playouts, with 20 seeds.
    """
    from referee.analysis.method_result import Budget
    from referee.analysis.methods import chosen
    from referee.support.settings import load_settings

    first, last = depths or (0, None)
    budget = Budget(last, seconds, playouts, seed)
    names, settings = chosen(methods.split(",")), load_settings(**preferred)
    if compare and judges:
        raise click.UsageError(
            f"--judge {judges[0]} judges moves, and --compare compares searches: leave out one of them"
        )
    if compare and "first-win" in names:
        raise click.UsageError("first-win searches to the end, and --compare goes by depth: leave out one of them")
    if compare:
        from referee.analysis.compare import DEEPEST as USUAL
        from referee.analysis.compare import CompareTask
        from referee.reports.analysis.compare import CompareRequest
        from referee.reports.analysis.compare import compare as show

        task = CompareTask((max(first, 1), last or USUAL), budget, names)
        show(CompareRequest(game, opening, task, settings, whole, as_json, svg))
        return
    if first:
        raise click.UsageError(f"--depth {first}..{last} is a range, which is for --compare: give one number")
    if svg:
        raise click.UsageError(f"--svg {svg} is for the charts of --compare: add --compare")
    from referee.reports.analysis.output import AnalysisRequest, analyse

    analyse(AnalysisRequest(game, opening, names, budget, judges, settings, whole, as_json))
