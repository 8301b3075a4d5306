"""All positions that can come about from one, gathered by a walk that is told of each part once it is complete.

Positions may recur, as in pig and in games where pieces go back and forth. The walk goes down first and finds on its
way which positions can come about from each other (R. Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972).
Such a component is complete before all components that lead to it.
"""

from array import array

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import CHANCE, ONGOING, Game, MoveList
    from cython.cimports.players.search.clock import Clock
    from cython.cimports.players.search.values.key_index import KeyIndex
else:
    from games.game import CHANCE, ONGOING, Game, MoveList
    from players.search.clock import Clock
    from players.search.values.key_index import KeyIndex

from games.adapters.undo import copy_to_search
from players.player import Unplayable
from players.search.clock import Stop

MOST = 4_000_000  # positions
CROWD = cython.declare(cython.int, 16)  # times as many moves
SETTLED = cython.declare(cython.int, 2_000_000_000)  # in the place of a component's root: all of it is known


class PositionGraph:
    """The positions that can come about from one, each with its moves and the positions after them.

    positions   how many were found so far that are not the end of a game.
    has_chance  whether chance moves in one of them.
    """

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
        self.positions = self.depth = self.opened = 0
        self.closing = self.has_chance = False
        place: cython.int
        self.count = 2 * self.stakes + 1
        self.size = self.width = 2 * self.count + 64
        self.turn, self.first, self.next, self.low = [array("i", bytes(4 * self.size)) for _ in range(4)]
        self.path, self.open, self.target, self.weight = [array("i", bytes(4 * self.size)) for _ in range(4)]
        for place in range(self.count):
            self.low[place] = SETTLED
        self.enter(self.arrive())

    def run(self, clock: Clock) -> bool:
        """Go on until all is known or the clock says stop, and return whether all is; if not, call it again.

        The clock counts the positions met. Raises Unplayable, in one line, for a game of too many positions or without
        keys.
        """
        try:
            while self.depth:
                clock.tick()
                if self.closing:
                    self.close(clock)
                else:
                    self.step()
        except Stop:
            return False
        return True

    def take(self, start: cython.int, clock: Clock) -> cython.int:
        """Take the open positions from that place on: a complete component, the newest position last.

        Raises Stop when the clock says so, and is called again then.
        """
        raise NotImplementedError

    def close(self, clock: Clock) -> cython.int:
        """Let the component of the last position be taken, and leave it behind."""
        root: cython.int = self.path[self.depth - 1]
        start: cython.int = self.opened - 1
        place: cython.int
        while self.open[start] != root:
            start -= 1
        self.take(start, clock)
        for place in range(start, self.opened):
            self.low[self.open[place]] = SETTLED
        self.opened = start
        self.closing = False
        self.leave()
        return 0

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
        self.game.apply(move)
        there: cython.int = self.arrive()
        self.target[place] = there
        self.next[here] = place + 1
        if there == known:
            self.made.add(move)
            self.enter(there)
        else:
            self.game.revert(move)
            self.low[here] = min(self.low[here], self.low[there])
        return 0

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
        self.has_chance = self.has_chance or self.game.turn == CHANCE
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

    def grow(self, moves: cython.int) -> cython.int:
        """Make room for one position more, and for so many moves in all."""
        if moves > CROWD * self.most:
            raise Unplayable(f"{self.name} has more than {CROWD * self.most:,} moves, too many to solve")
        if moves > self.width:
            self.width = max(2 * self.width, moves)
            self.target, self.weight = extend(self.target, self.width), extend(self.weight, self.width)
        if self.count + 1 < self.size:
            return 0
        self.size *= 2
        self.turn = extend(self.turn, self.size)
        self.first, self.next = extend(self.first, self.size), extend(self.next, self.size)
        self.low, self.path = extend(self.low, self.size), extend(self.path, self.size)
        self.open = extend(self.open, self.size)
        return 0

    def enter(self, here: cython.int) -> cython.int:
        """Go on from a new position, to which the last move led."""
        self.path[self.depth] = here
        self.depth += 1
        self.open[self.opened] = here
        self.opened += 1
        return 0

    def leave(self) -> cython.int:
        """Go back from the last position of the path to the one before."""
        self.depth -= 1
        if self.depth:
            before: cython.int = self.path[self.depth - 1]
            self.low[before] = min(self.low[before], self.low[self.path[self.depth]])
            self.game.revert(self.made.pop())
        return 0


def extend(old: cython.int[::1], size: cython.int) -> cython.int[::1]:
    """A longer array of that size: the old numbers, then zeros."""
    new: cython.int[::1] = array("i", bytes(4 * size))
    new[: len(old)] = old
    return new
