"""A player that looks ahead: alpha-beta search of what both seats can do."""

import math
from time import monotonic
from typing import ClassVar

from games.game import Game, hides
from games.option import Number, Option, Whole, check
from players.player import Candidate, Thought
from players.search.alphabeta import AlphaBeta
from players.search.clock import Clock
from players.search.score import as_the_game_counts
from players.search.table import Table

NODES = 1_000_000  # a move, where nothing else limits the search: the same answer on every machine
ENTRIES = 1 << 20  # of the transposition table, 24 bytes each


class MinimaxPlayer:
    """Looks ahead by alpha-beta search: perfect where it can see to the end, wins soonest, loses latest."""

    options: ClassVar[dict[str, Option]] = {
        "depth": Whole(None, least=1, most=10_000, note="plies to look ahead; by default as deep as it gets"),
        "time": Number(None, least=0, note="seconds a move"),
        "nodes": Whole(
            None, least=1, most=10**15, note=f"positions a move; {NODES:,} where neither depth nor time is given"
        ),
    }

    def __init__(self, depth: int | None = None, time: float | None = None, nodes: int | None = None):
        check(self.options, depth=depth, time=time, nodes=nodes)
        self.depth = depth
        self.time = time
        self.nodes = nodes

    def choose(self, game: Game, deadline: float) -> int:
        """The best move found in time."""
        return self.think(game, deadline).move

    def think(self, game: Game, deadline: float = math.inf) -> Thought:
        """The best move found in time, and why. Raises Unplayable for a game of chance."""
        start = monotonic()
        if self.time is not None:
            deadline = min(deadline, start + self.time)
        unlimited = self.depth is None and deadline == math.inf
        clock = Clock(deadline, self.nodes or (NODES if unlimited else None))
        search = AlphaBeta(game, Table(ENTRIES), clock)
        search.run(self.depth)
        proven = search.final and not hides(game)  # of hidden cards it has searched one deal only
        value, distance = as_the_game_counts(search.score)
        return Thought(
            move=search.best_move,
            value=value,
            proven=proven,
            distance=distance if proven else None,
            line=tuple(search.line()),
            candidates=(Candidate(search.best_move, game.text(search.best_move), value),),
            nodes=clock.nodes,
            depth=search.depth,
            seconds=monotonic() - start,
        )
