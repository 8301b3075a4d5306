"""What an evaluation looks at, as a person writes it: `estimate+lines4+boxes2x3`.

estimate                    the game's own estimate
all, lines, boxes, walks    tuples of cells: an n-tuple network
own, cells                  the numbers of the game's `features()`, and each cell by itself
hidden40                    40 hidden units over these: a layered network; without it the network is linear
"""

from games.capabilities import counts_points, has_chance, hides_information, own_method, scale_of
from games.game import Game, runs_in_c, writes
from games.layout import NO_CELLS, Layout, layout_of
from games.layout.from_picture import TABLE, picture_layout
from players.learning.board_evaluation import BoardEvaluation
from players.learning.features_option import ALLOWED, PART
from players.learning.networks import Layered, NTuple
from players.learning.tuples import boxes, count_weights, distinct, lines, walks

WHOLE = "all"  # the part for the whole board as one tuple
ESTIMATE = "estimate"  # the part for the game's own estimate
OWN, CELLS, HIDDEN = "own", "cells", "hidden"  # the parts of a layered network
TURNS = "cells+hidden80"  # for games of dice whose turns have several moves
USUAL = "lines4+boxes2x3", "lines3+boxes2x2", "lines2+lines1"
MANY = 2_000_000  # weights at most by default


class Unlearnable(ValueError):
    """A game, or features of it, that cannot be learnt; its message says why."""


def require_layout(game: Game) -> Layout:
    """Return the layout of the game's cells. Raises Unlearnable."""
    name = type(game).__name__
    if hides_information(game):
        raise Unlearnable(f"{name} hides something: play against itself would learn from what no seat can know")
    layout = layout_of(game) or picture_layout(game)
    if layout is None and own_method(game, "features"):
        return NO_CELLS
    if layout is None:
        raise Unlearnable(
            f"{name} shows no board, pits or heaps{'' if runs_in_c(type(game)) else advise_features(game)}"
        )
    return layout


def advise_features(game: Game) -> str:
    """Return what to write into a game in Python so that it can be learnt, with its own numbers as an example."""
    fields = [f"self.{name}" for name, value in vars(game).items() if name != "turn" and isinstance(value, int)]
    example = ", ".join(fields[:2]) or "len(self.moves())"
    return f"; give it numbers about a position, for example: def features(self): return [{example}]"


def default_features(game: Game, layout: Layout) -> str:
    """Return the default features: tuples as large as fit into MANY weights."""
    if layout is NO_CELLS:
        return OWN
    if game.plays_turns and has_chance(game):
        return f"{ESTIMATE}+{TURNS}" if writes(game, "estimate") else TURNS
    places = sum(cell is not None for cell in layout.cells)
    if layout.kinds**places <= TABLE:
        return WHOLE
    return next((text for text in USUAL if makes_few(game, layout, text)), USUAL[-1])


def makes_few(game: Game, layout: Layout, features: str) -> bool:
    """Return whether the features have at most MANY weights on that board."""
    try:
        return count_weights(game, layout, choose_tuples(layout, features, 0)) <= MANY
    except ValueError:
        return False


def choose_tuples(layout: Layout, features: str, seed: int) -> list[tuple[int, ...]]:
    """Return the tuples of these features without repetitions; `seed` draws random walks. Raises Unlearnable."""
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


def is_layered(features: str) -> bool:
    """Return whether these features make a layered network instead of tuples."""
    return any(part in (OWN, CELLS) or part.startswith(HIDDEN) for part in features.split("+"))


def make_network(game: Game, layout: Layout, features: str, seed: int) -> BoardEvaluation:
    """Return a network of these features; `seed` draws random walks or first weights. Raises Unlearnable."""
    based = ESTIMATE in features.split("+")
    if based and not (scale_of(game) or ((has_chance(game) or counts_points(game)) and writes(game, "estimate"))):
        raise Unlearnable(f"{type(game).__name__} names no scale of its estimate, so nothing can be added to that")
    if layout is NO_CELLS and not is_layered(features):
        raise Unlearnable(f"{features!r} cannot be learnt: it shows no board, only numbers: take the features own")
    try:
        if is_layered(features):
            return make_layered(game, layout, features, based, seed)
        return NTuple(game, layout, choose_tuples(layout, features, seed), based)
    except ValueError as error:
        raise Unlearnable(f"{features!r} cannot be learnt: {error}") from error


def make_layered(game: Game, layout: Layout, features: str, based: bool, seed: int) -> Layered:
    """Return a layered network of these features. Raises Unlearnable, and ValueError as Layered does."""
    parts = set(features.split("+")) - {ESTIMATE}
    hidden = [part.removeprefix(HIDDEN) for part in parts if part.startswith(HIDDEN)]
    if len(hidden) > 1 or any(part not in (OWN, CELLS) and not part.startswith(HIDDEN) for part in parts):
        raise ValueError("own, cells and one number of hidden units go together, but not with tuples")
    told = OWN in parts
    if told and not own_method(game, "features"):
        raise Unlearnable(f"{type(game).__name__} has no method features(), so it has no numbers of its own")
    seen = layout if CELLS in parts or not told else NO_CELLS
    return Layered(game, seen, int(hidden[0]) if hidden else 0, told, based, seed)
