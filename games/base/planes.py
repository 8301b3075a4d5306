"""The contents of a board as bits, from which a learnt evaluation reads a position.

The content of a cell is a small number, 0 for an empty cell. Its lowest bit is in plane 0, the next in plane 1. A plane
has a bit for each cell, in as many words as that takes. Three planes of 100 cells:

    words    0, 1       2, 3       4, 5
    plane     0          1          2        cell 70: bit 6 of word 1, 2 times bit 6 of word 3, 4 times bit 6 of 5
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
    """The contents of `cells` cells, each a number below `kinds`; all are empty at first.

    planes, span  the number of planes, and of words in each. Raises ValueError if there are more words than ROOM.
    seat          the seat from whose view the position is evaluated. A game that shows the board from another side than
                  the mover's sets it; while chance moves, cells are read for seat 0 by default.
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
        """Let cells hold 1 for the bits of `mine`, and 2 for the bits of `theirs`; eight bits are a row.

        While seat 1 is to move, the board of `rows` rows is turned upside down, so that each side walks up.
        """
        if turn:
            mine, theirs = upside_down(mine) >> 8 * (8 - rows), upside_down(theirs) >> 8 * (8 - rows)
        self.words[0], self.words[1] = mine, theirs

    def put(self, cell: cython.int, plane: cython.int) -> cython.void:
        """Set the bit of `cell` in `plane`."""
        self.words[plane * self.span + (cell >> 6)] |= cython.cast(Bits, 1) << (cell & 63)

    def content(self, cell: cython.int) -> cython.int:
        """Return what `cell` holds."""
        found: cython.int = 0
        plane: cython.int
        for plane in range(self.planes):
            found |= (self.words[plane * self.span + (cell >> 6)] >> (cell & 63) & 1) << plane
        return found

    def set_contents(self, contents) -> None:
        """Fill the cells with `contents`, from cell 0 on. Raises ValueError for too many, or for one too large."""
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
        """Return what all cells hold."""
        return [self.content(cell) for cell in range(self.cells)]
