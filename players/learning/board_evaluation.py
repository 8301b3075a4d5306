"""The base of learnt evaluations: they evaluate positions by their cells, keep them, and are corrected.

The value of a position is for the seat whose view the cells are read from, mostly the one to move:

    value = tanh(b + s)     b: the game's own estimate, if it counts;  s: the learnt sum

With a rate r, the sum takes a step down the gradient of half the squared error; each subclass shares it among its
weights:

    error = (goal - value) * (1 - value^2)

With temporal coherence, each weight has a rate of its own: |sum of its corrections| / sum of |its corrections| (D.
Beal, M. Smith, "Temporal Coherence and Prediction Decay in TD Learning", IJCAI 1999; applied to connect four by M.
Thill, P. Koch and W. Konen, PPSN 2012).
"""

from array import array

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, lowest
    from cython.cimports.games.base.planes import Planes
    from cython.cimports.games.game import CHANCE, ONGOING, Game
    from cython.cimports.libc.math import atanh, fabs, lround, tanh
    from cython.cimports.libc.stdlib import calloc, free, realloc
    from cython.cimports.players.search.alphabeta.tree import StaticEvaluation
else:
    from math import atanh, tanh

    from games.base.bits import Bits, lowest
    from games.base.planes import Planes
    from games.game import CHANCE, ONGOING, Game
    from players.search.alphabeta.tree import StaticEvaluation

    fabs, lround = abs, round
    TABLES, ROOM = 3, 32  # tables of the seats and chance; words of planes

from games.base.rule_values import RuleError, turn_of
from games.capabilities import counts_points, has_chance, scale_of
from games.layout import NO_CELLS
from games.layout.from_picture import read_picture

UNIT = cython.declare(cython.int, 200)  # the estimate of a sum of 1
SURE = cython.declare(cython.double, 4.0)  # largest share of the game's own estimate in the sum
CERTAIN = cython.declare(cython.double, 0.999)  # and in the value
POINT = cython.declare(cython.int, 1000)  # an averaged estimate of one point of the score
PLIES = cython.declare(cython.int, 256)  # initial room for positions
FARTHEST = cython.declare(cython.double, 1e9)  # largest absolute value of a number from Game.features
RANDOM = cython.declare(cython.int, 2)  # the table for positions in which chance moves; 0 and 1 are the seats'


def told_numbers(game: Game) -> list:
    """Return the numbers of the game's method `features`. Raises RuleError for anything but numbers within FARTHEST."""
    told, found = game.features(), []
    value: cython.double
    try:
        for number in told:
            value = number
            if not -FARTHEST <= value <= FARTHEST:
                raise RuleError(game, "features", f"it returned {told!r:.80}")
            found.append(value)
    except TypeError as error:
        raise RuleError(game, "features", f"it returned {told!r:.80}") from error
    return found


@cython.cfunc
@cython.exceptval(-1)
def table_of(game: Game) -> cython.int:
    """Return the table for the seat or chance to move. Raises RuleError for any other turn."""
    turn: cython.int = game.turn
    if turn == CHANCE:
        return RANDOM
    if not 0 <= turn <= 1:
        turn_of(game)
    return turn


class Weights:
    """`size` weights, all 0 at first. Raises MemoryError."""

    # agreed, moved: for each weight the sum of its corrections, and the sum of their sizes.

    def __init__(self, size: int):
        self.size = size
        if cython.compiled:
            self.weights = cython.cast(cython.p_float, calloc(3 * self.size, cython.sizeof(cython.float)))
            if self.weights is cython.NULL:
                raise MemoryError(f"no room for {size:,} weights")
            self.agreed, self.moved = self.weights + self.size, self.weights + 2 * self.size
        else:
            self.weights, self.agreed, self.moved = [array("f", bytes(4 * size)) for _ in range(3)]

    if cython.compiled:

        def __dealloc__(self):
            free(self.weights)

    @property
    def values(self) -> array:
        """The weights, as 32-bit floats."""
        return self.state[: self.size]

    @values.setter
    def values(self, values) -> None:
        require_length(values, self.size)
        self.state = array("f", values) + array("f", bytes(8 * self.size))

    @property
    def state(self) -> array:
        """The weights, then `agreed` and `moved`: everything that further learning depends on."""
        place: cython.int
        found = array("f", bytes(12 * self.size))
        view: cython.float[::1] = found
        for place in range(self.size):
            view[place] = self.weights[place]
            view[self.size + place] = self.agreed[place]
            view[2 * self.size + place] = self.moved[place]
        return found

    @state.setter
    def state(self, values) -> None:
        place: cython.int
        require_length(values, 3 * self.size)
        view: cython.float[::1] = values
        for place in range(self.size):
            self.weights[place] = view[place]
            self.agreed[place], self.moved[place] = view[self.size + place], view[2 * self.size + place]

    def rounded(self, most: cython.int):
        """Return a step, and the weights as multiples of it in an array of 16-bit numbers, none larger than `most`."""
        place: cython.int
        largest: cython.double = 0
        for place in range(self.size):
            largest = max(largest, fabs(self.weights[place]))
        step: cython.double = largest / most or 1.0
        found = array("h", bytes(2 * self.size))
        view: cython.short[::1] = found
        for place in range(self.size):
            view[place] = lround(self.weights[place] / step)
        return step, found

    def take_rounded(self, step: cython.double, whole) -> None:
        """Set each weight to its number of steps."""
        place: cython.int
        require_length(whole, self.size)
        view: cython.short[::1] = whole
        for place in range(self.size):
            self.weights[place] = step * view[place]


def require_length(values, size: int) -> None:
    """Raise ValueError unless there are `size` values."""
    if len(values) != size:
        raise ValueError(f"{len(values):,} weights do not fit, but {size:,}")


class BoardEvaluation(StaticEvaluation):
    """An evaluation of a game by its cells, and by numbers that the game computes with `features`.

    Its values, -1 to 1, are for the seat to move, or seat 0 for chance. A win is worth 1 and a loss -1; where points
    count, the stakes are.

    game    any position of it.
    layout  its cells; NO_CELLS: none.
    size    the number of weights.
    based   whether the game's own estimate is added to the sum, so that only its errors must be learnt. Only for games
            with a scale, and games of chance or points.
    count   how many numbers `features` returns.
    """

    def __init__(self, game: Game, layout, size: int, based: bool, count: int = 0):
        self.averaged = has_chance(game) or counts_points(game)
        scale: cython.double = UNIT / 2
        own = scale_of(game)
        swing = round(game.swing * scale / own) if own else 0
        StaticEvaluation.__init__(self, POINT if self.averaged else UNIT, swing, scale)
        self.stakes = game.stakes if counts_points(game) else 0
        self.layout, self.based, self.count = layout, based, count
        self.store = Weights(size)
        self.size, self.weights = self.store.size, self.store.weights
        self.agreed, self.moved = self.store.agreed, self.store.moved
        self.known = 0.0
        if based:
            self.known = 1 / (game.point * max(1.0, self.stakes)) if self.averaged else 0.5 / scale_of(game)
        self.planes = Planes(layout.kinds, len(layout.cells))
        self.sighted, self.pictured = layout is not NO_CELLS, bool(layout.marks)
        self.span, self.layers, self.kinds = self.planes.span, self.planes.planes, layout.kinds
        self.words, self.room = self.layers * self.span, 0
        if cython.compiled:
            self.numbers = cython.cast(cython.p_double, calloc(count + 1, cython.sizeof(cython.double)))
            if self.numbers is cython.NULL:
                raise MemoryError(f"no room for {count} numbers")
        else:
            self.numbers, self.record, self.told = [0.0] * count, [], []
            self.held = [0] * (TABLES * ROOM)

    if cython.compiled:

        def __dealloc__(self):
            free(self.numbers)
            free(self.record)
            free(self.told)

        def grow(self, slot: cython.int):
            room: cython.int = 2 * slot + PLIES
            row: cython.size_t = (self.words + 1) * cython.sizeof(Bits)
            record = cython.cast(cython.pointer(Bits), realloc(self.record, room * row))
            self.record = record or self.record
            row = (self.count + 1) * cython.sizeof(cython.double)
            told = cython.cast(cython.p_double, realloc(self.told, room * row))
            self.told = told or self.told
            if not (record and told):
                raise MemoryError("no room for a game so long")
            self.room = room
            return 0

    else:

        def grow(self, slot):
            """Make room for a position in `slot`."""
            more = slot + PLIES
            self.record += [0] * ((self.words + 1) * more)
            self.told += [0.0] * ((self.count + 1) * more)
            self.room += more
            return 0

    def total(self, table: cython.int) -> cython.double:
        """Return the learnt sum for the planes and numbers as they are, with the weights of `table`."""
        raise NotImplementedError

    def step(self, table: cython.int, error: cython.double, rate: cython.double) -> cython.int:
        """Move the weights in that sum a step down the gradient."""
        raise NotImplementedError

    def read(self, game: Game) -> cython.int:
        """Read the cells and the game's numbers. Raises RuleError."""
        self.planes.seat = 1 if game.turn == 1 else 0
        if self.pictured:
            self.planes.set_contents(read_picture(game.show(), self.layout))
        elif self.sighted:
            game.collect_contents(self.planes)
        if self.count:
            told = told_numbers(game)
            if len(told) != self.count:
                raise RuleError(game, "features", f"it returned {len(told)} numbers, and {self.count} before")
            for place, number in enumerate(told):
                self.numbers[place] = number
        return 0

    def look(self, table: cython.int):
        """Call `change` for each cell of the planes that differs from the table's last look."""
        held: cython.int = table * ROOM
        word: cython.int
        plane: cython.int
        for word in range(self.span):
            changed: Bits = 0
            for plane in range(self.layers):
                changed |= self.planes.words[plane * self.span + word] ^ self.held[held + plane * self.span + word]
            while changed:
                bit: cython.int = lowest(changed)
                changed &= changed - 1
                now: cython.int = 0
                before: cython.int = 0
                for plane in range(self.layers):
                    place: cython.int = plane * self.span + word
                    now |= cython.cast(cython.int, self.planes.words[place] >> bit & 1) << plane
                    before |= cython.cast(cython.int, self.held[held + place] >> bit & 1) << plane
                # A content unknown to the layout has no weight, and counts as none.
                now = now if now < self.kinds else 0
                before = before if before < self.kinds else 0
                if 64 * word + bit < self.planes.cells:
                    self.change(table, 64 * word + bit, before, now)
        for plane in range(self.words):
            self.held[held + plane] = self.planes.words[plane]

    def change(self, table: cython.int, cell: cython.int, before: cython.int, now: cython.int):
        """Note for the table that the cell holds `now` instead of `before`."""
        raise NotImplementedError

    def base(self, game: Game) -> cython.double:
        """Return the part of the game's own estimate in the sum, for the seat whose view the cells are read from."""
        if not self.based:
            return 0
        found: cython.double = game.estimate() * self.known
        if self.averaged:
            found = atanh(max(-CERTAIN, min(CERTAIN, found)))
        found = max(-SURE, min(SURE, found))
        return -found if self.planes.seat == 1 else found

    def value(self, game: Game) -> cython.double:
        """Return the value of a position: `judge`, or the result if the game is over."""
        score: cython.int = game.value()
        if score == ONGOING:
            return self.judge(game)
        if game.turn == 1:
            score = -score
        return score / self.stakes if self.stakes else (score > 0) - (score < 0)

    def worth(self, game: Game) -> float:
        """Return `value`, for callers in Python."""
        return self.value(game)

    def teach(self, game: Game, goal: float, rate: float) -> float:
        """Take a step towards `goal` from a position in which the game goes on; return its value before."""
        self.judge(game)
        self.remember(0)
        return self.correct(0, game.turn, goal, rate)

    def judge(self, game: Game) -> cython.double:
        """Return the value of a position in which the game goes on."""
        self.read(game)
        self.latest = self.base(game)
        value: cython.double = tanh(self.latest + self.total(table_of(game)))
        return value if self.planes.seat == (1 if game.turn == 1 else 0) else -value

    def estimate(self, game: Game) -> cython.int:
        """Return the position's worth to seat 0: in POINTs if estimates are averaged, otherwise the sum in UNITs.

        The sum is half the natural logarithm of the odds, and orders positions as their values do.
        """
        self.read(game)
        total: cython.double = self.base(game) + self.total(table_of(game))
        found: cython.int = lround(POINT * max(1.0, self.stakes) * tanh(total) if self.averaged else UNIT * total)
        return -found if self.planes.seat == 1 else found

    def remember(self, slot: cython.int) -> cython.int:
        """Keep the last judged position in `slot`."""
        place: cython.int
        if slot >= self.room:
            self.grow(slot)
        row: cython.int = slot * (self.words + 1)
        for place in range(self.words):
            self.record[row + place] = self.planes.words[place]
        self.record[row + self.words] = self.planes.seat
        row = slot * (self.count + 1)
        for place in range(self.count):
            self.told[row + place] = self.numbers[place]
        self.told[row + self.count] = self.latest
        return 0

    def copy_slot(self, source: cython.int, target: cython.int) -> cython.int:
        """Keep what is in one slot in another one, too."""
        place: cython.int
        if target >= self.room:
            self.grow(target)
        for place in range(self.words + 1):
            self.record[target * (self.words + 1) + place] = self.record[source * (self.words + 1) + place]
        for place in range(self.count + 1):
            self.told[target * (self.count + 1) + place] = self.told[source * (self.count + 1) + place]
        return 0

    def correct(self, slot: cython.int, seat: cython.int, goal: cython.double, rate: cython.double) -> cython.double:
        """Take a step towards `goal` from the position in `slot`, with `seat` to move; return its value before."""
        place: cython.int
        row: cython.int = slot * (self.words + 1)
        for place in range(self.words):
            self.planes.words[place] = self.record[row + place]
        sign: cython.int = 1 if cython.cast(cython.int, self.record[row + self.words]) == (seat == 1) else -1
        row = slot * (self.count + 1)
        for place in range(self.count):
            self.numbers[place] = self.told[row + place]
        table: cython.int = RANDOM if seat == CHANCE else seat
        value: cython.double = tanh(self.told[row + self.count] + self.total(table))
        self.step(table, (sign * goal - value) * (1 - value * value), rate)
        return sign * value
