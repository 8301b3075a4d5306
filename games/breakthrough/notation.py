"""Moves of breakthrough as texts, and its ends in words."""

from games.base.notation import fold

WIDTH = 8  # bits a row
FILES = "abcdefgh"
CAPTURE = str.maketrans("", "", "x*:>")


def name(place: int) -> str:
    """The cell of that bit as it is written: a1 to h8."""
    return f"{FILES[place % WIDTH]}{place // WIDTH + 1}"


def fold_entry(entry: str, theirs: int) -> str:
    """The normal form of an entry. Two cells say it all: whether one of those pawns is taken need not be typed."""
    cells = fold(entry).translate(CAPTURE)
    column, row = FILES.find(cells[2:3]), cells[3:]
    if len(cells) == 4 and column >= 0 and row in "12345678":
        return cells[:2] + "x" * (theirs >> WIDTH * (int(row) - 1) + column & 1) + cells[2:]
    return cells


def describe_end(winner: str, mine: int, theirs: int, far: int) -> str:
    """How the winner has won, by the pawns of both and the number of its far row."""
    if not theirs:
        return f"{winner} took the last pawn"
    reached = mine >> WIDTH * far & 255
    return f"{winner} reached {name(WIDTH * far + reached.bit_length() - 1)}"
