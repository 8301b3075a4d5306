"""Grids in words: what their cells are called, and what stands in their rows and columns.

Cells that are not mentioned are empty.
"""

import re
from collections.abc import Sequence
from itertools import groupby, pairwise

from games.picture import Cell, Form, Grid
from referee.drawing.glyphs import Place
from referee.match.wording import join_words, plural

RANGE = re.compile(r"(\d+)-(\d+)", re.ASCII)
SIGNS = {"*": "star", "#": "block", ":": "gone"}  # marks of nobody that are hard to hear

Seats = tuple[str, str]
Thing = tuple[int | None, str, str]  # whose it is, what it is, where it is


def row_names(grid: Grid) -> list[str]:
    """What the rows are called from the top; numbers if there are no labels.

    They count from the bottom where columns have labels, as pieces are dropped there, and else from the top.
    """
    count = len(grid.rows)
    if "".join(grid.row_labels).strip():
        return [label.strip() for label in grid.row_labels]
    upward = "".join(grid.column_labels).strip()
    return [str(count - row if upward else row + 1) for row in range(count)]


def column_names(grid: Grid) -> list[str]:
    """What the columns are called from the left; numbers if there are no labels."""
    if "".join(grid.column_labels).strip():
        return [label.strip() for label in grid.column_labels]
    return [str(column + 1) for column in range(len(grid.rows[0]))]


def is_playable(cell: Cell) -> bool:
    """Whether something can stand there."""
    return not cell.mark or not cell.mark.isspace()


def cell_names(grid: Grid) -> dict[Place, str]:
    """What each cell is called on which something can stand; nothing if the labels do not name all of them."""
    rows, columns = row_names(grid), column_names(grid)
    by_row, by_column = bool("".join(grid.row_labels).strip()), bool("".join(grid.column_labels).strip())
    places = [
        [(row, column) for column, cell in enumerate(cells) if is_playable(cell)] for row, cells in enumerate(grid.rows)
    ]
    if not by_row and not by_column:
        return {place: str(number) for number, place in enumerate((each for line in places for each in line), 1)}
    if by_row and not by_column and (numbered := label_range(rows, places)):
        return numbered
    if not all((*rows, *columns)):
        return {}
    form = "{column}{row}" if by_row and not columns[0][-1].isdecimal() else "column {column} row {row}"
    return {
        (row, column): form.format(row=rows[row], column=columns[column]) for line in places for row, column in line
    }


def label_range(labels: Sequence[str], places: Sequence[Sequence[Place]]) -> dict[Place, str]:
    """The numbers of the cells where a label names those of its row, as `5-8` does; else nothing."""
    names: dict[Place, str] = {}
    for label, line in zip(labels, places, strict=True):
        found = RANGE.fullmatch(label)
        if not found or int(found[2]) - int(found[1]) + 1 != len(line):
            return {}
        names |= {place: str(int(found[1]) + number) for number, place in enumerate(line)}
    return names


def kind_names(grid: Grid) -> dict[str, str]:
    """What marks are called, as far as the grid says it."""
    return dict(getattr(grid, "pieces", ()))


def kind_name(grid: Grid, cell: Cell) -> str:
    """What stands on a cell that is not empty: the grid's word for it, else `piece`, or its mark."""
    if word := kind_names(grid).get(cell.mark):
        return word
    if cell.seat is None:
        return SIGNS.get(cell.mark, cell.mark)
    marks = {other.mark for line in grid.rows for other in line if other.seat == cell.seat}
    return "piece" if len(marks) == 1 else cell.mark


def cell_words(grid: Grid, cell: Cell, name: str, seats: Seats) -> str:
    """What stands on the cell of that name and whose it is: `White pawn`; nothing if it is empty."""
    if cell.seat is None:
        # A mark that is the cell's own name is written on empty cells.
        return "" if not cell.mark.strip() or (cell.mark == name and not cell.firm) else kind_name(grid, cell)
    seat = seats[cell.seat]
    return seat if seat == cell.mark else f"{seat} {kind_name(grid, cell)}"


def line_sentence(grid: Grid, title: str, places: Sequence[Place], seats: Seats) -> str:
    """The sentence for a row or a column: what stands on its cells in order."""
    names = cell_names(grid)
    cells = [
        (names.get(place, ""), cell_words(grid, grid.rows[place[0]][place[1]], names.get(place, ""), seats))
        for place in places
        if is_playable(grid.rows[place[0]][place[1]])
    ]
    if not any(what for _, what in cells):
        return f"{title} is empty."
    groups = [(what, [name for name, _ in group]) for what, group in groupby(cells, key=lambda cell: cell[1])]
    if names:
        return f"{title}: " + ", ".join(standing_words(what, run) for what, run in groups if what) + "."
    return (
        f"{title}: " + ", ".join(f"{len(run)} {piece_words(what or 'empty', len(run))}" for what, run in groups) + "."
    )


def standing_words(what: str, names: Sequence[str]) -> str:
    """What stands on cells beside each other: `a1 to c1 White pawns`, `X on 5`."""
    # In front of the words a number would be heard as a count.
    whats = piece_words(what, len(names))
    return f"{whats} on {span_words(names)}" if names[0].isdecimal() else f"{span_words(names)} {whats}"


def span_words(names: Sequence[str]) -> str:
    """Cells or lines beside each other: `a1`, `a1 and b1`, `a1 to c1`; `1, 4 and 7`, as `1 to 7` would be more."""
    numbers = [int(name) for name in names if name.isdecimal()]
    counted = len(numbers) < len(names) or {abs(one - other) for one, other in pairwise(numbers)} == {1}
    return f"{names[0]} to {names[-1]}" if len(names) > 2 and counted else join_words(names)


def piece_words(what: str, number: int) -> str:
    """The words for what stands on so many cells: `White pawns`."""
    return plural(what) if number > 1 and what[-1].islower() else what


def row_sentences(grid: Grid, seats: Seats) -> dict[str, str]:
    """A sentence for each row by its name; rows without a label are numbered from the top."""
    if grid.form is Form.LATTICE:
        return lattice_sentences(grid, across=True)
    found = {}
    for row, name in enumerate(row_names(grid)):
        places = [(row, column) for column in range(len(grid.rows[0]))]
        title = name or f"{row + 1} from the top"
        found[title] = line_sentence(grid, f"Row {title}", places, seats)
    return found


def column_sentences(grid: Grid, seats: Seats) -> dict[str, str]:
    """A sentence for each column by its name, from the bottom where rows are not labelled but columns are."""
    if grid.form is Form.LATTICE:
        return lattice_sentences(grid, across=False)
    found = {}
    for column, name in enumerate(column_names(grid)):
        places = [(row, column) for row in range(len(grid.rows))]
        title = name or f"{column + 1} from the left"
        dropped = bool("".join(grid.column_labels).strip()) and not "".join(grid.row_labels).strip()
        found[title] = (
            stack_sentence(grid, title, places[::-1], seats)
            if dropped
            else line_sentence(grid, f"Column {title}", places, seats)
        )
    return found


def stack_sentence(grid: Grid, title: str, places: Sequence[Place], seats: Seats) -> str:
    """The sentence for a column into which pieces are dropped: what lies in it from the bottom."""
    found = [cell_words(grid, grid.rows[row][column], "", seats) for row, column in places]
    while found and not found[-1]:
        found.pop()
    whats = ", ".join(what or "empty" for what in found)
    return f"Column {title} from the bottom: {whats}." if found else f"Column {title} is empty."


def lattice_sentences(grid: Grid, across: bool) -> dict[str, str]:
    """A sentence for each row of dots in a lattice, or for each column: the lines drawn along it."""
    drawn: dict[str, list[str]] = {}
    names, others = (row_names(grid), column_names(grid)) if across else (column_names(grid), row_names(grid))
    order = range(1, len(others), 2) if across else range(len(others) - 2, 0, -2)
    for place in range(0, len(names), 2):
        drawn[names[place]] = []
        for between in order:
            row, column = (place, between) if across else (between, place)
            if grid.rows[row][column].mark:
                drawn[names[place]].append(lattice_words(grid, row, column))
    title = "Row" if across else "Column"
    return {
        name: f"{title} {name}: {', '.join(found)}." if found else f"{title} {name} is empty."
        for name, found in drawn.items()
    }


def lattice_words(grid: Grid, row: int, column: int) -> str:
    """A line of a lattice by its two dots, or a box by two that are opposite, the lower and left one first."""
    rows, columns = row_names(grid), column_names(grid)
    low, high = row + row % 2, row - row % 2
    left, right = column - column % 2, column + column % 2
    return f"{columns[left]}{rows[low]} to {columns[right]}{rows[high]}"


def things(grid: Grid) -> list[Thing]:
    """All that stands on the board: whose it is, what and where; nobody's only where it is more than background."""
    if grid.form is Form.LATTICE:
        return drawn_things(grid)
    names = cell_names(grid)
    return [
        (cell.seat, kind_name(grid, cell), names.get((row, column), ""))
        for row, cells in enumerate(grid.rows)
        for column, cell in enumerate(cells)
        if cell.seat is not None or (cell.firm and cell.mark.strip())
    ]


def drawn_things(grid: Grid) -> list[Thing]:
    """The lines and the closed boxes of a lattice."""
    return [
        (cell.seat, "box" if row % 2 and column % 2 else "line", lattice_words(grid, row, column))
        for row, cells in enumerate(grid.rows)
        for column, cell in enumerate(cells)
        if cell.mark and (row % 2 or column % 2)
    ]
