"""A game whose rules run once for each position: what they return is kept, and searches read that.

A search meets the same positions again and again: as it deepens, by other orders of the same moves, in one playout
after the other. So what a plain Python game returns in a position is kept with it, and two positions with equal fields
are one. A student's code then runs once in each position; all else runs in C.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.adapters.python_adapter import Overrides, PythonAdapter
    from cython.cimports.games.base.planes import Planes
    from cython.cimports.games.game import ONGOING, Game, MoveList
else:
    from games.adapters.python_adapter import Overrides, PythonAdapter
    from games.base.planes import Planes
    from games.game import ONGOING, Game, MoveList

from games.adapters.python_adapter import read_turn
from games.base.fields import digest, identity
from games.base.numeric import whole
from games.base.rule_values import RuleError, chances_of, text_of, turn_of

UNKNOWN = cython.declare(cython.int, -(1 << 31))  # stands for a score that nobody asked for yet
WARM = cython.declare(cython.int, 8)  # walks that start at a position before new positions of such a walk are kept


@cython.cclass
class Position(PythonAdapter):
    """A position that never changes, with all that its game has returned in it so far."""

    after: dict  # move -> Position
    fields: bytes  # its fields as bytes; None where they cannot be read
    score_kept: cython.int
    estimate_kept: object
    moves_kept: MoveList
    forcing_kept: MoveList
    ranked_kept: MoveList
    ranks_kept: MoveList
    key_kept: object
    weights_kept: dict

    def __init__(self, inner, overrides, fields):
        self.inner, self.overrides, self.fields = inner, overrides, fields
        self.turn = read_turn(inner)
        self.after = {}
        self.score_kept = UNKNOWN
        self.estimate_kept = self.moves_kept = self.forcing_kept = self.key_kept = self.weights_kept = None
        self.ranked_kept = self.ranks_kept = None

    @cython.ccall
    def value(self) -> cython.int:
        if self.score_kept == UNKNOWN:
            self.score_kept = PythonAdapter.value(self)
        return self.score_kept

    @cython.ccall
    def estimate(self) -> cython.int:
        if self.estimate_kept is None:
            self.estimate_kept = whole(self.inner.estimate())
        return self.estimate_kept

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        if self.moves_kept is None:
            moves: MoveList = MoveList()
            PythonAdapter.collect(self, moves)
            self.moves_kept = moves
        out.extend(self.moves_kept.items, self.moves_kept.count)

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        if self.forcing_kept is None:
            moves: MoveList = MoveList()
            PythonAdapter.collect_forcing(self, moves)
            self.forcing_kept = moves
        out.extend(self.forcing_kept.items, self.forcing_kept.count)

    @cython.ccall
    def collect_ranked(self, out: MoveList, ranks: MoveList) -> cython.void:
        if self.ranked_kept is None:
            moves: MoveList = MoveList()
            numbers: MoveList = MoveList()
            PythonAdapter.collect_ranked(self, moves, numbers)
            self.ranked_kept, self.ranks_kept = moves, numbers
        out.extend(self.ranked_kept.items, self.ranked_kept.count)
        ranks.extend(self.ranks_kept.items, self.ranks_kept.count)

    @cython.ccall
    def key(self) -> cython.ulonglong:
        if self.key_kept is None:
            own = self.overrides.writes_key or self.fields is None
            self.key_kept = PythonAdapter.key(self) if own else digest(self.fields)
        return self.key_kept

    @cython.ccall
    def weight(self, move: cython.int) -> cython.int:
        if not self.overrides.python_chances:
            return self.inner.weight(move)
        if self.weights_kept is None:
            self.weights_kept = dict(chances_of(self.inner))
        return self.weights_kept.get(move, 0)


@cython.cclass
class PositionCache:
    """The positions that a search has met, at most so many, and which move leads from which to which."""

    most: cython.int
    overrides: Overrides
    met: list
    alike: dict  # fields as bytes -> Position

    def __init__(self, overrides, most):
        self.most, self.overrides = most, overrides
        self.met, self.alike = [], {}

    @cython.cfunc
    def find_or_add(self, inner: object) -> Position:
        """The Position of that game, which must not be played on: the one kept with equal fields, else a new one."""
        fields = identity(vars(inner), read_turn(inner)) if self.overrides.readable else None
        position: Position = None if fields is None else self.alike.get(fields)
        if position is None:
            if len(self.met) >= self.most:
                self.evict()
            position = Position(inner, self.overrides, fields)
            self.met.append(position)
            if fields is not None:
                self.alike[fields] = position
        return position

    @cython.cfunc
    def follow(self, before: Position, move: cython.int) -> Position:
        """The Position after that move, kept as one that follows `before`."""
        inner = before.inner.copy()
        self.overrides.apply(inner, move)
        position: Position = self.find_or_add(inner)
        before.after[move] = position
        return position

    @cython.cfunc
    def evict(self):
        """Drop all positions; those that somebody stands at live on."""
        position: Position
        for position in self.met:
            position.after = {}
        self.met, self.alike = [], {}


@cython.cclass
class CachedGame(Game):
    """A game that moves between kept positions, and takes a move back by returning to the position before it.

    With `ahead` it never takes moves back: it keeps the first new position of each walk, and plays on from there in a
    game of its own.
    """

    positions: PositionCache
    here: PythonAdapter  # the current Position, or `own`
    own: PythonAdapter
    past: list
    ahead: cython.bint
    walks: cython.int  # from here on, by `become`
    fresh: cython.bint  # a new position may be kept in this walk

    def __init__(self, inner: Game, most: int, ahead: bool):
        self.own = PythonAdapter(inner)
        self.positions = PositionCache(self.own.overrides, most)
        self.past, self.ahead, self.walks, self.fresh = [], ahead, 0, False
        self.move_to(self.positions.find_or_add(inner))

    @cython.cfunc
    def move_to(self, there: PythonAdapter):
        """Make that the current position. Raises RuleError."""
        if not -1 <= there.turn <= 1 and there.value() == ONGOING:
            turn_of(there.inner)
        self.here, self.turn = there, there.turn

    @cython.cfunc
    def apply(self, move: cython.int) -> cython.void:
        if self.here is self.own:
            self.own.apply(move)
            self.move_to(self.own)
            return
        before: Position = self.here
        found: Position = before.after.get(move)
        if found is None:
            if self.ahead and not self.fresh:
                self.own.inner = before.inner.copy()
                self.own.apply(move)
                self.move_to(self.own)
                return
            found = self.positions.follow(before, move)
            self.fresh = False
        if not self.ahead:
            self.past.append(before)
        self.move_to(found)

    @cython.cfunc
    def revert(self, move: cython.int) -> cython.void:
        self.move_to(self.past.pop())

    @cython.cfunc
    def become(self, other: Game) -> cython.void:
        """Go to the position of that game, which must be a kept one."""
        of: CachedGame = other
        of.walks += 1
        self.fresh = of.walks > WARM
        self.move_to(of.here)

    def known(self, seat):
        return self.here.known(seat)

    def copy(self):
        twin: CachedGame = CachedGame.__new__(CachedGame)
        twin.positions, twin.past, twin.ahead, twin.walks, twin.fresh = self.positions, [], self.ahead, 0, False
        twin.own = PythonAdapter.__new__(PythonAdapter)
        twin.own.overrides = self.own.overrides
        if self.here is self.own:
            twin.own.inner, twin.own.turn = self.own.inner.copy(), self.own.turn
            twin.move_to(twin.own)
        else:
            twin.move_to(self.here)
        return twin

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        place: cython.int
        bottom: cython.int = out.count
        self.here.collect(out)
        for place in range(bottom, out.count):
            if out.at(place) < 0:  # by which searches mean other things
                raise RuleError(self.here.inner, "moves", f"it lists {out.at(place)}")

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
    def collect_contents(self, out: Planes) -> cython.void:
        self.here.collect_contents(out)

    @cython.ccall
    def playout_move(self, random: cython.ulonglong) -> cython.int:
        return self.here.playout_move(random)

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

    def features(self):
        return self.here.inner.features()

    def text(self, move):
        return text_of(self.here.inner, move)

    def show(self, seat=None):
        return self.here.inner.show(seat)

    def tidy(self, entry):
        return self.here.inner.tidy(entry)

    def parse(self, entry):
        return self.here.inner.parse(entry)
