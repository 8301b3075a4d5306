"""Taking back moves of games that write no unmake."""

import cython

if cython.compiled:
    from cython.cimports.games.game import Game, MoveList
else:
    from games.game import Game, MoveList

from games.game import writes


def undoable(game: Game) -> Game:
    """A copy of the game to search in: made and unmade moves leave the original as it is."""
    return game.copy() if takes_back(game) else Remembering(game.copy())


def takes_back(game: Game) -> bool:
    """Whether compiled code can make and unmake moves in the game itself.

    It writes unmake, and its turn is Game's own field: a class that says `turn = 0` hides that field from C.
    """
    return writes(game, "unmake") and getattr(type(game), "turn", None) is getattr(Game, "turn", None)


def turn_of(game) -> int:
    """The turn as Python sees it, wherever the game's class keeps it."""
    return game.turn


@cython.cclass
class Remembering(Game):
    """Gives unmake to a game that writes none, by keeping each position passed and going on from a copy of it."""

    inner: Game
    past: list

    def __init__(self, inner):
        self.inner = inner
        self.past = []
        self.turn = turn_of(inner)

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        self.inner.collect(out)

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        self.inner.collect_forcing(out)

    @cython.ccall
    def make(self, move: cython.int) -> cython.void:
        self.past.append(self.inner)
        self.inner = self.inner.copy()
        self.inner.make(move)
        self.turn = turn_of(self.inner)

    @cython.ccall
    def unmake(self, move: cython.int) -> cython.void:
        self.inner = self.past.pop()
        self.turn = turn_of(self.inner)

    @cython.ccall
    def value(self) -> cython.int:
        return self.inner.value()

    @cython.ccall
    def estimate(self) -> cython.int:
        return self.inner.estimate()

    @cython.ccall
    def key(self) -> cython.ulonglong:
        return self.inner.key()

    def chances(self):
        return self.inner.chances()

    def copy(self):
        return Remembering(self.inner.copy())

    def text(self, move):
        return self.inner.text(move)
