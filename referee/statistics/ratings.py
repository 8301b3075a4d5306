"""Ratings fitted jointly over all games, with draws and the advantage of moving first.

The model is the one of Bradley and Terry (Biometrika 39, 1952) on Elo's scale, with the effect of order of Davidson and
Beaver (Biometrics 33, 1977): the first is expected to score 1 / (1 + 10^-((difference + advantage) / 400)), a draw
being half a point. The fitted ratings expect the points that each player scored. So the ratings of a match are the Elo
of its score, and draws bound a rating as losses do. How often equals draw is estimated after that, by Davidson's law of
draws (JASA 65, 1970), in this order after Edwards (arXiv 2507.03894). Fitted all at once, as by Davidson, a difference
is log(wins / losses): a match of 10 wins, 90 draws and no loss, or of draws alone, would have no rating, and with many
draws it would not be the Elo that people know.

Intervals are relative to the mean of the players whom the results bound. They use the whole covariance of the fit,
which is smaller if games are drawn, by the lower bound of the share of draws. A rating and its variance are taken as
the result of a match against the mean of the others, and its interval is Wilson's for that match; with two players it
is exactly that. Games of a pair with one opening are taken as independent. An opening that favours one side brings a
win and a loss, because sides are swapped: the points of pairs vary less than assumed, so the intervals are too wide, if
anything.

If results have no maximum: a player that won all games is above the others without limit. Its estimate has no upper
bound, and its value comes from half a virtual draw against the mean of the others, which is added only for players whom
the results leave unbounded. The others are measured by the largest set of players with bounded differences, or by all
players if two sets are the largest. Players who never met, not even through others, are in different groups: each group
has its own 0, and groups cannot be compared.

If all games of some players were won by the first, and nothing else bounds the advantage, no difference has a bound
either, because a larger advantage could explain each result. After few games that happens by chance: with three players
and four games for each two, at an advantage of 150 Elo, in one tournament of four. Then ratings are fitted without an
advantage, since sides are swapped: in simulations 96 % of the intervals of such tournaments held, at 300 Elo too.

Anchors are players with given ratings. They are held fixed, and the rest is fitted to them (index_games). One anchor
shifts the fit above, as BayesElo's `offset` does. Several anchors bind it. The group of the anchors is measured by
them: a rating is theirs plus the difference, with the variance of the difference, so an anchor has no error. All
anchors are linked, because their differences are known. Players linked to no anchor are groups with their own 0.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from games.base.scalar_product import dot
from games.dataclass import dataclass
from referee.statistics.fitting import (
    ANCHORS,
    Fit,
    Limits,
    Score,
    decisive_scores,
    equal_draw_share,
    groups,
    index_games,
    square_of,
    tells_order,
)
from referee.statistics.numerics import ROUNDING, root, spread, variance_between
from referee.statistics.scoring import Estimate, Z, chance_of_more, estimate_in_elo, logistic, odds_between, wilson

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from referee.statistics.fitting import Anchors, Results
    from referee.statistics.numerics import Matrix


FARTHEST = 60.0  # log-odds, more than 10,000 Elo: the range of the search

Direction = dict[int, float]  # weights of a sum, by places in a covariance
VIRTUAL = 0.5  # draws that are added for a player who is not bounded


class WonGames(NamedTuple):
    """Games that one side won: their number, its fitted log-odds, and the terms that add up to the log-odds."""

    games: float
    odds: float
    terms: Direction


def find_shift(won: Sequence[WonGames], rest: Mapping[int, float], covariance: Matrix) -> float | None:
    """Return the least shift, at most 0, of the log-odds of all these games that they allow.

    With one opponent it leads to Wilson's lower bound: the square of the missing points is Z^2 variances. It is None
    without games, and if the fit puts the winners even lower: then other games are at odds with these.

    rest  the terms of the shifted distance: the uncertainty of both adds to the variance.
    """
    if not won:
        return None
    plain = root(lambda by: Z * Z - deviance(won, by, 0.0), -FARTHEST, FARTHEST)
    variance = uncertainty(won, plain, rest, covariance)
    by = root(lambda by: Z * Z - deviance(won, by, variance), -FARTHEST, FARTHEST)
    return by if by <= 0 else None


def deviance(won: Sequence[WonGames], by: float, variance: float) -> float:
    """Return the square of the missing points, divided by their variance, with the log-odds shifted by `by`."""
    chances = [(games, logistic(odds + by), logistic(-odds - by)) for games, odds, _ in won]
    missing = sum(games * lost for games, _, lost in chances)
    known = sum(games * win * lost for games, win, lost in chances)
    return missing * missing / (known + known * known * variance)


def uncertainty(won: Sequence[WonGames], by: float, rest: Mapping[int, float], covariance: Matrix) -> float:
    """Return the variance of the distance from the fit, the games weighted by their information after the shift."""
    weights = [games * square_of(odds + by) for games, odds, _ in won]
    total = sum(weights)
    terms = dict(rest)
    for weight, (_, _, parts) in zip(weights, won, strict=True):
        for place, part in parts.items():
            terms[place] = terms.get(place, 0.0) - part * weight / total
    return spread(covariance, terms)


@dataclass(frozen=True)
class Ratings:
    """The ratings of players, by their places.

    elo        in each group 0 is the mean of the players that are bounded on both sides, or of all if there is none, so
               that virtual draws hardly move anybody. In the group of the anchors they are on the anchors' scale. None
               for a player without a game that is no anchor.
    group      players with the same number, from 0, can be compared; None as above.
    anchored   the number of the group of the anchors; None if there are none.
    advantage  of moving first, in Elo; None if it is not known yet. Then, or if it has only one bound, the ratings
               take it as 0: otherwise hardly any rating would have a bound.
    draws      the share of drawn games between equals, 0 to 1; None before any game.
    superior   superior[a][b]: the probability that a is better; None if it is not known, and for two anchors.
    """

    elo: tuple[Estimate | None, ...]
    group: tuple[int | None, ...]
    advantage: Estimate | None
    draws: Estimate | None
    superior: tuple[tuple[float | None, ...], ...]
    anchored: int | None = None


def fit_ratings(players: int, results: Results, anchors: Anchors | None = None) -> Ratings:
    """Return the ratings of `players` players. Raises ValueError for wrong players or counts.

    results  results[first, second] counts the games that `first`, who moved first, won, drew and lost.
    anchors  given ratings in Elo, by player.
    """
    games = index_games(players, results, anchors or {})
    fixed = bool(anchors)
    ordered = RatingModel(games.count, games.scores, games.drawn, anchored=fixed)
    told = ordered
    if any(ordered.limits.unbounded):
        told = RatingModel(games.count, games.scores, games.drawn, order=False, anchored=fixed)
    places = [(games.numbers.get(player), games.lead(player)) for player in range(players)]
    return Ratings(
        elo=tuple(
            games.fixed(player) or (None if place is None else told.rating(place, games.base))
            for player, (place, _) in enumerate(places)
        ),
        group=tuple(None if place is None else told.group[place] for place, _ in places),
        advantage=ordered.advantage(),
        draws=told.draws(),
        superior=tuple(
            tuple(
                None if one is None or two is None else told.superior(one, two, lead - other) for two, other in places
            )
            for one, lead in places
        ),
        anchored=told.group[ANCHORS] if fixed else None,
    )


class RatingModel:
    """The ratings of players who have played, fitted to their scores.

    drawn     the number of drawn games;  order  whether there may be an advantage of moving first.
    anchored  whether number 0 stands for the anchors, which then measure its group.
    """

    def __init__(
        self, players: int, scores: Sequence[Score], drawn: int, *, order: bool = True, anchored: bool = False
    ):
        self.scores, self.anchored = scores, anchored
        self.games = sum(score.games for score in scores)
        self.drawn = drawn / self.games if self.games else 0.0
        self.members = groups(players, scores)
        self.group = {place: number for number, group in enumerate(self.members) for place in group}
        self.ordered = order and tells_order(players, scores)
        self.limits = Limits(players, scores, self.ordered)
        self.taken = decisive_scores(scores, self.limits.unbounded)
        if any(self.limits.unbounded) and not self.taken:
            self.ordered = False
            self.limits = Limits(players, scores, ordered=False)
        self.classes = [self.limits.classes(group) for group in self.members]
        self.measures = [self.reference_class(classes) for classes in self.classes]
        self.fit = Fit(self.members, [*scores, *self.virtual_draws()], self.ordered)

    @cached_property
    def covariance(self) -> list[list[float]]:
        """The covariance of the ratings, and of the advantage as the last."""
        return self.fit.covariance(self.shares[0])

    def virtual_draws(self) -> list[Score]:
        """Return the draws that are added for unbounded players, half of them with either side moving first."""
        added = []
        for classes, measure in zip(self.classes, self.measures, strict=True):
            open_ones = [player for members in classes for player in members if members is not measure]
            for player in open_ones if len(classes) > 1 else ():
                others = [other for other in measure if other != player]
                games = VIRTUAL / len(others) / 2
                for other in others:
                    added += [Score(player, other, games, games / 2), Score(other, player, games, games / 2)]
        return added

    def reference_class(self, classes: Sequence[list[int]]) -> list[int]:
        """Return the class that measures a group: the anchors' class, else the largest, or all if two are largest."""
        largest = max(map(len, classes))
        for members in classes:
            if self.anchored and ANCHORS in members:
                return members
        if sum(len(members) == largest for members in classes) > 1:
            return [player for members in classes for player in members]
        return max(classes, key=len)

    def rating(self, player: int, base: float = 0.0) -> Estimate:
        """Return the player's rating; `base` is the mean of the anchors, in log-odds."""
        group, value = self.group[player], self.fit.values[player]
        among = self.measures[group]
        if self.anchored and group == self.group[ANCHORS]:
            low, high = self.interval(player, [ANCHORS])
            value += base - self.fit.values[ANCHORS]
            return estimate_in_elo(value, None if low is None else low + base, None if high is None else high + base)
        others = [other for other in among if other != player]
        part = len(others) / len(among)  # of the distance from the others: the distance from the mean of all
        middle = sum(self.fit.values[other] for other in among) / len(among)
        low, high = self.interval(player, others)
        low, high = None if low is None else low * part, None if high is None else high * part
        return estimate_in_elo(value - middle, low, high)

    def interval(self, player: int, others: Sequence[int]) -> tuple[float | None, float | None]:
        """Return how far the player is above the mean of the others, at least and at most; None without a bound."""
        above = any(self.limits.above[player][other] for other in others)
        below = any(self.limits.above[other][player] for other in others)
        if above and below:
            return None, None
        if above:
            return self.bound(player, others, 1), None
        if below:
            return None, self.bound(player, others, -1)
        distance = self.fit.values[player] - sum(self.fit.values[other] for other in others) / len(others)
        return odds_between(distance, self.variance_above(player, others))

    def variance_above(self, player: int, others: Sequence[int]) -> float:
        """Return the variance of the distance of a player from the mean of the others.

        The sums of the covariances of a group that measures are added up once for all of its players.
        """
        if len(others) == 1:
            return variance_between(self.covariance, player, others[0])
        own, (shared, whole) = self.covariance[player][player], self.sums[self.group[player]]
        mine = shared[player]
        if player in self.measures[self.group[player]]:
            mine, whole = mine - own, whole - 2 * mine + own
        variance = own - 2 * mine / len(others) + whole / len(others) ** 2
        return max(variance, ROUNDING * (own + whole / len(others) ** 2))

    @cached_property
    def sums(self) -> list[tuple[list[float], float]]:
        """For each group, the covariance of each player with the sum of those that measure it, and its variance."""
        found = []
        for among in self.measures:
            every = [0.0] * len(self.covariance)
            for place in among:
                every[place] = 1.0
            shared = [dot(row, every) for row in self.covariance]
            found.append((shared, sum(shared[place] for place in among)))
        return found

    def bound(self, player: int, others: Sequence[int], side: int) -> float | None:
        """Return how far an unbounded player is above the mean of the others, at least (side 1) or at most (-1).

        All players with bounded differences move with it. The bound comes from their games against players without
        limit below (above) them; they won (lost) all of these. None if there are none.
        """
        mine = next(members for members in self.classes[self.group[player]] if player in members)
        games = [self.as_won(score) for score in self.scores if self.crosses(score, mine, side)]
        moved = 1 - len(set(mine) & set(others)) / len(others)  # of the distance, for a shift of 1
        distance = self.fit.values[player] - sum(self.fit.values[other] for other in others) / len(others)
        rest = {player: side / moved, **dict.fromkeys(others, -side / moved / len(others))}
        by = find_shift(games, rest, self.covariance)
        return None if by is None else distance + side * moved * by

    def as_won(self, score: Score) -> WonGames:
        """Return the score as games that one side won; no games if both have points."""
        sign = 1.0 if score.points > 0 else -1.0
        terms = {score.first: sign, score.second: -sign} if score.first != score.second else {}
        if self.ordered:
            terms[len(self.group)] = sign
        return WonGames(
            score.games if score.points in (0, score.games) else 0.0, sign * self.fit.odds([score])[0], terms
        )

    def crosses(self, score: Score, mine: Sequence[int], side: int) -> bool:
        """Return whether one of `mine` played a player who is below (above) them without limit."""
        above = self.limits.above
        one, two = score.first, score.second
        inner, outer = (one, two) if one in mine else (two, one)
        upper, lower = (inner, outer) if side > 0 else (outer, inner)
        return inner in mine and outer not in mine and above[upper][lower] and not above[lower][upper]

    def advantage(self) -> Estimate | None:
        """Return the advantage of moving first; None if it is not known."""
        if not self.ordered:
            return None
        value = self.fit.advantage
        place = len(self.group)
        if not self.taken:
            return estimate_in_elo(value, *odds_between(value, spread(self.covariance, {place: 1.0})))
        side = 1 if self.limits.unbounded[1] else -1
        by = find_shift([*map(self.as_won, self.taken)], {place: float(side)}, self.covariance)
        if by is None:
            return None
        bound = value + side * by
        return estimate_in_elo(value, bound, None) if side > 0 else estimate_in_elo(value, None, bound)

    @cached_property
    def shares(self) -> tuple[float, float, float]:
        """The share of their games that equals draw: at least, most likely, at most."""
        return equal_draws(self.scores, self.fit.odds(self.scores), self.drawn)

    def draws(self) -> Estimate | None:
        """Return the share of their games that equals draw; None before any game."""
        if not self.games:
            return None
        low, value, high = self.shares
        return Estimate(value, low, high)

    def superior(self, one: int, two: int, lead: float = 0.0) -> float | None:
        """Return the probability that `one` is better than `two`; None if it is not known.

        lead  extra rating difference, in log-odds.
        """
        above = self.limits.above
        if one == two or self.group[one] != self.group[two] or (above[one][two] and above[two][one]):
            return None
        distance = self.fit.values[one] - self.fit.values[two] + lead
        return chance_of_more(distance, variance_between(self.covariance, one, two))


def equal_draws(scores: Sequence[Score], odds: Sequence[float], share: float) -> tuple[float, float, float]:
    """Return the share of their games that equals draw, at least, most likely and at most, if `share` was drawn.

    odds  the log-odds of the first in each score.
    """
    games, squares = [score.games for score in scores], [square_of(each) for each in odds]
    low, high = wilson(share, sum(games))
    one, two, three = (equal_draw_share(games, squares, each) for each in (low, share, high))
    return one, two, three
