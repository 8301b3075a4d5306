"""Meetings of two players, each a pair of games, the schedule that they make up, and tiebreaks by their results.

Tiebreaks follow the FIDE Handbook, C.07. A cross table holds in cross[a][b] the games that a won, drew and lost
against b.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.dataclass import dataclass
from referee.tournaments.plan import Pairing

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    Scores = Mapping[int, int]  # by the numbers of finished games: 1 where seat 0 won, 0 for a draw, -1
    Cross = Sequence[Sequence[tuple[int, int, int]]]


@dataclass(frozen=True)
class Schedule:
    """All games known by now.

    pairings  played or not, in the order of their numbers, which have no gaps.
    more      whether others may follow once all of these are played.
    due       the number of all games, as far as it is known; in a knockout ties may add some.
    byes      for each round known, the players without an opponent; empty if the format has no byes.
    out       of each player, the round of a knockout that it did not survive; None for those who are still in it,
              and in all other formats.
    champion  who won the knockout; None before that, and in all other formats.
    """

    pairings: tuple[Pairing, ...]
    more: bool
    due: int
    byes: tuple[tuple[int, ...], ...] = ()
    out: tuple[int | None, ...] = ()
    champion: int | None = None


def pair_of_games(number: int, turn: int, one: int, other: int, deal: int) -> tuple[Pairing, Pairing]:
    """Two games of that round with the same deal, sides swapped, numbered from that number on."""
    return Pairing(number, turn, (one, other), deal), Pairing(number + 1, turn, (other, one), deal)


def all_finished(games: Iterable[Pairing], scores: Scores) -> bool:
    """Whether all of these games are finished."""
    return all(game.number in scores for game in games)


def points_of(games: Iterable[Pairing], scores: Scores, player: int) -> float:
    """Return the points of that player in these games, which are finished and its own: 1 for a win, 0.5 for a draw."""
    return sum((1 + scores[game.number] * (1 if game.seats[0] == player else -1)) / 2 for game in games)


def sonneborn_berger(cross: Cross, points: Sequence[float]) -> list[float]:
    """Of each player, the points of those that it beat and half of those that it drew against, game by game."""
    return [
        sum((won + drawn / 2) * points[other] for other, (won, drawn, _) in enumerate(row) if won or drawn)
        for row in cross
    ]


def buchholz(met: Sequence[Sequence[float]], points: Sequence[float], byes: Sequence[int]) -> list[float]:
    """Of each player, the points of its opponents, as often as it met them, by met[a][b].

    A bye counts as an opponent with as many points as the player itself: the "dummy" of the regulations since 2023.
    """
    return [
        sum(times * points[other] for other, times in enumerate(row) if times) + byes[player] * points[player]
        for player, row in enumerate(met)
    ]


def head_to_head(cross: Cross, player: int, others: Collection[int]) -> int:
    """Return the games that a player won against these, less those that it lost."""
    return sum(cross[player][other][0] - cross[player][other][2] for other in others)
