"""`referee facts`: what is known about a game."""

from typing import TYPE_CHECKING, Any

import click

from games.option import Number, Whole
from referee.commands.shared_options import (
    game_argument,
    json_option,
    option,
    position_of,
    position_option,
    settings_options,
)
from referee.support.limits import PLAY

if TYPE_CHECKING:
    from referee.facts.facts import Facts


@click.command("facts")
@game_argument
@position_option
@option(
    "--games", Whole(least=1, most=1_000_000), "N",
    "Play N random and N strong games; by default as many as ten seconds allow.",
)  # fmt: skip
@option(
    "--time seconds", Number(least=0.1), "SECONDS",
    "Take at most this long; without --games it plays as many games as fit.",
)  # fmt: skip
@option(
    "--seed", PLAY["seed"], "N",
    "Where all random numbers come from: the same seed gives the same figures. 1 by default.",
)  # fmt: skip
@click.option("--strong", metavar="PLAYER", help="Who plays well, against itself; level:6 by default.")
@option("--workers", PLAY["workers"], "N")
@json_option
@settings_options("theme", "symbols", "plain")
def show_facts(game: str, position: str, seed: int | None, workers: int | None, as_json: bool, **given: Any) -> None:
    """Find out what is known about a game.

    It shows how many positions and games there are, as far as they can be counted; what the game is worth, if that is
    soon found out; how often each seat wins in random and in strong play, how long games are, and how many moves there
    are to choose from. Results of games have their 95 % intervals. Ctrl-C prints what is known so far.
    """
    from referee.drawing.progress import meter
    from referee.facts.survey import Survey, SurveyOptions
    from referee.running.run_options import RunOptions
    from referee.support.settings import load_settings

    holds = load_settings(**{name: given.pop(name) for name in ("theme", "symbols", "plain")})
    survey = Survey(
        SurveyOptions(position_of(game, position), 1 if seed is None else seed, RunOptions(workers), **given)
    )
    try:
        with meter() as tell:
            survey.run(tell)
    except KeyboardInterrupt:
        click.echo("", err=True)
        print_facts(survey.facts(stopped=True), as_json, holds)
        click.echo("stopped before all was found out", err=True, nl=False)  # click ends the line
        raise
    print_facts(survey.facts(), as_json, holds)


def print_facts(facts: "Facts", as_json: bool, holds: Any) -> None:
    """Print the facts in lines or as JSON."""
    import json
    import sys

    from referee.drawing import terminal
    from referee.drawing.surface import Colourful, Plain
    from referee.reports.facts import facts_lines

    if as_json:
        click.echo(json.dumps(facts.as_dict(), allow_nan=False))
        return
    coloured = terminal.movable(sys.stdout) and not holds.plain
    surface = Colourful(terminal.theme(holds.theme)) if coloured else Plain()
    for line in facts_lines(facts, terminal.width(), terminal.signs(holds.symbols), holds.plain):
        surface.line(line)
