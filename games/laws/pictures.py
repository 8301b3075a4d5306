"""Checks the cells that a game names for its moves, and returns sentences on what is wrong."""

from collections.abc import Iterable, Iterator

from games.game import Game
from games.picture import Grid, Picture, Pits, Points


def cells_off_the_board(game: Game, moves: Iterable[int]) -> Iterator[str]:
    """Yield a sentence for each cell of those moves that is not on the board."""
    picture = game.show()
    rows = len(picture.rows) if isinstance(picture, (Grid, Pits, Points)) else 0
    columns = len(picture.rows[0]) if isinstance(picture, (Grid, Pits, Points)) else 0
    for move in moves:
        for row, column in game.cells(move):
            if not (0 <= row < rows and 0 <= column < columns):
                yield f"cells({move}) names the cell {(row, column)}, which is not on the board"


def starts_without_piece(game: Game, moves: Iterable[int]) -> Iterator[str]:
    """Yield a sentence for each of those moves that starts from a cell without a piece of the seat to move."""
    picture = game.show()
    for move in moves:
        cells = game.cells(move)
        if len(cells) > 1 and owner(picture, cells[0]) != game.turn:
            yield f"cells({move}) begins on {cells[0]}, where no piece of seat {game.turn} stands"


def owner(picture: Picture, place: tuple[int, int]) -> int | None:
    """Whose piece stands on that cell; None if there is none."""
    row, column = place
    if not isinstance(picture, (Grid, Points)) or row not in range(len(picture.rows)):
        return None
    return picture.rows[row][column].seat if column in range(len(picture.rows[row])) else None
