"""Files of weights: a learnt evaluation, with all that made it.

referee weights 2                                    the version of this format
{"game": "breakthrough", "class": "Breakthrough",    the game, how its positions are read, how the weights were
"kind": "n-tuple", ..., "made": {...}}              learnt, and the result: JSON, on one line
the weights                                          whole numbers of 16 bits, times `step`, packed
"""

import json
import sys
import zlib
from array import array
from collections.abc import Mapping
from itertools import accumulate, compress, count
from operator import sub
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

FIRST_LINE = b"referee weights "
VERSION = 2
SUFFIX = ".weights"
LARGEST = 64 << 20  # bytes read of a file at most
DEEPEST = 20  # nesting of the JSON in the second line
MOST = 1e30  # of a step, as weights are 32-bit floats
KINDS = {kind.kind: kind for kind in (NTuple, Layered)}
WHOLE = (1 << 15) - 1  # the largest of the whole numbers
LEVEL = 6  # of compression: 9 takes ten times as long and saves a hundredth
DISTANCE, VALUE = "I", "h"  # as array names 4 bytes and 2
BYTES = 4 + 2


class UnfitWeights(ValueError):
    """A file of weights that cannot be used here; its message begins with the path and says why."""


@dataclass(frozen=True)
class Header:
    """What a file of weights says about itself.

    game     the spec of the game it was learnt on, and `kind_of_game` the name of its class.
    kind     the kind of network: `n-tuple` or `layered`.
    shape    how to make the network again, as JSON.
    step     the unit of the stored numbers, and `count` how many there are.
    made     how it was learnt, and the result: names and values, for people.
    scale    what turns its values into chances, as Game.scale, if games have told; 0: as it was learnt.
    """

    game: str
    kind_of_game: str
    kind: str
    shape: Mapping[str, Any]
    step: float
    count: int
    made: Mapping[str, Any]
    scale: float = 0.0


def class_name(game: Game) -> str:
    """Return the name of the game's class, with its module if it comes with this program."""
    kind = type(game)
    return f"{home_of(kind)}.{kind.__qualname__}" if comes_with_program(kind) else kind.__qualname__


def encode_weights(spec: str, game: Game, learnt: BoardEvaluation, made: Mapping[str, Any]) -> bytes:
    """Return the content of a file for what was learnt on the game."""
    step, whole = learnt.store.rounded(WHOLE)
    header = {
        "game": spec, "class": class_name(game), "kind": learnt.kind, "shape": learnt.shape(), "step": step,
        "count": len(whole), "made": dict(made),
    }  # fmt: skip
    lines = FIRST_LINE + b"%d\n%s\n" % (VERSION, json.dumps(header, ensure_ascii=False).encode())
    return lines + pack(whole)


def read_header(path: Path) -> Header:
    """Return what the file says about itself. Raises UnfitWeights."""
    return split_file(path)[0]


def split_file(path: Path) -> tuple[Header, bytes]:
    """Return the header, and the bytes of the weights. Raises UnfitWeights."""
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
    """Return the first `most` bytes of a file (-1: all). Raises UnfitWeights, even for a pipe: it may never end."""
    try:
        path.stat()
        if not path.is_file():
            raise UnfitWeights(f"{path} is not a file")
        with path.open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise UnfitWeights(f"{path}: {error.strerror}") from error


def parse_json(line: bytes) -> Any:
    """Return the content of a line of JSON. Raises ValueError, even if it is only nested deeper than any we write."""
    text = line.decode()
    if depth(text) > DEEPEST:
        raise ValueError("it is nested too deeply")
    return json.loads(text)


def parse_header(line: bytes) -> Header:
    """Return the header in the second line of a file. Raises ValueError, KeyError or TypeError if it is damaged."""
    found = parse_json(line)
    step, count, scale = found["step"], found["count"], found.get("scale", 0.0)
    numbers = type(count) is int and isinstance(step, (int, float)) and isinstance(scale, (int, float))
    if not (numbers and 0 < step < MOST and (scale == 0 or 1 <= scale < MOST)):
        raise ValueError("its numbers make no sense")
    game, kind_of_game, kind = (printable(str(found[name])) for name in ("game", "class", "kind"))
    return Header(game, kind_of_game, kind, dict(found["shape"]), float(step), count, dict(found["made"]), float(scale))


def layout_from_shape(game: Game, shape: Mapping[str, Any]) -> Layout:
    """Return the layout of the game's picture as it was learnt. Raises ValueError if the cells differ now."""
    cells = tuple((int(row), int(column)) for row, column in shape["cells"])
    layout = Layout(
        cells, int(shape["kinds"]), (tuple(range(len(cells))),), bool(shape["seated"]), tuple(shape["marks"])
    )
    read_picture(game.show(), layout)
    return layout


def load_weights(path: Path, game: Game) -> BoardEvaluation:
    """Return the learnt evaluation for this game. Raises UnfitWeights, which says why it does not fit."""
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
    learnt.scale = header.scale or learnt.scale
    return learnt


def shape_network(path: Path, header: Header, game: Game) -> BoardEvaluation:
    """Return the network that the header describes, without weights. Raises UnfitWeights if the boards differ."""
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


def pack(whole: "array[int]") -> bytes:
    """Return the numbers, most of them 0, in few bytes.

    What is compressed are the distances from each nonzero number to the next, 4 bytes each, and then their values, 2
    bytes each. Of either all lowest bytes come first, then all next bytes, and so on: equal bytes lie together, which
    zlib exploits.
    """
    places = array(DISTANCE, compress(count(), whole))
    distances = array(DISTANCE, map(sub, places, [0, *places[:-1]]))
    values = array(VALUE, filter(None, whole))
    return zlib.compress(by_rank(distances) + by_rank(values), LEVEL)


def unpack(data: bytes, size: int) -> "array[int]":
    """Return the `size` numbers packed in `data`. Raises ValueError if it holds anything else."""
    stream = zlib.decompressobj()
    try:
        ranks = stream.decompress(data, BYTES * (size + 1))  # a small file may hold far more
    except zlib.error as error:
        raise ValueError("they are cut off or changed") from error
    kept, over = divmod(len(ranks), BYTES)
    if over or not stream.eof or stream.unused_data:
        raise ValueError("they are cut off or changed")
    whole = array(VALUE, bytes(2 * size))
    places = accumulate(from_ranks(DISTANCE, ranks[: 4 * kept]))
    for place, value in zip(places, from_ranks(VALUE, ranks[4 * kept :]), strict=True):
        if place >= size:
            raise ValueError(f"there are more of them than {size:,}")
        whole[place] = value
    return whole


def by_rank(numbers: "array[int]") -> bytes:
    """Return the bytes of the numbers: the lowest of all, then the next of all, and so on."""
    if sys.byteorder == "big":
        numbers.byteswap()
    together = numbers.tobytes()
    return b"".join(together[rank :: numbers.itemsize] for rank in range(numbers.itemsize))


def from_ranks(kind: str, ranks: bytes) -> "array[int]":
    """Return the numbers in bytes that by_rank has ordered."""
    width = array(kind).itemsize
    together, number = bytearray(len(ranks)), len(ranks) // width
    for rank in range(width):
        together[rank::width] = ranks[rank * number : (rank + 1) * number]
    numbers = array(kind, bytes(together))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
