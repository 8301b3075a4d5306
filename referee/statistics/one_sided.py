"""How far those who won all games may stand below what a fit gives them, where nothing but an added draw bounds it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from referee.statistics.intervals import logistic
from referee.statistics.matrices import spread
from referee.statistics.root import root
from referee.statistics.scoring import Z

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from referee.statistics.matrices import Matrix

FARTHEST = 60.0  # log-odds that are looked at, more than 10,000 Elo

Direction = dict[int, float]  # what is added with which weight, by places in a covariance


class WonGames(NamedTuple):
    """Games that one side won, all of them: how many, the fitted log-odds of that, and what these are the sum of."""

    games: float
    odds: float
    terms: Direction


def find_shift(won: Sequence[WonGames], rest: Mapping[int, float], covariance: Matrix) -> float | None:
    """The least log-odds that could be added to those of all these games, at most 0.

    None without games, and where the fit puts the winners even below that: more than these games is at odds then.

    rest  what the shifted distance is, beside the shift: what is uncertain of both adds to the variance.

    With one opponent it is where Wilson's lower bound lies: the points that are missing, squared, are Z^2 variances.
    """
    if not won:
        return None
    plain = root(lambda by: Z * Z - deviance(won, by, 0.0), -FARTHEST, FARTHEST)
    variance = uncertainty(won, plain, rest, covariance)
    by = root(lambda by: Z * Z - deviance(won, by, variance), -FARTHEST, FARTHEST)
    return by if by <= 0 else None


def deviance(won: Sequence[WonGames], by: float, variance: float) -> float:
    """The square of the missing points by their variance, were the log-odds of winning shifted by so much."""
    chances = [(games, logistic(odds + by), logistic(-odds - by)) for games, odds, _ in won]
    missing = sum(games * lost for games, _, lost in chances)
    known = sum(games * win * lost for games, win, lost in chances)
    return missing * missing / (known + known * known * variance)


def uncertainty(won: Sequence[WonGames], by: float, rest: Mapping[int, float], covariance: Matrix) -> float:
    """The variance of the distance that comes of the fit, where these games count by how much they then tell."""
    weights = [games * logistic(odds + by) * logistic(-odds - by) for games, odds, _ in won]
    total = sum(weights)
    terms = dict(rest)
    for weight, (_, _, parts) in zip(weights, won, strict=True):
        for place, part in parts.items():
            terms[place] = terms.get(place, 0.0) - part * weight / total
    return spread(covariance, terms)
