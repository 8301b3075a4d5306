"""`referee learn`: watch a program learn a game, and then play it."""

from pathlib import Path

import click

from games.option import Number, Whole
from referee.commands.shared_options import OptionType, seed_option, settings_options
from referee.commands.shell_completion import complete_game
from referee.learning.plan_options import SETTINGS
from referee.support.limits import draw_seed

SECONDS = 60.0  # of learning, unless a number of games is given


@click.command("learn")
@click.argument("game", shell_complete=complete_game)
@click.option(
    "--time", "seconds", type=OptionType(Number(least=0.1)), metavar="SECONDS",
    help="Learn for so many seconds of processor time; 60 by default, unless --games is given.",
)  # fmt: skip
@click.option(
    "-g",
    "--games",
    type=OptionType(Whole(least=1)),
    metavar="N",
    help="Learn from N games in all, also if a run is resumed.",
)
@click.option(
    "--features", type=OptionType(SETTINGS["features"]), metavar="TEXT",
    help="What the evaluation looks at: estimate, all, lines4, boxes2x3, walks8x20, own, cells, hidden40, joined by +.",
)  # fmt: skip
@click.option(
    "--rate", type=OptionType(SETTINGS["rate"]), metavar="X",
    help="The step size; by default 5, or 0.5 where there is chance, and 20 for hidden units.",
)  # fmt: skip
@click.option(
    "--method", type=OptionType(SETTINGS["method"]), metavar="METHOD",
    help="What is corrected: positions (td), by default with chance or on small boards, or ends of lines (tdleaf).",
)  # fmt: skip
@click.option(
    "--lambda", "trace", type=OptionType(SETTINGS["trace"]), metavar="X",
    help="How far corrections reach back, 0 to 1; by default 0.8, or 0 with --features all.",
)  # fmt: skip
@click.option(
    "--epsilon", type=OptionType(SETTINGS["epsilon"]), metavar="X",
    help="The share of moves made at random; by default 0.1, or 0.3 with --features all.",
)  # fmt: skip
@click.option(
    "--depth", type=OptionType(SETTINGS["depth"]), default="1", metavar="N",
    help="Plies that it looks ahead while it learns; 1 by default.",
)  # fmt: skip
@click.option(
    "--opening", type=OptionType(SETTINGS["opening"]), default="8", metavar="N",
    help="Each game begins with so many random moves at most; 8 by default.",
)  # fmt: skip
@seed_option
@click.option(
    "--against", multiple=True, metavar="PLAYER",
    help="Measure it against that player meanwhile; may be given several times. By default random, and the same search"
    " by the game's own estimate.",
)  # fmt: skip
@click.option(
    "--matches", type=OptionType(Whole(least=0, most=10_000)), default="40", metavar="N",
    help="Games against each for a point of the curve; 40 by default, 0: no curve.",
)  # fmt: skip
@click.option(
    "--accept", "accepted", type=OptionType(Whole(least=0, most=10_000)), default="0", metavar="N",
    help="At the end play N games against minimax with the game's own estimate, both with the same time.",
)  # fmt: skip
@click.option(
    "--move", type=OptionType(Number(least=0.001)), default="0.1", metavar="SECONDS",
    help="The time for a move in these; 0.1 by default.",
)  # fmt: skip
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the weights to a file whose name ends in .weights.",
)
@click.option("--resume", is_flag=True, help="Go on with the run in that file, with its settings.")
@click.option("--svg", type=click.Path(path_type=Path), metavar="FILE", help="Write the learning curve as a picture.")
@click.option(
    "--html", type=click.Path(path_type=Path), metavar="FILE", help="Write a page with the curve and its points."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, an object a line.")
@settings_options("plain")
def learn_game(game: str, seconds: float | None, games: int | None, seed: int | None, **given: object) -> None:
    """Let an evaluation learn GAME, and watch how strong it gets.

    It begins with weights of 0 and learns by temporal differences, in play against itself: the value of a position is
    corrected towards those of the positions that followed it. Meanwhile another process plays games against opponents
    with what has been learnt by then. At the end minimax plays by it: minimax:eval=FILE, or minimax:eval=learned if no
    file was named. Ctrl-C stops it, and --resume goes on. At a terminal Space pauses it, and Enter plays against it.
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
    from referee.table.lobby import play_matches
    from referee.table.next_match import NextMatch

    wanted = load_settings()
    play_matches(NextMatch(Plan(game, ("human", opponent), draw_seed(), person=wanted.name)), wanted)
