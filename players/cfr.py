"""A player that solves a game once, before its first move, and plays what it found."""

import math
import random
from collections.abc import Sequence
from time import monotonic
from typing import ClassVar

from games.adapters.undo import can_unmake
from games.capabilities import hides_information
from games.game import CHANCE, Game
from games.option import Number, Option, Whole, check
from players.mcts import MctsPlayer
from players.player import Candidate, ThinkingPlayer, Thought, Unplayable
from players.search.clock import Clock, Stop, hurried
from players.search.equilibrium.cfr import Mccfr, PredictiveCfr
from players.search.equilibrium.extensive_form import GameTree, TooLarge
from players.search.random_play import Rng
from players.search.values.value_iteration import ValueIteration
from players.solution_cache import SolutionCache, identify_game

ITERATIONS = 1000  # if nothing else limits them
WALKED = 20_000_000  # positions of walks through a game too large for its tree, if nothing else limits them
ASKED = 1_000_000  # the same for a game that must be asked at each position what the seat knows
THIN = 0.05  # of the likeliest move's share; rarer moves are mostly leftovers of early walks, and are never made
RECALL = (3, 2, 1)  # last moves to remember: the first number that fits into memory
KEPT = 8  # solutions
IMAGINED = 16  # determinizations of a start; they must all be equal


class Solution:
    """A strategy for a whole game; this one plays all moves equally often, if a hurry left no time to solve it.

    nodes  of its tree, or positions;  depth  plies of its longest line, 0 if unknown.
    """

    nodes = depth = 0
    exact = False

    def plays(self, game: Game, said: Sequence[str] = ()) -> list[tuple[int, str, float]]:
        """Return (move, text, probability) of each move for the seat to move. Raises KeyError if unreachable.

        said  the texts of both seats' moves so far, as the seat to move has heard them.
        """
        moves = game.moves()
        return [(move, game.text(move), 1 / len(moves)) for move in moves]

    def hopes(self, game: Game, said: Sequence[str] = ()) -> float:
        """Return the expected score for the seat to move."""
        return 0.0


class Mixed(Solution):
    """The average strategy of SAPCFR+, and its value."""

    def __init__(self, solver: PredictiveCfr):
        self.nodes, self.depth = len(solver.tree), solver.tree.depth
        self.strategy: dict[tuple[int, str], list[tuple[str, float]]] = solver.strategy()
        self.expected: dict[tuple[int, str], float] = solver.expectations()

    def plays(self, game: Game, said: Sequence[str] = ()) -> list[tuple[int, str, float]]:
        row = self.strategy[game.turn, game.known(game.turn)]
        return [(move, text, share) for move, (text, share) in zip(game.moves(), row, strict=True)]

    def hopes(self, game: Game, said: Sequence[str] = ()) -> float:
        return self.expected[game.turn, game.known(game.turn)]


class Sampled(Solution):
    """The average strategy of sampled walks through a game that is too large for its tree."""

    def __init__(self, solver: Mccfr):
        self.solver = solver
        self.nodes: int = solver.sets
        self.depth: int = solver.deepest

    def plays(self, game: Game, said: Sequence[str] = ()) -> list[tuple[int, str, float]]:
        shares = self.solver.at(game, said)[0]
        least = THIN * max(shares)
        whole = sum(share for share in shares if share >= least)
        rows = zip(game.moves(), shares, strict=True)
        return [(move, game.text(move), share / whole if share >= least else 0.0) for move, share in rows]

    def hopes(self, game: Game, said: Sequence[str] = ()) -> float:
        found: float = self.solver.at(game, said)[1]
        return found


class Exact(Solution):
    """Best play in a game of perfect information."""

    exact = True

    def __init__(self, sweep: ValueIteration):
        self.sweep = sweep
        self.nodes: int = sweep.positions

    def plays(self, game: Game, said: Sequence[str] = ()) -> list[tuple[int, str, float]]:
        # One of several equal moves may lead in circles for ever; mixing them breaks the circle.
        best = {move for move, _, _ in self.sweep.best(game)}
        return [(move, text, (move in best) / len(best)) for move, text, _ in self.sweep.moves(game)]

    def hopes(self, game: Game, said: Sequence[str] = ()) -> float:
        value: float = self.sweep.value(game)
        return -value if game.turn == 1 else value


class CfrPlayer(ThinkingPlayer):
    """Solves a game before its first move: exactly if all is open, otherwise an equilibrium by CFR.

    SAPCFR+ solves a game of hidden cards with a small tree; sampled walks learn a larger one, and where no walk has
    been, mcts chooses the move.
    """

    options: ClassVar[dict[str, Option]] = {
        "iterations": Whole(
            None, least=1, most=1_000_000_000, note=f"iterations of CFR; {ITERATIONS:,} unless limited by time"
        ),
        "time": Number(None, least=0.001, note="seconds for solving, once before the first move"),
        "seed": Whole(None, least=0, note="for its random numbers; the match's own by default"),
    }

    def __init__(self, iterations: int | None = None, time: float | None = None, seed: int | None = None):
        check(self.options, iterations=iterations, time=time, seed=seed)
        self.iterations, self.time = iterations, time
        self.random = random.Random(seed)
        self.solution: Solution | None = None
        self.said: list[str] = []  # the moves of both seats since the start, as its seat has heard them
        self.search: MctsPlayer | None = None  # for positions that no walk has reached

    def begin(self, game: Game, seat: int) -> None:
        """Solve the game from its start, unless this process already has. Raises Unplayable.

        Hurried, it plays what it has found so far, even if that is nothing.
        """
        self.solution, self.said, self.search = solve(game, self.iterations, self.time), [], None

    def heard(self, text: str, seat: int) -> None:
        if seat != CHANCE:
            self.said.append(text)

    def think(self, game: Game, deadline: float = math.inf) -> Thought:
        """Return the move drawn. A candidate's value is its probability; the thought's value is the expected score.

        Raises Unplayable before `begin`, and for a position that the solved game cannot reach.
        """
        start = monotonic()
        if self.solution is None:
            raise Unplayable("cfr solves a game from its start: begin(game, seat) comes before the first move")
        try:
            rows, value = self.solution.plays(game, self.said), self.solution.hopes(game, self.said)
        except KeyError as error:
            if isinstance(self.solution, Sampled):
                return self.look(game, deadline)
            raise Unplayable(f"cfr did not meet this position as it solved the game: {error.args[0]}") from error
        ((move, text, _),) = self.random.choices(rows, [share for _, _, share in rows])
        return Thought(
            move=move,
            value=value,
            proven=self.solution.exact,
            line=(text,),
            candidates=tuple(Candidate(*row) for row in sorted(rows, key=lambda row: -row[2])),
            nodes=self.solution.nodes,
            depth=self.solution.depth,
            seconds=monotonic() - start,
        )

    def look(self, game: Game, deadline: float) -> Thought:
        """Return the thought of a tree search, for positions that no walk has reached."""
        if self.search is None:
            self.search = MctsPlayer(seed=self.random.getrandbits(63))
        return self.search.think(game, deadline)


SOLVED: SolutionCache[Solution] = SolutionCache(KEPT)


def solve(game: Game, iterations: int | None, seconds: float | None) -> Solution:
    """Return the solution of the game from its start, found now or before in this process.

    iterations, seconds  limits of CFR, None for no limit; solving exactly obeys `seconds` only.
    Raises Unplayable, in one line, for a game that cannot be solved.
    """
    key = (*identify_game(game), iterations, seconds)
    found = SOLVED.find(key)
    if found is None:
        try:
            found = solve_by_cfr(game, iterations, seconds) if hides_information(game) else solve_exactly(game, seconds)
        except Stop:
            found = Solution()
        SOLVED.add(key, found)
    return found


def solve_by_cfr(game: Game, iterations: int | None, seconds: float | None) -> Mixed | Sampled:
    """Return the solution of a game that hides something. Raises Stop if hurried before its tree is grown."""
    if has_hidden_past(game):
        raise Unplayable(f"cfr solves a game from its start, and {type(game).__name__} hides something already")
    clock = Clock(math.inf if seconds is None else monotonic() + seconds)
    try:
        solver = PredictiveCfr(GameTree(game, tell=stop_if_hurried))
    except TooLarge:
        return solve_by_walks(game, iterations, clock)
    solver.run(iterations if iterations or seconds else ITERATIONS, clock)
    return Mixed(solver)


def solve_by_walks(game: Game, iterations: int | None, clock: Clock) -> Sampled:
    """Return what sampled walks learn of a game too large for its tree, in `iterations` or until the clock stops.

    In a game in C a seat remembers as many of the last moves as fit; in any other all that it knows.
    """
    views = can_unmake(game) and game.key() != 0
    if iterations is None and clock.deadline == math.inf:
        clock.budget = WALKED if views else ASKED
    for recall in RECALL if views else (None,):
        solver = Mccfr(game, Rng(0), recall)
        solver.run(iterations, clock)
        if not solver.full:
            break
        clock.budget += clock.nodes
    return Sampled(solver)


def solve_exactly(game: Game, seconds: float | None) -> Exact:
    """Return the solution of a game of perfect information. Raises Stop if hurried before it is found."""
    sweep = ValueIteration(game)
    if not sweep.run(Clock(math.inf if seconds is None else monotonic() + seconds)):
        stop_if_hurried()
        raise Unplayable(f"{type(game).__name__} is not solved within {seconds:g} seconds")
    return Exact(sweep)


def stop_if_hurried(nodes: int = 0) -> None:
    """Raise Stop if the process is hurried; GameTree passes the nodes counted so far."""
    if hurried():
        raise Stop


def has_hidden_past(game: Game) -> bool:
    """Return whether the position already hides something, so that a seat has several determinizations."""
    rng = random.Random(0)
    for seat in (0, 1):
        twins = [game.imagine(seat, rng) for _ in range(IMAGINED)]
        if len({(twin.known(0), twin.known(1), twin.key()) for twin in twins}) > 1:
            return True
    return False
