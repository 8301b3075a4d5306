"""Meetings of two players, each a pair of games; the schedule of a tournament; and tiebreaks.

Tiebreaks follow the FIDE Handbook, C.07. In a cross table, cross[a][b] has the games that a won, drew and lost to b.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from referee.tournaments.plan import Pairing

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    Scores = Mapping[int, int]  # by the numbers of finished games: 1 if seat 0 won, 0 for a draw, otherwise -1
    Cross = Sequence[Sequence[tuple[int, int, int]]]


@dataclass(frozen=True)
class Schedule:
    """All games known so far.

    pairings  the games, played or not, in the order of their numbers.
    more      whether more games may follow after these.
    due       the number of all games, as far as it is known; in a knockout ties may add some.
    byes      the players without an opponent, by round; () if the format has no byes.
    out       by player, the round of a knockout in which it went out; None while it is in, and in other formats.
    champion  the winner of a knockout; None before, and in other formats.
    """

    pairings: tuple[Pairing, ...]
    more: bool
    due: int
    byes: tuple[tuple[int, ...], ...] = ()
    out: tuple[int | None, ...] = ()
    champion: int | None = None

    def find(self, number: int) -> Pairing | None:
        """Return the game with that number; None if it is not known."""
        at = number  # unless games are missing before it, as in a class
        if not (at < len(self.pairings) and self.pairings[at].number == number):
            at = bisect_left(self.pairings, number, key=lambda pairing: pairing.number)
        return self.pairings[at] if at < len(self.pairings) and self.pairings[at].number == number else None


def pair_of_games(number: int, turn: int, one: int, other: int, deal: int) -> tuple[Pairing, Pairing]:
    """Return two games of round `turn` with the same deal, sides swapped, the first with the number `number`."""
    return Pairing(number, turn, (one, other), deal), Pairing(number + 1, turn, (other, one), deal)


def all_finished(games: Iterable[Pairing], scores: Scores) -> bool:
    """Return whether all games are finished."""
    return all(game.number in scores for game in games)


def sonneborn_berger(cross: Cross, points: Sequence[float]) -> list[float]:
    """Return for each player the points of those it beat and half the points of those it drew with, game by game."""
    return [
        sum((won + drawn / 2) * points[other] for other, (won, drawn, _) in enumerate(row) if won or drawn)
        for row in cross
    ]


def buchholz(met: Sequence[Sequence[float]], points: Sequence[float], byes: Sequence[int]) -> list[float]:
    """Return for each player the points of its opponents, as often as it met them: met[a][b] times.

    A bye counts as an opponent with the player's own points: the "dummy" of the regulations since 2023.
    """
    return [
        sum(times * points[other] for other, times in enumerate(row) if times) + byes[player] * points[player]
        for player, row in enumerate(met)
    ]


def head_to_head(cross: Cross, player: int, others: Collection[int]) -> int:
    """Return the games that a player won against `others` minus those that it lost."""
    return sum(cross[player][other][0] - cross[player][other][2] for other in others)
