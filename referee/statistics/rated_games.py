"""The games of a rating: who takes part, numbered from 0, what each two scored, and whose rating is given.

A player whose rating is given is an anchor. A fit knows differences alone, so all anchors together are one number, 0,
which stands for the mean of their ratings. Each game of an anchor carries how far that anchor stands above the mean:
its handicap, which is an offset in the linear model of log-odds (McCullagh and Nelder, Generalized Linear Models,
1989). So the likelihood is that of Bradley and Terry with the anchors' strengths held fixed.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.dataclass import dataclass
from referee.statistics.estimate import ELO, Estimate
from referee.statistics.separation import Score

Results = Mapping[tuple[int, int], tuple[int, int, int]]
Anchors = Mapping[int, float]  # ratings in Elo, by players

ANCHORS = 0  # the number that all anchors share, where there are any


@dataclass(frozen=True)
class RatedGames:
    """The games that ratings are fitted to.

    numbers  by player: the number in the fit. Who has played has one, and so has each anchor.
    scores   of each two by who moved first, with these numbers;  drawn  how many of all games were drawn.
    anchors  as given, in Elo.
    """

    numbers: Mapping[int, int]
    scores: tuple[Score, ...]
    drawn: int
    anchors: Anchors

    @property
    def count(self) -> int:
        """How many numbers there are."""
        return len(set(self.numbers.values()))

    @property
    def base(self) -> float:
        """The mean of the anchors' ratings, in log-odds; 0 if there are none."""
        return sum(self.anchors.values()) / len(self.anchors) / ELO if self.anchors else 0.0

    def lead(self, player: int) -> float:
        """How far an anchor stands above that mean, in log-odds; 0 for all other players."""
        return self.anchors[player] / ELO - self.base if player in self.anchors else 0.0

    def fixed(self, player: int) -> Estimate | None:
        """The rating of an anchor, which has no error; None for all other players."""
        given = self.anchors.get(player)
        return None if given is None else Estimate(given, given, given)


def index_games(players: int, results: Results, anchors: Anchors) -> RatedGames:
    """The games of so many players. Raises ValueError if a player meets itself or is not there, or counts are wrong.

    results  of results[first, second]: games of these two that the first, who moved first, won, drew and lost.
    """
    check_results(players, results)
    if not all(0 <= player < players for player in anchors):
        raise ValueError(f"an anchor of {sorted(anchors)} is not one of {players} players")
    played = sorted({place for pair, counts in results.items() if any(counts) for place in pair} - set(anchors))
    numbers = dict.fromkeys(anchors, ANCHORS) | {
        player: place for place, player in enumerate(played, 1 if anchors else 0)
    }
    bare = RatedGames(numbers, (), 0, anchors)
    scores = tuple(
        Score(
            numbers[one], numbers[two], sum(counts), counts[0] + counts[1] / 2,
            bare.lead(one) - bare.lead(two),
        )
        for (one, two), counts in sorted(results.items())
        if any(counts)
    )  # fmt: skip
    return RatedGames(numbers, scores, sum(counts[1] for counts in results.values()), anchors)


def check_results(players: int, results: Results) -> None:
    """Raise ValueError unless these are results of so many players."""
    for (one, two), counts in results.items():
        if one == two or not (0 <= one < players and 0 <= two < players):
            raise ValueError(f"players {one} and {two} of {players} cannot meet")
        if min(counts) < 0:
            raise ValueError(f"the games of players {one} and {two} are {counts}")
