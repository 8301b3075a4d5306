"""What is to be said of searches that were compared: which column is what, what changed, what was beyond the limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.adapters.undo import ranks_moves
from referee.analysis.budget import NODES
from referee.analysis.learning_curve import POSITIONS, TREES
from referee.drawing.number_format import format_count
from referee.solving.outcome_text import plies, value_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.analysis.compare import Comparison
    from referee.analysis.contenders import DepthRow
    from referee.drawing.number_format import Glyphs

NAMED = 6  # right moves that are named


def remarks(found: Comparison, glyphs: Glyphs) -> Iterator[str]:
    """Sentences below the tables, each on a line of its own."""
    yield from exact_remark(found)
    if found.rows or found.missed:
        yield from horizon_remarks(found, glyphs)
        yield from limit_remarks(found)
        yield from difference_remarks(found)
        yield from (f"{kind.name}: {kind.note}." for kind in found.kinds)
    if found.missing is not None:
        yield f"mcts: {format_count(TREES, 'tree')} of {found.missing:,} playouts would take {limit(found, POSITIONS)}."


def exact_remark(found: Comparison) -> Iterator[str]:
    """Which moves are right, as far as that is known."""
    if found.right is None:
        if found.how:
            yield f"exact: {found.how}, so it is not known which moves are right."
        return
    moves = found.game.moves()
    right = [found.game.text(move) for move in moves if move in found.right]
    if len(right) == len(moves):
        yield f"exact: all moves are worth the same, by {found.how}."
    elif len(right) <= NAMED:
        yield f"exact: right {'is' if len(right) == 1 else 'are'} {' '.join(right)}, by {found.how}."
    else:
        yield f"exact: {len(right)} of {len(moves)} moves are right, by {found.how}."


def horizon_remarks(found: Comparison, glyphs: Glyphs) -> Iterator[str]:
    """How the move changes as searches look further, and from where on it is proven."""
    for name in found.told:
        rows = found.of(name)
        if not rows:
            continue
        changes = [row for row in rows if row.depth in found.changes(name)]
        said = f"{name} plays {rows[0].text} at depth {rows[0].depth}"
        said += "".join(f", {row.text} from depth {row.depth} on" for row in changes)
        end = f"; proven at depth {rows[-1].depth}: {value_text(rows[-1].value, found.game.stakes, glyphs)}"
        yield f"{said}{end if rows[-1].proven else ''}."
        if wrong := [row.depth for row in rows if found.wrong(row.move)]:
            yield f"{name} is wrong at {depths_text(wrong)}: its horizon hides why the move is bad."


def limit_remarks(found: Comparison) -> Iterator[str]:
    """Which searches stopped at which depth, and why."""
    if found.missed:
        names = [kind.name for kind in found.kinds if kind.name in found.missed]
        said = ", ".join(f"{name} to {plies(found.missed[name])}" for name in names)
        yield f"- would take {limit(found, NODES)}: {said}."


def limit(found: Comparison, positions: int) -> str:
    """What stopped a search."""
    seconds = found.task.budget.seconds
    return f"more than {positions:,} positions" if seconds is None else f"more than {seconds:g} seconds"


def difference_remarks(found: Comparison) -> Iterator[str]:
    """Where searches to the same depth find other values, and why they may."""
    reasons = ["leaves out moves that the game ranks as hopeless"] if ranks_moves(found.game) else []
    for name, depths in found.disagreements().items():
        why = [*reasons, *(["knows some positions by a deeper search"] if name in ("table", "best") else [])]
        yield f"{name} finds another value than {found.told[0]} at {depths_text(depths)}: it {' or '.join(why)}."


def depths_text(depths: Sequence[int]) -> str:
    """`depth 3`, `depths 1, 2, 5`."""
    return f"depth{'s' * (len(depths) > 1)} {', '.join(map(str, depths))}"


def answer_text(found: Comparison, row: DepthRow | None, glyphs: Glyphs) -> tuple[str, str]:
    """The value that a search finds, and its move with the marks of note; blank where it says nothing."""
    if row is None:
        return "", ""
    marks = [
        *["?"] * found.wrong(row.move),
        *["changed"] * (row.depth in found.changes(row.search)),
        *["proven"] * row.proven,
    ]
    return value_text(row.value, found.game.stakes, glyphs), " ".join([row.text, *marks])
