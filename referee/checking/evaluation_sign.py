"""Finds the seat for which an evaluation counts, by its correlation with the scores of random games.

An evaluation for seat 0 correlates with the score in every position. One for the seat to move, as in negamax,
correlates positively if seat 0 is to move and negatively if seat 1 is, and changes its sign with every turn.
"""

from __future__ import annotations

from dataclasses import field
from itertools import pairwise
from math import atanh, sqrt
from random import Random
from statistics import StatisticsError, correlation, fmean
from time import process_time
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from games.game import CHANCE
from games.laws.hidden import draw_move
from games.laws.scene import is_over
from referee.checking.laws import Line

if TYPE_CHECKING:
    from games.game import Game
    from players.evaluation import Evaluation
    from referee.checking.instrumented_game import InstrumentedGame

GAMES = 600  # random games at most
SECONDS = 4.0  # of processor time for them
LONG = 400  # moves of a game at most
FEW = 30  # fewer games prove nothing
CLEAR = 100  # games between two looks at whether both seats already confirm the sign
ERRORS = 6  # standard errors that exclude chance
APART = 4  # standard errors between the seats that suffice if the sign also changes with the turn
HALF = (1 << 19) - 1  # searches clamp estimates here, see players/search/alphabeta/table.py

MOVER, TURNED = "mover", "turned"


@dataclass
class Correlation:
    """Two rows of numbers whose correlation is measured."""

    one: list[float] = field(default_factory=list)
    other: list[float] = field(default_factory=list)

    @property
    def together(self) -> float:
        """The correlation, -1 to 1; 0 if one row is constant or the rows are short."""
        try:
            return correlation(self.one, self.other) if len(self.one) >= FEW else 0.0
        except StatisticsError:
            return 0.0

    @property
    def errors(self) -> float:
        """How many standard errors the correlation is from 0.

        Fisher's transformation: R. A. Fisher, On the "Probable Error" of a Coefficient of Correlation (1921).
        """
        return atanh(max(-0.999, min(0.999, self.together))) * sqrt(max(0, len(self.one) - 3))


def find_wrong_sign(subject: InstrumentedGame, judge: Evaluation, seed: int) -> tuple[str, str]:
    """Return MOVER or TURNED and a sentence if `judge` does not count for seat 0, otherwise two empty texts.

    Errors of the evaluation are noted in `subject`.
    """
    scores, turning = sample_games(subject, judge, seed)
    first, second = scores
    by = f"by {first.together:+.2f} where seat 0 is to move, by {second.together:+.2f} where seat 1 is"
    shown = f"in {len(first.one)} random games it goes with what seat 0 wins {by}"
    mover = first.errors > ERRORS and second.errors < -ERRORS
    if mover or (first.errors - second.errors > APART * sqrt(2) and turning.errors < -ERRORS):
        return MOVER, f"it counts for the seat to move, as negamax wants it, and not for seat 0: {shown}"
    if second.errors - first.errors > APART * sqrt(2) and turning.errors < -ERRORS:
        return MOVER, f"it counts for the seat that is not to move, and not for seat 0: {shown}"
    if max(first.errors, second.errors) < 0 and first.errors + second.errors < -ERRORS * sqrt(2):
        return TURNED, f"it seems to count for seat 1, and not for seat 0: {shown}"
    return "", ""


def sample_games(
    subject: InstrumentedGame, judge: Evaluation, seed: int
) -> tuple[tuple[Correlation, Correlation], Correlation]:
    """Return two measurements over random games.

    The first holds, for each seat to move, the mean evaluation of a game and its score; the second holds evaluations
    before and after a change of turn.
    """
    rng, until = Random(f"sign {seed}"), process_time() + SECONDS
    scores, turning = (Correlation(), Correlation()), Correlation()
    known = len(subject.found)
    for number in range(GAMES):
        if process_time() > until or len(subject.found) > known:
            break
        if number and number % CLEAR == 0 and min(each.errors for each in scores) > ERRORS:
            break
        values, score = sample_game(subject, judge, rng)
        if score is None:
            continue
        for seat in (0, 1):
            if mine := [value for turn, value in values if turn == seat]:
                scores[seat].one.append(fmean(mine))
                scores[seat].other.append(score)
        changes = [(one, other) for (turn, one), (then, other) in pairwise(values) if turn != then]
        if changes:
            one, other = rng.choice(changes)
            turning.one.append(one)
            turning.other.append(other)
    return scores, turning


def sample_game(subject: InstrumentedGame, judge: Evaluation, rng: Random) -> tuple[list[tuple[int, int]], int | None]:
    """Return the evaluations in the later half of a random game, each with the seat to move, and the score."""
    game, line = subject.make(), Line()
    passed: list[tuple[Line, Game]] = []
    while not is_over(game) and len(line) < LONG:
        if game.turn != CHANCE:
            passed.append((line, game.copy()))
        line = (*line, draw_move(game, rng))
        game.make(line[-1])
    values: list[tuple[int, int]] = []
    for way, each in passed[len(passed) // 2 :]:
        with subject.watched(way):
            values.append((each.turn, int(judge(each))))
    return values, game.score()
