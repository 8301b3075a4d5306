"""Name forks and pins, seen in the pictures of a board of chess."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.dataclass import dataclass

if TYPE_CHECKING:
    from games.picture import Grid
    from referee.drawing.glyphs import Place

WORTHS = {"pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9}  # of the pieces of chess
STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
SLANTED = ((1, 1), (1, -1), (-1, -1), (-1, 1))
SLIDES = {"rook": STRAIGHT, "bishop": SLANTED, "queen": STRAIGHT + SLANTED}
LEAPS = {
    "king": STRAIGHT + SLANTED,
    "knight": tuple((down, across) for down in (-2, -1, 1, 2) for across in (-2, -1, 1, 2) if abs(down * across) == 2),
}


@dataclass(frozen=True)
class Tactic:
    """How a move wins a piece: it forks the pieces `forked`, or pins the piece `pinned` to its king.

    Words of pieces, the most valuable first; both are empty if it does neither.
    """

    forked: tuple[str, ...] = ()
    pinned: str = ""


NO_TACTIC = Tactic()


def find_tactic(before: Grid, after: Grid, then: Grid, won: Grid) -> Tactic:
    """Return the fork or the pin made by a move, from `before` to `after`, if the next move of its seat wins by it.

    The other seat moves from `after` to `then`, and the move from there to `won` is the one that takes the piece.
    """
    places = [(row, column) for row, line in enumerate(after.rows) for column in range(len(line))]
    mover = next((seat for seat in (0, 1) if came(before, after, seat, places)), None)
    if mover is None or not after.figures:
        return NO_TACTIC
    made, taker = (came(*each, mover, places) for each in ((before, after), (then, won)))
    if len(made) != 1 or len(taker) != 1:  # castling
        return NO_TACTIC
    piece, target = made[0], taker[0]
    if after.rows[target[0]][target[1]] != then.rows[target[0]][target[1]] or seat_of(then, target) != 1 - mover:
        return NO_TACTIC  # it takes what has just come there
    forked = [place for place in attacks(after, piece) if is_forked(after, piece, place, places)]
    if target in forked and len(forked) > 1 and seat_of(won, piece) is None:
        return Tactic(tuple(sorted((word_of(after, place) for place in forked), key=rank)))
    if target in attacks(after, piece) and is_pinned(after, piece, target):
        return Tactic(pinned=word_of(after, target))
    return NO_TACTIC


def came(before: Grid, after: Grid, seat: int, places: list[Place]) -> list[Place]:
    """Return the places on which pieces of a seat stand after a move and did not before."""
    return [each for each in places if seat_of(after, each) == seat != seat_of(before, each)]


def is_forked(grid: Grid, piece: Place, place: Place, places: list[Place]) -> bool:
    """Return whether a piece, and not a pawn, has to fear the attack of `piece`."""
    owner, word = seat_of(grid, place), word_of(grid, place)
    if owner != 1 - (seat_of(grid, piece) or 0) or word == "pawn":
        return False
    guarded = any(seat_of(grid, each) == owner and place in attacks(grid, each) for each in places)
    return word == "king" or not guarded or WORTHS[word] > WORTHS.get(word_of(grid, piece), 10)


def is_pinned(grid: Grid, piece: Place, place: Place) -> bool:
    """Return whether the piece on `place` may not leave the line from `piece` to its king."""
    if word_of(grid, piece) not in SLIDES or word_of(grid, place) == "king":
        return False
    owner = seat_of(grid, place)
    behind = attacks(grid, piece, place) - attacks(grid, piece)
    return any(word_of(grid, each) == "king" and seat_of(grid, each) == owner for each in behind)


def attacks(grid: Grid, start: Place, without: Place | None = None) -> set[Place]:
    """Return the places that the piece on `start` attacks or guards, as if the place `without` were empty."""
    word, found = word_of(grid, start), set()
    leaps = LEAPS.get(word, ())
    if word == "pawn":
        ahead = -1 if seat_of(grid, start) == 0 else 1
        leaps = ((ahead, -1), (ahead, 1))
    for down, across in (*leaps, *SLIDES.get(word, ())):
        row, column = start[0] + down, start[1] + across
        while 0 <= row < len(grid.rows) and 0 <= column < len(grid.rows[row]):
            found.add((row, column))
            if (down, across) in leaps or (grid.rows[row][column].mark and (row, column) != without):
                break
            row, column = row + down, column + across
    return found


def word_of(grid: Grid, place: Place) -> str:
    """Return the word of the piece on a place; "" if it is empty."""
    return dict(grid.pieces).get(grid.rows[place[0]][place[1]].mark, "")


def seat_of(grid: Grid, place: Place) -> int | None:
    """Return whose piece stands on a place."""
    return grid.rows[place[0]][place[1]].seat


def rank(word: str) -> int:
    """Return a sort key for words of pieces, the king first."""
    return -WORTHS.get(word, 10)
