"""The solver of endings of chess with up to four pieces: it looks into tables, which it makes when they are needed."""

from threading import Lock
from typing import Any, cast

from games.chess.board import KING
from games.game import Game

MEN = 4  # pieces at most
WORDS = 16  # words of a table count as one position: it looks at them about as fast as a search at a position
STEP = 1 << 17  # words between two moments at which other threads and Ctrl-C are heard
SOLVING = Lock()  # one thread at a time


class EndingSolver:
    """Who wins an ending, and how soon, by tables. It ignores repetitions and the 50 moves.

    The process keeps the tables, and goes on where a question without enough positions stopped. A question costs the
    same positions whether its tables are ready or not, so that the answer does not depend on what was asked before.

    paid  the words that its questions have cost, by name of the table.
    """

    how = "retrograde analysis, without repetitions and the 50 moves"
    enough = 10_000_000

    def __init__(self) -> None:
        self.nodes = 0
        self.paid: dict[str, int] = {}

    def outcome(self, game: Game, nodes: int) -> int | None:
        """Return what seat 0 wins with best play; None if that takes more than `nodes` positions."""
        found = self.exact(game, nodes)
        return None if found is None else found[0]

    def exact(self, game: Game, nodes: int) -> tuple[int, int | None] | None:
        """Return seat 0's best score and the plies to it (None: a draw); None beyond `nodes` positions."""
        if not self.prepare(game, nodes):
            return None
        value = value_of(game)
        if not value:
            return 0, None
        return (1 if value & 1 == game.turn else -1), value - 1

    def best(self, game: Game, nodes: int) -> int | None:
        """Return a move to that end, the soonest win or the latest loss; None if that takes too many positions."""
        if not self.prepare(game, nodes):
            return None
        return max(game.moves(), key=lambda move: rank(value_after(game, move)))

    def prepare(self, game: Game, nodes: int) -> bool:
        """Solve the tables of a position; return whether `nodes` positions were enough."""
        from games.chess.endings import EndingView

        if not tabled(game):
            return False
        view: Any = cast("Any", EndingView)([man[:2] for man in men_of(game)])
        table = view.table
        left = nodes * WORDS
        for each in (*table.needs, table):
            left -= self.pay(each, left)
            if not each.ready or self.paid[each.name] < each.work:
                return False
        return True

    def pay(self, table: Any, words: int) -> int:
        """Solve a table as far as `words` words allow, and return what it cost."""
        before = paid = self.paid.setdefault(table.name, 0)
        while paid - before < words and not (table.ready and paid == table.work):
            if paid == table.work:
                with SOLVING:
                    table.advance(min(STEP, words - (paid - before)))
            paid = min(table.work, before + words)
        self.paid[table.name] = paid
        self.nodes += (paid - before + WORDS - 1) // WORDS
        return paid - before


def tabled(game: Any) -> bool:
    """Return whether there is a table for the position: on the usual board, with few pieces, and no right to castle."""
    low, mid, high, _, rights, *_ = game.fields()
    filled = low | mid | high
    return 2 < filled.bit_count() <= MEN and not game.small and not rights & filled


def solver(game: Any) -> EndingSolver | None:
    """Return a solver of the position, or None if there is no table for it."""
    return EndingSolver() if tabled(game) else None


def men_of(game: Any) -> list[tuple[int, int, int]]:
    """Return the kind, the seat and the square of each piece but the kings."""
    return [man for man in pieces_of(game) if man[0] != KING]


def pieces_of(game: Any) -> list[tuple[int, int, int]]:
    """Return the kind, the seat and the square of each piece."""
    low, mid, high, white, *_ = game.fields()
    squares = [square for square in range(64) if (low | mid | high) >> square & 1]
    kinds = [(low >> square & 1) + 2 * (mid >> square & 1) + 4 * (high >> square & 1) for square in squares]
    return [(kind, 1 - (white >> square & 1), square) for kind, square in zip(kinds, squares, strict=True)]


def value_of(game: Any) -> int:
    """Return the value of a position by tables that are ready.

    It is 0 for a draw, otherwise 1 plus the plies to mate: odd if the side to move loses.
    """
    from games.chess.endings import EndingView

    *_, rights, _, _ = game.fields()
    if rights:  # a capture en passant is possible
        return max((value_after(game, move) for move in game.moves()), key=rank)
    men = men_of(game)
    kings = sorted((seat, square) for kind, seat, square in pieces_of(game) if kind == KING)
    squares = [square for _, square in kings] + [square for _, _, square in men]
    view: Any = cast("Any", EndingView)([man[:2] for man in men])
    return int(view.value(game.turn, squares))


def value_after(game: Game, move: int) -> int:
    """Return the value of a move for the seat that makes it."""
    twin = game.copy()
    twin.make(move)
    score = twin.score()
    value = value_of(twin) if score is None else abs(score)
    return value and value + 1


def rank(value: int) -> int:
    """Return a number that is larger for the better of two values: soon wins first, late losses before soon ones."""
    return 0 if not value else value - 1000 if value & 1 else 1000 - value
