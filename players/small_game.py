"""What is left of a small game, solved before a move: for players that else only sample it."""

from contextlib import suppress
from time import monotonic

from games.capabilities import counts_points
from games.game import Game
from players.optimal import OptimalPlayer, search_to_end, shows_chance, thought_of
from players.player import Thought, Unplayable
from players.search.clock import Clock
from players.search.negamax import Chance
from players.search.recurrence import positions_recur
from players.search.table import Table
from players.search.value_iteration import ValueIteration


def solve_small(game: Game, clock: Clock, most: int) -> Thought | None:
    """A best move, if a search reaches every end within so many positions before that clock stops it; else None.

    If the size of a win counts, each move has its value. Only for games that hide nothing.
    """
    start = monotonic()
    if not (shows_chance(game) or counts_points(game) or positions_recur(game)):
        with suppress(Chance):
            search = search_to_end(game, Table(2 * most), clock)
            return thought_of(game, search, clock, start) if search.final else None
    player = OptimalPlayer()
    with suppress(Unplayable):
        player.sweep = ValueIteration(game, most)
        thought = player.by_sweep(game, clock, start)
        return thought if thought.proven else None
    return None
