"""A player that tries each move in many random games; where cards are hidden, in worlds that it may be in."""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import ClassVar

from games.game import Game
from games.kinds import hides, rolls
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
    seat: int
    won: int = 0
    drawn: int = 0
    lost: int = 0
    total: int = 0  # of the scores

    @property
    def played(self) -> int:
        """How many playouts there were."""
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The share of them won, draws half; a half where there were none."""
        return (self.won + self.drawn / 2) / self.played if self.played else 0.5

    def mean(self, stakes: int) -> float:
        """What was won of the stakes on average, 0 (all was lost) to 1; a half where there were no playouts."""
        return (self.total / self.played / stakes + 1) / 2 if self.played else 0.5

    def play(self, playouts: Playouts, count: int) -> None:
        """Play so many of those playouts. Raises Stop, and then counts none of them."""
        first, drawn, second = playouts.run(count)
        self.won += second if self.seat else first
        self.lost += first if self.seat else second
        self.drawn += drawn
        self.total += -playouts.total if self.seat else playouts.total


Sampler = Callable[[list[Trial], int], None]  # plays so many more behind each; raises Stop in the midst of one


def openly(game: Game, rng: Rng, clock: Clock) -> Sampler:
    """Playouts of a game that hides nothing: all behind one move at a time."""
    behind = {move: Playouts(after(game, move), rng, clock) for move in game.moves()}

    def sample(trials: list[Trial], count: int) -> None:
        for trial in trials:
            trial.play(behind[trial.move], count)

    return sample


def in_worlds(game: Game, rng: Rng, clock: Clock, source: random.Random) -> Sampler:
    """Playouts of a game that hides something: each in a world that the seat may be in, the same for all moves."""
    seat = game.turn

    def sample(trials: list[Trial], count: int) -> None:
        for _ in range(count):
            world = game.imagine(seat, source)
            for trial in trials:
                trial.play(Playouts(after(world, trial.move), rng, clock), 1)

    return sample


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
        """The move that won the largest share of its playouts; of the stakes, where there is chance."""
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
        trials = [Trial(move, game.turn) for move in moves]
        sample = in_worlds(game, rng, clock, self.random) if hides(game) else openly(game, rng, clock)
        run(trials, sample, self.playouts or (PLAYOUTS if deadline == math.inf else None))
        # Where luck decides, a little won often is worth less than much won seldom; else to win is all.
        lucky = rolls(game) or hides(game)
        values = {trial.move: trial.mean(game.stakes) if lucky else trial.share for trial in trials}
        best = max(trials, key=lambda trial: (trial.played > 0, values[trial.move]))
        return Thought(
            move=best.move,
            value=values[best.move],
            proven=False,
            line=(game.text(best.move),),
            candidates=tuple(
                Candidate(each.move, game.text(each.move), values[each.move], each.played) for each in trials
            ),
            nodes=clock.nodes,
            depth=1,
            seconds=monotonic() - start,
        )


def run(trials: list[Trial], sample: Sampler, most: int | None) -> None:
    """Give each trial `most` playouts, or with None as many as time allows, in rounds so that all get alike."""
    played, more = 0, 1
    try:
        while most is None or played < most:
            count = more if most is None else min(more, most - played)
            sample(trials, count)
            played += count
            more = min(2 * more, 1024)
    except Stop:
        pass


def after(game: Game, move: int) -> Game:
    """The position after that move."""
    twin = game.copy()
    twin.make(move)
    return twin
