"""What a move is worth, as one method or another has found out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Prospect:
    """What a legal move is worth to the seat that makes it, or an outcome of chance to seat 0.

    score     what that seat wins with best play by both; None where it is not proven.
    or_more   whether so much is won, or lost, at least: who wins is proven, and not by how much.
    distance  plies to the end that is proven, where somebody wins; None where it is not known.
    chance    its share of games won, 0 to 1, draws half: where the method plays games, or who wins is proven.
    error     the standard error of the chance, or of the estimate where there is no chance: how far it would differ
              from one seed to another, not from best play; None where there is none to tell.
    estimate  what the method says in the game's own measure, of a method that looks ahead to a depth; in points of the
              score on average where the game has chance or hides something; else None.
    at_most   whether the estimate is only known not to be more.
    visits    playouts through the move, 0 of a method that plays none.
    line      the texts of the moves expected, this one first.
    """

    move: int
    text: str
    score: int | None = None
    distance: int | None = None
    chance: float | None = None
    error: float | None = None
    estimate: float | None = None
    at_most: bool = False
    visits: int = 0
    line: tuple[str, ...] = ()
    or_more: bool = False

    @property
    def proven(self) -> bool:
        """Whether it is known who wins, or that nobody does."""
        return self.score is not None

    def rank(self) -> tuple[int, float, int]:
        """The higher, the better, among what one method says: wins, soon and by much, then all that is open, losses."""
        if self.score:
            side = 1 if self.score > 0 else -1
            return side, self.score, -side * (self.distance or 0)
        if self.score is None and self.estimate is not None:
            return 0, self.estimate, 0
        return 0, 0.0 if self.chance is None else self.chance - 0.5, 0


@dataclass(frozen=True)
class Judgement:
    """What a method says of a position at some moment.

    method     "exact", "minimax" or "mcts";  how  in a few words: "nim-sum", "8 plies", "10,000 playouts".
    prospects  one for each legal move that it says something of, the best first; for each outcome, where chance is to
               move, in the order of the game.
    final      whether it will say nothing more.
    bounds     what the seat to move wins at least and at most with best play by both, of a method that narrows that;
               distance  plies to the end, where both are one and somebody wins, as far as that is known.
    line       the texts of the moves expected from the position on.
    depth      plies that it has looked ahead in full;  playouts  that it has played; 0 where it does neither.
    """

    method: str
    how: str
    prospects: tuple[Prospect, ...]
    nodes: int
    seconds: float
    final: bool = False
    bounds: tuple[int, int] | None = None
    distance: int | None = None
    line: tuple[str, ...] = ()
    depth: int = 0
    playouts: int = 0

    def of(self, move: int) -> Prospect | None:
        """What it says of that move."""
        return next((each for each in self.prospects if each.move == move), None)
