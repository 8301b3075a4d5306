"""Playing: a match, or a batch of them."""

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from games.option import Number, Whole
from referee.clocks import ClockOption
from referee.completion import complete_words
from referee.words import Typed, settable, version, whole_help

if TYPE_CHECKING:
    from referee.batch import Plan
    from referee.settings import Settings


@click.command("play", hidden=True, add_help_option=False)
@click.argument("words", nargs=-1, shell_complete=complete_words)
@click.option("-g", "--games", "count", type=Typed(Whole(least=1)), metavar="N", help="Play N games between programs.")
@click.option(
    "--seed", type=Typed(Whole(least=0)), metavar="N",
    help="Where all random numbers come from: the same seed repeats a run. Drawn, and shown, by default.",
)  # fmt: skip
@click.option(
    "--time", "seconds", type=Typed(Number(least=0.001)), metavar="SECONDS",
    help="The time for a move. Who takes longer loses.",
)  # fmt: skip
@click.option(
    "--clock", type=Typed(ClockOption()), metavar="TIME",
    help="The time for a game, and what each move adds to it: --clock 5m+3s. Who has none left loses.",
)  # fmt: skip
@click.option("--swap", is_flag=True, help="Sides alternate; in a single match the player named last moves first.")
@click.option("--moves", "opening", default="", metavar="TEXTS", help='Start after these moves: --moves "5 1 9".')
@click.option("--save", type=click.Path(path_type=Path), metavar="FILE", help="Write a record of the match to a file.")
@click.option(
    "--json", "as_json", is_flag=True,
    help="Print JSON, an object a line: the record of each game, then a summary.",
)  # fmt: skip
@settable("theme", "symbols", "name", "pace", "plain")
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=version, hidden=True)
@click.option("-h", "--help", is_flag=True, expose_value=False, is_eager=True, callback=whole_help, hidden=True)
def play(words: tuple[str, ...], count: int | None, as_json: bool, save: Path | None, **given: Any) -> None:
    """Play a match or a batch."""
    from referee.run import run_batch
    from referee.settings import SETTINGS, settings
    from referee.sitting import sit_down

    wanted = settings(**{name: given.pop(name) for name in list(given) if name in SETTINGS})
    single = count is None and not as_json
    if save and not single:
        raise click.UsageError("--save writes the record of a single match; a batch prints its records with --json")
    plan = planned(words, wanted, single, **given)
    plan.check()
    if single:
        sit_down(plan, wanted, file=save)
    else:
        run_batch(plan, count or 1, as_json, wanted.plain, say_seed=given["seed"] is None)


def planned(
    words: tuple[str, ...],
    wanted: "Settings",
    single: bool,
    seed: int | None,
    seconds: float | None,
    clock: tuple[float, float] | None,
    swap: bool,
    opening: str,
) -> "Plan":
    """What is to be played, by what was typed, or chosen where no player was named."""
    from referee.batch import Plan
    from referee.clocks import Control
    from referee.seating import seat

    table = click.get_current_context().find_root().command
    named = [name for name, command in table.commands.items() if not command.hidden]  # type: ignore[attr-defined]
    game, pair = seat(words, named, people=single, wanted=wanted)
    total, increment = clock or (None, 0.0)
    return Plan(
        game=game,
        players=(pair[1], pair[0]) if swap and single and named_in(words) else pair,
        seed=secrets.randbelow(10**9) if seed is None else seed,
        control=Control(seconds, total, increment),
        swap=swap and not single,
        opening=tuple(opening.split()),
        person=wanted.name,
    )


def named_in(words: tuple[str, ...]) -> bool:
    """Whether a player is among the words; one who chose in the menu has chosen who moves first, too."""
    import players

    return any(players.CATALOGUE.find(word) for word in words)
