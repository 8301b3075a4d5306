"""The figures of chess: signs for lines of text, drawings of block characters, outlines for large cells and files."""

from bisect import bisect_right
from dataclasses import replace
from functools import cache, lru_cache

from games.picture import Cell, Grid

TEXT = "\N{VARIATION SELECTOR-15}"  # without it some terminals show the black pawn as an emoji
SIGNS = {  # by seat
    "king": ("♔", "♚"), "queen": ("♕", "♛"), "rook": ("♖", "♜"), "bishop": ("♗", "♝"), "knight": ("♘", "♞"),
    "pawn": ("♙", f"♟{TEXT}"),
}  # fmt: skip
# For cells of 5 x 2. The corners stay free for marks, and the upper edge mostly, which parts it from the cell above.
DRAWINGS = {
    "king": ("  ╋  ", " ▜█▛ "), "queen": (" ▚▄▞ ", " ▜█▛ "), "rook": (" ▖▄▗ ", " ▐█▌ "),
    "bishop": ("  ▞  ", " ▟█▙ "), "knight": (" ▄▙▖ ", " ▘▟█ "), "pawn": ("     ", " ▗█▖ "),
}  # fmt: skip
Points = tuple[tuple[float, float], ...]

# Right halves, from the top down; the middle of a cell is (0, 0), and a cell is 1 wide and high.
FOOT = (0.25, 0.28), (0.25, 0.38)
HALVES: dict[str, Points] = {
    "king": (
        *((0.035, -0.46), (0.035, -0.41), (0.09, -0.41), (0.09, -0.35), (0.035, -0.35), (0.035, -0.28)),
        *((0.14, -0.25), (0.27, -0.2), (0.28, -0.06), (0.16, 0.1), (0.15, 0.2)),
        *FOOT,
    ),
    "queen": (*((0, -0.42), (0.07, -0.14), (0.18, -0.38), (0.2, -0.1), (0.35, -0.28), (0.2, 0.12), (0.16, 0.2)), *FOOT),
    "rook": (
        *((0.05, -0.36), (0.05, -0.29), (0.13, -0.29), (0.13, -0.36), (0.23, -0.36), (0.23, -0.2)),
        *((0.16, -0.14), (0.16, 0.18)),
        *FOOT,
    ),
    "bishop": (
        *((0, -0.43), (0.05, -0.38), (0.03, -0.34), (0.13, -0.2), (0.15, -0.09), (0.08, 0), (0.14, 0.04)),
        *((0.08, 0.08), (0.12, 0.22)),
        *FOOT,
    ),
    "pawn": (
        *((0, -0.27), (0.09, -0.23), (0.12, -0.14), (0.08, -0.05), (0.14, -0.01), (0.08, 0.03), (0.12, 0.22)),
        *FOOT,
    ),
}
KNIGHT: Points = (
    *((0.25, 0.38), (-0.22, 0.38), (-0.22, 0.28), (-0.13, 0.2), (0.03, -0.03), (-0.12, 0.02), (-0.2, 0.09)),
    *((-0.28, 0.03), (-0.27, -0.06), (-0.13, -0.25), (-0.11, -0.41), (0, -0.32), (0.14, -0.26), (0.23, -0.08)),
    *((0.22, 0.2), (0.25, 0.28)),
)


def with_signs(picture: Grid) -> Grid:
    """Return the picture with signs in place of the letters of its figures, another one for each seat."""
    signs = {mark: SIGNS[word] for mark, word in picture.pieces if word in SIGNS} if picture.figures else {}
    if not signs:
        return picture

    def signed(cell: Cell) -> Cell:
        sign = signs.get(cell.mark, "")
        return replace(cell, mark=sign[cell.seat]) if sign and cell.seat is not None else cell

    rows = (tuple(map(signed, row)) for row in picture.rows)
    return replace(picture, rows=tuple(rows))


@cache
def outline(word: str) -> Points:
    """Return the corners of a figure."""
    if word == "knight":
        return KNIGHT
    half = HALVES[word]
    return (*half, *((-x, y) for x, y in reversed(half)))


@lru_cache(1 << 10)
def crossings(word: str, y: float) -> list[float]:
    """Return where a horizontal line at the height `y` crosses the outline of a figure, from the left."""
    corners = outline(word)
    edges = zip(corners, (*corners[1:], corners[0]), strict=True)
    return sorted(x1 + (y - y1) / (y2 - y1) * (x2 - x1) for (x1, y1), (x2, y2) in edges if (y1 > y) != (y2 > y))


def covers(word: str, x: float, y: float) -> bool:
    """Return whether a figure covers a point: to the left of it a line crosses the outline an odd number of times."""
    return bisect_right(crossings(word, y), x) % 2 == 1
