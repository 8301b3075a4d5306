"""What a game shows, as plain data that any screen can draw: a Grid, Heaps, or simply a string.

All words and marks in a picture are ASCII; a screen may draw finer signs for them.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Cell:
    """One cell of a grid: what stands there, and whose it is (0, 1; None: nobody's, drawn faint)."""

    mark: str = ""
    seat: int | None = None


@dataclass(frozen=True)
class Grid:
    """A board: its rows of cells from the top, each as long as the others, and the labels of rows and columns."""

    rows: tuple[tuple[Cell, ...], ...]
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class Heap:
    """A heap of so many equal things with its label, and whose it is (None: nobody's)."""

    label: str
    count: int
    seat: int | None = None


@dataclass(frozen=True)
class Heaps:
    """Heaps one below the other, the mark of one thing in them, and a note such as what may be taken."""

    heaps: tuple[Heap, ...]
    unit: str = "o"
    note: str = ""


Picture = Grid | Heaps | str
