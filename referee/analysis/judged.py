"""The method of a judge: what a program from outside says of each move."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from games.capabilities import counts_points
from games.game import CHANCE
from referee.analysis.method_result import JUDGE, MethodResult, MoveValue
from referee.analysis.whole_turn import plays_wholly, turn_text, whole_plays
from referee.solving.value import settled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.game import Game
    from referee.analysis.method_result import Budget
    from referee.engines.judge import EngineJudge


def judged(game: Game, judge: EngineJudge, budget: Budget, method: str = JUDGE) -> Iterator[MethodResult]:
    """Yield what the program says of the moves, of one more each time; the one that it would make comes first.

    judge   of games from this position. Its time is shared among the position and its moves.
    method  the name of this method.

    Raises SpecError if it fails.
    """
    spent, left = 0.0, choices(game)
    limit = inf if budget.seconds is None else budget.seconds
    asked = monotonic()
    whole = judge.believed(game, (), asked + limit / (len(left) + 1))
    left.sort(key=lambda choice: choice[1] != whole.line[: len(choice[1])])
    rows: list[MoveValue] = []
    for number, texts in left:
        until = monotonic() + (limit - spent) / (len(left) - len(rows))
        rows.append(value_of(game, number, texts, judge, until))
        if game.turn != CHANCE:
            rows.sort(key=MoveValue.rank, reverse=True)
        spent += monotonic() - asked
        final = len(rows) == len(left)
        line = rows[0].line if game.turn != CHANCE else ()
        yield MethodResult(method, whole.how, tuple(rows), 0, spent, final, line=line)
        asked = monotonic()


def choices(game: Game) -> list[tuple[int, tuple[str, ...]]]:
    """Return the number and the texts of each move, or of each whole play."""
    if plays_wholly(game):
        return [(play.number, play.texts) for play in whole_plays(game)]
    return [(move, (game.text(move),)) for move in game.moves()]


def value_of(game: Game, number: int, texts: tuple[str, ...], judge: EngineJudge, deadline: float) -> MoveValue:
    """Return what the move or play is worth to the seat to move, or an outcome of chance to seat 0."""
    after = game.copy()
    for text in texts:
        after.make(after.parse(text))
    score = after.score()
    found = settled(score, 0) if score is not None else judge.believed(after, texts, deadline)
    mine = found.seen_by(max(game.turn, 0))
    bare = MoveValue(move=number, text=turn_text(texts), line=(*texts, *found.line))
    if mine.score is not None:
        return replace(bare, score=mine.score, distance=1, chance=mine.chance)
    if counts_points(game):
        return replace(bare, estimate=game.stakes * (2 * mine.chance_of(0) - 1))
    return replace(bare, chance=mine.chance)
