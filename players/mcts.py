"""A player that grows a search tree by random games."""

import math
import random
from time import monotonic
from typing import ClassVar

from games.game import Game
from games.option import Number, Option, Whole, check
from players.player import Candidate, Thought
from players.search.clock import Clock
from players.search.mcts import Uct
from players.search.nodes import SIZE
from players.search.rng import Rng

PLAYOUTS = 10_000  # a move, where nothing else limits them


class MctsPlayer:
    """Monte Carlo tree search: UCT, dice sampled, and where cards are hidden over worlds that it may be in."""

    options: ClassVar[dict[str, Option]] = {
        "playouts": Whole(
            None, least=1, most=1_000_000_000, note=f"random games a move; {PLAYOUTS:,} unless limited by time"
        ),
        "time": Number(None, least=0, note="seconds a move: as many games as it allows"),
        "c": Number(0.7, least=0, most=100, note="how much is explored; what is won counts 0 to 1"),
        "memory": Whole(256, least=1, most=60_000, note="megabytes that the tree may take"),
        "seed": Whole(None, least=0, note="for its random numbers; the match's own by default"),
    }

    def __init__(
        self,
        playouts: int | None = None,
        time: float | None = None,
        c: float = 0.7,
        memory: int = 256,
        seed: int | None = None,
    ):
        check(self.options, playouts=playouts, time=time, c=c, memory=memory, seed=seed)
        self.playouts = playouts
        self.time = time
        self.c = c
        self.memory = memory
        self.random = random.Random(seed)

    def choose(self, game: Game, deadline: float) -> int:
        """The move that was visited most."""
        return self.think(game, deadline).move

    def think(self, game: Game, deadline: float = math.inf) -> Thought:
        """That move, and how often each was visited; values as a Monte Carlo player has them."""
        start = monotonic()
        if self.time is not None:
            deadline = min(deadline, start + self.time)
        if not (moves := game.moves()):
            raise ValueError(f"{type(game).__name__} has no moves to choose from")
        clock, rng = Clock(deadline), Rng(self.random.getrandbits(63))
        tree = Uct(game, clock, rng, self.random, float(self.c), self.memory * 2**20 // SIZE)
        tree.run(self.playouts or (PLAYOUTS if deadline == math.inf else None))
        found = {move: (visits, share) for move, visits, share in tree.tally()}
        tried = [move for move in moves if move in found] or moves[:1]
        best = max(tried, key=lambda move: found.get(move, (0, 0.5)))
        return Thought(
            move=best,
            value=found.get(best, (0, 0.5))[1],
            proven=False,
            line=(game.text(best),),
            candidates=tuple(Candidate(move, game.text(move), found[move][1], found[move][0]) for move in found),
            nodes=clock.nodes,
            depth=1,
            seconds=monotonic() - start,
        )
