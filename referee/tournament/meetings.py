"""Meetings of two players, which are pairs of games, and what is known of all those of a tournament."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.tournament.plan import Pairing

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Scores = Mapping[int, int]  # by the numbers of finished games: 1 where seat 0 won, 0 for a draw, -1


@dataclass(frozen=True)
class Schedule:
    """All games known by now.

    pairings  played or not, by their numbers, which have no holes.
    more      whether others follow, or may, once all of these are played.
    due       games in all, as far as that can be told; in a knockout ties may add some.
    byes      of each round known, who gets through it without an opponent;  empty where a format has no byes.
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


def pair(number: int, turn: int, one: int, other: int, deal: int) -> tuple[Pairing, Pairing]:
    """Two games of that round from that number on, the same deal with sides swapped."""
    return Pairing(number, turn, (one, other), deal), Pairing(number + 1, turn, (other, one), deal)


def finished(games: Iterable[Pairing], scores: Scores) -> bool:
    """Whether all of these games are."""
    return all(game.number in scores for game in games)


def gained(games: Iterable[Pairing], scores: Scores, player: int) -> float:
    """The points of that player, 1 for a win and a half for a draw, in these games, all finished and its own."""
    return sum((1 + scores[game.number] * (1 if game.seats[0] == player else -1)) / 2 for game in games)
