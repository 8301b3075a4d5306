"""Chess: checkmate the other king.

The FIDE Laws of Chess of 1 January 2023 (handbook.fide.com/chapter/E012023), by their numbers: how the pieces move (3.1
to 3.6), en passant (3.7.3.1), promotion (3.7.3.3), castling (3.8), check (3.9), checkmate (5.1.1), stalemate (5.2.1).

The game is a draw when no mate is possible any more (5.2.2), as far as the material tells: two kings alone, with one
knight or bishop beside them, or with bishops that all stand on squares of one colour. That is what python-chess calls
`is_insufficient_material`; other dead positions, such as walls of pawns, are played on.

It is a draw when a position occurs for the third time (9.2), and when both sides have made 50 moves in which no pawn
moved and no piece was taken (9.3). Players claim these two draws, here nobody need: so the fifth time and the 75 moves
of 9.6 never come. A checkmate by the last of these moves wins. Positions differ if rights to castle do, or to capture
en passant, which is one only where that is legal (9.2.2).

variant=chess960  one of 960 starts, by its number (FIDE Guidelines II; R. Scharnagl, "Fischer-Random-Chess", 2004).
variant=gardner   five columns and rows (M. Gardner, Scientific American, July 1969): no castling, no double step.

How the board lies in words and what a move holds is told in chess_board.py. Each move puts a whole position on a stack:
see chess_stack.py.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import stir
    from cython.cimports.games.chess.board import CASTLING, DEAD, FIFTY, PASSING, PAWN, THIRD, kind_at, same
    from cython.cimports.games.chess.evaluation import evaluate, order, rank
    from cython.cimports.games.chess.moves import can_move, gather
    from cython.cimports.games.chess.play import flip, forgo, play, prepare
    from cython.cimports.games.chess.stack import ChessStack
    from cython.cimports.games.game import ONGOING, Game, MoveList
else:
    from games.base.bits import stir
    from games.chess.board import CASTLING, DEAD, FIFTY, PASSING, PAWN, THIRD, kind_at, same
    from games.chess.evaluation import evaluate, order, rank
    from games.chess.moves import can_move, gather
    from games.chess.play import flip, forgo, play, prepare
    from games.chess.stack import ChessStack
    from games.game import ONGOING, Game, MoveList

from games.chess import fen, picture, refusals, san
from games.game import check_legal
from games.option import Choice, Whole, check

QUIET = cython.declare(cython.int, 100)  # moves of both sides without progress: then it is a draw
TIMES = cython.declare(cython.int, 3)  # that a position occurs: then it is one too
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
WALLS = cython.declare(cython.ulonglong, 0xFFFFFFE0E0E0E0E0)  # beside the board of five columns


class Chess(ChessStack):
    """Checkmate the other king."""

    seats = ("White", "Black")
    why_not = refusals.why_not
    arrangement = fen.arrange
    swing = 80
    looks_back = True
    walks = True
    options = {
        "variant": Choice("standard", words=("standard", "chess960", "gardner"), note="gardner is 5 columns and rows"),
        "start": Whole(518, least=0, most=959, note="the number of the start of chess960; 518 is the usual one"),
    }

    def __init__(self, variant="standard", start=518):
        check(self.options, variant=variant, start=start)
        if variant != "chess960" and start != 518:
            raise ValueError(f"start={start} needs variant=chess960")
        self.free, self.small, self.start = variant == "chess960", variant == "gardner", start
        self.set_position(fen.start_of(variant, start))

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        board = self.back(0)
        if not board.drawn:
            gather(board, out, True)

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        """Add the captures and the promotions to a queen, in check all moves, the best of them first."""
        board = self.back(0)
        bottom: cython.int = out.count
        if not board.drawn:
            gather(board, out, board.targets != WORD)
            order(board, out, bottom)

    @cython.ccall
    def collect_ranked(self, out: MoveList, ranks: MoveList) -> cython.void:
        board = self.back(0)
        place: cython.int
        bottom: cython.int = out.count
        if not board.drawn:
            gather(board, out, True)
        for place in range(bottom, out.count):
            ranks.add(rank(board, out.at(place)))

    def apply(self, move: cython.int) -> cython.void:
        board = self.spare()
        play(board, move)
        self.push(board)
        self.turn = board.turn
        if board.quiet and not board.drawn:
            self.recall()

    def recall(self) -> cython.void:
        """After a quiet move: find whether it draws the game."""
        board = self.back(0)
        times: cython.int = 1
        count: cython.int
        for count in range(4, min(board.quiet, self.plies) + 1, 2):
            times += same(board, self.back(count))
        board.drawn = THIRD if times >= TIMES else FIFTY if board.quiet >= QUIET else 0

    def revert(self, move: cython.int) -> cython.void:
        self.plies -= 1
        self.turn ^= 1

    @cython.ccall
    def skip(self) -> cython.bint:
        """In check it cannot be, and with one piece or none it may be better not to move (zugzwang)."""
        board = self.spare()
        if not forgo(board):
            return False
        self.push(board)
        self.turn = board.turn
        return True

    @cython.ccall
    def urgent(self) -> cython.bint:
        """In check."""
        return self.back(0).targets != WORD

    @cython.ccall
    def value(self) -> cython.int:
        board = self.back(0)
        if board.drawn == DEAD:
            return 0
        if can_move(board):
            return 0 if board.drawn else ONGOING
        return 0 if board.targets == WORD else 2 * board.turn - 1

    @cython.ccall
    def estimate(self) -> cython.int:
        return evaluate(self.back(0))

    @cython.ccall
    def key(self) -> cython.ulonglong:
        board = self.back(0)
        return stir(self.board_key() + stir(board.past + board.quiet & WORD) & WORD) or 1

    @cython.ccall
    def board_key(self) -> cython.ulonglong:
        board = self.back(0)
        return stir(board.mixed ^ board.rights) or 1

    def become(self, other: Game) -> cython.void:
        of: Chess = other
        kept: cython.int = min(of.back(0).quiet, of.plies)
        self.take(of, kept)
        self.plies, self.before, self.turn = kept, of.before + of.plies - kept, of.turn
        self.free, self.small, self.start = of.free, of.small, of.start

    def men(self):
        """The letter of what stands on each square, a1 first; empty texts where nothing does."""
        return fen.letters_of(*self.fields(0)[:4])

    def position(self, seat=None):
        board = self.back(0)
        counters = board.quiet, (self.before + self.plies) // 2 + 1
        return fen.write_fen(self.men(), 5 if self.small else 8, self.turn, board.rights, counters)

    def set_position(self, text):
        self.undoable = None
        found = fen.read_fen(text, 5 if self.small else 8, self.free)
        board = self.clear()
        board.walls = WALLS if self.small else 0
        for square, letter in enumerate(found.men):
            if letter:
                flip(board, int(letter.islower()), fen.KINDS[letter.upper()], square, 1)
        prepare(board, found.turn, found.rights, found.quiet)
        self.turn, self.before = found.turn, found.before

    def outcome(self, move):
        """`+` where the move gives check, `#` where it mates, else nothing."""
        board = self.spare()
        play(board, move)
        if board.targets == WORD:
            return ""
        return "+" if can_move(board) else "#"

    def takes(self, move):
        """The kind of what the move takes, 0 for nothing."""
        return PAWN if move & PASSING else 0 if move & CASTLING else kind_at(self.back(0), move & 63)

    def text(self, move):
        moves = self.moves()
        if move not in moves:
            check_legal(self, move)  # raises
        return san.write(move, self.takes(move) > 0, moves) + self.outcome(move)

    def uci(self, move):
        """The move as chess programs write it to each other: `e2e4`, `e7e8q`; the king takes its rook in chess960."""
        return san.write_uci(move, self.free)

    def say(self, move, seat=None):
        check_legal(self, move)
        return san.phrase(move, self.takes(move), self.outcome(move))

    def parse(self, entry):
        return san.read(entry, self)

    def tidy(self, entry):
        return san.fold_entry(entry)

    def cells(self, move):
        ends = move >> 6 & 63, san.goal(move, self.free)
        return tuple([((4 if self.small else 7) - square // 8, square % 8) for square in ends])

    def show(self, seat=None):
        checked = self.back(0).targets != WORD
        return picture.picture(self.men(), self.small, self.turn if checked else None, self.board_key())

    def reason(self):
        if self.value():
            return f"{self.seats[self.turn]} is checkmated"
        return picture.DRAWS[self.back(0).drawn if can_move(self.back(0)) else 0]
