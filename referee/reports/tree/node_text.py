"""The text at a node of a tree, shared by all drawings, in words, as JSON and in Graphviz's language.

That language: graphviz.org/doc/info/lang.html; escapes in labels: graphviz.org/docs/attr-types/escString.
"""

from __future__ import annotations

import unicodedata
from dataclasses import field, replace
from enum import IntEnum
from functools import cache
from math import inf, isfinite
from typing import TYPE_CHECKING, Any

from games.base.notation import letters
from games.capabilities import own_method
from games.dataclass import dataclass
from games.picture import Cell, Form, Grid, Hands, Heaps, Pits
from referee.drawing.boards import bare_cell, cell_role, close_board, lattice_board
from referee.drawing.glyphs import OWNER, UNICODE, Line, Signs, Span
from referee.drawing.highlights import UNMARKED
from referee.drawing.number_format import format_count
from referee.drawing.text_width import cut, is_uneven, line_part, pad, pieces, text_width
from referee.trees.run import NodeMark, State
from referee.trees.sets import SETS
from referee.trees.tree import Role

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from games.game import Game
    from games.picture import Picture
    from referee.drawing.glyphs import Signs
    from referee.trees.run import Run
    from referee.trees.tree import Node

Arms = tuple[int, int, int, int]  # the weights of the lines that leave a cell up, down, left and right
SIDES = {"UP": (0,), "DOWN": (1,), "VERTICAL": (0, 1), "LEFT": (2,), "RIGHT": (3,), "HORIZONTAL": (2, 3)}
PLAIN_WORDS = str.maketrans(
    {"∞": "inf", "≤": "<=", "≥": ">=", "−": "-", "±": "+-", "·": ".", "…": "...", "–": "-", "×": "x"}  # noqa: RUF001
)
ROWS, COLUMNS = 4, 8  # of the largest board that is drawn at a node
LATTICE = 5, 9  # the same with lines between dots
WORD = 12  # characters of the longest word
MOVE = 14  # characters of the longest move on an edge
NOTE = 24  # characters of the longest note at a node
UNKNOWN = "?"  # the value of an open node
BOUNDS = {"": "", ">=": "at least ", "<=": "at most "}


class Weight(IntEnum):
    """How an edge is drawn; the greater one wins a shared cell."""

    NONE = 0
    DASHED = 1  # to what was pruned
    LIGHT = 2
    HEAVY = 3  # on the line of best play


@dataclass(frozen=True)
class TreeGlyphs:
    """The characters for nodes and edges.

    roles    whose turn it is;  bounds  before a value that is a bound.
    edges    across and down, for each weight;  twigs  of an outline: before a kid, before the last one.
    """

    roles: Mapping[Role, str]
    bounds: Mapping[str, str]
    infinity: str
    pruned: str
    deeper: str  # below a node with moves that were not grown
    more: str  # before the number of folded positions
    edges: Mapping[int, tuple[str, str]]
    twigs: Mapping[int, tuple[str, str]]
    trunk: str
    finer: bool


FINE = TreeGlyphs(
    roles={Role.MAX: "△", Role.MIN: "▽", Role.CHANCE: "○", Role.END: "□"}, bounds={"": "", ">=": "≥", "<=": "≤"},
    infinity="∞", pruned="✂", deeper="⋮", more="…",
    edges={Weight.DASHED: ("╌", "╎"), Weight.LIGHT: ("─", "│"), Weight.HEAVY: ("━", "┃")},
    twigs={Weight.DASHED: ("├╌", "└╌"), Weight.LIGHT: ("├─", "└─"), Weight.HEAVY: ("┣━", "┗━")}, trunk="│",
    finer=True,
)  # fmt: skip
COARSE = TreeGlyphs(
    roles={Role.MAX: "^", Role.MIN: "v", Role.CHANCE: "o", Role.END: "#"},
    bounds={"": "", ">=": ">=", "<=": "<="},
    infinity="inf",
    pruned="x",
    deeper=":",
    more="...",
    edges={Weight.DASHED: (".", ":"), Weight.LIGHT: ("-", "|"), Weight.HEAVY: ("*", "*")},
    twigs={Weight.DASHED: ("|.", "`."), Weight.LIGHT: ("|-", "`-"), Weight.HEAVY: ("**", "**")},
    trunk="|",
    finer=False,
)


def tree_glyphs(signs: Signs) -> TreeGlyphs:
    """Return the glyphs that suit the signs of pictures."""
    return COARSE if signs.rule.isascii() else FINE


def joint_glyph(arms: Arms, pens: TreeGlyphs) -> str:
    """Return the character for a cell that edges leave in these directions."""
    up, down, left, right = arms
    if not left and not right:
        return pens.edges[max(up, down)][1]
    if not up and not down:
        return pens.edges[max(left, right)][0]
    if not pens.finer:
        return "*" if max(arms) == Weight.HEAVY else "+"
    return box_glyphs()[up and max(up, 2), down and max(down, 2), left and max(left, 2), right and max(right, 2)]


@cache
def box_glyphs() -> dict[Arms, str]:
    """Return the box-drawing characters with light and heavy arms, by their Unicode names."""
    found = {}
    for code in range(0x2500, 0x254C):
        words = unicodedata.name(chr(code)).split()[2:]
        if "DASH" not in words:
            found[arms_of(words)] = chr(code)
    return found


def arms_of(words: list[str]) -> Arms:
    """Return the arms in such a name: `LIGHT DOWN AND RIGHT`, `DOWN LIGHT AND LEFT HEAVY`."""
    arms, open_sides = [0, 0, 0, 0], list[int]()
    weights = {"LIGHT": Weight.LIGHT, "HEAVY": Weight.HEAVY}
    if words[0] in weights:  # one weight for all
        words = [*words[1:], words[0]]
    for word in words:
        open_sides += SIDES.get(word, ())
        if word in weights:
            for side in open_sides:
                arms[side] = weights[word]
            open_sides = []
    return arms[0], arms[1], arms[2], arms[3]


def to_cells(text: str, pens: TreeGlyphs) -> str:
    """Return the text, in ASCII if trees are; ? replaces characters of unknown width."""
    if not pens.finer:
        text = text.translate(PLAIN_WORDS).encode("ascii", "replace").decode()
    return "".join("?" if is_uneven(piece) else piece for piece in pieces(text))


def position_lines(game: Game, signs: Signs = UNICODE) -> list[Line]:
    """Return the lines of a position, equally long, at most 5 lines and 17 columns; none if nothing fits.

    A board is shown as its rows of marks, heaps as their numbers, hands side by side, a plain text whole if it is
    small, otherwise as its first line. A game may choose its own text with a method `label()`.
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
    """Return the position in one line, however long: `4`, `3/4/5`, `XO./.X./...`; "" for other pictures.

    Heaps that belong to a seat are left out if there are common ones: the moves tell what was taken.
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
    """Return whether the board is drawn at a node."""
    rows, columns = LATTICE if picture.form is Form.LATTICE else (ROWS, COLUMNS)
    wide = max(text_width(cell.mark) for row in picture.rows for cell in row)
    return len(picture.rows) <= rows and len(picture.rows[0]) <= columns and wide <= 2


def strip_background(picture: Grid) -> Grid:
    """Return the board without labels, note and background, such as numbers of free cells and hints."""
    lined = picture.form is Form.LATTICE

    def kept(cell: Cell) -> Cell:
        return cell if lined or cell.firm or cell.seat is not None or cell.mark == " " else Cell()

    kept_rows = tuple(tuple(map(kept, row)) for row in picture.rows)
    return replace(picture, rows=kept_rows, row_labels=(), column_labels=(), note="")


def board(game: Game) -> Grid | None:
    """Return the bare board that is drawn at a node; None if it is not small."""
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
    """Return the lines without blank columns at both sides, equally long."""
    texts = ["".join(span.text for span in line) for line in lines]
    left = min((len(text) - len(text.lstrip()) for text in texts if text.strip()), default=0)
    right = max(text_width(text.rstrip()) for text in texts)
    return [line_part(line, left, right) for line in lines]


def pits(picture: Pits) -> list[Line]:
    """Return two rows of numbers, each store at its end of them."""
    upper, lower = (" ".join(map(str, row)) for row in picture.rows)
    left, right = f"{picture.stores[1]}:", f":{picture.stores[0]}"
    roles = [OWNER[row if picture.turned else 1 - row] for row in (0, 1)]
    wide = max(len(upper), len(lower))
    blank, tail = " " * len(left), " " * len(right)
    return [[Span(f"{left}{pad(upper, wide)}{tail}", roles[0])], [Span(f"{blank}{pad(lower, wide)}{right}", roles[1])]]


def text(shown: str, signs: Signs) -> list[Line]:
    """Return a plain text whole if it is small, otherwise its first line if it is short."""
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

    label  the position (see position_lines);  board  the same as a picture, if it is a small board.
    value  as written, with its bound, "" if unknown.
    notes  lines below: the window, the notes of the mark, how much is folded.
    edge   the lines at the edge to it: the move, its weight;  weight  how the edge is drawn.
    hidden  the number of folded positions;  letter  of the footnote on why it was pruned, or "".
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

    kids   the drawn kids of each drawn node, parents before their kids.
    faces  what is drawn of each node;  reasons  the footnotes, by their letters.
    """

    root: Node
    kids: Mapping[Node, Sequence[Node]]
    faces: Mapping[Node, NodeText]
    reasons: Mapping[str, str] = field(default_factory=dict)


def drawn_kids(root: Node, marks: Mapping[Node, NodeMark], folded: Collection[Node] = ()) -> dict[Node, list[Node]]:
    """Return the drawn kids of each drawn node, from the top and from the left."""
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
        kids = drawn_kids(self.run.root, self.marks, folded)
        reasons: dict[str, str] = {}
        faces = {node: self.face(node, node in folded, reasons) for node in kids}
        return TreeView(self.run.root, kids, faces, {letter: why for why, letter in reasons.items()})

    def face(self, node: Node, folded: bool, reasons: dict[str, str]) -> NodeText:
        """Return what is drawn of the node; a new reason gets the next letter."""
        mark, pens = self.marks.get(node, NodeMark()), tree_glyphs(self.signs)
        if node not in self.labels:
            self.labels[node] = tuple(position_lines(node.game, self.signs)), board(node.game)
        standing, picture = self.labels[node]
        letter = ""
        if mark.why and is_pruned_here(node, self.marks):
            letter = reasons.setdefault(mark.why, letters(len(reasons)))
        move = cut(to_cells(node.move, pens), MOVE, pens.more)
        return NodeText(
            node.role, standing, to_cells(value_text(mark, self.run, pens), pens), self.notes(node, mark, folded),
            tuple(text for text in (move, "" if node.weight is None else str(node.weight)) if text),
            Weight.DASHED if mark.state is State.PRUNED else Weight.HEAVY if mark.best else Weight.LIGHT, mark.state,
            letter, self.below[node] if folded else 0, picture,
        )  # fmt: skip

    def notes(self, node: Node, mark: NodeMark, folded: bool) -> tuple[str, ...]:
        pens = tree_glyphs(self.signs)
        limits = [limit_text(bound, self.run, pens) for bound in mark.window or ()]
        told = [f"[{', '.join(limits)}]"] * bool(limits)
        told += [cut(to_cells(note, pens), NOTE, pens.more) for note in mark.notes if note.strip()]
        if folded and self.below[node]:
            told.append(f"{pens.more}{self.below[node]}")
        elif (node.cut or node.kids) and not self.whole[node]:
            told.append(pens.deeper)
        return tuple(told)


def is_pruned_here(node: Node, marks: Mapping[Node, NodeMark]) -> bool:
    """Return whether the node was pruned and its parent was not."""
    above = marks.get(node.parent, NodeMark()) if node.parent else NodeMark()
    return marks[node].state is State.PRUNED and above.state is not State.PRUNED


def value_text(mark: NodeMark, run: Run, pens: TreeGlyphs) -> str:
    """Return the value as written: `W`, `≤2`; a question mark while the algorithm looks for one."""
    if mark.value is None:
        return UNKNOWN if mark.state is State.OPEN else ""
    if mark.state is State.UNSEEN:
        return ""
    return pens.bounds[mark.bound] + limit_text(mark.value, run, pens)


def limit_text(value: float, run: Run, pens: TreeGlyphs) -> str:
    """Return a value that may be infinite."""
    if value in {inf, -inf}:
        return ("+" if value > 0 else "-") + pens.infinity
    return run.measure.format_value(value)


def node_phrases(run: Run, marks: Mapping[Node, NodeMark], node: Node) -> Iterator[str]:
    """Yield short phrases on a node: who moves, the value, the window, notes, why it was pruned."""
    mark = marks.get(node, NodeMark())
    seat = run.measure.seat if node.role is Role.MAX else 1 - run.measure.seat
    said = {Role.END: "the game is over", Role.CHANCE: "chance moves"}
    yield said.get(node.role) or f"{run.root.game.seats[seat]} moves, {node.role.name}"
    if node.weight is not None:
        yield f"by chance {node.weight}"
    if run.method != SETS or mark.value is not None:
        yield from value_phrases(run, mark)
    if mark.window is not None:
        alpha, beta = map(run.measure.format_value, mark.window)
        yield f"window [{alpha}, {beta}]"
    yield from mark.notes
    if mark.best:
        yield "on the line of best play"
    if mark.why:
        yield mark.why


def value_phrases(run: Run, mark: NodeMark) -> Iterator[str]:
    """Yield what the position is worth to MAX, if known."""
    if mark.state is State.PRUNED:
        return
    if mark.state is State.UNSEEN:
        yield "not looked at yet"
    elif mark.value is not None:
        yield f"value {BOUNDS[mark.bound]}{run.measure.format_value(mark.value)}"
    else:
        yield "its value is not known yet"


def tree_sentences(run: Run, marks: Mapping[Node, NodeMark], folded: Collection[Node]) -> Iterator[str]:
    """Yield a sentence for each visible node: its path, the position, what is known of it."""
    waiting = [run.root]
    while waiting:
        node = waiting.pop()
        kids = [kid for kid in node.kids if kid in marks]
        said = [*position_phrase(node), *node_phrases(run, marks, node), *hidden_phrases(node, marks, folded)]
        yield f"{' '.join(node.path) or 'The root'}: {', '.join(said)}."
        waiting += [] if node in folded else reversed(kids)


def position_phrase(node: Node) -> Iterator[str]:
    """Yield the position if it is a word, such as the heaps; boards are left out."""
    match position_lines(node.game):
        case [line] if word := "".join(span.text for span in line).strip():
            yield f"position {word}"


def hidden_phrases(node: Node, marks: Mapping[Node, NodeMark], folded: Collection[Node]) -> Iterator[str]:
    """Yield how much below the node is not shown."""
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


SHAPES = {Role.MAX: "triangle", Role.MIN: "invtriangle", Role.CHANCE: "circle", Role.END: "box"}
DRAWN = {Weight.DASHED: " style=dashed", Weight.LIGHT: "", Weight.HEAVY: " penwidth=3"}


def as_dict(run: Run, marks: Mapping[Node, NodeMark]) -> dict[str, Any]:
    """Return the run and its tree as JSON types, with finite numbers only.

    Nodes without marks are left out, with all below them.

    method  the algorithm: "minimax", "expectiminimax", "alphabeta", "mcts", "bestfirst", "information sets".
    max     the seat for which values count;  min  the other one.
    facts   sentences on the whole run.
    tree    the root, where each node has
        move       the text of the move that led there, "" at the root.
        weight     its probability if chance made it, as "1/6", otherwise null.
        role       "max", "min", "chance" or "end".
        position   the position in one line, null if it has no short name: "4", "3/4/5", "XO./.X./...".
        value      its worth to MAX, null if unknown;  said  the same as people write it.
        bound      how the value is meant: "" exactly, ">=" at least, "<=" at most.
        window     [alpha, beta], null for an infinite limit; null if the algorithm has no window.
        best       whether it is on the line of best play.
        state      "unseen", "open", "done" or "pruned";  pruned  the reason in a sentence, or null.
        notes      further texts, as "12 visits";  cut  whether it has moves that are not in the tree.
        kids       the nodes after its moves, in the order of the game.
    Each level of the tree is two levels of JSON.
    """
    seats = run.root.game.seats
    made: dict[Node, dict[str, Any]] = {}
    waiting = [run.root]
    while waiting:
        node = waiting.pop()
        made[node] = entry(node, marks.get(node, NodeMark()), run)
        if node is not run.root and node.parent:
            made[node.parent]["kids"].append(made[node])
        waiting += [kid for kid in reversed(node.kids) if kid in marks]
    seat = run.measure.seat
    tree = made[run.root]
    return {"method": run.method, "max": seats[seat], "min": seats[1 - seat], "facts": list(run.facts), "tree": tree}


def entry(node: Node, mark: NodeMark, run: Run) -> dict[str, Any]:
    """Return a node, still without kids."""
    known = mark.value is not None and isfinite(mark.value)
    return {
        "move": node.move, "weight": None if node.weight is None else str(node.weight), "role": node.role.value,
        "position": position_word(node.game.show()) or None, "value": number(mark.value),
        "said": run.measure.format_value(mark.value) if known and mark.value is not None else None,
        "bound": mark.bound, "window": None if mark.window is None else [number(limit) for limit in mark.window],
        "best": mark.best, "state": mark.state.value, "pruned": mark.why or None, "notes": list(mark.notes),
        "cut": node.cut, "kids": [],
    }  # fmt: skip


def number(value: float | None) -> float | None:
    """Return the value for JSON: null if it is infinite, a whole number without a fraction."""
    if value is None or not isfinite(value):
        return None
    return int(value) if float(value).is_integer() else float(value)


def digraph(
    run: Run, marks: Mapping[Node, NodeMark], folded: Collection[Node] = (), title: str = "Game tree"
) -> Iterator[str]:
    """Yield the lines of the graph: nodes n0, n1, ... from the root on, then the edges in the order of the moves.

    Below the picture are its title and the reasons for pruning.
    """
    view = Viewer(run, marks, UNICODE).view(folded)
    names = {node: f"n{number}" for number, node in enumerate(view.kids)}
    footnotes = [f"{letter} {why}" for letter, why in view.reasons.items()]
    yield "digraph {"
    yield f"  graph [ordering=out label={quote_lines([title, *footnotes])}]"
    yield '  node [fontname="monospace" margin=0.03]'
    yield '  edge [fontname="monospace" arrowhead=none]'
    for node, face in view.faces.items():
        style = " style=dashed" if face.faint else ""
        yield f"  {names[node]} [shape={SHAPES[face.role]} label={quote_lines(node_rows(face))}{style}]"
    for node, kids in view.kids.items():
        for kid in kids:
            face = view.faces[kid]
            yield f"  {names[node]} -> {names[kid]} [label={quote_lines(face.edge)}{DRAWN[face.weight]}]"
    yield "}"


def node_rows(face: NodeText) -> list[str]:
    """Return the lines in a node."""
    position = ["".join(span.text for span in line) for line in face.label]
    value = " ".join(text for text in (face.value, face.letter) if text)
    return [row for row in (*position, value, *face.notes) if row]


def quote_lines(lines: Iterable[str]) -> str:
    """Return the lines as a quoted string that Graphviz shows literally."""
    return '"' + "\\n".join(map(escape_dot, lines)) + '"'


def escape_dot(text: str) -> str:
    """Return the text without escapes and entities."""
    seen = "".join(char if char.isprintable() else " " for char in text)
    return seen.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')
