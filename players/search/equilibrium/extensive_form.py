"""The extensive form of a small game: its whole tree as arrays, with information sets."""

from array import array
from bisect import bisect_right
from collections.abc import Callable, Hashable
from itertools import repeat
from typing import NoReturn

from games.adapters.undo import can_unmake
from games.base.rule_values import chances_of
from games.game import CHANCE, Game
from games.perft import outgrows
from players.player import Unplayable

MOST = 2_000_000  # nodes
DEEPEST = 1_000  # plies
OFTEN = 4096  # nodes between two calls of `tell`
Step = tuple[int, int, float]  # a move, its slot, its probability
Move = tuple[Game, int, int, int, int, float, tuple[int, int], int]  # what `grow` needs to add one node


class TooLarge(Unplayable):
    """The tree has too many nodes to be held."""


class GameTree:
    """All lines of play from a position, its nodes numbered from the root, 0, each after its parent.

    For each node, in an array by its number (at the root, which no move led to, only the score means something):
        parent  the node before it.
        by      who moved there: 0, 1 or CHANCE.
        slot    the number of that move among all moves of all information sets; -1 for chance.
        odds    the probability of a chance move, otherwise 1.
        score   what seat 0 has won there if the game is over, otherwise 0.

    For each information set, the same way: `seat`; `first` of its slots, which are in the order of its moves, with one
    entry more at the end; `level`, how many choices of its seat led there; `sample`, one node of it. Lists hold its
    `names`, its `moves` and their `texts`, and `numbers` its number by (seat, name).
    """

    def __init__(self, game: Game, most: int = MOST, tell: Callable[[int], object] | None = None):
        """Build the tree; `tell` is called with the number of nodes now and then.

        Raises Unplayable, in one line, for more than DEEPEST plies and for imperfect recall, and TooLarge for more than
        `most` nodes: at once for a game in C, whose nodes are counted first.
        """
        self.title = type(game).__name__
        self.stakes = game.stakes
        self.most = most
        self.tell = tell
        self.parent, self.slot, self.score = array("i"), array("i"), array("d")
        self.by, self.odds = array("b"), array("d")
        self.seat, self.first, self.level, self.sample = array("b"), array("i", [0]), array("i"), array("i")
        self.names: list[Hashable] = []
        self.moves: list[list[int]] = []
        self.texts: list[list[str]] = []
        self.last: list[int] = []
        self.numbers: dict[tuple[int, Hashable], int] = {}
        self.depth = 0
        if can_unmake(game) and outgrows(game, most):
            self.refuse()
        self.grow(game.copy())

    def __len__(self) -> int:
        return len(self.parent)

    def grow(self, game: Game) -> None:
        """Add the nodes from the position on, depth first."""
        self.add(0, CHANCE, -1, 1.0)
        ahead = self.onward(game, 0, (-1, -1), 1)
        while ahead:
            before, move, node, by, slot, odds, past, depth = ahead.pop()
            child = self.add(node, by, slot, odds)
            after = before.copy()
            after.make(move)
            if slot >= 0:
                past = (slot, past[1]) if by == 0 else (past[0], slot)
            ahead += self.onward(after, child, past, depth + 1)

    def add(self, parent: int, by: int, slot: int, odds: float) -> int:
        """Add a node; return its number."""
        node = len(self.parent)
        if node >= self.most:
            self.refuse()
        self.parent.append(parent)
        self.by.append(by)
        self.slot.append(slot)
        self.odds.append(odds)
        self.score.append(0.0)
        if self.tell and node % OFTEN == 0:
            self.tell(node)
        return node

    def refuse(self) -> NoReturn:
        raise TooLarge(f"the tree of {self.title} has more than {self.most:,} nodes, too many to solve")

    def onward(self, game: Game, node: int, past: tuple[int, int], depth: int) -> list[Move]:
        """Return the steps that `grow` takes next from the node, the last move first; none if the game is over.

        past  the slot of each seat's last choice on the way there, -1 if it had none.
        """
        score = game.score()
        if score is not None:
            self.score[node] = score
            return []
        if depth > DEEPEST:
            raise Unplayable(f"{self.title} goes on for more than {DEEPEST:,} moves, too many to solve")
        self.depth = max(self.depth, depth)
        turn = game.turn
        steps = self.deals(game) if turn == CHANCE else self.choices(game, node, past[turn])
        if not steps:
            raise RuntimeError(f"{self.title} has no moves though it is not over")
        return [(game, move, node, turn, slot, odds, past, depth) for move, slot, odds in reversed(steps)]

    def deals(self, game: Game) -> list[Step]:
        """Return (move, no slot, probability) of each outcome of chance."""
        chances = chances_of(game)
        whole = sum(weight for _, weight in chances)
        return [(move, -1, weight / whole) for move, weight in chances]

    def choices(self, game: Game, node: int, last: int) -> list[Step]:
        """Return (move, slot, 1) of each move at the node, whose information set is entered if it is new."""
        seat, name, moves = game.turn, game.known(game.turn), game.moves()
        place = self.numbers.setdefault((seat, name), len(self.names))
        if place == len(self.names):
            self.enter(game, node, name, moves, last)
        if self.moves[place] != moves:
            raise ValueError(f"{self.title} has other moves in two positions that seat {seat} knows as {name!r}")
        if self.last[place] != last:
            raise Unplayable(f"{self.title} lets seat {seat} forget what it did or knew before {name!r}")
        return list(zip(moves, range(self.first[place], self.first[place + 1]), repeat(1.0)))

    def enter(self, game: Game, node: int, name: Hashable, moves: list[int], last: int) -> None:
        """Record a new information set, first met at the node."""
        self.seat.append(game.turn)
        self.first.append(self.first[-1] + len(moves))
        self.level.append(0 if last < 0 else self.level[self.set_of(last)] + 1)
        self.sample.append(node)
        self.names.append(name)
        self.moves.append(moves)
        self.texts.append([game.text(move) for move in moves])
        self.last.append(last)

    def set_of(self, slot: int) -> int:
        """Return the information set of the slot."""
        return bisect_right(self.first, slot) - 1
