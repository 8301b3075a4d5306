"""TD(lambda) by self-play: values are corrected towards the values that follow.

Both seats play what a short search finds (Lookahead), but make a share epsilon of their moves at random. A game is
learnt from when it is over, backwards from its last position. With v the value by the search from a position, v' by
the search from the next one, and g' the goal of the next one, all for the seat to move, the goal of a position is

    tdleaf    g = (1 - lambda) v' + lambda g'      for the leaf of the search
    td        g = (1 - lambda) v + lambda g'       for the position itself

and at the end of the game g' = v' = its result. These are lambda-returns (R. Sutton, "Learning to Predict by the
Methods of Temporal Differences", Machine Learning 3, 1988; R. Sutton, A. Barto, "Reinforcement Learning", 2nd edition,
2018, 12.1); the first is TDLeaf(lambda) (J. Baxter, A. Tridgell, L. Weaver, Machine Learning 40, 2000).

If a seat plays turns of several moves between rolls, as in backgammon, it plays the turn with the best final position
(TurnChoice), and only positions before a roll are corrected: g = (1 - lambda) v' + lambda g' with v' and g' before the
next roll.

After a random move, what followed says nothing about the position. Then td learns g = v, as if the best move had been
made, and tdleaf, whose leaf is already worth v, learns nothing.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import CHANCE, ONGOING, Game, MoveList
    from cython.cimports.players.learning.board_evaluation import BoardEvaluation
    from cython.cimports.players.search.random_play import Rng, draw_move
else:
    from games.game import CHANCE, ONGOING, Game, MoveList
    from players.learning.board_evaluation import BoardEvaluation
    from players.search.random_play import Rng, draw_move

from games.adapters.undo import copy_to_search, has_forcing_moves
from games.base.rule_values import NO_MOVES, RuleError
from games.capabilities import has_chance

MILLION = cython.declare(cython.int, 1_000_000)
LONGEST = cython.declare(cython.int, 1000)  # plies, after which a game counts as drawn
NOBODY = cython.declare(cython.int, 9)  # instead of the seat to move: nothing to correct
CALM = cython.declare(cython.int, 6)  # plies of noisy moves beyond the horizon
MOST = 40  # plies
OVER = cython.declare(cython.int, 9)  # instead of the seat to move: the line ends with the game
NONE = cython.declare(cython.double, -9)  # less than any value
TURN = cython.declare(cython.int, 16)  # moves of a turn; a longer one counts as two
PLACES = cython.declare(cython.int, 4096)  # slots for keys of visited positions
KEPT = cython.declare(cython.int, 3000)  # keys kept there


class Lookahead:
    """A short search by an evaluation that learns; it keeps the position at the end of the expected line.

    Alpha-beta over `depth` plies (at least 1), then over the noisy moves only (Game.forcing), as in `minimax`:
    evaluations learn for their use. The value of a position is its leaf's, the end of the expected line, so the
    leaf is corrected (J. Baxter, A. Tridgell, L. Weaver, "Learning to Play Chess Using Temporal Differences", Machine
    Learning 40, 2000).

    Leaves are kept in the slots of the evaluation from `first` on; the last search's leaf is in `first` itself.

    best  the value of the move that `choose` found.
    """

    # seats: for each level below the root, the seat to move at the leaf of the best line there; OVER: nobody.

    def __init__(self, game: Game, function: BoardEvaluation, depth: int, first: int):
        if not 1 <= depth <= MOST:
            raise ValueError(f"the depth must be 1 to {MOST}, not {depth}")
        self.game, self.function, self.depth, self.first = game, function, depth, first
        self.moves, self.forces = MoveList(), has_forcing_moves(game)
        self.best = 0.0
        function.copy_slot(0, first + MOST + CALM + 2)  # so that there is room
        if not cython.compiled:
            self.seats = [0] * 64

    def choose(self, ties) -> cython.int:
        """Return the best move, ties broken at random; leave its value in `best` and its leaf in `first`.

        Raises RuleError.
        """
        rng: Rng = ties
        alike: cython.int = 0
        chosen: cython.int = -1
        place: cython.int
        self.moves.count = 0
        self.game.collect(self.moves)
        if self.moves.count == 0:
            raise RuleError(self.game, "moves", NO_MOVES)
        self.best = NONE
        for place in range(self.moves.count):
            # Slightly below the best value, so that equal moves are found.
            value: cython.double = self.follow(self.moves.at(place), self.depth - 1, self.best - 1e-9, 2.0, 0)
            if value > self.best:
                self.best, chosen, alike = value, self.moves.at(place), 1
            elif value == self.best:
                alike += 1
                if rng.below(alike) != 0:
                    continue
                chosen = self.moves.at(place)
            else:
                continue
            self.function.copy_slot(self.first + 1, self.first)
            self.seats[0] = self.seats[1]
        return chosen

    def follow(self, move, depth, alpha, beta, level):
        """Return the value of a move for the seat that makes it; its leaf is kept one level further down."""
        game: Game = self.game
        seat: cython.int = game.turn
        value: cython.double
        game.apply(move)
        if (game.turn == 1) == (seat == 1):
            value = self.look(depth, alpha, beta, level + 1)
        else:
            value = -self.look(depth, -beta, -alpha, level + 1)
        game.revert(move)
        return value

    def look(self, depth: cython.int, alpha: cython.double, beta: cython.double, level: cython.int) -> cython.double:
        """Return the fail-soft value for the seat to move: all moves for `depth` plies, then noisy moves.

        The seat may decline all noisy moves and accept the evaluation of the position (stand pat).
        """
        game: Game = self.game
        if game.value() != ONGOING:
            self.seats[level] = OVER
            return self.function.value(game)
        best: cython.double = NONE
        if depth <= 0 or game.turn == CHANCE:
            best = self.function.judge(game)
            self.function.remember(self.first + level)
            self.seats[level] = game.turn
            if best >= beta or not self.forces or level >= self.depth + CALM or game.turn == CHANCE:
                return best
        bottom: cython.int = self.moves.count
        place: cython.int
        if depth > 0:
            game.collect(self.moves)
            if self.moves.count == bottom:
                raise RuleError(game, "moves", NO_MOVES)
        else:
            game.collect_forcing(self.moves)
        for place in range(bottom, self.moves.count):
            value: cython.double = self.follow(self.moves.at(place), depth - 1, max(alpha, best), beta, level)
            if value > best:
                best = value
                self.function.copy_slot(self.first + level + 1, self.first + level)
                self.seats[level] = self.seats[level + 1]
                if best >= beta:
                    break
        self.moves.count = bottom
        return best


class TurnChoice:
    """The best turn by an evaluation that learns, in games of dice where a turn has several moves.

    A turn is all that a seat does until the other seat or chance moves, as in TurnSearch. Positions reached by
    different orders of the same moves are evaluated once.

    way   the moves of the turn that `choose` found, `length` of them;  best  its value for the seat that plays it.
    """

    # found: the moves of the turn under way. keys: a hash set of the positions visited by this search, 0 for empty.

    def __init__(self, game: Game, function: BoardEvaluation):
        self.game, self.function, self.moves = game, function, MoveList()
        self.best, self.length, self.seen = 0.0, 0, 0
        if not cython.compiled:
            self.way, self.found, self.keys = [0] * TURN, [0] * TURN, [0] * PLACES

    def choose(self) -> cython.int:
        """Find the best turn of the seat to move, the first of equals; return its length. Raises RuleError."""
        place: cython.int
        self.length = self.seen = 0
        for place in range(PLACES):
            self.keys[place] = 0
        self.moves.count = 0
        self.scan(self.game.turn, 0)
        return self.length

    def scan(self, seat: cython.int, made: cython.int) -> cython.int:
        """Try every turn that continues the `made` moves."""
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
                if game.turn != seat or made + 1 >= TURN or game.value() != ONGOING:
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
        """Return whether `key` is new to this search, and add it; a key of 0 always is."""
        if key == 0 or self.seen >= KEPT:
            return True
        place: cython.int = key & (PLACES - 1)
        while self.keys[place]:
            if self.keys[place] == key:
                return False
            place = (place + 1) & (PLACES - 1)
        self.keys[place] = key
        self.seen += 1
        return True


class SelfPlay:
    """Play of an evaluation against itself, from which it learns.

    start    the position that games begin from.
    function the evaluation, which is changed.
    rng      draws random moves.
    leaf     whether leaves are corrected, as by tdleaf, or the positions themselves.
    depth    plies of the search.

    rate, trace, epsilon   the step size; lambda; the share of random moves.
    opening  each game begins with at most this many random moves.

    games, plies  how many were played and learnt from;  error  the sum of all squared corrections.
    """

    def __init__(self, start: Game, function: BoardEvaluation, rng: Rng, leaf: bool = True, depth: int = 1):
        self.function, self.rng, self.leaf = function, rng, leaf
        self.game = copy_to_search(start)
        self.search, self.path = Lookahead(self.game, function, depth, LONGEST), MoveList()
        self.turns_by = TurnChoice(self.game, function) if start.plays_turns and has_chance(start) else None
        self.done = 0
        self.rate, self.trace, self.epsilon, self.opening = 5.0, 0.8, 0.1, 0
        self.games = self.plies = 0
        self.error = 0.0
        if not cython.compiled:
            self.values, self.turns, self.seats, self.greedy = [[0] * LONGEST for _ in range(4)]

    @property
    def random(self):
        """The state of the random numbers, 64 bits."""
        return self.rng.state

    @random.setter
    def random(self, state):
        self.rng.state = state

    def play(self, count: cython.int) -> None:
        """Play `count` games, and learn from each. Raises RuleError."""
        _: cython.int
        for _ in range(count):
            self.one()

    def one(self):
        """Play a game, learn from it, and take it back."""
        game: Game = self.game
        opening: cython.int = self.rng.below(self.opening + 1) if self.opening else 0
        bound: cython.int = int(self.epsilon * MILLION)
        self.path.count = 0
        while game.value() == ONGOING and self.path.count < LONGEST:
            ply: cython.int = self.path.count
            move: cython.int
            self.turns[ply], self.seats[ply], self.greedy[ply] = game.turn, NOBODY, True
            if game.turn == CHANCE:
                move = self.draw(game)
                self.values[ply] = self.keep(game, ply)
                self.done = 0
            else:
                move = self.look(game, ply) if self.turns_by is None else self.follow_turn(ply)
                if ply < opening or cython.cast(cython.int, self.rng.below(MILLION)) < bound:
                    move, self.greedy[ply] = self.draw(game), False
                    self.done = 0
            self.path.add(move)
            game.apply(move)
        self.learn(game)

    def look(self, game: Game, ply: cython.int) -> cython.int:
        """Return the best move by the search, and keep the position to correct at this ply."""
        move: cython.int = self.search.choose(self.rng)
        self.values[ply] = self.search.best
        if self.leaf:
            self.function.copy_slot(LONGEST, ply)
            self.seats[ply] = self.search.seats[0]
        else:
            self.keep(game, ply)
        return move

    def follow_turn(self, ply: cython.int) -> cython.int:
        """Return the next move of the best turn, which is chosen when it begins."""
        if self.done == 0 or self.done >= self.turns_by.length:
            self.turns_by.choose()
            self.done = 0
        self.values[ply] = self.turns_by.best
        self.done += 1
        return self.turns_by.way[self.done - 1]

    def keep(self, game: Game, ply: cython.int) -> cython.double:
        """Keep the position itself for correction at this ply; return its value."""
        value: cython.double = self.function.judge(game)
        self.function.remember(ply)
        self.seats[ply] = game.turn
        return value

    def draw(self, game: Game) -> cython.int:
        """Return a random legal move; one of chance by its weight."""
        self.search.moves.count = 0
        game.collect(self.search.moves)
        if self.search.moves.count == 0:
            raise RuleError(game, "moves", NO_MOVES)
        return draw_move(game, self.search.moves, self.rng)

    def learn(self, game: Game):
        """Take back the game, and correct the values of its positions from the last to the first."""
        value: cython.double = self.function.value(game) if game.value() != ONGOING else 0
        goal: cython.double = value
        turn: cython.int = game.turn
        ply: cython.int
        for ply in range(self.path.count - 1, -1, -1):
            game.revert(self.path.at(ply))
            if (self.turns[ply] == 1) != (turn == 1):
                value, goal = -value, -goal
            turn = self.turns[ply]
            if self.turns_by is not None and turn != CHANCE and self.greedy[ply]:
                continue
            own: cython.double = self.values[ply]
            # A roll is no choice: the value before it is the mean of the values after it.
            near: cython.double = value if self.leaf or turn == CHANCE else own
            goal = near + self.trace * (goal - near) if self.greedy[ply] else own
            value = own
            if self.greedy[ply] or not self.leaf:
                self.correct(ply, self.seats[ply], goal if (self.seats[ply] == 1) == (turn == 1) else -goal)
        self.games += 1

    def correct(self, ply: cython.int, seat: cython.int, goal: cython.double):
        """Correct the position kept at this ply, unless its line has ended with the game."""
        if seat != NOBODY:
            before: cython.double = self.function.correct(ply, seat, goal, self.rate)
            self.error += (goal - before) * (goal - before)
            self.plies += 1
