"""The cells of a board as a learnt evaluation sees them: where they are, and how they can be mirrored."""

from collections.abc import Callable, Iterable
from functools import cache, cached_property
from typing import cast

from games.capabilities import ask
from games.dataclass import dataclass
from games.game import Game

Cell = tuple[int, int]  # row and column


@dataclass(frozen=True)
class Layout:
    """The cells of a game, with the numbers that `contents` uses.

    cells       the row, from the top of the picture, and column of each; None for a number without a cell.
    kinds       the number of contents: from 0, an empty cell, to kinds - 1.
    symmetries  permutations of the numbers: for each cell the one that takes its place. A position turned or mirrored
                like this keeps its value. The first permutation changes nothing.
    seated      whether positions of the two seats are judged separately. False if each seat sees the board as if it
                were the other: then what is learnt for one holds for both.
    vacant      the contents of cells without a piece: 0, and others for special empty cells.
    marks       the mark of each content but 0 in the picture, if it is read from there (layout/from_picture.py).
    """

    cells: tuple[Cell | None, ...]
    kinds: int
    symmetries: tuple[tuple[int, ...], ...]
    seated: bool
    marks: tuple[str, ...] = ()
    vacant: tuple[int, ...] = (0,)

    def __post_init__(self) -> None:
        """Raise ValueError unless the symmetries are permutations that map cells to cells."""
        places = list(range(len(self.cells)))
        for symmetry in self.symmetries:
            if sorted(symmetry) != places or any(
                (self.cells[at] is None) != (self.cells[symmetry[at]] is None) for at in places
            ):
                raise ValueError(f"a symmetry of a layout must exchange its {len(places)} cells, not {symmetry}")
        if self.kinds < 1 or not self.symmetries or tuple(places) != tuple(self.symmetries[0]):
            raise ValueError("a layout must have contents, and a first symmetry that changes nothing")

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The content of each mark."""
        return {mark: number + 1 for number, mark in enumerate(self.marks)}

    @cached_property
    def most(self) -> int:
        """The largest mark that is a number, as for pits and heaps; 0 if none is."""
        return max((int(mark) for mark in self.marks if mark.isdecimal()), default=0)


NO_CELLS = Layout((None,), 1, ((0,),), True)  # of a game without a board, whose positions are only numbers


def mirror(cell: Cell, rows: int, columns: int) -> Cell:
    """Return the cell with left and right exchanged."""
    return cell[0], columns - 1 - cell[1]


def rotate(cell: Cell, rows: int, columns: int) -> Cell:
    """Return the cell after half a turn."""
    return rows - 1 - cell[0], columns - 1 - cell[1]


def transpose(cell: Cell, rows: int, columns: int) -> Cell:
    """Return the cell with row and column exchanged."""
    return cell[1], cell[0]


def make_layout(
    cells: Iterable[Cell | None],
    kinds: int,
    seated: bool,
    *generators: Callable[[Cell, int, int], Cell],
    vacant: tuple[int, ...] = (0,),
) -> Layout:
    """Return the layout of these cells, with all symmetries that combinations of the generators make."""
    return cached_layout(tuple(cells), kinds, seated, generators, vacant)


@cache
def cached_layout(
    places: tuple[Cell | None, ...],
    kinds: int,
    seated: bool,
    generators: tuple[Callable[[Cell, int, int], Cell], ...],
    vacant: tuple[int, ...],
) -> Layout:
    """Return the layout for `make_layout`, made once."""
    rows = 1 + max(cell[0] for cell in places if cell)
    columns = 1 + max(cell[1] for cell in places if cell)
    number = {cell: place for place, cell in enumerate(places) if cell}
    moves = [
        tuple(number[change(cell, rows, columns)] if cell else place for place, cell in enumerate(places))
        for change in generators
    ]
    found = [tuple(range(len(places)))]
    for known in found:
        found += [new for move in moves if (new := tuple(move[place] for place in known)) not in found]
    return Layout(places, kinds, tuple(found), seated, vacant=vacant)


def board_layout(
    rows: int,
    columns: int,
    kinds: int,
    seated: bool,
    *generators: Callable[[Cell, int, int], Cell],
    width: int = 0,
    upward: bool = False,
    vacant: tuple[int, ...] = (0,),
) -> Layout:
    """Return the layout of a board of rows and columns, numbered along rows.

    width   the distance of the numbers of two rows;  upward  whether the first row is the lowest.
    """
    width = width or columns
    places = [divmod(place, width) for place in range(rows * width)]
    cells = ((rows - 1 - row if upward else row, column) if column < columns else None for row, column in places)
    return make_layout(cells, kinds, seated, *generators, vacant=vacant)


def layout_of(game: Game) -> Layout | None:
    """Return the layout by the game's method `layout`; None without one."""
    return cast("Layout | None", ask(game, "layout", None))
