"""The numbers of moves as players write them: in chess one for a move of each side, `1. e4 e5`."""

from collections.abc import Iterable

from games.capabilities import move_number
from games.game import Game

AGAIN = "..."  # behind the number of a move of seat 1


def numeral(game: Game, place: int) -> str:
    """Return the number of the move that is made in `game`: `12.`, or `12...` for seat 1 of a game that counts so.

    place  its number among all moves, by which other games count.
    """
    number = move_number(game)
    return f"{place}." if number is None else f"{number}{AGAIN if game.turn == 1 else '.'}"


def numbered(moves: Iterable[tuple[str, str]]) -> list[str]:
    """Return moves, given as numeral and text, with their numbers; two moves of one number are one text."""
    found: list[str] = []
    last = ""
    for number, text in moves:
        if number == last.rstrip(".") + AGAIN:
            found[-1] += f" {text}"
        else:
            found.append(f"{number} {text}")
        last = number
    return found
