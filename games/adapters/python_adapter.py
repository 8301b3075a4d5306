"""Games in Python for compiled searches: C methods that call the Python ones, or return their cached results."""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import ONGOING, Game, MoveList
else:
    from games.game import ONGOING, Game, MoveList

from games.base.fields import digest, identity, open_to_sight
from games.base.numeric import countable, whole
from games.base.replays import remembers
from games.base.rule_values import RuleError, chances_of, check_statements, text_of, turn_of
from games.capabilities import inherits_outdated, overrides
from games.game import python_make, writes

UNKNOWN = cython.declare(cython.int, -(1 << 31))  # a score that is not computed yet
WARM = cython.declare(cython.int, 8)  # walks from a position before its walks cache new positions


def read_turn(game) -> int:
    """Return the turn as Python sees it, even if the class hides the C field."""
    return game.turn


@cython.auto_pickle(False)
@cython.cclass
class Overrides:
    """Which rules a game's class writes in Python and which in C; computed once for all copies of a game."""

    # key_outdated: the class inherits a key but has changed the rules since, so the key may miss what counts now.
    # readable: all fields can be read from Python, and nothing else counts. python_make: the unchecked Python function
    # that makes moves; None if it is in C.

    def __init__(self, game: Game):
        check_statements(game)
        kind = type(game)
        self.python_moves = overrides(kind, "moves", "collect")
        self.python_score = overrides(kind, "score", "value")
        self.python_forcing = overrides(kind, "forcing", "collect_forcing")
        self.python_chances = overrides(kind, "chances", "weight")
        self.python_ranked = overrides(kind, "ranked", "collect_ranked")
        self.python_make = python_make(kind)
        self.writes_key = writes(game, "key")
        self.key_outdated = self.writes_key and inherits_outdated(kind, "key")
        self.readable = open_to_sight(kind, Game) and not remembers(game)

    def apply(self, game, move):
        """Make a legal move in a game of the class, without a check."""
        if self.python_make is None:
            game.apply(move)
        else:
            self.python_make(game, move)


# What searches do in C, for Python code and tests of games; nothing is checked.


def make_unchecked(game: Game, move: cython.int) -> None:
    """Make a move that the game has just listed."""
    rules = python_make(type(game))
    if rules is None:
        game.apply(move)
    else:
        rules(game, move)


def unmake_unchecked(game: Game, move: cython.int) -> None:
    """Take back the last move, or with -1 a skipped turn."""
    game.revert(move)


def become_unchecked(game: Game, other: Game) -> None:
    """Turn the game into a copy of `other`, of the same class and options."""
    game.become(other)


@cython.auto_pickle(False)
@cython.cclass
class PythonAdapter(Game):
    """Wraps a game: each C method calls the version, Python or C, that the game's class writes."""

    def __init__(self, inner: Game):
        self.inner = inner
        self.overrides = Overrides(inner)
        self.turn = read_turn(inner)

    def collect(self, out):
        if not -1 <= self.turn <= 1 and self.value() == ONGOING:
            turn_of(self.inner)
        if not self.overrides.python_moves:
            self.inner.collect(out)
            return
        for move in self.inner.moves():
            out.add(whole(move))

    def collect_forcing(self, out):
        if not self.overrides.python_forcing:
            self.inner.collect_forcing(out)
            return
        for move in self.inner.forcing():
            out.add(whole(move))

    def collect_ranked(self, out, ranks):
        if not self.overrides.python_ranked:
            self.inner.collect_ranked(out, ranks)
            return
        for move, rank in self.inner.ranked():
            out.add(whole(move))
            ranks.add(whole(rank))

    def apply(self, move):
        self.overrides.apply(self.inner, move)
        self.turn = read_turn(self.inner)

    def value(self):
        if not self.overrides.python_score:
            return self.inner.value()
        found = self.inner.score()
        return ONGOING if found is None else countable(found)

    def estimate(self):
        return self.inner.estimate()

    def collect_contents(self, out):
        self.inner.collect_contents(out)

    def features(self):
        return self.inner.features()

    def playout_move(self, random):
        return self.inner.playout_move(random)

    def playout(self, random, moves, movers):
        count = self.inner.playout(random, moves, movers)
        self.turn = read_turn(self.inner)
        return count

    def prior(self, move):
        return whole(self.inner.prior(move))

    def at_least(self):
        return self.inner.at_least()

    def at_most(self):
        return self.inner.at_most()

    def key(self):
        return 0 if self.overrides.key_outdated else self.inner.key()

    def board_key(self):
        return 0 if self.overrides.key_outdated else self.inner.board_key()

    def weight(self, move):
        if not self.overrides.python_chances:
            return self.inner.weight(move)
        return dict(chances_of(self.inner)).get(move, 0)

    def copy(self):
        return type(self)(self.inner.copy())

    def show(self, seat=None):
        return self.inner.show(seat)

    def text(self, move):
        return text_of(self.inner, move)

    def tidy(self, entry):
        return self.inner.tidy(entry)

    def parse(self, entry):
        return self.inner.parse(entry)

    def known(self, seat):
        return self.inner.known(seat)


@cython.auto_pickle(False)
@cython.cclass
class Position(PythonAdapter):
    """A position that never changes, with everything that its game has returned in it so far."""

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


@cython.auto_pickle(False)
@cython.cclass
class PositionCache:
    """At most `most` positions that a search has met, and which move leads from which to which."""

    most: cython.int
    overrides: Overrides
    met: list
    alike: dict  # fields as bytes -> Position

    def __init__(self, overrides, most):
        self.most, self.overrides = most, overrides
        self.met, self.alike = [], {}

    @cython.cfunc
    def find_or_add(self, inner: object) -> Position:
        """Return the Position of `inner`, which must not change: the cached one with equal fields, or a new one."""
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
        """Return the Position after a move, cached as a successor of `before`."""
        inner = before.inner.copy()
        self.overrides.apply(inner, move)
        position: Position = self.find_or_add(inner)
        before.after[move] = position
        return position

    @cython.cfunc
    def evict(self):
        """Drop all positions; those in use live on."""
        position: Position
        for position in self.met:
            position.after = {}
        self.met, self.alike = [], {}


@cython.auto_pickle(False)
@cython.cclass
class CachedGame(PythonAdapter):
    """A game whose rules run once per position: searches read cached results.

    A search meets the same positions again and again: at each depth, by other orders of the same moves, in each
    playout. So the results of a plain Python game are kept with its position, and positions with equal fields are one.
    A student's code then runs once per position; everything else runs in C.

    The game moves between cached positions, and takes a move back by returning to the previous one. With `ahead` it
    never takes moves back: it caches the first new position of each walk, and plays on from there in a game of its own.
    """

    positions: PositionCache
    here: PythonAdapter  # the current Position, or `own`
    own: PythonAdapter
    past: list
    ahead: cython.bint
    walks: cython.int  # started here by `become`
    fresh: cython.bint  # this walk may cache a new position

    def __init__(self, inner: Game, most: int, ahead: bool):
        self.own = PythonAdapter(inner)
        self.overrides = self.own.overrides
        self.positions = PositionCache(self.overrides, most)
        self.past, self.ahead, self.walks, self.fresh = [], ahead, 0, False
        self.move_to(self.positions.find_or_add(inner))

    @cython.cfunc
    def move_to(self, there: PythonAdapter):
        """Make `there` the current position. Raises RuleError."""
        if not -1 <= there.turn <= 1 and there.value() == ONGOING:
            turn_of(there.inner)
        self.here, self.inner, self.turn = there, there.inner, there.turn

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
        """Go to the position of `other`, which must be a cached one."""
        of: CachedGame = other
        of.walks += 1
        self.fresh = of.walks > WARM
        self.move_to(of.here)

    def copy(self):
        twin: CachedGame = CachedGame.__new__(CachedGame)
        twin.positions, twin.past, twin.ahead, twin.walks, twin.fresh = self.positions, [], self.ahead, 0, False
        twin.own = PythonAdapter.__new__(PythonAdapter)
        twin.overrides = twin.own.overrides = self.overrides
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
            if out.at(place) < 0:  # searches give negative numbers other meanings
                raise RuleError(self.here.inner, "moves", f"it lists {out.at(place)}")

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        self.here.collect_forcing(out)

    @cython.ccall
    def collect_ranked(self, out: MoveList, ranks: MoveList) -> cython.void:
        self.here.collect_ranked(out, ranks)

    @cython.ccall
    def playout(self, random: cython.ulonglong, moves: MoveList, movers: MoveList) -> cython.int:
        if self.here is not self.own:
            self.own.inner = self.here.inner.copy()
        count: cython.int = self.own.playout(random, moves, movers)
        self.move_to(self.own)
        return count

    @cython.ccall
    def value(self) -> cython.int:
        return self.here.value()

    @cython.ccall
    def estimate(self) -> cython.int:
        return self.here.estimate()

    @cython.ccall
    def key(self) -> cython.ulonglong:
        return self.here.key()

    @cython.ccall
    def weight(self, move: cython.int) -> cython.int:
        return self.here.weight(move)
