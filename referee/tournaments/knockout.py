"""The knockout: whoever loses a meeting is out.

Players are seeded in the order in which they are named: the first two can meet only in the final, the first four not
before the semifinals, and so on. If their number is not a power of two, the best have a bye in the first round. A tied
meeting goes on with another pair of games, three times at most; then the better seed goes through.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from referee.tournaments.meetings import Schedule, all_finished, pair_of_games

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.tournaments.meetings import Scores
    from referee.tournaments.plan import Pairing

EXTRA = 3  # pairs of games at most that are added to a tied meeting


def count_stages(players: int) -> int:
    """The rounds of a knockout of so many players."""
    return (players - 1).bit_length()


def count_games(players: int, rounds: int) -> int:
    """The number of games without those of tied meetings: each meeting puts one player out."""
    return 2 * rounds * (players - 1)


def count_deals(players: int, rounds: int) -> int:
    """The number of different deals: no two rounds share one."""
    return count_stages(players) * (rounds + EXTRA)


def bracket(players: int) -> list[int]:
    """The seeds in the order of the bracket, where neighbours meet; seeds from `players` on are byes."""
    order = [0]
    for stage in range(count_stages(players)):
        order = [seed for one in order for seed in (one, (2 << stage) - 1 - one)]
    return order


def knockout_schedule(players: int, rounds: int, scores: Scores) -> Schedule:
    """The rounds as far as they are known; a meeting is `rounds` pairs of games, all with deals of their own.

    All meetings of a round have the same deals, and are played side by side. What comes next, more pairs for those that
    are tied and then the next round, is known only once all of them are played: so no game ever changes its number.
    """
    left = bracket(players)
    pairings: list[Pairing] = []
    byes: list[tuple[int, ...]] = []
    out: list[int | None] = [None] * players
    begun = 0
    while len(left) > 1:
        meetings = [(min(seeds), max(seeds)) for seeds in list(pairwise(left))[::2]]
        byes.append(tuple(one for one, other in meetings if other >= players))
        contested = [meeting for meeting in meetings if meeting[1] < players]
        begun += len(contested)
        lost = find_losers(contested, len(byes) - 1, rounds, scores, pairings)
        if lost is None:
            break
        for loser in lost:
            out[loser] = len(byes) - 1
        left = [other if one in lost else one for one, other in meetings]
    return Schedule(
        tuple(pairings),
        more=len(left) > 1,
        due=len(pairings) + count_games(players - begun, rounds),
        byes=tuple(byes),
        out=tuple(out),
        champion=left[0] if len(left) == 1 else None,
    )


def find_losers(
    meetings: Sequence[tuple[int, int]], stage: int, rounds: int, scores: Scores, pairings: list[Pairing]
) -> set[int] | None:
    """The losers of these meetings of (better seed, other), None while one is open; their games join `pairings`."""
    leads = dict.fromkeys(meetings, 0)  # games that the better seed is ahead by
    start = stage * (rounds + EXTRA)
    for turns in (range(rounds), *([rounds + extra] for extra in range(EXTRA))):
        games: list[Pairing] = []
        tied = [meeting for meeting in meetings if not leads[meeting]]
        for turn in turns:
            for one, other in tied:
                games += pair_of_games(len(pairings) + len(games), stage, one, other, start + turn)
        pairings += games
        if not all_finished(games, scores):
            return None
        for game in games:
            one, other = game.seats
            leads[min(one, other), max(one, other)] += scores[game.number] * (1 if one < other else -1)
    return {other if leads[one, other] >= 0 else one for one, other in meetings}
