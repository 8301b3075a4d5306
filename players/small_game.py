"""The rest of a small game, solved before a move by players that otherwise only sample it."""

import random
from contextlib import suppress
from time import monotonic

from games.capabilities import counts_points
from games.game import Game
from players.by_values import choose_by_values
from players.optimal import search_to_end, shows_chance, thought_of
from players.player import Thought, Unplayable
from players.search.alphabeta.table import Table
from players.search.alphabeta.tree import Chance
from players.search.clock import Clock
from players.search.values.recurrence import positions_recur
from players.search.values.value_iteration import PASSES, ValueIteration


def solve_small(game: Game, deadline: float, most: int, rng: random.Random) -> Thought | None:
    """Return a best move if at most `most` positions are left and the deadline leaves time to value them; else None.

    Only for games that hide nothing. A search to every end visits at most `most` positions; if positions recur, chance
    moves or points count, each position may be valued PASSES times.
    """
    start = monotonic()
    if not (shows_chance(game) or counts_points(game) or positions_recur(game)):
        clock = Clock(deadline, most)
        with suppress(Chance):
            search = search_to_end(game, Table(2 * most), clock)
            return thought_of(game, search, clock, start) if search.final else None
    with suppress(Unplayable):
        thought = choose_by_values(game, ValueIteration(game, most), Clock(deadline, PASSES * most), rng, start)
        return thought if thought.proven else None
    return None
