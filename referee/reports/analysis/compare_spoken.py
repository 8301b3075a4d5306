"""Searches compared, told to people who listen: a sentence for each depth and each number of playouts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.drawing.number_format import format_count, format_seconds
from referee.reports.analysis.compare_table import percent
from referee.reports.analysis.compare_words import answer_text, remarks
from referee.reports.analysis.spoken import SPOKEN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.analysis.compare import Comparison
    from referee.analysis.contenders import DepthRow
    from referee.analysis.learning_curve import PlayoutRow


def comparison_sentences(found: Comparison) -> Iterator[str]:
    """All of it."""
    for depth in found.depths:
        rows = [row for kind in found.kinds if (row := found.at(kind.name, depth))]
        if rows:
            yield f"Depth {depth}: {'; '.join(answer_phrase(found, row) for row in rows)}."
    yield from (playouts_sentence(found, row) for row in found.curve)
    yield from remarks(found, SPOKEN)


def answer_phrase(found: Comparison, row: DepthRow) -> str:
    """What one search answers at one depth."""
    value, move = answer_text(found, row, SPOKEN)
    said = f"{row.search} {value} by {move.replace('?', 'which is wrong')}"
    return f"{said}, {format_count(row.nodes, 'position')} in {format_seconds(row.seconds)}"


def playouts_sentence(found: Comparison, row: PlayoutRow) -> str:
    """What trees of so many playouts play."""
    best = row.favourite
    right = "" if found.right is None else f", {percent(row.share(found.right))} of them right"
    return (
        f"{format_count(row.playouts, 'playout')}: of {format_count(len(row.answers), 'tree')}"
        f" {percent(row.share({best.move}))} play {best.text}{right}; worth {percent(row.mean)} by them."
    )
