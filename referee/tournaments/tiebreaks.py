"""Tiebreaks between players with equal points, from results alone; larger is better.

(FIDE Handbook, C.07 Tie-Break Regulations.) A cross table holds in cross[a][b] the games that a won, drew and lost
against b.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    Cross = Sequence[Sequence[tuple[int, int, int]]]


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
    """The games that a player won against these, less those that it lost."""
    return sum(cross[player][other][0] - cross[player][other][2] for other in others)
