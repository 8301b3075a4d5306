"""The shapes of three by three points at which playouts of go move: hane, cuts, and moves at the edge.

S. Gelly, Y. Wang, R. Munos and O. Teytaud describe them ("Modification of UCT with Patterns in Monte-Carlo Go", INRIA
RR-6062, 2006); these thirteen come from P. Baudis's program Michi (github.com/pasky/michi). They also count turned,
mirrored and with colours exchanged.
"""

from collections.abc import Iterator
from itertools import product

# X and O: a stone of either side; x and o: anything but that stone; `.`: empty; `-`: the edge; `?`: anything.
# The move is in the middle.
SHAPES = (
    "XOX ... ???",  # hane, between two stones
    "XO. ... ?.?",  # hane, where nothing is cut
    "XO? X.. x.?",  # around the stone
    ".O. X.. ...",  # against it
    "XO? O.o ?o?",  # a cut that nobody protects
    "XO? O.X ???",  # a cut that somebody peeps at
    "?X? O.O ooo",  # a cut in between
    "OX? o.O ???",  # a cut of two stones a knight's move apart
    "X.? O.? ---",  # a chase along the edge
    "OX? X.O ---",  # a cut at the edge
    "?X? x.O ---",  # a link at the edge
    "?XO x.x ---",  # down to the edge
    "?OX X.O ---",
)
MEANINGS = {"X": (1,), "O": (2,), ".": (0,), "-": (3,), "?": (0, 1, 2, 3), "x": (0, 2, 3), "o": (0, 1, 3)}
SWAPPED = str.maketrans("XOxo", "OXox")


def turned(shape: str) -> Iterator[str]:
    """Yield the shape in all eight directions."""
    for _ in range(4):
        shape = "".join(shape[3 * (2 - column) + row] for row in range(3) for column in range(3))
        yield shape
        yield shape[6:] + shape[3:6] + shape[:3]


def expand(shape: str) -> Iterator[int]:
    """Yield the codes of all boards that match the shape: two bits for each point around, the upper left one lowest."""
    for points in product(*(MEANINGS[sign] for sign in shape[:4] + shape[5:])):
        yield sum(point << 2 * number for number, point in enumerate(points))


def codes() -> set[int]:
    """Return the codes of all shapes."""
    ways = {way for shape in SHAPES for way in turned(shape.replace(" ", ""))}
    return {code for way in ways for colour in (way, way.translate(SWAPPED)) for code in expand(colour)}
