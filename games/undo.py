"""Games as searches take them: what the class says in Python is heard, and every move can be taken back.

A class may say the same thing twice, once for Python (moves, score, forcing, ranked, chances) and once for C (collect,
value, collect_forcing, collect_ranked, weight). Of each pair the method that is defined further down the line of
parents holds: a student's subclass of a compiled game that writes only `score` means it.
"""

from operator import index

import cython

if cython.compiled:
    from cython.cimports.games.game import ONGOING, Game, MoveList
else:
    from games.game import ONGOING, Game, MoveList

from games.game import writes


def undoable(game: Game) -> Game:
    """A copy of the game to search in: made and unmade moves leave the original as it is."""
    return game.copy() if takes_back(game) else Remembering(game.copy())


def forward(game: Game) -> Game:
    """A copy of the game to play on in, copies of which are as good; it takes back moves only if takes_back(game)."""
    return faced(game.copy())


def faced(game: Game) -> Game:
    """The game itself in the same guise."""
    return game if takes_back(game) else Faced(game)


def takes_back(game: Game) -> bool:
    """Whether compiled code can make and unmake moves in the game itself.

    It writes unmake for its own make, all that it says it says to C, and its turn is Game's own field: a class that
    says `turn = 0` hides that field from C.
    """
    kind = type(game)
    rules = (("moves", "collect"), ("score", "value"), ("chances", "weight"), ("make", "unmake"))
    advice = (("forcing", "collect_forcing"), ("ranked", "collect_ranked"))
    spoken = any(lower(kind, *pair) for pair in (*rules, *advice))
    return writes(game, "unmake") and not spoken and getattr(kind, "turn", None) is getattr(Game, "turn", None)


def becomes(game: Game) -> bool:
    """Whether `become` makes a game of its class into a whole twin of it: all its fields are C's."""
    return takes_back(game) and not hasattr(game, "__dict__")


def lower(kind: type, one: str, other: str) -> bool:
    """Whether the class defines the one method further down its line of parents than the other."""
    for parent in kind.__mro__:
        if one in vars(parent) or other in vars(parent):
            return other not in vars(parent)
    return False


def outdated(kind: type, name: str) -> bool:
    """Whether the class takes that method from a parent whose rules it has changed."""
    line = kind.__mro__
    place = [name in vars(parent) for parent in line].index(True)
    rules = {"moves", "collect", "make", "score", "value"}
    return line[place] is not Game and any(rules & vars(parent).keys() for parent in line[:place])


def ranks(game: Game) -> bool:
    """Whether the game ranks its moves, by the rules that hold."""
    kind = type(game)
    return any(writes(game, name) and not outdated(kind, name) for name in ("ranked", "collect_ranked"))


def forces(game: Game) -> bool:
    """Whether the game says which of its moves are forcing, by the rules that hold."""
    kind = type(game)
    return any(writes(game, name) and not outdated(kind, name) for name in ("forcing", "collect_forcing"))


def limits(game: Game) -> bool:
    """Whether the game says what can still be scored, by the rules that hold."""
    kind = type(game)
    return all(writes(game, name) and not outdated(kind, name) for name in ("at_least", "at_most"))


def turn_of(game) -> int:
    """The turn as Python sees it, wherever the game's class keeps it."""
    return game.turn


@cython.cclass
class Faced(Game):
    """A game that shows to C what its class says, be it to Python or to C."""

    inner: Game
    by_moves: cython.bint
    by_score: cython.bint
    by_forcing: cython.bint
    by_chances: cython.bint
    by_ranked: cython.bint
    keyless: cython.bint  # the rules have changed below an inherited key, which may not know what counts now

    def __init__(self, inner: Game):
        kind = type(inner)
        self.inner = inner
        self.by_moves = lower(kind, "moves", "collect")
        self.by_score = lower(kind, "score", "value")
        self.by_forcing = lower(kind, "forcing", "collect_forcing")
        self.by_chances = lower(kind, "chances", "weight")
        self.by_ranked = lower(kind, "ranked", "collect_ranked")
        self.keyless = writes(inner, "key") and outdated(kind, "key")
        self.turn = turn_of(inner)

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        if not self.by_moves:
            self.inner.collect(out)
            return
        for move in self.inner.moves():
            out.add(index(move))

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        if not self.by_forcing:
            self.inner.collect_forcing(out)
            return
        for move in self.inner.forcing():
            out.add(index(move))

    @cython.ccall
    def collect_ranked(self, out: MoveList, ranks: MoveList) -> cython.void:
        if not self.by_ranked:
            self.inner.collect_ranked(out, ranks)
            return
        for move, rank in self.inner.ranked():
            out.add(index(move))
            ranks.add(index(rank))

    @cython.ccall
    def make(self, move: cython.int) -> cython.void:
        self.inner.make(move)
        self.turn = turn_of(self.inner)

    @cython.ccall
    def value(self) -> cython.int:
        if not self.by_score:
            return self.inner.value()
        found = self.inner.score()
        return ONGOING if found is None else index(found)

    @cython.ccall
    def estimate(self) -> cython.int:
        return self.inner.estimate()

    @cython.ccall
    def at_least(self) -> cython.int:
        return self.inner.at_least()

    @cython.ccall
    def at_most(self) -> cython.int:
        return self.inner.at_most()

    @cython.ccall
    def key(self) -> cython.ulonglong:
        return 0 if self.keyless else self.inner.key()

    @cython.ccall
    def board_key(self) -> cython.ulonglong:
        return 0 if self.keyless else self.inner.board_key()

    @cython.ccall
    def weight(self, move: cython.int) -> cython.int:
        if not self.by_chances:
            return self.inner.weight(move)
        return dict(self.inner.chances()).get(move, 0)

    def copy(self):
        return type(self)(self.inner.copy())

    def text(self, move):
        return self.inner.text(move)

    def tidy(self, entry):
        return self.inner.tidy(entry)

    def parse(self, entry):
        return self.inner.parse(entry)


@cython.cclass
class Remembering(Faced):
    """Gives unmake to a game that writes none, by keeping each position passed and going on from a copy of it."""

    past: list

    def __init__(self, inner: Game):
        Faced.__init__(self, inner)
        self.past = []

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
