"""The Swiss system: in each round players with equal points meet, and no two meet twice if that can be avoided.

The idea comes from the Dutch system (FIDE Handbook, C.04.3): within a group of equal points the upper half meets the
lower half, and players that cannot be paired there move down to the next group. Unlike there, equal points are ordered
by Buchholz scores before the seeding. Colours do not matter, because a meeting is a pair of games with swapped sides.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, groupby
from typing import TYPE_CHECKING

from referee.tournaments.meetings import Schedule, all_finished, buchholz, pair_of_games

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence

    from referee.tournaments.meetings import Scores
    from referee.tournaments.plan import Pairing

    Graph = Mapping[int, Collection[int]]  # the neighbours of each node; all nodes are keys
    Meeting = tuple[int, int | None]  # None: a bye
    Round = tuple[tuple[int, int | None, float], ...]  # each meeting, and the points of its first player

BYE = 2.0  # points, as for a pair of games won
MOST = 200  # rounds: each depends on all before it, so thousands would take hours


def maximum_matching(graph: Graph) -> dict[int, int]:
    """Return a maximum matching: the partner of each paired node.

    (J. Edmonds, Paths, trees, and flowers, Canadian Journal of Mathematics 17, 1965.)
    """
    mates: dict[int, int] = {}
    for one, others in graph.items():
        if one not in mates:
            other = next((other for other in others if other not in mates), None)
            if other is not None:
                mates[one], mates[other] = other, one
    for one in graph:
        if one not in mates:
            AlternatingTree(graph, mates, one).augment()
    return mates


class AlternatingTree:
    """The tree of alternating paths from an unpaired node.

    base    the base of each node's blossom; the node itself if it is in none.
    parent  for each node reached by an edge outside the matching, the node at the other end.
    outer   the nodes reached by an even number of edges; the search goes on from them.
    """

    def __init__(self, graph: Graph, mates: dict[int, int], root: int):
        self.graph, self.mates = graph, mates
        self.base = {one: one for one in graph}
        self.parent: dict[int, int] = {}
        self.outer, self.queue = {root}, [root]

    def augment(self) -> None:
        """Pair the root if an augmenting path exists. All paired nodes stay paired."""
        for one in self.queue:  # it grows
            for other in self.graph[one]:
                if self.base[one] == self.base[other] or self.mates.get(one) == other:
                    continue
                if other in self.outer:
                    self.contract(one, other)
                elif other not in self.parent:
                    self.parent[other] = one
                    if other not in self.mates:
                        end: int | None = other
                        while end is not None:  # swap the edges in the matching and outside it up to the root
                            before = self.parent[end]
                            following = self.mates.get(before)
                            self.mates[end], self.mates[before] = before, end
                            end = following
                        return
                    self.add_outer(self.mates[other])

    def add_outer(self, one: int) -> None:
        """Add an outer node, from which the search goes on."""
        self.outer.add(one)
        self.queue.append(one)

    def contract(self, one: int, other: int) -> None:
        """Contract the blossom, the odd cycle that the edge (one, other) closes, to its base."""
        stem = self.common_base(one, other)
        blossom = self.climb(one, stem, other) | self.climb(other, stem, one)
        for each in self.graph:
            if self.base[each] in blossom:
                self.base[each] = stem
                if each not in self.outer:
                    self.add_outer(each)

    def climb(self, one: int, stem: int, child: int) -> set[int]:
        """Return the bases on the way up to the stem; now all of them can be reached from below too."""
        passed = set()
        while self.base[one] != stem:
            mate = self.mates[one]
            passed |= {self.base[one], self.base[mate]}
            self.parent[one] = child
            one, child = self.parent[mate], mate
        return passed

    def common_base(self, one: int, other: int) -> int:
        """Return the base where the paths up from both nodes meet."""
        passed = set()
        while True:
            one = self.base[one]
            passed.add(one)
            if one not in self.mates:
                break
            one = self.parent[self.mates[one]]
        while self.base[other] not in passed:
            other = self.parent[self.mates[self.base[other]]]
        return self.base[other]


def count_games(players: int, rounds: int) -> int:
    """Return the number of games: with an odd number of players one rests in each round."""
    return 2 * rounds * (players // 2)


def swiss_schedule(players: int, rounds: int, scores: Scores) -> Schedule:
    """Return the rounds as far as they are known: each after the one before is played. Each has its own deal."""
    pairings: list[Pairing] = []
    byes: list[tuple[int, ...]] = []
    history: list[Round] = []
    for turn in range(rounds):
        meetings = pair_round(players, tuple(history))
        games = {
            (one, other): pair_of_games(len(pairings) + 2 * board, turn, one, other, turn)
            for board, (one, other) in enumerate(meetings)
            if other is not None
        }
        pairings += (game for both in games.values() for game in both)
        byes.append(tuple(one for one, other in meetings if other is None))
        if not all_finished(pairings[len(pairings) - 2 * len(games) :], scores):
            break
        made = dict.fromkeys(meetings, BYE)
        for (one, other), (first, second) in games.items():
            made[one, other] = 1 + (scores[first.number] - scores[second.number]) / 2
        history.append(tuple((one, other, points) for (one, other), points in made.items()))
    return Schedule(
        tuple(pairings),
        more=len(byes) < rounds,
        due=count_games(players, rounds),
        byes=tuple(byes),
        out=(None,) * players,
    )


@lru_cache(maxsize=MOST)  # earlier rounds are asked for again and again
def pair_round(players: int, history: tuple[Round, ...]) -> tuple[Meeting, ...]:
    """Return the meetings of the next round, the bye last."""
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
    table = RoundPairing(ranks, points, met)
    if players % 2 == 0:
        return tuple(table.meetings())
    resting = table.choose_bye(byes)
    table.remove(resting)
    return (*table.meetings(), (resting, None))


class RoundPairing:
    """The pairing of one round.

    ranks   the players still to be paired, the best first;  points  by player;  met[a][b]  how often they have met.
    fresh   for each player, the opponents that it has met least often, compared with all pairs.
    again   the number of players that may still be paired with an opponent who is not fresh.
    """

    def __init__(self, ranks: Sequence[int], points: Sequence[float], met: Sequence[Sequence[int]]):
        self.ranks, self.points, self.met = list(ranks), points, met
        self.again = 0
        self.least = min(met[one][other] for one, other in combinations(ranks, 2))
        self.fresh = {one: {other for other in ranks if self.is_fresh(one, other)} for one in ranks}

    def is_fresh(self, one: int, other: int) -> bool:
        """Return whether two players have met as seldom as any two."""
        return one != other and self.met[one][other] == self.least

    def count_unpaired(self, among: Iterable[int]) -> int:
        """Return how many players are left over if as many as possible meet a fresh opponent.

        No two of them are fresh to each other, so half of the number is the number of repeated meetings.
        """
        rest = set(among)
        return len(rest) - len(maximum_matching({one: self.fresh[one] & rest for one in rest}))

    def remove(self, *those: int) -> None:
        """Remove players that are paired or rest."""
        self.ranks = [each for each in self.ranks if each not in those]

    def choose_bye(self, byes: Sequence[int]) -> int:
        """Return the player with the bye: the lowest with the fewest byes, if the others can meet fresh opponents."""
        lowest = [each for each in reversed(self.ranks) if byes[each] == min(byes)]
        least, best = len(self.ranks), lowest[0]
        for each in lowest:
            left = self.count_unpaired(other for other in self.ranks if other != each)
            if left < least:
                least, best = left, each
            if not left:
                break
        return best

    def meetings(self) -> Iterator[tuple[int, int]]:
        """Pair all players, by groups of equal points; players that moved down from groups above come first."""
        self.again = self.count_unpaired(self.ranks)
        moved: list[int] = []
        for _, group in groupby(tuple(self.ranks), key=self.points.__getitem__):
            moved = yield from self.pair_bracket([*moved, *group])

    def pair_bracket(self, bracket: list[int]) -> Generator[tuple[int, int], None, list[int]]:
        """Yield the meetings in a bracket, and return the players that move down."""
        down = []
        while len(bracket) > 1:
            one = bracket.pop(0)
            other = self.choose_opponent(one, bracket)
            if other is None:
                down.append(one)
                continue
            bracket.remove(other)
            self.remove(one, other)
            self.again -= 0 if self.is_fresh(one, other) else 2
            yield one, other
        return down + bracket

    def choose_opponent(self, one: int, bracket: Sequence[int]) -> int | None:
        """Return the opponent of `one` in the bracket, None if every choice would spoil the pairing of the others.

        Above all nobody meets again without need; then as many as possible stay in the bracket.
        """
        whole = len(bracket) + 1 == len(self.ranks)
        over = 0 if whole else self.count_unpaired([one, *bracket])
        second = None
        for other in sorted(order_opponents(one, bracket, self.points), key=self.met[one].__getitem__):
            again = self.again - (0 if self.is_fresh(one, other) else 2)
            if self.count_unpaired(each for each in self.ranks if each not in (one, other)) > again:
                continue
            if whole or self.count_unpaired(each for each in bracket if each != other) <= over:
                return other
            second = other if second is None else second
        return second


def order_opponents(one: int, bracket: Sequence[int], points: Sequence[float]) -> list[int]:
    """Return the other players of a bracket in the order in which to try them as opponents.

    A player that moved down meets the best of the group; within the group the upper half meets the lower half in order.
    """
    group = points[bracket[-1]]
    if points[one] != group:
        return sorted(bracket, key=lambda other: points[other] != group)
    half = (len(bracket) + 1) // 2 - 1
    return [*bracket[half:], *reversed(bracket[:half])]
