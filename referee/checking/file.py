"""All games and players of a file, checked."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

import games
import players
from games import files
from games.catalogue import BrokenFile, SpecError
from games.held import Held
from referee.blame import traced
from referee.checking import laws, player_laws
from referee.checking.examiner import GUARD
from referee.checking.finding import Finding, Report
from referee.checking.game import POSITIONS, check_game, shortened
from referee.checking.patience import Stuck
from referee.checking.player import SMALL, check_player
from referee.checking.whose import written
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
CATALOGUES = (games.CATALOGUE, players.CATALOGUE)


def check(
    what: str,
    game: str | None = None,
    seed: int = 0,
    seconds: float = 1.0,
    positions: int = POSITIONS,
    guard: Guard = GUARD,
    signs: Signs = ASCII,
) -> Iterator[Report]:
    """The reports of all games and players of a file, or of the one thing that a spec names, games first.

    game     the spec of the only game that players are tried on; else they are tried on a small variant of each.
    seconds  for a move of a player.
    Raises SpecError where nothing is named, or options are not as they may be.
    """
    with described():
        yield from reports(what, game, seed, seconds, positions, guard, signs)


def reports(
    what: str, game: str | None, seed: int, seconds: float, positions: int, guard: Guard, signs: Signs
) -> Iterator[Report]:
    """The same, where files are described before they are run."""
    if game is not None:
        games.load(game)
    try:
        of_games, of_players = named(what)
    except BrokenFile as error:
        if not Path(files.parts(what)[0]).expanduser().is_file():
            raise
        yield unrunnable(what, error)
        return
    for spec in of_games:
        yield needy(games.CATALOGUE, spec) or check_game(maker(spec), spec, seed, positions, signs)
    for spec in of_players:
        tried = SMALL if game is None else (game,)
        yield needy(players.CATALOGUE, spec) or check_player(spec, tried, seed, seconds, guard, signs)


def named(what: str) -> tuple[list[str], list[str]]:
    """The specs of the games and players that are meant. Raises SpecError where there are none."""
    if not files.names_file(what):
        found = [catalogue.find(what) is not None for catalogue in CATALOGUES]
        if not any(found):
            raise SpecError(f"{what!r} is no file, no game and no player; check a file: referee check ./mine.py")
        return ([what], []) if found[0] else ([], [what])
    path, behind = files.parts(what)
    if behind:
        catalogue = part(path, behind)
        return ([what], []) if catalogue is games.CATALOGUE else ([], [what])
    of_games, of_players = (held(catalogue, path) for catalogue in CATALOGUES)
    if not of_games and not of_players:
        raise SpecError(f"{what} holds no game and no player: no class that extends Game, none with choose")
    return of_games, of_players


def part(path: str, behind: str) -> Catalogue:
    """Of which kind it is what stands behind a path: a name, or options of what is alone in the file.

    Raises SpecError where the file holds nothing of that name, or several things and none is named.
    """
    word, colon, _ = behind.partition(":")
    things, _ = games.CATALOGUE.contents(path)
    if word in things or word.isidentifier() or colon:
        kinds = [each for each in CATALOGUES if word in each.held(path)]
    else:
        kinds = [each for each in CATALOGUES if each.held(path)]
    if not kinds:
        holds = "; ".join(f"{each.kind}s: {', '.join(each.held(path)) or 'none'}" for each in CATALOGUES)
        what = f"{path}:{word} is no game and no player" if word in things else f"{path} holds no {word!r}"
        raise SpecError(f"{what} ({holds})")
    kinds[0].find(f"{path}:{behind}")
    return kinds[0]


def held(catalogue: Catalogue, path: str) -> list[str]:
    """The specs of what that file holds of this kind.

    Functions may be anything, also what says who is ahead: they are meant only where the file holds nothing else.
    A class that cannot be made as it stands, and which another one extends, is a beginning and not meant.
    """
    found = catalogue.held(path)
    classes = [name for name, each in found.items() if not each.function]
    alone = [] if games.CATALOGUE.held(path) else list(found)
    parents = {parent for name in classes for parent in found[name].parents}
    begun = [name for name in classes if name in parents and (needs(found[name]) or left(catalogue, path, name))]
    return [f"{path}:{name}" for name in classes or alone if name not in begun]


def left(catalogue: Catalogue, path: str, name: str) -> bool:
    """Whether that class leaves methods to those that extend it, by abc or by writing no rules."""
    if catalogue.held(path)[name].abstract or catalogue is not games.CATALOGUE:
        return catalogue.held(path)[name].abstract
    kind = catalogue.kind_of(f"{path}:{name}")
    return any(not written(kind, rule) for rule in ("moves", "make", "score"))


def needs(held: Held) -> list[str]:
    """The arguments without which none can be made."""
    return [name for name, option in held.options.items() if option.required]


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
    if behind or not (lacking := needs(found)):
        with suppress(players.Misfit):  # which is a finding of its own
            catalogue.check(spec)
        return None
    stated = ", ".join(f"{each}={'None' if each == 'seed' else '...'}" for each in lacking)
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
