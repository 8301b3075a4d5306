"""Hexapawn for people: what is typed, and how a game ended. The rest is as in breakthrough."""

import re
from typing import Any

from games.base.notation import fold
from games.breakthrough.notation import winning_cells

ENTRY = re.compile(r"(?:([a-h])([1-8])?[x:]?)?([a-h])([1-8])[+#]?", re.ASCII)


def tidy(game: Any, entry: str) -> str:
    """Return an entry in its normal form: `a2b3`, `a2:b3`, and as in chess `axb3` and `a3`."""
    match = ENTRY.fullmatch(fold(entry))
    if not match:
        return fold(entry)
    column, row, end, goal = match.groups(default="")
    column = column or end
    row = row or str(int(goal) + (1 if game.turn else -1))
    return f"{column}{row}{'x' * (column != end)}{end}{goal}"


def reason(game: Any) -> str:
    """Return how the game was won."""
    winner, loser = game.seats[game.turn ^ 1], game.seats[game.turn]
    if winning_cells(game):
        return f"{winner} reached the far side"
    return f"{loser} has no move" if game.pawns[game.turn] else f"{winner} took all pawns"
