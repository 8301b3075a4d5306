"""What stands below a drawn tree: why nodes were pruned, and what the signs mean, of those that occur."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.drawing.glyphs import Line, Span
from referee.drawing.highlights import CURSOR
from referee.drawing.text_width import text_width, wrap
from referee.reports.tree.box_drawing import TreeGlyphs, Weight, to_cells
from referee.reports.tree.node_text import UNKNOWN, TreeView
from referee.trees.node import Role
from referee.trees.run import State

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from referee.trees.node import Node
    from referee.trees.run import NodeMark


def legend_lines(
    view: TreeView, marks: Mapping[Node, NodeMark], pens: TreeGlyphs, seat: int, width: int, at: Node | None = None
) -> list[Line]:
    """These lines, a blank one first; no line is longer than the width."""
    notes = [line for letter, why in view.reasons.items() for line in footnote(letter, why, pens, width)]
    meanings = [
        *meanings_of(view, marks, pens, seat),
        *([f"{CURSOR.before} {CURSOR.after} you are here"] if at in view.kids else []),
    ]
    return [*([[], *notes] if notes else []), [], *([Span(row, "faint")] for row in fill_rows(meanings, width))]


def footnote(letter: str, why: str, pens: TreeGlyphs, width: int) -> list[Line]:
    """The reason behind its letter."""
    sign = f"{pens.pruned}{letter}"
    rows = wrap(to_cells(why, pens), width - len(sign) - 1)
    blank = " " * len(sign)
    return [[Span(blank if number else sign, "bad"), Span(f" {row}")] for number, row in enumerate(rows)]


def fill_rows(meanings: list[str], width: int, gap: str = "   ") -> list[str]:
    """As many in each row as have room."""
    found: list[str] = []
    for meaning in meanings:
        if found and text_width(found[-1] + gap + meaning) <= width:
            found[-1] += gap + meaning
        else:
            found += wrap(meaning, width)
    return found


def meanings_of(view: TreeView, marks: Mapping[Node, NodeMark], pens: TreeGlyphs, seat: int) -> Iterator[str]:
    """What the signs mean: who moves, the edges, and what stands at nodes."""
    faces = view.faces.values()
    seats = view.root.game.seats
    said = {
        Role.MAX: role_words("MAX", to_cells(seats[seat], pens)),
        Role.MIN: role_words("MIN", to_cells(seats[1 - seat], pens)),
        Role.CHANCE: "chance",
        Role.END: "the end",
    }
    roles = {face.role for face in faces}
    yield from (f"{pens.roles[role]} {words}" for role, words in said.items() if role in roles)
    weights = {view.faces[kid].weight for kids in view.kids.values() for kid in kids}
    if Weight.HEAVY in weights:
        yield f"{pens.edges[Weight.HEAVY][1]} best play"
    if Weight.DASHED in weights:
        yield f"{pens.edges[Weight.DASHED][1]}{pens.pruned if view.reasons else ''} pruned"
    yield from (words for words, occurs in at_nodes(view, marks, pens) if occurs)


def role_words(role: str, seat: str) -> str:
    """The role and the seat that has it, unless it is called so itself."""
    return role if seat.casefold() == role.casefold() else f"{role}, {seat}"


def at_nodes(view: TreeView, marks: Mapping[Node, NodeMark], pens: TreeGlyphs) -> Iterator[tuple[str, bool]]:
    """What stands at nodes, and whether it occurs."""
    drawn = [marks[node] for node in view.kids if node in marks]
    valued = {mark.bound for mark in drawn if mark.value is not None and mark.state is not State.UNSEEN}
    yield f"{pens.bounds['<=']} at most", "<=" in valued
    yield f"{pens.bounds['>=']} at least", ">=" in valued
    yield "[ , ] alpha and beta", any(mark.window for mark in drawn)
    yield f"{pens.more}n folded, n positions", any(face.hidden for face in view.faces.values())
    yield f"{pens.deeper} goes on", any(pens.deeper in face.notes for face in view.faces.values())
    yield f"{UNKNOWN} at work", any(face.value == UNKNOWN for face in view.faces.values())
