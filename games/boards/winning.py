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
    for row, column in stones:
        seat = rows[row][column].seat
        for down, across in WAYS:
            if seat_at(rows, (row - down, column - across)) == seat:  # the line begins before it
                continue
            run = [(row, column)]
            while seat_at(rows, place := (run[-1][0] + down, run[-1][1] + across)) == seat:
                run.append(place)
            if len(run) == length or (len(run) > length and not exact):
                found.update(dict.fromkeys(run))
    return tuple(found)


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
    for at in queue:  # the list grows
        if at[0] == high - 1 if downwards else at[1] == wide - 1:
            path = [at]
            while (before := came[path[-1]]) is not None:
                path.append(before)
            return tuple(reversed(path))
        for row, column in TOUCHING:
            beside = at[0] + row, at[1] + column
            if beside not in came and seat_at(rows, beside) == seat:
                came[beside] = at
                queue.append(beside)
    return ()
