"""The picture of a tree, with the moves made in brackets, and the same in sentences for people who listen.

At ^A MAX moves, at vB MIN, at oC chance. A leaf is its number, and .. stands for nodes without room.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.game import CHANCE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.tree_game.nodes import TreeNodes

COLUMNS, ROWS = 38, 10  # fits into a window of 40 columns and 12 lines
LEVEL = 3  # rows per level: edges, moves, nodes
SIGNS = {0: "^", 1: "v", CHANCE: "o"}
LEAST = 3  # columns of a node
MOST = 12  # inner nodes described in sentences


class Block(NamedTuple):
    """A drawn subtree: its rows, all of one length, and the column at which it hangs."""

    rows: list[str]
    axis: int


def draw_tree(nodes: TreeNodes, here: int) -> str:
    """Return the whole tree with the way to `here` marked; only what is near `here` if there is no room for all."""
    way = set(nodes.path(here))
    most = (ROWS - 1) // LEVEL
    for top, levels in ((0, most), *((here, levels) for levels in range(most, 0, -1))):
        row = lowest_row(nodes, top, levels)
        if len(row) * LEAST <= COLUMNS and (top == here or not any(nodes.kids[node] for node in row)):
            rows = block(nodes, top, levels, way).rows
            if len(rows[0]) <= COLUMNS:
                return "\n".join(row.rstrip() for row in rows)
    return f"{head(nodes, here)}\n{len(nodes.kids[here])} moves"


def lowest_row(nodes: TreeNodes, top: int, levels: int) -> list[int]:
    """Return the nodes `levels` below `top`; a higher row if that is too wide to be drawn."""
    row = [top]
    for _ in range(levels):
        row = [kid for node in row for kid in nodes.kids[node]]
        if len(row) * LEAST > COLUMNS:
            break
    return row


def head(nodes: TreeNodes, node: int) -> str:
    """Return a node alone: its sign and its letter, or the number of a leaf."""
    return f"{SIGNS[nodes.turns[node]]}{nodes.labels[node]}" if nodes.kids[node] else say_worth(nodes, node)


def say_worth(nodes: TreeNodes, node: int) -> str:
    """Return the number of a leaf, ? if it is not known."""
    worth = nodes.worths[node]
    return "?" if worth is None else str(worth)


def block(nodes: TreeNodes, node: int, levels: int, way: set[int]) -> Block:
    """Return a node and `levels` levels below it; the moves on the way are in brackets."""
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
    """Return the label of the edge to a node: the move, and the weight of an outcome."""
    above = nodes.parents[node]
    weight = f" {nodes.weights[node]}" if nodes.turns[above] == CHANCE else ""
    return f"[{nodes.moves[node]}{weight}]" if made else f"{nodes.moves[node]}{weight}"


def hang(below: Block, said: str) -> Block:
    """Return the block with a word centred above its axis; wider if the word is.

    The word has a blank at each side, so that brackets change nothing else.
    """
    said = said if said.startswith("[") else f" {said} "
    left = below.axis - (len(said) - 1) // 2
    rows, axis = below.rows, below.axis
    if left < 0:
        rows, axis, left = [" " * -left + row for row in rows], axis - left, 0
    width = max(map(len, (*rows, " " * left + said)))
    return Block([row.ljust(width) for row in (" " * left + said, *rows)], axis)


def beside(parts: list[Block]) -> tuple[list[str], list[int]]:
    """Return the rows of all blocks side by side, and their axes."""
    height = max(len(part.rows) for part in parts)
    rows, axes, width = [""] * height, [], 0
    for part in parts:
        axes.append(width + part.axis)
        full = [*part.rows, *[" " * len(part.rows[0])] * (height - len(part.rows))]
        rows = [row + more for row, more in zip(rows, full, strict=True)]
        width += len(part.rows[0])
    return rows, axes


def describe_tree(nodes: TreeNodes, here: int, seats: Sequence[str]) -> str:
    """Return a tree in sentences, one per line: the way to `here`, then the first MOST inner nodes, breadth first."""
    way = [nodes.moves[node] for node in nodes.path(here)]
    inner = [here]
    for node in inner:  # the list grows
        inner += [kid for kid in nodes.kids[node] if nodes.kids[kid]]
        if len(inner) > MOST:
            break
    sentences = [describe_node(nodes, node, seats) for node in inner[:MOST]]
    more = ["The tree goes on below these."] if len(inner) > MOST else []
    return "\n".join([f"The way so far: {', '.join(way)}." if way else "At the root.", *sentences, *more])


def describe_node(nodes: TreeNodes, node: int, seats: Sequence[str]) -> str:
    """Return who moves at a node and where each move leads, or the number of a leaf."""
    if not nodes.kids[node]:
        return f"The leaf is worth {say_worth(nodes, node)}."
    lucky = nodes.turns[node] == CHANCE
    whole = sum(nodes.weights[kid] for kid in nodes.kids[node])
    ways = [
        f"{nodes.moves[kid]}{f', {nodes.weights[kid]} in {whole},' if lucky else ''}"
        f" leads to {nodes.labels[kid] or say_worth(nodes, kid)}"
        for kid in nodes.kids[node]
    ]
    mover = "chance decides" if lucky else f"{seats[nodes.turns[node]]} moves"
    return f"At {nodes.labels[node]} {mover}: {'; '.join(ways)}."
