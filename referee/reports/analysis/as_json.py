"""An analysis as JSON's types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.capabilities import hides_information
from referee.drawing.number_format import ASCII
from referee.reports.analysis.wording import verdict

if TYPE_CHECKING:
    from referee.analysis.analysis import Analysis
    from referee.analysis.method_result import MethodResult

OF_METHODS = ("how", "nodes", "seconds", "depth", "playouts", "final", "distance")
OF_MOVES = ("score", "or_more", "distance", "chance", "estimate", "interval", "visits", "line")


def as_json(analysis: Analysis) -> dict[str, Any]:
    """All of an analysis, and who is winning in words; what is not known is None."""
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
    """What a method says."""
    moves = [{"move": each.text} | {name: getattr(each, name) for name in OF_MOVES} for each in result.values]
    bounds = None if result.bounds is None else list(result.bounds)
    found = {name: getattr(result, name) for name in OF_METHODS}
    return found | {"bounds": bounds, "line": list(result.line), "moves": moves}
