"""`referee play`, which may be left out: a match, or a batch of games."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from games.option import Whole
from referee.commands.command_group import command_names, print_main_help, print_version
from referee.commands.shared_options import (
    adjudication_options,
    clock_option,
    complete,
    debug_option,
    each_option,
    file_option,
    flag,
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
from referee.match.options import OpeningsOption
from referee.support.limits import PLAY, draw_seed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from referee.batches.plan import Line, Plan
    from referee.match.adjudication import Adjudication
    from referee.match.clocks import Control
    from referee.match.options import OpeningsFile
    from referee.reports.batch import BatchOptions
    from referee.reports.game_file import GameFile
    from referee.running.run_options import RunOptions
    from referee.statistics.sprt import Sprt
    from referee.support.settings import Settings

PEOPLE = 2  # at one keyboard


@click.command("play", hidden=True, add_help_option=False)
@click.argument("words", nargs=-1, shell_complete=complete("words"))
@option("-g --games count", PLAY["games"], "N")
@seed_option
@time_option
@clock_option
@flag("--swap", "Sides alternate; in a single match the player named last moves first.")
@position_option
@click.option("--moves", "opening", default="", metavar="TEXTS", help='Start after these moves: --moves "5 1 9".')
@option(
    "--best-of", Whole(least=2, most=1000), "N",
    "Play a series of at most N games, until one has won more than half; at poker N hands.",
)  # fmt: skip
@option(
    "--to target", Whole(least=1, most=1000), "N",
    "Play a series to N points, backgammon with the cube; at poker until one has lost its N chips.",
)  # fmt: skip
@file_option("--save", "Write a record of the match to a file.")
@flag("--json as_json", "Print JSON, an object a line: the record of each game, then a summary.")
@option(
    "--openings", OpeningsOption(least=1), "N|FILE",
    "Start a batch from N random balanced openings, or those in a file: book.epd,order=random,start=100,plies=8.",
)  # fmt: skip
@click.option(
    "--stats/--no-stats", default=None,
    help="Say after a batch which player is better; by default at a terminal.",
)  # fmt: skip
@test_options
@debug_option
@each_option
@margin_option
@adjudication_options
@game_file_options
@run_options
@settings_options("theme", "symbols", "pieces", "background", "mouse", "name", "pace", "plain", "coach", "judge")
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=print_version, hidden=True)
@click.option("-h", "--help", is_flag=True, expose_value=False, is_eager=True, callback=print_main_help, hidden=True)
def play(
    words: tuple[str, ...],
    count: int | None,
    best_of: int | None,
    target: int | None,
    as_json: bool,
    save: "Path | None",
    rules: "Adjudication | None",
    terms: "RunOptions",
    kept: "GameFile | None",
    **given: Any,
) -> None:
    """Play a match, a series of them, or a batch."""
    from referee.match.series import Series

    wanted, guest = pop_settings(given)
    many = {name: given.pop(name) for name in ("openings", "stats", "sprt")} | {"kept": kept}
    single = count is None and not (as_json or many["openings"] or many["sprt"])
    if single:
        refuse_in_match(rules, terms, many["stats"])
    else:
        refuse_in_batch(save, best_of or target)
    plan = replace(make_plan(words, wanted, single, guest=guest, **given), guard=terms.guard)
    series = Series.begin(plan.game, best_of, target) if best_of or target else None
    plan = replace(plan, game=series.spec) if series else plan
    plan = settle_plan(plan, rules, single, kept)
    if single:
        from referee.table.next_match import NextMatch
        from referee.table.session import play_matches

        play_matches(NextMatch(plan, series=series), wanted, save, kept)
    elif status := play_batch(plan, count, terms, as_json, wanted.plain, say_seed=given["seed"] is None, **many):
        raise click.exceptions.Exit(status)


def pop_settings(given: dict[str, Any]) -> tuple["Settings", str]:
    """Take the settings out of what was given, and return them and the name of a second person."""
    from referee.support.settings import SETTINGS, load_settings

    name, *more = given.pop("name") or [None]
    if len(more) >= PEOPLE:
        raise click.UsageError("--name may be given twice, for two people at one keyboard")
    return load_settings(name=name, **{key: given.pop(key) for key in list(given) if key in SETTINGS}), "".join(more)


def settle_plan(plan: "Plan", rules: "Adjudication | None", single: bool, kept: "GameFile | None") -> "Plan":
    """Return the plan with the rules of adjudication, and for a batch with its specs in full.

    Raises SpecError if it cannot be played, or if `kept` cannot hold its games.
    """
    from players import CATALOGUE

    if not single:  # workers elsewhere must read the specs alike
        one, two = map(CATALOGUE.spell_out, plan.players)
        plan = replace(plan, called=plan.names, players=(one, two))
    plan.check()
    if kept:
        kept.prepare(plan.game)
    return replace(plan, rules=settle_rules(rules, plan.game))


def refuse_in_match(rules: "Adjudication | None", terms: "RunOptions", stats: bool | None) -> None:
    """Raise click.UsageError for options of a batch."""
    if terms.given or stats is not None:
        raise click.UsageError(
            "--workers, --affinity, --cluster, --memory, --strict, --require and --stats are a batch's: add -g N"
        )
    if rules:
        raise click.UsageError("--resign, --draw, --solved, --maxmoves and --tb are a batch's: add -g N")


def refuse_in_batch(save: "Path | None", series: int | None) -> None:
    """Raise click.UsageError for options of a single match or series."""
    if save:
        raise click.UsageError("--save writes the record of a single match; a batch prints its records with --json")
    if series:
        raise click.UsageError("--best-of and --to play a series of single matches; a batch has a fixed number: -g N")


def play_batch(
    plan: "Plan",
    count: int | None,
    terms: "RunOptions",
    as_json: bool,
    plain: bool,
    say_seed: bool,
    openings: "int | OpeningsFile | None",
    stats: bool | None,
    sprt: "Sprt | None",
    kept: "GameFile | None",
) -> int:
    """Play a batch of games by the plan, and return the exit status."""
    from referee.batches.results import REQUIRED
    from referee.drawing import terminal
    from referee.reports.batch import BatchOptions, run_batch
    from referee.tournaments.plan import MOST

    terms.check(plan.names, REQUIRED)
    plan = replace(plan, swap=plan.swap or bool(openings or sprt))
    wanted = openings if isinstance(openings, int) else 0
    if openings:
        pairs = ((count or MOST) + 1) // 2 if count or sprt else None
        plan = replace(plan, openings=find_openings(plan, openings, pairs, kept=bool(sprt)))
    trial = BatchOptions(
        count=count or (MOST if sprt else 2 * max(len(plan.openings), wanted) if openings else 1),
        terms=terms,
        as_json=as_json,
        plain=plain,
        stats=terminal.seen() and not as_json if stats is None else stats,
        say_seed=say_seed,
        kept=kept,
    )
    return run_test(plan, trial, sprt) if sprt else run_batch(plan, trial)


def run_test(plan: "Plan", trial: "BatchOptions", sprt: "Sprt") -> int:
    """Run a batch that a test ends, kept as a tournament, and return the exit status."""
    from contextlib import closing

    from referee.reports.batch import run_batch
    from referee.storage.database import StorageError
    from referee.tournaments.journal import open_journal
    from referee.tournaments.plan import Tournament
    from referee.tournaments.schedule import check_format

    if trial.count < 2:
        raise click.UsageError("--sprt tests pairs of games: -g 2 or more")
    tournament = Tournament.of_batch(plan, sprt, trial.count)
    check_format(tournament.format, 2, tournament.rounds)
    try:
        with closing(open_journal()) as journal:
            number = journal.begin(tournament)
            click.echo(f"tournament {number}, seed {tournament.seed}", err=True)
            return run_batch(plan, replace(trial, count=2 * tournament.rounds, say_seed=False), journal)
    except StorageError as error:
        raise click.ClickException(str(error)) from error


def find_openings(plan: "Plan", wanted: "int | OpeningsFile", pairs: int | None, kept: bool) -> "Sequence[Line]":
    """Return the openings of a file, or `wanted` drawn ones; prints a note if there are fewer.

    pairs  of games, if their number is known;  kept  whether the plan is kept, and so must hold them itself.
    """
    from referee.batches.books import open_book, take_openings
    from referee.batches.openings import draw_openings, tell_missing

    if not isinstance(wanted, int):
        return (take_openings if kept else open_book)(wanted, plan.game, plan.seed, say, pairs)
    drawn = draw_openings(plan.game, wanted, plan.seed, plan.opening)
    if missing := tell_missing(plan.game, drawn, wanted):
        click.echo(missing, err=True)
    return drawn


def make_plan(
    words: tuple[str, ...],
    wanted: "Settings",
    single: bool,
    guest: str,
    seed: int | None,
    seconds: float | None,
    clock: "Control | None",
    each: str,
    margin: float | None,
    swap: bool,
    position: str,
    opening: str,
) -> "Plan":
    """Return the plan of what to play, from what was typed or, if no player was named, chosen."""
    import players
    from games import with_position
    from referee.batches.plan import Plan
    from referee.commands.match_arguments import resolve_match
    from referee.engines.common_options import give_common_options
    from referee.match.clocks import UNLIMITED, give_budgets, own_controls

    game, pair, names = resolve_match(words, command_names(), people=single, wanted=wanted, guest=guest)
    person, guest = names or (wanted.name, guest)
    control = (clock or UNLIMITED).with_move(seconds)
    one, two = give_common_options(pair, each, margin)
    pair, control = give_budgets((one, two), control), own_controls((one, two), control)
    # If no player is named, the menu has asked who moves first too.
    if swap and single and any(players.CATALOGUE.find(word) for word in words):
        pair, control = (pair[1], pair[0]), control.swapped
    return Plan(
        game=with_position(game, position),
        players=pair,
        seed=draw_seed() if seed is None else seed,
        control=control,
        swap=swap and not single,
        opening=tuple(opening.split()),
        person=person,
        guest=guest,
    )
