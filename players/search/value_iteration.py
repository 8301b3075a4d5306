"""Value iteration over all positions that can come about: exact play in games of chance where nothing is hidden.

Positions may recur, as in pig, so that what one is worth may depend on itself. They are gathered by a walk that goes
down first and finds on its way which of them can come about from each other (R. Tarjan, "Depth-First Search and Linear
Graph Algorithms", 1972). Such a component is swept, each position's value from those that can follow it, until nothing
changes any more, and before all components that lead to it; so sweeps go over few positions that all matter.

R. Bellman, "A Markovian Decision Process", 1957; T. W. Neller, C. G. M. Presser, "Optimal Play of the Dice Game Pig",
UMAP Journal 25.1, 2004, iterate so over the scores of pig.
"""

from array import array

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import CHANCE, ONGOING, Game, MoveList
    from cython.cimports.players.search.clock import Clock
    from cython.cimports.players.search.key_index import KeyIndex
else:
    from games.game import CHANCE, ONGOING, Game, MoveList
    from players.search.clock import Clock
    from players.search.key_index import KeyIndex

from games.undo import copy_to_search
from players.player import Unplayable
from players.search.clock import Stop

MOST = 4_000_000  # positions
CROWD = cython.declare(cython.int, 16)  # times as many moves
SAME = cython.declare(cython.double, 1e-13)  # a change so small, in parts of the stakes, is none
SETTLED = cython.declare(cython.int, 2_000_000_000)  # in the place of a component's root: all of it is known


@cython.cclass
class ValueIteration:
    """All positions that can come about from one, and what each is worth to seat 0 under best play by both.

    Play that never ends counts as 0.

    positions  how many were found so far that are not the end of a game.
    """

    positions = cython.declare(cython.longlong, visibility="readonly")
    name: str
    start: Game
    game: Game
    most: cython.int
    stakes: cython.int
    size: cython.longlong  # positions that there is room for
    width: cython.longlong  # and moves
    found: MoveList  # scratch
    numbers: KeyIndex  # of the positions, by their keys
    # Of each position; those from 0 to 2 * stakes are the ends with scores from -stakes on.
    count: cython.int
    turn: cython.int[::1]
    worth: cython.double[::1]
    first: cython.int[::1]  # of its moves;  first[position + 1]  their end
    next: cython.int[::1]  # of them to be followed
    low: cython.int[::1]  # the earliest position of its component known so far, or SETTLED
    # Of each move: the position after it, or the move itself before it was followed; its weight, if it is of chance.
    target: cython.int[::1]
    weight: cython.int[::1]
    # The walk: the positions from the root on, the moves between them, and the positions of components still open.
    path: cython.int[::1]
    depth: cython.int
    made: MoveList
    open: cython.int[::1]
    opened: cython.int
    closing: cython.bint  # the component of the last position of the path is being swept

    def __init__(self, game: Game, most: int = MOST):
        """Raises ValueError where the game is over."""
        self.name = type(game).__name__
        if not game.moves():
            raise ValueError(f"{self.name} has no moves to choose from")
        if not 0 < game.stakes <= most:
            raise Unplayable(f"the stakes of {self.name}, {game.stakes:,}, are too large to solve it")
        self.start, self.most, self.stakes = game.copy(), most, game.stakes
        self.game = copy_to_search(game)
        self.found, self.made, self.numbers = MoveList(), MoveList(), KeyIndex()
        self.positions = self.depth = self.opened = self.closing = 0
        place: cython.int
        self.count = 2 * self.stakes + 1
        self.size = self.width = 2 * self.count + 64
        self.worth = array("d", bytes(8 * self.size))
        self.turn, self.first, self.next, self.low = [array("i", bytes(4 * self.size)) for _ in range(4)]
        self.path, self.open, self.target, self.weight = [array("i", bytes(4 * self.size)) for _ in range(4)]
        for place in range(self.count):
            self.worth[place] = place - self.stakes
            self.low[place] = SETTLED
        self.enter(self.arrive())

    def run(self, clock: Clock) -> bool:
        """Go on until all values are known or the clock says stop. Whether all are known; if not, call it again.

        The clock counts the positions met and valued. Raises Unplayable, in one line, for a game of too many positions
        or without keys.
        """
        try:
            while self.depth:
                clock.tick()
                if self.closing:
                    self.sweep(clock)
                else:
                    self.step()
        except Stop:
            return False
        return True

    def value(self, game=None) -> float:
        """The score that seat 0 can expect of the position, the first one by default, once all is known.

        Raises KeyError for a position that does not come about from the first.
        """
        game = self.start if game is None else game
        score = game.score()
        if score is not None:
            return float(score)
        place: cython.int = self.numbers.find(game.key())
        if place < 0:
            raise KeyError(f"a position of {self.name} that does not come about from the first")
        return self.worth[place]

    def moves(self, game: Game) -> list:
        """(move, text, score that seat 0 can expect after it) of each move there, also of those of chance."""
        twins = [(move, game.copy()) for move in game.moves()]
        for move, twin in twins:
            twin.make(move)
        return [(move, game.text(move), self.value(twin)) for move, twin in twins]

    def best(self, game: Game) -> list:
        """The moves of `moves` that are best for whoever's turn it is, within a billionth of the stakes."""
        side = -1 if game.turn == 1 else 1
        rated = self.moves(game)
        top = max([side * value for _, _, value in rated])
        return [each for each in rated if side * each[2] >= top - 1e-9 * self.stakes]

    @cython.cfunc
    def step(self) -> cython.int:
        """Follow one move more of the last position of the path, or leave it behind."""
        here: cython.int = self.path[self.depth - 1]
        place: cython.int = self.next[here]
        if place == self.first[here + 1]:
            self.closing = self.low[here] == here
            if not self.closing:
                self.leave()
            return 0
        known: cython.int = self.count
        move: cython.int = self.target[place]
        self.game.make(move)
        there: cython.int = self.arrive()
        self.target[place] = there
        self.next[here] = place + 1
        if there == known:
            self.made.add(move)
            self.enter(there)
        else:
            self.game.unmake(move)
            self.low[here] = min(self.low[here], self.low[there])
        return 0

    @cython.cfunc
    def arrive(self) -> cython.int:
        """The number of the position in which the game now is; a new one is added."""
        score: cython.int = self.game.value()
        if score != ONGOING:
            if abs(score) > self.stakes:
                raise ValueError(f"{self.name} scores {score}, beyond its stakes of {self.stakes}")
            return score + self.stakes
        key: cython.ulonglong = self.game.key()
        if key == 0:
            raise Unplayable(f"{self.name} has no keys by which its positions could be told apart")
        there: cython.int = self.numbers.find(key)
        if there >= 0:
            return there
        self.numbers.add(key, self.count)
        self.add()
        return self.count - 1

    @cython.cfunc
    def add(self) -> cython.int:
        """Add the position in which the game now is, with its moves."""
        if self.positions >= self.most:
            raise Unplayable(f"{self.name} has more than {self.most:,} positions, too many to solve")
        here: cython.int = self.count
        start: cython.int = self.first[here]
        self.found.count = 0
        self.game.collect(self.found)
        if self.found.count == 0:
            raise RuntimeError(f"{self.name} has no moves though it is not over")
        self.grow(start + self.found.count)
        self.positions += 1
        self.count += 1
        self.turn[here] = self.game.turn
        self.low[here] = here
        self.next[here] = start
        self.first[here + 1] = start + self.found.count
        place: cython.int
        for place in range(self.found.count):
            move: cython.int = self.found.at(place)
            weight: cython.int = self.game.weight(move) if self.game.turn == CHANCE else 1
            if weight <= 0:
                raise ValueError(f"a chance of {self.name} has the weight {weight}, which is not positive")
            self.target[start + place], self.weight[start + place] = move, weight
        return 0

    @cython.cfunc
    def grow(self, moves: cython.int) -> cython.int:
        """Make room for one position more, and for so many moves in all."""
        if moves > CROWD * self.most:
            raise Unplayable(f"{self.name} has more than {CROWD * self.most:,} moves, too many to solve")
        if moves > self.width:
            self.width = max(2 * self.width, moves)
            self.target, self.weight = extend(self.target, self.width), extend(self.weight, self.width)
        if self.count + 1 < self.size:
            return 0
        worth: cython.double[::1] = array("d", bytes(16 * self.size))
        worth[: self.size] = self.worth
        self.size *= 2
        self.worth, self.turn = worth, extend(self.turn, self.size)
        self.first, self.next = extend(self.first, self.size), extend(self.next, self.size)
        self.low, self.path = extend(self.low, self.size), extend(self.path, self.size)
        self.open = extend(self.open, self.size)
        return 0

    @cython.cfunc
    def enter(self, here: cython.int) -> cython.int:
        """Go on from a new position, to which the last move led."""
        self.path[self.depth] = here
        self.depth += 1
        self.open[self.opened] = here
        self.opened += 1
        return 0

    @cython.cfunc
    def leave(self) -> cython.int:
        """Go back from the last position of the path to the one before."""
        self.depth -= 1
        if self.depth:
            before: cython.int = self.path[self.depth - 1]
            self.low[before] = min(self.low[before], self.low[self.path[self.depth]])
            self.game.unmake(self.made.pop())
        return 0

    @cython.cfunc
    def sweep(self, clock: Clock) -> cython.int:
        """Sweep the component of the last position, the newest position first, until no value changes."""
        root: cython.int = self.path[self.depth - 1]
        change: cython.double = 1.0
        place: cython.int
        while change > SAME * self.stakes:
            change = 0.0
            place = self.opened
            here: cython.int = -1
            while here != root:
                place -= 1
                here = self.open[place]
                clock.tick()
                value: cython.double = self.back_up(here)
                change = max(change, abs(value - self.worth[here]))
                self.worth[here] = value
        for here in self.open[place : self.opened]:
            self.low[here] = SETTLED
        self.opened = place
        self.closing = False
        self.leave()
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def back_up(self, here: cython.int) -> cython.double:
        """The Bellman backup of a position: its value by those of the positions after it."""
        worth: cython.double[::1] = self.worth
        target: cython.int[::1] = self.target
        place: cython.int
        start: cython.int = self.first[here]
        end: cython.int = self.first[here + 1]
        value: cython.double = worth[target[start]]
        if self.turn[here] != CHANCE:
            for place in range(start + 1, end):
                other: cython.double = worth[target[place]]
                if (other < value) == (self.turn[here] == 1):
                    value = other
            return value
        whole: cython.double = 0.0
        value = 0.0
        for place in range(start, end):
            whole += self.weight[place]
            value += self.weight[place] * worth[target[place]]
        return value / whole


@cython.cfunc
def extend(old: cython.int[::1], size: cython.int) -> cython.int[::1]:
    """A longer array of that size: the old numbers, then zeros."""
    new: cython.int[::1] = array("i", bytes(4 * size))
    new[: len(old)] = old
    return new
