"""What one method or another has found out about a position, and about each of its moves."""

from __future__ import annotations

from games.dataclass import dataclass
from referee.solving.value import Value


@dataclass(frozen=True, kw_only=True)
class MoveValue(Value):
    """What a legal move is worth to the seat that makes it, or an outcome of chance to seat 0.

    The interval says how far the value would differ from one seed to another, not from best play. The line begins with
    this move.

    text    of the move;  visits  playouts through it, 0 of a method that plays none.
    """

    move: int
    text: str
    visits: int = 0


@dataclass(frozen=True)
class MethodResult:
    """What a method says of a position at some moment.

    method     "exact", "minimax" or "mcts";  how  in a few words: "nim-sum", "8 plies", "10,000 playouts".
    values  one for each legal move that it says something of, the best first; for each outcome, where chance is to
               move, in the order of the game.
    final      whether it will say nothing more.
    bounds     what the seat to move wins at least and at most with best play by both, of a method that narrows that;
               distance  plies to the end, where both are one and somebody wins, as far as that is known.
    line       the texts of the moves expected from the position on.
    depth      plies that it has looked ahead in full;  playouts  that it has played; 0 if it does neither.
    """

    method: str
    how: str
    values: tuple[MoveValue, ...]
    nodes: int
    seconds: float
    final: bool = False
    bounds: tuple[int, int] | None = None
    distance: int | None = None
    line: tuple[str, ...] = ()
    depth: int = 0
    playouts: int = 0

    def of(self, move: int) -> MoveValue | None:
        """What it says of that move."""
        return next((each for each in self.values if each.move == move), None)
