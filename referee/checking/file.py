"""Checks all games and players in a file."""

from __future__ import annotations

from dataclasses import field, replace
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import games
import players
from games.dataclass import dataclass
from games.names import user_files
from games.names.catalogue import BrokenFile
from games.names.file_contents import Definition
from games.names.user_files import expand_home
from referee.checking import expected, laws, lockstep, player_laws
from referee.checking.evaluation import check_evaluation
from referee.checking.examiner import GUARD
from referee.checking.game import POSITIONS, check_game, shorten_traceback
from referee.checking.other_hashes import seen_elsewhere
from referee.checking.player import SMALL, check_player
from referee.checking.report import Finding, Report
from referee.checking.targets import Targets, find_targets, game_factory, games_beside, missing_arguments
from referee.drawing.glyphs import ASCII, Signs
from referee.errors.attribution import format_traceback
from referee.errors.timeout import CodeTimeout
from referee.running.foreign_code import describe_files_first
from referee.solving.blindness import notices

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from games.names.catalogue import Catalogue
    from referee.running.sandbox.guard import Guard

LOADS = "the_file_can_be_run"
HOLDS = "there_is_something_to_check"
GROUPS = {"the file": (LOADS, HOLDS)}


@dataclass(frozen=True)
class CheckOptions:
    """How files are checked.

    game       the spec of the only game to try players and evaluations on; None: a small variant of each.
    seconds    for a move of a player;  guard  the limits of players' processes.
    positions  the least number to look at in a game;  signs  the characters of drawn positions.
    kind       one of KINDS, if the file is to be checked for that alone; evaluations are checked only so.
    expect     the facts that expected.read_expectations has read;  same_as  the spec of a game to compare with.
    """

    game: str | None = None
    seed: int = 0
    seconds: float = 1.0
    positions: int = POSITIONS
    guard: Guard = GUARD
    signs: Signs = ASCII
    kind: str | None = None
    expect: Mapping[str, Any] = field(default_factory=dict)
    same_as: str | None = None


def check_target(what: str, terms: CheckOptions = CheckOptions()) -> Iterator[Report]:  # noqa: B008  # it is frozen
    """Yield reports of the games and players in a file, or of the one thing named by a spec, games first.

    Raises SpecError if nothing is named, or an option is wrong.
    """
    with describe_files_first():
        for needed in filter(None, (terms.game, terms.same_as)):
            games.load(needed)
        try:
            meant = find_targets(what, terms.kind)
        except BrokenFile as error:
            if not expand_home(user_files.split_file_spec(what)[0]).is_file():
                raise
            yield report_unrunnable(what, error)
        else:
            yield from (
                replace(report, notes=(*report.notes, *meant.notes)) for report in make_reports(what, meant, terms)
            )


def make_reports(what: str, meant: Targets, terms: CheckOptions) -> Iterator[Report]:
    """Yield the reports of `meant`, which `what` names."""
    tried = SMALL if terms.game is None else (terms.game,)
    for spec in meant.games:
        yield expected.add_expectations(
            report_missing_arguments(games.CATALOGUE, spec) or report_game(spec, terms), spec, terms.expect, terms.signs
        )
    if user_files.is_file_spec(what):
        yield from expected.report_missing(user_files.split_file_spec(what)[0], meant.games, terms.expect)
    for spec in meant.players:
        yield report_missing_arguments(players.CATALOGUE, spec) or check_player(
            spec, tried, terms.seed, terms.seconds, terms.guard, terms.signs
        )
    for spec in meant.evaluations:
        yield check_evaluation(spec, tried if terms.game else games_beside(spec) or SMALL, terms.seed, terms.signs)


def report_game(spec: str, terms: CheckOptions) -> Report:
    """Return the report of a game that can be made."""
    elsewhere = partial(seen_elsewhere, spec) if user_files.is_file_spec(spec) else None
    report = check_game(game_factory(spec), spec, terms.seed, terms.positions, terms.signs, see_elsewhere=elsewhere)
    if terms.same_as is not None:
        report = lockstep.compare_games(
            report, game_factory(spec), game_factory(terms.same_as), terms.same_as, terms.seed, terms.signs
        )
    return replace(report, notes=(*report.notes, *notices(spec, ["minimax"]))) if report.passed else report


def report_missing_arguments(catalogue: Catalogue, spec: str) -> Report | None:
    """Return the report of a class whose constructor demands arguments, or whose options are none; None otherwise.

    Raises SpecError for unknown options.
    """
    name, behind = catalogue.require_name(spec)
    found = catalogue.definition_of(name) if user_files.is_file_spec(name) else Definition(catalogue.options(name))
    if behind or not (lacking := missing_arguments(catalogue, found)):
        try:
            catalogue.check(spec)
        except players.Misfit as error:
            if catalogue is games.CATALOGUE and not behind:
                return report_unmade(catalogue, spec, str(error), "")
        return None
    stated = ", ".join(f"{each}=..." for each in lacking)
    defaults = "a default value" if len(lacking) == 1 else "default values"
    look = f"give {' and '.join(lacking)} {defaults}, def __init__(self, {stated})"
    where = f"__init__, line {found.line} of {PurePath(user_files.split_file_spec(name)[0]).name}" if found.line else ""
    sentence = f"{name.rpartition(':')[2]} cannot be made without arguments: __init__ demands {' and '.join(lacking)}"
    return report_unmade(catalogue, spec, sentence, f"{where}: {look}" if where else look)


def report_unmade(catalogue: Catalogue, spec: str, sentence: str, look: str) -> Report:
    """Return the report of a class whose objects cannot be made."""
    groups, law = (player_laws.GROUPS, player_laws.PLAYS)
    if catalogue is games.CATALOGUE:
        groups, law = laws.GROUPS, laws.BEGINNING
    finding = Finding(law, sentence, None, look=look)
    unseen = frozenset(each for group in groups.values() for each in group if each != law)
    return Report(catalogue.kind, spec, "nothing", groups, (finding,), unseen=unseen)


def report_unrunnable(path: str, error: BrokenFile) -> Report:
    """Return the report of a file that cannot be run."""
    trace = shorten_traceback(format_traceback(error.__cause__)) if error.__cause__ else ""
    look = "the last line of the traceback names the error, the line above it where it arose"
    if not trace or error.raised in (CodeTimeout.__name__, EOFError.__name__):
        look = (
            "what plays games, asks people or ends the program belongs in a function, called under "
            "if __name__ == '__main__':"
        )
    finding = Finding(LOADS, str(error), None, look=look, trace=trace)
    return Report("file", path, "the file", GROUPS, (finding,), unseen=frozenset({HOLDS}))


def report_refusal(path: str, error: Exception) -> Report:
    """Return the report of a file that holds nothing to check."""
    return Report("file", path, "nothing", GROUPS, (Finding(HOLDS, str(error), None),))
