"""The board of chess as people see it, who has more pieces, and how a game is drawn, in words."""

from typing import Any

from games.chess.board import DEAD, FIFTY, THIRD
from games.chess.fen import COLUMNS, NAMES, WORDS
from games.chess.openings import opening_of
from games.chess.san import goal
from games.picture import Cell, Grid, Ground

PIECES = (
    *(("K", "king"), ("k", "king"), ("Q", "queen"), ("q", "queen"), ("R", "rook"), ("r", "rook")),
    *(("B", "bishop"), ("b", "bishop"), ("N", "knight"), ("n", "knight"), ("P", "pawn"), ("p", "pawn")),
)
CELLS = {letter: Cell(letter, int(letter.islower())) for letter, _ in PIECES} | {"": Cell()}
TRADED = "QRBNP"
DRAWS = {
    0: "stalemate",
    DEAD: "not enough pieces are left to mate",
    THIRD: "the {} repetition",
    FIFTY: "{} moves a side without progress",
}
NUMERALS = {3: "third", 5: "fifth", 100: "fifty", 150: "75"}


def show(game: Any, seat: int | None = None) -> Grid:
    """Return the board; its note says who is in check, who has more pieces, and the name of the opening."""
    men, rows = game.men(), 5 if game.small else 8
    marks = [CELLS[man] for man in men]
    notes = [f"{NAMES[game.turn]} is {'checkmated' if game.is_stuck() else 'in check'}"] if game.urgent() else []
    return Grid(
        tuple(tuple(marks[8 * row : 8 * row + rows]) for row in reversed(range(rows))),
        tuple(str(row + 1) for row in reversed(range(rows))),
        tuple(COLUMNS[:rows]),
        note="; ".join(filter(None, (*notes, compare_men("".join(men)), opening_of(game.board_key())))),
        pieces=PIECES,
        ground=Ground.BOARD,
        figures=True,
        colours=("white", "black"),
    )


def cells(game: Any, move: int) -> tuple[tuple[int, int], ...]:
    """Return the cells that the move leaves and enters; for castling, only the king counts."""
    ends = move >> 6 & 63, goal(move, game.free)
    return tuple(((4 if game.small else 7) - square // 8, square % 8) for square in ends)


def threatened_cells(game: Any) -> tuple[tuple[int, int], ...]:
    """Return the cell of the king that is in check, or checkmated."""
    if not game.urgent():
        return ()
    square = game.men().index("Kk"[game.turn])
    return (((4 if game.small else 7) - square // 8, square % 8),)


def reason(game: Any) -> str:
    """Return how the game ended."""
    if game.value():
        return f"{NAMES[game.turn]} is checkmated"
    drawn = 0 if game.is_stuck() else game.fields()[-1]
    return DRAWS[drawn].format(NUMERALS.get(game.times if drawn == THIRD else game.most))


def compare_men(men: str) -> str:
    """Return what each side has more of, `White has a rook for a bishop`, or "".

    Captures are not counted: a position that was set up may never have had the missing pieces.
    """
    more = [list_surplus(men, seat) for seat in (0, 1)]
    if all(more):
        return f"{NAMES[0]} has {more[0]} for {more[1]}"
    return next((f"{NAMES[seat]} is ahead by {more[seat]}" for seat in (0, 1) if more[seat]), "")


def list_surplus(men: str, seat: int) -> str:
    """Return the pieces that `seat` has more of, `a rook and 2 pawns`."""
    found = []
    for kind in TRADED:
        surplus = (men.count(kind) - men.count(kind.lower())) * (1 - 2 * seat)
        word = WORDS[kind]
        found += [f"a {word}" if surplus == 1 else f"{surplus} {word}s"] * (surplus > 0)
    return " and ".join(filter(None, (", ".join(found[:-1]), *found[-1:])))
