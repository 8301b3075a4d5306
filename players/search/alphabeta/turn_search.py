"""A search by whole turns: expectiminimax that follows only what the estimate of the game says is good.

A turn is all that a seat does until it is the other's turn or chance moves. Before a roll, the value of a position at
depth 0 is its estimate. At depth n it is the mean over all rolls of the values at depth n - 1 after one turn each: the
one that has the best estimate. So a roll costs one look at all turns and one deeper search, and not one for each turn.
At the root those turns that are NEAR the best one by the last depth go on to the next, and FEW of them at most. So does
GNU Backgammon ("GNU Backgammon Manual", "Evaluations" and "Move filters"), which calls depth n its n plies.

Nothing is proven by this, and it needs an estimate that tells good turns from bad ones. A game says by `plays_turns`
that it has one. Values are in points of the score and count for seat 0.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import CHANCE, ONGOING, Game
    from cython.cimports.players.search.alphabeta.table import EXACT, Table
    from cython.cimports.players.search.alphabeta.tree import Tree
    from cython.cimports.players.search.clock import Clock
else:
    from games.game import CHANCE, ONGOING, Game
    from players.search.alphabeta.table import EXACT, Table
    from players.search.alphabeta.tree import Tree
    from players.search.clock import Clock

from players.search.clock import Stop

DEEPEST = 20  # turns: nobody waits for that long
NEAR = 0.16  # points, by the last depth
SURE = 4  # turns that are looked at with one more roll, however bad: whether to double, and to take, is among them
FEW = (16, 5)  # turns at most that are looked at with one more roll, and with two and more
LONGEST = cython.declare(cython.int, 16)  # moves of a turn; a longer one counts as two
NESTED = cython.declare(cython.int, 100)  # turns and rolls of a line, in a game that could go on without rolls


class TurnSearch(Tree):
    """One search from one position, without a table if it is None. After `run` its value is that of the best move."""

    # fine: a value in the table is a whole number of these parts of a point. way: the moves of the turn under way.
    # found: those of the best turn that the last `scan` has met, `length` of them, and `most` its estimate for the seat
    # whose turn it is. nested: turns and rolls on the line under way.

    def __init__(self, game: Game, table: Table | None, clock: Clock):
        Tree.__init__(self, game, table, clock)
        self.remembers = table is not None
        self.stakes, self.point = game.stakes, game.point
        self.fine = 2.0 ** min(40, 61 - int(game.stakes).bit_length())
        self.value, self.nested, self.length, self.most = 0.0, 0, 0, 0.0
        if not cython.compiled:
            self.way, self.found = [0] * LONGEST, [0] * LONGEST

    def run(self, most=None) -> None:
        """Find the best move by looking at more and more turns: at `most` of them, or while the clock leaves time."""
        depth: cython.int
        self.again()
        self.nested = 0
        turns: dict = {}
        try:
            self.list_turns((), turns)
            self.rank(turns, 1)
            for depth in range(1, DEEPEST if most is None else most):
                if self.final or (depth > 1 and len(turns) == 1):
                    break
                turns = self.look(turns, depth)
        except Stop:
            if not self.depth and turns:
                self.rank(turns, 0)

    def list_turns(self, way: tuple, turns: dict) -> None:
        """Write down each position after a turn that begins in that way: its estimate and the moves that lead there."""
        seat: cython.int = self.start.turn
        for move in self.game.moves() if way else self.roots:
            self.game.apply(move)
            if self.ends_turn(seat, len(way)):
                key = self.game.key() or len(turns)
                if key not in turns:
                    turns[key] = (self.judge(), (*way, move))
            else:
                self.list_turns((*way, move), turns)
            self.game.revert(move)

    def rank(self, turns: dict, depth: cython.int) -> None:
        """Take note of the best turn, by values of that depth."""
        sign: cython.int = 1 if self.start.turn == 0 else -1
        self.value, way = max(turns.values(), key=lambda turn: sign * turn[0])
        self.best_move, self.depth = way[0], depth
        self.final = not self.horizons
        self.glimpse = (depth, (self.start.text(self.best_move),), sign * self.value, 0)

    def look(self, turns: dict, depth: cython.int) -> dict:
        """The turns that may still be the best, with their values before so many rolls more. Raises Stop.

        Once the best one so far has its new value, any that is better by the same depth is taken at once.
        """
        sign: cython.int = 1 if self.start.turn == 0 else -1
        order = sorted(turns.items(), key=lambda item: -sign * item[1][0])
        best = sign * order[0][1][0]
        values: dict = {}
        for key, (last, way) in order[: FEW[min(depth, len(FEW)) - 1]]:
            if best - sign * last > NEAR and (depth > 1 or len(values) >= SURE):
                break
            values[key] = (self.follow(way, depth), way)
            self.rank(values, depth)
        self.rank(values, depth + 1)
        return values

    def follow(self, way: tuple, depth: cython.int) -> cython.double:
        """The value after those moves."""
        for move in way:
            self.game.apply(move)
        value: cython.double = self.ahead(depth)
        for move in reversed(way):
            self.game.revert(move)
        return value

    def ahead(self, depth: cython.int) -> cython.double:
        """The value of the position between two turns, before so many rolls."""
        margin: cython.int = self.game.value()
        if margin != ONGOING:
            return margin
        if depth == 0 or self.nested >= NESTED:
            return self.judge()
        if not self.remembers:
            return self.average(depth) if self.game.turn == CHANCE else self.reply(depth)
        key: cython.ulonglong = self.game.key()
        if key:
            key ^= cython.cast(cython.ulonglong, depth)
        if self.table.find(key):
            self.horizons += 1
            return self.table.score / self.fine
        work: cython.longlong = -self.clock.nodes
        value: cython.double = self.average(depth) if self.game.turn == CHANCE else self.reply(depth)
        work += self.clock.nodes
        self.table.store(key, cython.cast(cython.longlong, value * self.fine), -1, depth, EXACT, work)
        return value

    def average(self, depth: cython.int) -> cython.double:
        """The mean over what chance can do."""
        total: cython.double = 0
        whole: cython.double = 0
        place: cython.int
        bottom: cython.int = self.gather(-1)
        self.nested += 1
        for place in range(bottom, self.stack.count):
            move: cython.int = self.stack.at(place)
            weight: cython.double = self.game.weight(move)
            self.game.apply(move)
            done: cython.bint = self.game.value() != ONGOING or self.game.turn == CHANCE
            total += weight * (self.ahead(depth - 1) if done else self.reply(depth - 1))
            whole += weight
            self.game.revert(move)
        self.nested -= 1
        self.stack.count = bottom
        return total / whole

    def reply(self, depth: cython.int) -> cython.double:
        """The value with a seat to move, after the turn with the best estimate, before so many rolls."""
        seat: cython.int = self.game.turn
        self.length = 0
        self.scan(seat, 0)
        if depth == 0:
            return self.most if seat == 0 else -self.most
        moves: cython.int[16]
        if not cython.compiled:
            moves = [0] * LONGEST
        count: cython.int = self.length
        place: cython.int
        for place in range(count):
            moves[place] = self.found[place]
            self.game.apply(moves[place])
        self.nested += 1
        value: cython.double = self.ahead(depth)
        self.nested -= 1
        for place in range(count):
            self.game.revert(moves[count - 1 - place])
        return value

    def scan(self, seat: cython.int, made: cython.int) -> cython.int:
        """Find the turn of the seat with the best estimate, so many moves of which are made; `found` is its way."""
        place: cython.int
        step: cython.int
        bottom: cython.int = self.gather(-1)
        for place in range(bottom, self.stack.count):
            move: cython.int = self.stack.at(place)
            self.way[made] = move
            self.game.apply(move)
            if self.ends_turn(seat, made):
                worth: cython.double = self.judge() if seat == 0 else -self.judge()
                if self.length == 0 or worth > self.most:
                    self.most, self.length = worth, made + 1
                    for step in range(made + 1):
                        self.found[step] = self.way[step]
            else:
                self.scan(seat, made + 1)
            self.game.revert(move)
        self.stack.count = bottom
        return 0

    def ends_turn(self, seat: cython.int, made: cython.int) -> cython.bint:
        """Whether the seat has played its turn with its last move, before which it had made so many."""
        return self.game.turn != seat or made + 1 >= LONGEST or self.game.value() != ONGOING

    def use(self, evaluation) -> None:
        """Judge positions by that, which says what a point of the score is worth."""
        Tree.use(self, evaluation)
        self.point = evaluation.point

    def judge(self) -> cython.double:
        """The estimate in points, within what can be won, or the score of a game that is over."""
        self.clock.tick()
        margin: cython.int = self.game.value()
        if margin != ONGOING:
            return margin
        self.horizons += 1
        if not self.remembers:
            return max(-self.stakes, min(self.stakes, self.estimate() / self.point))
        key: cython.ulonglong = self.game.key()
        if self.table.find(key):
            return self.table.score / self.fine
        value: cython.double = max(-self.stakes, min(self.stakes, self.estimate() / self.point))
        self.table.store(key, cython.cast(cython.longlong, value * self.fine), -1, 0, EXACT, 1)
        return value
