"""A player that tries each move in many random games; if cards are hidden, in worlds that it may be in."""

import itertools
import math
import random
from collections.abc import Callable, Collection, Sequence
from time import monotonic
from typing import ClassVar

from games.base.positions import position_after
from games.capabilities import counts_points, hides_information
from games.dataclass import dataclass
from games.game import Game
from games.option import Choice, Number, Option, Whole, check
from players.player import Candidate, Glimpse, ThinkingPlayer, Thought, make_glimpse, moves_among
from players.search.clock import Clock, Stop
from players.search.random_play import Playouts, Rng

PLAYOUTS = 100  # per move, if nothing else limits them
C = math.sqrt(2)  # exploration of UCB1, as in the paper, for rewards from 0 to 1


@dataclass
class Trial:
    """One legal move and the results of the playouts after it, for the seat that makes it."""

    move: int
    seat: int
    won: int = 0
    drawn: int = 0
    lost: int = 0
    total: int = 0  # of the scores
    squares: int = 0  # sum of their squares, if each was counted alone or none is beyond 1

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The share of playouts won, draws half; a half if there were none."""
        return (self.won + self.drawn / 2) / self.played if self.played else 0.5

    def mean(self, stakes: int) -> float:
        """Return the mean share of the stakes won, 0 (all lost) to 1; a half if there were no playouts."""
        return (self.total / self.played / stakes + 1) / 2 if self.played else 0.5

    def error(self, stakes: int = 0) -> float | None:
        """Return the standard error of the mean, or without stakes of the share; None below two playouts."""
        if stakes:
            return standard_error(self.total, self.squares, self.played, stakes)
        return standard_error(self.won - self.lost, self.won + self.lost, self.played, 1)

    def play(self, playouts: Playouts, count: int) -> None:
        """Play `count` of the playouts. Raises Stop, and then counts none of them."""
        first, drawn, second = playouts.run(count)
        self.won += second if self.seat else first
        self.lost += first if self.seat else second
        self.drawn += drawn
        self.total += -playouts.total if self.seat else playouts.total
        self.squares += playouts.total**2 if count == 1 else first + second


def standard_error(total: int, squares: int, played: int, stakes: int) -> float | None:
    """Return the standard error of a mean share of the stakes, 0 to 1, from the sums of scores and of their squares."""
    if played < 2:
        return None
    variance = (squares * played - total**2) / (played * (played - 1))
    return math.sqrt(variance / played) / (2 * stakes)


Sampler = Callable[[list[Trial], int], None]  # plays that many more playouts for each trial; raises Stop during one
Measure = Callable[[Trial], float]


def openly(game: Game, rng: Rng, clock: Clock) -> Sampler:
    """Return a sampler for a game of perfect information: all playouts of one move, then the next."""
    behind = {move: Playouts(position_after(game, move), rng, clock) for move in game.moves()}
    alone = counts_points(game)  # the score of each playout counts

    def sample(trials: list[Trial], count: int) -> None:
        for trial in trials:
            for part in [1] * count if alone else [count]:
                trial.play(behind[trial.move], part)

    return sample


def in_worlds(game: Game, rng: Rng, clock: Clock, source: random.Random) -> Sampler:
    """Return a sampler for a game that hides something: each playout in another world, the same for all moves."""
    seat = game.turn

    def sample(trials: list[Trial], count: int) -> None:
        for _ in range(count):
            world = game.imagine(seat, source)
            for trial in trials:
                trial.play(Playouts(position_after(world, trial.move), rng, clock), 1)

    return sample


def conclude(
    trials: Sequence[Trial],
    best: Trial,
    measures: tuple[Measure, Callable[[Trial], float | None]],
    texts: dict[int, str],
    clock: Clock,
    seconds: float,
) -> Thought:
    """Return the thought after the playouts; `measures` as choose_measure returns them."""
    worth, doubt = measures
    found = (Candidate(each.move, texts[each.move], worth(each), each.played, doubt(each)) for each in trials)
    return Thought(
        move=best.move,
        value=worth(best),
        proven=False,
        line=(texts[best.move],),
        candidates=tuple(found),
        nodes=clock.nodes,
        depth=1,
        seconds=seconds,
        even=0.5,
    )


class MonteCarloPlayer(ThinkingPlayer):
    """Plays random games from each legal move and makes the one that wins most of them.

    spread=flat  equally many games for every move.
    spread=ucb   more for better moves; it makes the most tried move.
    """

    options: ClassVar[dict[str, Option]] = {
        "playouts": Whole(
            None,
            least=1,
            most=1_000_000_000,
            note=f"random games for each legal move; {PLAYOUTS} unless limited by time",
        ),
        "time": Number(None, least=0, note="seconds a move: as many games as it allows"),
        "spread": Choice(
            "flat",
            words=("flat", "ucb"),
            note="how playouts are spread: evenly over the moves, or by UCB1 with more for better ones",
        ),
        "seed": Whole(None, least=0, note="for its random numbers; the match's own by default"),
    }

    def __init__(
        self, playouts: int | None = None, time: float | None = None, spread: str = "flat", seed: int | None = None
    ):
        check(self.options, playouts=playouts, time=time, spread=spread, seed=seed)
        self.playouts, self.time, self.spread = playouts, time, spread
        self.random = random.Random(seed)
        self.among: Collection[int] | None = None
        self.lines = 1

    def think(self, game: Game, deadline: float = math.inf) -> Thought:
        """Return the move with the best share of wins (with chance: of the stakes), with spread=ucb the most tried."""
        start = monotonic()
        if self.time is not None:
            deadline = min(deadline, start + self.time)
        clock = Clock(deadline)
        rng = Rng(self.random.getrandbits(63))
        moves = moves_among(game, self.among)
        trials = [Trial(move, game.turn) for move in moves]
        texts = {move: game.text(move) for move in moves}
        sample = in_worlds(game, rng, clock, self.random) if hides_information(game) else openly(game, rng, clock)
        worth, doubt = choose_measure(game)
        most = self.playouts or (PLAYOUTS if deadline == math.inf else None)
        flat = self.spread == "flat"

        def leader() -> Trial:
            return max(trials, key=lambda trial: (trial.played > 0 if flat else trial.played, worth(trial)))

        self.view = lambda: glimpse_playouts(trials, leader(), worth, texts, clock)
        if flat:
            run(trials, sample, most)
        else:
            run_ucb(trials, sample, worth, None if most is None else most * len(trials))
        best = leader()
        thought = conclude(trials, best, (worth, doubt), texts, clock, monotonic() - start)
        self.view = lambda: make_glimpse(thought, sum(trial.played for trial in trials))
        return thought


def glimpse_playouts(trials: list[Trial], best: Trial, worth: Measure, texts: dict[int, str], clock: Clock) -> Glimpse:
    """Return the Glimpse of running playouts led by the `best` trial."""
    played = sum(trial.played for trial in trials)
    line = (texts[best.move],) if best.played else ()
    ranked = tuple(Candidate(each.move, texts[each.move], worth(each), each.played) for each in trials if each.played)
    return Glimpse(1, clock.nodes, played, line, worth(best) if line else None, candidates=ranked)


def choose_measure(game: Game) -> tuple[Measure, Callable[[Trial], float | None]]:
    """Return the measure that compares trials, and its standard error, as functions of a trial."""
    if not counts_points(game):
        return lambda trial: trial.share, Trial.error
    stakes = game.stakes
    return lambda trial: trial.mean(stakes), lambda trial: trial.error(stakes)


def run(trials: list[Trial], sample: Sampler, most: int | None) -> None:
    """Give each trial `most` playouts, or with None as many as time allows, in rounds so that all get equally many."""
    played, more = 0, 1
    try:
        while most is None or played < most:
            count = more if most is None else min(more, most - played)
            sample(trials, count)
            played += count
            more = min(2 * more, 1024)
    except Stop:
        pass


def run_ucb(trials: list[Trial], sample: Sampler, worth: Measure, most: int | None) -> None:
    """Give `most` playouts in all, or with None as many as time allows: each to the trial with the highest bound.

    The bound on a trial's mean is UCB1 of P. Auer, N. Cesa-Bianchi and P. Fischer, "Finite-time Analysis of the
    Multiarmed Bandit Problem", Machine Learning 47, 2002: mean + C * sqrt(ln(all playouts) / its own).
    """
    try:
        for trial in trials:
            sample([trial], 1)
        means, widths = [worth(trial) for trial in trials], [C] * len(trials)
        for played in itertools.count(len(trials)) if most is None else range(len(trials), most):
            slack = math.sqrt(math.log(played))
            bounds = [mean + slack * width for mean, width in zip(means, widths, strict=True)]
            place = bounds.index(max(bounds))
            trial = trials[place]
            sample([trial], 1)
            means[place], widths[place] = worth(trial), C / math.sqrt(trial.played)
    except Stop:
        pass
