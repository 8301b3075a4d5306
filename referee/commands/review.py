"""`referee review`: a match, judged move by move."""

from typing import Any

import click

from referee.commands.shared_options import (
    file_option,
    flag,
    game_option,
    judges_option,
    list_if_famous,
    option,
    position_option,
    settings_options,
)
from referee.support.limits import NODES, PLAYOUTS, REVIEW


@click.command("review")
@click.argument("what", metavar="[N | ID.N | FILE | GAME]", required=False, callback=list_if_famous)
@position_option
@click.option("--moves", "line", default="", metavar="TEXTS", help='Review these moves of GAME: "5 1 9".')
@game_option
@judges_option
@option("--nodes", REVIEW["nodes"], "N", default=str(NODES))
@option("--playouts", REVIEW["playouts"], "N", default=str(PLAYOUTS))
@option("--time seconds", REVIEW["seconds"], "SECONDS")
@option("--seed", REVIEW["seed"], "N", default="0")
@option("--workers", REVIEW["workers"], "N", default="1")
@flag("--all whole", "Comment on good moves too.")
@flag("--json as_json", "Print a JSON object, which holds all of it.")
@file_option("--html", "Write the review as a page, with chart and boards.")
@file_option("--svg", "Write the chart as a picture.")
@file_option("--pgn", "Write the match of chess with grades, evaluations and better lines.")
@file_option("--pdn", "The same of checkers.")
@file_option("--sgf", "The same of go, othello, gomoku or hex.")
@settings_options("theme", "symbols", "plain")
def review_match(what: str | None, position: str, line: str, number: int | None, **given: Any) -> None:
    """Review a match: judge each move, and find what was better.

    Name the match by its number in `referee history`, or by a file: records that --json or --save wrote, or any other
    that `referee import` reads; or name a game and its --moves. 7.12 is game 12 of tournament 7. By default it is the
    match that ended last. Moves are best, good, inaccuracies (?!), mistakes (?) or blunders (??) by how much of the
    chance to win they give away: exactly if a position can be solved, otherwise as far as a search sees. Ctrl-C prints
    what is known so far.
    """
    from games import with_position
    from referee.reports.review.output import ReviewRequest, review

    if line and what:
        review(ReviewRequest(with_position(what, position), number, tuple(line.split()), **given))
    elif line or position:
        raise click.UsageError("a line of a game is reviewed by its name and moves: referee review GAME --moves TEXTS")
    else:
        review(ReviewRequest(what, number, (), **given))
