"""What a game's estimate says of the chance to win, learnt from games that a shallow search plays against itself.

    chance = 1 / (1 + exp(-slope * estimate)), where a larger estimate than `most` counts as `most`

This is Elo's curve for the game's own estimate, with the slope of maximum likelihood, as is usual for tuning
evaluations by results (the "Texel method", www.chessprogramming.org/Texel's_Tuning_Method). Lichess maps centipawns in
the same way, by its own games (lichess.org/page/accuracy), up to 1000.
"""

import random
import sys
from math import inf, log
from pathlib import Path
from statistics import median

from games.base.rule_values import legal_moves
from games.capabilities import has_chance, hides_information
from games.dataclass import dataclass
from games.game import Game, writes
from games.names.user_files import is_file_spec
from players.learning.board_evaluation import BoardEvaluation
from players.learning.library import find_shipped
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.table import HALF
from players.search.clock import Clock
from players.solution_cache import identify_game
from referee.errors.attribution import attribute_errors
from referee.solving.value import share
from referee.statistics.numerics import root
from referee.statistics.scoring import logistic

GAMES = 60
DEPTH = 2  # plies that both look ahead
OPENING = 6  # random plies before that, at most
LONGEST = 300  # plies; longer games do not count
DOUBT = 4.0  # uninformative positions of usual estimate, so that a few games do not prove everything
STEEPEST = 64.0  # slope for a usual estimate
FAR = 6.0  # usual estimates; a larger one, as of an open four, counts no more: some of these games are still lost
WORTH = 0.01  # the share of the uncertainty that an estimate must remove
LEARNT = 1_000_000  # positions, for the slope of a built-in game
LEARNT_SLOWLY = 100_000  # for the slope of a game in a file


@dataclass(frozen=True)
class Scale:
    """The slope and the most of an estimate, and its `source`: the games that tell so.

    learnt  the evaluation that makes the estimate; None: the game's own.
    """

    slope: float
    most: float
    source: str = ""
    learnt: BoardEvaluation | None = None

    def chance(self, estimate: float) -> float:
        """Return the chance of the seat whose lead the estimate is."""
        return logistic(self.slope * max(-self.most, min(self.most, estimate)))


def find_scale(start: Game, nodes: int, seed: int, deadline: float = inf) -> Scale | None:
    """Return the scale for games from `start`: the kept one, otherwise what `learn_scale` finds."""
    return kept_scale(start) or learn_scale(start, nodes, seed, deadline)


def learnt_scale(start: Game) -> Scale | None:
    """Return the scale of the weights that come with the program; None if none fit the game.

    Nothing is fitted, because they were learnt as chances.
    """
    learnt = find_shipped(start)
    return None if learnt is None else Scale(1 / learnt.scale, inf, "the games that the evaluation learnt from", learnt)


def kept_scale(start: Game) -> Scale | None:
    """Return the scale in `chances.table` beside the game.

    None if there is no table, or if the game is played by other rules or on another board than by default.
    """
    kind = type(start)
    table = Path(getattr(sys.modules[kind.__module__], "__file__", None) or "").with_name("chances.table")
    if not kind.__module__.startswith("games.") or not table.exists():
        return None
    usual = kind()
    try:
        usual.set_position(start.position())
    except ValueError:  # another board
        return None
    if identify_game(usual) != identify_game(start):
        return None
    numbers, source = table.read_text(encoding="utf-8").removeprefix("slope").split("#")
    slope, most = map(float, numbers.split("most"))
    return Scale(slope, most, source.strip())


def learn_scale(start: Game, nodes: int, seed: int, deadline: float = inf) -> Scale | None:
    """Return the scale for the game from `start`, by at most GAMES games or `nodes` positions.

    None if the estimate tells nothing of who wins. Raises players.search.alphabeta.tree.Chance.
    """
    rng = random.Random(seed)
    clock = Clock(deadline, nodes)
    samples: list[tuple[float, float]] = []
    for _ in range(GAMES):
        samples += play_game(start, rng, clock)
        if clock.nodes >= nodes:
            break
    return fit_scale(samples, f"{GAMES} quick games")


def play_game(start: Game, rng: random.Random, clock: Clock) -> list[tuple[float, float]]:
    """Return pairs (estimate for seat 0, result as 0, a half or 1) of a game; none of a game that was not finished."""
    game = start.copy()
    scores: list[float] = []
    for ply in range(LONGEST):
        score = game.score()
        if score is not None:
            return [(estimate, share(score)) for estimate in scores]
        moves = legal_moves(game)
        if ply < OPENING and rng.random() < 2 / 3:
            game.make(rng.choice(moves))
            continue
        search = Pvs(game, None, clock)
        search.run(DEPTH)
        if not search.depth:
            return []
        if abs(search.score) <= HALF:
            scores.append(search.score if game.turn == 0 else -search.score)
        game.make(search.best_move)
    return []


def fit_scale(samples: list[tuple[float, float]], source: str = "") -> Scale | None:
    """Return the scale of maximum likelihood, given some DOUBT; None if the samples tell next to nothing."""
    sizes = [abs(value) for value, _ in samples if value]
    if not sizes:
        return None
    size = median(sizes)
    scaled = [(max(-FAR, min(FAR, value / size)), result) for value, result in samples if value]
    slope = root(lambda slope: -steepness(scaled, slope), 0.0, STEEPEST)
    gain = 1 + sum(likelihood(logistic(slope * value), result) for value, result in scaled) / len(scaled) / log(2)
    return Scale(slope / size, FAR * size, source) if gain > WORTH else None


def steepness(scaled: list[tuple[float, float]], slope: float) -> float:
    """Return the derivative of the log likelihood by the slope."""
    seen = sum((result - logistic(slope * value)) * value for value, result in scaled)
    return seen + DOUBT * (0.5 - logistic(slope))


def likelihood(chance: float, result: float) -> float:
    """Return the log likelihood of a result."""
    chance = min(max(chance, 1e-12), 1 - 1e-12)
    return result * log(chance) + (1 - result) * log(1 - chance)


def reports_estimates(game: Game) -> bool:
    """Return whether programs may report the estimate of the game: in games of luck they report points."""
    return writes(game, "estimate") and not has_chance(game) and not hides_information(game)


def learn_report_slope(game: Game, spec: str) -> float | None:
    """Return the slope of the game's estimate, the same on every machine; None if it tells nothing.

    Errors of the rules are raised with a note on where they failed.
    """
    with attribute_errors(game, lambda: f"as the estimate of {spec} was read as a chance to win"):
        found = find_scale(game, LEARNT_SLOWLY if is_file_spec(spec) else LEARNT, 0)
        return None if found is None else found.slope
