"""The players: their names, and how to load them.

`load("minimax:depth=4")` is a player that has not played yet.
"""

from typing import TYPE_CHECKING

from games.catalogue import Catalogue, Entry, SpecError

if TYPE_CHECKING:
    from players.player import Player

__all__ = ["CATALOGUE", "SpecError", "load"]

CATALOGUE = Catalogue(
    "player",
    {
        "human": Entry("players.human", "HumanPlayer", ("me", "person")),
        "random": Entry("players.random", "RandomPlayer"),
        "minimax": Entry("players.minimax", "MinimaxPlayer"),
        "montecarlo": Entry("players.montecarlo", "MonteCarloPlayer", ("mc",)),
        "mcts": Entry("players.mcts", "MctsPlayer", ("uct",)),
        "optimal": Entry("players.optimal", "OptimalPlayer", ("perfect",)),
        "cfr": Entry("players.cfr", "CfrPlayer", ("cfr+",)),
        "level": Entry("players.level", "LevelPlayer"),
    },
)


def load(spec: str, seed: int | None = None) -> "Player":
    """A new player, from `name` or `name:key=value,key=value`. Raises SpecError.

    A player that draws random numbers takes them from the seed, unless its spec gives another.
    """
    player: Player = CATALOGUE.load(spec, seed=seed)
    return player
