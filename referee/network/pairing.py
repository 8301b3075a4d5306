"""Choose the next games of a class: those that tell most about the ratings of the connected programs.

A game between two programs tells something about the difference of their ratings. Take it to have the variance V, the
sum of both variances, and the next game to have the information I = p (1 - p), where p is the score that is expected.
After the game the variance is 1 / (1 / V + I), so the game is worth V - 1 / (1 / V + I) = V V I / (1 + V I): most if
little is known of both, and if they are about equal. This is divided by one more than the games that the two have
played, so that everybody meets different opponents.
"""

from __future__ import annotations

from itertools import combinations
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from referee.statistics.scoring import ELO, Z, logistic

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from referee.tournaments.standings import Standings, StandingsRow

    Seats = tuple[int, int]

UNKNOWN = 2.0  # log-odds, 350 Elo: the standard error of a rating before any game
BUSY = 0.5  # what a game is worth if it has to wait for a program that plays another one


class Known(NamedTuple):
    """What is known of a program: its rating in log-odds, and its variance."""

    rating: float
    variance: float


def known_of(row: StandingsRow | None) -> Known:
    """Return what the standings know of a program; None: it is not in them yet."""
    if row is not None and row.anchor is not None:
        return Known(row.anchor / ELO, 0.0)
    found = row.rating if row else None
    if found is None or found.value is None or found.low is None or found.high is None:
        return Known(0.0, UNKNOWN**2)
    return Known(found.value / ELO, ((found.high - found.low) / (2 * Z * ELO)) ** 2)


def worth(one: Known, other: Known, games: int) -> float:
    """Return how much is learnt from a game of two programs that have played `games` against each other."""
    variance = one.variance + other.variance
    difference = one.rating - other.rating
    information = logistic(difference) * logistic(-difference)
    return variance * variance * information / (1 + variance * information) / (1 + games)


class NextGames:
    """The games played so far, from which the next ones are chosen.

    played  who sat at seats 0 and 1, game by game, by their places in the standings.
    most    the games of two programs, at most: where each opening was played from both sides, games repeat themselves.
    fixed   the places of the staff's programs, which play only against students' programs.
    """

    def __init__(self, standings: Standings, played: Sequence[Seats], fixed: Collection[int] = (), most: float = inf):
        rows = {row.player: row for row in standings.rows}
        self.known = {player: known_of(rows[player]) for player in rows}
        if any(row.anchored for row in standings.rows):  # who has not played is taken to be like the anchors
            given = [row.anchor / ELO for row in standings.rows if row.anchor is not None]
            middle = sum(given) / len(given)
            self.known |= {each: Known(middle, UNKNOWN**2) for each, row in rows.items() if row.rating is None}
        self.fixed, self.most = frozenset(fixed), most
        self.met: dict[frozenset[int], list[Seats]] = {}
        for seats in played:
            self.met.setdefault(frozenset(seats), []).append(seats)

    def choose(self, free: Collection[int], busy: Mapping[int, int] | None = None) -> Iterator[Seats]:
        """Yield the games to begin now, the most telling first: the seats of two programs that are free.

        busy  the programs that play now, and against whom. A program may wait for one of them.
        """
        busy = busy or {}
        waiting = {*free, *busy}
        for _, one, other in sorted(self.rank(free, busy)):
            if one not in waiting or other not in waiting:
                continue
            waiting -= {one, other}
            if one in free and other in free:
                yield self.seat(one, other)

    def rank(self, free: Collection[int], busy: Mapping[int, int]) -> Iterator[tuple[float, int, int]]:
        """Yield all pairs that may play, with a key for sorting: what is worth most comes first."""
        for one, other in combinations(sorted({*free, *busy}), 2):
            games = len(self.met.get(frozenset((one, other)), ()))
            games += busy.get(one) == other
            apart = one in self.fixed and other in self.fixed
            if apart or games >= self.most or (one in busy and other in busy):
                continue
            waits = one in busy or other in busy
            value = worth(self.known_as(one), self.known_as(other), games - games % 2)
            if games % 2 and not waits:
                value = inf  # the other game of a pair comes first
            yield -value * (BUSY if waits else 1), one, other

    def known_as(self, player: int) -> Known:
        """Return what is known of a player, who may not be in the standings yet."""
        return self.known.get(player, Known(0.0, UNKNOWN**2))

    def seat(self, one: int, other: int) -> Seats:
        """Return the seats of the next game: the other way round than in the last game of the two."""
        before = self.met.get(frozenset((one, other)))
        if before is None:
            return one, other
        return before[-1][::-1]
