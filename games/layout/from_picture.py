"""The cells of a game that tells no layout, as its picture shows them: what stands on each is what it holds."""

from random import Random

from games.adapters.undo import adapt
from games.base.rule_values import NO_MOVES, RuleError
from games.capabilities import hides_information
from games.game import CHANCE, Game
from games.layout import Layout, layout_of
from games.picture import Grid, Heaps, Picture, Pits

GAMES, LONGEST = 100, 300  # random games whose pictures are looked at, and moves of each at most
STALE = 20  # games in a row that show nothing new on a grid, after which no further one is looked at
ALIKE = 15  # things in a pit or a heap that are told apart on any board
TABLE = 20_000  # contents of a whole board, up to which it is looked at as one: there more of them are told apart


def picture_layout(game: Game) -> Layout | None:
    """Return the layout of the cells, pits or heaps in the game's picture; None if it shows none, or hides something.

    Its marks are what stood there in some random games, the same each time; in pits and heaps all numbers of things, up
    to the largest that lay there or is told apart. Raises RuleError.
    """
    picture = game.show()
    first = cells_of(picture)
    if first is None or hides_information(game):
        return None
    counted = not isinstance(picture, Grid)
    marks = sample_marks(game, len(first), GAMES if counted else STALE)  # a large number seldom comes up
    if marks is None:
        return None
    if counted:
        largest = max((int(mark) for mark in marks), default=0)
        marks = {str(count) for count in range(1, 1 + min(largest, most_told_apart(len(first))))}
    width = len(picture.rows[0]) if isinstance(picture, (Grid, Pits)) else len(first)
    cells = tuple((place // width, place % width) for place in range(len(first)))
    return Layout(cells, len(marks) + 1, (tuple(range(len(cells))),), seated=True, marks=tuple(sorted(marks)))


def sample_marks(game: Game, cells: int, patience: int) -> set[str] | None:
    """Return what stands on so many cells in random games from there; None if there are other cells in one of them.

    They end when so many games in a row have shown nothing new. Raises RuleError.
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


def most_told_apart(cells: int) -> int:
    """How many things in each of so many pits or heaps are told apart at most: 15, or more if few lie there."""
    most = ALIKE
    while (most + 2) ** cells <= TABLE:
        most += 1
    return most


def read_picture(picture: Picture, layout: Layout) -> list[int]:
    """Return what the cells of the picture hold, by the marks of the layout; 0 for one that is not among them."""
    found = cells_of(picture, layout.most)
    if found is None or len(found) != len(layout.cells):
        raise ValueError("the picture has other cells than those that were learnt")
    return [layout.numbers.get(mark, 0) for mark in found]


def cells_of(picture: Picture, most: int | None = None) -> list[str] | None:
    """Return what stands on each cell, lies in each pit, or is left of each heap; None for another picture.

    Larger numbers of things than `most` are told as if they were that.
    """
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
    """Return what two games share whose cells are the same: the class, and the layout or the number of cells shown."""
    return type(game), layout_of(game) or len(cells_of(game.show()) or ())
