"""Searches compared: what each answers at each depth, and what trees answer by the playouts that they may use."""

from __future__ import annotations

from dataclasses import field
from itertools import pairwise
from typing import TYPE_CHECKING

from games.adapters.undo import has_forcing_moves
from games.capabilities import hides_information
from games.dataclass import dataclass
from games.game import CHANCE, Game
from games.names.catalogue import SpecError
from players.search.values.value_iteration import VALUE_ITERATION
from referee.analysis.budget import NODES, Budget
from referee.analysis.contenders import Contender, DepthRow, SearchKind, kinds_for
from referee.analysis.exact import exact
from referee.analysis.learning_curve import PlayoutRow, learning_curve
from referee.drawing.number_format import format_count
from referee.solving.outcome_text import plies
from referee.solving.value import sign

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.analysis.method_result import MethodResult

DEEPEST = 8  # plies that are compared where nothing is said
FINE = 1e-9  # points by which averages differ that were added up in another order, or less


@dataclass(frozen=True)
class CompareTask:
    """What is to be compared.

    depths   the first and the last;  budget  of each search and of all trees; its depth says nothing here.
    methods  which of exact, minimax and mcts: exact says which moves are right, minimax means all searches by depth.
    """

    depths: tuple[int, int]
    budget: Budget
    methods: tuple[str, ...] = ("exact", "minimax", "mcts")


@dataclass
class Comparison:
    """What is known by now of a position and of those that search it.

    rows    the answers of the searches by depth, the shallow ones first;  curve  those of trees by playouts.
    missed  by name of a search the first depth that was beyond its limits;  missing  the playouts that were.
    right   the moves that keep what can be won with best play, None if it is not known;  how  that was found.
    """

    spec: str
    after: tuple[str, ...]
    game: Game
    task: CompareTask
    rows: list[DepthRow] = field(default_factory=list)
    curve: list[PlayoutRow] = field(default_factory=list)
    missed: dict[str, int] = field(default_factory=dict)
    missing: int | None = None
    right: frozenset[int] | None = None
    how: str = ""

    def __post_init__(self) -> None:
        refuse(self.spec, self.after, self.game)
        self.kinds: tuple[SearchKind, ...] = tuple(
            kind for kind in kinds_for(self.game) if not kind.extends or has_forcing_moves(self.game)
        )

    def run(self, tell: Callable[[str], None]) -> None:
        """Find it all; what is known stays where this is interrupted."""
        methods, budget = self.task.methods, self.task.budget
        if "exact" in methods:
            tell("exact")
            for result in exact(self.game, budget, self.spec):
                self.right, self.how = right_moves(self.game, result), result.how
        if "minimax" in methods:
            self.search_depths(tell)
        if "mcts" in methods:
            tell("mcts")
            for row in learning_curve(self.game, budget):
                if isinstance(row, int):
                    self.missing = row
                else:
                    self.curve.append(row)
                    tell(f"mcts, more than {format_count(row.playouts, 'playout')}")

    def search_depths(self, tell: Callable[[str], None]) -> None:
        """Let each search answer at each depth, as long as it has something new to say."""
        seconds = self.task.budget.seconds
        contenders = [Contender(kind, self.game, seconds, NODES if seconds is None else None) for kind in self.kinds]
        first, last = self.task.depths
        for depth in range(1, last + 1):
            for each in contenders:
                if each.over or (depth < first and not each.kind.deepens):
                    continue
                tell(f"{each.kind.name}, {plies(depth)}")
                row = each.answer(depth)
                if row is None:
                    self.missed[each.kind.name] = depth
                elif depth >= first or row.proven:
                    self.rows.append(row)
            if all(each.over for each in contenders):
                break

    def of(self, search: str) -> list[DepthRow]:
        """The answers of that search."""
        return [row for row in self.rows if row.search == search]

    def at(self, search: str, depth: int) -> DepthRow | None:
        """The answer of that search at that depth."""
        return next((row for row in self.of(search) if row.depth == depth), None)

    @property
    def depths(self) -> list[int]:
        """The depths that some search has answered at, or tried to."""
        return sorted({row.depth for row in self.rows} | set(self.missed.values()))

    @property
    def told(self) -> tuple[str, str]:
        """The two searches whose answers tell most: the textbook's best, which sees its depth alone, and the best."""
        return [kind.name for kind in self.kinds if not kind.deepens][-1], self.kinds[-1].name

    def disagreements(self) -> dict[str, list[int]]:
        """By name of a search that looks to its depth alone the depths at which the textbook's finds another value.

        That can be where the game leaves out hopeless moves as it ranks them, or where a table knows more of a position
        than the depth shows.
        """
        reference = {row.depth: row.value.points for row in self.of(self.told[0])}
        alone = [kind.name for kind in self.kinds if not kind.extends]
        found: dict[str, list[int]] = {}
        for row in self.rows:
            points = reference.get(row.depth, row.value.points)
            if row.search in alone and abs(row.value.points - points) > FINE:
                found.setdefault(row.search, []).append(row.depth)
        return found

    def changes(self, search: str) -> list[int]:
        """The depths at which that search plays another move than at the one before."""
        rows = self.of(search)
        return [row.depth for before, row in pairwise(rows) if row.move != before.move]

    def wrong(self, move: int) -> bool:
        """Whether it is known that the move gives something away."""
        return self.right is not None and move not in self.right


def refuse(spec: str, after: tuple[str, ...], game: Game) -> None:
    """Raise SpecError if searches cannot be compared."""
    if hides_information(game):
        raise SpecError(f"{spec} hides something, and the searches of --compare need to see all: leave out --compare")
    if game.turn == CHANCE:
        moves = " ".join((*after, game.text(game.moves()[0])))
        raise SpecError(f'chance is to move, which chooses nothing; say what it does, as in --moves "{moves}"')


def right_moves(game: Game, result: MethodResult) -> frozenset[int] | None:
    """The moves that keep what can be won with best play, whenever that is; None unless all moves are solved."""
    if len(result.values) < len(game.moves()):
        return None
    if all(each.score is not None for each in result.values):
        vague = any(each.or_more for each in result.values)
        worth = {each.move: float(sign(each.score or 0) if vague else each.score or 0) for each in result.values}
    elif result.how == VALUE_ITERATION:
        worth = {each.move: round(each.points, 9) for each in result.values}
    else:
        return None
    return frozenset(move for move, points in worth.items() if points == max(worth.values()))
