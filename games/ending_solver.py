"""The solver of small endings: it looks into tables, which it makes when they are needed."""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Protocol

from games.game import Game

WORDS = 16  # words of a table count as one position: it looks at them about as fast as a search at a position
STEP = 1 << 17  # words between two moments at which other threads and Ctrl-C are heard
SOLVING = Lock()  # one thread at a time


class EndingTable(Protocol):
    """All positions with the same pieces, solved step by step.

    work  the words that it has looked at.
    """

    name: str
    ready: bool
    work: int

    def advance(self, words: int) -> None:
        """Go on solving until about `words` more words were looked at, or the table is ready."""
        ...


class EndingSolver:
    """Who wins an ending, and how soon, by tables. It ignores the history of the game.

    The process keeps the tables, and goes on where a question without enough positions stopped. A question costs the
    same positions whether its tables are ready or not, so that the answer does not depend on what was asked before.

    tables    returns the tables of a position, each after those that it needs; none if it is no such ending.
    value_of  returns the value of a position by tables that are ready: 0 for a draw, otherwise 1 plus the plies to the
              end, which is odd if the side to move loses.
    paid      the words that its questions have cost, by name of the table.
    """

    enough = 10_000_000

    def __init__(
        self, how: str, tables: Callable[[Game], Sequence[EndingTable]], value_of: Callable[[Game], int]
    ) -> None:
        self.how, self.tables, self.value_of = how, tables, value_of
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
        value = self.value_of(game)
        if not value:
            return 0, None
        return (1 if value & 1 == game.turn else -1), value - 1

    def best(self, game: Game, nodes: int) -> int | None:
        """Return a move to that end, the soonest win or the latest loss; None if that takes too many positions."""
        if not self.prepare(game, nodes):
            return None
        return max(game.moves(), key=lambda move: rank(value_after(game, move, self.value_of)))

    def prepare(self, game: Game, nodes: int) -> bool:
        """Solve the tables of a position; return whether `nodes` positions were enough."""
        tables, left = self.tables(game), nodes * WORDS
        for each in tables:
            left -= self.pay(each, left)
            if not each.ready or self.paid[each.name] < each.work:
                return False
        return bool(tables)

    def pay(self, table: EndingTable, words: int) -> int:
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


def value_after(game: Game, move: int, value_of: Callable[[Game], int]) -> int:
    """Return the value of a move for the seat that makes it."""
    twin = game.copy()
    twin.make(move)
    score = twin.score()
    value = value_of(twin) if score is None else abs(score)
    return value and value + 1


def rank(value: int) -> int:
    """Return a number that is larger for the better of two values: soon wins first, late losses before soon ones."""
    return 0 if not value else value - 1000 if value & 1 else 1000 - value
