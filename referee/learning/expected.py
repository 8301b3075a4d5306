"""The game that an evaluation expects: the best move of each position, by the values of those after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.base.rule_values import text_of
from games.game import CHANCE

if TYPE_CHECKING:
    from games.game import Game
    from players.learning.board_evaluation import BoardEvaluation


def expected_game(start: Game, learnt: BoardEvaluation, most: int) -> list[str]:
    """The texts of at most so many moves; fewer where the game is over, or dice are rolled or cards dealt."""
    game, found = start.copy(), list[str]()
    while game.score() is None and game.turn != CHANCE and len(found) < most:
        move = max(game.moves(), key=lambda move: value_after(game, move, learnt))
        found.append(text_of(game, move))
        game.make(move)
    return found


def value_after(game: Game, move: int, learnt: BoardEvaluation) -> float:
    """What the position after that move is worth to the seat that makes it."""
    child = game.copy()
    child.make(move)
    value: float = learnt.worth(child)
    return value if (child.turn == 1) == (game.turn == 1) else -value
