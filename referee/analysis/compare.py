"""Searches compared: what each answers at each depth, and what trees answer by their number of playouts."""

from __future__ import annotations

from collections import Counter
from dataclasses import field
from itertools import pairwise
from math import fsum, sqrt
from typing import TYPE_CHECKING, Any

from games.adapters.undo import has_forcing_moves
from games.capabilities import has_chance, hides_information
from games.dataclass import dataclass
from games.game import CHANCE, Game
from games.names.catalogue import SpecError
from players.minimax import TABLE
from players.player import Unplayable
from players.search.alphabeta.expectimax import Expectimax, Expectiminimax
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.table import Table, entries_for
from players.search.alphabeta.tree import AlphaBeta, Minimax
from players.search.clock import Stop
from players.search.montecarlo.result import branches, choose_branch
from players.search.values.value_iteration import VALUE_ITERATION
from referee.analysis.lookahead import value_found
from referee.analysis.method_result import NODES, PLAYOUTS, Budget, TurnStopwatch
from referee.analysis.methods import exact, planted
from referee.drawing.number_format import format_count
from referee.solving.outcome_text import plies
from referee.solving.value import Value, exactly, sign

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from players.search.clock import Clock
    from referee.analysis.method_result import MethodResult

TREES = 20  # for each number of playouts
POSITIONS = 20_000_000  # that all trees may visit without a limit of time
FIRST = 10  # playouts
DEEPEST = 8  # plies that are compared by default
FINE = 1e-9  # points; the order of summation changes averages by less


@dataclass(frozen=True)
class SearchKind:
    """A way to search.

    name, note  a word and a few;  make  returns a search of a position that goes by a clock.
    deepens     whether it looks to each depth in turn and keeps what it learns; otherwise each depth is a new search.
    extends     whether it looks beyond the depth at unquiet positions.
    """

    name: str
    note: str
    make: Callable[[Game, Clock], Any]
    deepens: bool = True
    extends: bool = False


def new_table() -> Table:
    """Return an empty table, as large as the player `minimax` uses."""
    return Table(entries_for(TABLE))


CERTAIN = (
    SearchKind("minimax", "every line", Minimax, deepens=False),
    SearchKind("alpha-beta", "the textbook's pruning, moves as the game lists them", AlphaBeta, deepens=False),
    SearchKind(
        "ordered", "principal variation search, likely good moves first",
        lambda game, clock: Pvs(game, None, clock, calm=0),
    ),
    SearchKind(
        "table", "the same with a table of positions met before",
        lambda game, clock: Pvs(game, new_table(), clock, calm=0),
    ),
    SearchKind(
        "best", "the same with forcing moves followed beyond the depth, like the player minimax",
        lambda game, clock: Pvs(game, new_table(), clock), extends=True,
    ),
)  # fmt: skip
CHANCY = (
    SearchKind("expectiminimax", "every line and every outcome", Expectiminimax, deepens=False),
    SearchKind("pruned", "Star1 and Star2 at chance", lambda game, clock: Expectimax(game, None, clock)),
    SearchKind(
        "best", "the same with a table of positions met before, like the player minimax",
        lambda game, clock: Expectimax(game, new_table(), clock),
    ),
)  # fmt: skip


@dataclass(frozen=True)
class DepthRow:
    """What one search answers at one depth.

    nodes    positions visited for this answer, and at earlier depths if it deepens.
    seconds  taken for them;  value  of the position to the seat to move;  move, text  that it would make.
    proven   whether a deeper search would find the same.
    """

    search: str
    depth: int
    nodes: int
    seconds: float
    value: Value
    move: int
    text: str
    proven: bool


class Contender:
    """One search of a position on its way to greater depths.

    over  whether it answers no more: its result is proven, or the depth `missed` was beyond its limits.
    """

    def __init__(self, kind: SearchKind, game: Game, seconds: float | None, nodes: int | None):
        self.kind = kind
        self.game = game
        self.seconds, self.nodes = seconds, nodes
        self.search: Any = None
        self.watch = TurnStopwatch(seconds, nodes)
        self.over = False
        self.missed: int | None = None

    def answer(self, depth: int) -> DepthRow | None:
        """Return what it finds at `depth`; None, and it is over, if its positions or seconds do not suffice."""
        if self.search is None or not self.kind.deepens:
            if self.seconds is not None:
                self.seconds = max(0.0, self.seconds - self.watch.spent)
            self.watch = TurnStopwatch(self.seconds, self.nodes)
            self.search = self.kind.make(self.game, self.watch.clock)
            if hasattr(self.search, "prepare"):
                self.search.prepare()
        try:
            with self.watch.running():
                self.search.look(depth)
        except Stop:
            self.over, self.missed = True, depth
            return None
        self.over = bool(self.search.final)
        move = self.search.best_move
        return DepthRow(
            self.kind.name, depth, self.watch.clock.nodes, self.watch.spent, self.value(), move, self.game.text(move),
            self.over,
        )  # fmt: skip

    def value(self) -> Value:
        """Return the worth of the position to the seat to move."""
        if isinstance(self.search, Expectimax):
            mine = self.search.value if self.game.turn == 0 else -self.search.value
            return Value(estimate=mine, interval=exactly(mine) if self.search.final else None)
        return value_found(self.search, self.game.stakes)


@dataclass(frozen=True)
class TreeAnswer:
    """The move of one tree, its text, and its value by the tree, 0 to 1; `final` if all is proven."""

    move: int
    text: str
    chance: float
    final: bool = False


@dataclass(frozen=True)
class PlayoutRow:
    """What trees of `playouts` playouts would play, one answer for each seed.

    nodes, seconds  of a tree, on average.
    """

    playouts: int
    answers: tuple[TreeAnswer, ...]
    nodes: float
    seconds: float

    @property
    def favourite(self) -> TreeAnswer:
        """The answer whose move most trees give; the first of equals."""
        counts = Counter(each.move for each in self.answers)
        return max(self.answers, key=lambda each: counts[each.move])

    @property
    def final(self) -> bool:
        """Whether more playouts would change nothing."""
        return all(each.final for each in self.answers)

    def share(self, moves: Collection[int]) -> float:
        """Return the share of the trees that play one of these moves, 0 to 1."""
        return sum(each.move in moves for each in self.answers) / len(self.answers)

    @property
    def mean(self) -> float:
        """The mean value of the trees' own moves, 0 to 1."""
        return fsum(each.chance for each in self.answers) / len(self.answers)

    @property
    def spread(self) -> float:
        """The standard deviation of these values; 0 of a single tree."""
        mean, count = self.mean, len(self.answers)
        return sqrt(fsum((each.chance - mean) ** 2 for each in self.answers) / (count - 1)) if count > 1 else 0.0


def counts_up_to(most: int) -> list[int]:
    """Return 10, 30, 100, 300 and so on below `most`, and then `most`."""
    found, ten = [], FIRST
    while ten < most:
        found += [count for count in (ten, 3 * ten) if count < most]
        ten *= 10
    return [*found, most]


def learning_curve(game: Game, budget: Budget) -> Iterator[PlayoutRow | int]:
    """Yield a row for each number of playouts until all is proven; last the number that was beyond the budget, if any.

    Seeds are the budget's and those that follow it. Raises Unplayable if there is no memory for a tree.
    """
    watch = TurnStopwatch(budget.seconds, POSITIONS if budget.seconds is None else None)
    for count in counts_up_to(budget.playouts or PLAYOUTS):
        nodes, seconds = watch.clock.nodes, watch.spent
        answers = []
        for seed in range(budget.seed, budget.seed + TREES):
            found = grown(game, watch, seed, count)
            if found is None:
                yield count
                return
            answers.append(found)
        row = PlayoutRow(count, tuple(answers), (watch.clock.nodes - nodes) / TREES, (watch.spent - seconds) / TREES)
        yield row
        if row.final:
            return


def grown(game: Game, watch: TurnStopwatch, seed: int, count: int) -> TreeAnswer | None:
    """Return the answer of a new tree after `count` playouts; None if the watch stopped it before."""
    try:
        tree = planted(game, watch, seed)
    except MemoryError as error:
        raise Unplayable(str(error)) from error
    with watch.running():
        played = tree.run(count)
    if played < count and watch.stopped:
        return None
    best = choose_branch(branches(tree))
    return TreeAnswer(best.move, game.text(best.move), best.value, played < count)


@dataclass(frozen=True)
class CompareTask:
    """What to compare.

    depths   the first and the last;  budget  of each search and of all trees, without its depth.
    methods  exact finds which moves are right; minimax stands for all searches by depth; mcts for the trees.
    """

    depths: tuple[int, int]
    budget: Budget
    methods: tuple[str, ...] = ("exact", "minimax", "mcts")


@dataclass
class Comparison:
    """What is known so far of a position and of the searches on it.

    rows    the answers of the searches by depth, the shallow ones first;  curve  the answers of trees by playouts.
    missed  the first depth beyond its limits, by name of the search;  missing  the number of playouts beyond them.
    right   the moves that keep what best play wins, None if unknown;  how  that was found.
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
        if hides_information(self.game):
            raise SpecError(
                f"{self.spec} hides something, and the searches of --compare need to see all: leave out --compare"
            )
        if self.game.turn == CHANCE:
            moves = " ".join((*self.after, self.game.text(self.game.moves()[0])))
            raise SpecError(f'chance is to move, which chooses nothing; say what it does, as in --moves "{moves}"')
        self.kinds: tuple[SearchKind, ...] = tuple(
            kind
            for kind in (CHANCY if has_chance(self.game) else CERTAIN)
            if not kind.extends or has_forcing_moves(self.game)
        )

    def run(self, tell: Callable[[str], None]) -> None:
        """Run all methods, and `tell` which one runs; what is known stays after an interrupt."""
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
        return [row for row in self.rows if row.search == search]

    def at(self, search: str, depth: int) -> DepthRow | None:
        return next((row for row in self.of(search) if row.depth == depth), None)

    @property
    def depths(self) -> list[int]:
        """The depths at which some search has answered, or tried to."""
        return sorted({row.depth for row in self.rows} | set(self.missed.values()))

    @property
    def told(self) -> tuple[str, str]:
        """The two most informative searches: the textbook's best, which sees its depth alone, and the best."""
        return [kind.name for kind in self.kinds if not kind.deepens][-1], self.kinds[-1].name

    def disagreements(self) -> dict[str, list[int]]:
        """Return, by search without extensions, the depths at which the textbook search finds another value.

        That can happen if the ranking of the game leaves out hopeless moves, or if a table knows more than the depth
        shows.
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
        """Return the depths at which a search changes its move."""
        rows = self.of(search)
        return [row.depth for before, row in pairwise(rows) if row.move != before.move]

    def wrong(self, move: int) -> bool:
        """Return whether the move is known to give something away."""
        return self.right is not None and move not in self.right


def right_moves(game: Game, result: MethodResult) -> frozenset[int] | None:
    """Return the moves that keep what best play wins, however late; None unless all moves are solved."""
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
