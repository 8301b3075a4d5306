"""`referee review`: a match, judged move by move."""

from pathlib import Path
from typing import Any

import click

from referee.commands.shared_options import OptionType, game_option, position_option, settings_options
from referee.reviews.searches import NODES, PLAYOUTS
from referee.support.limits import REVIEW


@click.command("review")
@click.argument("what", metavar="[N | ID.N | FILE | GAME]", required=False)
@position_option
@click.option("--moves", "line", default="", metavar="TEXTS", help='Review these moves of GAME: "5 1 9".')
@game_option
@click.option(
    "--nodes", type=OptionType(REVIEW["nodes"]), default=str(NODES), metavar="N",
    help=f"Positions that a search may visit for each move; {NODES:,} by default.",
)  # fmt: skip
@click.option(
    "--playouts", type=OptionType(REVIEW["playouts"]), default=str(PLAYOUTS), metavar="N",
    help=f"Random games for each move, where they judge; {PLAYOUTS:,} by default.",
)  # fmt: skip
@click.option(
    "--time", "seconds", type=OptionType(REVIEW["seconds"]), metavar="SECONDS", help="Take no longer for all of it."
)  # fmt: skip
@click.option(
    "--seed", type=OptionType(REVIEW["seed"]), default="0", metavar="N", help="The seed of random games; 0 by default."
)
@click.option("--all", "whole", is_flag=True, help="Tell also of good moves where there is something to say.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object, which holds all of it.")
@click.option(
    "--html", type=click.Path(path_type=Path), metavar="FILE", help="Write the review as a page, with chart and boards."
)  # fmt: skip
@click.option("--svg", type=click.Path(path_type=Path), metavar="FILE", help="Write the chart as a picture.")
@settings_options("theme", "symbols", "plain")
def review_match(what: str | None, position: str, line: str, number: int | None, **given: Any) -> None:
    """Review a match: judge each move, and find what was better.

    Name the match by its number in `referee history`, or by a file: records that --json or --save wrote, or any other
    that `referee import` reads; or name a game and its --moves. 7.12 is game 12 of tournament 7. By default it is the
    match that ended last. Moves are best, good, inaccuracies (?!), mistakes (?) or blunders (??) by how much of the
    chance to win they give away: exactly if a position can be solved, else as far as a search sees. Ctrl-C prints what
    is known by then.
    """
    from games import with_position
    from referee.reports.review.output import ReviewRequest, review

    if line and what:
        review(ReviewRequest(with_position(what, position), number, tuple(line.split()), **given))
    elif line or position:
        raise click.UsageError("a line of a game is reviewed by its name and moves: referee review GAME --moves TEXTS")
    else:
        review(ReviewRequest(what, number, (), **given))
