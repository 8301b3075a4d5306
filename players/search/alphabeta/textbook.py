"""Minimax and alpha-beta search as in the book, side by side: no table, no ordering, nothing but the algorithm.

S. Russell, P. Norvig, "Artificial Intelligence: A Modern Approach", 4th edition, figures 6.3 and 6.7, with one function
for both seats: scores count for the seat to move, and change their sign where the turn passes. Counting nodes shows
what pruning saves (D. E. Knuth, R. W. Moore, "An Analysis of Alpha-Beta Pruning", Artificial Intelligence 6, 1975).
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import CHANCE, ONGOING, Game
    from cython.cimports.players.search.alphabeta.expectimax import Expectimax
    from cython.cimports.players.search.alphabeta.negamax import Negamax, same_side
    from cython.cimports.players.search.alphabeta.score import Score
    from cython.cimports.players.search.clock import Clock
else:
    from games.game import CHANCE, ONGOING, Game
    from players.search.alphabeta.expectimax import Expectimax
    from players.search.alphabeta.negamax import Negamax, same_side
    from players.search.alphabeta.score import Score
    from players.search.clock import Clock

from players.search.alphabeta.negamax import DEEPEST, Chance

LUCK = cython.declare(cython.int, 200)  # rolls and deals in a line, as of Expectimax


class Minimax(Negamax):
    """Looks at every line."""

    def __init__(self, game: Game, clock: Clock, deepest: int = DEEPEST):
        Negamax.__init__(self, game, None, clock, deepest)

    def look(self, depth: cython.int):
        Negamax.look(self, depth)
        self.found = {move: (score, False) for move, (score, _) in self.found.items()}

    def best(self, depth: cython.int, alpha: Score, beta: Score, ply: cython.int) -> Score:
        game: Game = self.game
        self.clock.tick()
        self.forget(ply)
        if game.value() != ONGOING:
            return self.final_score(game.value(), game.turn, ply)
        if depth == 0:
            return self.estimate_score()
        mover: cython.int = game.turn
        if mover == CHANCE:
            raise Chance(self.name)
        best: Score = -2 * self.stakes
        bottom: cython.int = self.gather(-1)
        place: cython.int
        for place in range(bottom, self.stack.count):
            game.apply(self.stack.at(place))
            score: Score = self.best(depth - 1, alpha, beta, ply + 1)
            score = score if same_side(game.turn, mover) else -score
            game.revert(self.stack.at(place))
            if score > best:
                best = score
                self.note(ply, self.stack.at(place))
        self.stack.count = bottom
        return best


class AlphaBeta(Negamax):
    """Leaves out the lines that cannot matter: alpha is what the seat to move has for sure, beta what the other has."""

    def __init__(self, game: Game, clock: Clock, deepest: int = DEEPEST):
        Negamax.__init__(self, game, None, clock, deepest)

    def best(self, depth: cython.int, alpha: Score, beta: Score, ply: cython.int) -> Score:
        game: Game = self.game
        self.clock.tick()
        self.forget(ply)
        if game.value() != ONGOING:
            return self.final_score(game.value(), game.turn, ply)
        if depth == 0:
            return self.estimate_score()
        if game.turn == CHANCE:
            raise Chance(self.name)
        best: Score = -2 * self.stakes
        bottom: cython.int = self.gather(-1)
        place: cython.int
        for place in range(bottom, self.stack.count):
            score: Score = self.after(self.stack.at(place), depth, max(alpha, best), beta, ply)
            if score > best:
                best = score
                self.note(ply, self.stack.at(place))
            if best >= beta:
                break
        self.stack.count = bottom
        return best


class Expectiminimax(Expectimax):
    """Minimax where there is chance: the average over all that the dice and cards can do. Looks at every line."""

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
        if self.luck == LUCK:
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
