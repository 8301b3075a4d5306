"""A run of an algorithm on a tree: the scale of its values, its steps, the marks after each, and shared sentences."""

from __future__ import annotations

from enum import Enum
from math import inf
from typing import TYPE_CHECKING

from games.adapters.undo import bounds_score
from games.base.rule_values import score_of
from games.base.spec_error import SpecError
from games.capabilities import has_chance
from games.dataclass import dataclass
from players.search.alphabeta.table import HALF, SPAN, to_game_score
from referee.drawing.number_format import format_count
from referee.errors.attribution import note_errors
from referee.match.exact import find_settled_score
from referee.trees.tree import Role, max_seat

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from fractions import Fraction

    from games.game import Game
    from referee.trees.tree import Node

SLACK = 1 << 18  # the longest that a decided game may last, in plies, as in players/search/alphabeta/tree.py
LONGEST = 10_000  # plies to an end within the tree; larger numbers come from SLACK
WORDS = {1: "W", 0: "D", -1: "L"}
SOLVED = 100_000  # positions to solve a leaf at most
FEW = 4  # outcomes that a sentence names
NAMES = {Role.MAX: "MAX", Role.MIN: "MIN", Role.CHANCE: "Chance"}
AT = {">=": "at least ", "<=": "at most ", "": ""}
SUPERLATIVES = {Role.MAX: "largest", Role.MIN: "smallest"}


@dataclass(frozen=True)
class ValueScale:
    """The scale of the values in a tree.

    seat    the seat that is MAX.
    static  whether leaves are worth the static evaluation even if the game is over, as in some lectures. Otherwise an
            end is worth its score and ranks beyond every estimate; with chance both count in points, as in Game.point.
    exact   whether leaves that are not ends are worth what best play brings from there, which is solved.
    cut     whether some leaves are not ends, and not solved. Then, without chance, values are scores of our searches
            (players/search/alphabeta/table.py): a sooner win is worth more.
    shares  whether values are shares of games won, 0 to 1, as in playouts;  points  whether they are shares of the
            points that can be won: 0 at -stakes, 1 at stakes.
    """

    seat: int
    static: bool = False
    cut: bool = False
    chance: bool = False
    shares: bool = False
    points: bool = False
    stakes: int = 1
    exact: bool = False

    @property
    def ends(self) -> tuple[float, float]:
        """The least and the most that a node can be worth; finite only if just win, draw and loss can come out."""
        decided = self.stakes == 1 and not (self.static or self.cut or self.chance or self.shares)
        return (-1.0, 1.0) if decided else (-inf, inf)

    def meaning(self, value: float, bound: str) -> str | None:
        """Return the bound that `value` has; "" if nothing beyond it is possible, None if the bound says nothing."""
        least, most = self.ends
        if value in (least, most) and bound:
            return "" if (bound == ">=") == (value == most) else None
        return bound

    def leaf(self, game: Game, plies: int = 0) -> float:
        """Return the worth of a leaf to MAX, `plies` from the root. Raises RuleError for an invalid score."""
        found = self.first(game, plies)
        return found if self.seat == 0 else 0.0 - found

    def of(self, leaf: Node) -> float:
        """Return the worth of a leaf to MAX; exceptions of its rules get a note on where the leaf is."""
        with note_errors(lambda: f"in the tree, {leaf.where}"):
            return self.leaf(leaf.game, leaf.depth)

    def first(self, game: Game, plies: int) -> float:
        """Return the worth of a leaf to seat 0."""
        if self.static:
            return float(game.estimate())
        score = solved_score(game) if self.exact else score_of(game)
        if score is None:
            if self.chance:
                return max(-float(game.stakes), min(float(game.stakes), game.estimate() / game.point))
            return bounded_estimate(game)
        if self.cut and not self.chance:
            return float(score * SPAN - plies * ((score > 0) - (score < 0)))
        return float(score)

    def format_value(self, value: float) -> str:
        """Return the value in few characters: "W", "L", "D", "3", "+0.50", "-10".

        In a tree that is cut "W in 3", or with margins "W by 2 in 3": plies from the root. With chance values have a
        sign, "+1". Bounds of windows may be "+inf" and "-inf".
        """
        if value in (inf, -inf):
            return "+inf" if value > 0 else "-inf"
        if self.shares:
            return f"{value:.2f}"
        if self.static or self.chance:
            return format_number(value, signed=self.chance and not self.static)
        if not self.cut:
            return WORDS.get(int(value), format_number(value)) if self.stakes == 1 else format_number(value)
        return self.outcome(value) if abs(value) > HALF else format_number(value)

    def outcome(self, value: float) -> str:
        """Format a win or a loss in a tree that is cut."""
        margin, plies = to_game_score(int(value))
        by = f" by {abs(margin)}" if self.stakes > 1 else ""
        away = f" in {plies}" if plies is not None and plies < LONGEST else ""
        return ("W" if margin > 0 else "L") + by + away


def scale_of(root: Node, static: bool = False, exact: bool = False) -> ValueScale:
    """Return the scale for the tree below `root`. Raises SpecError for `exact` values of a game with chance."""
    game = root.game
    if exact and has_chance(game):
        raise SpecError("positions of a game with chance are not solved here: leave out --exact")
    cut = not exact and any(node.cut for node in root.walk())
    return ValueScale(max_seat(game), static, cut, has_chance(game), stakes=game.stakes, exact=exact)


def solved_score(game: Game) -> int:
    """Return the score at an end, and what best play brings elsewhere. Raises SpecError if that is not soon solved."""
    if (score := score_of(game)) is not None:
        return score
    if (found := find_settled_score(game, SOLVED)) is None:
        raise SpecError(
            f"a leaf of the tree is not solved within {SOLVED:,} positions: take a greater --depth, or no --exact"
        )
    return found.score


def bounded_estimate(game: Game) -> float:
    """Return the estimate for seat 0, below every win, above every loss, and within what can still be scored.

    The same as in players/search/alphabeta/tree.py.
    """
    estimate = max(1 - HALF, min(HALF - 1, game.estimate()))
    if bounds_score(game):
        low, high = game.at_least(), game.at_most()
        least = low * SPAN - (SLACK if low > 0 else 0)
        most = high * SPAN + (SLACK if high < 0 else 0)
        estimate = max(least, min(most, estimate))
    return float(estimate)


def format_number(value: float, signed: bool = False) -> str:
    """Return whole numbers as such, others with a sign and two decimals; 0 has no sign."""
    if value == int(value):
        return f"{int(value):+}" if signed and value else f"{int(value)}"
    text = f"{value:+.2f}"
    return text if float(text) else "0.00"


class State(Enum):
    """The progress of an algorithm at a node."""

    UNSEEN = "unseen"
    OPEN = "open"  # it works on the node, or below it
    DONE = "done"
    PRUNED = "pruned"


@dataclass(frozen=True)
class NodeMark:
    """What an algorithm knows of a node at some moment.

    value   what the position is worth to MAX, on the scale of the Run; None if nothing is known yet.
    bound   how the value is meant: "" exactly, ">=" at least, "<=" at most.
    window  (alpha, beta), of alpha-beta only.
    best    whether the node is on the line of best play.
    notes   other short texts to draw: "12 visits", "mean 0.53", "UCB 0.53+0.41".
    why     the reason why a node was pruned, which names the ancestor that has the bound.
    """

    state: State = State.UNSEEN
    value: float | None = None
    bound: str = ""
    window: tuple[float, float] | None = None
    best: bool = False
    notes: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True)
class Step:
    """One step: its node, its sentence, the marks that it changes, and the lines of arithmetic behind the sentence."""

    node: Node
    sentence: str
    changed: Mapping[Node, NodeMark]
    workings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Run:
    """All steps of an algorithm on a tree.

    method   its name: "minimax", "alphabeta", "expectiminimax", "mcts", "bestfirst", "information sets".
    start    the marks before the first step; a node without a mark is not drawn.
    measure  the scale of the values.
    facts    sentences about the whole run: the nodes looked at, compared with plain minimax and the best case.
    playouts, c  of mcts: their number, and the exploration constant;  expansions  of bestfirst.
    """

    method: str
    root: Node
    start: Mapping[Node, NodeMark]
    steps: tuple[Step, ...]
    measure: ValueScale
    facts: tuple[str, ...] = ()
    playouts: int = 0
    c: float = 0.0
    expansions: int = 0

    def marks(self, count: int | None = None) -> dict[Node, NodeMark]:
        """Return the marks after `count` steps, None: after all."""
        found = dict(self.start)
        for step in self.steps[:count]:
            found |= step.changed
        return found


class Tracer:
    """Records the steps of a run on a tree, and the marks after them. At first no node is seen."""

    def __init__(self, root: Node, measure: ValueScale):
        self.root = root
        self.measure = measure
        self.start = {node: NodeMark() for node in root.walk()}
        self.marks = dict(self.start)
        self.steps: list[Step] = []

    def add_step(self, node: Node, said: str, changed: Mapping[Node, NodeMark], workings: tuple[str, ...] = ()) -> None:
        self.marks.update(changed)
        self.steps.append(Step(node, said, changed, workings))

    def finish(self, method: str, facts: Sequence[str]) -> Run:
        return Run(method, self.root, self.start, tuple(self.steps), self.measure, tuple(facts))

    def seen(self) -> list[Node]:
        """Return the nodes that were looked at."""
        return [node for node, mark in self.marks.items() if mark.state in (State.OPEN, State.DONE)]


def entry_sentence(node: Node) -> str:
    """Describe entering a node that has kids."""
    if node.role is Role.CHANCE:
        return f"Chance moves {node.where}: what counts is the average of {format_count(len(node.kids), 'outcome')}."
    wants = f"looks for the {SUPERLATIVES[node.role]} of {len(node.kids)} values"
    return f"{NAMES[node.role]} moves {node.where} and {wants if len(node.kids) > 1 else 'has one move only'}."


def leaf_sentence(node: Node, measure: ValueScale) -> str:
    """Say what a leaf is worth."""
    value = measure.format_value(measure.of(node))
    if node.role is not Role.END:
        return f"The tree ends {node.where}: {'best play brings' if measure.exact else 'the estimate is'} {value}."
    return f"The game is over {node.where}: {'its static value is ' if measure.static else ''}{value}."


def least_sentence(node: Node, came: Node, said: str) -> str:
    """Describe a move that brings a seat no more than it has in any case."""
    return f"{came.move} brings {said}, the worst that {NAMES[node.role]} can have {node.where}."


def choice_sentence(node: Node, best: Node, said: str) -> str:
    """Say what a seat takes once all moves were searched."""
    if len(node.kids) == 1:
        return f"{NAMES[node.role]} can only take {said}, by {best.move}."
    return f"{NAMES[node.role]} takes the {SUPERLATIVES[node.role]}: {said}, by {best.move}."


def average_sentence(node: Node, values: Sequence[float | Fraction], measure: ValueScale, whole: str) -> str:
    """Say how the value of a chance node follows from its kids."""
    if len(node.kids) > FEW:
        return f"On average over {len(node.kids)} outcomes by their weights that is {whole}."
    parts = [
        f"{kid.weight} of {measure.format_value(float(value))}" for kid, value in zip(node.kids, values, strict=True)
    ]
    return f"On average that is {' and '.join(parts)}: {whole}."


def best_line(root: Node, choice: Mapping[Node, Node]) -> Iterator[Node]:
    """Yield the nodes after `root` on the line of best play, which ends where chance decides."""
    node = root
    while node in choice:
        node = choice[node]
        yield node
