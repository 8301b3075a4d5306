"""The whole turn that a move begins, in games in which people type a turn of several moves in one line."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from math import inf

import players
from games.capabilities import has_chance, hides_information
from games.dataclass import dataclass
from games.game import CHANCE, Game, writes

Choose = Callable[[Game], int]  # returns the move in a position
CHOOSER = "minimax:depth=1"  # the player that completes a turn, at once


@dataclass(frozen=True)
class Play:
    """A whole turn: the moves of a roll, in the order in which people name them.

    number  of the play among all plays of the position;  texts  of its moves.
    orders  all orders of moves that lead to the same position `after`.
    """

    number: int
    texts: tuple[str, ...]
    orders: tuple[tuple[int, ...], ...]
    after: Game

    @property
    def text(self) -> str:
        return turn_text(self.texts)


def plays_wholly(game: Game) -> bool:
    """Return whether the seat to move chooses a whole turn: several moves by dice that all can see."""
    return bool(game.turn != CHANCE and writes(game, "singles") and has_chance(game) and not hides_information(game))


def whole_plays(game: Game) -> list[Play]:
    """Return the whole plays of the seat to move, each position after one once."""
    found: dict[int, list[tuple[tuple[int, ...], tuple[str, ...], Game]]] = {}
    for moves, texts, after in ways(game, game, (), ()):
        found.setdefault(after.key() or -len(found) - 1, []).append((moves, texts, after))
    plays = []
    for number, alike in enumerate(found.values()):
        _, texts, after = max(alike, key=lambda way: [tuple(map(int, re.findall(r"\d+", text))) for text in way[1]])
        plays.append(Play(number, texts, tuple(moves for moves, _, _ in alike), after))
    return plays


def ways(
    start: Game, game: Game, moves: tuple[int, ...], texts: tuple[str, ...]
) -> Iterator[tuple[tuple[int, ...], tuple[str, ...], Game]]:
    """Yield all ways to end the turn that begins in `start`: moves, their texts, and the position after them."""
    for move in game.moves():
        after, way, said = game.copy(), (*moves, move), (*texts, game.text(move))
        after.make(move)
        if is_same_turn(start, after):
            yield from ways(start, after, way, said)
        else:
            yield way, said, after


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
