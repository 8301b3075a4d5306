"""What the leaves of a tree are worth to MAX, and how such values are written."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from games.adapters.undo import bounds_score
from games.base.rule_values import score_of
from games.capabilities import has_chance
from games.dataclass import dataclass
from players.search.alphabeta.table import HALF, SPAN, to_game_score
from referee.errors.attribution import note_errors
from referee.trees.tree import max_seat

if TYPE_CHECKING:
    from games.game import Game
    from referee.trees.tree import Node

SLACK = 1 << 18  # the longest that a decided game may last, in plies, as in players/search/alphabeta/tree.py
LONGEST = 10_000  # plies to an end within the tree; larger numbers come from SLACK
WORDS = {1: "W", 0: "D", -1: "L"}


@dataclass(frozen=True)
class ValueScale:
    """The scale of the values in a tree.

    seat    the seat that is MAX.
    static  whether leaves are worth the static evaluation even if the game is over, as in some lectures. Otherwise an
            end is worth its score and ranks beyond every estimate; with chance both count in points, as in Game.point.
    cut     whether some leaves are not ends. Then, without chance, values are those of our searches
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
        score = score_of(game)
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


def scale_of(root: Node, static: bool = False) -> ValueScale:
    """Return the scale for the tree below `root`."""
    game = root.game
    cut = any(node.cut for node in root.walk())
    return ValueScale(max_seat(game), static, cut, has_chance(game), stakes=game.stakes)


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
