"""A backgammon board as a picture."""

from games.layout import Layout, make_layout
from games.picture import Heap, Points

Counts = tuple[tuple[int, ...], tuple[int, ...]]
POINTS = 26  # with what is off and the bar
APART = 32  # cells, from a point of one side to that of the other with the same number


def board(counts: Counts, turned: bool, dice: tuple[int, ...], last: str) -> Points:
    """The board as White sees it, or turned as Black does.

    counts  how many checkers White and Black have off, on points 1 to 24 as each counts them, and on the bar.
    last    what the note ends with.
    """
    mine, theirs = counts[::-1] if turned else counts

    def heap(point: int) -> Heap:
        here = mine[point], theirs[25 - point]
        viewer = 1 if turned else 0
        return Heap(str(point), max(here), None if here == (0, 0) else viewer if here[0] else 1 - viewer)

    white, black = (sum(point * count for point, count in enumerate(side)) for side in counts)
    return Points(
        rows=(tuple(map(heap, range(13, 25))), tuple(map(heap, range(12, 0, -1)))),
        bar=(counts[0][25], counts[1][25]),
        off=(counts[0][0], counts[1][0]),
        dice=dice,
        marks=("W", "B"),
        note=f"White {white} pips, Black {black} pips" + (f"; {last}" if last else ""),
        turned=turned,
        colours=("white", "black"),
    )


def counts_layout() -> Layout:
    """Cells that say how many checkers stand on points 0 to 25: of the side that rolls next; from 32 on of the other.

    Each side counts the points for itself. The other's lie in a row of their own, each above the one that it faces.
    """
    places = [divmod(place, APART) for place in range(APART + POINTS)]
    cells = [((1 - side, point if side else 25 - point) if point < POINTS else None) for side, point in places]
    return make_layout(cells, 16, False)
