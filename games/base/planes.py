"""What the cells of a board hold, in words of bits: so an evaluation that is learnt reads a position.

The content of a cell is a small number, 0 for an empty one. Its lowest bit stands in plane 0, the next in plane 1. A
plane has a bit for each cell, and as many words as that takes. Three planes of 100 cells:

    words    0, 1       2, 3       4, 5
    plane     0          1          2        cell 70 holds bit 6 of word 1, 2 times bit 6 of word 3, 4 times that of 5
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, upside_down
else:
    from games.base.bits import Bits, upside_down

    ROOM = 32


@cython.auto_pickle(False)
@cython.cclass
class Planes:
    """The contents of that many cells, each a number below `kinds`; all are empty to begin with.

    planes, span  how many planes there are, and words of each. Raises ValueError where they have no room.
    seat          whose view it is, so that the value of the position is that seat's. A game that shows the board to
                  another one than the mover sets it: where chance moves, cells are read for seat 0 unless it does.
    """

    def __init__(self, kinds: int, cells: int):
        planes, span = max(1, (kinds - 1).bit_length()), -(-cells // 64)
        if not 0 < planes * span <= ROOM:
            raise ValueError(f"{cells} cells with {kinds} contents take {planes * span} words, and there are {ROOM}")
        self.kinds, self.cells, self.planes, self.span, self.seat = kinds, cells, planes, span, 0
        if not cython.compiled:
            self.words = [0] * ROOM
        self.clear()

    def clear(self) -> cython.void:
        """Empty all cells."""
        place: cython.int
        for place in range(self.planes * self.span):
            self.words[place] = 0

    def put_sides(self, mine: Bits, theirs: Bits, turn: cython.int, rows: cython.int) -> cython.void:
        """Let cells hold 1 where that word has a bit, and 2 where the other one has; eight bits are a row.

        While seat 1 is to move, the board of so many rows is seen from above, so that each side walks up.
        """
        if turn:
            mine, theirs = upside_down(mine) >> 8 * (8 - rows), upside_down(theirs) >> 8 * (8 - rows)
        self.words[0], self.words[1] = mine, theirs

    def put(self, cell: cython.int, plane: cython.int) -> cython.void:
        """Set the bit of that cell in that plane."""
        self.words[plane * self.span + (cell >> 6)] |= cython.cast(Bits, 1) << (cell & 63)

    def content(self, cell: cython.int) -> cython.int:
        """Return what that cell holds."""
        found: cython.int = 0
        plane: cython.int
        for plane in range(self.planes):
            found |= (self.words[plane * self.span + (cell >> 6)] >> (cell & 63) & 1) << plane
        return found

    def set_contents(self, contents) -> None:
        """Fill the cells with those numbers, from cell 0 on. Raises ValueError for one too many, or too large."""
        plane: cython.int
        self.clear()
        for cell, content in enumerate(contents):
            if cell >= self.cells or not 0 <= content < self.kinds:
                raise ValueError(
                    f"contents() says {content!r} for cell {cell} of {self.cells}, each below {self.kinds}"
                )
            for plane in range(self.planes):
                if content >> plane & 1:
                    self.put(cell, plane)

    def contents(self) -> list[int]:
        """Return what the cells hold."""
        return [self.content(cell) for cell in range(self.cells)]
