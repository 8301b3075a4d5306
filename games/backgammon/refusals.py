"""Why an entry is no legal move of backgammon."""

from collections.abc import Iterator
from typing import Any

from games.backgammon.notation import PASSES, is_single_move, read_point
from games.base.notation import fold
from games.game import CHANCE

BAR, OFF = 25, 0
HOME = 6  # points of a home board
BLOCKED = 2  # checkers that block a point


def why_not(game: Any, entry: str) -> str:
    """Return which rule forbids the entry or the first illegal move of a turn, or "" for other texts."""
    if game.turn == CHANCE:
        return ""
    if game.is_about_stakes():
        return f"first {game.doing()}"
    if fold(entry) in PASSES:
        return f"{game.seats[game.turn]} can move, and must"
    twin, typed = game.copy(), fold(entry)
    for single in [typed] if is_single_move(typed, max(game.show().dice)) else game.singles(entry):
        word = single.rstrip("*")
        if not is_single_move(word, BAR):
            return ""
        move = next((move for move in twin.moves() if twin.text(move).rstrip("*") == word), None)
        if move is None:
            return next(reasons(twin, word)) if twin.turn == game.turn else "the dice are used up"
        twin.make(move)
    return ""


def reasons(game: Any, word: str) -> Iterator[str]:
    """Yield why a checker cannot go from one place to another, such as `13/8`; the first reason counts."""
    start, end = [read_point(place) for place in word.split("/")]
    side, name, other = game.turn, game.seats[game.turn], game.seats[1 - game.turn]
    dice = sorted(set(game.show().dice))
    left = f"to be played: {' and '.join(map(str, dice))}"
    if start != BAR and game.count(side, BAR):
        yield "a checker on the bar must enter first"
    if not game.count(side, start):
        yield f"{name} has no checker on {'the bar' if start == BAR else f'point {start}'}"
    if end >= start:
        yield "a checker goes from higher to lower points"
    if end == OFF:
        yield from why_not_off(game, start, dice, left)
    elif start - end not in dice:
        yield f"no die shows {start - end}; {left}"
    elif game.count(1 - side, 25 - end) >= BLOCKED:
        yield f"{other} blocks point {end}"
    if can_go_on(game):
        yield "both dice must be played where that is possible"
    yield "if only one die can be played, it must be the higher one"


def why_not_off(game: Any, start: int, dice: list[int], left: str) -> Iterator[str]:
    """Yield why a checker cannot be borne off from the point; `left` names the dice."""
    held = [point for point in range(1, BAR + 1) if game.count(game.turn, point)]
    if held[-1] > HOME:
        yield f"no checker is borne off while one is outside the home board, on point {held[-1]}"
    if start not in dice and dice[-1] < start:
        yield f"no die shows {start} or more; {left}"
    if start not in dice and held[-1] > start:
        yield f"a die above {start} moves the checker on point {held[-1]} first"


def can_go_on(game: Any) -> bool:
    """Return whether one of the legal moves leaves another one in this turn."""
    for move in game.moves():
        twin = game.copy()
        twin.make(move)
        if twin.turn == game.turn and not twin.is_about_stakes() and twin.text(twin.moves()[0]) != "pass":
            return True
    return False
