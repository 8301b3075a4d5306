"""`referee class`: a tournament of students' programs, which stay on their machines."""

from contextlib import closing
from typing import TYPE_CHECKING, Any

import click

from games.option import Whole
from referee.commands.host import ListenOption, SpanOption
from referee.commands.shared_options import (
    clock_option,
    file_option,
    flag,
    game_argument,
    option,
    position_option,
    say,
    time_option,
)
from referee.match.options import OPENINGS
from referee.support.limits import PLAY
from referee.tournaments.options import MOST, AnchorOption

if TYPE_CHECKING:
    from pathlib import Path

    from referee.match.clocks import Control
    from referee.match.options import OpeningsFile
    from referee.tournaments.plan import Tournament

SECONDS = 10.0  # for a move, if nothing is said of time: a program that hangs must not hold up its opponent


@click.command("class")
@game_argument
@file_option(
    "--tokens", "The students: CSV with names, into which tokens are written for those who have none.", required=True
)
@option(
    "--listen", ListenOption(), "ADDRESS[:PORT]",
    "Where to listen: 0.0.0.0 is every address of this machine; only this machine itself by default.",
    default="127.0.0.1",
)  # fmt: skip
@file_option("--certificate", "The certificate and its key in PEM; by default one is made and kept.")
@time_option
@clock_option
@click.option(
    "--fixed", multiple=True, metavar="PLAYER[=RATING]",
    help="A program of your own that plays here, maybe with a given rating: level:3=1000. May be given several times.",
)  # fmt: skip
@option(
    "--openings", OPENINGS, "N|FILE",
    "Start from N random balanced openings, or those in a file, each played from both sides; 0: none.",
)  # fmt: skip
@position_option
@option("--seed", PLAY["seed"], "N", "Where random openings come from. Drawn, and shown, by default.")
@option("--tables", Whole(1000, least=1, most=1000), "N", "Games at once, at most.", default="1000")
@option("--grace", SpanOption(), "TIME", "How long a program may be away in a game; 30s by default.", default="30s")
@flag("--new", "Begin another class, instead of going on with the last one of these students.")
@file_option("--csv", "Keep the standings in a CSV file, a line a student.")
@file_option("--gradescope", "Keep Gradescope's results and leaderboard in a JSON file, by student.")
def hold_class(game: str, tokens: "Path", new: bool, **given: Any) -> None:
    """Hold a tournament of programs on students' own machines.

    It prints a line for each student: referee join and an invitation, to which the student adds a program. All that are
    connected play. Ctrl-C lets the games end that run, and a second one stops them; started again, the class goes on. A
    browser shows the standings and a board. `referee standings` and `referee games-of` know the class as a tournament.
    """
    from referee.drawing import terminal
    from referee.network.invitation import require_websockets
    from referee.reports.tournament.table import standings_lines
    from referee.storage.database import StorageError
    from referee.tournaments.journal import open_journal

    require_websockets("class")
    from referee.network.holding import Files, hold, open_class
    from referee.network.roster import read_students

    files = Files(given["csv"], given["gradescope"])
    students = read_students(tokens)
    wanted = plan_class(game, **given)
    try:
        with closing(open_journal()) as journal:
            begun = open_class(journal, wanted, students, new, lambda plan: add_openings(plan, given["openings"]))
            kept = "" if begun or (given["seed"], given["openings"]) == (None, None) else ", with its seed and openings"
            click.echo(f"class {journal.number} {'begins' if begun else 'goes on'}{kept}", err=True)
            standings, stopped = hold(
                journal, students, wanted.players, given["listen"], given["certificate"], files, given["tables"],
                given["grace"],
            )  # fmt: skip
    except StorageError as error:
        raise click.ClickException(str(error)) from error
    click.echo("\n".join(standings_lines(standings, terminal.width(), terminal.signs())))
    if stopped:
        raise click.exceptions.Exit(130)


def plan_class(
    game: str,
    position: str,
    seconds: float | None,
    clock: "Control | None",
    fixed: tuple[str, ...],
    seed: int | None,
    **_: Any,
) -> "Tournament":
    """Return the class as it begins, with the staff's programs. Raises SpecError."""
    from games import spell_sides, with_position
    from players import CATALOGUE
    from referee.commands.tournament import make_control
    from referee.match.clocks import give_budget
    from referee.match.distinct_names import unique_names
    from referee.support.limits import draw_seed
    from referee.tournaments.entrants import check_tournament
    from referee.tournaments.options import CLASS
    from referee.tournaments.plan import Tournament

    control = make_control(clock, SECONDS if seconds is None and clock is None else seconds)
    split = [split_rating(each) for each in fixed]
    specs = tuple(spec for spec, _ in split)
    names = unique_names(specs)
    plan = Tournament(
        game=spell_sides(with_position(game, position)),
        players=tuple(give_budget(CATALOGUE.spell_out(each), control) for each in specs),
        names=names,
        format=CLASS,
        rounds=1,
        seed=draw_seed() if seed is None else seed,
        control=control,
        anchors=tuple((name, rating) for name, (_, rating) in zip(names, split, strict=True) if rating is not None),
    )
    check_tournament(plan)
    return plan


def add_openings(plan: "Tournament", wanted: "int | OpeningsFile | None") -> "Tournament":
    """Return the plan with its openings: those in a file, or `wanted` random ones. Raises SpecError."""
    from dataclasses import replace

    from referee.tournaments.entrants import tournament_openings

    count = len(plan.players)
    found = tournament_openings(plan.game, plan.format, count, plan.rounds, plan.seed, wanted, say)
    return replace(plan, openings=found)


def split_rating(text: str) -> tuple[str, float | None]:
    """Return the spec of a player, and its rating: `level:3=1000`. None where the text is a player as it stands.

    Raises SpecError if the player may not have such a rating.
    """
    from games.base.spec_error import SpecError
    from players import CATALOGUE

    if "=" not in text:
        return text, None
    try:
        CATALOGUE.check(text)  # minimax:depth=3 is a player
    except SpecError:
        anchors = AnchorOption()
        try:
            read = anchors.read(text)
        except ValueError:
            return text, None
        if not anchors.fits(read):
            raise SpecError(f"--fixed {text}: a rating is a number from -{MOST} to {MOST}") from None
        return read
    return text, None
