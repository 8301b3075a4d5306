"""Ratings fitted jointly over all games, with draws and the advantage of moving first.

The model is that of Bradley and Terry (Biometrika 39, 1952) on Elo's scale, with the effect of order that Davidson and
Beaver gave it (Biometrics 33, 1977): the first is expected to score 1 / (1 + 10^-((difference + advantage) / 400)),
where a draw is half a point. What a player scored in all its games is then what it was expected to, so that the ratings
of a match are the Elo of its score, and draws bound a rating as losses do. How often equals draw is estimated after
that, by Davidson's law of draws (JASA 65, 1970), in this order after Edwards (arXiv 2507.03894). Fitted all at once, as
by Davidson, a difference is log(wins / losses): a match of 10 wins, 90 draws and no loss, or one of draws alone, would
have no rating, and where draws are many it would not be the Elo that people know.

Intervals. They are relative to the mean of the players whom the results bound, and use the whole covariance of the fit,
narrower where games are drawn, by the lower bound of the share of draws. A rating and its variance are those of a match
against the mean of the others, of which Wilson's interval is taken; with two players it is just that. Games of a pair
that have one opening are taken to be independent. As sides are swapped in a pair, an opening that favours one side
brings a win and a loss, so the points of pairs vary less than is assumed and the intervals are too wide, if anything.

Where results have no maximum. Whoever won all games stands above the others without limit: its estimate has no upper
bound, and its value is what half a virtual draw against the mean of the others would make of it. This is added for
players whom the results leave open, and only while there are such. The largest set of players with bounded differences
is what the others are measured by; where two are the largest it is all players. Players who never met, not through
others either, are in different groups: each group has a 0 of its own, and between groups nothing can be compared.

Where the first won all games of some players, whoever it was, and nothing else bounds the advantage, no difference has
a bound either: each may be made up for by a larger advantage. After few games that is so by chance: of three players
who play four games by twos, at 150 Elo of advantage, in one tournament of four. The ratings then are those without an
advantage, as sides are swapped: by simulation 96 % of the intervals of such tournaments held, at 300 Elo of it too.

Anchors are players whose ratings are given. They are held fixed, and all else is what is then most likely
(rated_games). With one anchor that is the fit above, shifted, as BayesElo's `offset` does it. With several the fit has
to meet all of them. The group of the anchors is measured by them: a rating is theirs plus the difference from them, and
its variance is that of the difference, so that no anchor has an error. All anchors are linked, as their differences are
known. Players who are linked to none of them are groups of their own, with a 0 of their own.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

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
    tells_order,
)
from referee.statistics.numerics import root, spread
from referee.statistics.scoring import Estimate, Z, chance_of_more, estimate_in_elo, logistic, odds_between, wilson

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from referee.statistics.fitting import Anchors, Results
    from referee.statistics.numerics import Matrix


FARTHEST = 60.0  # log-odds that are looked at, more than 10,000 Elo

Direction = dict[int, float]  # what is added with which weight, by places in a covariance
VIRTUAL = 0.5  # draws that are added for who is not bounded


class WonGames(NamedTuple):
    """Games that one side won, all of them: how many, the fitted log-odds of that, and what these are the sum of."""

    games: float
    odds: float
    terms: Direction


def find_shift(won: Sequence[WonGames], rest: Mapping[int, float], covariance: Matrix) -> float | None:
    """Return the least log-odds that could be added to those of all these games, at most 0.

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
    """Return the square of the missing points by their variance, were the log-odds of winning shifted by so much."""
    chances = [(games, logistic(odds + by), logistic(-odds - by)) for games, odds, _ in won]
    missing = sum(games * lost for games, _, lost in chances)
    known = sum(games * win * lost for games, win, lost in chances)
    return missing * missing / (known + known * known * variance)


def uncertainty(won: Sequence[WonGames], by: float, rest: Mapping[int, float], covariance: Matrix) -> float:
    """Return the variance of the distance that comes of the fit, where these games count by how much they then tell."""
    weights = [games * logistic(odds + by) * logistic(-odds - by) for games, odds, _ in won]
    total = sum(weights)
    terms = dict(rest)
    for weight, (_, _, parts) in zip(weights, won, strict=True):
        for place, part in parts.items():
            terms[place] = terms.get(place, 0.0) - part * weight / total
    return spread(covariance, terms)


@dataclass(frozen=True)
class Ratings:
    """What the games tell of the players, by their places.

    elo        the ratings. In each group 0 is the mean of those that are bounded on both sides, or of all where none
               is: so what a virtual draw makes of the others hardly moves anybody. In the group of the anchors they
               are on the scale of these. None: has played no game, and is no anchor.
    group      which players can be compared: those of the same number, from 0. None as above.
    anchored   the number of the group of the anchors; None if there are none.
    advantage  what moving first is worth, in Elo; None if it cannot be told yet. The ratings take it for 0 then, and
               where it has but one bound: could it be anything, hardly any rating would have a bound.
    draws      how many games are drawn of two who are to score a half each: 0 to 1; None before any game.
    superior   of superior[a][b]: how likely it is that a is the better one; None if nothing tells, and of two
               anchors, whose ratings are given.
    """

    elo: tuple[Estimate | None, ...]
    group: tuple[int | None, ...]
    advantage: Estimate | None
    draws: Estimate | None
    superior: tuple[tuple[float | None, ...], ...]
    anchored: int | None = None


def fit_ratings(players: int, results: Results, anchors: Anchors | None = None) -> Ratings:
    """Return the ratings of so many players.

    results  of results[first, second]: games of these two that the first, who moved first, won, drew and lost.
    anchors  the ratings, in Elo, of players for whom they are given.

    Raises ValueError if a player meets itself or is not there, or a count is negative.
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
    """The ratings of players, each of whom has played, fitted to their scores.

    drawn     how many of the games were drawn;  order  whether moving first may be worth anything.
    anchored  whether number 0 stands for the anchors, by whom its group is measured then.
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
        """How the ratings, and the advantage at last, vary together."""
        return self.fit.covariance(self.shares[0])

    def virtual_draws(self) -> list[Score]:
        """Return the draws that are added for those whom the results do not bound, with either side moving first."""
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
        """Return the class by which the others of a group are measured: that of the anchors, else the largest.

        It is the whole group where two are the largest.
        """
        largest = max(map(len, classes))
        for members in classes:
            if self.anchored and ANCHORS in members:
                return members
        if sum(len(members) == largest for members in classes) > 1:
            return [player for members in classes for player in members]
        return max(classes, key=len)

    def rating(self, player: int, base: float = 0.0) -> Estimate:
        """Return the player's rating.  base  the mean of the anchors, in log-odds."""
        group, value = self.group[player], self.fit.values[player]
        among = self.measures[group]
        if self.anchored and group == self.group[ANCHORS]:
            low, high = self.interval(player, [ANCHORS])
            value += base - self.fit.values[ANCHORS]
            return estimate_in_elo(value, None if low is None else low + base, None if high is None else high + base)
        others = [other for other in among if other != player]
        part = len(others) / len(among)  # of a distance from the others, when it is one from the mean with the player
        middle = sum(self.fit.values[other] for other in among) / len(among)
        low, high = self.interval(player, others)
        low, high = None if low is None else low * part, None if high is None else high * part
        return estimate_in_elo(value - middle, low, high)

    def interval(self, player: int, others: Sequence[int]) -> tuple[float | None, float | None]:
        """How far the player may stand above the mean of the others, at least and at most; None if all is open."""
        above = any(self.limits.above[player][other] for other in others)
        below = any(self.limits.above[other][player] for other in others)
        if above and below:
            return None, None
        if above:
            return self.bound(player, others, 1), None
        if below:
            return None, self.bound(player, others, -1)
        direction = {player: 1.0, **dict.fromkeys(others, -1 / len(others))}
        distance = sum(self.fit.values[place] * weight for place, weight in direction.items())
        return odds_between(distance, spread(self.covariance, direction))

    def bound(self, player: int, others: Sequence[int], side: int) -> float | None:
        """How far such a player stands above the mean of the others, at least (side 1) or at most (-1).

        With it goes all whose difference from it is bounded, and what tells are the games with those whom the results
        put below (above) them without limit, all of which they won (lost). None if there are none.
        """
        mine = next(members for members in self.classes[self.group[player]] if player in members)
        games = [self.as_won(score) for score in self.scores if self.crosses(score, mine, side)]
        moved = 1 - len(set(mine) & set(others)) / len(others)  # of the distance, for each of their own
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
        return WonGames(score.games if score.points in (0, score.games) else 0.0, sign * self.fit.odds(score), terms)

    def crosses(self, score: Score, mine: Sequence[int], side: int) -> bool:
        """Whether one of these played there one who is below (above) them without limit."""
        above = self.limits.above
        one, two = score.first, score.second
        inner, outer = (one, two) if one in mine else (two, one)
        upper, lower = (inner, outer) if side > 0 else (outer, inner)
        return inner in mine and outer not in mine and above[upper][lower] and not above[lower][upper]

    def advantage(self) -> Estimate | None:
        """Return what moving first is worth."""
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
        """How many of their games equals draw, at least, most likely and at most."""
        return equal_draws([(score.games, self.fit.odds(score)) for score in self.scores], self.drawn)

    def draws(self) -> Estimate | None:
        """How many of their games equals draw."""
        if not self.games:
            return None
        low, value, high = self.shares
        return Estimate(value, low, high)

    def superior(self, one: int, two: int, lead: float = 0.0) -> float | None:
        """How likely it is that the one is better than the other.

        lead  how far the one stands above the other beside what is fitted, in log-odds.
        """
        above = self.limits.above
        if one == two or self.group[one] != self.group[two] or (above[one][two] and above[two][one]):
            return None
        distance = self.fit.values[one] - self.fit.values[two] + lead
        return chance_of_more(distance, spread(self.covariance, {one: 1.0, two: -1.0}))


def equal_draws(played: Sequence[tuple[float, float]], share: float) -> tuple[float, float, float]:
    """How many of their games equals draw, at least, most likely and at most, if that share of these was drawn.

    played  games, and the log-odds of the first in them.
    """
    low, high = wilson(share, sum(games for games, _ in played))
    return equal_draw_share(played, low), equal_draw_share(played, share), equal_draw_share(played, high)
