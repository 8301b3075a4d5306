"""What a move changed, found by comparing the pictures before and after it; and the pictures in between."""

from dataclasses import replace

from games.dataclass import dataclass
from games.picture import Cell, Form, Grid, Ground, Picture, Pits, Points
from referee.drawing.glyphs import Place
from referee.drawing.looks import grid_shape

LONGEST = 0.2  # seconds for all frames of a move
SLOWEST = 0.08  # seconds between two of them, at most
EDGE = Cell("|")  # a disc seen from its edge
TURNING = ("|", "edge")


@dataclass(frozen=True)
class Change:
    """What a move took, turned or won.

    captured  how many pieces of the other seat left the board.
    piece     the word for each piece that was taken, turned or won; "" if they differ or have no name.
    flipped   how many pieces changed hands where they stand.
    hit       how many checkers were sent to the bar.
    gained    how many seeds came into the mover's store, or boxes into its hands.
    """

    captured: int = 0
    piece: str = ""
    flipped: int = 0
    hit: int = 0
    gained: int = 0


NOTHING = Change()


def find_change(before: Picture, after: Picture, mover: int | None) -> Change:
    """Return what a move of the seat `mover` changed; nothing if that is None or chance.

    Both pictures are what the same seat is shown, neither of them turned on its own.
    """
    if mover not in (0, 1):
        return NOTHING
    match before, after:
        case Grid(), Grid() if grid_shape(before) == grid_shape(after):
            return find_cell_change(before, after, mover)
        case Pits(), Pits():
            gained = max(0, after.stores[mover] - before.stores[mover])
            return Change(gained=gained, piece="seed" if gained else "")
        case Points(), Points():
            return Change(hit=max(0, after.bar[1 - mover] - before.bar[1 - mover]))
    return NOTHING


def find_cell_change(before: Grid, after: Grid, mover: int) -> Change:
    """Return what a move changed on a board of cells.

    If a cell changed from the other seat's piece to the mover's, that is a capture if one of the mover's pieces left
    its cell and did not enter a free one; otherwise the piece changed hands.
    """
    pairs = [pair for rows in zip(before.rows, after.rows, strict=True) for pair in zip(*rows, strict=True)]
    steps = [(old.seat, new.seat) for old, new in pairs]
    other = 1 - mover
    if before.form is Form.SLANTED:
        return NOTHING  # nothing is ever taken there, and a swap of the first stone is not a capture
    vanished = steps.count((other, None))
    replaced = steps.count((other, mover))
    walked = max(0, steps.count((mover, None)) - steps.count((None, mover)))
    stormed = min(replaced, walked)
    names = dict(before.pieces)
    lost = {names.get(old.mark, "") for old, new in pairs if old.seat == other and new.seat != other}
    boxes = steps.count((None, mover)) if before.form is Form.LATTICE else 0
    piece = lost.pop() if len(lost) == 1 else "box" if boxes else ""
    return Change(vanished + stormed, piece, replaced - stormed, gained=boxes)


def frames_between(before: Picture, after: Picture) -> list[Picture]:
    """Return the pictures to show one after the other before `after`; none if nothing moves, or all changes."""
    if not (isinstance(before, Grid) and isinstance(after, Grid)) or grid_shape(before) != grid_shape(after):
        return []
    changed = [place for place in places(after) if cell_at(before, place) != cell_at(after, place)]
    came = [place for place in changed if cell_at(after, place).seat is not None]
    left = [
        place for place in changed if cell_at(after, place).seat is None and cell_at(before, place).seat is not None
    ]
    if after.ground is Ground.FRAME and len(came) == 1 and not left:
        return falling(before, came[0], cell_at(after, came[0]))
    turned = [place for place in came if cell_at(before, place).seat is not None]
    if turned and not left and after.form is Form.SQUARES:
        return turning(before, after, came, turned)
    seats = {cell_at(after, place).seat for place in came}
    sources = [place for place in left if cell_at(before, place).seat in seats]
    if len(came) == len(sources) == 1:
        return walking(before, after, sources[0], came[0])
    return []


def step_of(frames: list[Picture]) -> float:
    """Return the seconds between two frames, so that all of them take LONGEST at most."""
    return min(SLOWEST, LONGEST / max(len(frames), 1))


def places(grid: Grid) -> list[Place]:
    """Return the places of all cells."""
    rows, columns = grid_shape(grid)
    return [(row, column) for row in range(rows) for column in range(columns)]


def cell_at(grid: Grid, place: Place) -> Cell:
    """Return the cell at a place."""
    return grid.rows[place[0]][place[1]]


def with_cells(grid: Grid, cells: dict[Place, Cell]) -> Grid:
    """Return the board with `cells` in their places."""
    rows = tuple(
        tuple(cells.get((row, column), cell) for column, cell in enumerate(line)) for row, line in enumerate(grid.rows)
    )
    return replace(grid, rows=rows)


def falling(before: Grid, end: Place, piece: Cell) -> list[Picture]:
    """Return the piece in each hole above the one where it ends, from the top."""
    return [with_cells(before, {(row, end[1]): piece}) for row in range(end[0])]


def turning(before: Grid, after: Grid, came: list[Place], turned: list[Place]) -> list[Picture]:
    """Return the placed piece with those that it turns: as they were, then seen from their edge."""
    placed = {place: cell_at(after, place) for place in came if place not in turned}
    edges = {place: replace(EDGE, seat=cell_at(after, place).seat) for place in turned}
    on_edge = with_cells(before, placed | edges)
    return [with_cells(before, placed), replace(on_edge, pieces=(*after.pieces, TURNING))]


def walking(before: Grid, after: Grid, start: Place, end: Place) -> list[Picture]:
    """Return the piece on each cell of its straight way; none if the way is not straight."""
    down, across = end[0] - start[0], end[1] - start[1]
    steps = max(abs(down), abs(across))
    if after.form is not Form.SQUARES or steps < 2 or (down and across and abs(down) != abs(across)):
        return []
    piece, empty = cell_at(before, start), cell_at(after, start)
    way = [(start[0] + down * step // steps, start[1] + across * step // steps) for step in range(1, steps)]
    return [with_cells(before, {start: empty, place: piece}) for place in way]
