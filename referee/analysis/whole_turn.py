"""The whole turn that a move begins, in games in which people type a turn of several moves in one line."""

from collections.abc import Callable, Sequence
from itertools import groupby
from math import inf

import players
from games.game import Game, writes

Choose = Callable[[Game], int]  # returns the move in a position
CHOOSER = "minimax:depth=1"  # the player that completes a turn, at once


def complete_turn(game: Game, line: Sequence[str], choose: Choose | None = None) -> tuple[str, ...]:
    """Return the expected line, up to the end of the turn at least; `choose` finds the moves that it lacks."""
    if not writes(game, "singles") or not line:
        return tuple(line)
    twin, texts = game.copy(), list(line)
    for text in line:
        twin.make(twin.parse(text))
        if not is_same_turn(game, twin):
            return tuple(line)
    while is_same_turn(game, twin):
        move = choose(twin.copy()) if choose else players.load(CHOOSER, 0).choose(twin.copy(), inf)
        texts.append(twin.text(move))
        twin.make(move)
    return tuple(texts)


def first_turn(game: Game, line: Sequence[str]) -> tuple[str, ...]:
    """Return the moves of the line that belong to the turn in this position: the first, or in some games several."""
    if not writes(game, "singles"):
        return tuple(line[:1])
    twin, count = game.copy(), 0
    while count < len(line) and is_same_turn(game, twin):
        twin.make(twin.parse(line[count]))
        count += 1
    return tuple(line[:count])


def is_same_turn(game: Game, later: Game) -> bool:
    """Return whether the seat to move in `game` is still to move in a later position."""
    return later.turn == game.turn and later.score() is None


def turn_text(texts: Sequence[str]) -> str:
    """Return the moves of a turn in one line, equal ones counted: `13/9(2) 6/2(2)`."""
    counted = ((text, len(list(group))) for text, group in groupby(texts))
    return " ".join(f"{text}({count})" if count > 1 else text for text, count in counted)
