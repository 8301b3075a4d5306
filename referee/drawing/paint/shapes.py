"""Shapes as tests of points. A row counts two units and a column one, so that what is round looks round.

The middle of a shape is (0, 0); a point (across, down) lies in the shape where its test is true.
"""

from collections.abc import Callable
from functools import cache

from referee.drawing.figures import covers

Shape = Callable[[float, float], bool]


@cache
def disc(radius: float, hole: float = 0.0) -> Shape:
    """A disc, or a ring around a hole of that radius."""
    return lambda across, down: hole**2 <= across * across + down * down <= radius**2


@cache
def chip(width: float) -> Shape:
    """A disc for cells of two rows, a hair apart from those above and below it."""
    return lambda across, down: abs(down) <= 1.75 and abs(across) <= width / 2 - (0.5 if abs(down) <= 1 else 1)


@cache
def slab(width: float) -> Shape:
    """A disc seen from the side, for cells of one row, a hair apart from the one above it."""
    return lambda across, down: abs(across) <= width / 2 and down >= -0.75


@cache
def box(width: float, height: float) -> Shape:
    """A rectangle."""
    return lambda across, down: abs(across) <= width / 2 and abs(down) <= height / 2


@cache
def cross(reach: float, thick: float) -> Shape:
    """Two diagonal strokes."""

    def test(across: float, down: float) -> bool:
        return max(abs(across), abs(down)) <= reach and min(abs(across - down), abs(across + down)) <= thick

    return test


@cache
def spike(width: float, height: float, hangs: bool) -> Shape:
    """A point of a backgammon board, which hangs from the top or stands."""
    return lambda across, down: abs(across) <= width / 2 * ((height - down if hangs else height + down) / (2 * height))


@cache
def pill(width: float, height: float, corner: float) -> Shape:
    """A rectangle with round corners of that radius."""

    def test(across: float, down: float) -> bool:
        beyond = max(abs(across) - width / 2 + corner, 0), max(abs(down) - height / 2 + corner, 0)
        return beyond[0] ** 2 + beyond[1] ** 2 <= corner**2

    return test


@cache
def pawn(height: float) -> Shape:
    """A pawn: a head, a body that widens, and a foot; that high from top to bottom."""
    half = height / 2

    def test(across: float, down: float) -> bool:
        across, down = abs(across) / half, down / half  # from -1 to 1
        if down > 1 or down < -1:
            return False
        head = across * across + (down + 0.5) ** 2 <= 0.23
        body = -0.2 <= down <= 0.6 and across <= 0.2 + 0.42 * (down + 0.2)
        return head or body or (down > 0.6 and across <= 0.78)

    return test


@cache
def edge(height: float) -> Shape:
    """A disc seen from its edge."""
    return box(1.0, height)


@cache
def figure(word: str, height: float) -> Shape:
    """A figure of chess, in a cell of that height."""
    return lambda across, down: covers(word, across / height, down / height)


def round_in(columns: int, rows: int) -> Shape:
    """The largest round shape for a cell of that size."""
    return chip(columns) if rows == 2 else disc(min(columns - 0.6, 2 * rows - 0.3) / 2)


def ring_in(columns: int, rows: int) -> Shape:
    """The largest ring for a cell of that size."""
    radius = min(columns - 0.6, 2 * rows - 0.3) / 2
    return disc(radius, radius * 0.62)
