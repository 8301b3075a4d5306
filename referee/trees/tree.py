"""The tree of a game: positions are nodes, moves are edges; grown as far as there is room."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import field
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING

from games.base.rule_values import chances_of, legal_moves, score_of, text_of, turn_of
from games.base.spec_error import SpecError, UnknownScore
from games.capabilities import hides_information
from games.dataclass import dataclass
from games.game import CHANCE
from referee.errors.attribution import UserCodeError, attribute_errors, is_user_error, note_errors
from referee.errors.ownership import class_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from games.game import Game


FEW = 4  # moves that a sentence names
MOST = 20_000  # nodes: few enough to walk through, and grown within a second or two
DEEPEST = 300  # moves of a line, chance included: the algorithms recurse once for each


class Role(Enum):
    """The role of a node, as in textbooks: MAX is the seat that moves at the root, MIN the other one."""

    MAX = "max"
    MIN = "min"
    CHANCE = "chance"
    END = "end"


@dataclass(eq=False)
class Node:
    """A position in a tree.

    game    the position, which nobody changes;  move  the text of the move that led here, "" at the root.
    weight  the probability of a move of chance; None of other moves.
    parent  None at the root;  kids  in the order of the game's moves, empty at an end and where nothing was grown.
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
        """The number of moves from the root, chance included."""
        return len(self.path)

    @property
    def path(self) -> tuple[str, ...]:
        texts, node = [], self
        while node.parent is not None:
            texts.append(node.move)
            node = node.parent
        return tuple(reversed(texts))

    @property
    def where(self) -> str:
        """The place of the node in words: `at the root`, `after b2 axb2`; long paths show only the last moves."""
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
    """Return the tree below `game`, `depth` plies deep or as deep as fits into `most` nodes.

    Plies are moves of the seats: chance costs none, and no line is cut at it. Nodes with missing moves are `cut`.
    Raises SpecError if the tree does not fit.
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
            wanted = "1 ply" if depth is None else f"{depth} plies" if depth != 1 else "1 ply"
            has = f"; allowed: depth {reached}, which has {count:,}" if reached > 0 else ""
            raise SpecError(
                f"a tree of {wanted} has more than {most:,} nodes here, or lines of more than {DEEPEST} moves{has}"
            )
        edge, more = grown_on
        count += more
        reached += 1
    return root


def grow_ply(edge: Iterable[Node], seat: int, room: int) -> tuple[list[Node], int] | None:
    """Grow each node of `edge` by one move, and on through chance.

    Returns the new nodes that may be grown next and the number of new nodes; None, with nothing grown, if there would
    be more than `room`.
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
    """Give a node all its kids, if there is room for them; return how many there are."""
    with note_errors(lambda: f"in the tree, {node.where}"):
        moves = weighted_moves(node)
        if len(moves) > room:
            return len(moves)
        node.kids = [child_after(node, move, weight, seat) for move, weight in moves]
    node.cut = False
    return len(moves)


def weighted_moves(node: Node) -> list[tuple[int, Fraction | None]]:
    """Return the moves at an inner node in the game's order, with their probabilities at chance nodes.

    Raises what `legal_moves` raises, and RuleError for invalid weights.
    """
    game = node.game
    moves = legal_moves(game)
    if node.role is not Role.CHANCE:
        return [(move, None) for move in moves]
    weights = dict(chances_of(game))
    whole = sum(weights.values())
    return [(move, Fraction(weights.get(move, 0), whole)) for move in moves]


def child_after(node: Node, move: int, weight: Fraction | None, seat: int) -> Node:
    """Return the node after `move`, not yet among the kids of `node`. Raises RuleError for an invalid text."""
    text = text_of(node.game, move)
    game = node.game.copy()
    game.make(move)
    role = role_of(game, seat)
    return Node(game, role, text, weight, node, cut=role is not Role.END)


def role_of(game: Game, seat: int) -> Role:
    """Return the role of a position if `seat` is MAX."""
    try:
        if score_of(game) is not None:
            return Role.END
    except UnknownScore:  # an algorithm may never look at it
        return Role.END
    turn = turn_of(game)
    if turn == CHANCE:
        return Role.CHANCE
    return Role.MAX if turn == seat else Role.MIN


def max_seat(game: Game) -> int:
    """Return the seat that is MAX in the tree of `game`: the seat to move, or seat 0 if chance is.

    A seat 0 that is called Max is always MAX.
    """
    return 1 if game.turn == 1 and game.seats[0].casefold() != "max" else 0


def count_plies(root: Node) -> int:
    """Return the length of the longest line of the tree, in moves of the seats."""
    most, waiting = 0, [(root, 0)]
    while waiting:
        node, count = waiting.pop()
        most = max(most, count)
        waiting += [(kid, count + (node.role is not Role.CHANCE)) for kid in node.kids]
    return most


def refuse_hidden(method: str, game: Game) -> None:
    """Raise SpecError if the game hides something, which the method would see."""
    if hides_information(game):
        name = type(game).__name__
        raise SpecError(f"{name} hides something, and {method} needs to see all; allowed: games in which all is open")


def tree_place(spec: str, opening: Sequence[str]) -> str:
    """Return what was being done when something failed, for a message."""
    return f"as the tree of {spec} was grown, after the moves: {' '.join(opening) or 'none'}"


@contextmanager
def report_rule_errors(game: Game, place: Callable[[], str]) -> Iterator[None]:
    """Attribute errors as `attribute_errors` does, and report invalid values of people's own rules too.

    Raises UserCodeError for such a value.
    """
    try:
        with attribute_errors(game, place):
            yield
    except (RuntimeError, TypeError, ValueError) as error:
        if isinstance(error, SpecError) or is_user_error(error) or not any(map(class_files, type(game).__mro__)):
            raise
        raise UserCodeError("\n".join((f"{type(error).__name__}: {error}", *error.__notes__))) from error
