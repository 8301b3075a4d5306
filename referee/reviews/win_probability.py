"""What a game's estimate says of the chance to win, learnt from games that a shallow search plays against itself.

    chance = 1 / (1 + exp(-slope * estimate))

Elo's curve on the game's own measure, its slope that of most likelihood, as is usual where evaluations are tuned by
results (the "Texel method", www.chessprogramming.org/Texel's_Tuning_Method). Lichess maps centipawns so, by its own
games (lichess.org/page/accuracy).
"""

import random
from math import inf, log, sqrt

from games.game import Game
from players.search.clock import Clock
from players.search.pvs import Pvs
from players.search.score import HALF
from referee.solving.value import share
from referee.statistics.intervals import logistic
from referee.statistics.root import root

GAMES = 60
DEPTH = 2  # plies that both look ahead
OPENING = 6  # plies at random at most before that
LONGEST = 300  # plies of a game that counts
DOUBT = 4.0  # positions of the usual size that tell nothing, so that a few games do not prove everything
STEEPEST = 64.0  # slope for an estimate of the usual size
WORTH = 0.01  # of the uncertainty that an estimate must take away, else it says nothing

Sample = tuple[float, float]  # an estimate, and what came of it: 0, a half or 1


def slope(start: Game, nodes: int, seed: int, deadline: float = inf) -> float | None:
    """The slope for the game that starts so, by at most GAMES games or so many positions.

    None where the estimate tells nothing of who wins. Raises players.search.negamax.Chance.
    """
    rng = random.Random(seed)
    clock = Clock(deadline, nodes)
    samples: list[Sample] = []
    for _ in range(GAMES):
        samples += play_game(start, rng, clock)
        if clock.nodes >= nodes:
            break
    return fit_slope([each for each in samples if each[0]])


def play_game(start: Game, rng: random.Random, clock: Clock) -> list[Sample]:
    """What the search estimated in a game, and how that ended; nothing of one that was not finished."""
    game = start.copy()
    scores: list[float] = []
    for ply in range(LONGEST):
        score = game.score()
        if score is not None:
            return [(each, share(score)) for each in scores]
        moves = game.moves()
        if ply < OPENING and rng.random() < 2 / 3:
            game.make(rng.choice(moves))
            continue
        search = Pvs(game, None, clock)
        search.run(DEPTH)
        if search.depth < min(DEPTH, 1):
            return []
        if abs(search.score) <= HALF:
            scores.append(search.score if game.turn == 0 else -search.score)
        game.make(search.best_move)
    return []


def fit_slope(samples: list[Sample]) -> float | None:
    """The slope of most likelihood, given some DOUBT; None where there are no samples or it tells next to nothing."""
    if not samples:
        return None
    size = sqrt(sum(value * value for value, _ in samples) / len(samples))
    scaled = [(value / size, result) for value, result in samples]
    slope = root(lambda slope: -steepness(scaled, slope), 0.0, STEEPEST)
    gain = 1 + sum(likelihood(slope * value, result) for value, result in scaled) / len(scaled) / log(2)
    return slope / size if gain > WORTH else None


def steepness(scaled: list[Sample], slope: float) -> float:
    """How the logarithm of the likelihood grows with the slope."""
    seen = sum((result - logistic(slope * value)) * value for value, result in scaled)
    return seen + DOUBT * (0.5 - logistic(slope))


def likelihood(value: float, result: float) -> float:
    """The logarithm of the likelihood of a result."""
    chance = min(max(logistic(value), 1e-12), 1 - 1e-12)
    return result * log(chance) + (1 - result) * log(1 - chance)
