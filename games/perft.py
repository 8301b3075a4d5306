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

from games.adapters.undo import copy_to_search

DEEPEST = cython.declare(cython.int, 1_000)  # plies


def split(game: Game, depth: cython.int) -> list[tuple[str, int]]:
    """For each legal move, by its text: how many sequences of `depth` moves, from 1, begin with it.

    A game that is over earlier counts for nothing. Moves of chance count as moves. The game is left as it is.
    """
    counter: Counter = Counter(copy_to_search(game))
    return [(game.text(move), counter.after(move, depth)) for move in game.moves()]


def perft(game: Game, depth: cython.int) -> int:
    """How many sequences of `depth` moves, from 1, there are."""
    return sum([count for _, count in split(game, depth)])


def outgrows(game: Game, most: cython.longlong) -> bool:
    """Whether its tree has more than that many nodes, or lines of more than a thousand moves."""
    counter: Counter = Counter(copy_to_search(game))
    counter.left = most
    return not counter.fits(0)


@cython.auto_pickle(False)
@cython.cclass
class Counter:
    """Counts on one game, whose moves it makes and takes back."""

    game: Game
    stack: MoveList
    left: cython.longlong  # nodes that a tree may still have

    def __init__(self, game: Game):
        self.game = game
        self.stack = MoveList()

    @cython.ccall
    def after(self, move: cython.int, depth: cython.int) -> cython.longlong:
        """How many sequences of that many moves begin with this one."""
        if depth == 1:
            return 1
        self.game.apply(move)
        found: cython.longlong = self.count(depth - 1)
        self.game.revert(move)
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

    @cython.cfunc
    def fits(self, ply: cython.int) -> cython.bint:
        """Whether the tree from here has no more nodes than are left; what it has is taken off."""
        if cython.compiled:
            PyErr_CheckSignals()  # as above
        self.left -= 1
        if self.left < 0 or ply > DEEPEST or self.game.value() != ONGOING:
            return self.left >= 0 and ply <= DEEPEST
        bottom: cython.int = self.stack.count
        self.game.collect(self.stack)
        place: cython.int = bottom
        fitting: cython.bint = True
        while fitting and place < self.stack.count:
            self.game.apply(self.stack.at(place))
            fitting = self.fits(ply + 1)
            self.game.revert(self.stack.at(place))
            place += 1
        self.stack.count = bottom
        return fitting
