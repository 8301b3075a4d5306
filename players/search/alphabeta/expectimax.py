"""Searches of games of chance: what a position is worth on average.

Values are in points of the score and count for seat 0. Plies are moves of the seats; chance costs none. At the horizon
the game's estimate counts, divided by `Game.point` and kept within what can be won.

Each object is one search from one position; with `table` None it remembers nothing. After `run` its value is the best
move's.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import CHANCE, ONGOING, Game
    from cython.cimports.players.search.alphabeta.table import AT_LEAST, AT_MOST, EXACT, Table
    from cython.cimports.players.search.alphabeta.tree import FINAL, Tree
    from cython.cimports.players.search.clock import Clock
else:
    from games.game import CHANCE, ONGOING, Game
    from players.search.alphabeta.table import AT_LEAST, AT_MOST, EXACT, Table
    from players.search.alphabeta.tree import FINAL, Tree
    from players.search.clock import Clock

from games.base.systematic_sample import systematic_sample
from players.search.clock import Stop

DEEPEST = cython.declare(cython.int, 200)  # plies; also rolls and deals, which take 12 kilobytes of stack each
MOST = 512  # outcomes searched of one roll or deal
TURNS = 20  # turns: nobody waits for a deeper search
NEAR = 0.16  # points behind the best turn, by the last depth
SURE = 4  # turns searched with one more roll, however bad: they include doubling and taking
FEW = (16, 5)  # turns at most to search with one more roll, and with two and more
LONGEST = cython.declare(cython.int, 16)  # moves of a turn; a longer one counts as two
NESTED = cython.declare(cython.int, 100)  # turns and rolls of a line, as a game may go on without rolls


class Expectimax(Tree):
    """Expectiminimax: what a position of a game of chance is worth on average, with best play by both seats.

    D. Michie, "Game-playing and game-learning automata", 1966. At a chance node bounds on the unknown outcomes prune as
    in alpha-beta: Star1 and Star2 (B. W. Ballard, "The *-Minimax Search Procedure for Trees Containing Chance Nodes",
    Artificial Intelligence 21, 1983). Each outcome has a lower and an upper bound, at first -stakes and stakes:

        sum(weight * lower)  <=  sum(weights) * average  <=  sum(weight * upper)

    so each outcome needs its value only within a window of its own. Star2 first searches one move after each outcome,
    the likely best: that bounds the outcome from one side, and often settles the average. A systematic sample of MOST
    outcomes, at equal distances along the sum of the weights, stands for more.
    """

    # fine: the table stores values as multiples of 1 / fine points. luck: rolls and deals on the current line. lower,
    # upper, sum: the result of the last chance node or outcome; the next one overwrites it.

    def __init__(self, game: Game, table: Table | None, clock: Clock):
        Tree.__init__(self, game, table, clock)
        self.remembers = table is not None
        self.stakes, self.point = game.stakes, game.point
        self.fine = 2.0 ** min(40, 61 - int(game.stakes).bit_length())
        self.value, self.luck = 0.0, 0

    def run(self, most=None) -> None:
        """Find the best move by iterative deepening, to `most` plies or while the clock leaves time."""
        depth: cython.int
        try:
            for depth in range(1, DEEPEST if most is None else min(most, DEEPEST) + 1):
                self.look(depth)
                if self.final:
                    break
        except Stop:
            self.luck = 0

    def each(self, most=None) -> dict:
        """Return the value of each root move, searched as in `run`; {} if there was no time for all."""
        values: dict = {}
        depth: cython.int
        try:
            for depth in range(1, DEEPEST if most is None else min(most, DEEPEST) + 1):
                start: cython.longlong = self.horizons
                self.again()
                values = {move: self.after(move, depth - 1, -self.stakes, self.stakes) for move in self.roots}
                self.depth = depth
                if self.horizons == start:
                    break
        except Stop:
            self.luck = 0
        return values

    def look(self, depth: cython.int):
        """Search all root moves to `depth`, the best so far first. Raises Stop."""
        start: cython.longlong = self.horizons
        alpha: cython.double = -self.stakes
        beta: cython.double = self.stakes
        self.again()
        for place, move in enumerate(self.roots):
            value: cython.double = self.after(move, depth - 1, alpha, beta)
            if place == 0 or (value > self.value if self.game.turn == 0 else value < self.value):
                self.best_move, self.value = move, value
                alpha, beta = (value, beta) if self.game.turn == 0 else (alpha, value)
        self.depth = depth
        self.final = self.horizons == start
        mine: cython.double = self.value if self.game.turn == 0 else -self.value
        self.glimpse = (depth, (self.start.text(self.best_move),), mine, 0)

    def after(self, move: cython.int, depth: cython.int, alpha: cython.double, beta: cython.double) -> cython.double:
        self.game.apply(move)
        value: cython.double = self.best(depth, alpha, beta)
        self.game.revert(move)
        return value

    def best(self, depth: cython.int, alpha: cython.double, beta: cython.double) -> cython.double:
        """Return the value of the position, or a bound on it outside of the window."""
        self.clock.tick()
        margin: cython.int = self.game.value()
        if margin != ONGOING:
            return self.final_score(margin)
        if self.game.turn == CHANCE:
            return self.average(depth, alpha, beta)
        if depth <= 0:
            return self.estimate_score()
        first: cython.int = -1
        if not self.remembers:
            return self.widest(depth, alpha, beta, 0, first)
        key: cython.ulonglong = self.game.key()
        if self.table.find(key):
            first = self.table.move
            if self.settles(depth, alpha, beta):
                return self.table.score / self.fine
        return self.widest(depth, alpha, beta, key, first)

    def widest(self, depth, alpha, beta, key, first):
        """Try the moves, `first` first, until a cutoff; keep the value in the table and return it."""
        start: cython.longlong = self.horizons
        work: cython.longlong = -self.clock.nodes
        bottom: cython.int = self.gather(first)
        highest: cython.bint = self.game.turn == 0
        low: cython.double = alpha
        high: cython.double = beta
        found: cython.double = -2 * self.stakes if highest else 2 * self.stakes
        chosen: cython.int = -1
        place: cython.int
        for place in range(bottom, self.stack.count):
            value: cython.double = self.after(self.stack.at(place), depth - 1, low, high)
            if value > found if highest else value < found:
                found, chosen = value, self.stack.at(place)
                if highest:
                    low = max(low, found)
                else:
                    high = min(high, found)
            if low >= high:
                break
        self.stack.count = bottom
        if not self.remembers:
            return found
        work += self.clock.nodes
        bound: cython.int = AT_LEAST if found >= beta else EXACT if found > alpha else AT_MOST
        score: cython.longlong = cython.cast(cython.longlong, found * self.fine)
        self.table.store(key, score, chosen, FINAL if self.horizons == start else depth, bound, work)
        return found

    def average(self, depth: cython.int, alpha: cython.double, beta: cython.double) -> cython.double:
        """Return the value of a chance node; after DEEPEST of them in a line it is a horizon."""
        if self.luck == DEEPEST:
            return self.estimate_score()
        outcomes: cython.double[1536]  # by outcome: its weight, a lower and an upper bound of its value
        if not cython.compiled:
            outcomes = [0.0] * (3 * MOST)
        self.luck += 1
        bottom: cython.int = self.gather(-1)
        whole: cython.double = self.weigh(outcomes, bottom, self.sample(bottom))
        if not self.bound(outcomes, bottom, depth, alpha * whole, beta * whole):
            self.narrow(outcomes, bottom, depth, alpha * whole, beta * whole)
        self.stack.count = bottom
        self.luck -= 1
        return self.sum / whole

    def sample(self, bottom: cython.int) -> cython.bint:
        """If there are more than MOST outcomes, keep a sample drawn by weight; return whether it did."""
        if self.stack.count - bottom <= MOST:
            return False
        moves = [self.stack.at(place) for place in range(bottom, self.stack.count)]
        self.stack.count = bottom
        for move in systematic_sample(moves, [self.game.weight(move) for move in moves], MOST):
            self.stack.add(move)
        self.horizons += 1  # the result of a sample is not final
        return True

    def weigh(self, outcomes: cython.p_double, bottom: cython.int, alike: cython.bint) -> cython.double:
        """Write down each weight (1 if `alike`) and the widest bounds; return the sum of weights, also in `sum`."""
        place: cython.int
        self.sum = 0
        for place in range(self.stack.count - bottom):
            outcomes[3 * place] = 1 if alike else self.game.weight(self.stack.at(bottom + place))
            outcomes[3 * place + 1] = -self.stakes
            outcomes[3 * place + 2] = self.stakes
            self.sum += outcomes[3 * place]
        return self.sum

    def bound(self, outcomes, bottom, depth, alpha, beta):
        """Star2: bound each outcome by one move after it; return whether that settles the node's `sum`."""
        low: cython.double = -self.stakes * self.sum  # the sums of the weights times the bounds
        high: cython.double = self.stakes * self.sum
        place: cython.int
        for place in range(self.stack.count - bottom):
            weight: cython.double = outcomes[3 * place]
            least: cython.double = (alpha - high) / weight + self.stakes
            most: cython.double = (beta - low) / weight - self.stakes
            self.probe(self.stack.at(bottom + place), depth, least, most)
            outcomes[3 * place + 1], outcomes[3 * place + 2] = self.lower, self.upper
            low += (self.lower + self.stakes) * weight
            high += (self.upper - self.stakes) * weight
            if low >= beta or high <= alpha:
                self.sum = low if low >= beta else high
                return True
        self.lower, self.upper = low, high
        return False

    def probe(self, move: cython.int, depth: cython.int, least: cython.double, most: cython.double) -> cython.int:
        """Bound the value of the outcome `move`, in `lower` and `upper`, by one move: the table's or the first."""
        low: cython.double = -self.stakes
        high: cython.double = self.stakes
        self.game.apply(move)
        if self.game.value() != ONGOING:
            low = high = self.final_score(self.game.value())
        elif self.game.turn != CHANCE and depth <= 0:
            low = high = self.estimate_score()
        elif self.game.turn != CHANCE:
            bottom: cython.int = self.gather(self.table_move())
            first: cython.int = self.stack.at(bottom)
            self.stack.count = bottom
            if self.game.turn == 0:
                low = max(low, self.after(first, depth - 1, low, min(high, most)))
            else:
                high = min(high, self.after(first, depth - 1, max(low, least), high))
        self.game.revert(move)
        self.lower, self.upper = low, high
        return 0

    def table_move(self) -> cython.int:
        """Return the table's move for the position; -1 if none."""
        return self.table.move if self.remembers and self.table.find(self.game.key()) else -1

    def narrow(self, outcomes, bottom, depth, alpha, beta):
        """Star1: search each outcome as far as it matters; `sum` is then the sum of the node, or a bound of it."""
        low: cython.double = self.lower  # as `bound` left them
        high: cython.double = self.upper
        place: cython.int
        for place in range(self.stack.count - bottom):
            weight: cython.double = outcomes[3 * place]
            lower: cython.double = outcomes[3 * place + 1]
            upper: cython.double = outcomes[3 * place + 2]
            if lower < upper:
                low -= weight * lower
                high -= weight * upper
                least: cython.double = (alpha - high) / weight
                most: cython.double = (beta - low) / weight
                value: cython.double = self.after(
                    self.stack.at(bottom + place), depth, max(lower, least), min(upper, most)
                )
                low += weight * value
                high += weight * value
                low = high if value <= least else low
                if value <= least or value >= most:
                    break
        self.sum = low
        return 0

    def settles(self, depth: cython.int, alpha: cython.double, beta: cython.double) -> cython.bint:
        """Return whether the entry of the table answers this search."""
        bound: cython.int = self.table.bound
        value: cython.double = self.table.score / self.fine
        if not (bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha)):
            return False
        if self.table.depth < depth:
            return False
        self.horizons += self.table.depth != FINAL
        return True

    def final_score(self, margin: cython.int) -> cython.double:
        if abs(margin) > self.stakes:
            raise ValueError(f"{self.name} scores {margin}, beyond its stakes of {self.stakes:g}")
        return margin

    def use(self, evaluation) -> None:
        """Judge positions by `evaluation`, with its own worth of a point."""
        Tree.use(self, evaluation)
        self.point = evaluation.point

    def estimate_score(self) -> cython.double:
        """Return the estimate in points, within what can be won."""
        self.horizons += 1
        return max(-self.stakes, min(self.stakes, self.estimate() / self.point))


class Expectiminimax(Expectimax):
    """Minimax with chance: the average over all outcomes of dice and cards. Searches every line."""

    def __init__(self, game: Game, clock: Clock):
        Expectimax.__init__(self, game, None, clock)

    def best(self, depth: cython.int, alpha: cython.double, beta: cython.double) -> cython.double:
        game: Game = self.game
        self.clock.tick()
        if game.value() != ONGOING:
            return self.final_score(game.value())
        if game.turn == CHANCE:
            return self.average(depth, alpha, beta)
        if depth <= 0:
            return self.estimate_score()
        highest: cython.bint = game.turn == 0
        best: cython.double = -2 * self.stakes if highest else 2 * self.stakes
        bottom: cython.int = self.gather(-1)
        place: cython.int
        for place in range(bottom, self.stack.count):
            value: cython.double = self.after(self.stack.at(place), depth - 1, alpha, beta)
            best = max(best, value) if highest else min(best, value)
        self.stack.count = bottom
        return best

    def average(self, depth: cython.int, alpha: cython.double, beta: cython.double) -> cython.double:
        if self.luck == DEEPEST:
            return self.estimate_score()
        self.luck += 1
        bottom: cython.int = self.gather(-1)
        whole: cython.double = 0
        total: cython.double = 0
        place: cython.int
        for place in range(bottom, self.stack.count):
            weight: cython.double = self.game.weight(self.stack.at(place))
            whole += weight
            total += weight * self.after(self.stack.at(place), depth, alpha, beta)
        self.stack.count = bottom
        self.luck -= 1
        return total / whole


class TurnSearch(Tree):
    """A search by whole turns: expectiminimax that follows only the turn that the game's estimate prefers.

    A turn is all that a seat does until the other seat or chance moves. Before a roll, the value of a position at depth
    0 is its estimate. At depth n it is the mean over all rolls of the values at depth n - 1 after one turn each: the
    turn with the best estimate. So a roll costs one look at all turns and one deeper search, not one for each turn. At
    the root the turns within NEAR of the best one go on to the next depth, at most FEW of them. GNU Backgammon searches
    so ("GNU Backgammon Manual", "Evaluations" and "Move filters") and calls depth n its n plies.

    Nothing is proven by this, and it needs an estimate that tells good turns from bad ones: a game says by
    `plays_turns` that it has one. Values are in points of the score and count for seat 0.
    """

    # fine: the table stores values as multiples of 1 / fine points. way: the moves of the current turn. found: the
    # moves of the best turn in the last `scan`, `length` of them, and `most` its estimate for the seat to move. nested:
    # turns and rolls on the current line.

    def __init__(self, game: Game, table: Table | None, clock: Clock):
        Tree.__init__(self, game, table, clock)
        self.remembers = table is not None
        self.stakes, self.point = game.stakes, game.point
        self.fine = 2.0 ** min(40, 61 - int(game.stakes).bit_length())
        self.value, self.nested, self.length, self.most = 0.0, 0, 0, 0.0
        if not cython.compiled:
            self.way, self.found = [0] * LONGEST, [0] * LONGEST

    def run(self, most=None) -> None:
        """Find the best move by searching ahead `most` turns at most, or while the clock leaves time."""
        depth: cython.int
        self.again()
        self.nested = 0
        turns: dict = {}
        try:
            self.list_turns((), turns)
            self.rank(turns, 1)
            for depth in range(1, TURNS if most is None else most):
                if self.final or (depth > 1 and len(turns) == 1):
                    break
                turns = self.look(turns, depth)
        except Stop:
            if not self.depth and turns:
                self.rank(turns, 0)

    def list_turns(self, way: tuple, turns: dict) -> None:
        """Collect each position after a turn that begins with `way`: its estimate and the moves that lead there."""
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
        """Record the best turn by values of `depth`."""
        sign: cython.int = 1 if self.start.turn == 0 else -1
        self.value, way = max(turns.values(), key=lambda turn: sign * turn[0])
        self.best_move, self.depth = way[0], depth
        self.final = not self.horizons
        self.glimpse = (depth, (self.start.text(self.best_move),), sign * self.value, 0)

    def look(self, turns: dict, depth: cython.int) -> dict:
        """Return the turns that may still be best, with their values before `depth` more rolls. Raises Stop.

        Once the best turn so far has its new value, a better one of the same depth replaces it at once.
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
        """Return the value after the moves of `way`."""
        for move in way:
            self.game.apply(move)
        value: cython.double = self.ahead(depth)
        for move in reversed(way):
            self.game.revert(move)
        return value

    def ahead(self, depth: cython.int) -> cython.double:
        """Return the value of the position between two turns, before `depth` more rolls."""
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
        """Return the mean over all outcomes of chance."""
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
        """Return the value with a seat to move, after the turn with the best estimate, before `depth` more rolls."""
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
        """Find the best turn that continues the `made` moves; store its moves in `found`."""
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
        """Return whether the last move, after `made` others, has ended the seat's turn."""
        return self.game.turn != seat or made + 1 >= LONGEST or self.game.value() != ONGOING

    def use(self, evaluation) -> None:
        """Judge positions by `evaluation`, with its own worth of a point."""
        Tree.use(self, evaluation)
        self.point = evaluation.point

    def judge(self) -> cython.double:
        """Return the estimate in points, within what can be won, or the score of a game that is over."""
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
