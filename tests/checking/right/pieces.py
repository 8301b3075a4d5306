"""Pieces that are objects, in a dict of sets; some lie beside the board, and the log is nobody's business."""

from dataclasses import dataclass, field
from enum import Enum

from games.game import Game


class Side(Enum):
    LEFT = 0
    RIGHT = 1


@dataclass
class Piece:
    side: Side
    at: int
    trail: list = field(default_factory=list)


class Leap(Game):
    """Frogs and toads: a piece steps ahead, or leaps over one of the other's. Whoever cannot move loses."""

    def __init__(self, size=6):
        self.turn = 0
        self.size = size
        self.pieces = {Side.LEFT: [Piece(Side.LEFT, 0), Piece(Side.LEFT, 1)]}
        self.pieces[Side.RIGHT] = [Piece(Side.RIGHT, size - 1), Piece(Side.RIGHT, size - 2)]
        self.log = []

    def goal(self, piece):
        step = 1 - 2 * piece.side.value
        taken = {other.at: other.side for each in self.pieces.values() for other in each}
        for far in (1, 2):
            goal = piece.at + far * step
            if not 0 <= goal < self.size or taken.get(goal) == piece.side:
                return None
            if goal not in taken:
                return goal
        return None

    def free(self):
        return [number for number, piece in enumerate(self.pieces[Side(self.turn)]) if self.goal(piece) is not None]

    def moves(self):
        return self.free()

    def make(self, move):
        piece = self.pieces[Side(self.turn)][move]
        piece.trail.append(piece.at)
        piece.at = self.goal(piece)
        self.log.append(f"{piece.side.name} to {piece.at}")
        self.turn = 1 - self.turn

    def score(self):
        return None if self.free() else 2 * self.turn - 1

    def reason(self):
        return f"{len(self.log)} moves were made"

    def show(self, seat=None):
        row = ["."] * self.size
        for side, pieces in self.pieces.items():
            for number, piece in enumerate(pieces):
                row[piece.at] = "ab"[number] if side is Side.LEFT else "xy"[number]
        return "".join(row)
