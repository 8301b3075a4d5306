"""The swiss system: each round players with equal points meet, and no two meet twice while that can be avoided.

The idea is that of the Dutch system (FIDE Handbook, C.04.3): within a group of equal points the upper half meets the
lower half, and who cannot be paired there moves down to the next group. Unlike there, players of equal points stand in
the order of their Buchholz scores before that of their seeding; colours need no care, as each meeting is a pair of
games with the sides swapped.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, groupby
from typing import TYPE_CHECKING

from referee.tournament.matching import unpaired
from referee.tournament.meetings import Schedule, finished, gained, pair
from referee.tournament.tiebreaks import buchholz

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    from referee.tournament.meetings import Scores
    from referee.tournament.plan import Pairing

    Meeting = tuple[int, int | None]  # against nobody: a bye
    Round = tuple[tuple[int, int | None, float], ...]  # each meeting, and the points that the first of it made

BYE = 2.0  # points: those of a pair of games won
MOST = 200  # rounds: each is paired from all before it, so that thousands would take hours


def usual_rounds(players: int) -> int:
    """As many as a knockout would have, so that one alone can win all; at least three where nobody need meet twice."""
    return min(max(3, (players - 1).bit_length()), players - 1 + players % 2)


def due(players: int, rounds: int) -> int:
    """How many games there are: of an odd number of players one rests in each round."""
    return 2 * rounds * (players // 2)


def swiss(players: int, rounds: int, scores: Scores) -> Schedule:
    """The rounds as far as they are known: each once the one before it is played. Each has a deal of its own."""
    pairings: list[Pairing] = []
    byes: list[tuple[int, ...]] = []
    history: list[Round] = []
    for turn in range(rounds):
        meetings = paired(players, tuple(history))
        games = {
            (one, other): pair(len(pairings) + 2 * board, turn, one, other, turn)
            for board, (one, other) in enumerate(meetings)
            if other is not None
        }
        pairings += (game for both in games.values() for game in both)
        byes.append(tuple(one for one, other in meetings if other is None))
        if not finished(pairings[len(pairings) - 2 * len(games) :], scores):
            break
        history.append(
            tuple(
                (one, other, BYE if other is None else gained(games[one, other], scores, one))
                for one, other in meetings
            )
        )
    return Schedule(
        tuple(pairings),
        more=len(byes) < rounds,
        due=due(players, rounds),
        byes=tuple(byes),
        out=(None,) * players,
    )


@lru_cache(maxsize=MOST)  # the rounds before the last are asked for again and again
def paired(players: int, history: tuple[Round, ...]) -> tuple[Meeting, ...]:
    """The meetings of the round that follows on these; a bye comes last."""
    points, byes = [0.0] * players, [0] * players
    met = [[0] * players for _ in range(players)]
    for one, other, made in (meeting for played in history for meeting in played):
        points[one] += made
        if other is None:
            byes[one] += 1
        else:
            points[other] += 2 - made
            met[one][other] += 1
            met[other][one] += 1
    orders = buchholz(met, points, byes)
    ranks = sorted(range(players), key=lambda each: (-points[each], -orders[each], each))
    table = Table(ranks, points, met)
    if players % 2 == 0:
        return tuple(table.meetings())
    resting = table.resting(byes)
    table.leave(resting)
    return (*table.meetings(), (resting, None))


class Table:
    """Who is still to be paired in a round, the best first.

    ranks   of them all;  points  by player;  met[a][b]  how often these two have met.
    fresh   of each, the opponents that it has met as seldom as any two have met: not yet, while that can be.
    again   how many may still meet somebody who is not.
    """

    def __init__(self, ranks: Sequence[int], points: Sequence[float], met: Sequence[Sequence[int]]):
        self.ranks, self.points, self.met = list(ranks), points, met
        self.again = 0
        self.least = min(met[one][other] for one, other in combinations(ranks, 2))
        self.fresh = {one: {other for other in ranks if self.new(one, other)} for one in ranks}

    def new(self, one: int, other: int) -> bool:
        """Whether these two have met as seldom as any."""
        return one != other and self.met[one][other] == self.least

    def unpaired(self, among: Iterable[int]) -> int:
        """How many of these would be left over, if as many of them as possible met a fresh opponent.

        No two of those left over are fresh to each other, so half of them is how often two must meet again.
        """
        rest = set(among)
        return unpaired({one: self.fresh[one] & rest for one in rest})

    def leave(self, *those: int) -> None:
        """Let these be paired, or rest."""
        self.ranks = [each for each in self.ranks if each not in those]

    def resting(self, byes: Sequence[int]) -> int:
        """Who has a bye: the lowest of those with the fewest byes, if all others can be paired afresh."""
        lowest = [each for each in reversed(self.ranks) if byes[each] == min(byes)]
        least, best = len(self.ranks), lowest[0]
        for each in lowest:
            left = self.unpaired(other for other in self.ranks if other != each)
            if left < least:
                least, best = left, each
            if not left:
                break
        return best

    def meetings(self) -> Iterator[tuple[int, int]]:
        """All are paired, group by group of equal points, those first that moved down from the groups above."""
        self.again = self.unpaired(self.ranks)
        moved: list[int] = []
        for _, group in groupby(tuple(self.ranks), key=self.points.__getitem__):
            moved = yield from self.within([*moved, *group])

    def within(self, bracket: list[int]) -> Generator[tuple[int, int], None, list[int]]:
        """The meetings in this bracket; handed back are those who move down."""
        down = []
        while len(bracket) > 1:
            one = bracket.pop(0)
            other = self.opponent(one, bracket)
            if other is None:
                down.append(one)
                continue
            bracket.remove(other)
            self.leave(one, other)
            self.again -= 0 if self.new(one, other) else 2
            yield one, other
        return down + bracket

    def opponent(self, one: int, bracket: Sequence[int]) -> int | None:
        """Whom of the bracket that player meets; None where all others could not be paired well then.

        Above all nobody meets again without need; then as many as possible stay in the bracket.
        """
        whole = len(bracket) + 1 == len(self.ranks)
        over = 0 if whole else self.unpaired([one, *bracket])
        second = None
        for other in sorted(preferred(one, bracket, self.points), key=self.met[one].__getitem__):
            again = self.again - (0 if self.new(one, other) else 2)
            if self.unpaired(each for each in self.ranks if each not in (one, other)) > again:
                continue
            if whole or self.unpaired(each for each in bracket if each != other) <= over:
                return other
            second = other if second is None else second
        return second


def preferred(one: int, bracket: Sequence[int], points: Sequence[float]) -> list[int]:
    """The others of a bracket, the first that a player may meet of them foremost.

    Who moved down meets the best of the group; of the group itself the upper half meets the lower half in order.
    """
    group = points[bracket[-1]]
    if points[one] != group:
        return sorted(bracket, key=lambda other: points[other] != group)
    half = (len(bracket) + 1) // 2 - 1
    return [*bracket[half:], *reversed(bracket[:half])]
