"""Boards as seen from the other side of the table, and where their cells lie then."""

from collections.abc import Iterable
from dataclasses import replace

from games.game import Game
from games.picture import BESIDE, Grid, Picture, Pits, Points
from referee.drawing.glyphs import Place
from referee.drawing.highlights import Marks


def flip_board(picture: Picture) -> Picture | None:
    """Return the board turned by half a circle; None if there is nothing to turn.

    Points are not turned here: each seat is shown them from its own side.
    """
    match picture:
        case Grid():
            return replace(
                picture,
                rows=tuple(row[::-1] for row in picture.rows[::-1]),
                row_labels=reversed_labels(picture.row_labels, len(picture.rows)),
                column_labels=reversed_labels(picture.column_labels, len(picture.rows[0])),
            )
        case Pits():
            upper, lower = picture.rows
            above, below = picture.labels
            return replace(
                picture, rows=(lower[::-1], upper[::-1]), labels=(below[::-1], above[::-1]), turned=not picture.turned
            )
    return None


def reversed_labels(labels: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Return the labels of `count` rows or columns from the other end; missing ones stay empty."""
    return (*labels, *[""] * (count - len(labels)))[::-1] if labels else ()


def flip_cells(picture: Picture, cells: Iterable[Place]) -> tuple[Place, ...]:
    """Return where cells of the picture lie in the turned one, or the other way round; unchanged if it has none.

    What lies beside the rows is named by its seat, so it keeps its name.
    """
    if not isinstance(picture, (Grid, Pits)):
        return tuple(cells)
    rows, columns = len(picture.rows), len(picture.rows[0])
    return tuple((row, column) if column == BESIDE else (rows - 1 - row, columns - 1 - column) for row, column in cells)


def flip_marks(picture: Picture, marks: Marks) -> Marks:
    """Return the marks where they lie in the turned picture, or the other way round."""
    cursor = None if marks.cursor is None else flip_cells(picture, [marks.cursor])[0]
    kinds = marks.last, marks.came, marks.targets, marks.won, marks.threatened
    last, came, targets, won, threatened = (flip_cells(picture, cells) for cells in kinds)
    first, second = (flip_cells(picture, cells) for cells in marks.areas)
    return Marks(last, came, cursor, targets, won, threatened, (first, second))


def flipped_picture(game: Game, viewer: int | None = None) -> Picture | None:
    """Return what the viewer is shown, seen from the other side; None if there is nothing to turn.

    The points of backgammon are shown as the other seat sees them: nothing is hidden there.
    """
    picture = game.show(viewer)
    return game.show(0 if picture.turned else 1) if isinstance(picture, Points) else flip_board(picture)


def has_sides(game: Game) -> bool:
    """Return whether each seat has a side of the board: its pieces walk from there, or its pits or points are there.

    A board on which pieces are only placed has none: turned around, it would stand on its head.
    """
    picture = game.show()
    return isinstance(picture, (Pits, Points)) or (isinstance(picture, Grid) and game.walks)


def is_turned(game: Game, viewer: int | None, flipped: bool) -> bool:
    """Return whether the viewer is shown the grid or pits turned: its own side is below, unless `flipped`."""
    picture = game.show(viewer)
    above = viewer is not None and viewer != seat_below(game)
    return isinstance(picture, (Grid, Pits)) and flipped != (above and has_sides(game) and not turns_itself(game))


def seat_below(game: Game) -> int:
    """Return the seat whose side is below on the board as the game shows it: its `below`, or seat 0."""
    found = getattr(type(game), "below", 0)
    return found if isinstance(found, int) else 0


def turns_itself(game: Game) -> bool:
    """Return whether the game shows its grid or pits to the second seat from that seat's side already."""
    one, other = game.show(0), game.show(1)
    if isinstance(one, Grid) and isinstance(other, Grid):
        return (one.row_labels, one.column_labels) != (other.row_labels, other.column_labels)
    return isinstance(other, Pits) and other.turned


def picture_for_seat(game: Game, marks: Marks, viewer: int | None, flipped: bool) -> tuple[Picture, Marks]:
    """Return what the viewer is shown, with its marks and its own side below; `flipped`: the other side below.

    An onlooker sees it as seat 0 does.
    """
    picture = game.show(viewer)
    if is_turned(game, viewer, flipped):
        return flip_board(picture) or picture, flip_marks(picture, marks)
    other = flipped_picture(game, viewer) if flipped and isinstance(picture, Points) else None
    return other or picture, marks  # of points, whose marks need no turning
