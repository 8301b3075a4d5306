"""A player that plays perfectly: by theory if the game knows one, otherwise by solving the game before its first move.

Theory may know only the first positions, as in connect four. Beyond them each move is searched until one keeps the
value of the position.
"""

import math
import random
from contextlib import suppress
from time import monotonic
from typing import ClassVar

from games.capabilities import (
    OwnSolver,
    as_exact,
    counts_points,
    has_chance,
    hides_information,
    how_of,
    overrides,
    solver_of,
    theories_after,
    theory_of,
)
from games.game import CHANCE, Game
from games.option import Option, Whole, check
from games.theory import Theory
from players.player import Candidate, Glimpse, ThinkingPlayer, Thought, Unplayable, make_glimpse
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.solver import Solver
from players.search.alphabeta.table import Table, entries_for, to_game_score
from players.search.alphabeta.timed_solver import OwnSearch, keeping_move, own_bounds
from players.search.alphabeta.tree import Chance
from players.search.big_stack import FARTHEST, call_on_big_stack
from players.search.clock import Clock, hurried
from players.search.tree_size import is_hopeless
from players.search.values.recurrence import positions_recur
from players.search.values.value_iteration import (
    MOST,
    PASSES,
    RETROGRADE,
    VALUE_ITERATION,
    UnknownPosition,
    ValueIteration,
)
from players.solution_cache import SolutionCache, identify_game

PATIENCE = 4  # positions searched for each entry of the table
PLAIN = 16  # a game in plain Python gets this many times fewer positions: its rules are slower by more
OTHERS = "minimax, mcts and level:10 play it"
NEARBY = 100_000  # positions searched for a near end once the winner is known
SOON = 1_000_000  # the same by the game's own search
SOLVED: SolutionCache[tuple[Table | None, ValueIteration | None] | Unplayable] = SolutionCache(1)


class OptimalPlayer(ThinkingPlayer):
    """Plays perfectly, by theory or by solving the whole game before its first move; refuses what is too large."""

    options: ClassVar[dict[str, Option]] = {
        "memory": Whole(
            256,
            least=1,
            most=60_000,
            note="megabytes for the table of its search, which visits at most four positions for each entry",
        ),
    }

    def __init__(self, memory: int = 256):
        check(self.options, memory=memory)
        self.memory = memory
        self.entries = entries_for(memory)
        self.table: Table | None = None  # of the search of the game that began
        self.known = False  # whether theory knew the start of that game
        self.own: OwnSolver | None = None  # the game's own search for the winner
        self.sweep: ValueIteration | None = None  # all values, if positions recur or chance moves
        self.random = random.Random(0)

    def begin(self, game: Game, seat: int) -> None:
        """Make sure that it can play the game perfectly. Raises Unplayable, in one line, if it cannot.

        The process keeps the result for the same game, even that it is too large. Hurried, it goes on searching at each
        move, and is perfect only where that search ends.
        """
        refuse_hidden(game)
        self.table = self.sweep = None
        self.known, self.own = theory_of(game) is not None, solver_of(game)
        if self.known or self.own is not None or game.score() is not None:
            return
        key = (*identify_game(game), self.memory)
        if (found := SOLVED.find(key)) is None:
            found = self.solve_game(game)
            SOLVED.add(key, found)
        if isinstance(found, Unplayable):
            raise Unplayable(*found.args)
        self.table, self.sweep = found

    def solve_game(self, game: Game) -> tuple[Table | None, ValueIteration | None] | Unplayable:
        """Return the solved game: the table of an exhaustive search, or all values; or why there is neither."""
        try:
            if not shows_chance(game) and not positions_recur(game):
                with suppress(Chance):
                    return self.search_whole(game), None
            sweep, clock = ValueIteration(game, MOST // PLAIN if is_plain(game) else MOST), Clock()
            self.view = lambda: Glimpse(0, clock.nodes)
            sweep.run(clock)
        except Unplayable as refusal:
            return refusal
        except MemoryError as error:
            return Unplayable(str(error))
        return None, sweep

    def search_whole(self, game: Game) -> Table:
        """Search the game to its end, unless hurried. Raises Unplayable, and Chance if chance moves."""
        if is_hopeless(game):
            raise Unplayable(f"{type(game).__name__} is far too large to be solved; {OTHERS}")
        budget = PATIENCE * self.entries // (PLAIN if is_plain(game) else 1)
        table, clock = Table(self.entries), Clock(math.inf, budget)
        self.view = lambda: Glimpse(0, clock.nodes)
        if not search_to_end(game, table, clock).final and not hurried():
            raise Unplayable(
                f"the end of {type(game).__name__} is out of reach within {self.memory:,} MB;"
                f" take a smaller game or a larger memory=; {OTHERS}"
            )
        return table

    def think(self, game: Game, deadline: float = math.inf) -> Thought:
        """Return a best move and how it was found; each candidate's value is its score.

        Unproven if the deadline comes before the end of a search. Raises Unplayable for hidden cards or dice, and for a
        game of chance that is too large.
        """
        start = monotonic()
        refuse_hidden(game)
        if not game.moves():
            raise ValueError(f"{type(game).__name__} has no moves to choose from")
        thought = self.solve_position(game, deadline, start)
        self.view = lambda: make_glimpse(thought)
        return thought

    def find_soon(self, game: Game, clock: Clock) -> Thought | None:
        """Return the thought if theory or the game's own search finds one before the clock stops it; otherwise None."""
        start, theory = monotonic(), theory_of(game)
        if theory is not None and (thought := choose_by_theory(game, theory, clock.deadline, start)) is not None:
            return thought
        return self.by_own_search(game, clock, start, theory)

    def solve_position(self, game: Game, deadline: float, start: float) -> Thought:
        """Return the best move, by theory, search or value iteration. Raises Unplayable."""
        if (thought := self.find_soon(game, Clock(deadline))) is not None:
            return thought
        if self.sweep is not None or shows_chance(game) or (self.table is None and positions_recur(game)):
            return self.by_sweep(game, Clock(deadline), start)
        try:
            return self.by_search(game, deadline, start, theory_of(game))
        except Chance:
            return self.by_sweep(game, Clock(deadline), start)

    def by_search(self, game: Game, deadline: float, start: float, theory: Theory | None) -> Thought:
        """Return the best move by searching to the end; theory may know the position's value. Raises Chance.

        If theory knew the start, finding the winner may take until the deadline; finding the distance is limited as
        usual.
        """
        if self.known and self.table is None:
            self.table = Table(self.entries)
        clock = Clock(deadline, None if self.known else PATIENCE * self.entries)
        self.view = lambda: Glimpse(0, clock.nodes)
        # Without a start, two calls may be about different games, so a table is not shared.
        search = Solver(game, Table(self.entries) if self.table is None else self.table, clock, FARTHEST)
        if theory is not None:
            search.know(theory.score if game.turn == 0 else -theory.score)
        call_on_big_stack(search.settle, clock)
        clock.budget = min(clock.budget, clock.nodes + PATIENCE * self.entries)
        call_on_big_stack(search.run, clock)
        return thought_of(game, search, clock, start)

    def by_own_search(self, game: Game, clock: Clock, start: float, theory: Theory | None) -> Thought | None:
        """Return the best move by the game's own search for the winner, and the soonest win if that is cheap.

        None if the game has no such search or the clock stopped it. In a lost game of unknown distance a short search
        chooses, which puts the end off. Among moves that keep a draw it takes the short search's favourite, as the
        other side may go wrong; also, unproven, if there was only time to find out that a draw is sure.
        """
        own = self.own or solver_of(game)
        if own is None:
            return None
        self.view = lambda: Glimpse(0, clock.total_nodes())
        known = None if theory is None else theory.score if game.turn == 0 else -theory.score
        mine, most = own_bounds(own, game, clock) if known is None else (known, known)
        if mine < 0 < most:
            return None
        if mine and (exact := as_exact(own)) is not None:
            whole = OwnSearch(game, exact, clock.share(2, SOON))
            whole.run()
            clock.join()
            if whole.final:
                return own_thought(game, whole.best_move, mine, True, whole, clock, start, how_of(own))
        search = Pvs(game, Table(2 * NEARBY), clock.share(2, NEARBY))
        search.run()
        clock.join()
        (value, distance), move = to_game_score(search.score), search.best_move
        if distance is not None and mine < most:
            mine = most = value
        elif distance is None and mine >= 0:
            move = keeping_move(own, game, mine, clock, first=search.best_move)
        return None if move is None else own_thought(game, move, mine, mine == most, search, clock, start, how_of(own))

    def by_sweep(self, game: Game, clock: Clock, start: float) -> Thought:
        """Return the best move by the values of all reachable positions; any move if there was no time for them."""
        self.view = lambda: Glimpse(0, clock.nodes)
        sweep = ValueIteration(game) if self.sweep is None else self.sweep
        try:
            return choose_by_values(game, sweep, clock, self.random, start)
        except UnknownPosition as error:
            raise Unplayable(f"optimal did not meet this position as it solved the game: {error}") from error


def search_to_end(game: Game, table: Table, clock: Clock) -> Solver:
    """Return a search of the game to its end; `final` if the clock left time for it. Raises Chance."""
    search = Solver(game, table, clock, FARTHEST)
    call_on_big_stack(search.run, clock)
    return search


def thought_of(game: Game, search: Solver, clock: Clock, start: float) -> Thought:
    """Return the thought of a finished search: a best move once the winner is known, even without the distance."""
    value, distance = to_game_score(search.lower)
    proven = to_game_score(search.upper)[0] == value
    how, distance = "exhaustive search" if proven else "unfinished search", distance if search.final else None
    return make_thought(game, search.best_move, value if proven else 0, proven, search, clock, start, distance, how)


def make_thought(
    game: Game, move: int, value: int, proven: bool, search: Pvs | OwnSearch, clock: Clock, start: float,
    distance: int | None, how: str,
) -> Thought:  # fmt: skip
    """Return the thought that the move is worth `value`, or at least that if not `proven`."""
    return Thought(
        move=move,
        value=value,
        proven=proven,
        distance=distance,
        line=tuple(search.line()) if move == search.best_move else (game.text(move),),
        candidates=(Candidate(move, game.text(move), value, proven=proven),),
        nodes=clock.nodes,
        depth=search.depth,
        seconds=monotonic() - start,
        how=how,
    )


def own_thought(
    game: Game, move: int, value: int, proven: bool, search: Pvs | OwnSearch, clock: Clock, start: float, how: str
) -> Thought:
    """Return the thought of the game's own search; `search` looked for how soon the end comes."""
    return make_thought(game, move, value, proven, search, clock, start, to_game_score(search.score)[1], how)


def choose_by_theory(game: Game, theory: Theory, deadline: float, start: float) -> Thought | None:
    """Return the first of the best moves; in a lost game the one that leaves the most to do. None if theory knows none.

    After the deadline, or hurried, it stops looking at the first best move.
    """
    side = -1 if game.turn == 1 else 1
    found: list[tuple[int, Theory]] = []
    for move, then in theories_after(game):
        if then is not None:
            found.append((move, then))
            if then.score == theory.score and (monotonic() >= deadline or hurried()):
                break
    if all(then.score != theory.score for _, then in found):
        return None
    lost = side * theory.score < 0
    best, _ = max(found, key=lambda pair: (side * pair[1].score, lost * pair[1].left))
    return Thought(
        move=best,
        value=side * theory.score,
        proven=True,
        line=(game.text(best),),
        candidates=tuple(Candidate(move, game.text(move), side * then.score, proven=True) for move, then in found),
        nodes=1 + len(found),
        depth=1,
        seconds=monotonic() - start,
        how=theory.name,
    )


def choose_by_values(game: Game, sweep: ValueIteration, clock: Clock, rng: random.Random, start: float) -> Thought:
    """Return a best move, drawn by `rng` from all best ones; unproven, the first move, if the clock stops the sweep.

    start  when the player began to think, by monotonic().
    Raises UnknownPosition, and Unplayable if there are too many positions.
    """
    final = sweep.run(clock)
    side = -1 if game.turn == 1 else 1
    rows = [(move, text, side * score) for move, text, score in sweep.moves(game)] if final else []
    # One of several equal moves may lead in circles for ever; drawing lots breaks the circle.
    best = rng.choice(sweep.best(game))[0] if final else game.moves()[0]
    return Thought(
        move=best,
        value=next((value for move, _, value in rows if move == best), 0.0),
        proven=final,
        distance=sweep.distance(game) if final else None,
        line=(game.text(best),),
        candidates=tuple(Candidate(*row, proven=True) for row in rows),
        nodes=sweep.positions,
        depth=0,
        seconds=monotonic() - start,
        how="unfinished search" if not final else VALUE_ITERATION if sweep.has_chance else RETROGRADE,
    )


def solve_small(game: Game, deadline: float, most: int, rng: random.Random) -> Thought | None:
    """Return a best move if at most `most` positions are left and the deadline leaves time to value them; else None.

    Only for games that hide nothing. A search to every end visits at most `most` positions; if positions recur, chance
    moves or points count, each position may be valued PASSES times.
    """
    start = monotonic()
    if not (shows_chance(game) or counts_points(game) or positions_recur(game)):
        clock = Clock(deadline, most)
        with suppress(Chance):
            search = search_to_end(game, Table(2 * most), clock)
            return thought_of(game, search, clock, start) if search.final else None
    with suppress(Unplayable):
        thought = choose_by_values(game, ValueIteration(game, most), Clock(deadline, PASSES * most), rng, start)
        return thought if thought.proven else None
    return None


def is_plain(game: Game) -> bool:
    """Return whether the rules of the game are written in plain Python."""
    return overrides(type(game), "moves", "collect")


def shows_chance(game: Game) -> bool:
    """Return whether chance moves in the game, as far as its class and this position show."""
    return has_chance(game) or game.turn == CHANCE


def refuse_hidden(game: Game) -> None:
    """Raise Unplayable for a game that hides something: its best play is mixed."""
    if hides_information(game):
        raise Unplayable(f"{type(game).__name__} hides something from each seat, which optimal does not play; cfr does")
