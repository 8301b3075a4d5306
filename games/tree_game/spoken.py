"""A tree in sentences, for people who listen: the way to a node, and what lies below it, a node in each sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.game import CHANCE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.tree_game.nodes import TreeNodes

MOST = 12  # inner nodes that are told of


def describe_tree(nodes: TreeNodes, here: int, seats: Sequence[str]) -> str:
    """Return the sentences, one a line; of a large tree those of the first MOST inner nodes, breadth first."""
    way = [nodes.moves[node] for node in nodes.path(here)]
    inner = [here]
    for node in inner:  # which grows
        inner += [kid for kid in nodes.kids[node] if nodes.kids[kid]]
        if len(inner) > MOST:
            break
    sentences = [describe_node(nodes, node, seats) for node in inner[:MOST]]
    more = ["The tree goes on below these."] if len(inner) > MOST else []
    return "\n".join([f"The way so far: {', '.join(way)}." if way else "At the root.", *sentences, *more])


def describe_node(nodes: TreeNodes, node: int, seats: Sequence[str]) -> str:
    """Who moves at the node, and where each move leads; of a leaf its number."""
    if nodes.worths[node] is not None:
        return f"The leaf is worth {nodes.worths[node]}."
    lucky = nodes.turns[node] == CHANCE
    whole = sum(nodes.weights[kid] for kid in nodes.kids[node])
    ways = [
        f"{nodes.moves[kid]}{f', {nodes.weights[kid]} in {whole},' if lucky else ''} leads to {name_node(nodes, kid)}"
        for kid in nodes.kids[node]
    ]
    mover = "chance decides" if lucky else f"{seats[nodes.turns[node]]} moves"
    return f"At {nodes.labels[node]} {mover}: {'; '.join(ways)}."


def name_node(nodes: TreeNodes, node: int) -> str:
    """Return what a node is called: its letter, or the number of a leaf."""
    worth = nodes.worths[node]
    return nodes.labels[node] if worth is None else str(worth)
