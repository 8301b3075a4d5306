"""The method of a judge: what a program from outside says of each move."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from games.capabilities import counts_points
from games.game import CHANCE
from referee.analysis.method_result import JUDGE, MethodResult, MoveValue
from referee.solving.value import settled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.game import Game
    from referee.analysis.method_result import Budget
    from referee.engines.judge import EngineJudge


def judged(game: Game, judge: EngineJudge, budget: Budget) -> Iterator[MethodResult]:
    """Yield what the program says of the moves, of one more each time; the one that it would make comes first.

    judge  of games from this position. Its time is shared among the position and its moves.

    Raises SpecError if it fails.
    """
    spent, texts = 0.0, [game.text(move) for move in game.moves()]
    limit = inf if budget.seconds is None else budget.seconds
    asked = monotonic()
    whole = judge.believed(game, (), asked + limit / (len(texts) + 1))
    texts.sort(key=lambda text: text != "".join(whole.line[:1]))
    rows: list[MoveValue] = []
    for text in texts:
        rows.append(value_of(game, text, judge, monotonic() + (limit - spent) / (len(texts) - len(rows))))
        if game.turn != CHANCE:
            rows.sort(key=MoveValue.rank, reverse=True)
        spent += monotonic() - asked
        final = len(rows) == len(texts)
        line = rows[0].line if game.turn != CHANCE else ()
        yield MethodResult(JUDGE, whole.how, tuple(rows), 0, spent, final, line=line)
        asked = monotonic()


def value_of(game: Game, text: str, judge: EngineJudge, deadline: float) -> MoveValue:
    """Return what the move with that text is worth to the seat to move, or an outcome of chance to seat 0."""
    after, move = game.copy(), game.parse(text)
    after.make(move)
    score = after.score()
    found = settled(score, 0) if score is not None else judge.believed(after, (text,), deadline)
    mine, line = found.seen_by(max(game.turn, 0)), (text, *found.line)
    if mine.score is not None:
        return MoveValue(move=move, text=text, score=mine.score, distance=1, chance=mine.chance, line=line)
    if counts_points(game):
        return MoveValue(move=move, text=text, estimate=game.stakes * (2 * mine.chance_of(0) - 1), line=line)
    return MoveValue(move=move, text=text, chance=mine.chance, line=line)
