r"""Gomoku: place stones on a board; five in a row, a column or a diagonal win, and a full board is a draw.

Black moves first, anywhere, and nothing is forbidden. Rules as in L. V. Allis, H. J. van den Herik and M. P. H.
Huntjens, "Go-Moku and Threat-Space Search", Report CS 93-02, University of Limburg, 1993. More than five in line win
too (free-style gomoku), or with `exact=yes` do not (standard gomoku). With other sizes these are the m,n,k games: m
columns, n rows, k in line. With `misere=yes` who makes such a line has lost.

A number a cell, in rows of 23 whatever the board; a margin two cells wide ends every line and takes what a stone on the
edge does around it. Cell a1 is number 48, and a move is the number of its cell:

    15   370 371 372 ... 384        +22 +23 +24
     .     .   .   .       .           \ | /
     2    71  72  73 ...  85       -1 --   -- +1
     1    48  49  50 ...  62           / | \
          a   b   c  ...  o        -24 -23 -22

"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import stir
    from cython.cimports.games.game import ONGOING, Game, MoveList
    from cython.cimports.games.gomoku.board import BLACK, MARGIN, TABLE, WHITE, WIDTH
    from cython.cimports.games.gomoku.moves import TAKEN, GomokuMoves
    from cython.cimports.games.gomoku.threats import FIVE, FOUR, FOUR_AND_THREE, OPEN_FOUR
else:
    from games.base.bits import stir
    from games.game import ONGOING, Game, MoveList
    from games.gomoku.board import BLACK, MARGIN, TABLE, WHITE, WIDTH
    from games.gomoku.moves import TAKEN, GomokuMoves
    from games.gomoku.threats import FIVE, FOUR, FOUR_AND_THREE, OPEN_FOUR

from games.arrangement import arrange_board
from games.base import refusals
from games.gomoku.board import middle_first
from games.option import Whole, YesNo, check

MOST = 19

steps = cython.declare(cython.int[4], [1, 23, 24, 22])
SKIPPED = cython.declare(cython.ulonglong, 0x6A09E667F3BCC909)  # in the key after a turn was skipped
words = cython.declare(cython.ulonglong[1058], [stir(number) for number in range(1058)])


@cython.cclass
class Gomoku(GomokuMoves):
    """Place stones; five in line win, on a board of any size and with lines of any length."""

    seats = ("Black", "White")
    why_not = refusals.placing
    scale = 2290  # fitted by benchmarks/scale.py
    arrangement = arrange_board
    swing = 40
    options = {
        "columns": Whole(15, least=1, most=MOST, both="rows"),
        "rows": Whole(15, least=1, most=MOST),
        "line": Whole(5, least=2, most=MOST, note="so many in line win; at most the longer side of the board"),
        "exact": YesNo(False, note="whether only exactly so many win, and more do not"),
        "misere": YesNo(False, note="whether who makes such a line loses"),
    }

    result: cython.int  # the score, or ONGOING
    hash: cython.ulonglong

    def __init__(self, columns=15, rows=15, line=5, exact=False, misere=False):
        check(self.options, columns=columns, rows=rows, line=line, exact=exact, misere=misere)
        if line > max(columns, rows):
            raise ValueError(f"line={line} must be at most {max(columns, rows)}, the longer side of the board")
        self.columns, self.rows, self.line, self.exact, self.misere = columns, rows, line, exact, misere
        self.clear()

    def clear(self):
        """Take all stones off the board."""
        columns, rows = self.columns, self.rows
        self.undoable = None
        self.turn = self.near = 0
        self.left = columns * rows
        self.result = ONGOING
        self.hash = stir(4 * (WIDTH * columns + rows) + 2 * self.misere + self.exact)
        if not cython.compiled:  # compiled, new arrays are there from the start
            self.tables()
        for cell in range(TABLE):
            self.board[cell] = MARGIN
            self.around[cell] = TAKEN
        for place, cell in enumerate(middle_first(columns, rows)):
            self.board[cell] = self.around[cell] = 0
            self.put(place, cell)
        self.begin_threats()

    if not cython.compiled:

        def tables(self):
            """Make the lists that are C arrays otherwise."""
            self.board, self.around, self.places, self.befores = [[0] * TABLE for _ in range(4)]
            self.cells_left = [0] * (MOST * MOST)

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        if self.result == ONGOING:
            out.extend(self.cells_left, self.left)

    @cython.cfunc
    def apply(self, move: cython.int) -> cython.void:
        colour: cython.int = WHITE if self.turn else BLACK
        self.board[move] = colour
        self.hash ^= words[move + TABLE * self.turn]
        self.journal[self.made] = move
        self.made += 1
        self.take(move)
        if self.has_line(move, colour):
            self.result = 1 - 2 * (self.turn ^ self.misere)
        elif self.left == 0:
            self.result = 0
        self.turn ^= 1

    @cython.cfunc
    def revert(self, move: cython.int) -> cython.void:
        self.turn ^= 1
        if move < 0:
            self.hash ^= SKIPPED
            return
        self.result = ONGOING
        self.forget(move, self.turn)
        self.give(move)
        self.hash ^= words[move + TABLE * self.turn]
        self.board[move] = 0

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def has_line(self, move: cython.int, colour: cython.int) -> cython.bint:
        """Whether the stone just placed completes a line."""
        direction: cython.int
        for direction in range(4):
            step: cython.int = steps[direction]
            ahead: cython.int = move + step
            behind: cython.int = move - step
            while self.board[ahead] == colour:
                ahead += step
            while self.board[behind] == colour:
                behind -= step
            # Divided only where it may matter: most stones stand alone.
            if ahead - behind > self.line * step and (not self.exact or ahead - behind == (self.line + 1) * step):
                return True
        return False

    @cython.ccall
    def value(self) -> cython.int:
        return self.result

    @cython.ccall
    def key(self) -> cython.ulonglong:
        # The turn follows from the stones.
        return self.hash or 1

    @cython.ccall
    def skip(self) -> cython.bint:
        """Skip a turn, unless the other side threatens to win by its next stone but one at the latest."""
        if self.misere or self.urgent():
            return False
        self.turn ^= 1
        self.hash ^= SKIPPED
        return True

    @cython.ccall
    def urgent(self) -> cython.bint:
        """Whether the other side threatens to complete a line, or to make an open four."""
        self.know()
        theirs: cython.int = 6 - 6 * self.turn
        return self.tally[theirs + FIVE] + self.tally[theirs + OPEN_FOUR] > 0

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        """Add the moves that win, else those that stop a win, else those that threaten to win in two ways, else fours.

        Of the fours those that also make a three, which the next four may come from. Where a line loses there are none.
        """
        if self.result != ONGOING or self.misere:
            return
        self.know()
        if self.tally[6 * self.turn + FIVE]:
            self.gather(out, self.turn, FIVE)
        elif self.tally[6 - 6 * self.turn + FIVE]:
            self.gather(out, 1 - self.turn, FIVE)
        elif self.tally[6 * self.turn + OPEN_FOUR]:
            self.gather(out, self.turn, OPEN_FOUR)
        else:
            self.gather(out, self.turn, FOUR_AND_THREE)
            self.gather(out, self.turn, FOUR)

    @cython.ccall
    def collect_ranked(self, out: MoveList, ranks: MoveList) -> cython.void:
        # Who can win at once does, on any cell; who must stop a win does, and if there are two to stop it has lost on
        # any of them; else who can threaten to win in two ways wins so, and nowhere sooner.
        if self.result != ONGOING:
            return
        self.know()
        bottom: cython.int = out.count
        mine: cython.int = 6 * self.turn
        if not self.misere:
            if self.tally[mine + FIVE]:
                self.gather(out, self.turn, FIVE)
            elif self.tally[6 - mine + FIVE]:
                self.gather(out, 1 - self.turn, FIVE)
            elif self.tally[mine + OPEN_FOUR]:
                self.gather(out, self.turn, OPEN_FOUR)
        if out.count > bottom:
            out.count = bottom + 1
            ranks.add(1)
        elif self.tally[6 - mine + OPEN_FOUR] and not self.misere:
            self.collect_answers(out, ranks)
        else:
            self.rank_all(out, ranks)

    @cython.cfunc
    def become(self, other: Game) -> cython.void:
        of: Gomoku = other
        self.columns, self.rows, self.line, self.exact, self.misere = of.columns, of.rows, of.line, of.exact, of.misere
        self.turn, self.result, self.hash, self.left, self.near = of.turn, of.result, of.hash, of.left, of.near
        self.board[:] = of.board
        self.around[:] = of.around
        self.cells_left[:] = of.cells_left
        self.places[:] = of.places
        self.befores[:] = of.befores
        self.take_over(of)
