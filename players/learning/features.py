"""What an evaluation looks at, as a person writes it: `estimate+lines4+boxes2x3`."""

from games.capabilities import hides_information, scale_of
from games.game import Game
from games.layout import Layout, layout_of
from games.picture_layout import picture_layout
from players.learning.features_option import ALLOWED, PART
from players.learning.ntuple import NTuple
from players.learning.tuples import boxes, distinct, lines, walks

WHOLE = "all"  # the part for the whole board as one tuple
ESTIMATE = "estimate"  # the part for the game's own estimate
USUAL = "lines4+boxes2x3", "lines3+boxes2x2", "lines2+lines1"
MANY = 2_000_000  # weights, more than which are not chosen by default
SEATS = 3  # tables for each where the seats are judged apart: two, and chance
FEW = 20_000  # contents of a whole board, up to which it is looked at as one
LARGEST = 50_000_000  # weights


class Unlearnable(ValueError):
    """A game, or features of it, that nothing can be learnt of; its message says why."""


def default_features(game: Game) -> str:
    """What is looked at unless somebody says otherwise: as much together as does not take many weights.

    Raises Unlearnable.
    """
    layout = require_layout(game)
    places = sum(cell is not None for cell in layout.cells)
    if layout.kinds**places <= FEW:
        return WHOLE
    sizes = {text: count_weights(layout, choose_tuples(layout, text, 0)) for text in USUAL}
    return next((text for text in USUAL if 0 < sizes[text] <= MANY), USUAL[-1])


def require_layout(game: Game) -> Layout:
    """The layout of the game's cells. Raises Unlearnable."""
    layout = layout_of(game) or picture_layout(game)
    if layout is None:
        why = "hides something" if hides_information(game) else "shows no board, pits or heaps"
        raise Unlearnable(f"{type(game).__name__} {why}, and so there are no cells that an evaluation could look at")
    return layout


def choose_tuples(layout: Layout, features: str, seed: int) -> list[tuple[int, ...]]:
    """The tuples of those features, none of them twice. Random walks are drawn by the seed. Raises Unlearnable."""
    tuples = list[tuple[int, ...]]()
    for part in features.split("+"):
        found = PART.fullmatch(part)
        if not found:
            raise Unlearnable(f"{part!r} is not among {ALLOWED}")
        numbers = [int(text) for text in found.groups() if text]
        match part.rstrip("0123456789x"):
            case "all":
                tuples.append(tuple(place for place, cell in enumerate(layout.cells) if cell))
            case "lines":
                tuples += lines(layout, *numbers)
            case "boxes":
                tuples += boxes(layout, *numbers)
            case "walks":
                tuples += walks(layout, numbers[0], numbers[1], seed)
    return distinct(layout, iter(tuples))


def count_weights(layout: Layout, tuples: list[tuple[int, ...]]) -> int:
    """How many weights the tables of those tuples have."""
    one: int = sum(layout.kinds ** len(cells) for cells in tuples)
    return one * SEATS if layout.seated else one


def make_network(game: Game, features: str, seed: int) -> NTuple:
    """A network of those features, whose weights are all 0. Random walks are drawn by the seed. Raises Unlearnable."""
    layout = require_layout(game)
    based = ESTIMATE in features.split("+")
    if based and not scale_of(game):
        raise Unlearnable(f"{type(game).__name__} names no scale of its estimate, so nothing can be added to that")
    tuples = choose_tuples(layout, features, seed)
    size = count_weights(layout, tuples)
    if not 0 < size <= LARGEST:
        raise Unlearnable(f"{features!r} makes {size:,} weights on this board, and 1 to {LARGEST:,} are possible")
    return NTuple(game, layout, tuples, based)
