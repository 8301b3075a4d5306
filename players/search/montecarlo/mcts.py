"""Monte Carlo tree search: a tree valued by playouts; chance is sampled, and hidden cards too.

Each playout descends the tree by the moves with the highest bounds, goes on at random from the first new node, and
counts for all nodes on its way. A node gets children at its second visit, in games with priors later (PATIENCE), as
priors cost as much as a playout. UCT: L. Kocsis and C. Szepesvari, "Bandit
Based Monte-Carlo Planning", ECML 2006. The upper bound of a move is

    mean + c * sqrt(log(visits of the parent) / visits)

Proofs: T. Cazenave and A. Saffidine, "Score Bounded Monte-Carlo Tree Search", CG 2010, on the sign of the score. All
children of a node are added at once, so that the bounds of a node follow from theirs. A child that cannot do better
than what is proven of its parent is never visited again, and rewards are clipped to what is proven of each node.

RAVE: S. Gelly and D. Silver, "Combining Online and Offline Knowledge in UCT", ICML 2007. The mean is mixed with the
mean of all playouts in which the same seat made the move later, with the weight

    beta = sqrt(k / (3 * visits + k))

nodes.py describes two more parts of a bound: estimates and proof numbers.

If something is hidden, each playout is in another determinization of the seat's information, the tree is one of what
that seat gets to know, a move is offered only in worlds where it is legal, and the number of offers replaces the
parent's visits: single-observer information set MCTS (P. I. Cowling, E. J. Powley and D. Whitehouse, "Information Set
Monte Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI in Games 4 (2), 2012). It assumes that
the other seat knows as much as its own. There nothing is proven, and RAVE is off.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import CHANCE, ONGOING, Game, MoveList
    from cython.cimports.libc.math import log, sqrt
    from cython.cimports.players.search.alphabeta.tree import estimate_by
    from cython.cimports.players.search.clock import Clock
    from cython.cimports.players.search.montecarlo.nodes import (
        LIMBO,
        Nodes,
        StampedSet,
        as_share,
        back_up_estimates,
        back_up_proofs,
    )
    from cython.cimports.players.search.random_play import Rng, count_on, draw_all, draw_move, draw_next
else:
    from math import log, sqrt

    from games.game import CHANCE, ONGOING, Game, MoveList
    from players.search.alphabeta.tree import estimate_by
    from players.search.clock import Clock
    from players.search.montecarlo.nodes import (
        LIMBO,
        Nodes,
        StampedSet,
        as_share,
        back_up_estimates,
        back_up_proofs,
    )
    from players.search.random_play import Rng, count_on, draw_all, draw_move, draw_next

from games.adapters.undo import (
    adapt,
    can_become,
    can_restart,
    can_unmake,
    copy_to_play,
    draws_playouts,
    has_priors,
    plays_out,
    ranks_moves,
)
from games.capabilities import counts_points, hides_information
from players.search.alphabeta.tree import scale_by
from players.search.clock import Stop

ALPHA = cython.declare(cython.double, 0.6)  # weight of implicit minimax
LABEL = cython.declare(cython.longlong, (1 << 31) - 1)
PATIENCE = cython.declare(cython.int, 4)  # visits of a node before its moves get priors and become children
EVEN = cython.declare(cython.int, 10)  # virtual playouts of a move with a prior, half of them won
PROVE = cython.declare(cython.double, 0.01)  # weight of proof numbers
# Functions of fewer than SMALL visits are looked up: computing them takes a fifth of all time in quick games.
SMALL = cython.declare(cython.int, 4096)
RARE = cython.declare(cython.int, 256)  # visits of a child, below which a tree looks up the weight of RAVE
LOG_ROOTS = cython.declare(cython.double[4096], [sqrt(log(max(visits, 1))) for visits in range(4096)])
FOURTH_ROOTS = cython.declare(cython.double[4096], [sqrt(sqrt(visits)) for visits in range(4096)])
INVERSES = cython.declare(cython.double[4096], [1.0 / max(visits, 1) for visits in range(4096)])
ROOTS = cython.declare(cython.double[4096], [sqrt(1.0 / max(visits, 1)) for visits in range(4096)])
FIRST = cython.declare(cython.double, 1e200)  # the bound of an unvisited move


class Uct:
    """A search tree from one position, which `run` grows.

    source  a random.Random for determinizations, if something is hidden.
    most    how many nodes it may have.
    solver  whether to prove; never if points count, as a mean says nothing about a sign.
    explore, rave  c; k, or 0 for none.
    evaluation  a StaticEvaluation that replaces the game's own estimate; or None.

    among   the moves to choose from at the root; None: all of them. Set it before the root has children.

    Another thread may read `playouts`, the number played from the root position.
    """

    # path: the nodes on the way. trail, movers: with rave, all moves of the playout, and their seats. later: those made
    # from some node on. deepest: plies of the longest line in the tree. alpha: the weight of the estimates, without
    # rave; proving: whether proof numbers guide it.

    def __init__(
        self, game: Game, clock: Clock, rng: Rng, source, explore: float, most, solver=True, rave=0.0, evaluation=None
    ):
        self.hidden = hides_information(game)
        self.pointed = counts_points(game)
        self.stakes = game.stakes
        self.solver = solver and not self.hidden and not self.pointed
        self.evaluation, self.scale = evaluation, 0.0 if rave else scale_by(game, evaluation)
        self.explore, self.rave = explore, 0.0 if self.hidden else rave
        self.alpha, self.proving = ALPHA if self.scale else 0.0, self.solver and self.scale > 0
        self.nodes = Nodes(max(most, 2), self.rave > 0)
        self.nodes.add(-1)
        self.nodes.add(-1)
        self.path, self.trail, self.movers, self.later = MoveList(), MoveList(), MoveList(), StampedSet()
        self.deepest, self.among = 0, None
        self.source, self.choices, self.ranks = source, MoveList(), MoveList()
        self.ranked = ranks_moves(game) and not self.hidden
        self.trusted, self.drawn, self.whole = can_become(game), draws_playouts(game), plays_out(game)
        self.primed, self.can_restart = self.rave > 0 and has_priors(game), can_restart(game)
        self.patience = PATIENCE if self.primed else 1
        self.betas = [sqrt(self.rave / (3.0 * max(visits, 1) + self.rave)) for visits in range(RARE)]
        self.unmakes = can_unmake(game)
        self.stand(game, clock, rng, 0)

    def stand(self, game: Game, clock: Clock, rng: Rng, node: cython.int) -> None:
        """Make `node` the root, at the position of `game`, and drop all other nodes."""
        if node:
            self.deepest = self.nodes.reroot(node)
        self.seen = game.copy()
        self.start, self.game = copy_to_play(game), copy_to_play(game)
        self.seat, self.playouts = self.start.turn, 0
        self.clock, self.rng = clock, rng

    def reseed(self, rng: Rng, source) -> None:
        """Draw from other random numbers."""
        self.rng, self.source = rng, source

    def position(self) -> Game:
        return self.seen.copy()

    def run(self, count) -> int:
        """Play `count` playouts, with None as many as time allows, none once the root is solved; return how many."""
        before: cython.longlong = self.playouts
        left: cython.longlong = -1 if count is None else count
        try:
            while left != 0 and not self.nodes.solved(0):
                self.one()
                self.playouts += 1
                left -= left > 0
        except Stop:
            pass
        return self.playouts - before

    def one(self):
        """Play one playout, and count it in its nodes once it is over. Raises Stop."""
        game: Game = self.world()
        self.path.count = self.trail.count = self.movers.count = 0
        self.path.add(0)
        leaf: cython.int = self.descend_worlds(game) if self.hidden else self.descend(game)
        reward: cython.double
        ended: cython.bint = False
        if self.nodes.solved(leaf):
            reward = (self.nodes.at(leaf).low + 1) / 2.0
        else:
            if self.scale and self.nodes.at(leaf).visits == 0:
                self.nodes.at(leaf).minimax = as_share(estimate_by(game, self.evaluation), self.scale)
            ended = self.playout(game) == 0 and self.solver and leaf != LIMBO
            score: cython.int = game.value()
            if score == ONGOING:
                raise RuntimeError(f"{type(self.seen).__name__} has no moves though it is not over")
            if ended:
                self.nodes.at(leaf).low = self.nodes.at(leaf).high = (score > 0) - (score < 0)
            reward = self.reward(score)
        if self.rave:
            self.count_later(reward)
        self.count(reward, ended)
        self.back_up()

    def world(self) -> Game:
        """Return the game for the next playout: at the root position, or in a determinization of it."""
        if self.hidden:
            world = self.seen.imagine(self.seat, self.source)
            return world if self.unmakes and type(world) is type(self.seen) else adapt(world)
        if self.can_restart:
            self.game.become(self.start)
            return self.game
        return self.start.copy()

    def gather(self, game: Game) -> cython.int:
        """Put the moves on the list; return their number."""
        self.choices.count = 0
        if self.trusted or game.value() == ONGOING:
            game.collect(self.choices)
        return self.choices.count

    def playout(self, game: Game) -> cython.int:
        """Play the game to its end at random; return the number of moves. Raises Stop."""
        count: cython.int = 0
        if self.whole:
            count = draw_all(game, self.trail, self.movers, self.rng)
            self.clock.tick_often(count)
            return count
        move: cython.int = draw_next(game, self.choices, self.rng, self.trusted, self.drawn)
        while move >= 0:
            if self.rave:
                self.trace(game, move)
            game.apply(move)
            self.clock.tick()
            count = count_on(self.seen, count)
            move = draw_next(game, self.choices, self.rng, self.trusted, self.drawn)
        return count

    def descend(self, game: Game) -> cython.int:
        """Descend to a node that is solved or has no children; return its number. Raises Stop."""
        node: cython.int = 0
        while not self.nodes.solved(node) and (self.nodes.at(node).child or self.expand(game, node)):
            if self.nodes.at(node).turn == CHANCE:
                node = self.roll(game, node)
            else:
                node = self.best(node)
                if self.rave:
                    self.trace(game, self.nodes.at(node).move)
                game.apply(self.nodes.at(node).move)
            self.path.add(node)
            self.clock.tick()
        return node

    def descend_worlds(self, game: Game) -> cython.int:
        """Descend to a leaf by moves that are legal in this determinization; return its number. Raises Stop."""
        node: cython.int = 0
        while self.gather(game) and (self.nodes.at(node).child or self.expand(game, node)):
            if game.turn == CHANCE:
                node = self.roll(game, node)
            else:
                node = self.best_legal(game, node)
                game.apply(self.nodes.at(node).move)
            self.path.add(node)
            self.clock.tick()
        return node

    def expand(self, game: Game, node: cython.int) -> cython.bint:
        """Add all children of a node after `patience` visits, if there is room; return whether it has any now.

        Children of chance nodes are added when they are drawn.
        """
        place: cython.int
        if node and self.nodes.at(node).visits < self.patience:
            return False
        if node == LIMBO or not self.gather(game) or self.nodes.full(self.choices.count):
            return False
        self.nodes.at(node).turn = game.turn
        if game.turn == CHANCE:
            return True
        if not node:
            self.restrict()
        if self.ranked and node:  # below the root a game may leave out inferior moves
            self.choices.count = self.ranks.count = 0
            game.collect_ranked(self.choices, self.ranks)
        first: cython.int = self.nodes.count
        for place in range(self.choices.count):
            self.nodes.at(self.nodes.add(self.choices.at(place))).next = first + place + 1
        self.nodes.at(first + self.choices.count - 1).next = 0
        self.nodes.at(node).child = first
        if self.primed:
            self.prime(game, first)
        return True

    def restrict(self) -> cython.int:
        """Drop the moves from the list that are not to be chosen from; return the number of the others."""
        place: cython.int
        if self.among is not None:
            for place in range(self.choices.count - 1, -1, -1):
                if self.choices.at(place) not in self.among:
                    self.choices.swap(place, self.choices.count - 1)
                    self.choices.count -= 1
        return self.choices.count

    def roll(self, game: Game, node: cython.int) -> cython.int:
        """Make a move of chance; return the child."""
        self.gather(game)
        move: cython.int = draw_move(game, self.choices, self.rng)
        label: cython.int = self.label(game, move)
        if self.rave:
            self.trace(game, move)
        game.apply(move)
        return self.find_child(node, label)

    def best_legal(self, game: Game, node: cython.int) -> cython.int:
        """Return the child with the highest bound among the moves legal here; an unvisited one first."""
        chosen: cython.int = 0
        highest: cython.double = -1e300
        following: cython.int = self.nodes.at(node).child
        place: cython.int
        for place in range(self.choices.count):
            # Children mostly come in the order of the moves.
            child: cython.int = following
            if child == 0 or self.nodes.at(child).move != self.choices.at(place):
                child = self.find_child(node, self.choices.at(place))
            following = self.nodes.at(child).next
            self.nodes.at(child).offers += 1
            wide: cython.double = self.explore * sqrt(log(self.nodes.at(child).offers))
            bound: cython.double = self.bound_of(child, game.turn, wide)
            if bound > highest:
                highest, chosen = bound, child
        return chosen

    def label(self, game: Game, move: cython.int) -> cython.int:
        """Return the number of a chance move in the tree: a hash of what the seat hears, if something is hidden."""
        if not self.hidden:
            return move
        heard: str = game.heard(move, self.seat)
        return cython.cast(cython.int, int.from_bytes(heard.encode(), "little") % LABEL)

    def reward(self, score: cython.int) -> cython.double:
        """Return what seat 0 has won, 0 to 1."""
        won: cython.double = score / self.stakes if self.pointed else (score > 0) - (score < 0)
        return (won + 1) / 2

    def turn(self, node: cython.int) -> cython.int:
        return self.nodes.at(node).turn

    def children(self, node: cython.int) -> list:
        """Return (number, move, visits, total, low, high) of each child of the node, as seat 0 sees them."""
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
        """Return the RAVE (visits, total) of a node: playouts in which its move was made there or later."""
        return self.nodes.later(node).visits, self.nodes.later(node).total

    def guides_of(self, node: cython.int) -> tuple:
        """Return (minimax, proof, disproof) of a node, as they guide the search."""
        return self.nodes.at(node).minimax, self.nodes.at(node).proof, self.nodes.at(node).disproof

    def trace(self, game: Game, move: cython.int) -> cython.int:
        """Record the next move for RAVE."""
        self.trail.add(move)
        return self.movers.add(game.turn)

    def prime(self, game: Game, first: cython.int) -> cython.int:
        """Add the game's priors to the child `first` and its siblings, as virtual RAVE playouts."""
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
        """Return the child with that move; if there is none a new one, or LIMBO."""
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
        """Return the child with the highest bound among those that may still prove better; an unvisited one first.

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
        """Return the child that `best` looks for, with `share` as the weight of its proof number."""
        # All children were added at once and lie side by side: no link to follow, `next` only marks the last one.
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
        """Return the child that `best` looks for, by the bounds with RAVE."""
        chosen: cython.int = 0
        highest: cython.double = -1e300
        turn: cython.int = self.nodes.at(node).turn
        low: cython.int = self.nodes.at(node).low
        high: cython.int = self.nodes.at(node).high
        child: cython.int = self.nodes.at(node).child
        while True:  # children lie side by side, as in `best_plain`
            if self.nodes.at(child).low < high if turn else self.nodes.at(child).high > low:
                bound: cython.double = self.mixed_bound(child, turn, wide)
                if bound > highest:
                    highest, chosen = bound, child
            if self.nodes.at(child).next == 0 or highest >= FIRST:
                return chosen
            child += 1

    def bound_of(self, child: cython.int, turn: cython.int, wide: cython.double) -> cython.double:
        """Return the UCB of a node for the seat that moves to it."""
        visits: cython.int = self.nodes.at(child).visits
        if visits == 0:
            return FIRST
        each: cython.double = 1.0 / visits
        mean: cython.double = self.nodes.at(child).total * each
        return (1 - mean if turn else mean) + wide * sqrt(each)

    def mixed_bound(self, child: cython.int, turn: cython.int, wide: cython.double) -> cython.double:
        """Return the UCB with the mean mixed with RAVE's."""
        visits: cython.int = self.nodes.at(child).visits
        later: cython.int = self.nodes.later(child).visits
        if later == 0:
            return self.bound_of(child, turn, wide)
        mean: cython.double = self.nodes.later(child).total * (INVERSES[later] if later < SMALL else 1.0 / later)
        if visits:
            part: cython.double = self.betas[visits] if visits < RARE else sqrt(self.rave / (3.0 * visits + self.rave))
            own: cython.double = self.nodes.at(child).total * (INVERSES[visits] if visits < SMALL else 1.0 / visits)
            mean = part * mean + (1 - part) * own
            wide *= ROOTS[visits] if visits < SMALL else sqrt(1.0 / visits)
        return (1 - mean if turn else mean) + wide

    def count(self, reward: cython.double, proven: cython.bint) -> cython.void:
        """Count the playout in all nodes on its way, upwards; and back up proofs, if the last node is `proven`."""
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
        """Back up estimates and proof numbers along the path."""
        if self.alpha:
            back_up_estimates(self.nodes, self.path)
        if self.proving:
            back_up_proofs(self.nodes, self.path)

    def prove(self, node: cython.int) -> cython.bint:
        """Set the node's bounds to its best child's; return whether they change. Chance proves nothing."""
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
        """Count the playout in all children on its way whose moves their seat made from there on."""
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
                child = child + 1 if self.nodes.at(child).next else 0  # they lie side by side
        return 0
