"""Files of weights: what an evaluation has learnt, with all that made it.

referee weights 2                                    the version of this format
{"game": "breakthrough", "class": "Breakthrough",    the game, how its positions are read, how the weights were
"kind": "n-tuple", ..., "made": {...}}              learnt, and what came of it: JSON, on one line
the weights                                          whole numbers of 16 bits, times `step` (packing.py)
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from games.base.json_depth import depth
from games.base.notation import printable
from games.base.origins import comes_with_program, home_of
from games.dataclass import dataclass
from games.game import Game
from games.layout import NO_CELLS, Layout, layout_of
from games.layout.from_picture import read_picture
from players.learning.board_evaluation import BoardEvaluation
from players.learning.networks import Layered, NTuple
from players.learning.packing import pack, unpack

FIRST_LINE = b"referee weights "
VERSION = 2
SUFFIX = ".weights"
LARGEST = 64 << 20  # bytes of a file that is read
DEEPEST = 20  # lists and objects in each other in the second line
MOST = 1e30  # of a step: what it stands for is a 32-bit float
KINDS = {kind.kind: kind for kind in (NTuple, Layered)}
WHOLE = (1 << 15) - 1  # the largest of the whole numbers


class UnfitWeights(ValueError):
    """A file of weights that cannot be used here; its message begins with the path and says why."""


@dataclass(frozen=True)
class Header:
    """What a file of weights says of itself.

    game     the spec of the game that it was learnt on, and `kind_of_game` the name of its class.
    kind     what learnt it: `n-tuple` or `layered`.
    shape    what that needs to be made anew, as JSON.
    step     what a whole number of 1 stands for, and `count` how many there are.
    made     how it was learnt, and what came of it: names and values, for people.
    """

    game: str
    kind_of_game: str
    kind: str
    shape: Mapping[str, Any]
    step: float
    count: int
    made: Mapping[str, Any]


def class_name(game: Game) -> str:
    """Return what the class of the game is called, with its module if it comes with this program."""
    kind = type(game)
    return f"{home_of(kind)}.{kind.__qualname__}" if comes_with_program(kind) else kind.__qualname__


def encode_weights(spec: str, game: Game, learnt: BoardEvaluation, made: Mapping[str, Any]) -> bytes:
    """Return the content of a file that holds what was learnt on that game."""
    step, whole = learnt.store.rounded(WHOLE)
    header = {
        "game": spec, "class": class_name(game), "kind": learnt.kind, "shape": learnt.shape(), "step": step,
        "count": len(whole), "made": dict(made),
    }  # fmt: skip
    lines = FIRST_LINE + b"%d\n%s\n" % (VERSION, json.dumps(header, ensure_ascii=False).encode())
    return lines + pack(whole)


def read_header(path: Path) -> Header:
    """Return what the file says of itself. Raises UnfitWeights."""
    return split_file(path)[0]


def split_file(path: Path) -> tuple[Header, bytes]:
    """Return what the file says of itself, and the bytes of its weights. Raises UnfitWeights."""
    first, _, rest = read_content(path).partition(b"\n")
    if not first.startswith(FIRST_LINE):
        raise UnfitWeights(f"{path} is not a file of weights, which `referee learn` writes")
    version = first.removeprefix(FIRST_LINE).decode(errors="replace").strip()
    if version != str(VERSION):
        raise UnfitWeights(
            f"{path} is of version {version[:20]!r} of files of weights, and this program reads {VERSION}"
        )
    line, _, data = rest.partition(b"\n")
    try:
        return parse_header(line), data
    except (ValueError, KeyError, TypeError) as error:
        raise UnfitWeights(f"{path} is damaged: its second line does not say what it holds") from error


def read_content(path: Path, most: int = LARGEST) -> bytes:
    """The first bytes of that file, so many at most (-1: all). Raises UnfitWeights, for a pipe too: it never ends."""
    try:
        path.stat()
        if not path.is_file():
            raise UnfitWeights(f"{path} is not a file")
        with path.open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise UnfitWeights(f"{path}: {error.strerror}") from error


def parse_json(line: bytes) -> Any:
    """Return what a line of JSON holds. Raises ValueError, also where it is nested deeper than any that is written."""
    text = line.decode()
    if depth(text) > DEEPEST:
        raise ValueError("it is nested too deeply")
    return json.loads(text)


def parse_header(line: bytes) -> Header:
    """The header in the second line of a file. Raises ValueError, KeyError or TypeError where it makes no sense."""
    found = parse_json(line)
    step, count = found["step"], found["count"]
    if type(count) is not int or not (isinstance(step, (int, float)) and 0 < step < MOST):
        raise ValueError("its numbers make no sense")
    game, kind_of_game, kind = (printable(str(found[name])) for name in ("game", "class", "kind"))
    return Header(game, kind_of_game, kind, dict(found["shape"]), float(step), count, dict(found["made"]))


def layout_from_shape(game: Game, shape: Mapping[str, Any]) -> Layout:
    """The layout of the game's picture as it was learnt. Raises ValueError if the picture has other cells now."""
    cells = tuple((int(row), int(column)) for row, column in shape["cells"])
    layout = Layout(
        cells, int(shape["kinds"]), (tuple(range(len(cells))),), bool(shape["seated"]), tuple(shape["marks"])
    )
    read_picture(game.show(), layout)
    return layout


def load_weights(path: Path, game: Game) -> BoardEvaluation:
    """What was learnt, ready to judge positions of that game. Raises UnfitWeights, which says why it does not fit."""
    header, data = split_file(path)
    learnt_for = f"{path} was learnt for {header.game}"
    if header.kind_of_game != class_name(game):
        raise UnfitWeights(f"{learnt_for}, not for {type(game).__name__}")
    if header.kind not in KINDS:
        raise UnfitWeights(f"{learnt_for} as {header.kind!r}, which this program does not know")
    learnt = shape_network(path, header, game)
    if header.count != learnt.size:
        raise UnfitWeights(f"{path} is damaged: it holds {header.count:,} weights and needs {learnt.size:,}")
    try:
        whole = unpack(data, learnt.size)
    except ValueError as error:
        raise UnfitWeights(f"{path} is damaged: its weights cannot be read: {error}") from error
    learnt.store.take_rounded(header.step, whole)
    return learnt


def shape_network(path: Path, header: Header, game: Game) -> BoardEvaluation:
    """Return what the header describes, without its weights. Raises UnfitWeights if the game has no such board."""
    try:
        blind = header.shape["cells"] == [None]
        layout = NO_CELLS if blind else layout_of(game) or layout_from_shape(game, header.shape)
        learnt: BoardEvaluation = KINDS[header.kind].from_shape(game, layout, header.shape)
    except ValueError as error:
        raise UnfitWeights(
            f"{path} was learnt for {header.game}, whose board is another one than this game's"
        ) from error
    except (KeyError, TypeError, IndexError, AttributeError, ArithmeticError, MemoryError) as error:
        raise UnfitWeights(f"{path} is damaged: what it says of its shape makes no sense for this game") from error
    return learnt
