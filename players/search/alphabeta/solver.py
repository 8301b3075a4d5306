"""What a position is worth exactly, with best play by both: searches to the end of the game."""

import sys

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import CHANCE, ONGOING, Game, MoveList
    from cython.cimports.players.search.alphabeta.pvs import Pvs
    from cython.cimports.players.search.alphabeta.table import EXACT, HALF, SPAN, Score, Table
    from cython.cimports.players.search.alphabeta.tree import CROWD, Tree
    from cython.cimports.players.search.clock import Clock
else:
    from games.game import CHANCE, ONGOING, Game, MoveList
    from players.search.alphabeta.pvs import Pvs
    from players.search.alphabeta.table import EXACT, HALF, SPAN, Score, Table
    from players.search.alphabeta.tree import CROWD, Tree
    from players.search.clock import Clock

from games.adapters.undo import bounds_score, ranks_moves
from players.search.alphabeta.tree import DEEPEST, Chance
from players.search.clock import Stop

SOON = cython.declare(cython.longlong, 1_000_000)  # positions for the search for a near win or loss
NEVER = cython.declare(cython.int, 1 << 28)  # proof or disproof number of the impossible
HIGH = cython.declare(cython.int, 32)  # bits of an entry: the proof number, above the disproof number
MASK = cython.declare(cython.longlong, 0xFFFFFFFF)
SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


class Solver(Pvs):
    """The exact score of one position for the seat to move, and how far the end is.

    Searches with an empty window ask whether the score is above a guess. Each answer is a bound, so an interrupted
    search still has bounds. First bisection finds the winner and the margin, then the distance. If the past matters,
    lines to the end are long: then it first looks for a win or a loss in 1 ply, 2, 3 and so on.

    lower, upper  the bounds found so far; equal once it is solved, and then `final` is true and `score` the score.
    """

    def __init__(self, game: Game, table: Table, clock: Clock, deepest: int):
        Pvs.__init__(self, game, table, clock, deepest, calm=0)
        self.upper = self.stakes - 1
        self.lower = -self.upper
        self.shallow = False

    def run(self, most=None) -> None:
        """Narrow the bounds until they meet or the clock says stop; call it again to go on."""
        self.prepare()
        try:
            self.look_near()
            while self.lower < self.upper and not self.shallow:
                self.ask(next_guess(self.lower, self.upper))
        except Stop:
            pass
        self.final = self.lower == self.upper
        if self.final:
            self.score = self.lower

    def settle(self) -> None:
        """Find the winner and the margin as far as the clock leaves time, not the distance."""
        self.prepare()
        try:
            self.look_near()
            while to_margin(self.lower) < to_margin(self.upper) and not self.shallow:
                self.ask(next_guess(self.lower, self.upper))
        except Stop:
            pass

    def look_near(self) -> None:
        """If the past matters, search for a win or a loss within few plies. Raises Stop."""
        plies: cython.int = 1
        most: Score = self.clock.nodes + SOON
        while self.looks_back and self.lower < self.upper and self.clock.nodes < most and plies < self.deepest:
            for guess in (self.stakes - plies - 1, plies - self.stakes):
                if self.lower <= guess < self.upper:
                    self.ask(guess)
            plies += 1

    def question(self) -> int | None:
        """Return the next margin that `settle` tests: does the seat to move get more? None if none is left."""
        least: Score = to_margin(self.lower)
        most: Score = to_margin(self.upper)
        return least + most >> 1 if least < most else None

    def learn(self, margin: int, more: bool, move: int) -> None:
        """Take it as known whether the seat to move gets more than `margin`; `move` is the move that does."""
        if more:
            self.lower = max(self.lower, round_draw(margin * SPAN + HALF + 1))
            self.best_move = move
        else:
            self.upper = min(self.upper, round_draw(margin * SPAN + HALF))

    def know(self, margin: int) -> None:
        """Take it as known that best play brings the seat to move `margin`: then it only looks for a move to it."""
        best: Score = margin * SPAN + (HALF - 1 if margin < 0 else -1 if margin > 0 else 0)
        self.upper = min(self.upper, best)

    def go_on(self, clock: Clock) -> None:
        """Run by another clock."""
        self.clock = clock
        self.run()

    def on_stop(self, found: dict, move: cython.int):
        """Keep the best move that has proven the lower bound."""

    def ask(self, guess: Score) -> None:
        """Find out whether the score is above the guess. Raises Stop.

        If some line is too long for an answer, it asks whether the game is lost: that may be known all the same.
        """
        if not self.test_guess(guess) and not (guess > -HALF - 1 and self.test_guess(-HALF - 1)):
            self.shallow = True

    def test_guess(self, guess: Score) -> cython.bint:
        """Test whether the score is above the guess, and narrow the bounds; return False if no answer was found."""
        start: Score = self.horizons
        found: Score = self.root(self.deepest, guess, guess + 1)
        self.depth = self.longest
        if self.horizons > start and not (found > max(guess, HALF) or found <= min(guess, -HALF - 1)):
            return False
        if found > guess:
            self.lower = max(self.lower, round_draw(found))
        else:
            self.upper = min(self.upper, round_draw(found))
        return True


@cython.cfunc
def round_draw(score: Score) -> Score:
    """Return the score, or 0 if it lies within HALF of 0: no game ends there, so it is a draw."""
    return 0 if -HALF <= score <= HALF else score


@cython.cfunc
def next_guess(lower: Score, upper: Score) -> Score:
    """Return the next score to test: the middle of the possible margins, then of the distances."""
    least: Score = to_margin(lower)
    most: Score = to_margin(upper)
    if least < most:
        return (least + most >> 1) * SPAN + HALF
    return lower + (upper - lower >> 1)


@cython.cfunc
def to_margin(score: Score) -> Score:
    """Return the margin, in the game's own score, of a search score."""
    return score + HALF >> 20  # rounded down, also below zero


class ProofNumbers(Tree):
    """Proof-number search: the winner, not the distance, along the line that needs the least work to prove or refute.

    The question is whether seat 0 wins by at least `least`. A position's proof number is the least number of positions
    that must be proven for a yes, its disproof number the same for a no (L. V. Allis, M. van der Meulen, H. J. van den
    Herik, "Proof-Number Search", Artificial Intelligence 66, 1994). Where seat 0 moves, one move proves: the proof
    number is the easiest move's, and the disproof number counts all of them; where seat 1 moves, it is the other
    way round. This is df-pn, the depth-first form, with a table (A. Nagai, "Df-pn Algorithm for Searching AND/OR Trees
    and Its Applications", University of Tokyo, 2002): it stays below a position until its numbers pass thresholds at
    which another one is more promising, by a quarter at least (J. Pawlewicz, L. Lew, "Improving Depth-First PN-Search:
    1+e Trick", CG 2006). A. Kishimoto, M. Winands, M. Mueller, J.-T. Saito, "Game-Tree Search Using Proof Numbers: The
    First Twenty Years", ICGA Journal 35, 2012, is a survey.

    Where many lines meet, a sum counts positions many times over. So of the moves that must all be proven it counts the
    hardest one, and 1 for each of the others (weak proof numbers: T. Ueda et al., "Weak Proof-Number Search", CG 2008).

    A new position begins with its number of moves if all must fail, and with 1 if one suffices. So the search prefers
    what leaves the other seat few moves, as a row of threats does.

    It refuses games that look back: there the same board may be won by one way to it and lost by another.

    proven  True or False once it is known, otherwise None; if the seat to move has its way, `best_move` achieves it.

    All positions of one game and all questions about them may share a table, but not with searches of another kind.
    """

    # least: the score in question. proof, disproof: the numbers of the last position. ranks, proofs, disproofs: of the
    # moves on the stack. spare: scratch. limits: whether the game bounds its score.

    def __init__(self, game: Game, table: Table, clock: Clock, least: int, deepest: int = DEEPEST):
        Tree.__init__(self, game, table, clock)
        if game.looks_back or not game.key():
            raise ValueError(f"{self.name} is not for proof numbers: what its positions are worth depends on the past")
        self.proven = None
        self.least, self.deepest = least, deepest
        self.ranked, self.limits = ranks_moves(game), bounds_score(game)
        self.question = (2 * least + 1) * SPREAD & WORD
        self.spare, self.spare_ranks = MoveList(), MoveList()
        self.ranks, self.proofs, self.disproofs = MoveList(), MoveList(), MoveList()

    def run(self) -> None:
        """Answer the question, unless the clock says stop; called again, it goes on with what is in the table."""
        if not cython.compiled:
            sys.setrecursionlimit(max(sys.getrecursionlimit(), 7 * self.deepest))
        self.again()
        self.ranks.count = self.proofs.count = self.disproofs.count = 0
        try:
            self.search(NEVER, NEVER, 0)
        except Stop:
            return
        self.proven = self.proof == 0
        self.final = True

    def search(self, most_proof: cython.int, most_disproof: cython.int, ply: cython.int) -> cython.int:
        """Search below an unfinished position until one of its numbers reaches its limit. Raises Stop and Chance."""
        key: cython.ulonglong = self.game.key() ^ self.question
        work: cython.longlong = -self.clock.nodes
        bottom: cython.int = self.stack.count
        ours: cython.bint = self.game.turn == 0
        if ply >= self.deepest:
            raise Stop
        self.expand(bottom)
        move: cython.int = self.stack.at(bottom)
        while True:
            place: cython.int = self.sum_up(bottom, ours)
            move = self.stack.at(place)
            proof: cython.int = self.proof
            disproof: cython.int = self.disproof
            if proof >= most_proof or disproof >= most_disproof or not proof or not disproof:
                break
            # How far the best move may go until another move, or another position, seems easier.
            second: cython.int = min(NEVER, self.second + (self.second >> 2) + 1)
            if ours:
                below_proof: cython.int = min(most_proof, second)
                below_disproof: cython.int = most_disproof - self.others
            else:
                below_proof = most_proof - self.others
                below_disproof = min(most_disproof, second)
            self.game.apply(move)
            self.search(below_proof, below_disproof, ply + 1)
            self.game.revert(move)
            self.proofs.put(place, self.proof)
            self.disproofs.put(place, self.disproof)
        if ply == 0 and (proof if ours else disproof) == 0:
            self.best_move = move
        self.stack.count = self.ranks.count = self.proofs.count = self.disproofs.count = bottom
        told: cython.longlong = cython.cast(cython.longlong, self.proof) << HIGH | self.disproof
        self.table.store(key, told, move, 0, EXACT, work + self.clock.nodes)
        return 0

    def sum_up(self, bottom: cython.int, ours: cython.bint) -> cython.int:
        """Set the position's numbers from its moves', from `bottom` up; return the place of the easiest move.

        `second` is the number of the next easiest, `others` the number of open moves minus one.
        """
        own: MoveList = self.proofs if ours else self.disproofs
        other: MoveList = self.disproofs if ours else self.proofs
        easiest: cython.int = bottom
        hardest: cython.int = 0
        place: cython.int
        self.second, self.others = NEVER, -1
        for place in range(bottom, self.stack.count):
            number: cython.int = own.at(place)
            hardest = max(hardest, other.at(place))
            self.others += other.at(place) > 0
            if place == bottom:
                continue
            least: cython.int = own.at(easiest)
            if number < least or (number == least and self.ranks.at(place) > self.ranks.at(easiest)):
                easiest, number = place, least
            self.second = min(self.second, number)
        most: cython.int = min(NEVER - 1, hardest + self.others) if 0 < hardest < NEVER else hardest
        self.proof, self.disproof = (own.at(easiest), most) if ours else (most, own.at(easiest))
        return easiest

    def expand(self, bottom: cython.int) -> cython.int:
        """Put the moves on the stack with their ranks and numbers: only one if it decides. Raises Stop."""
        place: cython.int
        ours: cython.bint = self.game.turn == 0
        self.list_moves(self.stack, self.ranks)
        if not bottom < self.stack.count < CROWD:
            raise Stop if bottom < self.stack.count else RuntimeError(f"{self.name} has no moves though it is not over")
        for place in range(bottom, self.stack.count):
            move: cython.int = self.stack.at(place)
            if not self.ranked:
                self.ranks.add(0)
            self.game.apply(move)
            self.appraise()
            self.game.revert(move)
            self.proofs.add(self.proof)
            self.disproofs.add(self.disproof)
            if (self.proof if ours else self.disproof) == 0:
                self.keep_only(bottom, place)
                break
        return 0

    def keep_only(self, bottom: cython.int, place: cython.int) -> cython.void:
        """Keep only the move at `place`, whose numbers came last."""
        self.stack.put(bottom, self.stack.at(place))
        self.proofs.put(bottom, self.proof)
        self.disproofs.put(bottom, self.disproof)
        self.stack.count = self.proofs.count = self.disproofs.count = bottom + 1

    def appraise(self) -> cython.int:
        """Set the position's numbers: by its end, the table, or a guess. Raises Stop and Chance."""
        self.clock.tick()
        value: cython.int = self.game.value()
        low: cython.int = value
        high: cython.int = value
        if value == ONGOING:
            if self.game.turn == CHANCE:
                raise Chance(self.name)
            low, high = -NEVER, NEVER
            if self.limits:
                low, high = self.game.at_least(), self.game.at_most()
        if low >= self.least:
            self.proof, self.disproof = 0, NEVER
        elif high < self.least:
            self.proof, self.disproof = NEVER, 0
        elif self.table.find(self.game.key() ^ self.question):
            self.proof = cython.cast(cython.int, self.table.score >> HIGH)
            self.disproof = cython.cast(cython.int, self.table.score & MASK)
        else:
            self.guess()
        return 0

    def guess(self) -> cython.void:
        """Set the numbers of a new position: 1 if one move suffices, the number of moves if all must fail."""
        self.spare.count = self.spare_ranks.count = 0
        self.list_moves(self.spare, self.spare_ranks)
        ours: cython.bint = self.game.turn == 0
        self.proof = 1 if ours else max(1, self.spare.count)
        self.disproof = max(1, self.spare.count) if ours else 1

    def list_moves(self, moves: MoveList, ranks: MoveList) -> cython.void:
        """Add the moves worth trying, with their ranks if the game ranks them."""
        if self.ranked:
            self.game.collect_ranked(moves, ranks)
        else:
            self.game.collect(moves)
