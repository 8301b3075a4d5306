"""The cells of a game without a layout, read from its picture: a cell's content is what is drawn on it."""

from random import Random

from games.adapters.undo import adapt
from games.base.rule_values import NO_MOVES, RuleError
from games.capabilities import hides_information
from games.game import CHANCE, Game
from games.layout import Layout, layout_of
from games.picture import Grid, Heaps, Picture, Pits

GAMES, LONGEST = 100, 300  # random games whose pictures are read, and the most moves of each
STALE = 20  # games in a row without a new mark on a grid, after which reading ends
ALIKE = 15  # things in a pit or a heap that are distinguished on any board
TABLE = 20_000  # contents of a whole board that fit into one table; then more are distinguished


def picture_layout(game: Game) -> Layout | None:
    """Return the layout of the cells, pits or heaps in the picture; None if it shows none, or the game hides something.

    Its marks are those that occurred in some random games, the same each time; for pits and heaps all numbers up to the
    largest that occurred or is distinguished. Raises RuleError.
    """
    picture = game.show()
    first = cells_of(picture)
    if first is None or hides_information(game):
        return None
    counted = not isinstance(picture, Grid)
    marks = sample_marks(game, len(first), GAMES if counted else STALE)  # large numbers are rare
    if marks is None:
        return None
    if counted:
        most = ALIKE  # or more if there are few cells
        while (most + 2) ** len(first) <= TABLE:
            most += 1
        marks = {str(count) for count in range(1, 1 + min(max(map(int, marks), default=0), most))}
    width = len(picture.rows[0]) if isinstance(picture, (Grid, Pits)) else len(first)
    cells = tuple((place // width, place % width) for place in range(len(first)))
    return Layout(cells, len(marks) + 1, (tuple(range(len(cells))),), seated=True, marks=tuple(sorted(marks)))


def sample_marks(game: Game, cells: int, patience: int) -> set[str] | None:
    """Return what is on the cells in random games; None if the number of cells is not always `cells`.

    The games end when `patience` games in a row have shown nothing new. Raises RuleError.
    """
    rng, marks, stale = Random(0), set[str](), 0
    for _ in range(GAMES):
        known, twin = len(marks), adapt(game.copy())
        for _ in range(LONGEST):
            found = cells_of(twin.show())
            if found is None or len(found) != cells:
                return None
            marks.update(found)
            if twin.score() is not None:
                break
            chances = twin.chances() if twin.turn == CHANCE else [(move, 1) for move in twin.moves()]
            if not chances:
                raise RuleError(game, "moves", NO_MOVES)
            twin.make(rng.choices(*zip(*chances, strict=True))[0])
        stale = 0 if len(marks) > known else stale + 1
        if stale == patience:
            break
    return marks - {""}


def read_picture(picture: Picture, layout: Layout) -> list[int]:
    """Return the contents of the picture's cells, by the marks of the layout; 0 for an unknown mark."""
    found = cells_of(picture, layout.most)
    if found is None or len(found) != len(layout.cells):
        raise ValueError("the picture has other cells than those that were learnt")
    return [layout.numbers.get(mark, 0) for mark in found]


def cells_of(picture: Picture, most: int | None = None) -> list[str] | None:
    """Return what is on each cell, in each pit or left of each heap, numbers up to `most`; None for other pictures."""
    if isinstance(picture, Grid):
        return [f"{cell.mark.strip()}{'' if cell.seat is None else cell.seat}" for row in picture.rows for cell in row]
    if isinstance(picture, Pits):
        counts = [count for row in picture.rows for count in row]
    elif isinstance(picture, Heaps):
        counts = [heap.count for heap in picture.heaps]
    else:
        return None
    return [str(count if most is None else min(count, most)) if count else "" for count in counts]


def identify_board(game: Game) -> tuple[object, ...]:
    """Return what games with the same cells share: the class, and the layout or the number of cells shown."""
    return type(game), layout_of(game) or len(cells_of(game.show()) or ())
