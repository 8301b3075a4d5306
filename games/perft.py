"""Counting all sequences of moves: perft, by which the rules of two programs are compared.

The name and the split by first moves are chess programmers' (www.chessprogramming.org/Perft).
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.cpython.exc import PyErr_CheckSignals
    from cython.cimports.games.game import ONGOING, Game, MoveList
else:
    from games.game import ONGOING, Game, MoveList

from games.undo import copy_to_search


def split(game: Game, depth: cython.int) -> list[tuple[str, int]]:
    """For each legal move, by its text: how many sequences of `depth` moves, from 1, begin with it.

    A game that is over earlier counts for nothing. Moves of chance count as moves. The game is left as it is.
    """
    counter: Counter = Counter(copy_to_search(game))
    return [(game.text(move), counter.after(move, depth)) for move in game.moves()]


def perft(game: Game, depth: cython.int) -> int:
    """How many sequences of `depth` moves, from 1, there are."""
    return sum([count for _, count in split(game, depth)])


@cython.cclass
class Counter:
    """Counts on one game, whose moves it makes and takes back."""

    game: Game
    stack: MoveList

    def __init__(self, game: Game):
        self.game = game
        self.stack = MoveList()

    @cython.ccall
    def after(self, move: cython.int, depth: cython.int) -> cython.longlong:
        """How many sequences of that many moves begin with this one."""
        if depth == 1:
            return 1
        self.game.make(move)
        found: cython.longlong = self.count(depth - 1)
        self.game.unmake(move)
        return found

    @cython.cfunc
    def count(self, depth: cython.int) -> cython.longlong:
        """How many sequences of that many moves there are from here."""
        if cython.compiled:
            PyErr_CheckSignals()  # else Ctrl-C would wait for the end
        if self.game.value() != ONGOING:
            return 0
        bottom: cython.int = self.stack.count
        self.game.collect(self.stack)
        found: cython.longlong = self.stack.count - bottom
        if depth > 1:
            found = 0
            place: cython.int
            for place in range(bottom, self.stack.count):
                found += self.after(self.stack.at(place), depth)
        self.stack.count = bottom
        return found
