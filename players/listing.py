"""The names of the players, and how to load them; the package `players` offers what is here."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from games.base.numeric import plain
from games.names.catalogue import Catalogue, Misfit, SpecError, load_things
from games.names.entry import Entry
from games.names.session_objects import LentNames
from games.names.user_files import is_file_spec

if TYPE_CHECKING:
    from os import PathLike

    from players.player import Player

__all__ = ["CATALOGUE", "Misfit", "SpecError", "load"]


def player_class(thing: Any) -> type | None:
    """Return the player class that `thing` gives: itself, or one that chooses by a function; None if neither."""
    from players.function import accept_left_out_deadline, make_player_class

    if not isinstance(thing, type):
        return make_player_class(thing)
    if not callable(getattr(thing, "choose", None)):
        return None
    accept_left_out_deadline(thing)
    return thing


class PlayerCatalogue(Catalogue):
    """The players. Reading a spec raises Misfit if its player's `choose` or `begin` cannot be called."""

    handed = ("seed",)
    example = "minimax"
    takes = "a class or an object with a method choose(game, deadline), or a function of a game"

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.calls: ContextVar[LentNames] = ContextVar("calls")

    @property
    def lent_names(self) -> LentNames:
        return self.calls.get(self.all_lent)

    @contextmanager
    def lend_for_a_call(self) -> Iterator[LentNames]:
        """Within the block, the call has its own names of lent players; other threads and nested calls have theirs."""
        own = LentNames()
        token = self.calls.set(own)
        try:
            yield own
        finally:
            self.calls.reset(token)

    def plays(self, thing: Any) -> bool:
        return callable(getattr(thing, "choose", None))

    def describe_refusal(self, thing: Any) -> str:
        from players.function import describe_refusal

        return describe_refusal(thing)

    def refusal_in(self, path: str, word: str = "") -> str:
        described = Catalogue.describer(path).refused if Catalogue.describer else self.find_refusal(load_things(path))
        lines = [line for line in described.splitlines() if not word or line.startswith(f"{word} is not")]
        return f": {lines[0].removeprefix(f'{word} is not a player: ')}" if lines else ""

    def is_outside(self, spec: str) -> bool:
        """Return whether the spec names a program from outside, such as `uci:stockfish`; runs no file."""
        if is_file_spec(spec):
            return False
        name = self.find(spec)
        return name in self.entries and self.entries[name].module.startswith(OUTSIDE)

    def describe_misfit(self, kind: type) -> str:
        if kind.__module__.startswith("players."):
            return ""
        from players.function import describe_misfit

        wrong = describe_misfit(kind)
        return f"{kind.__name__}.{wrong}" if wrong else ""


# Names of levels.
LEVEL_WORDS = {
    "beginner": "level=1", "easy": "level=2", "casual": "level=3", "club": "level=5", "hard": "level=6",
    "expert": "level=7", "master": "level=10",
}  # fmt: skip

OUTSIDE = "referee.engines."  # one module for each protocol of programs from outside

CATALOGUE = PlayerCatalogue(
    "player",
    {
        "human": Entry("players.human", "HumanPlayer", ("mine", "person")),
        "random": Entry("players.random", "RandomPlayer"),
        "minimax": Entry("players.minimax", "MinimaxPlayer"),
        "montecarlo": Entry("players.montecarlo", "MonteCarloPlayer", ("mc",)),
        "mcts": Entry("players.mcts", "MctsPlayer", ("uct",)),
        "bestfirst": Entry("players.bestfirst", "BestFirstPlayer", ("ubfm",)),
        "optimal": Entry("players.optimal", "OptimalPlayer", ("perfect",)),
        "cfr": Entry("players.cfr", "CfrPlayer", ("cfr+",)),
        "level": Entry("players.level", "LevelPlayer", presets=LEVEL_WORDS),
        "uci": Entry("referee.engines.uci", "UciPlayer"),
        "xboard": Entry("referee.engines.xboard", "XboardPlayer", ("cecp",)),
        "gtp": Entry("referee.engines.gtp", "GtpPlayer"),
        "gnubg": Entry("referee.engines.gnubg", "GnubgPlayer"),
        "program": Entry("referee.engines.program", "ProgramPlayer"),
    },
    group="referee.players",
    shape=player_class,
)


def load(spec: "str | PathLike[str] | type[Any] | Callable[..., Any]", seed: int | None = None) -> "Player":
    """Return a new player, from `name` or `name:key=value,key=value`, or from a path, a class or a function.

    seed  for the player's random numbers, unless its spec gives another.
    Raises SpecError, and TypeError for what is not a player.
    """
    player: Player = CATALOGUE.make(spec, seed=plain(seed))
    return player
