"""Games of stones in SGF: their boards, points and options, and the position in which one begins.

A point is two letters, column and row from the top left, in go and gomoku; a letter and a number in hex
(red-bean.com/sgf/hex.html), and in othello as its programs write it. Files of othello with two letters are read too.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

import games
from games.boards.board_text import write_rows
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from games.names.spec import clip
from games.option import options_of
from referee.formats.file_game import refuse

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from referee.formats.sgf import SgfNode, SgfTree


LETTERS = re.compile(r"([a-z])([a-z])", re.ASCII)
NAMED = re.compile(r"([a-z])(\d{1,2})", re.ASCII)
SIZE = re.compile(r"(\d{1,3})(?::(\d{1,3}))?", re.ASCII)
SHOWN = 20  # characters quoted of a wrong point

Point = tuple[int, int]  # row from the top and column, from 0
COLOURS = "B", "W"
SETUP = {"AB", "AW", "AE", "PL"}


@dataclass(frozen=True)
class StoneGame:
    """How a game is written.

    name    of the game here;  number  in SGF;  size  of the board if a file names none.
    pieces  the letters of our positions;  sizes  our options for columns and rows.
    others  options to try if a file cannot be read without.
    letters whether points are written as two letters;  both  whether they are read in both ways.
    upward  whether our rows are numbered from the bottom.
    columns the letters of our columns.
    passes  the words for a pass, the first is written; () if nobody passes.
    """

    name: str
    number: str
    size: int
    pieces: str
    sizes: tuple[str, str]
    others: tuple[str, ...]
    letters: bool = False
    both: bool = True
    upward: bool = False
    columns: str = "abcdefghijklmnopqrstuvwxyz"
    passes: tuple[str, ...] = ()

    def size_options(self, board: SgfBoard) -> str:
        """Return the options of the game for a board, "" for the usual one."""
        usual = options_of(type(games.load(self.name)))
        single = board.columns == board.rows and (not self.upward or len({*self.sizes}) == 1)
        sides = (board.columns,) if single else (board.columns, board.rows)
        pairs = zip(self.sizes, sides, strict=False)
        return ",".join(f"{option}={side}" for option, side in pairs if usual[option].default != side)

    def move_text(self, board: SgfBoard, point: Point) -> str:
        """Return our text for a stone on a point."""
        row, column = point
        return f"{self.columns[column]}{board.rows - row if self.upward else row + 1}"

    def write_point(self, point: Point) -> str:
        """Return the point in the words of SGF."""
        row, column = point
        return chr(ord("a") + column) + (chr(ord("a") + row) if self.letters else str(row + 1))


STONE_GAMES = (
    StoneGame(
        "go", "1", 19, "bw", ("size", "size"), (), letters=True, upward=True, columns="abcdefghjklmnopqrst",
        passes=("", "tt"),  # other words may be points
    ),
    StoneGame("othello", "2", 8, "XO", ("size", "size"), ("empties=winner",), passes=("PA", "", "pass", "tt", "--")),
    StoneGame("gomoku", "4", 15, "bw", ("columns", "rows"), ("exact=yes",), letters=True, upward=True),
    StoneGame("hex", "11", 11, "rb", ("size", "rows"), ("swap=yes",), both=False),
)  # fmt: skip


def find_stone_game(name: str) -> StoneGame:
    """Return the row of a game."""
    return next(each for each in STONE_GAMES if each.name == name)


@dataclass(frozen=True)
class SgfBoard:
    """A board of SGF: its columns and rows, and the game that is played on it."""

    kind: StoneGame
    columns: int
    rows: int

    @classmethod
    def read(cls, kind: StoneGame, text: str, line: int) -> SgfBoard:
        """Return the board of a size; "" is the usual one. Raises SpecError."""
        match = SIZE.fullmatch(text or str(kind.size))
        if match is None:
            raise refuse(line, f"SZ[{clip(text, SHOWN)}] is not a size, such as {kind.size}")
        return cls(kind, int(match[1]), int(match[2] or match[1]))

    def point(self, text: str, line: int) -> Point:
        """Return the point of a text. Raises SpecError if it is not one, or not on the board."""
        word = text.strip().casefold()
        place: Point | None = None
        if (match := NAMED.fullmatch(word)) and not self.kind.letters:
            place = int(match[2]) - 1, ord(match[1]) - ord("a")
        elif (match := LETTERS.fullmatch(word)) and self.kind.both:
            place = ord(match[2]) - ord("a"), ord(match[1]) - ord("a")
        if place is None:
            raise refuse(line, f"{clip(text, SHOWN)!r} is not a point such as {'hh' if self.kind.letters else 'd3'}")
        if not (0 <= place[0] < self.rows and 0 <= place[1] < self.columns):
            raise refuse(line, f"the point {text.strip()!r} is not on the board of {self.columns}x{self.rows}")
        return place

    def points(self, node: SgfNode, name: str) -> list[Point]:
        """Return the points in a property of the node; `aa:cc` is a rectangle. Raises SpecError."""
        found: list[Point] = []
        for value in node.properties.get(name, ()):
            corners = [self.point(part, node.line) for part in value.split(":", 1)]
            rows, columns = zip(*corners, strict=True)
            found += product(range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1))
        return found


def read_setup(tree: SgfTree, board: SgfBoard, spec: str) -> str:
    """Return the spec in the position that the tree sets up, or unchanged for the usual start.

    Raises SpecError for an impossible position, and for stones that are set up after the first move.
    """
    first = next((place for place, node in enumerate(tree.nodes) if has_move(node)), len(tree.nodes))
    for node in tree.nodes[first + 1 :]:
        if SETUP & {*node.properties}:
            raise refuse(node.line, "stones are set up within the game, after its first move")
    setting = tree.nodes[: first + 1]
    stones: dict[Point, int] = {}
    for node in setting:
        for seat in (0, 1):
            stones |= dict.fromkeys(board.points(node, f"A{COLOURS[seat]}"), seat)
        for point in board.points(node, "AE"):
            stones.pop(point, None)
    return in_position(spec, board, stones, first_side(setting), tree.root.line) if stones else spec


def has_move(node: SgfNode) -> bool:
    """Return whether the node holds a move."""
    return "B" in node.properties or "W" in node.properties


def first_side(setting: Sequence[SgfNode]) -> int:
    """Return the seat to move after these nodes: the last one in PL, otherwise the one of the last move."""
    told = [node.value("PL")[:1].upper() for node in setting if "PL" in node.properties]
    return int(told[-1] in ("W", "2")) if told else int("W" in setting[-1].properties)


def in_position(spec: str, board: SgfBoard, stones: Mapping[Point, int], side: int, line: int) -> str:
    """Return the spec in the position of these stones, unless it begins so. Raises SpecError."""
    pieces = board.kind.pieces
    cells = [
        [pieces[stones[row, column]] if (row, column) in stones else "" for column in range(board.columns)]
        for row in range(board.rows)
    ]
    if board.kind.name == "othello":
        text = "".join(cell or "-" for row in cells for cell in row) + f" {pieces[side]}"
    else:
        text = f"{write_rows(cells)} {pieces[side]}"
    try:
        if games.load(spec).position() == text:
            return spec
        games.load(spec, position=text)
    except SpecError as error:
        raise refuse(line, str(error)) from error
    return games.with_position(spec, text)


def write_setup(board: SgfBoard, owners: Mapping[Point, int], side: int) -> dict[str, Sequence[str]]:
    """Return the properties that set up these stones, and the side to move."""
    found: dict[str, Sequence[str]] = {}
    for seat, colour in enumerate(COLOURS):
        if points := [board.kind.write_point(point) for point, owner in owners.items() if owner == seat]:
            found[f"A{colour}"] = points
    return found | {"PL": [COLOURS[side]]}
