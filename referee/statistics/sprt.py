"""The sequential probability ratio test: play until one of two differences in Elo is accepted.

It is generalized to hypotheses about the mean: each takes the law of results that explains the results best, and the
test follows the ratio of the likelihoods. Van den Bergh, Comments on normalized Elo and Comparing approximations of the
GSPRT (cantate.be/Fishtest); fastchess, fishtest and OpenBench use the same formulas. BayesElo's model is by Rao and
Kupper (JASA 62, 1967). OpenBench and fastchess give its differences in BayesElo, cutechess gives them in Elo.
"""

from __future__ import annotations

import math
from dataclasses import asdict
from enum import Enum
from typing import TYPE_CHECKING, Any

from games.dataclass import dataclass
from referee.statistics.counts import Counts, Pairs
from referee.statistics.numerics import root
from referee.statistics.scoring import NORMALIZED, SCALE, expected

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.statistics.counts import Sample

MODELS = ("logistic", "normalized", "bayeselo", "cutechess")
OF_GAMES = ("bayeselo", "cutechess")  # models that go by single games
UNITS = {"normalized": "normalized Elo", "bayeselo": "BayesElo"}  # of the differences; otherwise Elo
# Counts of an outcome that was never seen: half a result, after Haldane, as a few results do not make others
# impossible, and next to nothing, as engine testers count it. The test goes by the one that says less.
UNSEEN = (0.5, 0.001)
ROUNDS = 50  # at most, to approximate the law under a normalized hypothesis; three to six are enough
CLOSE = 1e-9  # a smaller change of a probability ends the approximation
LEAST = 1e-300  # of the way from one pole to the other: no law is nearer to a pole

Law = tuple[float, ...]


class SprtVerdict(Enum):
    """Which hypothesis is accepted."""

    H0 = "H0"
    H1 = "H1"


@dataclass(frozen=True)
class Sprt:
    """A test whether the first player is elo0 or elo1 above the second. Raises ValueError unless elo0 < elo1.

    alpha  the probability, at most about, to accept H1 though H0 is true;  beta  the other way round.
    model  logistic or normalized Elo; or by BayesElo's model of single games: bayeselo, whose differences are BayesElo,
           or cutechess, whose differences are Elo.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "logistic"

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 {self.elo0:g} must be less than elo1 {self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"alpha {self.alpha:g} and beta {self.beta:g} must lie between 0 and 0.5")
        if self.model not in MODELS:
            raise ValueError(f"{self.model!r} must be one of {', '.join(MODELS)}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios that accept H0, at or below, and H1, at or above."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    @property
    def pairs(self) -> bool:
        """Whether the test can use pairs of games."""
        return self.model not in OF_GAMES

    def llr(self, sample: Sample) -> float:
        """Return the log-likelihood ratio of H1 to H0, 0 before any result. Raises ValueError for unfit pairs.

        While outcomes are unseen and their counts of UNSEEN favour different hypotheses, it is 0 too.
        """
        if not self.pairs and not isinstance(sample, Counts):
            raise ValueError(f"{self.model} is a model of games, not of pairs of games")
        if not sample.total:
            return 0.0
        if all(sample.outcomes):
            return self.ratio(sample, sample.outcomes)
        ratios = [self.ratio(sample, [count or unseen for count in sample.outcomes]) for unseen in UNSEEN]
        return min(ratios, key=abs) if max(ratios) < 0 or min(ratios) > 0 else 0.0

    def ratio(self, sample: Sample, seen: Sequence[float]) -> float:
        """Return the log-likelihood ratio of H1 to H0 for counts `seen`, all above 0, of the outcomes."""
        if not self.pairs:
            return bayeselo(seen, self.elo0, self.elo1, scaled=self.model == "cutechess")
        total = sum(seen)
        law = tuple(count / total for count in seen)
        gains = [math.log(one / zero) for zero, one in zip(*self.laws(law, sample), strict=True)]
        return total * sum(share * gain for share, gain in zip(law, gains, strict=True))

    def laws(self, law: Law, sample: Sample) -> tuple[Law, Law]:
        """Return the laws under H0 and H1 that are nearest to the observed `law`."""
        scores = sample.scores
        if self.model == "logistic":
            return with_mean(law, scores, expected(self.elo0)), with_mean(law, scores, expected(self.elo1))
        scale = math.sqrt(sample.each) / NORMALIZED
        return with_ratio(law, scores, self.elo0 * scale), with_ratio(law, scores, self.elo1 * scale)

    def verdict(self, sample: Sample) -> SprtVerdict | None:
        """Return the accepted hypothesis; None while it is open."""
        low, high = self.bounds
        ratio = self.llr(sample)
        if ratio >= high:
            return SprtVerdict.H1
        return SprtVerdict.H0 if ratio <= low else None

    def as_dict(self, sample: Sample) -> dict[str, Any]:
        """Return the test and its state as JSON's types; `accepted` is H0, H1 or None."""
        (low, high), verdict = self.bounds, self.verdict(sample)
        stand = {"llr": self.llr(sample), "low": low, "high": high, "accepted": verdict and verdict.value}
        return asdict(self) | stand

    def reached(self, sample: Sample) -> str:
        """Return how far the test has come, in a few words."""
        low, high = self.bounds
        return f"LLR {self.llr(sample):.2f}, bounds {low:.2f} and {high:.2f}"

    def sentence(self, sample: Sample, one: str, two: str) -> str:
        """Return the state of the test in a sentence."""
        unit, reached = UNITS.get(self.model, "Elo"), self.reached(sample)
        low_elo, high_elo = (f"{elo:+g}" if elo else "0" for elo in (self.elo0, self.elo1))
        match self.verdict(sample):
            case SprtVerdict.H1:
                return f"decided: {one} is {high_elo} {unit} above {two} rather than {low_elo} ({reached}: H1)"
            case SprtVerdict.H0:
                return f"decided: {one} is {low_elo} {unit} above {two} rather than {high_elo} ({reached}: H0)"
        return f"undecided whether {one} is {low_elo} or {high_elo} {unit} above {two} ({reached})"


class SprtCourse:
    """A test that takes games in the order of their numbers, whole pairs, whatever the order in which they end.

    Games 0 and 1 are the first pair. So the test ends after the same game, however many games are played at once, and
    however often they are stopped.

    games  the number of games that the test has taken;  end  the same once the test is decided, None before.
    """

    def __init__(self, test: Sprt):
        self.test = test
        self.waiting: dict[int, int] = {}
        self.counts = [0] * 3
        self.pairs = [0] * 5
        self.games = 0
        self.end: int | None = None

    def add(self, number: int, won: int) -> None:
        """Add a finished game, once: `won` is 1 if the first player won it, 0 for a draw, otherwise -1."""
        self.waiting[number] = won
        while self.end is None and self.games in self.waiting and self.games + 1 in self.waiting:
            one, other = self.waiting.pop(self.games), self.waiting.pop(self.games + 1)
            self.pairs[2 + one + other] += 1
            for each in (one, other):
                self.counts[1 - each] += 1
            self.games += 2
            if self.test.verdict(self.sample):
                self.end = self.games

    @property
    def sample(self) -> Counts | Pairs:
        """The results that the test has taken."""
        return Pairs(*self.pairs) if self.test.pairs else Counts(*self.counts)


def bayeselo(seen: Sequence[float], elo0: float, elo1: float, scaled: bool) -> float:
    """Return the log-likelihood ratio by BayesElo's model; `seen` counts lost, drawn, won, above 0.

    Wins have the probability 1 / (1 + 10^((d - b) / 400)), losses 1 / (1 + 10^((d + b) / 400)), draws the rest: w l
    (10^(d / 200) - 1). d comes from the results, and b is the difference under a hypothesis.

    scaled  whether elo0 and elo1 are in Elo, to be turned into b by the slope between equals, as in cutechess.
    """
    total = sum(seen)
    lost, drawn, won = seen
    level = (math.log((total - lost) / lost) + math.log((total - won) / won)) / 2  # d, in log-odds
    slope = 4 * math.exp(-level) / (1 + math.exp(-level)) ** 2 if scaled else 1.0
    rise0, rise1 = (elo * math.log(10) / SCALE / slope for elo in (elo0, elo1))
    gain = softplus(level - rise0) - softplus(level - rise1)
    loss = softplus(level + rise0) - softplus(level + rise1)
    return (won + drawn) * gain + (lost + drawn) * loss


def softplus(odds: float) -> float:
    """Return log(1 + e^odds)."""
    return max(odds, 0.0) + math.log1p(math.exp(-abs(odds)))


def with_mean(law: Law, scores: Law, mean: float) -> Law:
    """Return the law with a mean score, 0 to 1, under which the results are likeliest."""
    return tilted(law, tuple(score - mean for score in scores)) or law


def with_ratio(law: Law, scores: Law, ratio: float) -> Law:
    """Return the likeliest law whose mean is `ratio` of its own standard deviations above a half.

    The condition is linearized at a first law, solved, and linearized again at the law found. The first law has the
    mean of the law of wins and losses alone that meets the condition. From even chances, where Van den Bergh begins,
    hypotheses above some 300 normalized Elo have no second law.
    """
    found = with_mean(law, scores, 0.5 + ratio / math.sqrt(1 + ratio * ratio) / 2)
    for _ in range(ROUNDS):
        mean = sum(share * score for share, score in zip(found, scores, strict=True))
        spread = sum(share * (score - mean) ** 2 for share, score in zip(found, scores, strict=True))
        deviation = math.sqrt(spread)
        bent = [0.5 * ratio * (deviation + (score - mean) ** 2 / deviation) for score in scores]
        nearer = tilted(law, tuple(score - 0.5 - each for score, each in zip(scores, bent, strict=True)))
        if nearer is None:
            break
        moved = max(abs(new - old) for new, old in zip(nearer, found, strict=True))
        found = nearer
        if moved < CLOSE:
            break
    return found


def tilted(law: Law, gaps: Law) -> Law | None:
    """Return the law with a mean gap of 0 under which the results are likeliest; None if all gaps have one sign.

    It is share / (1 + tilt * gap) for each outcome, with a tilt between the poles. The search uses the distance from
    the nearer pole, because there the tilt itself is too coarse: an outcome that was hardly seen may have to be common.
    """
    if not min(gaps) < 0 < max(gaps):
        return None
    if sum(share * gap for share, gap in zip(law, gaps, strict=True)) > 0:
        gaps = tuple(-gap for gap in gaps)  # the same law; now the nearer pole belongs to the largest gap
    most = max(gaps)
    rests = tuple(1 - gap / most for gap in gaps)

    def beyond(past: float) -> float:
        terms = zip(law, gaps, rests, strict=True)
        return -sum(share * (past * gap / (rest + past * gap)) for share, gap, rest in terms)

    past = root(beyond, LEAST / most, 1 / most)
    return tuple(share / (rest + past * gap) for share, gap, rest in zip(law, gaps, rests, strict=True))
