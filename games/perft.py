"""Perft: counting all sequences of moves, to compare the rules of two programs.

Chess programmers named it, and its split by first moves (www.chessprogramming.org/Perft).
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
    """Return for each legal move, by its text, the number of sequences of `depth` moves (from 1) that begin with it.

    Games that end earlier do not count. Moves of chance count as moves. The game does not change.
    """
    counter: Counter = Counter(copy_to_search(game))
    return [(game.text(move), counter.after(move, depth)) for move in game.moves()]


def perft(game: Game, depth: cython.int) -> int:
    """Return the number of sequences of `depth` moves, from 1."""
    return sum([count for _, count in split(game, depth)])


def outgrows(game: Game, most: cython.longlong) -> bool:
    """Return whether the tree has more than `most` nodes, or lines of more than 1,000 moves."""
    counter: Counter = Counter(copy_to_search(game))
    counter.left = most
    return not counter.fits(0)


@cython.auto_pickle(False)
@cython.cclass
class Counter:
    """Counts on one game by making moves and taking them back."""

    game: Game
    stack: MoveList
    left: cython.longlong  # nodes that the tree may still have

    def __init__(self, game: Game):
        self.game = game
        self.stack = MoveList()

    @cython.ccall
    def after(self, move: cython.int, depth: cython.int) -> cython.longlong:
        """Return the number of sequences of `depth` moves that begin with `move`."""
        if depth == 1:
            return 1
        self.game.apply(move)
        found: cython.longlong = self.count(depth - 1)
        self.game.revert(move)
        return found

    @cython.cfunc
    def count(self, depth: cython.int) -> cython.longlong:
        """Return the number of sequences of `depth` moves from here."""
        if cython.compiled:
            PyErr_CheckSignals()  # otherwise Ctrl-C would wait for the end
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
        """Return whether the tree from here has at most `left` nodes; subtracts its nodes from `left`."""
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
