"""What `referee solve` prints: what a game is worth, and how to play it."""

import json
import math
from collections.abc import Iterator
from time import monotonic
from typing import Any

import click

from games.base.notation import printable
from games.base.rule_values import check_position
from games.capabilities import hides_information
from games.dataclass import dataclass
from games.game import Game
from games.names.catalogue import SpecError
from players.cfr import ITERATIONS, has_hidden_past
from players.optimal import shows_chance
from players.player import Unplayable
from players.search.alphabeta.tree import Chance
from players.search.clock import Clock
from players.search.values.value_iteration import RETROGRADE, VALUE_ITERATION
from referee.drawing import terminal, text_table
from referee.drawing.number_format import format_seconds
from referee.drawing.progress import Meter, meter
from referee.drawing.text_table import Column, TextTable
from referee.drawing.text_width import wrap
from referee.errors.attribution import attribute_errors, load_after
from referee.solving.exhaustive import PACE, Exhaustion, by_search, by_sweep
from referee.solving.outcome_text import bounds, line_text, outcome, refuse_end, signed, within
from referee.solving.solve_cache import Before

SHOWN = 40  # moves in a table
LISTED = 40  # information sets in a table


def progress_text(search: Exhaustion) -> str:
    """Return the progress of a search: its positions, what is proven, and the current move."""
    game = search.game
    said = f"{search.clock.nodes:,} positions  {bounds(game, *search.bounds())}"
    if (move := search.current) is not None:
        count = len(game.moves())
        place = len(search.moves) if len(search.moves) < count else search.solved
        said += f"  move {place + 1} of {count}: {game.text(move)}"
    return said


def solved_lines(game: Game, found: dict[str, Any], whole: bool) -> Iterator[str]:
    """Yield the solution of an open game without chance; all moves only with `whole`."""
    name = f"{found['game']} after {' '.join(found['after'])}" if found["after"] else found["game"]
    yield from wrapped(f"{name}: {verdict(game, found)}")
    value = f"value for {game.seats[0]}  "
    if found["value"] is None:
        yield from wrapped(f"{value}at least {signed(found['at_least'])}, at most {signed(found['at_most'])}")
    else:
        yield value + signed(found["value"])
    if found["moves"]:
        yield ""
        yield from table(game, found, whole)
        yield ""
    if found["line"]:
        yield from wrapped(f"line  {line_text(found['line'], more=longer(game, found['line']))}", 6)
    yield from wrapped(effort(found))


def verdict(game: Game, found: dict[str, Any]) -> str:
    """Return the result in words."""
    if found["value"] is not None:
        ending = within(found["distance"])
        return outcome(game, found["value"]) + (f",{ending}" if ending else "")
    return f"not solved, {bounds(game, found['at_least'], found['at_most'])}"


def table(game: Game, found: dict[str, Any], whole: bool) -> Iterator[str]:
    """Yield a row for each move, the best first and marked; a question mark is an unknown distance."""
    side = 1 if game.turn == 0 else -1

    def rank(row: dict[str, Any]) -> tuple[int, bool, int]:
        mine, distance = side * row["value"], row["distance"] or 0
        return -mine, not row["best"], distance if mine > 0 else -distance

    rows = sorted(found["moves"], key=rank)
    shown = rows if whole else rows[:SHOWN]
    far = [
        f"{row['distance']:,}" if row["distance"] else "?" if row["value"] and not found["solved"] else ""
        for row in shown
    ]
    columns = [
        Column("  move", [f"{'*' if row['best'] else ' '} {printable(row['move'])}" for row in shown], left=True),
        Column("outcome", [outcome(game, row["value"]) for row in shown], left=True),
        *[Column("plies", far)] * any(far),
    ]
    yield from TextTable(columns).text()
    if len(shown) < len(rows):
        yield f"  and {len(rows) - len(shown):,} more: with --all or --json"


def longer(game: Game, line: list[str]) -> bool:
    """Return whether the game goes on after these moves."""
    twin = game.copy()
    for text in line:
        twin.make(twin.parse(text))
    return twin.score() is None


def effort(found: dict[str, Any]) -> str:
    """Say how it was found, and what that took."""
    if not found["positions"]:
        return f"by {found['method']}, without search"
    took = f"{found['positions']:,} positions in {format_seconds(found['seconds'])}, by {found['method']}"
    if found["method"] == RETROGRADE:
        took += "; play that never ends is a draw"
    return f"{took}; from the cache" if found["cached"] else took


def wrapped(text: str, indent: int = 2) -> list[str]:
    """Return the text in lines that fit the terminal."""
    return wrap(printable(text), max(20, terminal.width()), " " * indent)


class OutOfSolvingTime(SpecError):
    """Raised if the time does not suffice; the message is one line for people."""


@dataclass(frozen=True)
class SolveOptions:
    """What to solve, and how.

    spec        the game;  opening  the texts of the moves before.
    iterations  of SAPCFR+, None for as many as there is time for, or for ITERATIONS.
    seconds     after which it gives up; None for never.
    memory      megabytes for the table of an exhaustive search.
    whole       whether to print everything, however long it is.
    fresh       whether to ignore earlier results.
    """

    spec: str
    opening: tuple[str, ...] = ()
    iterations: int | None = None
    seconds: float | None = None
    memory: int = 1024
    whole: bool = False
    as_json: bool = False
    fresh: bool = False

    def place(self) -> str:
        """Return what was being done when something failed, for a message."""
        return f"as {self.spec} was solved, after the moves: {' '.join(self.opening) or 'none'}"


def solve_and_print(options: SolveOptions) -> None:
    """Solve the game and print what was found; with --json one object.

    Raises SpecError for what cannot be solved, click.ClickException if the time does not suffice, and KeyboardInterrupt
    after Ctrl-C; the latter two once what was found is printed.
    """
    spec = options.spec
    game = load_after(spec, options.opening)
    with attribute_errors(game, options.place, still=True):
        refuse_end(game, "solve")
        check_iterations(options, game)
        try:
            if hides_information(game):
                solve_by_cfr(options, game)
            else:
                solve_open_game(options, game)
        except OutOfSolvingTime as error:
            raise click.ClickException(str(error)) from error
        except (Unplayable, MemoryError) as error:
            raise SpecError(f"{spec!r} cannot be solved: {error}") from error


def check_iterations(options: SolveOptions, game: Game) -> None:
    """Raise SpecError if iterations are given for a game that is solved exactly."""
    if not hides_information(game) and options.iterations:
        raise SpecError(f"{options.spec!r} hides nothing and is solved exactly: leave out iterations")


def solve_open_game(options: SolveOptions, game: Game) -> None:
    """Solve a game of open information, and print what was found. Raises as `solve_and_print` does."""
    found, stopped = find_open_solution(options, game)
    if options.as_json:
        click.echo(json.dumps(found))
    elif found["solved"] or not is_swept(found):
        click.echo("\n".join(solution_lines(game, found, options.whole)))
    if stopped:
        click.echo(f"stopped after {found['positions']:,} positions", err=True, nl=False)  # click ends the line
        raise KeyboardInterrupt
    if not found["solved"]:
        raise OutOfSolvingTime(describe_failure(options, found))


def find_open_solution(options: SolveOptions, game: Game) -> tuple[dict[str, Any], bool]:
    """Return the exact solution of an open game, and whether Ctrl-C cut the search short.

    Games of chance are solved by value iteration. Raises Unplayable.
    """
    told = {"game": options.spec, "after": list(options.opening)}
    try:
        result = None if shows_chance(game) else solve_exactly(options, game)
    except Chance:
        result = None
    if result is None:
        return told | by_sweep(game, options.seconds), False
    return told | result[0], result[1]


def describe_failure(options: SolveOptions, found: dict[str, Any]) -> str:
    """Say why there is no solution. Raises Unplayable if more time would not help."""
    if options.seconds is None:
        raise Unplayable("its games have more moves than a search can keep")
    part = not is_swept(found) and found["value"] is not None
    what = "solved, but not each of its moves," if part else "not solved"
    return f"{options.spec!r} is {what} within {options.seconds:g} seconds"


def find_solution(options: SolveOptions, game: Game) -> dict[str, Any]:
    """Return what a game is worth, with a strategy if it hides something.

    Raises SpecError if the time does not suffice or iterations are given for a game that is solved exactly, RuleError
    for invalid values of rules, Unplayable for what cannot be solved, KeyboardInterrupt.
    """
    check_position(game)
    refuse_end(game, "solve")
    check_iterations(options, game)
    if hides_information(game):
        solver, interrupt = run_cfr(options, game)
        if interrupt:
            raise interrupt
        return cfr_as_dict(options.spec, solver)
    found, stopped = find_open_solution(options, game)
    if stopped:
        raise KeyboardInterrupt
    if not found["solved"]:
        raise OutOfSolvingTime(describe_failure(options, found))
    return found


def solution_lines(game: Game, found: dict[str, Any], whole: bool) -> list[str]:
    """Return what was found, in lines for people."""
    if "strategy" in found:
        return list(strategy_lines(game, found, whole))
    return list(value_lines(game, found) if is_swept(found) else solved_lines(game, found, whole))


def is_swept(found: dict[str, Any]) -> bool:
    """Return whether it was found by value iteration, which says nothing until it is done."""
    return bool(found.get("method") == VALUE_ITERATION)


def solve_exactly(options: SolveOptions, game: Game) -> tuple[dict[str, Any], bool]:
    """Return what theory, the cache or a search says, and whether Ctrl-C cut it short. Raises Chance and Unplayable."""
    before = Before(options.spec, game)
    if known := before.found(options.fresh):
        return known, False
    with meter() as told:
        found, stopped = by_search(
            game, options.memory, options.seconds, lambda search: told(progress_text(search), None)
        )
    if not stopped:
        before.keep(found)
    return found, stopped


def make_cfr(spec: str, game: Game, seconds: float | None, told: Meter) -> Any:
    """Return the solver of a game that hides something, with its tree. Raises SpecError and Unplayable."""
    from players.search.equilibrium.cfr import PredictiveCfr
    from players.search.equilibrium.extensive_form import GameTree

    if has_hidden_past(game):
        raise Unplayable("it hides something from its start on")
    start = monotonic()

    def tell(nodes: int) -> None:
        told(f"{nodes:,} nodes", None)
        if seconds is not None and monotonic() - start > seconds:
            raise OutOfSolvingTime(f"{spec!r} is too large to solve within {seconds:g} seconds")

    return PredictiveCfr(GameTree(game, tell=tell))


def run_cfr(options: SolveOptions, game: Game) -> tuple[Any, KeyboardInterrupt | None]:
    """Return the solver of a game that hides something, after its run, and the Ctrl-C that stopped it, if any."""
    start = monotonic()
    with meter() as told:
        solver = make_cfr(options.spec, game, options.seconds, told)
        spent = monotonic() - start
        left = None if options.seconds is None else max(0.0, options.seconds - spent)
        try:
            iterate(solver, options.iterations if options.iterations or options.seconds else ITERATIONS, left, told)
        except KeyboardInterrupt as interrupt:
            return solver, interrupt
    return solver, None


def solve_by_cfr(options: SolveOptions, game: Game) -> None:
    """Solve a game that hides something, and print what was found."""
    solver, stopped = run_cfr(options, game)
    found = cfr_as_dict(options.spec, solver)
    whole = options.whole or len(solver.tree.names) <= LISTED
    click.echo(json.dumps(found) if options.as_json else "\n".join(strategy_lines(game, found, whole)))
    if stopped:
        click.echo(f"stopped after {solver.iterations:,} iterations", err=True, nl=False)  # click ends the line
        raise stopped


def iterate(solver: Any, iterations: int | None, seconds: float | None, told: Meter) -> None:
    """Make `iterations`, or as many as there is time for, and report progress."""
    start = monotonic()
    end = math.inf if seconds is None else start + seconds
    while (now := monotonic()) < end and (iterations is None or solver.iterations < iterations):
        left = None if iterations is None else iterations - solver.iterations
        solver.run(left, Clock(min(end, now + PACE)))
        by_time = 0.0 if seconds is None else (monotonic() - start) / seconds
        by_count = 0.0 if iterations is None else solver.iterations / iterations
        told(f"{solver.iterations:,} iterations", min(1.0, max(by_time, by_count)))


def cfr_as_dict(spec: str, solver: Any) -> dict[str, Any]:
    """Return what SAPCFR+ has found, as JSON types."""
    strategy = solver.strategy()
    return {
        "game": spec, "method": "SAPCFR+", "nodes": len(solver.tree), "iterations": solver.iterations,
        "value": solver.value(), "exploitability": solver.exploitability(),
        "strategy": [{"seat": seat, "known": known, "moves": dict(row)} for (seat, known), row in strategy.items()],
    }  # fmt: skip


def strategy_lines(game: Game, found: dict[str, Any], whole: bool) -> Iterator[str]:
    """Yield what SAPCFR+ has found, for people; the strategy itself only with `whole`."""
    sets = found["strategy"]
    yield f"{found['game']}: {found['nodes']:,} nodes, {len(sets):,} information sets"
    yield f"{found['iterations']:,} iterations of SAPCFR+"
    yield f"value for {game.seats[0]}  {found['value']:+.6f}"
    yield f"exploitability  {found['exploitability']:.6f}"
    if not whole:
        yield f"the strategy of {len(sets):,} information sets: with --all or --json"
        return
    sets = sorted(sets, key=lambda each: each["known"])
    drawn = text_table.rows(
        [
            (printable(each["known"]), "  ".join(f"{text} {share:.4f}" for text, share in each["moves"].items()))
            for each in sets
        ]
    )
    for seat in (0, 1):
        yield ""
        yield game.seats[seat]
        for each, line in zip(sets, drawn, strict=True):
            if each["seat"] == seat:
                yield f"  {line}"


def value_lines(game: Game, found: dict[str, Any]) -> Iterator[str]:
    """Yield what value iteration has found, for people."""
    name = f"{found['game']} after {' '.join(found['after'])}" if found["after"] else found["game"]
    yield f"{name}: {found['positions']:,} positions, by {found['method']}"
    yield f"value for {game.seats[0]}  {found['value']:+.6f}" + (
        "" if found["chance"] is None else f", it wins {100 * found['chance']:.4f} % (a draw counts half)"
    )
    if found["best"]:
        yield f"best first move  {' or '.join(found['best'])}"
    for text, value in found.get("moves", {}).items():
        yield f"  {text}  {value:+.6f}"
