"""How hard a puzzle is: which of the ten levels find its answer.

Level N counts as a player of rating 500 + 200 N. A puzzle has the rating at which Elo's formula expects just what the
levels have scored on it, so that a level of the puzzle's rating finds it in half of its tries. Level 1 moves at random,
and so it finds one answer among n moves in one try of n. The levels above it see further and overlook less
(players/level.py): how far one has to look, how many moves there are and how tempting the wrong ones are all tell.
"""

from __future__ import annotations

from collections import Counter
from math import inf
from typing import TYPE_CHECKING

import players
from games.adapters.undo import can_unmake
from games.dataclass import dataclass
from referee.statistics.glicko import MIDDLE, expected_score

if TYPE_CHECKING:
    from games.game import Game

EASIEST, STEP = 700, 200  # the rating of what is 1 hard, and by how much more that of the next one
HARDEST = 10
TRIES = {1: 4, 2: 4, 3: 4, 4: 4, 5: 4, 6: 4, 7: 1, 8: 1, 9: 1}  # of each level; those above 6 hardly vary
SLOW_TRIES = {1: 4, 2: 2, 3: 2, 4: 2, 5: 2}  # where the rules are plain Python
LEAST, MOST = 500.0, 2900.0  # ratings


@dataclass(frozen=True)
class Difficulty:
    """The rating of a puzzle, and the wrong moves that levels chose, the most frequent first."""

    rating: int
    tempting: tuple[int, ...]


def hardness(rating: float) -> int:
    """How hard a puzzle of that rating is, or for what a person of that rating is ready: 1 to 10."""
    return max(1, min(HARDEST, round((rating - EASIEST) / STEP) + 1))


def rating_of(hard: int) -> int:
    """The rating of puzzles that are so hard, and of the level of that number."""
    return EASIEST + STEP * (hard - 1)


def measure(game: Game, answer: int) -> Difficulty:
    """How hard it is to find that move in the position. The same position is as hard each time."""
    tries = TRIES if can_unmake(game) else SLOW_TRIES
    wrong: Counter[int] = Counter()
    scores = [(1, tries[1], tries[1] / len(game.moves()))]
    for level in (each for each in tries if each > 1):
        chosen = [choose(game, level, number) for number in range(tries[level])]
        wrong.update(move for move in chosen if move != answer)
        scores.append((level, tries[level], float(chosen.count(answer))))
    return Difficulty(fit(scores), tuple(move for move, _ in wrong.most_common()))


def choose(game: Game, level: int, seed: int) -> int:
    """The move of that level."""
    return players.load(f"level:{level}", seed).choose(game.copy(), inf)


def fit(scores: list[tuple[int, int, float]]) -> int:
    """The rating of a puzzle on which levels (number, tries, points) scored so.

    One half of a point against the middle of the scale is added, so that a puzzle that all find has a rating too.
    """
    low, high = LEAST, MOST
    while high - low > 0.5:
        middle = (low + high) / 2
        surplus = 0.5 - expected_score(MIDDLE, middle)
        surplus += sum(points - count * expected_score(rating_of(level), middle) for level, count, points in scores)
        low, high = (low, middle) if surplus > 0 else (middle, high)
    return round(low)
