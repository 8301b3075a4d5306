"""Playing: a match, or a batch of them."""

import secrets

import click

from games.option import Number, Whole
from referee.completion import complete_words
from referee.words import Typed, version, whole_help


@click.command("play", hidden=True, add_help_option=False)
@click.argument("words", nargs=-1, shell_complete=complete_words)
@click.option("-g", "--games", "count", type=Typed(Whole(least=1)), metavar="N", help="Play N games between programs.")
@click.option(
    "--seed", type=Typed(Whole(least=0)), metavar="N",
    help="Where all random numbers come from: the same seed repeats a run. Drawn, and printed, by default.",
)  # fmt: skip
@click.option(
    "--time", "seconds", type=Typed(Number(least=0.001)), metavar="SECONDS",
    help="The time for a move. A program that takes longer loses; people may think.",
)  # fmt: skip
@click.option("--swap", is_flag=True, help="Sides alternate; in a single match the player named last moves first.")
@click.option("--moves", "opening", default="", metavar="TEXTS", help='Start after these moves: --moves "5 1 9".')
@click.option(
    "--json", "as_json", is_flag=True,
    help="Print JSON, an object a line: the record of each game, then a summary.",
)  # fmt: skip
@click.option("--plain", is_flag=True, help="Print plain lines, without colours, and ask by plain lines.")
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=version, hidden=True)
@click.option("-h", "--help", is_flag=True, expose_value=False, is_eager=True, callback=whole_help, hidden=True)
def play(
    words: tuple[str, ...],
    count: int | None,
    seed: int | None,
    seconds: float | None,
    swap: bool,
    opening: str,
    as_json: bool,
    plain: bool,
) -> None:
    """Play a match or a batch."""
    from referee.batch import Plan
    from referee.clocks import Control
    from referee.run import run_batch, run_match
    from referee.seating import seat

    table = click.get_current_context().find_root().command
    named = [name for name, command in table.commands.items() if not command.hidden]  # type: ignore[attr-defined]
    single = count is None and not as_json
    game, pair = seat(words, named, people=single, plain=plain)
    plan = Plan(
        game=game,
        players=(pair[1], pair[0]) if swap and single else pair,
        seed=secrets.randbelow(10**9) if seed is None else seed,
        control=Control(move=seconds),
        swap=swap and not single,
        opening=tuple(opening.split()),
    )
    plan.check()
    if single:
        run_match(plan, plain)
    else:
        run_batch(plan, count or 1, as_json, plain, say_seed=seed is None)
