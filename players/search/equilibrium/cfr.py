"""Counterfactual regret minimization: equilibrium strategies of games of hidden cards with two seats.

M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, "Regret Minimization in Games with Incomplete Information", 2007;
O. Tammelin, "Solving Large Imperfect Information Games Using CFR+", 2014;
G. Farina, C. Kroer, T. Sandholm, "Faster Game Solving via Predictive Blackwell Approachability", 2021, PCFR+;
L. Meng, Y. Zhang, Z. Ge, T. Yang, Y. Gao, "Faster Game Solving via Asymmetry of Step Sizes", arXiv 2503.12770.
"""

from array import array
from random import Random

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, stir
    from cython.cimports.games.game import CHANCE, ONGOING, Game, MoveList
    from cython.cimports.players.search.clock import Clock
    from cython.cimports.players.search.random_play import Rng, draw_weighted
    from cython.cimports.players.search.values.value_iteration import KeyIndex
else:
    from games.base.bits import Bits, stir
    from games.game import CHANCE, ONGOING, Game, MoveList
    from players.search.clock import Clock
    from players.search.random_play import Rng, draw_weighted
    from players.search.values.value_iteration import KeyIndex

from games.adapters.undo import copy_to_search
from players.player import Unplayable
from players.search.clock import Stop
from players.search.equilibrium.extensive_form import GameTree

AHEAD = cython.declare(cython.double, 1.0 / 6)  # weight of the predicted regret, the last one; 1/2 and 1/3 gain less
HEAD = cython.declare(cython.int, 3)  # numbers of a row before its regrets
START = 1 << 12  # initial room for numbers
LINES = cython.declare(cython.longlong, 1 << 21)  # lines of play whose information sets are remembered
DEEPEST = cython.declare(cython.int, 1_000)  # plies
UNIT = cython.declare(cython.double, 1.0 / (1 << 32))


class PredictiveCfr:
    """SAPCFR+ on one tree: alternating updates, predictive regret matching+, averages weighted by squares.

    Nodes are numbered after their parents, so a walk down the tree is a loop over the nodes, and a walk up the same
    loop backwards.

    tree  the GameTree;  iterations  how many were made; each updates both seats.
    """

    def __init__(self, tree: GameTree):
        self.tree = tree
        self.iterations = 0
        self.nodes, self.sets = len(tree), len(tree.names)
        self.parent, self.slot, self.by, self.odds = tree.parent, tree.slot, tree.by, tree.odds
        self.score, self.first = tree.score, tree.first
        # Without choices there are no information sets, and an empty array has no memory for a view.
        self.seat, self.level = tree.seat or array("b", [0]), tree.level or array("i", [0])
        self.sample = tree.sample or array("i", [0])
        self.others, self.own, self.worth = zeros(self.nodes), zeros(self.nodes), zeros(self.nodes)
        slots = tree.first[self.sets]
        self.sums, self.shares, self.gains = zeros(slots), zeros(slots), zeros(slots)
        self.current, self.regret = zeros(slots), zeros(slots)
        self.rest, self.total, self.looked, self.gain = self.others, self.sums, self.shares, self.gains
        for place in range(self.sets):
            self.normalize(self.regret, self.current, place)

    def run(self, iterations, clock: Clock) -> int:
        """Make `iterations` more iterations, None for as many as the clock allows; return how many were made.

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

    def evaluate(self, seat: cython.int) -> float:
        """Return seat 0's expected score if both play the average strategy; leave `seat`'s values in `gains`."""
        self.settle()
        self.descend(seat, self.looked)
        self.ascend(seat, self.looked)
        return self.worth[0]

    def value(self) -> float:
        """Return seat 0's expected score if both play the average strategy."""
        return self.evaluate(0)

    def best_response(self, seat: cython.int) -> float:
        """Return the most that the seat can expect, in its own score, against the other's average strategy.

        Exact: the best move at each information set, from the seat's last choices back to its first.
        """
        level: cython.int
        self.evaluate(seat)
        for level in range(max(self.tree.level, default=-1), -1, -1):
            self.pick(seat, level)
            self.ascend(seat, self.looked)
        return self.worth[0] if seat == 0 else -self.worth[0]

    def exploitability(self) -> float:
        """Return NashConv / 2: the mean gain of both best responses over the average strategy; 0 in equilibrium.

        M. Lanctot et al., "OpenSpiel: A Framework for Reinforcement Learning in Games", 2019.
        """
        return (self.best_response(0) + self.best_response(1)) / 2

    def strategy(self) -> dict:
        """Return the average strategy by (seat, name of the information set), as from `at`."""
        return {key: self.at(*key) for key in self.tree.numbers}

    def at(self, seat: int, name) -> list:
        """Return the average strategy at one information set: a list of (text of the move, share). Raises KeyError."""
        place = self.tree.numbers[seat, name]
        sums = self.sums[self.tree.first[place] : self.tree.first[place + 1]]
        whole = sum(sums)
        shares = [part / whole if whole > 0 else 1.0 / len(sums) for part in sums]
        return list(zip(self.tree.texts[place], shares, strict=True))

    def adopt(self, shares) -> None:
        """Set the average strategy to the probabilities `shares`, one for each slot; `run` would add to it."""
        for slot in range(self.tree.first[len(self.tree.names)]):
            self.sums[slot] = shares[slot]

    def expectations(self) -> dict:
        """Return the score that its seat expects at each information set, by (seat, name).

        Both play by the average strategy; 0 if the other seat and chance never let play get there.
        """
        found, first = {}, self.tree.first
        for seat in (0, 1):
            self.evaluate(seat)
            met = self.reach_chances(seat)
            for (whose, name), place in self.tree.numbers.items():
                if whose == seat:
                    slots = range(first[place], first[place + 1])
                    hoped = sum([self.shares[slot] * self.gains[slot] for slot in slots])
                    found[seat, name] = hoped / met[place] if met[place] else 0.0
        return found

    def reach_chances(self, seat: int) -> list:
        """Return the counterfactual reach probability of each information set of the seat, as `evaluate` left it."""
        tree, others = self.tree, self.others
        met = [0.0] * len(tree.names)
        first = {tree.first[place]: place for place in range(len(met)) if tree.seat[place] == seat}
        for node in range(1, len(tree)):
            place = first.get(tree.slot[node])
            if place is not None:
                met[place] += others[node]
        return met

    def iterate(self) -> cython.int:
        """Update each seat's strategy once, against the other seat's current strategy."""
        seat: cython.int
        for seat in range(2):
            self.descend(seat, self.current)
            self.ascend(seat, self.current)
            self.learn(seat, self.iterations + 1)
        self.iterations += 1
        return 0

    def descend(self, seat: cython.int, strategy: cython.double[::1]) -> cython.int:
        """Compute the reach probability of each node: the seat's own part, and the part of all others."""
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

    def ascend(self, seat: cython.int, strategy: cython.double[::1]) -> cython.int:
        """Compute the expected score at each node, and the counterfactual values of the seat's moves."""
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

    def learn(self, seat: cython.int, weight: cython.double) -> cython.int:
        """Add the seat's strategy to its average, and the new regrets to the old ones, which never fall below 0.

        The next strategy matches the regrets as predicted: a part of the new ones comes once more.
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

    def normalize(self, sums: cython.double[::1], shares: cython.double[::1], place: cython.int) -> cython.int:
        """Turn the sums of one information set into probabilities; uniform ones if all sums are 0."""
        slot: cython.int
        start: cython.int = self.first[place]
        end: cython.int = self.first[place + 1]
        whole: cython.double = 0.0
        for slot in range(start, end):
            whole += sums[slot]
        for slot in range(start, end):
            shares[slot] = sums[slot] / whole if whole > 0 else 1.0 / (end - start)
        return 0

    def settle(self) -> cython.int:
        """Make the average strategy the one to evaluate."""
        place: cython.int
        for place in range(self.sets):
            self.normalize(self.total, self.looked, place)
        return 0

    def pick(self, seat: cython.int, level: cython.int) -> cython.int:
        """Make the seat's strategy to evaluate choose the best move, at all its information sets of `level`."""
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


class Mccfr:
    """Monte Carlo CFR with external sampling, for a game whose tree is too large to hold.

    M. Lanctot, K. Waugh, M. Zinkevich, M. Bowling, "Monte Carlo Sampling for Regret Minimization in Extensive Games",
    NIPS 2009. A walk tries all moves of one seat, and draws one move of the other seat and of chance by their
    probabilities.

    The values of an information set lie in a row of numbers. Regrets and strategies are weighted by the iteration (N.
    Brown, T. Sandholm, "Solving Imperfect-Information Games via Discounted Regret Minimization", 2019, linear CFR).

        0      1                2                  3 ...      3 + moves ...
        moves  weight of walks  sum of their gains  regrets    sums for the average strategy

    If `key` tells which positions go on alike, a seat may remember the last moves only: information sets share a row if
    the seat imagines a position of the same key, and has heard the same last moves. That makes the game a smaller one,
    of imperfect recall, and its strategy is an abstraction: it forgets what older bids reveal.

    game        at its start;  rng  an Rng.
    recall      the number of last moves that rows tell apart, for a game in C with keys; None: the whole past counts.
    most        numbers, of eight bytes each, that the rows may take.
    iterations  how many were made; each updates both seats.
    sets        rows;  deepest  plies of the longest line.
    full        whether a row did not fit; then it makes no more iterations.
    """

    def __init__(self, game: Game, rng: Rng, recall=None, most: int = 1 << 25):
        self.title, self.start = type(game).__name__, copy_to_search(game)
        self.rng, self.most = rng, most
        self.recall = -1 if recall is None else recall
        self.moves, self.dealt, self.heard = MoveList(), MoveList(), MoveList()
        self.gains, self.cells = array("d", bytes(8 * START)), array("d", bytes(8 * START))
        self.rows, self.lines, self.views, self.names = KeyIndex(), KeyIndex(), KeyIndex(), {}
        self.iterations = self.used = self.sets = self.deepest = self.full = 0

    def run(self, iterations, clock: Clock) -> int:
        """Make `iterations` more iterations, None for as many as clock and room allow; return how many were made.

        The clock counts positions. An iteration that it cuts short still counts for what it learnt.
        """
        done: cython.longlong = 0
        self.clock = clock
        self.game, self.moves.count, self.heard.count = self.start.copy(), 0, 0
        try:
            while (iterations is None or done < iterations) and not self.full:
                self.weight = self.iterations + 1
                for self.seat in (0, 1):
                    self.walk(1, 0)
                self.iterations += 1
                done += 1
        except Stop:
            pass
        return done

    def at(self, game: Game, said) -> tuple:
        """Return the average strategy at a position, a probability for each move, and the seat's expected score.

        said  the texts of the moves of both seats before it, as the seat to move has heard them.
        Raises KeyError for an information set that no walk has reached.
        """
        seat: cython.int = game.turn
        row: cython.int = self.rows.find(self.view_of(game, said) if self.recall >= 0 else key_of(game, seat))
        sums = row + HEAD + int(self.cells[row]) if row >= 0 else 0
        shares = [self.cells[place] for place in range(sums, 2 * sums - row - HEAD)] if sums else []
        if not (whole := sum(shares)):
            raise KeyError(game.known(seat))
        return [share / whole for share in shares], self.cells[row + 2] / max(1.0, self.cells[row + 1])

    def view_of(self, game: Game, said) -> int:
        """Return the key of the row for the position after the texts in `said`."""
        key: Bits = stir(self.number_of(imagined_key(game, game.turn)))
        for text in said[max(0, len(said) - self.recall) :]:
            key = stir(key ^ self.number_of(text))
        return key

    def number_of(self, name) -> int:
        """Return the number of a name, a new one if it is new."""
        return self.names.setdefault(name, len(self.names) + 1)

    def walk(self, line: Bits, ply: cython.int) -> cython.double:
        """Return the learning seat's gain from here on; `line` is a hash of the moves so far. Raises Stop."""
        game: Game = self.game
        score: cython.int = game.value()
        if score != ONGOING:
            self.deepest = max(self.deepest, ply)
            return score if self.seat == 0 else -score
        self.clock.tick()
        if ply > DEEPEST:
            raise Unplayable(f"{self.title} goes on for more than {DEEPEST:,} moves, too many to solve")
        if game.turn == CHANCE:
            self.dealt.count = 0
            game.collect(self.dealt)
            return self.follow(draw_weighted(game, self.dealt, self.rng), line, ply)
        bottom: cython.int = self.moves.count
        game.collect(self.moves)
        count: cython.int = self.moves.count - bottom
        if count == 0:
            raise RuntimeError(f"{self.title} has no moves though it is not over")
        row: cython.int = self.find_view(count) if self.recall >= 0 else self.find_set(line, count)
        gain: cython.double
        if game.turn == self.seat:
            gain = self.learn(row, bottom, line, ply)
        else:
            gain = self.follow(self.draw_move(row, bottom), line, ply)
        self.moves.count = bottom
        return gain

    def follow(self, move: cython.int, line: Bits, ply: cython.int) -> cython.double:
        """Return the learning seat's gain after `move`. Raises Stop."""
        before: cython.int = self.heard.count
        if self.recall > 0 and self.game.turn != CHANCE:
            self.heard.add(self.hear(move, 0))
            self.heard.add(self.hear(move, 1))
        self.game.apply(move)
        gain: cython.double = self.walk(stir(line ^ move), ply + 1)
        self.game.revert(move)
        self.heard.count = before
        return gain

    def learn(self, row: cython.int, bottom: cython.int, line: Bits, ply: cython.int) -> cython.double:
        """Try all moves on the list from `bottom` on, and add to their regrets; return the mean gain."""
        count: cython.int = self.moves.count - bottom
        place: cython.int
        gain: cython.double
        mean: cython.double = 0.0
        while len(self.gains) < self.moves.count:
            self.gains = widen(self.gains)
        for place in range(count):
            gain = self.follow(self.moves.at(bottom + place), line, ply)
            self.gains[bottom + place] = gain
        whole: cython.double = self.sum_regrets(row, count)
        for place in range(count):
            mean += self.share(row, count, place, whole) * self.gains[bottom + place]
        for place in range(count):
            self.cells[row + HEAD + place] += self.weight * (self.gains[bottom + place] - mean)
        self.cells[row + 1] += self.weight
        self.cells[row + 2] += self.weight * mean
        return mean

    def sum_regrets(self, row: cython.int, count: cython.int) -> cython.double:
        place: cython.int
        whole: cython.double = 0.0
        for place in range(row + HEAD, row + HEAD + count):
            whole += max(0.0, self.cells[place])
        return whole

    def share(self, row: cython.int, count: cython.int, place: cython.int, whole: cython.double) -> cython.double:
        """Return the probability of a move by regret matching: its part of the regrets; uniform if there are none."""
        return max(0.0, self.cells[row + HEAD + place]) / whole if whole > 0 else 1.0 / count

    def draw_move(self, row: cython.int, bottom: cython.int) -> cython.int:
        """Draw a move of the list by regret matching, and count the strategy for the average."""
        count: cython.int = self.moves.count - bottom
        place: cython.int
        chosen: cython.int = 0
        whole: cython.double = self.sum_regrets(row, count)
        left: cython.double = (self.rng.next() >> 32) * UNIT
        for place in range(count):
            share: cython.double = self.share(row, count, place, whole)
            self.cells[row + HEAD + count + place] += self.weight * share
            if share > 0 and left >= 0:
                chosen = place
                left -= share
        return self.moves.at(bottom + chosen)

    def find_set(self, line: Bits, count: cython.int) -> cython.int:
        """Return the row of the information set after the line, a new row at the first visit. Raises Stop."""
        row: cython.int = self.lines.find(line)
        if row < 0:
            row = self.find_row(key_of(self.game, self.game.turn), count)
            if self.lines.count < LINES:
                self.lines.add(line, row)
        return row

    def find_view(self, count: cython.int) -> cython.int:
        """Return the row for what the seat to move imagines and has heard last. Raises Stop."""
        turn: cython.int = self.game.turn
        place: cython.int
        key: Bits = stir(self.game.key() ^ turn)
        number: cython.int = self.views.find(key)
        if number < 0:
            number = self.number_of(imagined_key(self.game, turn))
            self.views.add(key, number)
        key = stir(number)
        for place in range(max(0, self.heard.count - 2 * self.recall), self.heard.count, 2):
            key = stir(key ^ self.heard.at(place + turn))
        return self.find_row(key, count)

    def hear(self, move: cython.int, seat: cython.int) -> cython.int:
        """Return the number of what the seat hears of the move."""
        key: Bits = stir(stir(self.game.key() ^ (2 + seat)) ^ move)
        number: cython.int = self.views.find(key)
        if number < 0:
            number = self.number_of(self.game.heard(move, seat))
            self.views.add(key, number)
        return number

    def find_row(self, key: Bits, count: cython.int) -> cython.int:
        """Return the row of the key, a new one if there is none. Raises Stop without room for it."""
        row: cython.longlong = self.rows.find(key)
        if row >= 0:
            if int(self.cells[row]) != count:
                name = f"seat {self.game.turn} knows as {self.game.known(self.game.turn)!r}"
                raise ValueError(f"{self.title} has other moves in two positions that {name}")
            return row
        row = self.used
        if row + HEAD + 2 * count > self.most:
            self.full = True
            raise Stop
        while row + HEAD + 2 * count > len(self.cells):
            self.cells = widen(self.cells)
        self.used, self.sets, self.cells[row] = row + HEAD + 2 * count, self.sets + 1, count
        self.rows.add(key, row)
        return row


def widen(cells: cython.double[::1]):
    """Return the same numbers in an array twice as long."""
    return array("d", bytes(cells) + bytes(8 * len(cells)))


def zeros(count: int) -> array:
    """Return an array of `count` zeros, at least one: an empty array has no memory for a view."""
    return array("d", bytes(8 * max(1, count)))


def key_of(game: Game, seat: int) -> int:
    """Return a number of 64 bits for the seat's information set, the same within a process."""
    return hash((seat, game.known(seat))) & ((1 << 64) - 1)


def imagined_key(game: Game, seat: int) -> tuple:
    """Return what the seat takes the position to be: the key of one fixed determinization, and its moves."""
    world = game.imagine(seat, Random(0))
    return world.key(), tuple(world.moves())
