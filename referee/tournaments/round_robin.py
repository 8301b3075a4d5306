"""The round robin and the gauntlet, in which all games are known from the start.

In round r all meetings have deal r: everybody gets the same openings against everybody, and rounds differ.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from referee.tournaments.meetings import Schedule, pair_of_games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from referee.tournaments.meetings import Scores


def berger_table(players: int) -> Iterator[list[tuple[int, int]]]:
    """The meetings of a single round robin in the order of the Berger tables, those of one day at a time.

    With an even number of players all play every day; with an odd number each of them rests once. (FIDE Handbook,
    C.05 annex 1: the last stays where it is, all others go round half a circle each day.)
    """
    last = players + players % 2 - 1
    for day in range(last):
        lead = day * (last + 1) // 2 % last
        top = (last, lead) if day % 2 else (lead, last)
        others = [((lead + step) % last, (lead - step) % last) for step in range(1, (last + 1) // 2)]
        yield [seats for seats in (top, *others) if max(seats) < players]


def round_robin_schedule(players: int, rounds: int, scores: Scores) -> Schedule:
    """Each round everybody meets everybody, day by day, so that at any time all have played about equally often."""
    return fixed_schedule(players, rounds, round_robin_meetings)


def gauntlet_schedule(players: int, rounds: int, scores: Scores) -> Schedule:
    """Each round the player named first meets each other one."""
    return fixed_schedule(players, rounds, gauntlet_meetings)


def round_robin_meetings(players: int) -> Iterable[tuple[int, int]]:
    """The meetings of one round in which everybody meets everybody."""
    return (seats for day in berger_table(players) for seats in day)


def gauntlet_meetings(players: int) -> Iterable[tuple[int, int]]:
    """The meetings of one round in which the player named first meets each other one."""
    return ((0, other) for other in range(1, players))


@lru_cache(maxsize=4)  # it is asked for each time the standings are shown
def fixed_schedule(players: int, rounds: int, meetings: Callable[[int], Iterable[tuple[int, int]]]) -> Schedule:
    """A schedule of so many rounds of the same meetings."""
    round_of = list(meetings(players))
    pairings = [
        game
        for turn in range(rounds)
        for place, (one, other) in enumerate(round_of, turn * len(round_of))
        for game in pair_of_games(2 * place, turn, one, other, turn)
    ]
    return Schedule(tuple(pairings), more=False, due=len(pairings), out=(None,) * players)
