"""Tournaments: held, gone on with, and looked at."""

import secrets
from contextlib import closing
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from games.option import Choice, Number, Whole
from referee.clocks import ClockOption
from referee.completion import complete_entrants
from referee.verbs.running import running
from referee.verbs.standings import opened, printing, wanted_form
from referee.words import Typed, settable

if TYPE_CHECKING:
    from referee.running.guard import Guard
    from referee.running.terms import Terms
    from referee.tournament.journal import Journal
    from referee.tournament.plan import Tournament

FORMATS = ("round-robin", "gauntlet", "knockout", "swiss")
MOST_ROUNDS = 100_000
PLAN = (
    "words",
    "form",
    "rounds",
    "openings",
    "seed",
    "seconds",
    "clock",
    "isolate",
    "memory",
)  # what a tournament is begun with


@click.command("tournament")
@click.argument("words", metavar="[GAME] PLAYER PLAYER...", nargs=-1, shell_complete=complete_entrants)
@click.option(
    "--format", "form", type=Typed(Choice(words=FORMATS)), default="round-robin", metavar="FORMAT",
    help="round-robin, the default, gauntlet: the player named first against each other, knockout or swiss.",
)  # fmt: skip
@click.option(
    "--rounds", type=Typed(Whole(least=1, most=MOST_ROUNDS)), metavar="N",
    help="As the format counts them: of a round-robin, how often each two meet, which is for two games.",
)  # fmt: skip
@click.option(
    "--openings", type=Typed(Whole(least=0, most=100_000)), metavar="N",
    help="Start from N random balanced openings, each played from both sides; 0: none. By default there are enough.",
)  # fmt: skip
@click.option(
    "--seed", type=Typed(Whole(least=0)), metavar="N",
    help="Where all random numbers come from: the same seed repeats a tournament. Drawn, and shown, by default.",
)  # fmt: skip
@click.option(
    "--time", "seconds", type=Typed(Number(least=0.001)), metavar="SECONDS",
    help="The time for a move. Who takes longer loses.",
)  # fmt: skip
@click.option(
    "--clock", type=Typed(ClockOption()), metavar="TIME",
    help="The time for a game, and what each move adds to it: --clock 5m+3s. Who has none left loses.",
)  # fmt: skip
@click.option(
    "--resume", type=Typed(Whole(least=1)), metavar="ID", help="Go on with the tournament of that number."
)  # fmt: skip
@printing
@running
@settable("symbols", "plain")
def hold_tournament(words: tuple[str, ...], resume: int | None, terms: "Terms", **given: Any) -> None:
    """Hold a tournament between programs.

    Every game is written down as it is finished. A tournament that was stopped, by Ctrl-C or otherwise, is gone on
    with by --resume and its number: exactly what is missing is played. With --json the record of each game is printed,
    an object a line, then the standings.
    """
    from referee.database import Unkept
    from referee.running import runner
    from referee.tournament.run import run, verdict

    form = wanted_form(given)
    planned = {name: given.pop(name) for name in PLAN if name in given}
    if resume is not None:
        refuse_plan()
    try:
        with closing(opened()) as journal:
            if resume is None:
                begin(journal, words, terms, **planned)
            else:
                go_on(journal, resume, terms)
            with terms.open() as workers:
                standings = run(journal, lambda games: runner.results(games, workers, len(games)), form)
    except Unkept as error:
        raise click.ClickException(str(error)) from error
    if status := verdict(terms, standings):
        raise click.exceptions.Exit(status)


def begin(journal: "Journal", words: tuple[str, ...], terms: "Terms", **planned: Any) -> None:
    """Begin a new tournament. Raises SpecError where it cannot be played, Unkept where it cannot be kept."""
    from referee.openings import by_deals
    from referee.tournament.hold import check
    from referee.tournament.run import REQUIRED

    tournament = new(words, guard=terms.guard, **planned)
    check(tournament)
    terms.check(tournament.names, REQUIRED)
    number = journal.begin(tournament)
    click.echo(f"tournament {number}, seed {tournament.seed}", err=True)
    if len(tournament.openings) < (planned["openings"] or 0) and not by_deals(tournament.game):
        click.echo(f"openings of {tournament.game} that are balanced: only {len(tournament.openings)}", err=True)


def new(
    words: tuple[str, ...],
    form: str,
    rounds: int | None,
    openings: int | None,
    seed: int | None,
    seconds: float | None,
    clock: tuple[float, float] | None,
    guard: "Guard | None",
) -> "Tournament":
    """The tournament that was typed. Raises SpecError."""
    from referee.clocks import Control
    from referee.settings import settings
    from referee.tournament.entrants import drawn, entrants, names
    from referee.tournament.plan import Tournament
    from referee.tournament.schedule import FORMATS as KNOWN

    game, players = entrants(words, list(click.get_current_context().find_root().command.commands), settings().game)  # type: ignore[attr-defined]
    rounds = rounds or KNOWN[form].rounds(len(players))
    seed = secrets.randbelow(10**9) if seed is None else seed
    total, increment = clock or (None, 0.0)
    return Tournament(
        game=game,
        players=players,
        names=names(players),
        format=form,
        rounds=rounds,
        seed=seed,
        control=Control(seconds, total, increment),
        openings=drawn(game, form, len(players), rounds, seed, openings),
        guard=guard,
    )


def go_on(journal: "Journal", number: int, terms: "Terms") -> None:
    """Go on with the tournament of that number. Raises SpecError where it cannot be."""
    from referee.tournament.hold import check
    from referee.tournament.run import REQUIRED

    tournament = journal.load(number)
    check(tournament)
    terms.check(tournament.names, REQUIRED)
    journal.resume(number)


def refuse_plan() -> None:
    """Raise UsageError where something is typed that a tournament which is resumed has from its beginning."""
    context = click.get_current_context()
    for param in context.command.params:
        if param.name in PLAN and context.get_parameter_source(param.name) is not ParameterSource.DEFAULT:
            what = "/".join(param.opts) if isinstance(param, click.Option) else " ".join(context.params["words"])
            raise click.UsageError(f"--resume goes on with a tournament as it was begun, and takes no {what}")
