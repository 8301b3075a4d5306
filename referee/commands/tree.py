"""`referee tree`: the tree of a game, and algorithms at work on it."""

from typing import Any

import click

from games.option import Choice, Number, Whole
from referee.commands.shared_options import flag, game_argument, option, settings_options, start_options
from referee.support.limits import TREE, draw_seed

METHODS = ("minimax", "alphabeta", "expectiminimax", "mcts", "bestfirst")
ONLY = {
    "order": ("alphabeta",), "playouts": ("mcts",), "c": ("mcts",), "seed": ("mcts",), "expansions": ("bestfirst",),
}  # fmt: skip
NOT = {  # playouts do not evaluate, and chance is not solved here
    "evaluate": ("mcts",), "static": ("mcts",), "exact": ("mcts", "bestfirst", "expectiminimax"),
}  # fmt: skip


@click.command("tree")
@game_argument
@start_options("The tree after these moves")
@option("--depth", TREE["depth"], "N")
@option(
    "--method", Choice(words=METHODS), "METHOD",
    "minimax, alphabeta, expectiminimax, mcts or bestfirst; minimax by default, expectiminimax where there is"
    " chance.",
)  # fmt: skip
@click.option(
    "--eval", "evaluate", default="", metavar="FILE:FUNCTION",
    help="A function of your own that judges the leaves: ./mine.py:score.",
)  # fmt: skip
@flag("--static", "Give all leaves their static evaluation, even where the game is over.")
@flag("--exact", "Solve the positions where the tree is cut, instead of estimating them.")
@option(
    "--order", Choice(words=("listed", "best", "worst")), "ORDER",
    "In which order alphabeta tries moves: listed, as the game has them, or best or worst first.",
)  # fmt: skip
@option("--playouts", TREE["playouts"], "N")
@option("--c", Number(least=0, most=100), "X", "How much mcts explores; 0.5 by default.")
@option("--seed", TREE["seed"], "N")
@option("--expansions", Whole(least=1, most=2000), "N", "Expansions of bestfirst; 20 by default.")
@flag("--step", "The algorithm step by step: on a page at a terminal, else in lines.")
@flag("--walk", "A page at the terminal, on which a cursor walks the tree.")
@flag("--quiz", "Ask what the algorithm does at its next steps, and grade the answers.")
@click.option(
    "--svg", default="", metavar="FILE", help="Write an SVG picture too, animated with --step; - is standard output."
)
@click.option("--dot", default="", metavar="FILE", help="Write a graph for Graphviz too; - is standard output.")
@flag("--json as_json", "Print a JSON object, which holds the whole tree.")
@settings_options("theme", "symbols", "background", "plain")
def show_tree(game: str, opening: tuple[str, ...], **given: Any) -> None:
    """Draw the tree of a game, with the values of its positions.

    It is drawn as in textbooks: the seat to move is MAX, the other one MIN, dice and cards are chance. The line of best
    play is drawn thick, and what has no room is folded. alphabeta shows its windows, what it prunes and why; mcts shows
    the visits of each node and how it selects its next playout; bestfirst shows how often each node was chosen and
    which are resolved. In a game that hides something, nodes that the mover cannot tell apart carry the same name, I3:
    they are one information set.
    """
    from referee.commands.tree_output import TreeRequest, show_request
    from referee.support.settings import load_settings

    wanted = load_settings(**{name: given.pop(name) for name in ("theme", "symbols", "background", "plain")})
    outputs = {name: given.pop(name) for name in ("step", "walk", "quiz", "svg", "dot", "as_json")}
    check_options(outputs, given)
    evaluate = given.pop("evaluate")
    says: tuple[str, ...] = ()
    if (given["method"] == "mcts" or outputs["quiz"]) and given["seed"] is None:
        given["seed"] = draw_seed()
        says = (f"seed {given['seed']}",)
    from referee.trees.task import TreeTask

    task = TreeTask(**{name: value for name, value in given.items() if value is not None})
    show_request(TreeRequest(game, opening, task, evaluate, says=says, **outputs), wanted)


def check_options(outputs: dict[str, Any], given: dict[str, Any]) -> None:
    """Raise click.UsageError for options that do not go together."""
    method = given["method"]
    for name, methods in ONLY.items():
        if given[name] is not None and method not in methods and not (name == "seed" and outputs["quiz"]):
            raise click.UsageError(f"--{name} {given[name]} is for {' and '.join(methods)}: add --method {methods[0]}")
    for name, others in NOT.items():
        if given[name] and method in others:
            word = "--eval" if name == "evaluate" else f"--{name}"
            raise click.UsageError(f"{word} judges leaves of a tree, which {method} does not: take another --method")
    if given["exact"] and (other := "--static" if given["static"] else "--eval" if given["evaluate"] else ""):
        raise click.UsageError(f"--exact solves leaves, and {other} estimates them: give one of them")
    if given["evaluate"]:
        from players.evaluation import FunctionOption

        if not (option := FunctionOption()).fits(given["evaluate"]):
            raise click.UsageError(f"--eval {given['evaluate']} must be {option.allowed}")
    if outputs["quiz"] and method == "bestfirst":
        raise click.UsageError("--quiz asks nothing about bestfirst: take another --method")
    check_files(outputs)


def check_files(outputs: dict[str, Any]) -> None:
    """Raise click.UsageError for outputs that do not go together."""
    svg, dot = outputs["svg"], outputs["dot"]
    wanted = {"--json": outputs["as_json"], "--svg -": svg == "-", "--dot -": dot == "-"}
    printed = [words for words, given in wanted.items() if given]
    if len(printed) > 1:
        raise click.UsageError("standard output takes one of --svg -, --dot - and --json")
    if outputs["walk"] and printed:
        raise click.UsageError(f"--walk is a page for people, {printed[0]} is for programs: give one of them")
    if outputs["quiz"] and (others := [*printed, *(f"--{name}" for name in ("walk", "step") if outputs[name])]):
        raise click.UsageError(f"--quiz shows the tree question by question, without {others[0]}: give one of them")
    if svg and svg == dot:
        raise click.UsageError(f"--svg and --dot would both write {svg}: give each a file of its own")
