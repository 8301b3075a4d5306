"""Statistics of games of a player against itself: how long they last, how many moves there are, who wins."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import fsum, log10
from typing import TYPE_CHECKING, Any

from games.dataclass import dataclass
from referee.match.events import Asked, Event
from referee.running.game_task import GameTask, Result
from referee.statistics.counts import Counts
from referee.statistics.scoring import Estimate, difference, interval, mean, wilson

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NOTHING = Estimate(None, None, None)


@dataclass(frozen=True)
class SelfPlayResult(Result):
    """The result of a game of self-play.

    widths  the number of legal moves each time a seat was to move;  recurred  whether a position came again.
    """

    widths: tuple[int, ...] = ()
    recurred: bool = False


@dataclass(frozen=True)
class SelfPlayTask(GameTask):
    """The task of playing a game of self-play."""

    def result(self, in_worker: bool = False) -> SelfPlayResult:
        """Play the game to its end, and record the choices."""
        choices = ChoiceRecorder()
        found = self.play_through(in_worker, choices.record)
        return SelfPlayResult(**vars(found), widths=tuple(choices.widths), recurred=choices.recurred)


class ChoiceRecorder:
    """Records the numbers of legal moves in a match as its events pass."""

    def __init__(self) -> None:
        self.widths: list[int] = []
        self.keys: set[tuple[int, int]] = set()
        self.recurred = False

    def record(self, events: Iterator[Event]) -> Iterator[Event]:
        for event in events:
            if isinstance(event, Asked):
                self.widths.append(len(event.game.moves()))
                key = event.game.key()
                self.recurred |= key != 0 and (event.seat, key) in self.keys
                self.keys.add((event.seat, key))
            yield event


@dataclass(frozen=True)
class GameSample:
    """Games between two equal players, and what they show; intervals are of 95 %.

    If all games are copies of one, as of players without random numbers, nothing has an interval and there is no Elo.

    player     who played both sides.
    counts     games that seat 0 won, drew and lost;  different  how many of them differ.
    score      the score of seat 0, 0 to 1;  elo  the same as a difference in Elo.
    drawn      the share of draws;  points  of seat 0 by the game's own count, None if that is 1 at most.
    plies      the length of a game;  shortest, longest  seen;  lengths  how many games had which length.
    branching  the legal moves at a position, over all positions of all games;  narrowest, widest  seen.
    by_ply     the mean number of legal moves at each ply, over the games that lasted that long.
    recurred   whether a position came again in any game.
    leaves     the decimal logarithm of the number of all games, estimated if possible.
    """

    player: str
    counts: Counts
    different: int
    score: Estimate
    elo: Estimate
    drawn: Estimate
    points: Estimate | None
    plies: Estimate
    shortest: int
    longest: int
    lengths: dict[int, int]
    branching: Estimate
    narrowest: int | None
    widest: int | None
    by_ply: tuple[float, ...]
    recurred: bool
    leaves: Estimate

    @property
    def games(self) -> int:
        return self.counts.total

    @property
    def copies(self) -> bool:
        """Whether there are several games, all alike."""
        return self.different == 1 < self.games

    @property
    def complexity(self) -> float | None:
        """The decimal logarithm of the branching factor to the power of the length.

        V. Allis, Searching for Solutions in Games and Artificial Intelligence, 1994, chapter 6, for games of experts.
        """
        branching, plies = self.branching.value, self.plies.value
        return plies * log10(branching) if branching and plies else None

    def as_dict(self) -> dict[str, Any]:
        told = {name: value.as_dict() if isinstance(value, Estimate) else value for name, value in vars(self).items()}
        lengths = {str(length): games for length, games in self.lengths.items()}
        return told | {
            "games": self.games, "complexity": self.complexity, "counts": vars(self.counts), "lengths": lengths,
        }  # fmt: skip


def summarize_games(player: str, results: Sequence[SelfPlayResult], stakes: int, uniform: bool) -> GameSample:
    """Return the statistics of these games, at least one.

    uniform  whether all legal moves were equally likely and there was no chance, so that the number of games can be
             estimated.
    """
    scores = [result.record.score or 0 for result in results]
    counts = Counts(sum(s > 0 for s in scores), sum(s == 0 for s in scores), sum(s < 0 for s in scores))
    score, plies = interval(counts), [sum(result.moves) for result in results]
    widths = [width for result in results for width in result.widths]
    recurred = any(result.recurred for result in results)
    found = GameSample(
        player=player,
        counts=counts,
        different=len({result.record.moves for result in results}),
        score=score,
        elo=difference(score),
        drawn=Estimate(counts.drawn, *wilson(counts.drawn or 0.0, counts.total)),
        points=mean(scores) if stakes > 1 else None,
        plies=mean(plies),
        shortest=min(plies),
        longest=max(plies),
        lengths=dict(sorted(Counter(plies).items())),
        branching=ratio_estimate(
            [sum(result.widths) for result in results], [len(result.widths) for result in results]
        ),
        narrowest=min(widths, default=None),
        widest=max(widths, default=None),
        by_ply=column_means([result.widths for result in results]),
        recurred=recurred,
        leaves=estimate_leaves([result.widths for result in results]) if uniform and not recurred else NOTHING,
    )
    return without_intervals(found) if found.copies else found


def without_intervals(sample: GameSample) -> GameSample:
    """Return the sample with the values alone."""

    def alone(estimate: Estimate) -> Estimate:
        return Estimate(estimate.value, None, None)

    return replace(
        sample, score=alone(sample.score), elo=NOTHING, drawn=alone(sample.drawn),
        points=sample.points and alone(sample.points), plies=alone(sample.plies), branching=alone(sample.branching),
        leaves=alone(sample.leaves),
    )  # fmt: skip


def ratio_estimate(tops: Sequence[float], bottoms: Sequence[float]) -> Estimate:
    """Return sum(tops) / sum(bottoms) with its interval; each game gives one pair.

    Positions of one game are not independent, games are. So the interval is for a mean over games (W. G. Cochran,
    Sampling Techniques, 3rd edition 1977, 6.3).
    """
    total = fsum(bottoms)
    if not total:
        return NOTHING
    value, each = fsum(tops) / total, total / len(bottoms)
    parts = [value + (top - value * bottom) / each for top, bottom in zip(tops, bottoms, strict=True)]
    return replace(mean(parts), value=value)


def column_means(rows: Sequence[Sequence[int]]) -> tuple[float, ...]:
    """Return the mean of the first values of all rows, then of the second values, and so on."""
    columns = ([row[place] for row in rows if len(row) > place] for place in range(max(map(len, rows), default=0)))
    return tuple(sum(column) / len(column) for column in columns)


def estimate_leaves(rows: Sequence[Sequence[int]]) -> Estimate:
    """Return the decimal logarithm of the number of leaves of a tree, estimated from random paths.

    The product of the choices along a path has that number as its mean: D. E. Knuth, Estimating the efficiency of
    backtrack programs, Mathematics of Computation 29, 1975, 121-136. `low` is None if the interval reaches 0: few paths
    through a lopsided tree bound it from one side only.
    """
    logs = [fsum(map(log10, row)) for row in rows]
    most = max(logs)
    found = mean([10 ** (each - most) for each in logs])
    value, low, high = (
        None if each is None or each <= 0 else most + log10(each) for each in (found.value, found.low, found.high)
    )
    return Estimate(value, low, high)
