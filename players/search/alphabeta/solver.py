"""What a position is worth exactly, with best play by both: the score to the end of the game, and how far that is.

Searches with an empty window ask whether the score is above a guess. Each answer is a bound, so that an interrupted
search has bounds to tell. First it is found out who wins and by how much, by halving what is possible; then how soon.
Where the past decides, lines to the end are long: there it looks first for a win or a loss in 1 ply, 2, 3 and so on.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import Game
    from cython.cimports.players.search.alphabeta.pvs import Pvs
    from cython.cimports.players.search.alphabeta.score import HALF, SPAN, Score
    from cython.cimports.players.search.alphabeta.table import Table
    from cython.cimports.players.search.clock import Clock
else:
    from games.game import Game
    from players.search.alphabeta.pvs import Pvs
    from players.search.alphabeta.score import HALF, SPAN, Score
    from players.search.alphabeta.table import Table
    from players.search.clock import Clock

from players.search.clock import Stop

SOON = cython.declare(cython.longlong, 1_000_000)  # positions that the search for a win or a loss near by may take


@cython.cclass
class Solver(Pvs):
    """The exact score of one position, for the seat to move.

    lower, upper  the bounds found so far; equal once it is solved, and then `final` is true and `score` the score.
    """

    lower = cython.declare(Score, visibility="readonly")
    upper = cython.declare(Score, visibility="readonly")
    shallow = cython.declare(cython.bint, visibility="readonly")  # the game goes on beyond where the search may look

    def __init__(self, game: Game, table: Table, clock: Clock, deepest: int):
        Pvs.__init__(self, game, table, clock, deepest, calm=0)
        self.upper = self.stakes - 1
        self.lower = -self.upper
        self.shallow = False

    def run(self, most=None) -> None:
        """Narrow the bounds until they meet or the clock says stop; it may be called again, to go on."""
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
        """Find out who wins and by how much, or as much of that as the clock leaves time for, and not how soon."""
        self.prepare()
        try:
            self.look_near()
            while to_margin(self.lower) < to_margin(self.upper) and not self.shallow:
                self.ask(next_guess(self.lower, self.upper))
        except Stop:
            pass

    def look_near(self) -> None:
        """Where the past decides, find out whether the position is won or lost within few plies. Raises Stop."""
        plies: cython.int = 1
        most: Score = self.clock.nodes + SOON
        while self.looks_back and self.lower < self.upper and self.clock.nodes < most and plies < self.deepest:
            for guess in (self.stakes - plies - 1, plies - self.stakes):
                if self.lower <= guess < self.upper:
                    self.ask(guess)
            plies += 1

    def question(self) -> int | None:
        """The margin for the seat to move of which it is next to be found out whether it gets more; None where all are.

        It is what `settle` asks next.
        """
        least: Score = to_margin(self.lower)
        most: Score = to_margin(self.upper)
        return least + most >> 1 if least < most else None

    def learn(self, margin: int, more: bool, move: int) -> None:
        """Take it as known whether the seat to move gets more than that margin, and that this move brings it more."""
        if more:
            self.lower = max(self.lower, round_draw(margin * SPAN + HALF + 1))
            self.best_move = move
        else:
            self.upper = min(self.upper, round_draw(margin * SPAN + HALF))

    def know(self, margin: int) -> None:
        """Take it as known that best play brings the seat to move that margin: then it only looks for a move to it."""
        best: Score = margin * SPAN + (HALF - 1 if margin < 0 else -1 if margin > 0 else 0)
        self.upper = min(self.upper, best)

    def go_on(self, clock: Clock) -> None:
        """Run by another clock."""
        self.clock = clock
        self.run()

    def on_stop(self, found: dict, move: cython.int):
        """The best move stays the one that has proven the lower bound."""

    def ask(self, guess: Score) -> None:
        """Find out whether the score is above the guess. Raises Stop.

        Where some line is too long for an answer it asks whether the game is lost: that may be known all the same.
        """
        if not self.test_guess(guess) and not (guess > -HALF - 1 and self.test_guess(-HALF - 1)):
            self.shallow = True

    @cython.cfunc
    @cython.exceptval(-1)
    def test_guess(self, guess: Score) -> cython.bint:
        """Search whether the score is above the guess, and narrow the bounds; False where no answer was found."""
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
    """The score, or 0 if it lies within HALF of 0: no game ends there, so that it is a draw."""
    return 0 if -HALF <= score <= HALF else score


@cython.cfunc
def next_guess(lower: Score, upper: Score) -> Score:
    """The next score to test: the middle of the possible margins, then of the distances."""
    least: Score = to_margin(lower)
    most: Score = to_margin(upper)
    if least < most:
        return (least + most >> 1) * SPAN + HALF
    return lower + (upper - lower >> 1)


@cython.cfunc
def to_margin(score: Score) -> Score:
    """The margin, in the game's own score, that a search score stands for."""
    return score + HALF >> 20  # rounded down, also below zero
