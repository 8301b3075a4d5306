"""What a game's estimate says of the chance to win, learnt from games that a shallow search plays against itself.

    chance = 1 / (1 + exp(-slope * estimate))

This is Elo's curve for the game's own estimate, with the slope of maximum likelihood, as is usual for tuning
evaluations by results (the "Texel method", www.chessprogramming.org/Texel's_Tuning_Method). Lichess maps centipawns in
the same way, by its own games (lichess.org/page/accuracy).
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
OPENING = 6  # random plies before that, at most
LONGEST = 300  # plies; longer games do not count
DOUBT = 4.0  # uninformative positions of average estimate, so that a few games do not prove everything
STEEPEST = 64.0  # slope for an average estimate
NEAR = 100  # samples by which the error at a ply is judged
WORTH = 0.01  # the share of the uncertainty that an estimate must remove
LEARNT = 1_000_000  # positions, for the scale of a built-in game
LEARNT_SLOWLY = 100_000  # for that of a game in a file


@dataclass(frozen=True)
class EstimateSample:
    """An estimate for seat 0 after `ply` moves of a game, and the result of the game: 0, a half or 1."""

    ply: int
    estimate: float
    result: float


@dataclass(frozen=True)
class Scale:
    """What an estimate says of the chance of seat 0: the slope of the curve, and the samples that it was fitted to."""

    slope: float
    samples: tuple[EstimateSample, ...]

    def chance(self, estimate: float) -> float:
        return logistic(self.slope * estimate)

    def error(self, chance: float, ply: int) -> float:
        """Return the standard error of such a chance at that ply: what the fit leaves unexplained.

        A position is won, drawn or lost. So a correct chance of 80 % is off by 40 % on average, and one of 99 % by 10
        %. The samples near that ply show how much more or less the results vary.
        """
        return sqrt(self.excess(ply) * chance * (1 - chance))

    def excess(self, ply: int) -> float:
        """Return the ratio of the squared errors near that ply to those of correct chances."""
        near = sorted(self.samples, key=lambda each: abs(each.ply - ply))[:NEAR]
        chances = [self.chance(each.estimate) for each in near]
        found = sum((each.result - chance) ** 2 for each, chance in zip(near, chances, strict=True))
        meant = sum(chance * (1 - chance) for chance in chances)
        return (found + DOUBT / 4) / (meant + DOUBT / 4)


def learn_scale(start: Game, nodes: int, seed: int, deadline: float = inf) -> Scale | None:
    """Return the scale for the game from `start`, by at most GAMES games or `nodes` positions.

    None if the estimate tells nothing of who wins. Raises players.search.alphabeta.tree.Chance.
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
    """Return the estimates of a game with its result; none of a game that was not finished."""
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
    """Return the slope of maximum likelihood, given some DOUBT; None if the samples tell next to nothing."""
    if not samples:
        return None
    size = sqrt(sum(value * value for value, _ in samples) / len(samples))
    scaled = [(value / size, result) for value, result in samples]
    slope = root(lambda slope: -steepness(scaled, slope), 0.0, STEEPEST)
    gain = 1 + sum(likelihood(slope * value, result) for value, result in scaled) / len(scaled) / log(2)
    return slope / size if gain > WORTH else None


def steepness(scaled: list[tuple[float, float]], slope: float) -> float:
    """Return the derivative of the log likelihood by the slope."""
    seen = sum((result - logistic(slope * value)) * value for value, result in scaled)
    return seen + DOUBT * (0.5 - logistic(slope))


def likelihood(value: float, result: float) -> float:
    """Return the log likelihood of a result."""
    chance = min(max(logistic(value), 1e-12), 1 - 1e-12)
    return result * log(chance) + (1 - result) * log(1 - chance)


def reports_estimates(game: Game) -> bool:
    """Return whether programs may report the estimate of the game: in games of luck they report points."""
    return writes(game, "estimate") and not has_chance(game) and not hides_information(game)


def learn_report_slope(game: Game, spec: str) -> float | None:
    """Return the slope of the game's estimate, the same on every machine; None if it tells nothing.

    Errors of the rules are raised with a note on where they failed.
    """
    with attribute_errors(game, lambda: f"as the estimate of {spec} was read as a chance to win"):
        found = learn_scale(game, LEARNT_SLOWLY if is_file_spec(spec) else LEARNT, 0)
    return None if found is None else found.slope
