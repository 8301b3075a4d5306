"""`referee perft`: the number of sequences of moves, by first move."""

import json
from collections.abc import Iterator

import click

from games.option import Whole
from games.perft import split
from referee.commands.shared_options import OptionType, game_argument, json_option, start_options
from referee.drawing import text_table
from referee.drawing.number_format import format_count
from referee.errors.attribution import attribute_errors, load_after

DEEPEST = 100  # moves


def report_lines(spec: str, depth: int, opening: tuple[str, ...], as_json: bool) -> Iterator[str]:
    """Yield a line for each first move and one for the sum; or one JSON object."""
    game = load_after(spec, opening)
    with attribute_errors(
        game, lambda: f"as lines of {spec} were counted, after the moves: {' '.join(opening) or 'none'}"
    ):
        counts = split(game, depth)
    total = sum(count for _, count in counts)
    if as_json:
        yield json.dumps({"game": spec, "moves": opening, "depth": depth, "count": total, "split": dict(counts)})
        return
    rows = [(text, f"{count:,}") for text, count in [*counts, ("", total)]]  # as wide as the sum below
    yield from text_table.rows(rows, right=[1])[:-1]
    yield f"{format_count(total, 'sequence')} of {format_count(depth, 'move')}"


@click.command("perft")
@game_argument
@click.argument("depth", type=OptionType(Whole(least=1, most=DEEPEST)))
@start_options("Count from the position after these")
@json_option
def count_moves(game: str, depth: int, opening: tuple[str, ...], as_json: bool) -> None:
    """Count all sequences of DEPTH moves, by their first move.

    Two programs that play by the same rules get the same counts. If they do not, add the first move whose counts differ
    to --moves, and repeat until you find the position where the rules differ.
    """
    for line in report_lines(game, depth, opening, as_json):
        click.echo(line)
