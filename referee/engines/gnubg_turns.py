"""The turns of backgammon that a roll allows, each with what a program says that it is worth."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from games.backgammon.xgid import BAR, CHECKERS
from games.dataclass import dataclass

if TYPE_CHECKING:
    from games.backgammon.xgid import BoardState
    from games.game import Game

GAMMON, BACKGAMMON = 0.25, 0.01  # of the noise, for these beside that for winning, as GNU Backgammon has it


@dataclass(frozen=True)
class Turn:
    """A way to end a turn: its single moves, and the position after them."""

    moves: tuple[int, ...]
    after: Game


def find_turns(game: Game) -> list[Turn]:
    """All positions in which the turn under way may end, each with one way there."""
    seen, found, open_ways = {game.key()}, list[Turn](), [Turn((), game.copy())]
    while open_ways:
        way = open_ways.pop()
        for move in way.after.moves():
            after = way.after.copy()
            after.make(move)
            if after.key() in seen:
                continue
            seen.add(after.key())
            turn = Turn((*way.moves, move), after)
            goes_on = after.turn == game.turn and after.score() is None
            (open_ways if goes_on else found).append(turn)
    return found


def draw_noise(noise: float, history: object, turn: Turn) -> float:
    """How wrong a program of that noise is about the equity after that turn.

    It follows from the history of the game and the position alone, so that the same game is played again.
    """
    if not noise:
        return 0.0
    rng = random.Random(f"{history} {turn.after.position()}")
    wins = 2 * rng.gauss(0, noise)
    gammons = rng.gauss(0, GAMMON * noise) - rng.gauss(0, GAMMON * noise)
    return wins + gammons + rng.gauss(0, BACKGAMMON * noise) - rng.gauss(0, BACKGAMMON * noise)


def decide(state: BoardState, seat: int, won: bool) -> BoardState:
    """The position, if that seat were to roll and the game as good as won by it, or lost, without a gammon."""
    mine, theirs = [0] * (BAR + 1), [0] * (BAR + 1)
    point, count = (1, 1) if won else (6, 5)  # five checkers are more than a roll bears off
    mine[point], mine[0] = count, CHECKERS - count
    theirs[1], theirs[0] = 1, CHECKERS - 1
    counts = (tuple(mine), tuple(theirs)) if seat == 0 else (tuple(theirs), tuple(mine))
    return replace(state, counts=counts, side=seat, dice=0, action="roll")
