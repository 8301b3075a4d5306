"""The selection and backup steps of tree search: which move is tried next, and what a playout changes.

UCT: L. Kocsis and C. Szepesvari, "Bandit Based Monte-Carlo Planning", ECML 2006. The move with the highest upper bound,

    mean + c * sqrt(log(visits of the parent) / visits)

Proofs: T. Cazenave and A. Saffidine, "Score Bounded Monte-Carlo Tree Search", CG 2010, on the sign of the score. All
children of a node come at once, so that the bounds of a node follow from theirs. A child that cannot do better than
what is proven of its parent is never visited again. No playout counts for less, or more, than is proven of a node.

RAVE: S. Gelly and D. Silver, "Combining Online and Offline Knowledge in UCT", ICML 2007. The mean is mixed with that of
all playouts in which the same seat made the move later, whose part is

    beta = sqrt(k / (3 * visits + k))

Two more parts of a bound have files of their own: implicit_minimax.py and proof_numbers.py.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import CHANCE, Game, MoveList
    from cython.cimports.libc.math import log, sqrt
    from cython.cimports.players.search.montecarlo.implicit_minimax import back_up_estimates
    from cython.cimports.players.search.montecarlo.nodes import LIMBO, Nodes
    from cython.cimports.players.search.montecarlo.proof_numbers import back_up_proofs
    from cython.cimports.players.search.montecarlo.stamped_set import StampedSet
else:
    from math import log, sqrt

    from games.game import CHANCE, Game, MoveList
    from players.search.montecarlo.implicit_minimax import back_up_estimates
    from players.search.montecarlo.nodes import LIMBO, Nodes
    from players.search.montecarlo.proof_numbers import back_up_proofs
    from players.search.montecarlo.stamped_set import StampedSet

EVEN = cython.declare(cython.int, 10)  # playouts that a move begins with where it has a prior, half of them won
PROVE = cython.declare(cython.double, 0.01)  # the weight of proof numbers
# What follows from fewer than SMALL visits is looked up: to work it out takes a fifth of all time in quick games.
SMALL = cython.declare(cython.int, 4096)
LOG_ROOTS = cython.declare(cython.double[4096], [sqrt(log(max(visits, 1))) for visits in range(4096)])
FOURTH_ROOTS = cython.declare(cython.double[4096], [sqrt(sqrt(visits)) for visits in range(4096)])
INVERSES = cython.declare(cython.double[4096], [1.0 / max(visits, 1) for visits in range(4096)])
ROOTS = cython.declare(cython.double[4096], [sqrt(1.0 / max(visits, 1)) for visits in range(4096)])
FIRST = cython.declare(cython.double, 1e200)  # the bound of a move never made

if not cython.compiled:  # compiled, bandit.pxd inlines these

    def bound_of(node, turn, wide, alpha):
        """The upper bound of what the move to that node is worth to its maker; alpha is the part of its minimax."""
        if node.visits == 0:
            return FIRST
        each = 1.0 / node.visits
        mean = node.total * each
        mean += alpha * (node.minimax - mean)
        return (1 - mean if turn else mean) + wide * sqrt(each)

    def mixed_bound(node, later, turn, wide, rave):
        """The upper bound where RAVE mixes the mean with that of playouts in which the move was made later."""
        if later.visits == 0:
            return bound_of(node, turn, wide, 0)
        mean = later.total / later.visits
        if node.visits:
            part = sqrt(rave / (3.0 * node.visits + rave))
            mean = part * mean + (1 - part) * (node.total / node.visits)
        return (1 - mean if turn else mean) + wide / sqrt(max(node.visits, 1))


class Bandit:
    """The nodes of a search tree, and the way of the playout under way.

    most  how many nodes it may have;  explore: c;  rave: k, or 0 for none.
    alpha    the part of the estimates, where there is no rave;  proving: whether proof numbers guide it.
    """

    # path: the nodes on the way. trail, movers: with rave, all moves of the playout, and whose they were. later: those
    # of them made from some node on. deepest: plies of the longest way in the tree.

    def __init__(self, most: int, explore: float, rave: float, alpha: float = 0, proving: bool = False):
        self.nodes = Nodes(max(most, 2), rave > 0)
        self.nodes.add(-1)
        self.nodes.add(-1)
        self.explore, self.rave = explore, rave
        self.alpha, self.proving = alpha, proving
        self.path, self.trail, self.movers, self.later = MoveList(), MoveList(), MoveList(), StampedSet()
        self.deepest = 0

    def turn(self, node: cython.int) -> int:
        """Whose turn it is at a node with children."""
        return self.nodes.at(node).turn

    def children(self, node: cython.int) -> list:
        """(number, move, visits, total, low, high) of each child of the node, as seat 0 sees them."""
        found: list = []
        child: cython.int = self.nodes.at(node).child
        while child:
            found.append(
                (
                    child,
                    self.nodes.at(child).move,
                    self.nodes.at(child).visits,
                    self.nodes.at(child).total,
                    self.nodes.at(child).low,
                    self.nodes.at(child).high,
                )
            )
            child = self.nodes.at(child).next
        return found

    def later_of(self, node: cython.int) -> tuple:
        """(visits, total) of the playouts in which the move to that node was made later, or there; with rave only."""
        return self.nodes.later(node).visits, self.nodes.later(node).total

    def guides_of(self, node: cython.int) -> tuple:
        """(minimax, proof, disproof) of a node, as they guide the search."""
        return self.nodes.at(node).minimax, self.nodes.at(node).proof, self.nodes.at(node).disproof

    def trace(self, game: Game, move: cython.int) -> cython.int:
        """Record the move that is about to be made, for RAVE."""
        self.trail.add(move)
        return self.movers.add(game.turn)

    def prime(self, game: Game, first: cython.int) -> cython.int:
        """Let what the game knows of moves count, as playouts in which they were made later: from that child on."""
        child: cython.int = first
        while child:
            prior: cython.int = game.prior(self.nodes.at(child).move)
            count: cython.int = EVEN + abs(prior)
            wins: cython.double = EVEN / 2.0 + max(prior, 0)
            self.nodes.later(child).visits = count
            self.nodes.later(child).total = count - wins if game.turn else wins
            child = self.nodes.at(child).next
        return 0

    def find_child(self, node: cython.int, move: cython.int) -> cython.int:
        """The child with that move; if there is none a new one, or LIMBO."""
        child: cython.int = self.nodes.at(node).child
        while child and self.nodes.at(child).move != move:
            child = self.nodes.at(child).next
        if child:
            return child
        if node == LIMBO or self.nodes.full(1):
            self.nodes.at(LIMBO).move = move
            return LIMBO
        child = self.nodes.add(move)
        self.nodes.at(child).next = self.nodes.at(node).child
        self.nodes.at(node).child = child
        return child

    def best(self, node: cython.int) -> cython.int:
        """The child with the highest bound of those that may still prove better; one never visited before all others.

        There is one as long as the node is not solved.
        """
        visits: cython.int = self.nodes.at(node).visits
        wide: cython.double = self.explore * (LOG_ROOTS[visits] if visits < SMALL else sqrt(log(visits)))
        if self.rave:
            return self.best_mixed(node, wide)
        turn: cython.int = self.nodes.at(node).turn
        share: cython.double = 0.0
        if self.proving:
            share = PROVE * (FOURTH_ROOTS[visits] if visits < SMALL else sqrt(sqrt(visits)))
            share *= self.nodes.at(node).disproof if turn else self.nodes.at(node).proof
        return self.best_plain(node, turn, wide, share)

    def best_plain(self, node: cython.int, turn: cython.int, wide: cython.double, share: cython.double) -> cython.int:
        """The child that `best` looks for, by bound_of and share of its proof number."""
        # All children came at once and lie side by side: no link is waited for, `next` only says where they end.
        chosen: cython.int = 0
        highest: cython.double = -1e300
        low: cython.int = self.nodes.at(node).low
        high: cython.int = self.nodes.at(node).high
        child: cython.int = self.nodes.at(node).child
        while True:
            if self.nodes.at(child).low < high if turn else self.nodes.at(child).high > low:
                visits: cython.int = self.nodes.at(child).visits
                if visits == 0:
                    return child
                mean: cython.double = self.nodes.at(child).total * (
                    INVERSES[visits] if visits < SMALL else 1.0 / visits
                )
                mean += self.alpha * (self.nodes.at(child).minimax - mean)
                bound: cython.double = 1 - mean if turn else mean
                bound += wide * (ROOTS[visits] if visits < SMALL else sqrt(1.0 / visits))
                number: cython.int = self.nodes.at(child).disproof if turn else self.nodes.at(child).proof
                bound += share * (INVERSES[number] if number < SMALL else 1.0 / number)
                if bound > highest:
                    highest, chosen = bound, child
            if self.nodes.at(child).next == 0:
                return chosen
            child += 1

    def best_mixed(self, node: cython.int, wide: cython.double) -> cython.int:
        """The child that `best` looks for, by the bound that RAVE mixes."""
        chosen: cython.int = 0
        highest: cython.double = -1e300
        turn: cython.int = self.nodes.at(node).turn
        low: cython.int = self.nodes.at(node).low
        high: cython.int = self.nodes.at(node).high
        child: cython.int = self.nodes.at(node).child
        while child:
            if self.nodes.at(child).low < high if turn else self.nodes.at(child).high > low:
                bound: cython.double = mixed_bound(self.nodes.at(child), self.nodes.later(child), turn, wide, self.rave)
                if bound > highest:
                    highest, chosen = bound, child
                if bound >= FIRST:
                    break
            child = self.nodes.at(child).next
        return chosen

    def count(self, reward: cython.double, proven: cython.bint) -> cython.void:
        """Count the playout for all nodes on its way, upwards; and what follows, if something of the last is proven."""
        place: cython.int
        last: cython.int = self.path.count - 1
        self.deepest = max(self.deepest, last)
        for place in range(last, -1, -1):
            node: cython.int = self.path.at(place)
            if proven and place < last:
                proven = self.prove(node)
            reward = max(reward, (self.nodes.at(node).low + 1) / 2.0)
            reward = min(reward, (self.nodes.at(node).high + 1) / 2.0)
            self.nodes.at(node).visits += 1
            self.nodes.at(node).total += reward

    def back_up(self) -> cython.void:
        """Bring up to date what estimates and proof numbers say of the nodes on the way."""
        if self.alpha:
            back_up_estimates(self.nodes, self.path)
        if self.proving:
            back_up_proofs(self.nodes, self.path)

    def prove(self, node: cython.int) -> cython.bint:
        """Bring the node's bounds to those of its best child; whether they change. Of chance nothing is proven."""
        turn: cython.int = self.nodes.at(node).turn
        child: cython.int = self.nodes.at(node).child
        if turn == CHANCE:
            return False
        low: cython.int = self.nodes.at(child).low
        high: cython.int = self.nodes.at(child).high
        while child:
            better: cython.bint = self.nodes.at(child).low < low if turn else self.nodes.at(child).low > low
            low = self.nodes.at(child).low if better else low
            better = self.nodes.at(child).high < high if turn else self.nodes.at(child).high > high
            high = self.nodes.at(child).high if better else high
            child = self.nodes.at(child).next
        if low == self.nodes.at(node).low and high == self.nodes.at(node).high:
            return False
        self.nodes.at(node).low, self.nodes.at(node).high = low, high
        return True

    def count_later(self, reward: cython.double) -> cython.int:
        """Count the playout for all moves that were to be had at a node on its way and were made from there on."""
        made: cython.int = self.trail.count
        place: cython.int
        self.later.clear(made)
        for place in range(self.path.count - 1, -1, -1):
            node: cython.int = self.path.at(place)
            while made > place:
                made -= 1
                if self.movers.at(made) != CHANCE:
                    self.later.add(self.movers.at(made), self.trail.at(made))
            child: cython.int = self.nodes.at(node).child if self.nodes.at(node).turn != CHANCE else 0
            while child:
                if self.later.has(self.nodes.at(node).turn, self.nodes.at(child).move):
                    self.nodes.later(child).visits += 1
                    self.nodes.later(child).total += reward
                child = self.nodes.at(child).next
        return 0
