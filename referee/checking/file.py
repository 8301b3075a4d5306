"""All games and players of a file, checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import games
import players
from games import files
from games.catalogue import Catalogue, SpecError
from games.option import options_of
from referee.checking.examiner import GUARD
from referee.checking.finding import Finding, Report
from referee.checking.game import POSITIONS, check_game
from referee.checking.player import SMALL, check_player

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.running.guard import Guard
    from referee.signs import Signs

LOADS = "the_file_can_be_run"
GROUPS = {"the file": (LOADS,)}


def check(
    what: str,
    game: str | None = None,
    seed: int = 0,
    seconds: float | None = None,
    positions: int = POSITIONS,
    guard: Guard = GUARD,
    signs: Signs | None = None,
) -> Iterator[Report]:
    """The reports of all games and players of a file, or of the one thing that a spec names, games first.

    game     the spec of the only game that players are tried on; else they are tried on a small variant of each.
    seconds  for a move of a player.
    Raises SpecError where nothing is named.
    """
    from referee.signs import ASCII

    if game is not None:
        games.load(game)
    try:
        of_games, of_players = named(what)
    except SpecError as error:
        if error.__cause__ is None or isinstance(error.__cause__, OSError) or not files.names_file(what):
            raise
        yield unrunnable(what, error)
        return
    for spec in of_games:
        yield check_game(lambda spec=spec: games.load(spec), spec, seed, positions, signs or ASCII)  # type: ignore[misc]
    for spec in of_players:
        yield check_player(spec, SMALL if game is None else (game,), seed, seconds or 1.0, guard, signs)


def named(what: str) -> tuple[list[str], list[str]]:
    """The specs of the games and players that are meant. Raises SpecError where there are none."""
    if files.names_file(what) and not files.parts(what)[1]:
        of_games, of_players = (held(catalogue, what) for catalogue in (games.CATALOGUE, players.CATALOGUE))
        if not of_games and not of_players:
            raise SpecError(f"{what} holds no game and no player: no class that extends Game, none with choose")
        return of_games, of_players
    if found(games.CATALOGUE, what):
        return [what], []
    if found(players.CATALOGUE, what):
        return [], [what]
    raise SpecError(f"{what!r} is no file, no game and no player; check a file: referee check ./mine.py")


def held(catalogue: Catalogue, path: str) -> list[str]:
    """The specs of what that file holds of this kind.

    Functions may be anything, also what says who is ahead: they are meant only where the file holds nothing else.
    """
    kinds = catalogue.held(path)
    classes = [name for name, kind in kinds.items() if not hasattr(kind, "function")]
    alone = [] if games.CATALOGUE.held(path) else list(kinds)
    return [f"{path}:{name}" for name in classes or alone if ready(kinds[name])]


def ready(kind: type) -> bool:
    """Whether it can be made without options: what cannot is a class for others to extend."""
    return not any(option.required for option in options_of(kind).values())


def found(catalogue: Catalogue, what: str) -> bool:
    """Whether the spec names something of that catalogue."""
    try:
        return catalogue.find(what) is not None
    except SpecError:
        return False


def unrunnable(path: str, error: SpecError) -> Report:
    """The report of a file that cannot even be run."""
    from referee.blame import traced

    trace = traced(error.__cause__).rstrip() if error.__cause__ else ""
    look = "the last line of the traceback names the error, the line above it where it arose"
    return Report("file", path, "the file", GROUPS, (Finding(LOADS, str(error), look=look, trace=trace),))
