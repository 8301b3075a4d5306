"""All games and players of a file, checked."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

import games
import players
from games import files
from games.catalogue import BrokenFile
from games.held import Held
from referee.blame import traced
from referee.checking import laws, player_laws
from referee.checking.evaluation import check_evaluation
from referee.checking.examiner import GUARD
from referee.checking.finding import Finding, Report
from referee.checking.game import POSITIONS, check_game, shortened
from referee.checking.named import games_beside, named, needs
from referee.checking.patience import Stuck
from referee.checking.player import SMALL, check_player
from referee.lasting import described
from referee.signs import ASCII

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from games.catalogue import Catalogue
    from games.game import Game
    from referee.running.guard import Guard
    from referee.signs import Signs

LOADS = "the_file_can_be_run"
HOLDS = "there_is_something_to_check"
GROUPS = {"the file": (LOADS, HOLDS)}


def check(
    what: str,
    game: str | None = None,
    seed: int = 0,
    seconds: float = 1.0,
    positions: int = POSITIONS,
    guard: Guard = GUARD,
    signs: Signs = ASCII,
    kind: str | None = None,
) -> Iterator[Report]:
    """The reports of all games and players of a file, or of the one thing that a spec names, games first.

    game     the spec of the only game that players and evaluations are tried on; else a small variant of each.
    seconds  for a move of a player.
    kind     one of KINDS, if nothing else is meant. An evaluation is checked only if it is asked for so.
    Raises SpecError where nothing is named, or options are not as they may be.
    """
    with described():
        yield from reports(what, game, seed, seconds, positions, guard, signs, kind)


def reports(
    what: str, game: str | None, seed: int, seconds: float, positions: int, guard: Guard, signs: Signs, kind: str | None
) -> Iterator[Report]:
    """The same, where files are described before they are run."""
    if game is not None:
        games.load(game)
    try:
        meant = named(what, kind)
    except BrokenFile as error:
        if not Path(files.parts(what)[0]).expanduser().is_file():
            raise
        yield unrunnable(what, error)
        return
    tried = SMALL if game is None else (game,)
    for spec in meant.games:
        report = needy(games.CATALOGUE, spec) or check_game(maker(spec), spec, seed, positions, signs)
        yield replace(report, notes=(*report.notes, *meant.notes))
    for spec in meant.players:
        report = needy(players.CATALOGUE, spec) or check_player(spec, tried, seed, seconds, guard, signs)
        yield replace(report, notes=(*report.notes, *meant.notes))
    for spec in meant.evaluations:
        yield check_evaluation(spec, (game,) if game else games_beside(spec) or SMALL, seed, signs)


def maker(spec: str) -> Callable[[], Game]:
    """What makes new games of that spec. Raises SpecError."""
    kind, given = games.CATALOGUE.read(spec)
    return partial(kind, **given)


def needy(catalogue: Catalogue, spec: str) -> Report | None:
    """The report of a class that needs arguments, where none are given; None where it can be made.

    Raises SpecError for options that it does not have.
    """
    name, behind = catalogue.named(spec)
    found = catalogue.in_spec(name) if files.names_file(name) else Held(catalogue.options(name))
    if behind or not (lacking := needs(catalogue, found)):
        with suppress(players.Misfit):  # which is a finding of its own
            catalogue.check(spec)
        return None
    stated = ", ".join(f"{each}=..." for each in lacking)
    defaults = "a default value" if len(lacking) == 1 else "default values"
    look = f"give {' and '.join(lacking)} {defaults}, def __init__(self, {stated})"
    where = f"__init__, line {found.line} of {PurePath(files.parts(name)[0]).name}" if found.line else ""
    groups, law = (player_laws.GROUPS, player_laws.PLAYS)
    if catalogue is games.CATALOGUE:
        groups, law = laws.GROUPS, laws.BEGINNING
    finding = Finding(
        law,
        f"{name.rpartition(':')[2]} cannot be made without arguments: __init__ demands {' and '.join(lacking)}",
        None,
        look=f"{where}: {look}" if where else look,
    )
    unseen = frozenset(each for group in groups.values() for each in group if each != law)
    return Report(catalogue.kind, spec, "nothing", groups, (finding,), unseen=unseen)


def unrunnable(path: str, error: BrokenFile) -> Report:
    """The report of a file that cannot even be run."""
    trace = shortened(traced(error.__cause__).rstrip()) if error.__cause__ else ""
    look = "the last line of the traceback names the error, the line above it where it arose"
    if not trace or error.raised in (Stuck.__name__, EOFError.__name__):
        look = (
            "what plays games, asks people or ends the program belongs into a function, called under "
            "if __name__ == '__main__':"
        )
    finding = Finding(LOADS, str(error), None, look=look, trace=trace)
    return Report("file", path, "the file", GROUPS, (finding,), unseen=frozenset({HOLDS}))


def refused(path: str, error: Exception) -> Report:
    """The report where nothing was checked, because nothing is named that could be."""
    return Report("file", path, "nothing", GROUPS, (Finding(HOLDS, str(error), None),))
