"""What a move did to the pieces of the other seat, seen by comparing the pictures before it and after it."""

from games.dataclass import dataclass
from games.picture import Form, Grid, Picture, Pits, Points


@dataclass(frozen=True)
class Change:
    """What a move took, turned or won.

    captured  how many pieces of the other seat left the board.
    piece     what each piece that was taken, turned or won is called; nothing if they differ or have no name.
    flipped   how many changed hands where they stand.
    hit       how many checkers were sent to the bar.
    gained    how many seeds came into the mover's store, or boxes into its hands.
    """

    captured: int = 0
    piece: str = ""
    flipped: int = 0
    hit: int = 0
    gained: int = 0


NOTHING = Change()


def find_change(before: Picture, after: Picture, mover: int | None) -> Change:
    """What the move of that seat changed; nothing if it is None, or chance.

    The two pictures are what the same seat is shown, neither of them turned on its own.
    """
    if mover not in (0, 1):
        return NOTHING
    match before, after:
        case Grid(), Grid() if shape(before) == shape(after):
            return find_cell_change(before, after, mover)
        case Pits(), Pits():
            gained = max(0, after.stores[mover] - before.stores[mover])
            return Change(gained=gained, piece="seed" if gained else "")
        case Points(), Points():
            return Change(hit=max(0, after.bar[1 - mover] - before.bar[1 - mover]))
    return NOTHING


def shape(grid: Grid) -> tuple[int, int]:
    """How many rows and columns it has."""
    return len(grid.rows), len(grid.rows[0])


def find_cell_change(before: Grid, after: Grid, mover: int) -> Change:
    """What a move changed on a board of cells.

    A piece of the other seat that stood where the mover's stands now was captured if one of the mover's left its cell
    and is on no other that was free; else it changed hands.
    """
    pairs = [pair for rows in zip(before.rows, after.rows, strict=True) for pair in zip(*rows, strict=True)]
    steps = [(old.seat, new.seat) for old, new in pairs]
    other = 1 - mover
    if before.form is Form.SLANTED:
        return NOTHING  # nothing is ever taken there, and a swap of the first stone is not a capture
    vanished = steps.count((other, None))
    replaced = steps.count((other, mover))
    walked = max(0, steps.count((mover, None)) - steps.count((None, mover)))
    stormed = min(replaced, walked)
    names = dict(before.pieces)
    lost = {names.get(old.mark, "") for old, new in pairs if old.seat == other and new.seat != other}
    boxes = steps.count((None, mover)) if before.form is Form.LATTICE else 0
    piece = lost.pop() if len(lost) == 1 else "box" if boxes else ""
    return Change(vanished + stormed, piece, replaced - stormed, gained=boxes)
