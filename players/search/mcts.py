"""Monte Carlo tree search: UCT, with chance sampled, and over worlds where cards are hidden.

L. Kocsis and C. Szepesvari, "Bandit Based Monte-Carlo Planning", ECML 2006. Each playout goes down the tree by the move
with the highest upper bound,

    mean + c * sqrt(log(offers) / visits)

goes on at random from the first node met for the first time, and counts for all nodes on its way. A node gets children
when it is met again. Where something is hidden each playout is in another world that the seat may be in, the tree is
one of what that seat gets to know, and a move is offered only in worlds where it is legal: single-observer information
set MCTS (P. I. Cowling, E. J. Powley and D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on
Computational Intelligence and AI in Games 4 (2), 2012). It takes the other seat to know as much as its own.
"""

from math import log, sqrt

import cython

if cython.compiled:
    from cython.cimports.games.game import CHANCE, ONGOING, Game, MoveList
    from cython.cimports.libc.math import log, sqrt
    from cython.cimports.players.search.clock import Clock
    from cython.cimports.players.search.draw import drawn
    from cython.cimports.players.search.nodes import Nodes
    from cython.cimports.players.search.rng import Rng
else:
    from games.game import CHANCE, ONGOING, Game, MoveList
    from players.search.clock import Clock
    from players.search.draw import drawn
    from players.search.nodes import Nodes
    from players.search.rng import Rng

from games.kinds import hides, rolls
from games.undo import becomes, faced, forward
from players.search.clock import Stop

LABEL = cython.declare(cython.longlong, (1 << 31) - 1)
LIMBO = cython.declare(cython.int, 1)  # the node of whatever there is no room for


@cython.cclass
class Uct:
    """A search tree from one position, which `run` grows.

    source  a random.Random for the worlds, where something is hidden.
    """

    nodes: Nodes
    seen: Game  # the position as the seat knows it
    start: Game
    game: Game
    clock: Clock
    rng: Rng
    source: object
    choices: MoveList
    path: MoveList
    explore: cython.double
    stakes: cython.double
    seat: cython.int
    hidden: cython.bint
    trusted: cython.bint  # to have no moves when it is over, and to be whole in its C fields
    lucky: cython.bint

    def __init__(self, game: Game, clock: Clock, rng: Rng, source, explore: float, most: int):
        self.nodes = Nodes(max(most, 2))
        self.nodes.add(-1)
        self.nodes.add(-1)
        self.seen = game
        self.start = forward(game)
        self.game = forward(game)
        self.clock, self.rng, self.source, self.explore = clock, rng, source, explore
        self.choices, self.path = MoveList(), MoveList()
        self.stakes = game.stakes
        self.seat = game.turn
        self.hidden = hides(game)
        self.trusted = becomes(game)
        # Where luck decides, a little won often is worth less than much won seldom; else to win is all.
        self.lucky = rolls(game) or self.hidden

    def run(self, count) -> None:
        """Play that many playouts, or with None as many as the clock leaves time for."""
        try:
            while count is None or count > 0:
                self.one()
                count = None if count is None else count - 1
        except Stop:
            pass

    def tally(self) -> list:
        """(move, visits, share of the stakes won, 0 to 1) of each move of the root, for the seat that makes it."""
        found: list = []
        child: cython.int = self.nodes.at(0).child
        while child:
            visits: cython.int = self.nodes.at(child).visits
            mean: cython.double = self.nodes.at(child).total / visits if visits else 0.5
            found.append((self.nodes.at(child).move, visits, 1 - mean if self.seat else mean))
            child = self.nodes.at(child).next
        return found

    @cython.cfunc
    def one(self):
        """One playout; nodes count it when it is over. Raises Stop."""
        game: Game = self.world()
        node: cython.int = 0
        fresh: cython.bint = False
        self.path.count = 0
        self.path.add(0)
        while not fresh and self.gather(game):
            fresh = self.nodes.at(node).child == 0 and not self.expand(game, node)
            if not fresh:
                node = self.down(game, node)
                self.path.add(node)
                self.clock.tick()
        while self.gather(game):
            game.make(drawn(game, self.choices, self.rng))
            self.clock.tick()
        if game.value() == ONGOING:
            raise RuntimeError(f"{type(self.seen).__name__} has no moves though it is not over")
        self.count(self.reward(game.value()))

    @cython.cfunc
    def world(self) -> Game:
        """The game to play this playout on."""
        if self.hidden:
            return faced(self.seen.imagine(self.seat, self.source))
        if self.trusted:
            self.game.become(self.start)
            return self.game
        return self.start.copy()

    @cython.cfunc
    @cython.exceptval(-1)
    def gather(self, game: Game) -> cython.int:
        """Put the moves on the list; how many there are."""
        self.choices.count = 0
        if self.trusted or game.value() == ONGOING:
            game.collect(self.choices)
        return self.choices.count

    @cython.cfunc
    @cython.exceptval(-1)
    def expand(self, game: Game, node: cython.int) -> cython.bint:
        """Give a node that was met before its children, if there is room; whether it has any now."""
        place: cython.int
        if node and self.nodes.at(node).visits == 0:
            return False
        if self.nodes.full(self.choices.count):
            return False
        if game.turn != CHANCE:
            for place in range(self.choices.count - 1, -1, -1):
                self.born(node, self.choices.at(place))
        else:
            self.born(node, self.label(game, drawn(game, self.choices, self.rng)))
        return True

    @cython.cfunc
    @cython.exceptval(-1)
    def born(self, node: cython.int, move: cython.int) -> cython.int:
        """A new first child of that node; its number."""
        child: cython.int = self.nodes.add(move)
        self.nodes.at(child).next = self.nodes.at(node).child
        self.nodes.at(node).child = child
        return child

    @cython.cfunc
    @cython.exceptval(-1)
    def down(self, game: Game, node: cython.int) -> cython.int:
        """Make the move to go on with; the child that it leads to."""
        if game.turn == CHANCE:
            move: cython.int = drawn(game, self.choices, self.rng)
            label: cython.int = self.label(game, move)
            game.make(move)
            return self.found(node, label, self.nodes.at(node).child)
        child: cython.int = self.best(game, node)
        game.make(self.nodes.at(child).move)
        return child

    @cython.cfunc
    @cython.exceptval(-1)
    def found(self, node: cython.int, move: cython.int, first: cython.int) -> cython.int:
        """The child with that move, looked for from the first one on; if there is none a new one, or LIMBO."""
        child: cython.int = first
        while child and self.nodes.at(child).move != move:
            child = self.nodes.at(child).next
        if child == 0 and self.nodes.full(1):
            child = LIMBO
            self.nodes.at(LIMBO).move = move
        return child if child else self.born(node, move)

    @cython.cfunc
    @cython.exceptval(-1)
    def best(self, game: Game, node: cython.int) -> cython.int:
        """The child with the highest bound of those whose moves are legal here; one never visited before all others."""
        chosen: cython.int = 0
        highest: cython.double = -1e300
        following: cython.int = self.nodes.at(node).child
        place: cython.int
        for place in range(self.choices.count):
            # Mostly children come in the order of the moves.
            child: cython.int = following
            if child == 0 or self.nodes.at(child).move != self.choices.at(place):
                child = self.found(node, self.choices.at(place), self.nodes.at(node).child)
            following = self.nodes.at(child).next
            self.nodes.at(child).offers += 1
            bound: cython.double = self.bound(child, game.turn)
            if bound > highest:
                highest, chosen = bound, child
        return chosen

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def bound(self, child: cython.int, turn: cython.int) -> cython.double:
        """The upper bound of what the move to that child is worth to the seat that makes it."""
        visits: cython.double = self.nodes.at(child).visits
        if visits == 0:
            return 1e200
        mean: cython.double = self.nodes.at(child).total / visits
        if turn == 1:
            mean = 1 - mean
        return mean + self.explore * sqrt(log(self.nodes.at(child).offers) / visits)

    @cython.cfunc
    @cython.exceptval(-1)
    def label(self, game: Game, move: cython.int) -> cython.int:
        """What a move of chance is called in the tree: what the seat hears of it."""
        if not self.hidden:
            return move
        heard: str = game.heard(move, self.seat)
        return cython.cast(cython.int, int.from_bytes(heard.encode(), "little") % LABEL)

    @cython.cfunc
    @cython.exceptval(-1)
    def reward(self, score: cython.int) -> cython.double:
        """What seat 0 has won, 0 to 1."""
        won: cython.double = score / self.stakes if self.lucky else (score > 0) - (score < 0)
        return (won + 1) / 2

    @cython.cfunc
    @cython.exceptval(check=False)
    def count(self, reward: cython.double) -> cython.void:
        """Count the playout for all nodes on its way."""
        place: cython.int
        for place in range(self.path.count):
            self.nodes.at(self.path.at(place)).visits += 1
            self.nodes.at(self.path.at(place)).total += reward
