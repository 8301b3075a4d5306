"""The package that scripts and notebooks import: `referee.play("connect-four", "level:3", my_function)`.

Game, Player   are what a game and a player extend or have;  load(spec)  returns a new game.
play       plays a game, with you if you like; batch, tournament  play many between programs
           (referee/scripting/matches.py, tournaments.py);
sit_down   lets you play in a notebook (referee/scripting/buttons.py);
analyse, solve, review, tree   study positions and matches (referee/scripting/studies.py).
SpecError, UserCodeError   are raised for wrong arguments (games/base/spec_error.py), and for rules that return wrong
                           values (referee/errors/attribution.py).
In a notebook, games and records display their boards (referee/scripting/boards.py).
"""

import os
import sys
from importlib import import_module
from importlib.machinery import PathFinder
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games import load
    from games.base.spec_error import SpecError
    from games.game import Game
    from players.player import Player
    from referee.errors.attribution import UserCodeError
    from referee.scripting.buttons import ButtonMatch, sit_down
    from referee.scripting.matches import Batch, batch, play
    from referee.scripting.studies import (
        GameSolution,
        MatchReview,
        PositionAnalysis,
        TreeRun,
        analyse,
        review,
        solve,
        tree,
    )
    from referee.scripting.tournaments import TournamentResult, tournament

__all__ = [
    "Batch",
    "ButtonMatch",
    "Game",
    "GameSolution",
    "MatchReview",
    "Player",
    "PositionAnalysis",
    "SpecError",
    "TournamentResult",
    "TreeRun",
    "UserCodeError",
    "analyse",
    "batch",
    "load",
    "play",
    "review",
    "sit_down",
    "solve",
    "tournament",
    "tree",
]  # fmt: skip

# The names of each module, imported when first used, so that the command starts fast.
FOUND = {
    "games": ("load",),
    "games.base.spec_error": ("SpecError",),
    "games.game": ("Game",),
    "players.player": ("Player",),
    "referee.errors.attribution": ("UserCodeError",),
    "referee.scripting.buttons": ("ButtonMatch", "sit_down"),
    "referee.scripting.matches": ("Batch", "batch", "play"),
    "referee.scripting.tournaments": ("TournamentResult", "tournament"),
    "referee.scripting.studies": (
        "MatchReview",
        "PositionAnalysis",
        "GameSolution",
        "TreeRun",
        "analyse",
        "review",
        "solve",
        "tree",
    ),
}


def __getattr__(name: str) -> Any:
    """Return a function or class of this package, imported now. Raises AttributeError for other names."""
    for module, names in FOUND.items():
        if name in names:
            return getattr(import_own(module), name)
    if name == "__version__":
        return import_own("referee.support.build").version()
    raise AttributeError(f"module 'referee' has no attribute {name!r}")


def import_own(module: str) -> ModuleType:
    """Import a module of this program. Raises ImportError, in one line if builds are stale."""
    try:
        return import_module(module)
    except ImportError:
        from referee.support.build import stale_notice

        if notice := stale_notice():
            raise ImportError(notice) from None
        raise


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def find_hiding_file(package: str) -> str:
    """Return the file or folder that hides this program's `package` from Python; "" if nothing does."""
    module = sys.modules.get(package)
    spec = PathFinder.find_spec(package) if module is None else module.__spec__
    if spec is None:
        return ""
    own = os.path.realpath(os.path.join(__file__, "..", "..", package))  # noqa: PTH118  # pathlib takes long to load
    for place in [spec.origin] if spec.origin else spec.submodule_search_locations or []:
        if own not in ((real := os.path.realpath(place)), os.path.dirname(real)):  # noqa: PTH120
            return place
    return ""


def refuse_hidden_packages() -> None:
    """Raise ImportError if a person's games.py or players.py hides a package, SystemExit under `python -m referee`."""
    __tracebackhide__ = True  # pytest leaves this frame out
    for package in ("games", "players"):
        if found := find_hiding_file(package):
            message = f"{found} hides the package {package}, which referee needs: please rename it"
            # Under -m Python would show an ImportError with runpy's traceback.
            raise SystemExit(message) if sys.argv[:1] == ["-m"] else ImportError(message)


refuse_hidden_packages()
