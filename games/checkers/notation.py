"""Moves of checkers as texts: the numbers of the squares on their way, `11-15`, or `9x18x27` for a jump."""

import re

from games.base.notation import fold
from games.base.rule_values import find_move, refusal
from games.checkers.board import number, way_of
from games.game import Game, IllegalMove

PATH = re.compile(r"\s*\d{1,2}(?:(?:\s*[-x:*,]\s*|\s+)\d{1,2})+\s*", re.ASCII | re.IGNORECASE)
TOGETHER = re.compile(r"\d{4}", re.ASCII)


def text(game: Game, move: int) -> str:
    """Return the numbers of the squares on the move's way."""
    return ("x" if move >> 12 else "-").join(map(str, way_of(move)))


def tidy(game: Game, entry: str) -> str:
    """Return the squares of a typed move: `9x18x27`, `9:18:27` and `9 18 27` are `9-18-27`, and `1115` is `11-15`."""
    return fold_entry(entry)


def fold_entry(entry: str) -> str:
    """Return what `tidy` returns."""
    if PATH.fullmatch(entry):
        return "-".join(str(int(found)) for found in re.findall(r"\d+", entry))
    word = fold(entry)
    return f"{int(word[:2])}-{int(word[2:])}" if TOGETHER.fullmatch(word) else word


def parse(game: Game, entry: str) -> int:
    """Return the legal move of the entry, which names all its squares or only the first and the last.

    Raise IllegalMove if there is none, or if the two squares may mean several.
    """
    if (move := find_move(game, entry)) is not None:
        return move
    ends = fold_entry(entry).split("-")
    found = [move for move in game.moves() if [str(number(move & 63)), str(number(move >> 6 & 63))] == ends]
    if not found:
        raise IllegalMove(refusal(game, entry))
    if len(found) > 1:
        ways = " or ".join(text(game, move) for move in found)
        raise IllegalMove(f"{entry!r} may be {ways}: name the squares between")
    return found[0]
