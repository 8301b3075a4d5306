"""What `referee solve` prints: what a game is worth, and how to play it."""

import json
import math
from collections.abc import Iterator
from time import monotonic
from typing import Any

import click

import games
from games.catalogue import SpecError
from games.game import CHANCE, Game
from games.kinds import hides
from games.notation import printable
from players.cfr import ITERATIONS, begun
from players.player import Unplayable
from players.search.clock import Clock
from referee.progress import Meter, meter

SHOWN = 40  # information sets in a table
NODES = 20_000_000  # of alpha-beta, where no time is given
ENTRIES = 1 << 22  # of its table
PACE = 0.1  # seconds between two drawings of the bar


def solve(spec: str, iterations: int | None, seconds: float | None, whole: bool, as_json: bool) -> None:
    """Solve the game and print what was found; with --json one object.

    Raises SpecError for what cannot be solved, click.ClickException where the time did not suffice, and after Ctrl-C
    KeyboardInterrupt, once what CFR+ found till then is printed.
    """
    game = games.load(spec)
    try:
        if hides(game):
            by_cfr(spec, game, iterations, seconds, whole, as_json)
        elif iterations:
            raise SpecError(f"{spec!r} hides nothing, and is solved exactly: it takes no --iterations")
        else:
            found = exactly(spec, game, seconds)
            click.echo(json.dumps(found) if as_json else "\n".join(exact_lines(game, found)))
    except Unplayable as error:
        raise SpecError(f"{spec!r} cannot be solved: {error}") from error


def by_cfr(spec: str, game: Game, iterations: int | None, seconds: float | None, whole: bool, as_json: bool) -> None:
    """Solve a game that hides something."""
    from players.search.cfr import CfrPlus
    from players.search.extensive import Tree

    if begun(game):
        raise Unplayable("it hides something from its start on")
    start = monotonic()
    with meter() as told:

        def tell(nodes: int) -> None:
            told(f"{nodes:,} nodes", None)
            if seconds is not None and monotonic() - start > seconds:
                raise click.ClickException(f"{spec!r} is too large to solve within {seconds:g} seconds")

        solver = CfrPlus(Tree(game, tell=tell))
        try:
            iterate(solver, iterations if iterations or seconds else ITERATIONS, seconds, told)
            stopped = None
        except KeyboardInterrupt as interrupt:
            stopped = interrupt
    found = solved(spec, solver)
    lines = [json.dumps(found)] if as_json else strategy_lines(game, found, whole or len(solver.tree.names) <= SHOWN)
    click.echo("\n".join(lines))
    if stopped:
        click.echo(f"stopped after {solver.iterations:,} iterations", err=True, nl=False)  # click ends the line
        raise stopped


def iterate(solver: Any, iterations: int | None, seconds: float | None, told: Meter) -> None:
    """Let it make so many iterations, or as many as there is time for, and tell how far it is."""
    start = monotonic()
    end = math.inf if seconds is None else start + seconds
    while (now := monotonic()) < end and (iterations is None or solver.iterations < iterations):
        left = None if iterations is None else iterations - solver.iterations
        solver.run(left, Clock(min(end, now + PACE)))
        by_time = 0.0 if seconds is None else (monotonic() - start) / seconds
        by_count = 0.0 if iterations is None else solver.iterations / iterations
        told(f"{solver.iterations:,} iterations", min(1.0, max(by_time, by_count)))


def solved(spec: str, solver: Any) -> dict[str, Any]:
    """What CFR+ has found, as JSON's types."""
    strategy = solver.strategy()
    return {
        "game": spec,
        "method": "CFR+",
        "nodes": len(solver.tree),
        "iterations": solver.iterations,
        "value": solver.value(),
        "exploitability": solver.exploitability(),
        "strategy": [{"seat": seat, "known": known, "moves": dict(row)} for (seat, known), row in strategy.items()],
    }


def strategy_lines(game: Game, found: dict[str, Any], whole: bool) -> Iterator[str]:
    """The same for people; the strategy itself only if wanted."""
    sets = found["strategy"]
    yield f"{found['game']}: {found['nodes']:,} nodes, {len(sets):,} information sets"
    yield f"{found['iterations']:,} iterations of CFR+"
    yield f"value for {game.seats[0]}  {found['value']:+.6f}"
    yield f"exploitability  {found['exploitability']:.6f}"
    if not whole:
        yield f"the strategy of {len(sets):,} information sets: with --all or --json"
        return
    widest = max((len(printable(each["known"])) for each in sets), default=0)
    for seat in (0, 1):
        yield ""
        yield game.seats[seat]
        for each in sorted((each for each in sets if each["seat"] == seat), key=lambda each: each["known"]):
            shares = "  ".join(f"{text} {share:.4f}" for text, share in each["moves"].items())
            yield f"  {printable(each['known']):<{widest}}  {shares}"


def exactly(spec: str, game: Game, seconds: float | None) -> dict[str, Any]:
    """Solve a game in which all is open: by search, unless that begins with chance or meets it."""
    from players.search.negamax import Chance

    if game.turn == CHANCE:
        return by_sweep(spec, game, seconds)
    try:
        return by_search(spec, game, seconds)
    except Chance:
        return by_sweep(spec, game, seconds)


def by_sweep(spec: str, game: Game, seconds: float | None) -> dict[str, Any]:
    """Solve a game of chance in which all is open."""
    from players.search.sweep import Sweep

    end = math.inf if seconds is None else monotonic() + seconds
    with meter() as told:
        sweep = Sweep(game)
        while not sweep.run(Clock(min(end, monotonic() + PACE))):
            told(f"{sweep.positions:,} positions", None)
            if monotonic() >= end:
                raise click.ClickException(f"{spec!r} is not solved within {seconds:g} seconds")
    texts = [text for _, text, _ in sweep.best(game)] if game.turn != CHANCE else []
    after = {text: value for _, text, value in sweep.moves(game)}
    found = {"game": spec, "method": "value iteration", "positions": sweep.positions, "value": sweep.value()}
    return found | {"chance": chance(game, sweep.value()), "best": texts, "moves": after}


def by_search(spec: str, game: Game, seconds: float | None) -> dict[str, Any]:
    """Solve a game without chance in which all is open."""
    from players.search.pvs import Pvs
    from players.search.score import as_the_game_counts
    from players.search.table import Table

    clock = Clock(math.inf, NODES) if seconds is None else Clock(monotonic() + seconds)
    search = Pvs(game, Table(ENTRIES), clock)
    search.run()
    if not search.final:
        within = f"{NODES:,} positions" if seconds is None else f"{seconds:g} seconds"
        message = f"{spec!r} is too large to solve within {within}"
        raise SpecError(message) if seconds is None else click.ClickException(message)
    value = as_the_game_counts(search.score)[0] * (-1 if game.turn == 1 else 1)
    found = {"game": spec, "method": "alpha-beta", "positions": clock.nodes, "value": value}
    return found | {"chance": chance(game, value), "best": [game.text(search.best_move)]}


def chance(game: Game, value: float) -> float | None:
    """The first seat's share of games won, a draw counting half; None where there is more to win than the game."""
    return (1 + value) / 2 if game.stakes == 1 else None


def exact_lines(game: Game, found: dict[str, Any]) -> Iterator[str]:
    """What was found exactly, for people."""
    yield f"{found['game']}: {found['positions']:,} positions, by {found['method']}"
    yield f"value for {game.seats[0]}  {found['value']:+.6f}" + (
        "" if found["chance"] is None else f", it wins {100 * found['chance']:.4f} % (a draw counts half)"
    )
    if found["best"]:
        yield f"best first move  {' or '.join(found['best'])}"
    for text, value in found.get("moves", {}).items():
        yield f"  {text}  {value:+.6f}"
