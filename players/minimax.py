"""A player that looks ahead: at all moves of both seats and all outcomes of chance."""

import math
import random
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import Any, ClassVar, cast

from games.capabilities import hides_information
from games.game import Game
from games.option import Choice, Number, Option, Whole, check
from players.evaluation import SHIPPED_FIRST, EvaluationOption, Judge
from players.player import Candidate, Glimpse, ThinkingPlayer, Thought, make_glimpse, moves_among
from players.search.alphabeta.expectimax import Expectimax, Expectiminimax, TurnSearch
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.ranking import Ranked, rank_moves
from players.search.alphabeta.table import Table, entries_for, to_game_score
from players.search.alphabeta.tree import NOTHING, AlphaBeta, Chance, Minimax, Negamax
from players.search.clock import Clock
from players.search.workers import SearchWorkers, refuse_threads

NODES = 1_000_000  # per move, if nothing else limits the search: the same answer on every machine
WORLDS = 30  # determinizations to search, if the budget allows
TABLE = 64  # megabytes


class MinimaxPlayer(ThinkingPlayer):
    """Looks ahead by alpha-beta search: averages over chance, and samples worlds if cards are hidden."""

    options: ClassVar[dict[str, Option]] = {
        "depth": Whole(None, least=1, most=10_000, note="plies to look ahead; by default as deep as it gets"),
        "time": Number(None, least=0, note="seconds a move"),
        "nodes": Whole(
            None, least=1, most=10**15, note=f"positions a move; {NODES:,} if neither depth nor time is given"
        ),
        "table": Whole(TABLE, least=0, most=60_000, note="megabytes for positions met before, with method=best"),
        "method": Choice(
            "best", words=("minimax", "alphabeta", "best"), note="the two textbook methods, or the strongest one"
        ),
        "eval": EvaluationOption(None, note=SHIPPED_FIRST),
        "threads": Whole(1, least=1, most=256, note="processes that search with one table, in games without chance"),
        "seed": Whole(None, least=0, note="for the worlds it samples; the match's own by default"),
    }

    def __init__(
        self,
        depth: int | None = None,
        time: float | None = None,
        nodes: int | None = None,
        table: int = TABLE,
        method: str = "best",
        eval: str | None = None,  # noqa: A002  # as it is typed
        threads: int = 1,
        seed: int | None = None,
    ):
        limits = {"depth": depth, "time": time, "nodes": nodes}
        check(self.options, **limits, table=table, method=method, eval=eval, threads=threads, seed=seed)
        refuse_threads(threads)
        self.depth, self.time, self.nodes, self.memory, self.method = depth, time, nodes, table, method
        self.threads = threads if table and method == "best" else 1
        self.judge = Judge(eval, shipped=True)
        self.random = random.Random(seed)
        self.table: Table | None = None  # of the match that has begun
        self.kind: type[Game] | None = None  # of its game
        self.among: Collection[int] | None = None
        self.lines = 1

    def begin(self, game: Game, seat: int) -> None:
        """Begin a match: the table lasts for its moves, as long as the game has the same options."""
        self.judge.begin()
        self.table, self.kind = self.new_table(), type(self.judge.look_at(game))

    def think(self, game: Game, deadline: float = math.inf) -> Thought:
        """Return the best move found in time, and why."""
        start = monotonic()
        if self.table is not None:
            self.table.grow_old()
        if self.time is not None:
            deadline = min(deadline, start + self.time)
        unlimited = self.depth is None and deadline == math.inf
        clock = Clock(deadline, self.nodes or (NODES if unlimited else None))
        game = self.judge.look_at(game)
        search = self.search_worlds if hides_information(game) else self.search_open
        thought = search(game, clock, start)
        self.view = lambda: make_glimpse(thought)
        return thought

    def search_open(self, game: Game, clock: Clock, start: float) -> Thought:
        """Return the best move in a game of perfect information, with or without chance."""
        try:
            return self.search_certain(game, clock, start)
        except Chance:
            return self.search_chance(game, clock, start)

    def new_table(self, worlds: int = 1) -> Table | None:
        """Return an empty table with its share of the memory for `worlds` worlds; None if no table is used."""
        wanted = self.memory and self.method == "best"
        return Table(entries_for(self.memory / worlds), shared=self.threads > 1) if wanted else None

    def search(self, game: Game, clock: Clock) -> Negamax:
        """Return the search of a game without chance."""
        if self.method == "minimax":
            return Minimax(game, clock)
        if self.method == "alphabeta":
            return AlphaBeta(game, clock)
        return Pvs(game, self.match_table(game), clock, selective=self.depth is None)

    def match_table(self, game: Game) -> Table | None:
        """Return the table of the match, or a new one if the game is another."""
        return self.table if self.table is not None and type(game) is self.kind else self.new_table()

    def expectimax(self, game: Game, clock: Clock, worlds: int = 1) -> Expectimax:
        """Return the search of a game with chance, one of `worlds`."""
        if self.method == "minimax":
            return Expectiminimax(game, clock)
        return Expectimax(game, self.new_table(worlds), clock)

    def search_certain(self, game: Game, clock: Clock, start: float) -> Thought:
        """Return the best move of a game without chance. Raises Chance."""
        helped = 0
        if self.lines > 1:
            search, candidates = self.rank(game, clock)
        else:
            search = self.certain(game, clock)
            self.view = lambda: glimpse_search(search.glimpse, clock)
            helped = self.run(search, game, clock)
            candidates = candidates_of(game, search)
        value, distance = to_game_score(search.score)
        return Thought(
            **make_thought(game, search, clock, start, helped),
            value=value,
            distance=distance if search.final else None,
            estimated=distance is None and not search.final and self.judge.function is None,
            reach=search.reach,
            slope=1 / self.judge.learnt.scale if self.judge.learnt else 0.0,
            line=tuple(search.line()),
            candidates=candidates,
        )

    def certain(self, game: Game, clock: Clock, told: Collection[int] = (), whole: bool = False) -> Negamax:
        """Return a search without chance among the moves allowed, but those `told`; `whole`: of all moves in full."""
        in_full = whole and self.method == "best"
        search = Pvs(game, self.match_table(game), clock) if in_full else self.search(game, clock)
        if told or self.among is not None:
            allowed = moves_among(game, self.among)
            search.leave_out([move for move in game.moves() if move in told or move not in allowed])
        return cast("Negamax", self.equip(search))

    def rank(self, game: Game, clock: Clock) -> tuple[Negamax, tuple[Candidate, ...]]:
        """Return the search of the best move, and the best moves with their lines. Raises Chance."""
        ranked: list[Ranked] = []

        def glimpse() -> Glimpse:
            found = glimpse_search(ranked[-1].search.glimpse if ranked else NOTHING, clock)
            return replace(found, candidates=ranked[-1].candidates) if ranked else found

        self.view = glimpse
        best = rank_moves(
            lambda told, whole: self.certain(game, clock, told, whole),
            moves_among(game, self.among), self.lines, self.depth, ranked.append,
        )  # fmt: skip
        return best.search, best.candidates

    def equip(self, search: Any) -> Any:
        """Return the search, set to judge by the learnt evaluation if there is one."""
        if self.judge.learnt is not None:
            search.use(self.judge.learnt)
        return search

    def run(self, search: Negamax, game: Game, clock: Clock) -> int:
        """Run the search, with helpers if there are threads; return how many positions the helpers visited."""
        if self.threads == 1:
            search.run(self.depth)
            return 0
        table, selective = search.table, self.depth is None
        clock.budget = -(-clock.budget // self.threads)

        def make(part: Clock) -> Any:
            helper = Pvs(game, table, part, selective=selective)
            if self.among is not None:
                helper.leave_out(set(game.moves()).difference(self.among))
            return self.equip(helper)

        return search_together(search, make, clock, self.depth, self.threads)

    def search_chance(self, game: Game, clock: Clock, start: float) -> Thought:
        """Return the move with the best average over all outcomes of chance."""
        by_turns = game.plays_turns and self.depth is None and self.method == "best"
        search = self.equip(TurnSearch(game, self.new_table(), clock) if by_turns else self.expectimax(game, clock))
        self.view = lambda: glimpse_search(search.glimpse, clock)
        search.run(self.depth)
        value = search.value if game.turn == 0 else -search.value
        text = game.text(search.best_move)
        return Thought(
            **make_thought(game, search, clock, start),
            value=value,
            line=(text,),
            candidates=(Candidate(search.best_move, text, value, proven=search.final),),
        )

    def search_worlds(self, game: Game, clock: Clock, start: float) -> Thought:
        """Return the move with the best average over determinizations, each searched with open cards."""
        seat, depth = game.turn, 0
        values: dict[int, list[float]] = {move: [] for move in game.moves()}
        best = find_leader(game, values)
        self.view = lambda: glimpse_search((depth, (best.text,), best.value, 0) if depth else NOTHING, clock)
        left = WORLDS
        while left:
            part = clock.share(left)
            world = game.imagine(seat, self.random)
            search = self.equip(self.expectimax(world, part, WORLDS))
            found = search.each(self.depth)
            clock.join()
            if not found:
                left //= 2  # fewer worlds, each with a larger share
                continue
            left, depth = left - 1, search.depth
            for move, value in found.items():
                values[move].append(value if seat == 0 else -value)
            best = find_leader(game, values)
        return Thought(
            move=best.move,
            value=best.value,
            proven=False,
            line=(best.text,),
            candidates=tuple(make_candidate(game, move, found) for move, found in values.items()),
            nodes=clock.nodes,
            depth=depth,
            seconds=monotonic() - start,
        )


def candidates_of(game: Game, search: Negamax) -> tuple[Candidate, ...]:
    """Return the moves of the root with what a finished search knows of them: bounds, but for the best."""
    found = search.found or {search.best_move: (search.score, False)}
    found[search.best_move] = (search.score, False)
    candidates = []
    for move, (score, at_most) in found.items():
        worth, away = to_game_score(score)
        # Below full depth the margin of a win is known only if it is the whole stakes.
        whole = away is not None and abs(worth) == game.stakes
        sure = search.final if move == search.best_move else search.exhausted or whole
        text, proven = game.text(move), sure and not at_most
        candidates.append(Candidate(move, text, worth, proven=proven, at_most=at_most, distance=away))
    return tuple(candidates)


def make_thought(game: Game, search: Any, clock: Clock, start: float, helped: int = 0) -> dict[str, Any]:
    """Return the fields of a Thought that all searches share; `helped`: positions that other processes visited."""
    return {
        "move": search.best_move,
        "proven": search.final,
        "nodes": clock.nodes + helped,
        "depth": search.depth,
        "seconds": monotonic() - start,
    }


def glimpse_search(found: tuple[int, tuple[str, ...], float | None, int], clock: Clock) -> Glimpse:
    """Return the Glimpse of a running search; `found` as in Tree.glimpse, the nodes from the clock."""
    depth, line, value, reach = found
    return Glimpse(depth, clock.total_nodes(), 0, line, value, reach)


def find_leader(game: Game, values: dict[int, list[float]]) -> Candidate:
    """Return the candidate with the best mean value over all worlds; the first move if there are no values yet."""
    return max((make_candidate(game, move, found) for move, found in values.items()), key=lambda each: each.value)


def make_candidate(game: Game, move: int, values: list[float]) -> Candidate:
    """Return the candidate of a move: the mean of its values in all worlds, and its standard error."""
    count = len(values)
    mean = math.fsum(values) / max(count, 1)
    spread = math.fsum((value - mean) ** 2 for value in values)
    error = math.sqrt(spread / (count - 1) / count) if count > 1 else None
    return Candidate(move, game.text(move), mean, count, error)


def search_together(
    search: Negamax, make: Callable[[Clock], Negamax], clock: Clock, most: int | None, threads: int
) -> int:
    """Run a search to `most` plies, or with None as deep as its clock allows, in `threads` processes.

    Each process searches the same position by iterative deepening. What one has found, the others read in the table,
    and so they get ahead of each other. Every other helper begins a ply deeper, so that not all do the same at the same
    time. This is lazy SMP (www.chessprogramming.org/Lazy_SMP). The move played is the one that this process finds.

    Returns how many positions the others visited; 0 if this one finished before its clock stopped it.

    make  returns an equal search with another clock and the same, shared table (Table).
    """
    with SearchWorkers() as workers:
        for number in range(1, threads):
            workers.start(partial(run_helper, make, Clock(clock.deadline, clock.budget), most, 1 + number % 2))
        search.run(most)
        stopped = monotonic() >= clock.deadline or clock.nodes >= clock.budget
        return sum(workers.reports(monotonic())) if stopped else 0


def run_helper(make: Callable[[Clock], Negamax], clock: Clock, most: int | None, first: int) -> int:
    """Run a search that begins at depth `first`; return how many positions it visited."""
    search = make(clock)
    search.first = first
    search.run(most)
    return clock.nodes
