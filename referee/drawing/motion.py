"""The pictures between two positions: a piece that falls, turns or moves, for a moment."""

from dataclasses import replace

from games.picture import Cell, Form, Grid, Ground, Picture
from referee.drawing.glyphs import Place

LONGEST = 0.2  # seconds for all frames of a move
SLOWEST = 0.08  # seconds between two of them, at most
EDGE = Cell("|")  # a disc seen from its edge
TURNING = ("|", "edge")


def frames_between(before: Picture, after: Picture) -> list[Picture]:
    """The pictures to be seen one after the other before the second one; none where nothing moves, or all changes."""
    if not (isinstance(before, Grid) and isinstance(after, Grid)) or shape(before) != shape(after):
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
    """The seconds between two frames, so that all of them take LONGEST at most."""
    return min(SLOWEST, LONGEST / max(len(frames), 1))


def shape(grid: Grid) -> tuple[int, int]:
    """How many rows and columns it has."""
    return len(grid.rows), len(grid.rows[0])


def places(grid: Grid) -> list[Place]:
    """All its cells."""
    rows, columns = shape(grid)
    return [(row, column) for row in range(rows) for column in range(columns)]


def cell_at(grid: Grid, place: Place) -> Cell:
    """The cell there."""
    return grid.rows[place[0]][place[1]]


def with_cells(grid: Grid, cells: dict[Place, Cell]) -> Grid:
    """The board with other cells in those places."""
    rows = tuple(
        tuple(cells.get((row, column), cell) for column, cell in enumerate(line)) for row, line in enumerate(grid.rows)
    )
    return replace(grid, rows=rows)


def falling(before: Grid, end: Place, piece: Cell) -> list[Picture]:
    """The piece in each hole above the one where it ends, from the top."""
    return [with_cells(before, {(row, end[1]): piece}) for row in range(end[0])]


def turning(before: Grid, after: Grid, came: list[Place], turned: list[Place]) -> list[Picture]:
    """The piece that was placed, and those that it turns: as they were, from their edge, and then as they are."""
    placed = {place: cell_at(after, place) for place in came if place not in turned}
    edges = {place: replace(EDGE, seat=cell_at(after, place).seat) for place in turned}
    on_edge = with_cells(before, placed | edges)
    return [with_cells(before, placed), replace(on_edge, pieces=(*after.pieces, TURNING))]


def walking(before: Grid, after: Grid, start: Place, end: Place) -> list[Picture]:
    """The piece on each cell of the straight way that it goes; none where that is not straight."""
    down, across = end[0] - start[0], end[1] - start[1]
    steps = max(abs(down), abs(across))
    if after.form is not Form.SQUARES or steps < 2 or (down and across and abs(down) != abs(across)):
        return []
    piece, empty = cell_at(before, start), cell_at(after, start)
    way = [(start[0] + down * step // steps, start[1] + across * step // steps) for step in range(1, steps)]
    return [with_cells(before, {start: empty, place: piece}) for place in way]
