"""A player that tries each move in many random games."""

import math
import random
from dataclasses import dataclass
from time import monotonic
from typing import ClassVar

from games.game import Game
from games.option import Number, Option, Whole, check
from players.player import Candidate, Thought
from players.search.clock import Clock, Stop
from players.search.playout import Playouts
from players.search.rng import Rng

PLAYOUTS = 100  # a move, where nothing else limits them


@dataclass
class Trial:
    """One legal move and how the playouts behind it went, for the seat that makes it."""

    move: int
    playouts: Playouts
    seat: int
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        """How many playouts there were."""
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The share of them won, draws half; a half where there were none."""
        return (self.won + self.drawn / 2) / self.played if self.played else 0.5

    def run(self, count: int) -> None:
        """Play so many more. Raises Stop, and then counts none of them."""
        first, drawn, second = self.playouts.run(count)
        self.won += second if self.seat else first
        self.lost += first if self.seat else second
        self.drawn += drawn


class MonteCarloPlayer:
    """Plays random games from each legal move and makes the one that wins most of them."""

    options: ClassVar[dict[str, Option]] = {
        "playouts": Whole(
            None,
            least=1,
            most=1_000_000_000,
            note=f"random games for each legal move; {PLAYOUTS} unless limited by time",
        ),
        "time": Number(None, least=0, note="seconds a move: as many games as it allows"),
        "seed": Whole(None, least=0, note="for its random numbers; the match's own by default"),
    }

    def __init__(self, playouts: int | None = None, time: float | None = None, seed: int | None = None):
        check(self.options, playouts=playouts, time=time, seed=seed)
        self.playouts = playouts
        self.time = time
        self.random = random.Random(seed)

    def choose(self, game: Game, deadline: float) -> int:
        """The move that won the largest share of its playouts."""
        return self.think(game, deadline).move

    def think(self, game: Game, deadline: float = math.inf) -> Thought:
        """That move, and how each did."""
        start = monotonic()
        if self.time is not None:
            deadline = min(deadline, start + self.time)
        clock = Clock(deadline)
        rng = Rng(self.random.getrandbits(63))
        if not (moves := game.moves()):
            raise ValueError(f"{type(game).__name__} has no moves to choose from")
        trials = [Trial(move, Playouts(after(game, move), rng, clock), game.turn) for move in moves]
        run(trials, self.playouts or (PLAYOUTS if deadline == math.inf else None))
        best = max(trials, key=lambda trial: (trial.played > 0, trial.share))
        return Thought(
            move=best.move,
            value=best.share,
            proven=False,
            line=(game.text(best.move),),
            candidates=tuple(Candidate(each.move, game.text(each.move), each.share, each.played) for each in trials),
            nodes=clock.nodes,
            depth=1,
            seconds=monotonic() - start,
        )


def run(trials: list[Trial], most: int | None) -> None:
    """Give each trial `most` playouts, or with None as many as time allows, in rounds so that all get alike."""
    played, more = 0, 1
    try:
        while most is None or played < most:
            count = more if most is None else min(more, most - played)
            for trial in trials:
                trial.run(count)
            played += count
            more = min(2 * more, 1024)
    except Stop:
        pass


def after(game: Game, move: int) -> Game:
    """The position after that move."""
    twin = game.copy()
    twin.make(move)
    return twin
