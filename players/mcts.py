"""A player that grows a search tree by random games."""

import math
import random
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from games.adapters.undo import has_priors
from games.game import Game
from games.option import Number, Option, Whole, YesNo, check
from players.evaluation import Judge, WeightsOption
from players.player import (
    Candidate,
    Glimpse,
    ThinkingPlayer,
    Thought,
    Unplayable,
    full_text,
    make_glimpse,
    moves_among,
)
from players.search.alphabeta.tree import StaticEvaluation, scale_by
from players.search.clock import Clock
from players.search.montecarlo.mcts import Uct
from players.search.montecarlo.nodes import room
from players.search.montecarlo.result import Branch, branches, choose_branch, expected_line, find_position, proven_sign
from players.search.random_play import Rng
from players.search.workers import SearchWorkers, refuse_threads

if TYPE_CHECKING:
    from collections.abc import Collection

PLAYOUTS = 10_000  # per move, if nothing else limits them
EXPLORE = 0.5
JUDGED = 0.25  # in games whose estimate counts too
NARROW = 0.05  # in games with priors, with rave
LATER = 1000  # rave in games with priors
PACE = 0.2  # seconds between two glimpses of the line, sometimes twice as long
SHORT = 8  # moves of the line in a glimpse


class MctsPlayer(ThinkingPlayer):
    """Monte Carlo tree search: UCT with proofs; it samples dice, and worlds if cards are hidden.

    It keeps its tree, and goes on from the subtree of the next position.
    """

    options: ClassVar[dict[str, Option]] = {
        "playouts": Whole(
            None, least=1, most=1_000_000_000, note=f"random games a move; {PLAYOUTS:,} unless limited by time"
        ),
        "time": Number(None, least=0, note="seconds a move: as many games as it allows"),
        "c": Number(
            None,
            least=0,
            most=100,
            note=f"how much is explored; {EXPLORE}, {JUDGED} by games whose estimate counts, {NARROW} in go and hex",
        ),
        "solver": YesNo(True, note="whether wins, draws and losses are proven in the tree"),
        "rave": Number(
            None,
            least=0,
            most=1_000_000_000,
            note=f"visits up to which moves made later count much; 0 is none, the default but in go and hex, {LATER}",
        ),
        "memory": Whole(256, least=1, most=60_000, note="megabytes that the tree may take, those of all threads"),
        "threads": Whole(1, least=1, most=256, note="trees grown at once, each in a process of its own"),
        "eval": WeightsOption(
            None, note="how positions are scored, where estimates count: game, or a learned evaluation"
        ),
        "seed": Whole(None, least=0, note="for its random numbers; the match's own by default"),
    }

    def __init__(
        self,
        playouts: int | None = None,
        time: float | None = None,
        c: float | None = None,
        solver: bool = True,
        rave: float | None = None,
        memory: int = 256,
        threads: int = 1,
        eval: str | None = None,  # noqa: A002  # as it is typed
        seed: int | None = None,
    ):
        check(
            self.options,
            playouts=playouts,
            time=time,
            c=c,
            solver=solver,
            rave=rave,
            memory=memory,
            threads=threads,
            eval=eval,
            seed=seed,
        )
        refuse_threads(threads)
        self.playouts, self.time = playouts, time
        self.c, self.solver, self.rave = c, solver, rave
        self.memory, self.threads, self.judge = memory, threads, Judge(eval)
        self.random = random.Random(seed)
        self.tree: Uct | None = None
        self.among: Collection[int] | None = None
        self.lines = 1

    def begin(self, game: Game, seat: int) -> None:
        """Drop the tree, which may be of other rules."""
        self.tree = None
        self.judge.begin()

    def think(self, game: Game, deadline: float = math.inf) -> Thought:
        """Return that move and the visits of each; values as in MonteCarloPlayer."""
        start = monotonic()
        if self.time is not None:
            deadline = min(deadline, start + self.time)
        moves = moves_among(game, self.among)
        clock = Clock(deadline)
        tree = self.reuse_tree(game, clock)
        tree.among = self.among  # type: ignore[assignment]  # None at first
        self.tree = tree if self.among is None else None  # such a tree lacks moves
        found, nodes, depth, playouts = self.search(tree, clock)
        found = found or [Branch(0, move, 0, 0.0, -1, 1) for move in moves]
        best = choose_branch([each for each in found if each.move in moves] or found)
        tried = [each for each in found if each.visits or each.proven]
        thought = Thought(
            move=best.move,
            value=best.value,
            proven=proven_sign(found) is not None,
            line=expected_line(tree, best),
            candidates=candidates_of(tree, game, tried, self.lines),
            nodes=nodes,
            depth=max(depth, 1),
            seconds=monotonic() - start,
            how=full_text(tree.nodes.count, self.memory) if tree.nodes.refused else "",
            even=0.5,
        )
        self.view = lambda: make_glimpse(thought, playouts)
        return thought

    def reuse_tree(self, game: Game, clock: Clock) -> Uct:
        """Return the tree to grow: the part of the last tree below this position, or a new one."""
        rng = Rng(self.random.getrandbits(63))
        if self.tree and self.among is None and clock.deadline > monotonic():
            node = find_position(self.tree, game)
            if node is not None:
                self.tree.stand(game, clock, rng, node)
                return self.tree
        self.tree = None  # frees its memory before another takes as much
        self.judge.look_at(game)
        learnt = self.judge.learnt
        explore, rave = measures(game, self.c, self.rave, learnt)
        most = room(self.memory / self.threads, later=rave > 0)
        try:
            return Uct(game, clock, rng, self.random, explore, most, self.solver, rave, learnt)
        except MemoryError as error:
            raise Unplayable(str(error)) from error

    def grow(self, tree: Uct, clock: Clock, count: int | None) -> None:
        """Grow the tree by `count` playouts, or None for as many as the clock allows, and update the glimpse."""
        found = read_glimpse(tree, self.lines)
        self.view = lambda: Glimpse(max(tree.deepest, 1), clock.nodes, tree.playouts, *found)
        part, start, left = 1, monotonic(), math.inf if count is None else count
        while left and tree.run(asked := min(part, left)) == asked:
            left -= asked
            now = monotonic()
            part = 2 * part if now - start < PACE / 2 else part
            found, start = read_glimpse(tree, self.lines), monotonic()

    def search(self, tree: Uct, clock: Clock) -> tuple[list[Branch], int, int, int]:
        """Grow the tree and its twins in other processes. Return (root moves, positions visited, depth, playouts)."""
        count = self.playouts or (PLAYOUTS if clock.deadline == math.inf else None)
        shares = [count and (count + number) // self.threads for number in range(self.threads)]
        seeds = [self.random.getrandbits(63) for _ in shares[1:]]
        with SearchWorkers() as workers:
            for share, seed in zip(shares, seeds, strict=False):
                workers.start(lambda share=share, seed=seed: grow_twin(tree, clock, share, seed))  # type: ignore[misc]
            self.grow(tree, clock, shares[-1])
            reports = workers.reports(clock.deadline)
        found = branches(tree)
        for report in reports:
            learnt = {int(move): counts for move, *counts in report["moves"]}
            known = {each.move for each in found}
            found += [Branch(0, move, 0, 0.0, -1, 1) for move in learnt if move not in known]
            found = [each.plus(*learnt.get(each.move, (0, 0.0, -1, 1))) for each in found]
        nodes: int = clock.nodes + sum(report["nodes"] for report in reports)
        playouts: int = tree.playouts + sum(report["playouts"] for report in reports)
        return found, nodes, max([tree.deepest, *(report["depth"] for report in reports)]), playouts


def measures(
    game: Game, c: float | None = None, rave: float | None = None, learnt: StaticEvaluation | None = None
) -> tuple[float, float]:
    """Return the c and the rave for a tree of the game: those given, or the game's defaults.

    learnt  the evaluation that replaces the game's own estimate.
    Priors (`Game.prior`) replace exploration.
    """
    knows = has_priors(game)
    chosen = (LATER if knows else 0) if rave is None else rave
    if c is None:
        c = NARROW if knows and chosen else JUDGED if scale_by(game, learnt) and not chosen else EXPLORE
    return float(c), float(chosen)


def read_glimpse(tree: Uct, lines: int) -> tuple[tuple[str, ...], float | None, int, tuple[Candidate, ...]]:
    """Return the first moves of the expected line, its value, 0, and the best moves if there are several `lines`.

    Returns ((), None, 0, ()) before the tree has grown.
    """
    found = [each for each in branches(tree) if each.visits or each.proven]
    if not found:
        return (), None, 0, ()
    best = choose_branch(found)
    ranked = candidates_of(tree, tree.position(), found, lines)[:lines] if lines > 1 else ()
    return expected_line(tree, best, SHORT), best.value, 0, ranked


def candidates_of(tree: Uct, game: Game, tried: list[Branch], lines: int) -> tuple[Candidate, ...]:
    """Return the moves at the root as candidates; of several `lines`, the moves come first and have a line."""
    if lines > 1:
        tried = sorted(tried, key=lambda each: (each.high > -1, each.visits), reverse=True)
    return tuple(
        Candidate(
            each.move, game.text(each.move), each.value, each.visits, each.error, each.proven,
            line=expected_line(tree, each, SHORT) if place < lines > 1 else (),
        )
        for place, each in enumerate(tried)
    )  # fmt: skip


def grow_twin(tree: Uct, clock: Clock, count: int | None, seed: int) -> dict[str, Any]:
    """Grow this process's copy of the tree with other random numbers; return what is new, for JSON."""
    nodes = clock.nodes
    before = {each.move: each for each in branches(tree)}
    tree.reseed(Rng(seed), random.Random(seed))
    playouts = tree.run(count)
    moves = []
    for each in branches(tree):
        old = before.get(each.move)
        visits, total = (old.visits, old.total) if old else (0, 0.0)
        moves.append((each.move, each.visits - visits, each.total - total, each.low, each.high))
    return {"moves": moves, "nodes": clock.nodes - nodes, "depth": tree.deepest, "playouts": playouts}
