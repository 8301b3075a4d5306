"""`referee learn`: watch a program learn a game, and then play it."""

import click

from games.option import Number, Whole
from referee.commands.shared_options import file_option, flag, game_argument, option, seed_option, settings_options
from referee.learning.plan_options import SETTINGS
from referee.support.limits import draw_seed

SECONDS = 60.0  # of learning, unless a number of games is given


@click.command("learn")
@game_argument
@option(
    "--time seconds", Number(least=0.1), "SECONDS",
    "Learn for this many seconds of processor time; 60 by default, unless --games is given.",
)  # fmt: skip
@option("-g --games", Whole(least=1), "N", "Learn from N games in all, also if a run is resumed.")
@option(
    "--features", SETTINGS["features"], "TEXT",
    "What the evaluation looks at: estimate, all, lines4, boxes2x3, walks8x20, own, cells, hidden40, joined by +.",
)  # fmt: skip
@option(
    "--rate", SETTINGS["rate"], "X",
    "The step size; by default 5, or 0.5 where there is chance, and 20 for hidden units.",
)  # fmt: skip
@option(
    "--method", SETTINGS["method"], "METHOD",
    "What is corrected: positions (td), by default with chance or on small boards, or ends of lines (tdleaf).",
)  # fmt: skip
@option(
    "--lambda trace", SETTINGS["trace"], "X",
    "How far corrections reach back, 0 to 1; by default 0.8, or 0 with --features all.",
)  # fmt: skip
@option(
    "--epsilon", SETTINGS["epsilon"], "X",
    "The share of moves made at random; by default 0.1, or 0.3 with --features all.",
)  # fmt: skip
@option("--depth", SETTINGS["depth"], "N", "Plies that it looks ahead while it learns; 1 by default.", default="1")
@option(
    "--opening", SETTINGS["opening"], "N", "Begin each game with at most N random moves; 8 by default.",
    default="8",
)  # fmt: skip
@seed_option
@click.option(
    "--against", multiple=True, metavar="PLAYER",
    help="Measure it against that player meanwhile; may be given several times. By default random, and the same search"
    " by the game's own estimate.",
)  # fmt: skip
@option(
    "--matches", Whole(least=0, most=10_000), "N",
    "Games against each for a point of the curve; 40 by default, 0: no curve.", default="40",
)  # fmt: skip
@option(
    "--accept accepted", Whole(least=0, most=10_000), "N",
    "At the end play N games against minimax with the game's own estimate, both with the same time.", default="0",
)  # fmt: skip
@option("--move", Number(least=0.001), "SECONDS", "The time for a move in these; 0.1 by default.", default="0.1")
@file_option("-o --out", "Write the weights to a file whose name ends in .weights.")
@flag("--resume", "Go on with the run in that file, with its settings.")
@file_option("--svg", "Write the learning curve as a picture.")
@file_option("--html", "Write a page with the curve and its points.")
@flag("--json as_json", "Print JSON, an object a line.")
@settings_options("plain")
def learn_game(game: str, seconds: float | None, games: int | None, seed: int | None, **given: object) -> None:
    """Let an evaluation learn GAME, and watch how strong it gets.

    It begins with weights of 0 and learns by temporal differences, in play against itself: the value of a position is
    corrected towards the values of the positions that followed it. Meanwhile another process plays games against
    opponents with what has been learnt so far. At the end minimax plays by it: minimax:eval=FILE, or
    minimax:eval=learned if no file was named. Ctrl-C stops it, and --resume goes on. At a terminal Space pauses it, and
    Enter plays against it.
    """
    from referee.learning.plan import LearningPlan, canonical_game
    from referee.learning.run import RunLimits
    from referee.reports.learning.output import LearningOptions, learn_and_print

    names = ("rate", "trace", "epsilon", "opening", "depth")
    drawn = draw_seed() if seed is None else seed
    chosen = {name: given[name] for name in names}
    plan = LearningPlan(canonical_game(game), given["features"] or "", given["method"] or "", seed=drawn, **chosen)  # type: ignore[arg-type]
    if seconds is None and games is None:
        seconds = SECONDS
    measured = {name: given[name] for name in ("matches", "accepted", "move")}
    limits = RunLimits(seconds, games, opponents=given["against"], **measured)  # type: ignore[arg-type]
    named = {name: given[name] for name in ("out", "resume", "as_json", "svg", "html")}
    options = LearningOptions(plan, limits, plain=bool(given["plain"]), **named)  # type: ignore[arg-type]
    learn_and_print(options, play_match)


def play_match(game: str, opponent: str) -> None:
    """Play matches between the person at the terminal and `opponent` until the person stops."""
    from referee.batches.plan import Plan
    from referee.support.settings import load_settings
    from referee.table.next_match import NextMatch
    from referee.table.session import play_matches

    wanted = load_settings()
    play_matches(NextMatch(Plan(game, ("human", opponent), draw_seed(), person=wanted.name)), wanted)
