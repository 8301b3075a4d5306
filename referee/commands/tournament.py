"""`referee tournament`: hold a tournament, or resume one."""

from collections.abc import Collection
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from games.option import Whole
from referee.commands.command_group import command_names
from referee.commands.shared_options import (
    adjudication_options,
    clock_option,
    complete,
    debug_option,
    each_option,
    game_file_options,
    margin_option,
    option,
    position_option,
    run_options,
    say,
    seed_option,
    settings_options,
    settle_rules,
    test_options,
    time_option,
)
from referee.commands.standings import anchor_option, output_form, output_options
from referee.match.options import OPENINGS
from referee.support.limits import draw_seed
from referee.tournaments.options import CLASS, FORMAT, ROUNDS

if TYPE_CHECKING:
    from referee.match.clocks import Control
    from referee.match.options import OpeningsFile
    from referee.reports.game_file import GameFile
    from referee.running.run_options import RunOptions
    from referee.statistics.sprt import Sprt
    from referee.tournaments.journal import Journal
    from referee.tournaments.plan import Tournament

# What fixes a tournament at its beginning, so that --resume refuses it.
PLAN = (
    "words", "form", "rounds", "position", "openings", "seed", "seconds", "clock", "each", "margin", "isolate",
    "memory", "anchors", "resign", "draw", "solved", "maxmoves", "tb", "rules", "sprt", "model",
)  # fmt: skip


@click.command("tournament")
@click.argument("words", metavar="[GAME] PLAYER PLAYER...", nargs=-1, shell_complete=complete("entrants"))
@option(
    "--format form", FORMAT, "FORMAT",
    "round-robin, the default, gauntlet: the player named first against each other, knockout or swiss.",
    default=FORMAT.default,
)  # fmt: skip
@option("--rounds", ROUNDS, "N", "Rounds; in a round robin each two players meet once a round, in two games.")
@option(
    "--openings", OPENINGS, "N|FILE",
    "Start from N random balanced openings, or those in a file: book.epd,order=random,plies=8. 0: none.",
)  # fmt: skip
@position_option
@seed_option
@time_option
@clock_option
@debug_option
@each_option
@margin_option
@option("--resume", Whole(least=1), "ID", "Go on with the tournament of that number.")
@adjudication_options
@test_options
@game_file_options
@anchor_option
@output_options
@run_options
@settings_options("symbols", "plain")
def hold_tournament(
    words: tuple[str, ...], resume: int | None, terms: "RunOptions", kept: "GameFile | None", **given: Any
) -> None:
    """Hold a tournament between programs.

    Each game is kept as soon as it is finished. --resume and its number continue a tournament that was stopped,
    by Ctrl-C or otherwise: exactly the missing games are played. With --json the record of each game is printed, an
    object a line, then the standings.
    """
    from referee.reports.tournament.output import exit_status, play_and_print
    from referee.running import runner
    from referee.storage.database import StorageError
    from referee.support.signals import halt_first
    from referee.tournaments.journal import open_journal

    form = output_form(given)
    planned = {name: given.pop(name) for name in PLAN if name in given}
    if resume is not None:
        refuse_plan_options()
    try:
        with closing(open_journal()) as journal:
            if resume is None:
                begin_tournament(journal, words, terms, kept, **planned)
            else:
                resume_tournament(journal, resume, terms, kept)
            with terms.open_workers() as workers, halt_first() as halt:
                play = lambda games: runner.play_tasks(games, workers, len(games), halt=halt)  # noqa: E731  # with these
                standings = play_and_print(journal, play, form, halt, kept)
    except StorageError as error:
        raise click.ClickException(str(error)) from error
    if ended := exit_status(terms, standings):
        raise click.exceptions.Exit(ended)


def begin_tournament(
    journal: "Journal", words: tuple[str, ...], terms: "RunOptions", kept: "GameFile | None", **planned: Any
) -> None:
    """Begin a new tournament. Raises SpecError if it cannot be played, StorageError if it cannot be saved."""
    from referee.batches.openings import tell_missing
    from referee.reports.tournament.output import REQUIRED
    from referee.tournaments.entrants import check_tournament

    wanted = planned["openings"]
    outside = {name: planned.pop(name) for name in ("each", "margin")}
    control = make_control(planned.pop("clock"), planned.pop("seconds"))
    tournament = make_tournament(words, control=control, outside=outside, guard=terms.guard, **planned)
    check_tournament(tournament)
    terms.check(tournament.names, REQUIRED)
    if kept:
        kept.prepare(tournament.game)
    tournament = replace(tournament, rules=settle_rules(tournament.rules, tournament.game))
    number = journal.begin(tournament)
    click.echo(f"tournament {number}, seed {tournament.seed}", err=True)
    if missing := tell_missing(tournament.game, tournament.openings, wanted):
        click.echo(missing, err=True)


def make_tournament(
    words: tuple[str, ...],
    form: str,
    rounds: int | None,
    position: str,
    openings: "int | OpeningsFile | None",
    seed: int | None,
    control: "Control",
    outside: dict[str, Any],
    **fixed: Any,
) -> "Tournament":
    """Return the tournament that was typed. Raises SpecError.

    outside  options of all programs from outside;  fixed  other fields of the tournament.
    """
    from games import spell_sides, with_position
    from players import CATALOGUE
    from referee.engines.common_options import give_common_options
    from referee.match.clocks import give_budget
    from referee.match.distinct_names import unique_names
    from referee.support.settings import load_settings
    from referee.tournaments.entrants import tournament_openings
    from referee.tournaments.plan import Tournament

    named, players = resolve_entrants(words, command_names(), load_settings().game)
    game = spell_sides(with_position(named, position))
    rounds = count_rounds(form, rounds, len(players), fixed["sprt"])  # checked before the long search for openings
    seed = draw_seed() if seed is None else seed
    entered = give_common_options(tuple(map(CATALOGUE.spell_out, players)), **outside)
    return Tournament(
        game=game,
        players=tuple(give_budget(spec, control) for spec in entered),
        names=unique_names(players),
        format=form,
        rounds=rounds,
        seed=seed,
        control=control,
        openings=tournament_openings(game, form, len(players), rounds, seed, openings, say),
        **fixed,
    )


def count_rounds(form: str, rounds: int | None, players: int, sprt: "Sprt | None") -> int:
    """Return the rounds of a tournament; None stands for the usual number of its format or test. Raises SpecError."""
    from referee.tournaments.plan import MOST
    from referee.tournaments.schedule import FORMATS, check_format, check_test

    if sprt:
        check_test(form, players)
    rounds = rounds or (MOST // 2 if sprt else FORMATS[form].rounds(players))
    check_format(form, players, rounds)
    return rounds


def make_control(clock: "Control | None", seconds: float | None) -> "Control":
    """Return the time control of all players of a tournament. Raises SpecError for a clock for two."""
    from games.names.catalogue import SpecError
    from referee.match.clock_text import write_clock
    from referee.match.clocks import UNLIMITED

    if clock and clock.second:
        raise SpecError(
            f"--clock {write_clock(clock)} is for two players: a tournament has one clock for all, as in --clock 5m+3s"
        )
    return (clock or UNLIMITED).with_move(seconds)


def resume_tournament(journal: "Journal", number: int, terms: "RunOptions", kept: "GameFile | None") -> None:
    """Resume the tournament of that number. Raises SpecError if that is not possible."""
    from games.names.catalogue import SpecError
    from referee.reports.tournament.output import REQUIRED
    from referee.tournaments.entrants import check_tournament
    from referee.tournaments.results import missing_games

    planned = journal.load(number)
    if planned.format == CLASS:
        raise SpecError(f"tournament {number} is a class; to go on: referee class {planned.game} --tokens FILE")
    terms.check(planned.names, REQUIRED)
    if kept:
        kept.prepare(planned.game)
    tournament = journal.resume(number)
    if missing_games(tournament, journal.recorded):  # otherwise no player needs to run
        check_tournament(tournament)
        settle_rules(tournament.rules, tournament.game)


def refuse_plan_options() -> None:
    """Raise UsageError if an option is given that was fixed when the tournament began."""
    context = click.get_current_context()
    for param in context.command.params:
        if param.name in PLAN and context.get_parameter_source(param.name) is not ParameterSource.DEFAULT:
            what = "/".join(param.opts) if isinstance(param, click.Option) else " ".join(context.params["words"])
            raise click.UsageError(f"--resume goes on with a tournament as it was begun, and takes no {what}")


def resolve_entrants(words: tuple[str, ...], commands: Collection[str], default: str) -> tuple[str, tuple[str, ...]]:
    """Return the spec of the game, `default` if none is named, and the specs of the players. Raises SpecError.

    commands  the words that are commands, and so neither games nor players.
    """
    import games
    from games.names.catalogue import BrokenFile, SpecError
    from referee.commands.match_arguments import unknown_word
    from referee.tournaments.entrants import check_programs

    try:
        is_game = bool(words) and games.CATALOGUE.find(words[0]) is not None
    except BrokenFile:  # reported together with the broken files of players
        is_game = False
    game, specs = (words[0], words[1:]) if is_game else ("", words)
    check_programs(specs, lambda spec: unknown_word(spec, game, commands))
    if len(specs) < 2:
        raise SpecError(
            "a tournament needs at least two players, as in: referee tournament connect-four level:3 level:5 mcts"
        )
    return game or default, specs
