"""Unbounded best-first minimax with completion: a tree that grows where both sides are expected to play.

Each step descends from the root by the best move for the side to move, down to a position without children. It adds all
children, with the game's own estimates or final scores, and backs up minimax values on its way. So good lines are
searched deep and bad ones hardly, and no depth is set (R. E. Korf, D. M. Chickering, "Best-First Minimax Search",
Artificial Intelligence 84, 1996).

Completion marks positions as resolved if no search can change their value: the game is over, everything that can be won
is won, or all children are resolved. Steps skip resolved positions (Q. Cohen-Solal, "Learning to Play Two-Player
Perfect-Information Games without Knowledge", arXiv 2008.01188, 2020, where this is UBFM with completion).

Estimates lie between all losses and all wins (table.py), so a value in the range of wins is a forced win.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import ONGOING, Game, MoveList
    from cython.cimports.libc.stdlib import free, malloc
    from cython.cimports.players.search.alphabeta.table import HALF, SPAN, Score, from_root
    from cython.cimports.players.search.alphabeta.tree import StaticEvaluation, estimate_by
    from cython.cimports.players.search.bestfirst import Place
    from cython.cimports.players.search.clock import Clock
else:
    from games.game import ONGOING, Game, MoveList
    from players.search.alphabeta.table import HALF, SPAN, Score, from_root
    from players.search.alphabeta.tree import StaticEvaluation, estimate_by
    from players.search.clock import Clock

from games.adapters.undo import copy_to_search, ranks_moves
from players.search.clock import Stop

BYTES = (32, 200)  # of a node: compiled, and interpreted with its numbers


def room(megabytes: float) -> int:
    """Return how many nodes fit into the memory, at least 2."""
    return max(2, min(int(megabytes * 2**20) // BYTES[not cython.compiled], 2**31 - 1))


if not cython.compiled:

    class PlainPlace:
        """A node, as the struct Place is in C."""

        __slots__ = ("child", "count", "move", "resolved", "turn", "value", "visits")

        def __init__(self, move):
            self.move = move
            self.value = self.child = self.count = self.visits = self.turn = self.resolved = 0


class BestFirst:
    """A search tree from one position of a game without chance and with open cards, which `run` grows.

    most     how many nodes it may have; it takes room for all of them at once, and raises MemoryError without it.
    count    how many it has.  refused: whether it ran out of room.
    deepest  plies from the root to the deepest node.
    """

    # A node has: move, which leads to it; child and count, its first child and the number of children, stored side by
    # side; value, for seat 0, plies counted from the root; visits, steps through it; turn, the seat to move, once it
    # has children; resolved. whole: a higher value wins all stakes. path: the nodes of a step.

    def __init__(self, game: Game, clock: Clock, most: int):
        self.name = type(game).__name__
        self.start = copy_to_search(game)
        self.game, self.clock, self.most = self.start.copy(), clock, most
        self.moves, self.ranks, self.path = MoveList(), MoveList(), MoveList()
        self.ranked, self.whole = ranks_moves(game), game.stakes * SPAN - HALF
        self.count = self.deepest = 0
        self.refused, self.evaluation = False, None
        if cython.compiled:
            size: cython.size_t = most
            self.items = cython.cast(cython.pointer(Place), malloc(size * cython.sizeof(Place)))
            if self.items is cython.NULL:
                raise MemoryError(f"this machine has no room for a tree of {most} nodes")
        else:
            self.items = []
        self.add(-1)

    if cython.compiled:

        def __dealloc__(self):
            free(self.items)

    else:

        def at(self, node):
            return self.items[node]

        def add(self, move):
            """Add a node, for which there must be room; return its number."""
            del self.items[self.count :]  # left over from a stopped step
            self.items.append(PlainPlace(move))
            self.count += 1
            return self.count - 1

    def use(self, evaluation: StaticEvaluation) -> None:
        """Judge positions by `evaluation` instead of the game's estimate; call it before the search."""
        self.evaluation = evaluation

    def run(self, steps: int) -> int:
        """Take `steps` steps; return how many were taken: fewer if the root is resolved, the tree full or time up."""
        taken: cython.longlong = 0
        first: cython.int = self.count
        try:
            while taken < steps and not self.at(0).resolved:
                first = self.count
                if not self.one():
                    break
                taken += 1
        except Stop:
            self.count, self.game = first, self.start.copy()
        return taken

    def children(self, node: cython.int) -> list:
        """Return (number, move, visits, value for the seat to move, whether resolved) of each child."""
        place: cython.int
        first: cython.int = self.at(node).child
        sign: cython.int = 1 if self.at(node).turn == 0 else -1
        found: list = []
        for place in range(first, first + self.at(node).count):
            known: cython.bint = self.at(place).resolved
            found.append((place, self.at(place).move, self.at(place).visits, sign * self.at(place).value, known))
        return found

    def resolved(self) -> bool:
        """Return whether the value of the root is final."""
        return bool(self.at(0).resolved)

    def one(self) -> cython.bint:
        """Take one step: descend, expand, back up; return False if the tree is full. Raises Stop."""
        place: cython.int
        leaf: cython.int = self.descend()
        grown: cython.bint = self.expand(leaf)
        changed: cython.bint = grown
        for place in range(self.path.count - 1, -1, -1):
            changed = changed and self.back_up(self.path.at(place))
            if place:
                self.at(self.path.at(place)).visits += grown
                self.game.revert(self.at(self.path.at(place)).move)
        return grown

    def descend(self) -> cython.int:
        """Descend by the best moves to a node without children; return its number."""
        node: cython.int = 0
        self.path.count = 0
        self.path.add(0)
        while self.at(node).count:
            node = self.choose(node)
            self.game.apply(self.at(node).move)
            self.path.add(node)
        return node

    def choose(self, node: cython.int) -> cython.int:
        """Return the best unresolved child for the seat to move; among equals the least visited."""
        child: cython.int
        first: cython.int = self.at(node).child
        sign: cython.int = 1 if self.at(node).turn == 0 else -1
        chosen: cython.int = -1
        for child in range(first, first + self.at(node).count):
            if self.at(child).resolved:
                continue
            more: Score = 1 if chosen < 0 else sign * (self.at(child).value - self.at(chosen).value)
            if more > 0 or (more == 0 and self.at(child).visits < self.at(chosen).visits):
                chosen = child
        return chosen

    def expand(self, node: cython.int) -> cython.bint:
        """Add and evaluate the children, up to one that wins all stakes; return False without room. Raises Stop."""
        game: Game = self.game
        place: cython.int
        mover: cython.int = game.turn
        first: cython.int = self.count
        self.moves.count = self.ranks.count = 0
        if self.ranked and node:  # below the root a game may leave out inferior moves
            game.collect_ranked(self.moves, self.ranks)
        else:
            game.collect(self.moves)
        if self.moves.count == 0:
            raise RuntimeError(f"{self.name} has no moves though it is not over")
        if self.moves.count > self.most - self.count:
            self.refused = True
            return False
        for place in range(self.moves.count):
            self.clock.tick()
            game.apply(self.moves.at(place))
            value: Score = self.evaluate(self.add(self.moves.at(place)), self.path.count)
            game.revert(self.moves.at(place))
            if (value if mover == 0 else -value) > self.whole:
                break
        self.deepest = max(self.deepest, self.path.count)
        self.at(node).turn, self.at(node).child, self.at(node).count = mover, first, self.count - first
        return True

    def evaluate(self, child: cython.int, ply: cython.int) -> Score:
        """Set and return the value of the node `child`, whose position the game is in."""
        score: Score = self.game.value()
        if score != ONGOING:
            score = from_root(score * SPAN, ply)
            self.at(child).resolved = True
        else:
            score = max(1 - HALF, min(HALF - 1, estimate_by(self.game, self.evaluation)))
        self.at(child).value = score
        return score

    def back_up(self, node: cython.int) -> cython.bint:
        """Set a node's value to its best child's, and whether it is resolved; return whether anything changed."""
        child: cython.int
        first: cython.int = self.at(node).child
        sign: cython.int = 1 if self.at(node).turn == 0 else -1
        best: Score = sign * self.at(first).value
        every: cython.bint = True
        for child in range(first, first + self.at(node).count):
            best = max(best, sign * self.at(child).value)
            every = every and self.at(child).resolved
        resolved: cython.bint = every or best > self.whole
        changed: cython.bint = sign * best != self.at(node).value or resolved != self.at(node).resolved
        self.at(node).value, self.at(node).resolved = sign * best, resolved
        return changed
