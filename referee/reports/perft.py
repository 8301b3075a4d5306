"""What `referee perft` prints: how many sequences of moves there are, by the first."""

import json
from collections.abc import Iterator

from games.perft import split
from referee.drawing import text_table
from referee.drawing.number_format import format_count
from referee.errors.attribution import attribute_errors, load_after


def report_lines(spec: str, depth: int, opening: tuple[str, ...], as_json: bool) -> Iterator[str]:
    """A line for each first move and one for all; or one JSON object."""
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
