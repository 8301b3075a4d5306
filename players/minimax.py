"""A player that looks ahead: at all that both seats can do, and at all that chance can."""

import math
import random
from time import monotonic
from typing import ClassVar

from games.game import Game
from games.kinds import hides
from games.option import Number, Option, Whole, check
from players.player import Candidate, Thought
from players.search.alphabeta import AlphaBeta, Chance
from players.search.clock import Clock
from players.search.expectimax import Expectimax
from players.search.score import as_the_game_counts
from players.search.table import Table

NODES = 1_000_000  # a move, where nothing else limits the search: the same answer on every machine
ENTRIES = 1 << 20  # of the transposition table, 24 bytes each
WORLDS = 30  # that hidden cards are searched in, where the budget allows


class MinimaxPlayer:
    """Looks ahead by alpha-beta search: at chance on average, at hidden cards as if dealt openly, in sampled worlds."""

    options: ClassVar[dict[str, Option]] = {
        "depth": Whole(None, least=1, most=10_000, note="plies to look ahead; by default as deep as it gets"),
        "time": Number(None, least=0, note="seconds a move"),
        "nodes": Whole(
            None, least=1, most=10**15, note=f"positions a move; {NODES:,} where neither depth nor time is given"
        ),
        "seed": Whole(None, least=0, note="for the worlds it samples; the match's own by default"),
    }

    def __init__(
        self, depth: int | None = None, time: float | None = None, nodes: int | None = None, seed: int | None = None
    ):
        check(self.options, depth=depth, time=time, nodes=nodes, seed=seed)
        self.depth = depth
        self.time = time
        self.nodes = nodes
        self.random = random.Random(seed)

    def choose(self, game: Game, deadline: float) -> int:
        """The best move found in time."""
        return self.think(game, deadline).move

    def think(self, game: Game, deadline: float = math.inf) -> Thought:
        """The best move found in time, and why."""
        start = monotonic()
        if self.time is not None:
            deadline = min(deadline, start + self.time)
        unlimited = self.depth is None and deadline == math.inf
        clock = Clock(deadline, self.nodes or (NODES if unlimited else None))
        if hides(game):
            return self.in_worlds(game, clock, start)
        try:
            return self.certain(game, clock, start)
        except Chance:
            return self.on_average(game, clock, start)

    def certain(self, game: Game, clock: Clock, start: float) -> Thought:
        """The best move of a game without chance. Raises Chance."""
        search = AlphaBeta(game, Table(ENTRIES), clock)
        search.run(self.depth)
        value, distance = as_the_game_counts(search.score)
        return Thought(
            move=search.best_move,
            value=value,
            proven=search.final,
            distance=distance if search.final else None,
            line=tuple(search.line()),
            candidates=(Candidate(search.best_move, game.text(search.best_move), value),),
            nodes=clock.nodes,
            depth=search.depth,
            seconds=monotonic() - start,
        )

    def on_average(self, game: Game, clock: Clock, start: float) -> Thought:
        """The move that is best on average over all that chance can do."""
        search = Expectimax(game, Table(ENTRIES), clock)
        search.run(self.depth)
        value = search.value if game.turn == 0 else -search.value
        return Thought(
            move=search.best_move,
            value=value,
            proven=search.final,
            line=(game.text(search.best_move),),
            candidates=(Candidate(search.best_move, game.text(search.best_move), value),),
            nodes=clock.nodes,
            depth=search.depth,
            seconds=monotonic() - start,
        )

    def in_worlds(self, game: Game, clock: Clock, start: float) -> Thought:
        """The move that is best on average over worlds that the seat may be in, each searched with open cards."""
        seat, totals, worlds, depth = game.turn, dict.fromkeys(game.moves(), 0.0), 0, 0
        left = WORLDS
        while left:
            part = clock.share(left)
            search = Expectimax(game.imagine(seat, self.random), Table(ENTRIES // WORLDS), part)
            values = search.each(self.depth)
            clock.nodes += part.nodes
            if not values:
                left //= 2  # of fewer worlds each has a larger share
                continue
            left, worlds, depth = left - 1, worlds + 1, search.depth
            for move, value in values.items():
                totals[move] += value if seat == 0 else -value
        means = {move: total / max(worlds, 1) for move, total in totals.items()}
        best = max(means, key=lambda move: means[move])
        return Thought(
            move=best,
            value=means[best],
            proven=False,
            line=(game.text(best),),
            candidates=tuple(Candidate(move, game.text(move), mean, worlds) for move, mean in means.items()),
            nodes=clock.nodes,
            depth=depth,
            seconds=monotonic() - start,
        )
