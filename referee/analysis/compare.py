"""Searches compared: what each answers at each depth, and what trees answer by the playouts that they may use."""

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

TREES = 20  # of each number of playouts
POSITIONS = 20_000_000  # that all trees may visit, where no time limits them
FIRST = 10  # playouts
DEEPEST = 8  # plies that are compared where nothing is said
FINE = 1e-9  # points by which averages differ that were added up in another order, or less


@dataclass(frozen=True)
class SearchKind:
    """A way to search.

    name, note  of it, in a word and in a few;  make  a search of a position that goes by a clock.
    deepens     whether it looks to each depth in turn and keeps what it learns; else each depth is a search of its own.
    extends     whether it looks beyond the depth, where the position is unquiet.
    """

    name: str
    note: str
    make: Callable[[Game, Clock], Any]
    deepens: bool = True
    extends: bool = False


def new_table() -> Table:
    """Return an empty table, as large as that of the player `minimax`."""
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


def kinds_for(game: Game) -> tuple[SearchKind, ...]:
    """Return the searches that the game is fit for."""
    return CHANCY if has_chance(game) else CERTAIN


@dataclass(frozen=True)
class DepthRow:
    """What one search answers at one depth.

    nodes    positions that it visited for this answer, those of the depths before included where it deepens.
    seconds  that it took for them;  value  of the position to the seat to move;  move, text  that it would make.
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

    over  whether it answers no more: what it found is proven, or the depth `missed` was beyond its limits.
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
        """What it finds at that depth; None, and it is over, where its positions or its seconds do not suffice."""
        if self.search is None or not self.kind.deepens:
            self.renew()
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

    def renew(self) -> None:
        """Begin a new search, with all its positions and what is left of its seconds."""
        if self.seconds is not None:
            self.seconds = max(0.0, self.seconds - self.watch.spent)
        self.watch = TurnStopwatch(self.seconds, self.nodes)
        self.search = self.kind.make(self.game, self.watch.clock)
        if hasattr(self.search, "prepare"):
            self.search.prepare()

    def value(self) -> Value:
        """Return what it finds the position to be worth to the seat to move."""
        if isinstance(self.search, Expectimax):
            mine = self.search.value if self.game.turn == 0 else -self.search.value
            return Value(estimate=mine, interval=exactly(mine) if self.search.final else None)
        return value_found(self.search, self.game.stakes)


@dataclass(frozen=True)
class TreeAnswer:
    """What one tree would play, as a move and its text, and what that is worth by the tree, 0 to 1, a draw a half.

    final  whether more playouts would change nothing, as all is proven.
    """

    move: int
    text: str
    chance: float
    final: bool = False


@dataclass(frozen=True)
class PlayoutRow:
    """What trees of so many playouts would play, one answer for each seed.

    nodes, seconds  that a tree took on average.
    """

    playouts: int
    answers: tuple[TreeAnswer, ...]
    nodes: float
    seconds: float

    @property
    def favourite(self) -> TreeAnswer:
        """The answer whose move most trees give, of equals the one that came first."""
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
        """What the trees find their own moves to be worth, 0 to 1, on average."""
        return fsum(each.chance for each in self.answers) / len(self.answers)

    @property
    def spread(self) -> float:
        """How far the trees differ in that: the standard deviation; 0 of a single tree."""
        mean, count = self.mean, len(self.answers)
        return sqrt(fsum((each.chance - mean) ** 2 for each in self.answers) / (count - 1)) if count > 1 else 0.0


def counts_up_to(most: int) -> list[int]:
    """10, 30, 100, 300 and so on below that number, and then the number itself."""
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
    """Return what a new tree of that seed answers after so many playouts; None if the watch stopped it before."""
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
        """Return the answers of that search."""
        return [row for row in self.rows if row.search == search]

    def at(self, search: str, depth: int) -> DepthRow | None:
        """Return the answer of that search at that depth."""
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
        """Return the depths at which that search plays another move than at the one before."""
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
    """Return the moves that keep what can be won with best play, whenever that is; None unless all moves are solved."""
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
