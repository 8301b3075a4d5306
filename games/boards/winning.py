"""The winning line or path of a finished game, found in its picture."""

from collections.abc import Sequence

from games.picture import Cell

Place = tuple[int, int]
Rows = Sequence[Sequence[Cell]]
WAYS = (0, 1), (1, 0), (1, 1), (1, -1)  # steps along a line
TOUCHING = (0, -1), (0, 1), (-1, 0), (-1, 1), (1, 0), (1, -1)  # from a hexagon to its neighbours on slanted rows


def winning_lines(rows: Rows, length: int, exact: bool = False) -> tuple[Place, ...]:
    """Return the cells of all lines of at least `length` pieces of one seat; exact: of exactly that many."""
    found: dict[Place, None] = {}
    stones = [
        (row, column) for row, cells in enumerate(rows) for column, cell in enumerate(cells) if cell.seat is not None
    ]
    for start in stones:
        for way in WAYS:
            run = run_from(rows, start, way)
            if len(run) == length or (len(run) > length and not exact):
                found.update(dict.fromkeys(run))
    return tuple(found)


def run_from(rows: Rows, start: Place, way: Place) -> list[Place]:
    """Return the cells of one seat from that one on, where a piece stands; none where the line begins before it."""
    seat = seat_at(rows, start)
    if seat_at(rows, (start[0] - way[0], start[1] - way[1])) == seat:
        return []
    run = []
    row, column = start
    while seat_at(rows, (row, column)) == seat:
        run.append((row, column))
        row, column = row + way[0], column + way[1]
    return run


def seat_at(rows: Rows, place: Place) -> int | None:
    """Return the owner of a piece; None if there is no piece or no cell."""
    row, column = place
    inside = 0 <= row < len(rows) and 0 <= column < len(rows[0])
    return rows[row][column].seat if inside else None


def winning_path(rows: Rows, seat: int, downwards: bool) -> tuple[Place, ...]:
    """Return the cells of a shortest path of a seat's pieces on slanted rows: top to bottom, or left to right."""
    high, wide = len(rows), len(rows[0])
    edge = [(0, column) for column in range(wide)] if downwards else [(row, 0) for row in range(high)]
    came: dict[Place, Place | None] = {place: None for place in edge if seat_at(rows, place) == seat}
    queue = list(came)
    for at in queue:  # it grows on the way
        if at[0] == high - 1 if downwards else at[1] == wide - 1:
            return tuple(path_to(came, at))
        for row, column in TOUCHING:
            beside = at[0] + row, at[1] + column
            if beside not in came and seat_at(rows, beside) == seat:
                came[beside] = at
                queue.append(beside)
    return ()


def path_to(came: dict[Place, Place | None], end: Place) -> list[Place]:
    """Return the cells from the one that was reached first to the end."""
    path: list[Place] = []
    at: Place | None = end
    while at is not None:
        path.append(at)
        at = came[at]
    return path[::-1]
