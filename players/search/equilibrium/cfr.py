"""Counterfactual regret minimization, SAPCFR+: equilibrium strategies of games of hidden cards with two seats.

M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, "Regret Minimization in Games with Incomplete Information", 2007;
O. Tammelin, "Solving Large Imperfect Information Games Using CFR+", 2014;
G. Farina, C. Kroer, T. Sandholm, "Faster Game Solving via Predictive Blackwell Approachability", 2021, PCFR+;
L. Meng, Y. Zhang, Z. Ge, T. Yang, Y. Gao, "Faster Game Solving via Asymmetry of Step Sizes", arXiv 2503.12770.

As nodes are numbered after their parents, a walk down the tree is a loop over the nodes, and a walk up the same loop
backwards.
"""

from array import array

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.players.search.clock import Clock
else:
    from players.search.clock import Clock

from players.search.clock import Stop
from players.search.equilibrium.extensive_form import GameTree

AHEAD = cython.declare(cython.double, 1.0 / 6)  # of the last regret is expected once more; 1/2 and 1/3 gain less


@cython.cclass
class PredictiveCfr:
    """SAPCFR+ on one tree: alternating updates, predictive regret matching+, averages weighted by squares.

    tree  the GameTree;  iterations  how many have been made: of each, both seats have learnt once.
    """

    tree = cython.declare(object, visibility="readonly")
    iterations = cython.declare(cython.longlong, visibility="readonly")
    nodes: cython.int
    sets: cython.int
    # Of each node, as in the tree.
    parent: cython.int[::1]
    slot: cython.int[::1]
    by: cython.schar[::1]
    odds: cython.double[::1]
    score: cython.double[::1]
    # Of each information set.
    seat: cython.schar[::1]
    first: cython.int[::1]
    level: cython.int[::1]
    sample: cython.int[::1]
    # Of each node, as the last walk left it: what reaching it owes to the walk's seat and to all others, chance among
    # them, and the expected score of seat 0 from there.
    own: cython.double[::1]
    rest: cython.double[::1]
    worth: cython.double[::1]
    # Of each slot: the strategy that learns, its regrets, the sum that averages it, the strategy looked at, and what
    # the last walk's seat expects of the move, times what others do to get there.
    current: cython.double[::1]
    regret: cython.double[::1]
    total: cython.double[::1]
    looked: cython.double[::1]
    gain: cython.double[::1]

    def __init__(self, tree: GameTree):
        self.tree = tree
        self.iterations = 0
        self.nodes, self.sets = len(tree), len(tree.names)
        self.parent, self.slot, self.by, self.odds = tree.parent, tree.slot, tree.by, tree.odds
        self.score, self.first = tree.score, tree.first
        # A game in which nobody chooses has no information sets, and an empty array has no memory for a view.
        self.seat, self.level = tree.seat or array("b", [0]), tree.level or array("i", [0])
        self.sample = tree.sample or array("i", [0])
        self.own, self.rest, self.worth = zeros(self.nodes), zeros(self.nodes), zeros(self.nodes)
        slots = tree.first[self.sets]
        self.current, self.regret, self.total = zeros(slots), zeros(slots), zeros(slots)
        self.looked, self.gain = zeros(slots), zeros(slots)
        for place in range(self.sets):
            self.normalize(self.regret, self.current, place)

    def run(self, iterations, clock: Clock) -> int:
        """Make so many iterations more, None for as many as the clock allows; how many were made.

        The clock counts iterations as its nodes. Stopped by it, or by Ctrl-C, a later call goes on from there.
        """
        done = 0
        try:
            while iterations is None or done < iterations:
                clock.tick()
                self.iterate()
                done += 1
        except Stop:
            pass
        return done

    def strategy(self) -> dict:
        """The average strategy by (seat, name of the information set): a list of (text of the move, probability)."""
        return {key: self.at(*key) for key in self.tree.numbers}

    def at(self, seat: int, name: str) -> list:
        """The average strategy at one information set: a list of (text of the move, probability). Raises KeyError."""
        place: cython.int = self.tree.numbers[seat, name]
        self.normalize(self.total, self.looked, place)
        shares = self.looked[self.first[place] : self.first[place + 1]]
        return list(zip(self.tree.texts[place], shares, strict=True))

    def adopt(self, shares) -> None:
        """Make these the average strategy: the probability of each slot, a sequence. `run` would add to it."""
        slot: cython.int
        for slot in range(self.first[self.sets]):
            self.total[slot] = shares[slot]

    def value(self) -> float:
        """The expected score of seat 0 where both play by the average strategy."""
        self.settle()
        self.descend(0, self.looked)
        self.ascend(0, self.looked)
        return self.worth[0]

    def expectations(self) -> dict:
        """What the seat of each information set expects there, in its own score, by (seat, name).

        Both play by the average strategy; 0 where the other seat and chance never let it come about.
        """
        found = {}
        self.settle()
        for seat in (0, 1):
            self.descend(seat, self.looked)
            self.ascend(seat, self.looked)
            met = self.reach_chances(seat)
            for (whose, name), place in self.tree.numbers.items():
                if whose == seat:
                    hoped = self.expected_gain(place)
                    found[seat, name] = hoped / met[place] if met[place] else 0.0
        return found

    def best_response(self, seat: int) -> float:
        """The most that the seat can expect, in its own score, against the average strategy of the other.

        Exact: at each information set the best move, from the last choices of the seat back to its first.
        """
        self.settle()
        self.descend(seat, self.looked)
        self.ascend(seat, self.looked)
        level: cython.int
        for level in range(max(self.tree.level, default=-1), -1, -1):
            self.pick(seat, level)
            self.ascend(seat, self.looked)
        return self.worth[0] if seat == 0 else -self.worth[0]

    def exploitability(self) -> float:
        """What a best response gains over the value of the average strategy, the mean of both seats: 0 in equilibrium.

        NashConv / 2, as M. Lanctot et al., "OpenSpiel: A Framework for Reinforcement Learning in Games", 2019, has it.
        """
        return (self.best_response(0) + self.best_response(1)) / 2

    @cython.cfunc
    def iterate(self) -> cython.int:
        """Update the strategy of each seat once, against what the other seat plays now."""
        seat: cython.int
        for seat in range(2):
            self.descend(seat, self.current)
            self.ascend(seat, self.current)
            self.learn(seat, self.iterations + 1)
        self.iterations += 1
        return 0

    @cython.cfunc
    def descend(self, seat: cython.int, strategy: cython.double[::1]) -> cython.int:
        """Compute the reach probability of each node: the part of the seat's own choices, and that of all else."""
        parent: cython.int[::1] = self.parent
        slots: cython.int[::1] = self.slot
        by: cython.schar[::1] = self.by
        odds: cython.double[::1] = self.odds
        own: cython.double[::1] = self.own
        rest: cython.double[::1] = self.rest
        node: cython.int
        own[0] = rest[0] = 1.0
        for node in range(1, self.nodes):
            above: cython.int = parent[node]
            slot: cython.int = slots[node]
            share: cython.double = odds[node] if slot < 0 else strategy[slot]
            if by[node] == seat:
                own[node] = own[above] * share
                rest[node] = rest[above]
            else:
                own[node] = own[above]
                rest[node] = rest[above] * share
        return 0

    @cython.cfunc
    def ascend(self, seat: cython.int, strategy: cython.double[::1]) -> cython.int:
        """Compute the expected score at each node, and what the seat gains by each of its moves."""
        parent: cython.int[::1] = self.parent
        slots: cython.int[::1] = self.slot
        by: cython.schar[::1] = self.by
        odds: cython.double[::1] = self.odds
        rest: cython.double[::1] = self.rest
        worth: cython.double[::1] = self.worth
        gain: cython.double[::1] = self.gain
        sign: cython.double = 1.0 if seat == 0 else -1.0
        node: cython.int
        slot: cython.int
        for slot in range(self.first[self.sets]):
            gain[slot] = 0.0
        for node in range(self.nodes):
            worth[node] = self.score[node]
        for node in range(self.nodes - 1, 0, -1):
            slot = slots[node]
            share: cython.double = odds[node] if slot < 0 else strategy[slot]
            worth[parent[node]] += share * worth[node]
            if by[node] == seat:
                gain[slot] += sign * rest[node] * worth[node]
        return 0

    @cython.cfunc
    def learn(self, seat: cython.int, weight: cython.double) -> cython.int:
        """Add the seat's strategy to its average, and its new regrets to the old ones, none of which falls below 0.

        The next strategy matches what the regrets come to if some of the new ones comes once more.
        """
        place: cython.int
        slot: cython.int
        for place in range(self.sets):
            if self.seat[place] != seat:
                continue
            mean: cython.double = 0.0
            reached: cython.double = weight * weight * self.own[self.sample[place]]
            for slot in range(self.first[place], self.first[place + 1]):
                self.total[slot] += reached * self.current[slot]
                mean += self.current[slot] * self.gain[slot]
            for slot in range(self.first[place], self.first[place + 1]):
                regret: cython.double = self.gain[slot] - mean
                self.regret[slot] = max(0.0, self.regret[slot] + regret)
                self.looked[slot] = max(0.0, self.regret[slot] + AHEAD * regret)
            self.normalize(self.looked, self.current, place)
        return 0

    @cython.cfunc
    def normalize(self, sums: cython.double[::1], shares: cython.double[::1], place: cython.int) -> cython.int:
        """Make the sums of one information set into probabilities; all alike where there are none."""
        slot: cython.int
        start: cython.int = self.first[place]
        end: cython.int = self.first[place + 1]
        whole: cython.double = 0.0
        for slot in range(start, end):
            whole += sums[slot]
        for slot in range(start, end):
            shares[slot] = sums[slot] / whole if whole > 0 else 1.0 / (end - start)
        return 0

    @cython.cfunc
    def settle(self) -> cython.int:
        """Make the average strategy the one that is evaluated next."""
        place: cython.int
        for place in range(self.sets):
            self.normalize(self.total, self.looked, place)
        return 0

    @cython.cfunc
    def pick(self, seat: cython.int, level: cython.int) -> cython.int:
        """Let the seat choose, at all its information sets of that level, the move by which it gains most."""
        place: cython.int
        slot: cython.int
        for place in range(self.sets):
            if self.seat[place] != seat or self.level[place] != level:
                continue
            best: cython.int = self.first[place]
            for slot in range(self.first[place], self.first[place + 1]):
                self.looked[slot] = 0.0
                if self.gain[slot] > self.gain[best]:
                    best = slot
            self.looked[best] = 1.0
        return 0

    @cython.cfunc
    def expected_gain(self, place: cython.int) -> cython.double:
        """What the strategy under evaluation gains at that information set, weighted by the reach of all others."""
        slot: cython.int
        hoped: cython.double = 0.0
        for slot in range(self.first[place], self.first[place + 1]):
            hoped += self.looked[slot] * self.gain[slot]
        return hoped

    def reach_chances(self, seat: int) -> list:
        """The counterfactual reach probability of each information set of that seat, as the last walk down found."""
        met = [0.0] * self.sets
        first = {self.tree.first[place]: place for place in range(self.sets) if self.tree.seat[place] == seat}
        for node in range(1, self.nodes):
            place = first.get(self.tree.slot[node])
            if place is not None:
                met[place] += self.rest[node]
        return met


def zeros(count: int) -> array:
    """An array of that many zeros, at least one: an empty array has no memory for a view."""
    return array("d", bytes(8 * max(1, count)))
