"""Monte Carlo tree search: a tree valued by playouts; chance is sampled, and hidden cards too.

Each playout goes down the tree as bandit.py says, goes on at random from the first node met for the first time, and
counts for all nodes on its way. A node gets children when it is met again.

Where something is hidden each playout is in another world that the seat may be in, the tree is one of what that seat
gets to know, a move is offered only in worlds where it is legal, and how often it was offered takes the place of its
parent's visits: single-observer information set MCTS (P. I. Cowling, E. J. Powley and D. Whitehouse, "Information Set
Monte Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI in Games 4 (2), 2012). It takes the
other seat to know as much as its own. There nothing is proven, and no mean is mixed.
"""

from math import log, sqrt

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import CHANCE, ONGOING, Game, MoveList
    from cython.cimports.libc.math import log, sqrt
    from cython.cimports.players.search.alphabeta.static_evaluation import StaticEvaluation, estimate_by
    from cython.cimports.players.search.clock import Clock
    from cython.cimports.players.search.montecarlo.bandit import Bandit, bound_of
    from cython.cimports.players.search.montecarlo.draw import count_on, draw_all, draw_move, draw_next
    from cython.cimports.players.search.montecarlo.implicit_minimax import as_share
    from cython.cimports.players.search.montecarlo.nodes import LIMBO
    from cython.cimports.players.search.rng import Rng
else:
    from games.game import CHANCE, ONGOING, Game, MoveList
    from players.search.alphabeta.static_evaluation import StaticEvaluation, estimate_by
    from players.search.clock import Clock
    from players.search.montecarlo.bandit import Bandit, bound_of
    from players.search.montecarlo.draw import count_on, draw_all, draw_move, draw_next
    from players.search.montecarlo.implicit_minimax import as_share
    from players.search.montecarlo.nodes import LIMBO
    from players.search.rng import Rng

from games.adapters.undo import (
    adapt,
    can_become,
    can_restart,
    copy_to_play,
    draws_playouts,
    has_priors,
    plays_out,
    ranks_moves,
)
from games.capabilities import counts_points, hides_information
from players.search.alphabeta.static_evaluation import scale_by
from players.search.clock import Stop

ALPHA = cython.declare(cython.double, 0.6)  # the part of implicit minimax
LABEL = cython.declare(cython.longlong, (1 << 31) - 1)


@cython.cclass
class Uct(Bandit):
    """A search tree from one position, which `run` grows.

    source  a random.Random for the worlds, where something is hidden.
    most    how many nodes it may have.
    solver  whether to prove; not where points count, as a mean says nothing of a sign.
    rave    k, or 0 for none.
    evaluation  a StaticEvaluation in the place of the game's own estimate, where that would count; or None.

    Another thread may read how many `playouts` were played from the position that it stands at.
    """

    seen: Game  # the position as the seat knows it
    start: Game
    game: Game
    clock: Clock
    rng: Rng
    source: object
    choices: MoveList
    ranks: MoveList
    ranked: cython.bint
    stakes: cython.double
    evaluation: StaticEvaluation
    scale: cython.double  # of the estimate; 0 where that does not count
    seat: cython.int
    hidden = cython.declare(cython.bint, visibility="readonly")
    playouts = cython.declare(cython.longlong, visibility="readonly")
    trusted: cython.bint  # to have no moves when it is over
    drawn: cython.bint  # by the game itself, which moves playouts make; whole: it plays them itself
    whole: cython.bint
    primed: cython.bint  # with what the game knows of moves
    can_restart: cython.bint
    pointed: cython.bint
    solver: cython.bint

    def __init__(
        self, game: Game, clock: Clock, rng: Rng, source, explore: float, most, solver=True, rave=0.0, evaluation=None
    ):
        self.hidden = hides_information(game)
        self.pointed = counts_points(game)
        self.stakes = game.stakes
        self.solver = solver and not self.hidden and not self.pointed
        self.evaluation, self.scale = evaluation, 0.0 if rave else scale_by(game, evaluation)
        later, alpha = 0.0 if self.hidden else rave, ALPHA if self.scale else 0.0
        Bandit.__init__(self, most, explore, later, alpha, self.solver and self.scale > 0)
        self.source, self.choices, self.ranks = source, MoveList(), MoveList()
        self.ranked = ranks_moves(game) and not self.hidden
        self.trusted, self.drawn, self.whole = can_become(game), draws_playouts(game), plays_out(game)
        self.primed, self.can_restart = self.rave > 0 and has_priors(game), can_restart(game)
        self.stand(game, clock, rng, 0)

    def stand(self, game: Game, clock: Clock, rng: Rng, node: cython.int) -> None:
        """Make that node the root; the game is its position, and all other nodes are dropped."""
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
        """A copy of the position at the root."""
        return self.seen.copy()

    def run(self, count) -> int:
        """Play so many playouts, with None as many as there is time for, none once the root is solved; how many."""
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

    @cython.cfunc
    def one(self):
        """One playout; nodes count it when it is over. Raises Stop."""
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

    @cython.cfunc
    def world(self) -> Game:
        """The game for the next playout: at the root position, or in a determinization of it."""
        if self.hidden:
            return adapt(self.seen.imagine(self.seat, self.source))
        if self.can_restart:
            self.game.become(self.start)
            return self.game
        return self.start.copy()

    @cython.cfunc
    @cython.inline
    @cython.exceptval(-1)
    def gather(self, game: Game) -> cython.int:
        """Put the moves on the list; how many there are."""
        self.choices.count = 0
        if self.trusted or game.value() == ONGOING:
            game.collect(self.choices)
        return self.choices.count

    @cython.cfunc
    @cython.exceptval(-1)
    def playout(self, game: Game) -> cython.int:
        """Play the game to its end at random; in how many moves. Raises Stop."""
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

    @cython.cfunc
    @cython.exceptval(-1)
    def descend(self, game: Game) -> cython.int:
        """Go down to a node without children, or one that is solved; its number. Raises Stop."""
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

    @cython.cfunc
    @cython.exceptval(-1)
    def descend_worlds(self, game: Game) -> cython.int:
        """Go down to a leaf by moves that are legal in this determinization; its number. Raises Stop."""
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

    @cython.cfunc
    @cython.exceptval(-1)
    def expand(self, game: Game, node: cython.int) -> cython.bint:
        """Give a node that was met before all of its children, if there is room; whether it has any now.

        Those of chance come when they are drawn.
        """
        place: cython.int
        if node and self.nodes.at(node).visits == 0:
            return False
        if node == LIMBO or not self.gather(game) or self.nodes.full(self.choices.count):
            return False
        self.nodes.at(node).turn = game.turn
        if game.turn == CHANCE:
            return True
        if self.ranked and node:  # below the root moves that surely do no better may be left out
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

    @cython.cfunc
    @cython.exceptval(-1)
    def roll(self, game: Game, node: cython.int) -> cython.int:
        """Make a move of chance; the child that it leads to."""
        self.gather(game)
        move: cython.int = draw_move(game, self.choices, self.rng)
        label: cython.int = self.label(game, move)
        if self.rave:
            self.trace(game, move)
        game.apply(move)
        return self.find_child(node, label)

    @cython.cfunc
    @cython.exceptval(-1)
    def best_legal(self, game: Game, node: cython.int) -> cython.int:
        """The child with the highest bound of those whose moves are legal here; one never visited before all others."""
        chosen: cython.int = 0
        highest: cython.double = -1e300
        following: cython.int = self.nodes.at(node).child
        place: cython.int
        for place in range(self.choices.count):
            # Mostly children come in the order of the moves.
            child: cython.int = following
            if child == 0 or self.nodes.at(child).move != self.choices.at(place):
                child = self.find_child(node, self.choices.at(place))
            following = self.nodes.at(child).next
            self.nodes.at(child).offers += 1
            wide: cython.double = self.explore * sqrt(log(self.nodes.at(child).offers))
            bound: cython.double = bound_of(self.nodes.at(child), game.turn, wide, 0)
            if bound > highest:
                highest, chosen = bound, child
        return chosen

    @cython.cfunc
    @cython.exceptval(-1)
    def label(self, game: Game, move: cython.int) -> cython.int:
        """The number of a chance move in the tree; where something is hidden, a hash of what the seat hears of it."""
        if not self.hidden:
            return move
        heard: str = game.heard(move, self.seat)
        return cython.cast(cython.int, int.from_bytes(heard.encode(), "little") % LABEL)

    @cython.cfunc
    @cython.exceptval(-1)
    def reward(self, score: cython.int) -> cython.double:
        """What seat 0 has won, 0 to 1."""
        won: cython.double = score / self.stakes if self.pointed else (score > 0) - (score < 0)
        return (won + 1) / 2
