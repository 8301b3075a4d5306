"""Othello for people: its board, the cells of a move, and how a game ended."""

from typing import Any

from games.layout import Layout, board_layout, mirror, transpose
from games.othello.notation import COLUMNS
from games.picture import Cell, Grid, Ground

PASS = 144


def show(game: Any, seat: int | None = None) -> Grid:
    """Return the board, with stars where the side to move may place a disc."""
    squares, discs, moves = range(game.size), find_discs(game), game.moves()
    starred = [place for move in moves for place in cells(game, move)]
    rows = tuple(tuple(cell((row, column), discs, starred) for column in squares) for row in squares)
    note = "Black {}, White {}".format(*count_discs(game)) + ("; no move but to pass" if moves == [PASS] else "")
    labels = tuple(str(row + 1) for row in squares), tuple(COLUMNS[: game.size])
    pieces = ("B", "disc"), ("W", "disc")
    return Grid(rows, *labels, note, pieces=pieces, ground=Ground.FELT, colours=("black", "white"))


def cell(place: tuple[int, int], discs: dict[tuple[int, int], int], starred: list[tuple[int, int]]) -> Cell:
    """Return a disc, or a star if a move places one there."""
    if place in discs:
        return Cell("BW"[discs[place]], discs[place])
    return Cell("*" if place in starred else "")


def cells(game: Any, move: int) -> tuple[tuple[int, int], ...]:
    """Return where the move places a disc; nothing for a pass."""
    return () if move == PASS else (divmod(move - 13, 12) if game.large else divmod(move, 8),)


def find_discs(game: Any) -> dict[tuple[int, int], int]:
    """Return the seats of all discs by row and column."""
    if game.large:
        return {divmod(number - 13, 12): int(side < 0) for number, side in enumerate(game.squares) if side}
    words = (game.other, game.own) if game.turn else (game.own, game.other)
    return {divmod(number, 8): seat for seat, word in enumerate(words) for number in range(64) if word >> number & 1}


def count_discs(game: Any) -> tuple[int, int]:
    """Return the number of Black's and of White's discs."""
    owners = list(find_discs(game).values())
    return owners.count(0), owners.count(1)


def layout(game: Any) -> Layout | None:
    """Return cells with a disc of the mover (1) or the other (2), or where the mover may place one (3).

    The large board has no layout.
    """
    size = game.size
    return None if game.large else board_layout(size, size, 4, False, mirror, transpose, width=8, vacant=(0, 3))


def reason(game: Any) -> str:
    """Return why the game is over, and what the winner gets for empty squares."""
    black, white = count_discs(game)
    empty = game.stakes - black - white
    if not empty:
        return f"the board is full, {black} discs to {white}"
    end = "neither side can move" if black and white else f"{'White' if black else 'Black'} has no disc left"
    given = f", and {empty} empty for the winner" if game.bonus and black != white else ""
    return f"{end}, {black} discs to {white}{given}"
