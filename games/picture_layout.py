"""The cells of a game that tells no layout, as its picture shows them: what stands on each is what it holds."""

from random import Random

from games.capabilities import hides_information
from games.game import CHANCE, Game
from games.layout import Layout, layout_of
from games.picture import Grid, Heaps, Picture, Pits

GAMES, LONGEST = 100, 300  # random games whose pictures are looked at, and moves of each at most
MOST = 15  # things in a pit or a heap that are told apart


def picture_layout(game: Game) -> Layout | None:
    """The layout of the cells, pits or heaps in the game's picture; None where it shows none, or hides something.

    Its marks are what stood there in some random games, the same each time, and how many things lay in a pit or heap.
    """
    first = cells_of(game.show())
    if first is None or hides_information(game):
        return None
    rng, marks = Random(0), set[str]()
    for _ in range(GAMES):
        twin = game.copy()
        for _ in range(LONGEST):
            found = cells_of(twin.show())
            if found is None or len(found) != len(first):
                return None
            marks.update(found)
            if twin.score() is not None:
                break
            chances = twin.chances() if twin.turn == CHANCE else [(move, 1) for move in twin.moves()]
            twin.make(rng.choices(*zip(*chances, strict=True))[0])
    ordered = sorted(marks - {""})
    width = len(game.show().rows[0]) if isinstance(game.show(), (Grid, Pits)) else len(first)  # type: ignore[union-attr]
    cells = tuple((place // width, place % width) for place in range(len(first)))
    return Layout(cells, len(ordered) + 1, (tuple(range(len(cells))),), seated=True, marks=tuple(ordered))


def read_picture(picture: Picture, layout: Layout) -> list[int]:
    """What the cells of the picture hold, by the marks of the layout; 0 for one that is not among them."""
    found = cells_of(picture)
    if found is None or len(found) != len(layout.cells):
        raise ValueError("the picture has other cells than those that were learnt")
    return [layout.numbers.get(mark, 0) for mark in found]


def cells_of(picture: Picture) -> list[str] | None:
    """What stands on each cell, lies in each pit and store, or is left of each heap; None for another picture."""
    if isinstance(picture, Grid):
        return [f"{cell.mark.strip()}{'' if cell.seat is None else cell.seat}" for row in picture.rows for cell in row]
    if isinstance(picture, Pits):
        return [str(min(count, MOST)) if count else "" for row in picture.rows for count in row]
    if isinstance(picture, Heaps):
        return [str(min(heap.count, MOST)) if heap.count else "" for heap in picture.heaps]
    return None


def identify_board(game: Game) -> tuple[object, ...]:
    """What two games share whose cells are the same: the class, and the layout or the number of cells shown."""
    return type(game), layout_of(game) or len(cells_of(game.show()) or ())
