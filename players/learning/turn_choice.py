"""The best turn of some moves by an evaluation that learns, in games of dice where a seat plays several in a row.

A turn is all that a seat does until it is the other's turn or chance moves, as players/search/alphabeta/turn_search.py
has it.
Positions that different orders of the same moves lead to are looked at once.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import ONGOING, Game, MoveList
    from cython.cimports.players.learning.approximator import Approximator
else:
    from games.game import ONGOING, Game, MoveList
    from players.learning.approximator import Approximator

from games.base.rule_values import NO_MOVES, RuleError

LONGEST = cython.declare(cython.int, 16)  # moves of a turn; a longer one counts as two
PLACES = cython.declare(cython.int, 4096)  # of positions that were looked at
MOST = cython.declare(cython.int, 3000)  # that are kept there


class TurnChoice:
    """Chooses the turns of a game by an evaluation.

    way   the moves of the turn that `choose` found, `length` of them;  best  its value for the seat that plays it.
    """

    # found: the moves of the turn under way. keys: of positions that this turn has met, 0 where there is none.

    def __init__(self, game: Game, function: Approximator):
        self.game, self.function, self.moves = game, function, MoveList()
        self.best, self.length, self.seen = 0.0, 0, 0
        if not cython.compiled:
            self.way, self.found, self.keys = [0] * LONGEST, [0] * LONGEST, [0] * PLACES

    def choose(self) -> cython.int:
        """Find the best turn of the seat to move, the first of equal ones; how many moves it has.

        Raises RuleError.
        """
        place: cython.int
        self.length = self.seen = 0
        for place in range(PLACES):
            self.keys[place] = 0
        self.moves.count = 0
        self.scan(self.game.turn, 0)
        return self.length

    def scan(self, seat: cython.int, made: cython.int) -> cython.int:
        """Look at all turns that go on from here, so many moves of which are made."""
        game: Game = self.game
        place: cython.int
        step: cython.int
        bottom: cython.int = self.moves.count
        game.collect(self.moves)
        if self.moves.count == bottom:
            raise RuleError(game, "moves", NO_MOVES)
        for place in range(bottom, self.moves.count):
            move: cython.int = self.moves.at(place)
            self.found[made] = move
            game.apply(move)
            if self.is_new(game.key()):
                if game.turn != seat or made + 1 >= LONGEST or game.value() != ONGOING:
                    value: cython.double = self.function.value(game)
                    if (game.turn == 1) != (seat == 1):
                        value = -value
                    if self.length == 0 or value > self.best:
                        self.best, self.length = value, made + 1
                        for step in range(made + 1):
                            self.way[step] = self.found[step]
                else:
                    self.scan(seat, made + 1)
            game.revert(move)
        self.moves.count = bottom
        return 0

    def is_new(self, key: cython.ulonglong) -> cython.bint:
        """Whether this turn has not met a position of that key; it has from now on. 0 tells nothing."""
        if key == 0 or self.seen >= MOST:
            return True
        place: cython.int = key & (PLACES - 1)
        while self.keys[place]:
            if self.keys[place] == key:
                return False
            place = (place + 1) & (PLACES - 1)
        self.keys[place] = key
        self.seen += 1
        return True
