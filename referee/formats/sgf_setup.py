"""The position in which a game of stones in SGF begins: stones that are set up, and the side to move, as our text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import games
from games.boards.board_text import write_rows
from games.names.catalogue import SpecError
from referee.formats.file_game import refuse

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from referee.formats.sgf_points import Point, SgfBoard
    from referee.formats.sgf_tree import SgfNode, SgfTree

COLOURS = "B", "W"
SETUP = {"AB", "AW", "AE", "PL"}


def read_setup(tree: SgfTree, board: SgfBoard, spec: str) -> str:
    """The spec in the position that the tree sets up, or as it is where that is the start of the game.

    Raises SpecError if the position cannot be, and where stones are set up after the first move.
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
    """Whether the node holds a move."""
    return "B" in node.properties or "W" in node.properties


def first_side(setting: Sequence[SgfNode]) -> int:
    """The seat to move after these nodes: the one that PL names last, else the one whose move stands in the last."""
    told = [node.value("PL")[:1].upper() for node in setting if "PL" in node.properties]
    return int(told[-1] in ("W", "2")) if told else int("W" in setting[-1].properties)


def in_position(spec: str, board: SgfBoard, stones: Mapping[Point, int], side: int, line: int) -> str:
    """The spec in the position of these stones, unless it begins so. Raises SpecError."""
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
    """The properties that set up these stones, and the side to move."""
    found: dict[str, Sequence[str]] = {}
    for seat, colour in enumerate(COLOURS):
        if points := [board.kind.write_point(point) for point, owner in owners.items() if owner == seat]:
            found[f"A{colour}"] = points
    return found | {"PL": [COLOURS[side]]}
