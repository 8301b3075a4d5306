"""Backgammon for people: its board, the cells of a move, the next action, and how a game ended."""

from dataclasses import replace
from typing import Any

from games.backgammon.notation import CUBE, ROLLED, places_of, seat_of
from games.backgammon.xgid import NAMES, NOBODY, unpack_dice
from games.layout import Layout, make_layout
from games.picture import Heap, Points

Counts = tuple[tuple[int, ...], tuple[int, ...]]
POINTS = 26  # with checkers off and the bar
APART = 32  # cells between points of both sides with the same number


def show(game: Any, seat: int | None = None) -> Points:
    """Return the board with the dice and the cube, and the match in its note."""
    white, black = (tuple(game.count(side, point) for point in range(POINTS)) for side in (0, 1))
    last = game.doing() if game.score() is None else ""
    picture = board((white, black), seat == 1, unpack_dice(game.dice), last)
    if not (game.cube or game.match):
        return picture
    needs = f"{NAMES[0]} needs {game.needs[0]}, {NAMES[1]} {game.needs[1]}" if game.match else ""
    note = "; ".join(filter(None, (picture.note, describe_cube(game), needs)))
    owner = None if game.owner == NOBODY else game.owner
    return replace(picture, note=note, cube=(game.cube, owner) if game.cube else None)


def describe_cube(game: Any) -> str:
    """Return the cube in words, or that a match has none."""
    if not game.cube:
        return "no cube"
    return f"the cube is at {game.cube}" if game.owner == NOBODY else f"{NAMES[game.owner]} has the cube at {game.cube}"


def doing(game: Any) -> str:
    """Return the next action in words."""
    if game.opening:
        return "each rolls a die"
    side = NAMES[game.side]
    if game.asked:
        return f"{side} rolls or doubles"
    if game.offered:
        return f"{side} doubles to {2 * game.cube}, {NAMES[game.turn]} takes or drops"
    return f"{side} {'plays' if game.dice else 'rolls'}"


def cells(game: Any, move: int) -> tuple[tuple[int, int], ...]:
    """Return the points that a checker leaves and enters; bar and off are no cells."""
    start, end = places_of(move)
    if move & (CUBE | ROLLED) or not start:
        return ()
    points = [25 - place if seat_of(move) else place for place in (start, end) if 0 < place < 25]
    return tuple((0, point - 13) if point > 12 else (1, 12 - point) for point in points)


def reason(game: Any) -> str:
    """Return how the game ended."""
    if game.dropped:
        return f"{NAMES[1 - game.side]} dropped the double to {2 * game.cube}"
    winner = 0 if game.score() > 0 else 1
    late = any(game.count(1 - winner, point) for point in range(19, POINTS))
    kind = "" if game.count(1 - winner, 0) else ", a backgammon" if late else ", a gammon"
    return f"{NAMES[winner]} bore off all checkers{kind}" + (f", with the cube at {game.cube}" if game.cube > 1 else "")


def board(counts: Counts, turned: bool, dice: tuple[int, ...], last: str) -> Points:
    """Return the board as White sees it, or `turned` as Black does; its note ends with `last`.

    counts  the number of White's and Black's checkers off, on points 1 to 24 as each counts them, and on the bar.
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


def layout(game: Any) -> Layout | None:
    """Return cells with the number of checkers on points 0 to 25, or None for a game with a cube or in a match.

    The numbers 0 to 25 belong to the side that rolls next, the numbers from 32 on to the other side. Each side counts
    its own points; the other side's lie in a row of their own, each above the same point of the board.
    """
    if game.cube or game.match:
        return None
    places = [divmod(place, APART) for place in range(APART + POINTS)]
    cells = [((1 - side, point if side else 25 - point) if point < POINTS else None) for side, point in places]
    return make_layout(cells, 16, False)
