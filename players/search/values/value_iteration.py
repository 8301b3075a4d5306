"""Value iteration: exact play in open games of chance, and in games without chance whose positions recur.

A component is a set of positions that are reachable from each other. It is swept: each value is computed from the
positions that follow, until nothing changes. Everything that the component leads to is solved before, so sweeps cover
only the few positions that matter (R. Bellman, "A Markovian Decision Process", 1957; T. W. Neller, C. G. M. Presser,
"Optimal Play of the Dice Game Pig", UMAP Journal 25.1, 2004, iterate so over the scores of pig).

Then it is swept for the distance to forced wins: each sweep finds longer wins. Chess endgames were first solved in this
order, from their ends backwards (K. Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal 9.3, 1986).
"""

from array import array

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import CHANCE, ONGOING, Game, MoveList
    from cython.cimports.players.search.clock import Clock
else:
    from games.game import CHANCE, ONGOING, Game, MoveList
    from players.search.clock import Clock

from games.adapters.python_adapter import make_unchecked
from games.adapters.undo import copy_to_search
from players.player import Unplayable
from players.search.clock import Stop

VALUE_ITERATION, RETROGRADE = "value iteration", "retrograde analysis"  # its names with and without chance
PASSES = 50  # mean number of times that a position may be met and valued, if there is a limit
SAME = cython.declare(cython.double, 1e-13)  # smaller changes, in parts of the stakes, are none
NEVER = cython.declare(cython.int, 1_000_000_000)  # plies to an end that cannot be forced
MOST = 4_000_000  # positions
CROWD = cython.declare(cython.int, 16)  # moves for each position
SETTLED = cython.declare(cython.int, 2_000_000_000)  # instead of a component's root: it is solved
SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
START = 1024  # initial room for keys, a power of two


class UnknownPosition(KeyError):
    """A position that is not reachable from the first, in one line."""

    def __str__(self) -> str:
        return str(self.args[0])


class KeyIndex:
    """A hash map from keys of 64 bits to numbers: open addressing with linear probing, at most half full.

    D. E. Knuth, "The Art of Computer Programming" 3, section 6.4.
    """

    def __init__(self):
        self.clear(START)

    def clear(self, room: int) -> None:
        """Drop all keys, and make room for `room` keys, a power of two."""
        self.keys, self.numbers = array("Q", bytes(8 * room)), array("i", [-1]) * room
        self.mask, self.count = room - 1, 0

    def place(self, key):
        """Return the place of the key, or the free place where it belongs."""
        place: cython.ulonglong = ((key * SPREAD & WORD) >> 32) & self.mask
        while self.numbers[place] >= 0 and self.keys[place] != key:
            place = (place + 1) & self.mask
        return place

    def find(self, key):
        """Return the number of the key; -1 if it has none."""
        return self.numbers[self.place(key)]

    def add(self, key, number):
        """Add a new key with a number, 0 or more."""
        if 2 * self.count > cython.cast(cython.longlong, self.mask):
            self.widen()
        place: cython.longlong = self.place(key)
        self.keys[place], self.numbers[place] = key, number
        self.count += 1
        return 0

    def widen(self):
        """Double the room."""
        keys, numbers = self.keys, self.numbers
        old: cython.longlong
        room: cython.longlong = self.mask + 1
        self.clear(2 * room)
        for old in range(room):
            if numbers[old] >= 0:
                self.add(keys[old], numbers[old])
        return 0


class ValueIteration:
    """All positions that are reachable from one, and their values to seat 0 under best play by both.

    Positions may recur, as in pig and in games where pieces go back and forth. A depth-first walk gathers them and
    finds the strongly connected components on its way (R. Tarjan, "Depth-First Search and Linear Graph Algorithms",
    1972). Each component is complete before all components that lead to it, and is swept then.

    Play that never ends counts as 0. Everything is known once `run` has returned True; its clock counts the positions
    met and valued.

    positions   how many were found so far, without ends of games.
    has_chance  whether chance moves in one of them.
    """

    def __init__(self, game: Game, most: int = MOST):
        """Raise ValueError if the game is over, and Unplayable if the stakes exceed `most`, the limit of positions."""
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
        self.worth, self.plies = array("d", bytes(8 * self.size)), array("i", bytes(4 * self.size))
        self.place = self.change = self.sweeping = self.counting = 0
        for place in range(self.count):
            self.low[place] = SETTLED
            self.worth[place] = place - self.stakes
        self.enter(self.arrive())

    def run(self, clock: Clock) -> bool:
        """Go on until all is known or the clock says stop; return whether all is known. Call it again to go on.

        Raises Unplayable, in one line, for a game of too many positions or without keys.
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

    def known(self, game: Game) -> tuple:
        """Return the score that seat 0 can expect of an unfinished position, and the plies to a forced win, or NEVER.

        Raises UnknownPosition.
        """
        number: cython.int = self.numbers.find(game.key())
        if number < 0:
            raise UnknownPosition(f"a position of {self.name} that does not come about from the first")
        return self.worth[number], self.plies[number]

    def value(self, game=None) -> float:
        """Return the score that seat 0 can expect of the position, the first one by default. Raises UnknownPosition."""
        game = self.start if game is None else game
        score = game.score()
        return float(score) if score is not None else self.known(game)[0]

    def distance(self, game=None) -> int | None:
        """Return the plies to a win forced without chance: the winner hurries, the loser delays; None without one.

        Raises as `value` does.
        """
        game = self.start if game is None else game
        score = game.score()
        if score is not None:
            return 0 if score else None
        plies: int = self.known(game)[1]
        return plies if plies < NEVER else None

    def moves(self, game: Game) -> list:
        """Return (move, text, score that seat 0 can expect after it) of each move there, also of chance."""
        return [(move, game.text(move), self.value(twin)) for move, twin in after_each(game)]

    def best(self, game: Game) -> list:
        """Return the best of `moves` for the seat to move, within a billionth of the stakes.

        If a win is forced without chance, only moves that hurry it, or delay it most: others could lead in circles for
        ever.
        """
        side = -1 if game.turn == 1 else 1
        rated = [(move, twin, self.value(twin)) for move, twin in after_each(game)]
        least = max([side * worth for _, _, worth in rated]) - 1e-9 * game.stakes
        plies = self.distance(game)
        return [
            (move, game.text(move), worth)
            for move, twin, worth in rated
            if side * worth >= least and (plies is None or self.distance(twin) == plies - 1)
        ]

    def close(self, clock: Clock) -> cython.int:
        """Sweep the component of the path's last position, and leave it."""
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
        """Follow one more move of the path's last position, or leave it."""
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
        """Return the number of the game's current position, which is added if it is new."""
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
        """Add the game's current position with its moves."""
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
        """Make room for one more position, and for `moves` moves in all."""
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
        """Extend the path by a new position, reached by the last move."""
        self.path[self.depth] = here
        self.depth += 1
        self.open[self.opened] = here
        self.opened += 1
        return 0

    def leave(self) -> cython.int:
        """Return from the path's last position to the one before."""
        self.depth -= 1
        if self.depth:
            before: cython.int = self.path[self.depth - 1]
            self.low[before] = min(self.low[before], self.low[self.path[self.depth]])
            self.game.revert(self.made.pop())
        return 0

    def take(self, start: cython.int, clock: Clock) -> cython.int:
        """Sweep the component, the open positions from `start` on, until no value changes, then no distance.

        Raises Stop when the clock says so, and then goes on when called again.
        """
        if not self.sweeping:
            self.make_room()
            self.sweeping = True
            self.begin_pass()
        settled: cython.bint
        place: cython.int
        while self.sweeping:
            self.finish_pass(start, clock)
            settled = self.change <= SAME * self.stakes
            if settled and self.counting:
                self.sweeping = self.counting = False
            elif settled:
                self.counting = True
                for place in range(start, self.opened):
                    self.plies[self.open[place]] = NEVER
            self.begin_pass()
        return 0

    def make_room(self) -> cython.int:
        """Lengthen the arrays of values to fit all positions."""
        if len(self.worth) < self.size:
            worth: cython.double[::1] = array("d", bytes(8 * self.size))
            worth[: len(self.worth)] = self.worth
            self.worth, self.plies = worth, extend(self.plies, self.size)
        return 0

    def begin_pass(self) -> cython.int:
        self.place, self.change = self.opened - 1, 0.0
        return 0

    def finish_pass(self, start: cython.int, clock: Clock) -> cython.int:
        """Go through the rest of the pass, down to `start`. Raises Stop, and then goes on when called again."""
        while self.place >= start:
            clock.tick()
            here: cython.int = self.open[self.place]
            if not self.counting:
                value: cython.double = self.back_up(here)
                self.change = max(self.change, abs(value - self.worth[here]))
                self.worth[here] = value
            elif self.worth[here] != 0 and self.turn[here] != CHANCE:
                plies: cython.int = self.count_plies(here)
                if plies < self.plies[here]:
                    self.plies[here], self.change = plies, self.stakes
            self.place -= 1
        return 0

    def back_up(self, here: cython.int) -> cython.double:
        """Return the Bellman backup of a position: its value from the values after it."""
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

    def count_plies(self, here: cython.int) -> cython.int:
        """Return the plies to the win by moves that keep the value: the fewest if the winner moves, else the most."""
        hurries: cython.bint = (self.worth[here] > 0) == (self.turn[here] == 0)
        best: cython.int = -1
        place: cython.int
        for place in range(self.first[here], self.first[here + 1]):
            there: cython.int = self.target[place]
            if self.worth[there] != self.worth[here]:
                continue
            if best < 0 or (self.plies[there] < best) == hurries:
                best = self.plies[there]
        return NEVER if best < 0 else best + 1


@cython.cfunc
def extend(old: cython.int[::1], size: cython.int) -> cython.int[::1]:
    """Return a longer array of `size`: the old numbers, then zeros."""
    new: cython.int[::1] = array("i", bytes(4 * size))
    new[: len(old)] = old
    return new


def after_each(game: Game) -> list:
    """Return each move, with the position after it."""
    twins = [(move, game.copy()) for move in game.moves()]
    for move, twin in twins:
        make_unchecked(twin, move)
    return twins
