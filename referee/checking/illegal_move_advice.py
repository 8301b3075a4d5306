"""What a player that answered with no legal move probably meant, and so what its author has to change."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from referee.checking.positions import replay_moves

if TYPE_CHECKING:
    from games.game import Game
    from referee.checking.laws import Line
    from referee.checking.player_process import Answer

SHOWN = 5  # legal moves that are named
GENERAL = "choose: what it returns is to be one of game.moves(), or the text of one"
CHANGED = "choose: it has made moves in the game that it was given; make them in game.copy(), or take them back"
KEPT = (
    "choose: the move is legal in an earlier position; look at the game that choose is given, "
    "and not at one that was kept in self"
)
PLACE = "choose: is it the place of a move in a list? return moves[place], and not the place"
FORMS = (  # what an answer is in words, and how it comes about
    (r"None$", "choose: some way through it ends without return"),
    (r"(np\.)?(True|False)\b", "choose: it returns what a comparison says, not a move"),
    (r"\[", "choose: it returns a list; return one of its moves"),
    (r"\(", "choose: it returns a tuple; return the move in it, and not its value"),
    (r"\{|dict|set|frozenset", "choose: it returns a dict or a set; return one of its moves"),
    (r"<generator", "choose: it says yield instead of return"),
    (r"<coroutine", "choose: it is to be def, not async def"),
    (r"<(bound method|function|built-in)", "choose: it returns a function; () is missing that calls it"),
    (r"(np\.float\d*\()?-?\d*\.\d|(np\.float\d*\()?-?\d+e|-?inf|nan",
     "choose: it returns a float: divide by // and not by /, and do not return the value in place of the move"),
    (r"array\(|tensor\(", "choose: it returns an array; return int(array[0]), or what in it is the move"),
    (r"['\"]-?\d", "choose: it returns a text; return the number itself, or game.text(move) of a legal move"),
    (r"['\"]", "choose: a text that it returns must be game.text(move) of a legal move"),
    (r"<", "choose: it returns an object; return one of game.moves()"),
)  # fmt: skip


def advise(answer: Answer, start: Game, line: Line) -> str:
    """What to look at, where a player gave that answer after those moves, and which moves are legal there."""
    game = replay_moves(start, line)
    moves = game.moves()
    listed = ", ".join(f"{move} ({game.text(move)})" for move in moves[:SHOWN])
    return f"{find_reason(answer, start, line, moves)}; legal there: {listed}{', ...' * (len(moves) > SHOWN)}"


def find_reason(answer: Answer, start: Game, line: Line, moves: list[int]) -> str:
    """How the answer probably came about."""
    for shape, words in FORMS:
        if re.match(shape, answer.said):
            return words
    if answer.changed:
        return CHANGED
    if answer.number is None:
        return GENERAL
    kept = any(answer.number in replay_moves(start, line[:length]).moves() for length in range(len(line)))
    place = 0 <= answer.number < len(moves)
    if kept and place:
        return f"{PLACE}; or {KEPT.removeprefix('choose: ')}"
    return KEPT if kept else PLACE if place else GENERAL
