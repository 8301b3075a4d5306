"""Whether a player plays worse than at random from one seat and better from the other: a sign is wrong, mostly."""

from __future__ import annotations

from dataclasses import field
from math import sqrt
from random import Random
from statistics import fmean, pvariance
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from games.laws.hidden import draw_move
from games.laws.scene import is_over

if TYPE_CHECKING:
    from games.game import Game

SAMPLE = 100  # random games, against which those of a player are held
LONGEST = 1000  # moves of them
CLEAR = 2.5  # standard deviations, of what random moves win in as many games
LEAST = 0.05  # of the stakes squared: the variance of random play is not taken to be smaller


@dataclass
class SeatBalance:
    """The games of a player against random moves, and of random moves against themselves.

    won    by spec and seat, what the first seat won in each game, in shares of the stakes.
    usual  by spec, the mean and the variance of that in random games.
    """

    won: dict[tuple[str, int], list[float]] = field(default_factory=dict)
    usual: dict[str, tuple[float, float]] = field(default_factory=dict)

    def add(self, spec: str, start: Game, seat: int, score: int) -> None:
        """Count a game of that spec that it played to its end from that seat."""
        if spec not in self.usual:
            self.usual[spec] = sample_games(start)
        self.won.setdefault((spec, seat), []).append(score / start.stakes)

    def ahead(self, seat: int) -> float:
        """How much more it wins from that seat than random moves do, in standard deviations."""
        beyond = spread = 0.0
        for (spec, own), won in self.won.items():
            mean, variance = self.usual[spec]
            if own == seat:
                beyond += sum(each - mean for each in won) * (1 if seat == 0 else -1)
                spread += variance * len(won) * (1 + len(won) / SAMPLE)  # the mean varies too
        return beyond / sqrt(spread) if spread else 0.0

    def finding(self) -> str:
        """What is remarkable, in a sentence; empty if nothing is."""
        one, two = self.ahead(0), self.ahead(1)
        if min(one, two) > -CLEAR or max(one, two) < CLEAR:
            return ""
        good, bad = ("first", "second") if one > two else ("second", "first")
        return f"against random moves it wins more than they do as the {good} seat, and less than they do as the {bad}"


def sample_games(start: Game) -> tuple[float, float]:
    """What the first seat wins in random games, in shares of the stakes: the mean, and the variance."""
    rng = Random(0)
    scores = [play_random_game(start, rng) / start.stakes for _ in range(SAMPLE)]
    return fmean(scores), max(pvariance(scores), LEAST)


def play_random_game(start: Game, rng: Random) -> int:
    """The score of a random game; 0 if it does not come to an end."""
    game = start.copy()
    for _ in range(LONGEST):
        if is_over(game):
            break
        game.make(draw_move(game, rng))
    return game.score() or 0
