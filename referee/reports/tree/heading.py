"""The lines above a tree: what was worked on, and how its values are to be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.drawing.number_format import format_count
from referee.trees.build import MOST, count_plies

if TYPE_CHECKING:
    from referee.trees.leaf_values import ValueScale
    from referee.trees.run import Run


def heading(run: Run, depth: int | None) -> str:
    """What was worked on, in a line: `minimax on the whole tree, 14 positions`.

    depth  that was asked for, None: what fits was chosen.
    """
    drawn = "" if depth is None else f", drawn to {format_count(depth, 'move')}"
    if run.method == "bestfirst":
        return f"{run.method}, {format_count(run.expansions, 'expansion')}{drawn}"
    if run.method == "mcts":
        return f"{run.method}, {format_count(run.playouts, 'playout')}, c = {run.c:g}{drawn}"
    nodes = list(run.root.walk())
    if not any(node.cut for node in nodes):
        return f"{run.method} on the whole tree, {format_count(len(nodes), 'position')}"
    deep = format_count(count_plies(run.root), "ply", "plies")
    fits = f"; one more would be over {MOST:,}" if depth is None else ""
    return f"{run.method} to {deep}, {format_count(len(nodes), 'position')}{fits}"


def scale_sentence(measure: ValueScale, seats: tuple[str, str]) -> str:
    """How values are to be read, in a line: for whom they count, who is MAX, and in what."""
    name = seats[measure.seat]
    seat = "MAX" if name.casefold() == "max" else f"{name}, who is MAX"
    if measure.shares:
        return share_sentence(measure, seat)
    if measure.static:
        return f"Values are the static evaluation for {seat}."
    if measure.chance:
        return f"Values are points for {seat}, on average{'; where the tree ends, estimates' if measure.cut else ''}."
    if measure.cut:
        margin = "W by 2 in 3" if measure.stakes > 1 else "W in 3"
        return f"Values are for {seat}: {margin} is a win after 3 plies; numbers are estimates."
    if measure.stakes > 1:
        return f"Values are points won by {seat}."
    return f"Values are for {seat}: W it wins, D a draw, L it loses."


def share_sentence(measure: ValueScale, seat: str) -> str:
    """How shares are to be read that were won in playouts by MAX, which is called so."""
    if not measure.points:
        return f"Values are shares of the playouts won by {seat}."
    won = seat if seat == "MAX" else f"{seat},"
    return f"Values are means of the points won by {won} from 0 for {-measure.stakes:,} to 1 for {measure.stakes:,}."
