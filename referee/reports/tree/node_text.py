"""What is written at a node of a tree, shared by all drawings: its position, move and value; and the same in words."""

from __future__ import annotations

from dataclasses import field, replace
from math import inf
from typing import TYPE_CHECKING

from games.base.notation import letters
from games.capabilities import own_method
from games.dataclass import dataclass
from games.picture import Cell, Form, Grid, Hands, Heaps, Pits
from referee.drawing.boards import bare_cell, cell_role, close_board, lattice_board
from referee.drawing.glyphs import OWNER, UNICODE, Line, Signs, Span
from referee.drawing.highlights import UNMARKED
from referee.drawing.number_format import format_count
from referee.drawing.text_width import cut, is_uneven, line_part, pad, text_width
from referee.reports.tree.box_drawing import TreeGlyphs, Weight, to_cells, tree_glyphs
from referee.trees.run import NodeMark, State
from referee.trees.tree import Role

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from games.game import Game
    from games.picture import Picture
    from referee.trees.run import Run
    from referee.trees.tree import Node


ROWS, COLUMNS = 4, 8  # of the largest board that is drawn at a node
LATTICE = 5, 9  # the same with the lines between dots
WORD = 12  # characters of the longest word
MOVE = 14  # characters of the longest move on an edge
NOTE = 24  # of the longest note at a node
UNKNOWN = "?"  # the value of a node that the algorithm is at work on
BOUNDS = {"": "", ">=": "at least ", "<=": "at most "}


def position_lines(game: Game, signs: Signs = UNICODE) -> list[Line]:
    """Return the lines at that node, all as long, none where nothing fits: at most 5 lines and 17 columns.

    A board stands as its rows of marks, heaps as their numbers, hands side by side, what a plain game shows as its text
    where that is small, or else as its first line. A game may say itself what stands there, in a method `label()`.
    """
    if tell := own_method(game, "label"):
        return [[Span(to_cells(tell(game), tree_glyphs(signs)))]] if tell(game) else []
    picture = game.show()
    if isinstance(picture, Grid):
        return rows(picture, signs) if is_small(picture) else []
    if isinstance(picture, Pits):
        return pits(picture) if len(picture.rows[0]) <= COLUMNS else []
    if isinstance(picture, str):
        return text(picture, signs)
    word = to_cells(position_word(picture), tree_glyphs(signs))
    return [[Span(word)]] if word and text_width(word) <= WORD else []


def position_word(picture: Picture) -> str:
    """The position in one line, however long: `4`, `3/4/5`, `XO./.X./...`, empty if a picture is not a small matter.

    Of heaps those that are nobody's are told, where there are such: what was taken from them is known by the moves.
    """
    match picture:
        case Heaps():
            common = [heap for heap in picture.heaps if heap.seat is None]
            return "/".join(str(heap.count) for heap in common or picture.heaps)
        case Hands():
            held = ["".join(hand.cards) for hand in picture.hands]
            return "/".join(cards or "-" for cards in held) if any(held) else ""
        case Grid():
            return "/".join("".join(cell.mark or "." for cell in row) for row in strip_background(picture).rows)
        case Pits():
            rows = [" ".join(map(str, row)) for row in picture.rows]
            return f"{picture.stores[1]}:{rows[0]}/{rows[1]}:{picture.stores[0]}"
        case str():
            return " ".join(picture.split())
    return ""


def is_small(picture: Grid) -> bool:
    """Whether the board is drawn at a node."""
    rows, columns = LATTICE if picture.form is Form.LATTICE else (ROWS, COLUMNS)
    wide = max(text_width(cell.mark) for row in picture.rows for cell in row)
    return len(picture.rows) <= rows and len(picture.rows[0]) <= columns and wide <= 2


def strip_background(picture: Grid) -> Grid:
    """Return the board without labels, note and what is only background: numbers of free cells, hints."""
    lined = picture.form is Form.LATTICE

    def kept(cell: Cell) -> Cell:
        return cell if lined or cell.firm or cell.seat is not None or cell.mark == " " else Cell()

    kept_rows = tuple(tuple(map(kept, row)) for row in picture.rows)
    return replace(picture, rows=kept_rows, row_labels=(), column_labels=(), note="")


def board(game: Game) -> Grid | None:
    """Return the board that is drawn at that node, bare of what is only background; None if there is none so small."""
    picture = game.show()
    return strip_background(picture) if isinstance(picture, Grid) and is_small(picture) else None


def rows(picture: Grid, signs: Signs) -> list[Line]:
    """Return the rows of its marks; a wide board has no gaps."""
    picture = strip_background(picture)
    if picture.form is Form.LATTICE:
        return level(lattice_board(picture, signs, UNMARKED, 1))
    wide = max(1, *(text_width(cell.mark) for row in picture.rows for cell in row))
    if picture.form is Form.SLANTED:
        return level(close_board(picture, signs, UNMARKED, wide))
    gap = [Span(" ")] if len(picture.rows[0]) <= ROWS else []
    lines = [
        [[Span(pad(bare_cell(cell, signs), wide, "^"), cell_role(cell)), *gap] for cell in row] for row in picture.rows
    ]
    return [[span for cell in line for span in cell][: -len(gap) or None] for line in lines]


def level(lines: list[Line]) -> list[Line]:
    """Return the lines without the blank columns at both sides, each as long as the others."""
    texts = ["".join(span.text for span in line) for line in lines]
    left = min((len(text) - len(text.lstrip()) for text in texts if text.strip()), default=0)
    right = max(text_width(text.rstrip()) for text in texts)
    return [line_part(line, left, right) for line in lines]


def pits(picture: Pits) -> list[Line]:
    """Two rows of numbers, each store at its end of them."""
    upper, lower = (" ".join(map(str, row)) for row in picture.rows)
    left, right = f"{picture.stores[1]}:", f":{picture.stores[0]}"
    roles = [OWNER[row if picture.turned else 1 - row] for row in (0, 1)]
    wide = max(len(upper), len(lower))
    blank, tail = " " * len(left), " " * len(right)
    return [
        [Span(f"{left}{pad(upper, wide)}{tail}", roles[0])],
        [Span(f"{blank}{pad(lower, wide)}{right}", roles[1])],
    ]


def text(shown: str, signs: Signs) -> list[Line]:
    """Return what a plain game shows: all of it where that is a small board, else its first line if it is short."""
    rows = [row.rstrip() for row in shown.splitlines() if row.strip()]
    if not rows or any(map(is_uneven, rows)):
        return []
    pens = tree_glyphs(signs)
    wide = max(map(text_width, rows))
    if len(rows) > 1 and len(rows) <= ROWS and wide <= 2 * COLUMNS + 1:
        return level([[Span(pad(to_cells(row, pens), wide))] for row in rows])
    first = to_cells(rows[0].strip(), pens)
    return [[Span(first)]] if text_width(first) <= WORD else []


@dataclass(frozen=True)
class NodeText:
    """What is drawn of a node.

    label  the position (see position_lines);  board  the same as a picture, where it is a small board.
    value  as it is said, with its bound, empty if none is known.
    notes  what stands below, a line each: the window, the notes of the mark, how much is folded away.
    edge   what stands at the edge to it, a line each: the move, its weight;  weight  how the edge is drawn.
    hidden  how many positions are folded away;  state  how far the algorithm is.
    letter  of the footnote that tells why it was pruned, empty if none does.
    """

    role: Role
    label: tuple[Line, ...]
    value: str
    notes: tuple[str, ...]
    edge: tuple[str, ...]
    weight: Weight
    state: State
    letter: str = ""
    hidden: int = 0
    board: Grid | None = None

    @property
    def faint(self) -> bool:
        """Whether the algorithm has not come here."""
        return self.state in {State.UNSEEN, State.PRUNED}


@dataclass(frozen=True)
class TreeView:
    """The part of a tree that is drawn.

    kids   of each node that is drawn those that are, parents before their kids.
    faces  what is drawn of each;  reasons  the footnotes, by their letters.
    """

    root: Node
    kids: Mapping[Node, Sequence[Node]]
    faces: Mapping[Node, NodeText]
    reasons: Mapping[str, str] = field(default_factory=dict)


def drawn_kids(root: Node, marks: Mapping[Node, NodeMark], folded: Collection[Node] = ()) -> dict[Node, list[Node]]:
    """Of each node that is drawn the kids that are, from the top and from the left."""
    kids: dict[Node, list[Node]] = {}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        kids[node] = [] if node in folded else [kid for kid in node.kids if kid in marks]
        waiting += reversed(kids[node])
    return kids


class Viewer:
    """Views of one tree, with different nodes folded."""

    def __init__(self, run: Run, marks: Mapping[Node, NodeMark], signs: Signs = UNICODE):
        self.run, self.marks, self.signs = run, marks, signs
        self.whole = drawn_kids(run.root, marks)
        self.labels: dict[Node, tuple[tuple[Line, ...], Grid | None]] = {}
        self.below: dict[Node, int] = {}
        for node in reversed(self.whole):
            self.below[node] = sum(1 + self.below[kid] for kid in self.whole[node])

    def view(self, folded: Collection[Node] = ()) -> TreeView:
        """Return the tree with these nodes folded."""
        kids = drawn_kids(self.run.root, self.marks, folded)
        reasons: dict[str, str] = {}
        faces = {node: self.face(node, node in folded, reasons) for node in kids}
        return TreeView(self.run.root, kids, faces, {letter: why for why, letter in reasons.items()})

    def face(self, node: Node, folded: bool, reasons: dict[str, str]) -> NodeText:
        """Return what is drawn of the node; a reason that is new gets the next letter."""
        mark, pens = self.marks.get(node, NodeMark()), tree_glyphs(self.signs)
        if node not in self.labels:
            self.labels[node] = tuple(position_lines(node.game, self.signs)), board(node.game)
        standing, picture = self.labels[node]
        letter = ""
        if mark.why and is_pruned_here(node, self.marks):
            letter = reasons.setdefault(mark.why, letters(len(reasons)))
        return NodeText(
            node.role,
            standing,
            to_cells(value_text(mark, self.run, pens), pens),
            self.notes(node, mark, folded),
            edge_lines(node, pens),
            Weight.DASHED if mark.state is State.PRUNED else Weight.HEAVY if mark.best else Weight.LIGHT,
            mark.state,
            letter,
            self.below[node] if folded else 0,
            picture,
        )

    def notes(self, node: Node, mark: NodeMark, folded: bool) -> tuple[str, ...]:
        """Return the lines below the node."""
        pens = tree_glyphs(self.signs)
        told = [window_text(mark, self.run, pens)] if mark.window else []
        told += [cut(to_cells(note, pens), NOTE, pens.more) for note in mark.notes if note.strip()]
        if folded and self.below[node]:
            told.append(f"{pens.more}{self.below[node]}")
        elif (node.cut or node.kids) and not self.whole[node]:
            told.append(pens.deeper)
        return tuple(told)


def is_pruned_here(node: Node, marks: Mapping[Node, NodeMark]) -> bool:
    """Whether the node was pruned and the one above it was not."""
    above = marks.get(node.parent, NodeMark()) if node.parent else NodeMark()
    return marks[node].state is State.PRUNED and above.state is not State.PRUNED


def edge_lines(node: Node, pens: TreeGlyphs) -> tuple[str, ...]:
    """Return the move, and its weight where chance makes it."""
    move = cut(to_cells(node.move, pens), MOVE, pens.more)
    return tuple(text for text in (move, "" if node.weight is None else str(node.weight)) if text)


def value_text(mark: NodeMark, run: Run, pens: TreeGlyphs) -> str:
    """Return the value as it is said: `W`, `≤2`; a question mark where the algorithm is still looking for one."""
    if mark.value is None:
        return UNKNOWN if mark.state is State.OPEN else ""
    if mark.state is State.UNSEEN:
        return ""
    return pens.bounds[mark.bound] + limit_text(mark.value, run, pens)


def window_text(mark: NodeMark, run: Run, pens: TreeGlyphs) -> str:
    """Return the window, alpha and beta: `[3, +∞]`."""
    return f"[{', '.join(limit_text(bound, run, pens) for bound in mark.window or ())}]"


def limit_text(value: float, run: Run, pens: TreeGlyphs) -> str:
    """Return a value that may be without limit, as it is said."""
    if value in {inf, -inf}:
        return ("+" if value > 0 else "-") + pens.infinity
    return run.measure.format_value(value)


def node_phrases(run: Run, marks: Mapping[Node, NodeMark], node: Node) -> Iterator[str]:
    """Short phrases, each without a full stop except reasons: who moves, the value, the window, notes, why pruned."""
    mark = marks.get(node, NodeMark())
    yield turn_phrase(run, node)
    if node.weight is not None:
        yield f"by chance {node.weight}"
    yield from value_phrases(run, mark)
    if mark.window is not None:
        alpha, beta = map(run.measure.format_value, mark.window)
        yield f"window [{alpha}, {beta}]"
    yield from mark.notes
    if mark.best:
        yield "on the line of best play"
    if mark.why:
        yield mark.why


def turn_phrase(run: Run, node: Node) -> str:
    """Whose turn it is."""
    seat = run.measure.seat if node.role is Role.MAX else 1 - run.measure.seat
    said = {Role.END: "the game is over", Role.CHANCE: "chance moves"}
    return said.get(node.role) or f"{run.root.game.seats[seat]} moves, {node.role.name}"


def value_phrases(run: Run, mark: NodeMark) -> Iterator[str]:
    """Yield what the position is worth to MAX, as far as that is known."""
    if mark.state is State.PRUNED:
        return
    if mark.state is State.UNSEEN:
        yield "not looked at yet"
    elif mark.value is not None:
        yield f"value {BOUNDS[mark.bound]}{run.measure.format_value(mark.value)}"
    else:
        yield "its value is not known yet"


def tree_sentences(run: Run, marks: Mapping[Node, NodeMark], folded: Collection[Node]) -> Iterator[str]:
    """The tree in sentences, one for each node that is not folded away: its path, the position, what is known of it."""
    waiting = [run.root]
    while waiting:
        node = waiting.pop()
        kids = [kid for kid in node.kids if kid in marks]
        said = [*position_phrase(node), *node_phrases(run, marks, node), *hidden_phrases(node, marks, folded)]
        yield f"{' '.join(node.path) or 'The root'}: {', '.join(said)}."
        waiting += [] if node in folded else reversed(kids)


def position_phrase(node: Node) -> Iterator[str]:
    """Yield the position, where it is a word: the pile, the heaps. What is drawn as a board no sentence tells."""
    match position_lines(node.game):
        case [line] if word := "".join(span.text for span in line).strip():
            yield f"position {word}"


def hidden_phrases(node: Node, marks: Mapping[Node, NodeMark], folded: Collection[Node]) -> Iterator[str]:
    """How much below the node is not shown."""
    if node in folded:
        count = sum(1 for each in walk_marked(node, marks)) - 1
        yield f"{format_count(count, 'position')} folded"
    elif (node.cut or node.kids) and not any(kid in marks for kid in node.kids):
        yield "the tree is cut here"


def walk_marked(node: Node, marks: Mapping[Node, NodeMark]) -> Iterator[Node]:
    """Yield the node and all below it that have marks."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        yield each
        waiting += [kid for kid in each.kids if kid in marks]
