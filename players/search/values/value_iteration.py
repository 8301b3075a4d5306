"""Value iteration: exact play in open games of chance, and in games without chance whose positions recur.

The positions of a component, which can come about from each other, are swept: each one's value from those that can
follow it, until nothing changes any more. All that they lead to is known by then, so sweeps go over few positions that
all matter (R. Bellman, "A Markovian Decision Process", 1957; T. W. Neller, C. G. M. Presser, "Optimal Play of the Dice
Game Pig", UMAP Journal 25.1, 2004, iterate so over the scores of pig).

Then they are swept for how soon a win can be forced: each sweep finds wins that take longer. Endgames of chess were
first solved in this order, from their ends backwards (K. Thompson, "Retrograde Analysis of Certain Endgames", ICCA
Journal 9.3, 1986).
"""

from array import array

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import CHANCE, Game
    from cython.cimports.players.search.clock import Clock
    from cython.cimports.players.search.values.position_graph import PositionGraph, extend
else:
    from games.game import CHANCE, Game
    from players.search.clock import Clock
    from players.search.values.position_graph import PositionGraph, extend

from players.search.values.position_graph import MOST

VALUE_ITERATION, RETROGRADE = "value iteration", "retrograde analysis"  # what people call it with chance, and without
PASSES = 50  # times that a position may be met and valued, on average, where there is a limit
SAME = cython.declare(cython.double, 1e-13)  # a change so small, in parts of the stakes, is none
NEVER = cython.declare(cython.int, 1_000_000_000)  # plies to an end that cannot be forced


class UnknownPosition(KeyError):
    """Raised for a position that does not come about from the first, in one line."""

    def __str__(self) -> str:
        return str(self.args[0])


@cython.cclass
class ValueIteration(PositionGraph):
    """All positions that can come about from one, and what each is worth to seat 0 under best play by both.

    Play that never ends counts as 0. All of this is known once `run` has returned True; its clock counts the positions
    met and valued.
    """

    # A pass under way: the next place, down to the component's first, and the largest change by now.
    place: cython.int
    change: cython.double
    sweeping: cython.bint  # whether one is
    counting: cython.bint  # whether it is for distances
    # Of each position, by its number.
    worth: cython.double[::1]
    plies: cython.int[::1]  # to a win that is forced without chance: the winner hurries, the loser does not; or NEVER

    def __init__(self, game: Game, most: int = MOST):
        """Raises ValueError where the game is over, and Unplayable for stakes beyond `most`, the most positions."""
        PositionGraph.__init__(self, game, most)
        self.place = self.change = self.sweeping = self.counting = 0
        self.worth, self.plies = array("d", bytes(8 * self.size)), array("i", bytes(4 * self.size))
        place: cython.int
        for place in range(2 * self.stakes + 1):
            self.worth[place] = place - self.stakes

    def value(self, game=None) -> float:
        """The score that seat 0 can expect of the position, the first one by default.

        Raises UnknownPosition.
        """
        game = self.start if game is None else game
        score = game.score()
        return float(score) if score is not None else self.worth[self.number(game)]

    def distance(self, game=None) -> int | None:
        """The plies to the end if a win is forced without chance: the winner hurries, and the loser puts it off.

        None where no win is. Raises as `value` does.
        """
        game = self.start if game is None else game
        score = game.score()
        if score is not None:
            return 0 if score else None
        plies: cython.int = self.plies[self.number(game)]
        return plies if plies < NEVER else None

    def number(self, game: Game) -> int:
        """The number of a position that is not over. Raises UnknownPosition."""
        number: cython.int = self.numbers.find(game.key())
        if number < 0:
            raise UnknownPosition(f"a position of {self.name} that does not come about from the first")
        return number

    def moves(self, game: Game) -> list:
        """(move, text, score that seat 0 can expect after it) of each move there, also of those of chance."""
        return [(move, game.text(move), self.value(twin)) for move, twin in after_each(game)]

    def best(self, game: Game) -> list:
        """The moves of `moves` that are best for whoever's turn it is, within a billionth of the stakes.

        Where a win is forced without chance, only those that hurry it, or put it off as long as can be: others could be
        made for ever, and lead nowhere.
        """
        side = -1 if game.turn == 1 else 1
        rated = [(move, twin, self.value(twin)) for move, twin in after_each(game)]
        least = max([side * value for _, _, value in rated]) - 1e-9 * self.stakes
        plies = self.distance(game)
        return [
            (move, game.text(move), value)
            for move, twin, value in rated
            if side * value >= least and (plies is None or self.distance(twin) == plies - 1)
        ]

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def take(self, start: cython.int, clock: Clock) -> cython.int:
        """Sweep a component until no value changes, and then until no distance does."""
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

    @cython.cfunc
    def make_room(self) -> cython.int:
        """Make the arrays as long as the graph's."""
        if len(self.worth) < self.size:
            worth: cython.double[::1] = array("d", bytes(8 * self.size))
            worth[: len(self.worth)] = self.worth
            self.worth, self.plies = worth, extend(self.plies, self.size)
        return 0

    @cython.cfunc
    def begin_pass(self) -> cython.int:
        """Begin a pass with the newest position."""
        self.place, self.change = self.opened - 1, 0.0
        return 0

    @cython.cfunc
    def finish_pass(self, start: cython.int, clock: Clock) -> cython.int:
        """Go through what is left of the pass, down to that place. Raises Stop; then it goes on from there."""
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
    @cython.exceptval(check=False)
    def count_plies(self, here: cython.int) -> cython.int:
        """The plies to the win by those of the moves that keep the value: the fewest for the winner, else the most."""
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


def after_each(game: Game) -> list:
    """Each move, with the position after it."""
    twin: Game
    twins = [(move, game.copy()) for move in game.moves()]
    for move, twin in twins:
        twin.apply(move)
    return twins
