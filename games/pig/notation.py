"""Moves, positions and pictures of pig: `roll`, `hold` or a face; `40/28 12 First` is a position.

A position is both scores, the turn's total and whose turn it is, followed by `rolls` while the die rolls.
"""

import re
from typing import Any

from games.base.notation import fold
from games.boards.heap_text import match_form, read_number, read_seat
from games.game import CHANCE
from games.picture import Heap, Heaps

ROLL, HOLD = 0, 7  # the numbers of these moves; the others are faces
HIGHEST = 1023
FORM = re.compile(r"(?P<first>\d+) ?/ ?(?P<second>\d+) (?P<total>\d+) (?P<side>\w+)(?P<rolls> rolls)?", re.IGNORECASE)
ROLLS = {"r", "throw", "again", "rollagain", "rollthedie", "rolldie"}
HOLDS = {"h", "stop", "stay", "bank", "stand", "pass"}


def text(game: Any, move: int) -> str:
    return {ROLL: "roll", HOLD: "hold"}.get(move, str(move))


def tidy(game: Any, entry: str) -> str:
    """Return an entry as a face, `roll` or `hold`; for example, `throw` is `roll` and `stop` is `hold`."""
    word = fold(entry)
    return "roll" if word in ROLLS else "hold" if word in HOLDS else word


def meaning(game: Any, move: int) -> str:
    """Return what is at stake with a roll, or what a hold brings."""
    total = game.total
    if move == ROLL:
        return f"a 1 loses {total}" if total else "throw the die"
    if move != HOLD:
        return ""
    return f"keep {total}, {game.scores[game.mover] + total} in all" if total else "let the other roll"


def say(game: Any, move: int, seat: int | None = None) -> str:
    if game.turn != CHANCE:
        return "rolls" if move == ROLL else "holds"
    return f"{{{game.mover}}} rolls {move}{': the turn is over' if move == 1 else ''}"


def position(game: Any, seat: int | None = None) -> str:
    rolls = " rolls" * (game.turn == CHANCE and game.score() is None)
    return f"{game.scores[0]}/{game.scores[1]} {game.total} {game.seats[game.mover]}{rolls}"


def read_position(game: Any, text: str) -> tuple[list[int], int, int, int]:
    """Return the scores, the total, whose turn it is, and who moves now. Raises ValueError."""
    found = match_form(FORM, text, "40/28 12 First")
    scores = [read_number(found[name], "the score", 0, HIGHEST) for name in ("first", "second")]
    total, mover = read_number(found["total"], "the turn's total", 0, HIGHEST), read_seat(found["side"], game.seats)
    if 1 in (*scores, total):
        raise ValueError("nobody can have 1: a roll of 1 brings nothing")
    over = max(scores) >= game.target
    if scores[mover] >= game.target or (over and (total or found["rolls"])):
        raise ValueError(f"{game.target} are reached by a hold, after which it is the other's turn, with a total of 0")
    if found["rolls"] and scores[mover] + total >= game.target:
        raise ValueError(f"who has {scores[mover]} and {total} more holds, and does not roll")
    return scores, total, mover, CHANCE if found["rolls"] else mover


def show(game: Any, seat: int | None = None) -> Heaps:
    heaps = [Heap(game.seats[whose], game.scores[whose], whose) for whose in (0, 1)]
    if game.score() is not None:
        return Heaps(tuple(heaps), note=f"{game.target} wins")
    does = "rolls" if game.turn == CHANCE else "may roll or hold"
    note = f"{game.seats[game.mover]} {does}; {game.target} wins"
    return Heaps((*heaps, Heap("Turn", game.total, game.mover)), note=note)


def reason(game: Any) -> str:
    winner = 0 if game.score() > 0 else 1
    return f"{game.seats[winner]} reached {game.target} with {game.scores[winner]}"
