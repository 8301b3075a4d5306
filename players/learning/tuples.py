"""Tuples of cells to look at together: lines, boxes, random walks, or chosen ones."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from games.capabilities import has_chance
from games.game import Game
from games.layout import Cell, Layout

AROUND = tuple((row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if row or column)
LARGEST = 50_000_000  # weights
TRIES, STEPS = 20, 20  # at most: attempts for each walk, and steps for each cell
ALONG = ((0, 1), (1, 0), (1, 1), (1, -1))


def lines(layout: Layout, length: int) -> Iterator[tuple[int, ...]]:
    """Yield all lines of `length` cells, along rows, columns and diagonals."""
    number = numbers(layout)
    for row, column in number:
        for down, right in ALONG:
            found = [number.get((row + step * down, column + step * right)) for step in range(length)]
            if None not in found:
                yield tuple(found)  # type: ignore[arg-type]


def boxes(layout: Layout, rows: int, columns: int) -> Iterator[tuple[int, ...]]:
    """Yield all boxes of `rows` by `columns`, without the gaps in the board, if about half of a box are cells."""
    number = numbers(layout)
    for top in range(1 + max(row for row, _ in number)):
        for left in range(1 + max(column for _, column in number)):
            found = [number.get((top + row, left + column)) for row in range(rows) for column in range(columns)]
            cells = tuple(cell for cell in found if cell is not None)
            if fits(number, top + rows - 1, left + columns - 1) and 2 * len(cells) >= len(found) - 1:
                yield cells


def fits(number: dict[Cell, int], row: int, column: int) -> bool:
    """Return whether the row and the column are on the board."""
    return row <= max(row for row, _ in number) and column <= max(column for _, column in number)


def walks(layout: Layout, length: int, count: int, seed: int) -> Iterator[tuple[int, ...]]:
    """Yield `count` random walks over neighbouring cells, each of `length` different ones; fewer if few are found.

    Raises ValueError if the table of one would have too many weights.
    """
    if layout.kinds**length > LARGEST:
        raise ValueError(f"a walk of {length} cells makes {layout.kinds}^{length} weights, {LARGEST:,} at most")
    number, rng = numbers(layout), Random(seed)
    starts = sorted(number)
    for _ in range(TRIES * count):
        path = walk(number, rng.choice(starts), length, rng)
        if len(path) == length:
            yield tuple(number[cell] for cell in path)
            count -= 1
            if count == 0:
                return


def walk(number: dict[Cell, int], here: Cell, length: int, rng: Random) -> list[Cell]:
    """Return the different cells of a random walk from `here`, at most `length`."""
    path = [here]
    for _ in range(STEPS * length):
        step = rng.choice(AROUND)
        following = here[0] + step[0], here[1] + step[1]
        if following in number:
            here = following
            if here not in path:
                path.append(here)
        if len(path) == length:
            break
    return path


def numbers(layout: Layout) -> dict[Cell, int]:
    """Return the number of each cell, by row and column."""
    return {cell: place for place, cell in enumerate(layout.cells) if cell}


def distinct(layout: Layout, tuples: Iterator[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return the tuples without those that are images of earlier ones, turned or mirrored."""
    seen: set[frozenset[int]] = set()
    found = []
    for cells in tuples:
        if frozenset(cells) not in seen:
            found.append(cells)
            seen |= {frozenset(symmetry[cell] for cell in cells) for symmetry in layout.symmetries}
    return found


def check_tuples(layout: Layout, tuples: Iterable[Sequence[int]]) -> None:
    """Raise ValueError unless each tuple consists of different cells of the layout."""
    known = {place for place, cell in enumerate(layout.cells) if cell is not None}
    for cells in tuples:
        if not cells or len(set(cells)) != len(cells) or not known.issuperset(cells):
            raise ValueError(f"{cells} is not a tuple of different cells")


def count_weights(game: Game, layout: Layout, tuples: Iterable[Sequence[int]]) -> int:
    """Return how many weights the tables of the tuples have: one table for each seat, and for chance, if seats differ.

    Raises ValueError if there are none, or too many.
    """
    tables = 1 if not layout.seated else 3 if has_chance(game) else 2
    size: int = tables * sum(layout.kinds ** len(cells) for cells in tuples)
    if not 0 < size <= LARGEST:
        raise ValueError(f"it makes {size:,} weights on this board, and 1 to {LARGEST:,} are possible")
    return size
