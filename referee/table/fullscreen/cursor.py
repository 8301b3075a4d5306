"""A cursor over the cells of a board: it goes from cell to cell that a legal move needs, and chooses the move."""

from dataclasses import field

from games.dataclass import dataclass
from games.game import Game
from referee.drawing.glyphs import Place


@dataclass
class Cursor:
    """A cursor in one position, and the cells of a move that are chosen already.

    ways    the cells of each legal move that takes place anywhere, in order; only the first where no piece walks.
    walks   whether pieces walk: then a move needs a cell to go to before it is made.
    place   where the cursor is; None before it was used.
    chosen  the cells that were entered so far.
    """

    ways: dict[int, tuple[Place, ...]] = field(default_factory=dict)
    walks: bool = False
    place: Place | None = None
    chosen: tuple[Place, ...] = ()

    @property
    def open(self) -> dict[int, tuple[Place, ...]]:
        """The moves that begin with the cells chosen, and the cells of each that are still to come."""
        count = len(self.chosen)
        return {move: way[count:] for move, way in self.ways.items() if way[:count] == self.chosen}

    @property
    def targets(self) -> set[Place]:
        """The cells that may be entered next."""
        return {way[0] for way in self.open.values() if way}

    def step(self, rows: int, columns: int, home: Place) -> None:
        """Go to the nearest cell that may be entered in that direction, if there is any; at first, nearest to home.

        Where all cells of a move were chosen, but it was not made, another one begins.
        """
        if self.chosen and not self.targets:
            self.chosen = ()
        if self.place is None:
            self.place = min(self.targets, key=lambda cell: distance(cell, home), default=None)
            return
        row, column = self.place
        ahead = []
        for cell in (self.targets | set(self.chosen[-1:])) - {self.place}:
            along = (cell[0] - row) * rows + (cell[1] - column) * columns
            aside = abs((cell[0] - row) * columns) + abs((cell[1] - column) * rows)
            if along > 0:
                ahead.append((aside > along, along + 2 * aside, cell))
        if ahead:
            self.place = min(ahead)[2]

    def enter(self) -> list[int]:
        """Choose the cell under the cursor.

        The moves that are meant once all cells are chosen: one, or several that look alike; none while there are more
        cells to choose, or where no move goes on from that cell.
        """
        if self.place is None:
            return []
        if self.place not in self.targets:
            ended = [move for move, way in self.open.items() if not way]
            if self.place in self.chosen and not ended:
                self.chosen = ()
            return ended if self.place in self.chosen[-1:] else []
        self.chosen = (*self.chosen, self.place)
        left = self.open
        settled = len(left) == 1 and (not self.walks or len(self.chosen) > 1)
        return list(left) if settled or not any(left.values()) else []

    def cancel(self) -> bool:
        """Take back what was chosen; whether there was anything."""
        had, self.chosen = bool(self.chosen), ()
        return had


def cursor_of(game: Game) -> Cursor:
    """A cursor for that position: without ways where the board has no cells for any of its moves."""
    ways = {move: tuple(game.cells(move)) for move in game.moves()}
    walks = getattr(game, "walks", False)
    return Cursor({move: way if walks else way[:1] for move, way in ways.items() if way}, walks)


def distance(one: Place, other: Place) -> int:
    """Steps from one cell to the other."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
