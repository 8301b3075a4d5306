"""A game that searches walk through from position to position, and in which each position is asked but once.

A search meets the same positions again and again: as it deepens, by other orders of the same moves, in one playout
after the other. So what a plain game says of a position is kept with it, and positions whose fields are alike are one.
The code of a student then runs once a position, and the rest is C's.
"""

from operator import index

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import Game, MoveList
    from cython.cimports.games.python_adapter import Faced, Said
else:
    from games.game import Game, MoveList
    from games.python_adapter import Faced, Said

from games.fields import digest, identity
from games.python_adapter import turn_of

UNASKED = cython.declare(cython.int, -(1 << 31))  # in the place of a score
WARM = cython.declare(cython.int, 8)  # walks from a position before any that they meet is kept


@cython.cclass
class Position(Faced):
    """A position that stays as it is, with all that its game has said of it so far."""

    after: dict  # move -> Position
    fields: bytes  # what they hold, or None
    score_said: cython.int
    estimate_said: object
    moves_said: MoveList
    forcing_said: MoveList
    ranked_said: MoveList
    ranks_said: MoveList
    key_said: object
    weights_said: dict

    def __init__(self, inner, said, fields):
        self.inner, self.said, self.fields = inner, said, fields
        self.turn = turn_of(inner)
        self.after = {}
        self.score_said = UNASKED
        self.estimate_said = self.moves_said = self.forcing_said = self.key_said = self.weights_said = None
        self.ranked_said = self.ranks_said = None

    @cython.ccall
    def value(self) -> cython.int:
        if self.score_said == UNASKED:
            self.score_said = Faced.value(self)
        return self.score_said

    @cython.ccall
    def estimate(self) -> cython.int:
        if self.estimate_said is None:
            self.estimate_said = index(self.inner.estimate())
        return self.estimate_said

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        if self.moves_said is None:
            said: MoveList = MoveList()
            Faced.collect(self, said)
            self.moves_said = said
        out.extend(self.moves_said.items, self.moves_said.count)

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        if self.forcing_said is None:
            said: MoveList = MoveList()
            Faced.collect_forcing(self, said)
            self.forcing_said = said
        out.extend(self.forcing_said.items, self.forcing_said.count)

    @cython.ccall
    def collect_ranked(self, out: MoveList, ranks: MoveList) -> cython.void:
        if self.ranked_said is None:
            said: MoveList = MoveList()
            ranks_said: MoveList = MoveList()
            Faced.collect_ranked(self, said, ranks_said)
            self.ranked_said, self.ranks_said = said, ranks_said
        out.extend(self.ranked_said.items, self.ranked_said.count)
        ranks.extend(self.ranks_said.items, self.ranks_said.count)

    @cython.ccall
    def key(self) -> cython.ulonglong:
        if self.key_said is None:
            self.key_said = Faced.key(self) if self.said.keyed or self.fields is None else digest(self.fields)
        return self.key_said

    @cython.ccall
    def weight(self, move: cython.int) -> cython.int:
        if not self.said.by_chances:
            return self.inner.weight(move)
        if self.weights_said is None:
            self.weights_said = dict(self.inner.chances())
        return self.weights_said.get(move, 0)


@cython.cclass
class Positions:
    """The positions that a search has met, as many as there is room for, and how moves lead from one to the other."""

    most: cython.int
    said: Said
    met: list
    alike: dict  # what their fields hold -> Position

    def __init__(self, said, most):
        self.most, self.said = most, said
        self.met, self.alike = [], {}

    @cython.cfunc
    def of(self, inner: object) -> Position:
        """The position that the game stands at, which is not played on."""
        fields = identity(vars(inner), turn_of(inner)) if self.said.open else None
        position: Position = None if fields is None else self.alike.get(fields)
        if position is None:
            if len(self.met) >= self.most:
                self.forget()
            position = Position(inner, self.said, fields)
            self.met.append(position)
            if fields is not None:
                self.alike[fields] = position
        return position

    @cython.cfunc
    def after(self, before: Position, move: cython.int) -> Position:
        """The position after that move."""
        inner = before.inner.copy()
        inner.make(move)
        position: Position = self.of(inner)
        before.after[move] = position
        return position

    @cython.cfunc
    def forget(self):
        """Let go of all positions but those that somebody stands at."""
        position: Position
        for position in self.met:
            position.after = {}
        self.met, self.alike = [], {}


@cython.cclass
class Unfolded(Game):
    """A game that walks from position to position, and takes moves back by going back.

    One that walks only ahead keeps the first new position of each walk and plays on from there in a game of its own.
    """

    positions: Positions
    here: Faced  # the Position that it stands at, or `own`
    own: Faced
    past: list
    ahead: cython.bint
    walks: cython.int  # from here on, by `become`
    fresh: cython.bint  # a new position may be kept in this walk

    def __init__(self, inner: Game, most: int, ahead: bool):
        self.own = Faced(inner)
        self.positions = Positions(self.own.said, most)
        self.past, self.ahead, self.walks, self.fresh = [], ahead, 0, False
        self.stand(self.positions.of(inner))

    @cython.cfunc
    def stand(self, face: Faced):
        """Stand at that position."""
        self.here, self.turn = face, face.turn

    @cython.ccall
    def make(self, move: cython.int) -> cython.void:
        if self.here is self.own:
            self.own.make(move)
            self.turn = self.own.turn
            return
        before: Position = self.here
        found: Position = before.after.get(move)
        if found is None:
            if self.ahead and not self.fresh:
                self.own.inner = before.inner.copy()
                self.own.make(move)
                self.stand(self.own)
                return
            found = self.positions.after(before, move)
            self.fresh = False
        if not self.ahead:
            self.past.append(before)
        self.stand(found)

    @cython.ccall
    def unmake(self, move: cython.int) -> cython.void:
        self.stand(self.past.pop())

    @cython.ccall
    def become(self, other: Game) -> cython.void:
        """Walk on from where that one stands, which is not in a game of its own."""
        of: Unfolded = other
        of.walks += 1
        self.fresh = of.walks > WARM
        self.stand(of.here)

    def copy(self):
        twin: Unfolded = Unfolded.__new__(Unfolded)
        twin.positions, twin.past, twin.ahead, twin.walks, twin.fresh = self.positions, [], self.ahead, 0, False
        twin.own = Faced.__new__(Faced)
        twin.own.said = self.own.said
        if self.here is self.own:
            twin.own.inner, twin.own.turn = self.own.inner.copy(), self.own.turn
            twin.stand(twin.own)
        else:
            twin.stand(self.here)
        return twin

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        self.here.collect(out)

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        self.here.collect_forcing(out)

    @cython.ccall
    def collect_ranked(self, out: MoveList, ranks: MoveList) -> cython.void:
        self.here.collect_ranked(out, ranks)

    @cython.ccall
    def value(self) -> cython.int:
        return self.here.value()

    @cython.ccall
    def estimate(self) -> cython.int:
        return self.here.estimate()

    @cython.ccall
    def at_least(self) -> cython.int:
        return self.here.at_least()

    @cython.ccall
    def at_most(self) -> cython.int:
        return self.here.at_most()

    @cython.ccall
    def key(self) -> cython.ulonglong:
        return self.here.key()

    @cython.ccall
    def board_key(self) -> cython.ulonglong:
        return self.here.board_key()

    @cython.ccall
    def weight(self, move: cython.int) -> cython.int:
        return self.here.weight(move)

    def text(self, move):
        return self.here.inner.text(move)

    def tidy(self, entry):
        return self.here.inner.tidy(entry)

    def parse(self, entry):
        return self.here.inner.parse(entry)
