"""The tree of a game: its positions as nodes, the moves between them as edges; grown as far as there is room."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import field
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING

from games.base.rule_values import chances_of, legal_moves, score_of, text_of, turn_of
from games.base.spec_error import SpecError
from games.capabilities import hides_information
from games.dataclass import dataclass
from games.game import CHANCE
from referee.errors.attribution import UserCodeError, attribute_errors, is_user_error, note_errors
from referee.errors.ownership import class_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from games.game import Game


FEW = 4  # moves that a sentence names
MOST = 20_000  # nodes: what can be walked through, and is made within a second or two
DEEPEST = 300  # moves of a line, those of chance too: the algorithms call themselves once for each


class Role(Enum):
    """Whose turn it is at a node, as textbooks say it: MAX is the seat that moves at the root, MIN the other one."""

    MAX = "max"
    MIN = "min"
    CHANCE = "chance"
    END = "end"


@dataclass(eq=False)
class Node:
    """A position in a tree.

    game    the position, which nobody changes;  move  the text of the move that led here, empty at the root.
    weight  the share of the move among those of chance, which come to 1; None if no chance made it.
    parent  None at the root;  kids  in the order of the game's moves, empty at an end, and where nothing was grown.
    cut     whether there are moves that were not grown.
    """

    game: Game
    role: Role
    move: str = ""
    weight: Fraction | None = None
    parent: Node | None = None
    kids: list[Node] = field(default_factory=list)
    cut: bool = False

    @property
    def depth(self) -> int:
        """Moves from the root, those of chance too."""
        return len(self.path)

    @property
    def path(self) -> tuple[str, ...]:
        """The texts of the moves from the root."""
        texts, node = [], self
        while node.parent is not None:
            texts.append(node.move)
            node = node.parent
        return tuple(reversed(texts))

    @property
    def where(self) -> str:
        """Where the node is, in words: `at the root`, `after b2 axb2`; only the last moves if there are many."""
        path = self.path
        if not path:
            return "at the root"
        return f"after {' '.join(path)}" if len(path) <= FEW else f"after ... {' '.join(path[-FEW:])}"

    def walk(self) -> Iterator[Node]:
        """Yield the node and all below it, each before its kids."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.kids)


def grow_tree(game: Game, depth: int | None = None, most: int = MOST) -> Node:
    """The tree from that position to that many plies, in at most so many nodes; no depth: to as many as fit in them.

    Plies are moves of the seats, as our searches count them: chance costs none, and no line is cut at it. Where moves
    are left out their node says `cut`. Raises SpecError if it does not fit.
    """
    seat = max_seat(game)
    root = Node(game.copy(), role_of(game, seat), cut=game.score() is None)
    edge, count = [root] if root.cut else [], 1
    reached = -1 if root.role is Role.CHANCE else 0
    while edge and (depth is None or reached < depth):
        grown_on = grow_ply(edge, seat, most - count)
        if grown_on is None:
            if depth is None and reached > 0:
                break
            raise SpecError(too_large_message(depth, most, reached, count))
        edge, more = grown_on
        count += more
        reached += 1
    return root


def grow_ply(edge: Iterable[Node], seat: int, room: int) -> tuple[list[Node], int] | None:
    """Grow each of these nodes by one move, and on through chance: the new nodes that may be grown next, and how many.

    None where that would be more new nodes than there is room for: then these are as they were.
    """
    onward: list[Node] = []
    made, waiting = 0, [(node, node.depth) for node in edge]
    while waiting:
        node, depth = waiting.pop()
        made += expand(node, seat, room - made) if depth < DEEPEST else room + 1
        if made > room:
            for each in edge:
                each.kids, each.cut = [], True
            return None
        for kid in node.kids:
            if kid.role is Role.CHANCE:
                waiting.append((kid, depth + 1))
            elif kid.role is not Role.END:
                onward.append(kid)
    return onward, made


def expand(node: Node, seat: int, room: int) -> int:
    """Give a node all of its kids, if there is room for them; return how many there are."""
    with note_errors(lambda: f"in the tree, {node.where}"):
        moves = weighted_moves(node)
        if len(moves) > room:
            return len(moves)
        node.kids = [child_after(node, move, weight, seat) for move, weight in moves]
    node.cut = False
    return len(moves)


def weighted_moves(node: Node) -> list[tuple[int, Fraction | None]]:
    """The moves at a node where the game goes on, in the game's order, each with its share where chance makes it.

    Raises as `legal_moves` does, and RuleError for weights that are none.
    """
    game = node.game
    moves = legal_moves(game)
    if node.role is not Role.CHANCE:
        return [(move, None) for move in moves]
    weights = dict(chances_of(game))
    whole = sum(weights.values())
    return [(move, Fraction(weights.get(move, 0), whole)) for move in moves]


def child_after(node: Node, move: int, weight: Fraction | None, seat: int) -> Node:
    """Return the node to which that move leads, not yet among the kids of this one. Raises RuleError for its text."""
    text = text_of(node.game, move)
    game = node.game.copy()
    game.make(move)
    role = role_of(game, seat)
    return Node(game, role, text, weight, node, cut=role is not Role.END)


def role_of(game: Game, seat: int) -> Role:
    """Return the role of a position where that seat is MAX."""
    if score_of(game) is not None:
        return Role.END
    turn = turn_of(game)
    if turn == CHANCE:
        return Role.CHANCE
    return Role.MAX if turn == seat else Role.MIN


def max_seat(game: Game) -> int:
    """Return the seat that is MAX in trees from that position: the one to move, seat 0 where that is chance.

    Where seat 0 is called Max, it is MAX in all of them.
    """
    return 1 if game.turn == 1 and game.seats[0].casefold() != "max" else 0


def count_plies(root: Node) -> int:
    """Return the most moves of the seats in a line of the tree."""
    most, waiting = 0, [(root, 0)]
    while waiting:
        node, count = waiting.pop()
        most = max(most, count)
        waiting += [(kid, count + (node.role is not Role.CHANCE)) for kid in node.kids]
    return most


def refuse_hidden(method: str, game: Game) -> None:
    """Raise SpecError if the game hides something: the method would look at what no seat knows."""
    if hides_information(game):
        name = type(game).__name__
        raise SpecError(f"{name} hides something, and {method} needs to see all; allowed: games in which all is open")


def too_large_message(depth: int | None, most: int, reached: int, count: int) -> str:
    """Return the message for a tree that does not fit."""
    wanted = "1 ply" if depth is None else f"{depth} plies" if depth != 1 else "1 ply"
    has = f"; allowed: depth {reached}, which has {count:,}" if reached > 0 else ""
    return f"a tree of {wanted} has more than {most:,} nodes here, or lines of more than {DEEPEST} moves{has}"


def tree_place(spec: str, opening: Sequence[str]) -> str:
    """Return what was being done when something failed, for a message."""
    return f"as the tree of {spec} was grown, after the moves: {' '.join(opening) or 'none'}"


@contextmanager
def report_rule_errors(game: Game, place: Callable[[], str]) -> Iterator[None]:
    """Like `attribute_errors`, but report also values that people's own rules returned and no tree can be made of.

    Raises UserCodeError for such a value.
    """
    try:
        with attribute_errors(game, place):
            yield
    except (RuntimeError, TypeError, ValueError) as error:
        if isinstance(error, SpecError) or is_user_error(error) or not any(map(class_files, type(game).__mro__)):
            raise
        raise UserCodeError("\n".join((f"{type(error).__name__}: {error}", *error.__notes__))) from error
