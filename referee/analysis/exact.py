"""What each move is worth exactly: by theory, by what was solved before, by searching to the end or value iteration."""

from collections.abc import Iterator
from typing import Any

from games.capabilities import hides_information
from games.game import Game
from players.optimal import shows_chance
from players.player import Unplayable
from players.search.alphabeta.negamax import Chance
from players.search.alphabeta.table import entries_for
from players.search.big_stack import call_on_big_stack
from players.search.clock import hurried
from players.search.values.value_iteration import VALUE_ITERATION, ValueIteration
from referee.analysis.budget import LONGER, NODES, TURN, Budget, TurnStopwatch
from referee.analysis.method_result import MethodResult, MoveValue
from referee.solving.exhaustive import Exhaustion
from referee.solving.solve_cache import Before
from referee.solving.value import share, side

MEMORY = 256  # megabytes for the table of an exhaustive search
LONGEST = 2_000_000  # positions of a turn
ENDLESS = "its games have more moves than a search can keep"


def exact(game: Game, budget: Budget, spec: str) -> Iterator[MethodResult]:
    """What is proven of the position of a game of that spec, more and more; no values where it cannot be solved."""
    if hides_information(game):
        yield refused("best play is mixed where something is hidden: referee solve has it")
        return
    try:
        yield from proven(game, budget, spec)
    except (Unplayable, MemoryError) as error:
        yield refused(f"{error}")


def refused(why: str) -> MethodResult:
    """That the position cannot be solved."""
    return MethodResult("exact", f"not solved: {why}", (), 0, 0.0, final=True)


def proven(game: Game, budget: Budget, spec: str) -> Iterator[MethodResult]:
    """What is proven of a game in which all is open. Raises Unplayable and MemoryError."""
    if shows_chance(game):
        yield from by_sweep(game, budget)
        return
    try:
        yield from by_search(game, budget, spec)
    except Chance:
        yield from by_sweep(game, budget)


def by_search(game: Game, budget: Budget, spec: str) -> Iterator[MethodResult]:
    """What theory, the cache, or an exhaustive search proves. Raises Chance, Unplayable and MemoryError."""
    before = Before(spec, game)
    if known := before.found():
        yield solution_result(game, known, known["method"], final=True)
        return
    watch = stopwatch(budget)
    search = Exhaustion(game, entries_for(MEMORY), watch.clock)
    turn = float(TURN)
    while True:
        with watch.running(turn):
            call_on_big_stack(search.run, watch.clock)
        spent = {"positions": search.positions(), "seconds": watch.spent, "method": search.method(), "cached": False}
        found = search.found() | spent
        final = found["solved"] or watch.over
        yield solution_result(game, found, search.method() if found["solved"] else unsolved(watch), final)
        if final:
            break
        if not watch.stopped:
            raise Unplayable(ENDLESS)
        turn = min(LONGER * turn, LONGEST)
    before.keep(found)


def by_sweep(game: Game, budget: Budget) -> Iterator[MethodResult]:
    """What value iteration finds of a game of chance: all at its end, and nothing before. Raises Unplayable."""
    watch, sweep, final = stopwatch(budget), ValueIteration(game), False
    turn = float(TURN)
    while not final:
        with watch.running(turn):
            final = sweep.run(watch.clock)
        turn = min(LONGER * turn, LONGEST)
        if not final:
            yield MethodResult("exact", unsolved(watch), (), sweep.positions, watch.spent, watch.over)
            if watch.over:
                return
    # Counted for who chooses; where that is chance, for seat 0.
    mine = -1 if game.turn == 1 else 1
    rows = [averaged(game, move, text, mine * value) for move, text, value in sweep.moves(game)]
    if game.turn in (0, 1):
        rows.sort(key=MoveValue.rank, reverse=True)
    line = rows[0].line if game.turn in (0, 1) else ()
    yield MethodResult("exact", VALUE_ITERATION, tuple(rows), sweep.positions, watch.spent, final=True, line=line)


def averaged(game: Game, move: int, text: str, value: float) -> MoveValue:
    """A move that wins so much on average."""
    chance = share(value) if game.stakes == 1 else None
    return MoveValue(move=move, text=text, estimate=value, chance=chance, line=(text,))


def stopwatch(budget: Budget) -> TurnStopwatch:
    """The watch of a search that has no depth."""
    return TurnStopwatch(budget.seconds, NODES if budget.seconds is None else None)


def unsolved(watch: TurnStopwatch) -> str:
    """How far a search is that has not come to its end."""
    if watch.over and not hurried():
        return "not solved within " + (
            f"{watch.nodes:,} positions" if watch.nodes else f"{round(watch.limit, 3):g} seconds"
        )
    return "not solved yet"


def solution_result(game: Game, found: dict[str, Any], how: str, final: bool) -> MethodResult:
    """The result of what was found, as JSON's types, in the eyes of the seat to move."""
    mine, line = side(game.turn), tuple(found["line"])
    rows = {row["move"]: row for row in found["moves"]}
    named = [(move, text, rows[text]) for move in game.moves() if (text := game.text(move)) in rows]
    there = [move_value(move, text, row, mine, line) for move, text, row in named]
    there.sort(key=MoveValue.rank, reverse=True)
    value = found["value"]
    ends = (found["at_least"], found["at_most"]) if value is None else (value, value)
    bounds = min(mine * end for end in ends), max(mine * end for end in ends)
    return MethodResult(
        "exact", how, tuple(there), found["positions"], found["seconds"], final, bounds, found["distance"], line
    )


def move_value(move: int, text: str, row: dict[str, Any], mine: int, line: tuple[str, ...]) -> MoveValue:
    """A move whose worth is proven, its line where it is the one expected."""
    score = mine * row["value"]
    expected = line if line[:1] == (text,) else (text,)
    return MoveValue(move=move, text=text, score=score, distance=row["distance"], chance=share(score), line=expected)
