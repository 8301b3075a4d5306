"""Chooses positions for a player: at the start, in the middle, near the end, lost ones, and those with one move."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.base.positions import position_after
from games.dataclass import dataclass
from games.game import CHANCE
from games.laws.hidden import draw_move
from games.laws.scene import is_over

if TYPE_CHECKING:
    from games.game import Game
    from referee.checking.laws import Line

GAMES = 6  # random games from which positions are taken
LONGEST = 1000  # moves of a random game at most


@dataclass(frozen=True)
class TestPosition:
    """The moves to a position, and what it is, in words after `in`."""

    line: Line
    what: str


def choose_positions(start: Game, seed: int) -> list[TestPosition]:
    """Return positions in which a seat is to move, shortest lines first; the same for the same seed."""
    rng = Random(f"positions {seed}")
    chosen: dict[Line, str] = {}
    for number in range(GAMES):
        line, seats, _ = play_random_game(start, rng)
        turns = [place for place, seat in enumerate(seats) if seat != CHANCE]
        for seat in (0, 1):
            mine = [place for place in turns if seats[place] == seat]
            if mine and number < 2:
                chosen.setdefault(line[: mine[0]], "its first position")
                chosen.setdefault(line[: mine[len(mine) // 2]], "a position in the middle of a game")
                chosen.setdefault(line[: mine[-1]], "a position near the end")
        add_remarkable(start, line, turns, chosen)
    return sorted((TestPosition(line, what) for line, what in chosen.items()), key=lambda each: len(each.line))


def play_random_game(start: Game, rng: Random) -> tuple[Line, list[int], int]:
    """Return the moves of a random game, the seats that made them, and the score; 0 if it does not end."""
    game = start.copy()
    line: list[int] = []
    seats: list[int] = []
    while not is_over(game) and len(line) < LONGEST:
        seats.append(game.turn)
        line.append(draw_move(game, rng))
        game.make(line[-1])
    return tuple(line), seats, game.score() or 0


def add_remarkable(start: Game, line: Line, turns: list[int], chosen: dict[Line, str]) -> None:
    """Choose a position with one legal move, and the last one that is lost."""
    for place in reversed(turns):
        if {"a position with one legal move", "a lost position"} <= set(chosen.values()) or place < len(line) - 12:
            return
        game = position_after(start, *line[:place])
        if len(moves := game.moves()) == 1:
            add_position(chosen, line[:place], "a position with one legal move")
        elif len(moves) <= 12 and all(is_lost_by(game, move) for move in moves):
            add_position(chosen, line[:place], "a lost position")


def add_position(chosen: dict[Line, str], line: Line, what: str) -> None:
    """Choose a position, unless there is one of that kind."""
    if what not in chosen.values():
        chosen[line] = what


def is_lost_by(game: Game, move: int) -> bool:
    """Return whether the move loses, at once or by some answer."""
    seat, twin = game.turn, game.copy()
    twin.make(move)
    if is_over(twin):
        return has_lost(twin, seat)
    if twin.turn == CHANCE:
        return False
    for answer in twin.moves()[:12]:
        last = twin.copy()
        last.make(answer)
        if last.score() is not None and has_lost(last, seat):
            return True
    return False


def has_lost(game: Game, seat: int) -> bool:
    """Return whether the seat has lost the finished game."""
    score = game.score() or 0
    return score < 0 if seat == 0 else score > 0
