"""The formats in which all games are known from the start: everybody meets everybody, or one meets each other.

In round r of either all meetings have deal r. So everybody gets the same openings against everybody, nobody has the
better luck of the draw, and rounds differ.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from referee.tournament.meetings import Schedule, pair

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from referee.tournament.meetings import Scores


def berger(players: int) -> Iterator[list[tuple[int, int]]]:
    """The meetings of a single round robin as the Berger tables list them, those of one day at a time.

    Of an even number of players all play every day, of an odd number one rests, each of them once. (FIDE Handbook,
    C.05 annex 1: the last stays where it is, all others go round half a circle each day.)
    """
    last = players + players % 2 - 1
    for day in range(last):
        lead = day * (last + 1) // 2 % last
        top = (last, lead) if day % 2 else (lead, last)
        others = [((lead + step) % last, (lead - step) % last) for step in range(1, (last + 1) // 2)]
        yield [seats for seats in (top, *others) if max(seats) < players]


def round_robin(players: int, rounds: int, scores: Scores) -> Schedule:
    """Each round everybody meets everybody, day by day, so that at any time all have played about equally often."""
    return all_known(players, rounds, of_all)


def gauntlet(players: int, rounds: int, scores: Scores) -> Schedule:
    """Each round the player named first meets each other one."""
    return all_known(players, rounds, of_first)


def of_all(players: int) -> Iterable[tuple[int, int]]:
    """The meetings of one round in which everybody meets everybody."""
    return (seats for day in berger(players) for seats in day)


def of_first(players: int) -> Iterable[tuple[int, int]]:
    """The meetings of one round in which the player named first meets each other one."""
    return ((0, other) for other in range(1, players))


@lru_cache(maxsize=4)  # it is asked for as often as the standings are shown
def all_known(players: int, rounds: int, meetings: Callable[[int], Iterable[tuple[int, int]]]) -> Schedule:
    """So many rounds of the same meetings."""
    round_of = list(meetings(players))
    pairings = [
        game
        for turn in range(rounds)
        for place, (one, other) in enumerate(round_of, turn * len(round_of))
        for game in pair(2 * place, turn, one, other, turn)
    ]
    return Schedule(tuple(pairings), more=False, due=len(pairings), out=(None,) * players)
