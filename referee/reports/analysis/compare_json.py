"""Searches compared, as JSON's types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.analysis.compare import Comparison
    from referee.analysis.contenders import DepthRow
    from referee.analysis.learning_curve import PlayoutRow

OF_VALUES = ("score", "or_more", "distance", "chance", "estimate")


def comparison_as_json(found: Comparison) -> dict[str, Any]:
    """All of it; values are those of the seat to move, and what is not known is None."""
    game = found.game
    right = None if found.right is None else [game.text(move) for move in game.moves() if move in found.right]
    return {
        "game": found.spec, "after": list(found.after), "turn": game.seats[game.turn], "right": right,
        "depths": [depth_row(found, row) for row in found.rows], "missed": found.missed,
        "playouts": [playout_row(found, row) for row in found.curve], "missing": found.missing,
    }  # fmt: skip


def depth_row(found: Comparison, row: DepthRow) -> dict[str, Any]:
    """What one search answers at one depth."""
    value = {name: getattr(row.value, name) for name in OF_VALUES}
    return {"search": row.search, "depth": row.depth, "nodes": row.nodes, "seconds": row.seconds} | value | {
        "move": row.text, "right": None if found.right is None else row.move in found.right, "proven": row.proven,
    }  # fmt: skip


def playout_row(found: Comparison, row: PlayoutRow) -> dict[str, Any]:
    """What trees of so many playouts answer, each of its own seed, those in a row."""
    return {
        "playouts": row.playouts, "nodes": row.nodes, "seconds": row.seconds,
        "right": None if found.right is None else row.share(found.right), "mean": row.mean, "spread": row.spread,
        "trees": [{"move": each.text, "chance": each.chance, "final": each.final} for each in row.answers],
    }  # fmt: skip
