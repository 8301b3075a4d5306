"""What a game's estimate says of the chance to win, learnt from games that a shallow search plays against itself.

    chance = 1 / (1 + exp(-slope * estimate))

Elo's curve on the game's own measure, its slope that of most likelihood, as is usual where evaluations are tuned by
results (the "Texel method", www.chessprogramming.org/Texel's_Tuning_Method). Lichess maps centipawns so, by its own
games (lichess.org/page/accuracy).
"""

import random
from math import inf, log, sqrt

from games.base.rule_values import legal_moves
from games.capabilities import has_chance, hides_information
from games.dataclass import dataclass
from games.game import Game, writes
from games.names.user_files import is_file_spec
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.table import HALF
from players.search.clock import Clock
from referee.errors.attribution import attribute_errors
from referee.solving.value import share
from referee.statistics.numerics import root
from referee.statistics.scoring import logistic

GAMES = 60
DEPTH = 2  # plies that both look ahead
OPENING = 6  # plies at random at most before that
LONGEST = 300  # plies of a game that counts
DOUBT = 4.0  # positions of the usual size that tell nothing, so that a few games do not prove everything
STEEPEST = 64.0  # slope for an estimate of the usual size
NEAR = 100  # samples by which the error at a ply is judged
WORTH = 0.01  # of the uncertainty that an estimate must take away, else it says nothing
LEARNT = 1_000_000  # positions by which the estimate of a game of this program is learnt
LEARNT_SLOWLY = 100_000  # those for a game of a file


@dataclass(frozen=True)
class EstimateSample:
    """An estimate of a position of a game, for seat 0, and what came of the game: 0, a half or 1.

    ply  how many moves were made before.
    """

    ply: int
    estimate: float
    result: float


@dataclass(frozen=True)
class Scale:
    """What an estimate says of the chance of seat 0, and how far to trust that.

    slope    of the curve;  samples  by which it was fitted.
    """

    slope: float
    samples: tuple[EstimateSample, ...]

    def chance(self, estimate: float) -> float:
        """Return the chance, 0 to 1."""
        return logistic(self.slope * estimate)

    def error(self, chance: float, ply: int) -> float:
        """How far such a chance is off at that ply: what the fit leaves unexplained, as a standard deviation.

        A position is won, drawn or lost. So a chance of 80 % that is right 4 times in 5 is off by 40 % on average, and
        one of 99 % by 10 %. How much more or less the results of games differ from the curve is seen in the samples
        near that ply.
        """
        return sqrt(self.excess(ply) * chance * (1 - chance))

    def excess(self, ply: int) -> float:
        """By which factor the squares of the errors near that ply exceed those of chances that are right."""
        near = sorted(self.samples, key=lambda each: abs(each.ply - ply))[:NEAR]
        chances = [self.chance(each.estimate) for each in near]
        found = sum((each.result - chance) ** 2 for each, chance in zip(near, chances, strict=True))
        meant = sum(chance * (1 - chance) for chance in chances)
        return (found + DOUBT / 4) / (meant + DOUBT / 4)


def learn_scale(start: Game, nodes: int, seed: int, deadline: float = inf) -> Scale | None:
    """Return the scale for the game that starts so, by at most GAMES games or so many positions.

    None where the estimate tells nothing of who wins. Raises players.search.alphabeta.tree.Chance.
    """
    rng = random.Random(seed)
    clock = Clock(deadline, nodes)
    samples: list[EstimateSample] = []
    for _ in range(GAMES):
        samples += play_game(start, rng, clock)
        if clock.nodes >= nodes:
            break
    told = tuple(each for each in samples if each.estimate)
    slope = fit_slope([(each.estimate, each.result) for each in told])
    return None if slope is None else Scale(slope, told)


def play_game(start: Game, rng: random.Random, clock: Clock) -> list[EstimateSample]:
    """Return what the search estimated in a game, and how that ended; nothing of one that was not finished."""
    game = start.copy()
    scores: list[tuple[int, float]] = []
    for ply in range(LONGEST):
        score = game.score()
        if score is not None:
            return [EstimateSample(when, estimate, share(score)) for when, estimate in scores]
        moves = legal_moves(game)
        if ply < OPENING and rng.random() < 2 / 3:
            game.make(rng.choice(moves))
            continue
        search = Pvs(game, None, clock)
        search.run(DEPTH)
        if search.depth < min(DEPTH, 1):
            return []
        if abs(search.score) <= HALF:
            scores.append((ply, search.score if game.turn == 0 else -search.score))
        game.make(search.best_move)
    return []


def fit_slope(samples: list[tuple[float, float]]) -> float | None:
    """The slope of most likelihood, given some DOUBT; None if there are no samples or it tells next to nothing."""
    if not samples:
        return None
    size = sqrt(sum(value * value for value, _ in samples) / len(samples))
    scaled = [(value / size, result) for value, result in samples]
    slope = root(lambda slope: -steepness(scaled, slope), 0.0, STEEPEST)
    gain = 1 + sum(likelihood(slope * value, result) for value, result in scaled) / len(scaled) / log(2)
    return slope / size if gain > WORTH else None


def steepness(scaled: list[tuple[float, float]], slope: float) -> float:
    """How the logarithm of the likelihood grows with the slope."""
    seen = sum((result - logistic(slope * value)) * value for value, result in scaled)
    return seen + DOUBT * (0.5 - logistic(slope))


def likelihood(value: float, result: float) -> float:
    """Return the logarithm of the likelihood of a result."""
    chance = min(max(logistic(value), 1e-12), 1 - 1e-12)
    return result * log(chance) + (1 - result) * log(1 - chance)


def reports_estimates(game: Game) -> bool:
    """Whether programs may report the estimate of that game: where there is luck they report points on average."""
    return writes(game, "estimate") and not has_chance(game) and not hides_information(game)


def learn_report_slope(game: Game, spec: str) -> float | None:
    """Return the slope of the estimate of that game, which is the same on every machine; None if it tells nothing.

    An error in the rules of the game is raised with a note on where it failed.
    """
    with attribute_errors(game, lambda: f"as the estimate of {spec} was read as a chance to win"):
        found = learn_scale(game, LEARNT_SLOWLY if is_file_spec(spec) else LEARNT, 0)
    return None if found is None else found.slope
