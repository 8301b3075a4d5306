"""The picture of a tree: the nodes below each other as in a book, the moves made in brackets.

At ^A MAX moves, at vB MIN, at oC chance; a leaf is its number, and .. stands for what has no room.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.game import CHANCE

if TYPE_CHECKING:
    from games.tree_game.nodes import TreeNodes

COLUMNS, ROWS = 38, 10  # what has room in a window of 40 columns and 12 lines
LEVEL = 3  # rows of a level: the edges, the moves, the nodes
SIGNS = {0: "^", 1: "v", CHANCE: "o"}
LEAST = 3  # columns of a node


class Block(NamedTuple):
    """A subtree that is drawn: its rows, all as long, and the column below which it hangs."""

    rows: list[str]
    axis: int

    @property
    def width(self) -> int:
        """How many columns it takes."""
        return len(self.rows[0])


def draw_tree(nodes: TreeNodes, here: int) -> str:
    """Return the whole tree with that node marked; what is near that node if there is no room for all of it."""
    way = set(nodes.path(here))
    most = (ROWS - 1) // LEVEL
    for top, levels in ((0, most), *((here, levels) for levels in range(most, 0, -1))):
        if count_columns(nodes, top, levels) <= COLUMNS and (top == here or has_whole(nodes, top, levels)):
            drawn = block(nodes, top, levels, way)
            if drawn.width <= COLUMNS:
                return "\n".join(row.rstrip() for row in drawn.rows)
    return f"{head(nodes, here)}\n{len(nodes.kids[here])} moves"


def count_columns(nodes: TreeNodes, top: int, levels: int) -> int:
    """At least how many columns so many levels take: those of the nodes of the lowest one."""
    row = [top]
    for _ in range(levels):
        row = [kid for node in row for kid in nodes.kids[node]]
        if len(row) * LEAST > COLUMNS:
            break
    return len(row) * LEAST


def has_whole(nodes: TreeNodes, top: int, levels: int) -> bool:
    """Whether nothing lies deeper than so many levels below that node."""
    row = [top]
    for _ in range(levels):
        row = [kid for node in row for kid in nodes.kids[node]]
    return not any(nodes.kids[node] for node in row)


def head(nodes: TreeNodes, node: int) -> str:
    """Return the node alone: its sign and its letter, or the number of a leaf."""
    worth = nodes.worths[node]
    return f"{SIGNS[nodes.turns[node]]}{nodes.labels[node]}" if worth is None else str(worth)


def block(nodes: TreeNodes, node: int, levels: int, way: set[int]) -> Block:
    """Return the node and so many levels below it; the moves on the way in brackets."""
    said = head(nodes, node)
    kids = nodes.kids[node]
    if not kids or not levels:
        return hang(Block([], 0), f"{said}.." if kids else said)
    parts = [hang(block(nodes, kid, levels - 1, way), call(nodes, kid, kid in way)) for kid in kids]
    rows, axes = beside(parts)
    middle = (axes[0] + axes[-1]) // 2
    middle = next((axis for axis in axes[1:-1] if abs(axis - middle) == 1), middle)
    bar = [" "] * len(rows[0])
    bar[axes[0] : axes[-1] + 1] = "-" * (axes[-1] + 1 - axes[0])
    for axis in axes:
        bar[axis] = "."
    bar[middle] = "+" if len(axes) > 1 else "|"
    return hang(Block(["".join(bar), *rows], middle), said)


def call(nodes: TreeNodes, node: int, made: bool) -> str:
    """Return what stands at the edge to the node: the move, and the weight of an outcome."""
    above = nodes.parents[node]
    weight = f" {nodes.weights[node]}" if nodes.turns[above] == CHANCE else ""
    return f"[{nodes.moves[node]}{weight}]" if made else f"{nodes.moves[node]}{weight}"


def hang(below: Block, said: str) -> Block:
    """Return the block with a word above it, in the middle over its axis; wider where the word is.

    The word has a blank at each side, so that brackets around it change nothing else.
    """
    said = said if said.startswith("[") else f" {said} "
    left = below.axis - (len(said) - 1) // 2
    rows, axis = below.rows, below.axis
    if left < 0:
        rows, axis, left = [" " * -left + row for row in rows], axis - left, 0
    width = max(map(len, (*rows, " " * left + said)))
    return Block([row.ljust(width) for row in (" " * left + said, *rows)], axis)


def beside(parts: list[Block]) -> tuple[list[str], list[int]]:
    """Return the rows of all blocks side by side, and the axis of each."""
    height = max(len(part.rows) for part in parts)
    rows, axes, width = [""] * height, [], 0
    for part in parts:
        axes.append(width + part.axis)
        full = [*part.rows, *[" " * part.width] * (height - len(part.rows))]
        rows = [row + more for row, more in zip(rows, full, strict=True)]
        width += part.width
    return rows, axes
