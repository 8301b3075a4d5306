"""What `referee analyse --compare` prints and writes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

import games
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from players.player import Unplayable
from referee.analysis.compare import CompareTask, Comparison
from referee.drawing import terminal
from referee.drawing.glyphs import Span
from referee.drawing.picture import draw
from referee.drawing.progress import meter
from referee.drawing.surface import Colourful, Plain, Surface
from referee.drawing.text_width import wrapped
from referee.errors.attribution import attribute_errors
from referee.reports.analysis.compare_text import comparison_lines, comparison_sentences
from referee.storage import record_file

if TYPE_CHECKING:
    from pathlib import Path

    from referee.analysis.compare import DepthRow, PlayoutRow
    from referee.support.settings import Settings


OF_VALUES = ("score", "or_more", "distance", "chance", "estimate")


def comparison_as_json(found: Comparison) -> dict[str, Any]:
    """Return the comparison as JSON types, with values for the seat to move."""
    game = found.game
    right = None if found.right is None else [game.text(move) for move in game.moves() if move in found.right]
    return {
        "game": found.spec, "after": list(found.after), "turn": game.seats[game.turn], "right": right,
        "depths": [depth_row(found, row) for row in found.rows], "missed": found.missed,
        "playouts": [playout_row(found, row) for row in found.curve], "missing": found.missing,
    }  # fmt: skip


def depth_row(found: Comparison, row: DepthRow) -> dict[str, Any]:
    """Return the answer of one search at one depth."""
    value = {name: getattr(row.value, name) for name in OF_VALUES}
    return {"search": row.search, "depth": row.depth, "nodes": row.nodes, "seconds": row.seconds} | value | {
        "move": row.text, "right": None if found.right is None else row.move in found.right, "proven": row.proven,
    }  # fmt: skip


def playout_row(found: Comparison, row: PlayoutRow) -> dict[str, Any]:
    """Return the answers of the trees of one size, each with its own seed."""
    return {
        "playouts": row.playouts, "nodes": row.nodes, "seconds": row.seconds,
        "right": None if found.right is None else row.share(found.right), "mean": row.mean, "spread": row.spread,
        "trees": [{"move": each.text, "chance": each.chance, "final": each.final} for each in row.answers],
    }  # fmt: skip


@dataclass(frozen=True)
class CompareRequest:
    """What to compare, and how to print it.

    spec   the game;  opening  the texts of the moves before.
    whole  whether to print the answers of all searches;  svg  the file for the chart, or None.
    """

    spec: str
    opening: tuple[str, ...]
    task: CompareTask
    settings: Settings
    whole: bool = False
    as_json: bool = False
    svg: Path | None = None


def compare(request: CompareRequest) -> None:
    """Compare searches of the position and print what was found.

    Raises SpecError for what cannot be compared, and KeyboardInterrupt after Ctrl-C, once what is known is printed.
    """
    game = games.load(request.spec, request.opening)
    if game.score() is not None:
        raise SpecError("the game is over; there is nothing to compare")
    if request.svg is not None:
        record_file.check_writable(request.svg)
    found = Comparison(request.spec, request.opening, game, request.task)
    stopped = False
    with meter() as tell, attribute_errors(game, lambda: location(request), still=True):
        try:
            found.run(lambda said: tell(said, None))
        except KeyboardInterrupt:
            stopped = True
        except Unplayable as error:
            raise SpecError(f"{error}") from error
    show(found, request)
    if stopped:
        click.echo("stopped", err=True, nl=False)  # click ends the line
        raise KeyboardInterrupt


def location(request: CompareRequest) -> str:
    """Return what was being done when something failed, for a message."""
    return f"as searches of {request.spec} were compared, after the moves: {' '.join(request.opening) or 'none'}"


def show(found: Comparison, request: CompareRequest) -> None:
    """Print what is known, and write the chart if it is wanted. Raises SpecError."""
    if request.svg is not None:
        from referee.reports.analysis.compare_svg import comparison_svg

        record_file.write_text(request.svg, comparison_svg(found))
    if request.as_json:
        click.echo(json.dumps(comparison_as_json(found), allow_nan=False))
        return
    wanted, width = request.settings, terminal.width()
    signs = terminal.board_signs(wanted.symbols)
    if wanted.plain:
        for sentence in (title(found) + ".", *comparison_sentences(found)):
            Plain().line([Span(sentence)])
        return
    surface: Surface = Colourful(terminal.theme(wanted.theme)) if terminal.fancy() else Plain()
    drawn = draw(found.game.show(), signs, width, height=terminal.height())
    for line in (*wrapped(title(found), width, "title", "  "), [], *drawn, []):
        surface.line(line)
    for line in comparison_lines(found, width, signs, request.whole):
        surface.line(line)


def title(found: Comparison) -> str:
    """Return the position in words."""
    after = f" after {' '.join(found.after)}" if found.after else ""
    return f"{found.spec}{after}: {found.game.seats[found.game.turn]} to move"
