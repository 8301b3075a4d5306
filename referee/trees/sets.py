"""The tree of a game that hides something, with its information sets: nodes that the mover cannot tell apart.

Nodes of one set carry the same name, `I3`. No search backs up values here: a seat chooses one move for all nodes of a
set, so a node has no value of its own. `referee solve` solves such games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.drawing.number_format import format_count
from referee.trees.run import NAMES, NodeMark, Run, State, Tracer, leaf_sentence
from referee.trees.tree import Role

if TYPE_CHECKING:
    from referee.trees.run import ValueScale
    from referee.trees.tree import Node

SETS = "information sets"  # the name of this method


def run(root: Node, measure: ValueScale) -> Run:
    """Name the information set of each node at which a seat moves, from the root on, line by line."""
    tracer = Tracer(root, measure)
    sets = information_sets(root)
    names = {node: f"I{number}" for number, each in enumerate(sets, 1) for node in each}
    places = {node: (place, each) for each in sets for place, node in enumerate(each)}
    for node in root.walk():
        if node.role is Role.END:
            tracer.add_step(node, leaf_sentence(node, measure), {node: NodeMark(State.DONE, measure.of(node))})
        elif node.role is Role.CHANCE:
            said = f"Chance moves {node.where}: {format_count(len(node.kids), 'outcome')}."
            tracer.add_step(node, said, {node: NodeMark(State.DONE)})
        else:
            mark = NodeMark(State.DONE, notes=(names[node],))
            tracer.add_step(node, set_sentence(node, names[node], *places[node]), {node: mark})
    return tracer.finish(SETS, set_facts(root, sets))


def information_sets(root: Node) -> list[list[Node]]:
    """Return the nodes at which a seat moves, in a list for each information set; the sets as they are first met."""
    found: dict[tuple[int, str], list[Node]] = {}
    for node in root.walk():
        if node.role in {Role.MAX, Role.MIN}:
            game = node.game
            found.setdefault((game.turn, game.known(game.turn)), []).append(node)
    return list(found.values())


def set_sentence(node: Node, name: str, place: int, members: list[Node]) -> str:
    """Say which set a node belongs to, what the mover knows, and which nodes before it looked the same."""
    mover, known = NAMES[node.role], " ".join(node.game.known(node.game.turn).split())
    if not place:
        others = f" and cannot tell it from {format_count(len(members) - 1, 'other node')}" if members[1:] else ""
        return f"{mover} moves {node.where}: {name}. It knows {known!r}{others}."
    return f"{mover} moves {node.where}: {name} again. To {mover} it looks as {members[0].where}."


def set_facts(root: Node, sets: list[list[Node]]) -> tuple[str, ...]:
    """Return sentences about the whole tree."""
    counts = [f"{NAMES[role]} {sum(each[0].role is role for each in sets)}" for role in (Role.MAX, Role.MIN)]
    return f"information sets: {', '.join(counts)}", f"nodes: {sum(1 for _ in root.walk()):,}"
