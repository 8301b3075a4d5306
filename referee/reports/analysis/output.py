"""What `referee analyse` prints: a position, what each move is worth by several methods, who is winning."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from games.capabilities import hides_information
from games.dataclass import dataclass
from games.game import CHANCE, Game
from referee.analysis.analysis import Analysis
from referee.analysis.methods import analysis_place, load_position, method_results
from referee.drawing import terminal
from referee.drawing.glyphs import Line, Signs, Span
from referee.drawing.live import InPlace
from referee.drawing.number_format import ASCII
from referee.drawing.picture import draw
from referee.drawing.surface import Colourful, Plain, Surface
from referee.drawing.text_width import wrapped
from referee.errors.attribution import attribute_errors
from referee.reports.analysis.text import position_sentences, printed_lines, sentences, verdict, window_lines
from referee.reports.judges import open_judges
from referee.solving.blindness import notices
from referee.support.limits import NODES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from referee.analysis.method_result import Budget, MethodResult
    from referee.engines.judge import EngineJudge
    from referee.support.settings import Settings


OF_METHODS = ("how", "nodes", "seconds", "depth", "playouts", "final", "distance")
OF_MOVES = ("score", "or_more", "distance", "chance", "estimate", "interval", "visits", "line")
PACE = 0.1  # seconds between two drawings, at least
SHARE = 0.1  # of the time that drawing may take
SPARE = 2  # lines left free by the position


def as_json(analysis: Analysis) -> dict[str, Any]:
    """Return the analysis as JSON types, with the verdict in words."""
    game = analysis.game
    return {
        "game": analysis.spec,
        "after": list(analysis.after),
        "turn": "chance" if analysis.chance else game.seats[game.turn],
        "hidden": hides_information(game),
        "moves": [
            {"move": row.text, "best": row.best} | ({} if row.odds is None else {"odds": float(row.odds)})
            for row in analysis.rows()
        ],
        "line": list(analysis.line()),
        "methods": {name: method(result) for name, result in analysis.results.items()},
        "verdict": verdict(analysis, ASCII),
    }


def method(result: MethodResult) -> dict[str, Any]:
    """Return the result of a method as JSON types."""
    moves = [{"move": each.text} | {name: getattr(each, name) for name in OF_MOVES} for each in result.values]
    bounds = None if result.bounds is None else list(result.bounds)
    found = {name: getattr(result, name) for name in OF_METHODS}
    return found | {"bounds": bounds, "line": list(result.line), "moves": moves}


@dataclass(frozen=True)
class AnalysisRequest:
    """What to analyse, and how.

    spec     the game;  opening  the texts of the moves before.
    methods  their names;  budget  of each;  judges  the specs of programs that judge too.
    whole    whether to print all moves, however many there are.
    """

    spec: str
    opening: tuple[str, ...]
    methods: tuple[str, ...]
    budget: Budget
    judges: tuple[str, ...]
    settings: Settings
    whole: bool = False
    as_json: bool = False


def analyse(request: AnalysisRequest) -> None:
    """Analyse the position and print what was found.

    Raises SpecError for what cannot be analysed, and KeyboardInterrupt after Ctrl-C, once what is known is printed.
    """
    game = load_position(request.spec, request.opening, request.budget.seed)
    rules = attribute_errors(game, lambda: analysis_place(request.spec, request.opening), still=True)
    with rules, open_judges(request.judges, game, NODES) as judges:
        study(request, game, judges)


def study(request: AnalysisRequest, game: Game, judges: Sequence[EngineJudge]) -> None:
    """Analyse the position and print what was found. Raises KeyboardInterrupt as `analyse` does."""
    results = method_results(game, request.methods, request.budget, request.spec, judges)
    analysis = Analysis(request.spec, request.opening, game)
    signs = terminal.board_signs(request.settings.symbols, request.settings.pieces)
    theme = terminal.theme(request.settings.theme)
    surface: Surface = Colourful(theme) if terminal.fancy() and not request.settings.plain else Plain()
    if not (request.as_json or request.settings.plain):
        for line in position_lines(request, game, signs):
            surface.line(line)
    stopped = False
    try:
        with live(analysis, signs, request.settings) as show:
            for result in results:
                analysis.update(result)
                show()
    except KeyboardInterrupt:
        stopped = True
    finish(request, analysis, signs, surface)
    if stopped:
        click.echo("stopped", err=True, nl=False)  # click ends the line
        raise KeyboardInterrupt


def position_lines(request: AnalysisRequest, game: Game, signs: Signs) -> Iterator[Line]:
    """Yield the position, below its title."""
    seat = game.turn if hides_information(game) else None
    after = f" after {' '.join(request.opening)}" if request.opening else ""
    mover = "chance" if game.turn == CHANCE else game.seats[game.turn]
    yield from wrapped(f"{request.spec}{after}: {mover} to move", terminal.width(), "title", "  ")
    yield []
    yield from draw(game.show(seat), signs, terminal.width(), height=terminal.height() - SPARE)
    yield []


@contextmanager
def live(analysis: Analysis, signs: Signs, wanted: Settings) -> Iterator[Callable[[], None]]:
    """Return a function that draws the analysis in place on standard error, at most ten times a second.

    Nothing stays of it. With `plain`, or if standard error is not a terminal, nothing is drawn.
    """
    if wanted.plain or not terminal.movable(sys.stderr):
        yield lambda: None
        return
    place = InPlace(terminal.theme(wanted.theme))
    due = 0.0

    def show() -> None:
        nonlocal due
        if (start := monotonic()) < due:
            return
        width, height = place.console.size
        place.put(window_lines(analysis, width - 1, signs, height - 1))
        due = monotonic() + max(PACE, (monotonic() - start) / SHARE)

    try:
        yield show
    finally:
        place.stop()


def finish(request: AnalysisRequest, analysis: Analysis, signs: Signs, surface: Surface) -> None:
    """Print what is known in the end."""
    if "minimax" in request.methods:
        for said in notices(request.spec, ["minimax"], request.opening):
            click.echo(f"note: {said}", err=True)
    if request.as_json:
        click.echo(json.dumps(as_json(analysis), allow_nan=False))
        return
    if request.settings.plain:
        for sentence in (*position_sentences(analysis), *sentences(analysis, request.whole, ": with --all")):
            surface.line([Span(sentence)])
        return
    for line in printed_lines(analysis, terminal.width(), signs, request.whole, ": with --all or --json"):
        surface.line(line)
