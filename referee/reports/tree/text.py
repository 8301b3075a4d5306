"""A tree as lines of text with roles, as in textbooks; as an outline if the window is too narrow.

Nodes stand in layers, parents centred above their kids, as close as their sizes allow. Reingold and Tilford, Tidier
Drawings of Trees (IEEE Transactions on Software Engineering 7, 1981) put subtrees side by side by their contours;
Kennedy, Drawing Trees (Journal of Functional Programming 6, 1996, section 3) does so from the left and from the right
and takes the mean, so that no side is favoured.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import partial
from math import inf
from typing import TYPE_CHECKING, TypeVar

from games.dataclass import dataclass
from referee.drawing.glyphs import OWNER, UNICODE, Line, Signs, Span
from referee.drawing.highlights import CURSOR
from referee.drawing.number_format import format_count
from referee.drawing.text_width import cut_line, cut_start, line_width, pieces, size, text_width, wrap
from referee.reports.tree.node_text import (
    UNKNOWN,
    Arms,
    TreeGlyphs,
    TreeView,
    Viewer,
    Weight,
    joint_glyph,
    to_cells,
    tree_glyphs,
)
from referee.trees.run import State
from referee.trees.tree import MOST, Role, count_plies

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from referee.reports.tree.node_text import NodeText, TreeGlyphs
    from referee.trees.run import NodeMark, Run, ValueScale
    from referee.trees.tree import Node

APART = 1  # columns left free on either side of a node
N = TypeVar("N")
Contour = list[tuple[int, int]]  # how far a subtree reaches left and right, band by band from the top
TRIES = 100  # failed attempts to open a node, after which the rest stays folded
LEAST = 3  # columns of a node, at least
UP, DOWN, LEFT, RIGHT = range(4)
INK = {Weight.DASHED: "faint", Weight.LIGHT: "faint", Weight.HEAVY: "target"}  # the roles of edges


@dataclass(frozen=True)
class Box:
    """The room of a node, in columns or pixels.

    bands   how far it reaches to the left of its axis (0 or less) and to the right: first the text at its edge, then
            the node itself. Nothing overlaps within a band of a layer.
    rise    the height of the text at its edge;  height  its own.
    """

    bands: tuple[tuple[int, int], ...]
    rise: int
    height: int


def box(face: NodeText, pens: TreeGlyphs) -> Box:
    """Return the room of the node in lines and columns."""
    columns, rows = size(lines(face, pens, 0))
    left = start(columns)
    return Box(
        bands=((0, max(map(text_width, face.edge), default=0) + 2), (left - APART, left + columns + APART)),
        rise=max(1, len(face.edge)),
        height=rows,
    )


def start(columns: int) -> int:
    """Return where a line of `columns` begins, relative to the axis that it is centred on."""
    return -((columns - 1) // 2)


def lines(face: NodeText, pens: TreeGlyphs, seat: int) -> list[Line]:
    """Return the lines at the node: sign, position and value in one if the position is a word, otherwise below.

    seat  who is MAX, whose nodes have the role of that seat.
    """
    head = [Span(pens.roles[face.role], owner(face, seat))]
    word = len(face.label) == 1
    if word:
        head += [Span(" "), *muted(face.label[0], face)]
    if face.value:
        head += [Span("  " if word else " "), Span(face.value, "faint" if face.faint else "strong")]
    if face.letter:
        head += [Span(" "), Span(f"{pens.pruned}{face.letter}", "bad")]
    board = [] if word else [muted(line, face) for line in face.label]
    return [head, *board, *([Span(note, "faint")] for note in face.notes)]


def owner(face: NodeText, seat: int) -> str:
    """Return the role of the node's sign: the role of the seat that moves."""
    if face.faint or face.role not in {Role.MAX, Role.MIN}:
        return "faint" if face.faint else ""
    return OWNER[seat if face.role is Role.MAX else 1 - seat]


def muted(line: Line, face: NodeText) -> Line:
    """Return the line, faint if the algorithm has not come here."""
    return [Span(span.text, "faint") for span in line] if face.faint else line


def pointed(line: Line) -> Line:
    """Return the line with the cursor around it, a column longer at both ends."""
    whole = "".join(span.text for span in line)
    return [Span(f"{CURSOR.before}{whole}{CURSOR.after}", CURSOR.role)]


def place_nodes(kids: Mapping[N, Sequence[N]], boxes: Mapping[N, Box], near: int = 1) -> dict[N, int]:
    """Return the axis of each node, counted from the left edge of the tree.

    kids  of each node, parents before their kids, the root first.
    near  how far a parent may stand from the middle to be straight above a kid.
    """
    contours: dict[N, Contour] = {}
    offsets: dict[N, int] = {}
    for node in reversed(list(kids)):
        below = [contours.pop(kid) for kid in kids[node]]
        places = beside(below)
        middle = centre(places, near)
        offsets |= {kid: place - middle for kid, place in zip(kids[node], places, strict=True)}
        contours[node] = [*boxes[node].bands, *around(below, [place - middle for place in places])]
    (root,) = contours
    axes = {root: -min(left for left, _ in contours[root])}
    for node in kids:
        axes |= {kid: axes[node] + offsets[kid] for kid in kids[node]}
    return axes


def centre(places: Sequence[int], near: int) -> int:
    """Return the middle between the first and the last place, or an inner place that is `near` it."""
    if not places:
        return 0
    middle = (places[0] + places[-1]) // 2
    return next((place for place in places[1:-1] if abs(place - middle) <= near), middle)


def beside(contours: Sequence[Contour]) -> list[int]:
    """Return places where subtrees do not overlap, from 0: the mean of packing them left and right.

    A mean keeps the distances that both keep, and so does rounding it down.
    """
    mirrored = [[(-right, -left) for left, right in contour] for contour in reversed(contours)]
    lefts, rights = pack_left(contours), pack_left(mirrored)[::-1]
    return [(left + lefts[-1] - right) // 2 for left, right in zip(lefts, rights, strict=True)]


def pack_left(contours: Iterable[Contour]) -> list[int]:
    """Return the places of subtrees, each as far left as those before it allow."""
    edge: list[int] = []  # how far earlier subtrees reach to the right
    places = []
    for contour in contours:
        place = max((far - left for far, (left, _) in zip(edge, contour, strict=False)), default=0)
        places.append(place)
        reach = [place + right for _, right in contour]
        common = [max(old, new) for old, new in zip(edge, reach, strict=False)]
        edge = common + (edge[len(common) :] or reach[len(common) :])
    return places


def around(contours: Sequence[Contour], places: Sequence[int]) -> Contour:
    """Return the contour of all subtrees together at these places."""
    found: Contour = []
    for contour, place in zip(contours, places, strict=True):
        moved = [(place + left, place + right) for left, right in contour]
        common = [(min(a, c), max(b, d)) for (a, b), (c, d) in zip(found, moved, strict=False)]
        found = common + (found[len(common) :] or moved[len(common) :])
    return found


def extent(axes: Mapping[N, int], boxes: Mapping[N, Box]) -> int:
    """Return the width of the drawing."""
    return max(axes[node] + right for node, room in boxes.items() for _, right in room.bands)


def layers(root: Node, kids: Mapping[Node, Sequence[Node]]) -> dict[Node, int]:
    """Return the depth of each node below the root."""
    found = {root: 0}
    for node in kids:
        found |= dict.fromkeys(kids[node], found[node] + 1)
    return found


def tops(depths: Mapping[Node, int], boxes: Mapping[Node, Box], gaps: Mapping[int, int]) -> list[int]:
    """Return where each layer begins, below those above it and the texts at its edges.

    gaps  above each layer, by default 1.
    """
    height = [0] * (max(depths.values()) + 1)
    rise = list(height)
    for node, depth in depths.items():
        height[depth] = max(height[depth], boxes[node].height)
        rise[depth] = max(rise[depth], boxes[node].rise)
    found = [0]
    for depth in range(1, len(height)):
        found.append(found[-1] + height[depth - 1] + gaps.get(depth, 1) + rise[depth])
    return found


def choose_folded(
    run: Run,
    marks: Mapping[Node, NodeMark],
    width: int,
    keep: Collection[Node] = (),
    signs: Signs = UNICODE,
    room: Callable[[NodeText], Box] | None = None,
    shut: Collection[Node] = (),
) -> frozenset[Node]:
    """Return the nodes to fold so that the tree is at most `width` wide.

    The root is open. Nodes open where there is room for their kids: first `keep` and all above it, then the line of
    best play, then the rest from the top and the left. If the root with its kids alone is too wide, neither `keep` nor
    the best line is folded, as an outline replaces the drawing.

    room  of a node; by default as text.
    shut  nodes that are always folded.
    """
    viewer = Viewer(run, marks, signs)
    sized = room or partial(box, pens=tree_glyphs(signs))

    def fits(folded: Collection[Node]) -> bool:
        view = viewer.view(folded)
        boxes = {node: sized(face) for node, face in view.faces.items()}
        return extent(place_nodes(view.kids, boxes), boxes) <= width

    kept, best = upwards(keep), upwards(node for node, mark in marks.items() if mark.best)
    depths = layers(run.root, viewer.whole)
    row = [node for node in viewer.whole if viewer.whole[node] and node is not run.root]
    closed = set(shut) & set(row)
    row = [node for node in row if node not in closed]
    if max(Counter(depths.values()).values()) * LEAST <= width and fits(closed):
        return visible(viewer, closed)
    row.sort(key=lambda node: (node not in kept, node not in best, depths[node]))
    folded = closed.union(row)
    if not fits(folded):
        return visible(viewer, {node for node in folded if node in closed or node not in kept | best})
    return visible(viewer, opened(row, folded, fits))


def upwards(nodes: Iterable[Node]) -> set[Node]:
    """Return these nodes and all above them."""
    found: set[Node] = set()
    for node in nodes:
        above: Node | None = node
        while above and above not in found:
            found.add(above)
            above = above.parent
    return found


def opened(row: Sequence[Node], folded: set[Node], fits: Callable[[Collection[Node]], bool]) -> set[Node]:
    """Return the nodes that stay folded after opening the nodes of `row` that have room, parents first.

    Several are tried at once, twice as many after each success, and one by one after failures.
    """
    place, count, failures = 0, 1, 0
    while place < len(row) and failures < TRIES:
        some = row[place : place + count]
        if count == 1 and some[0].parent in folded:
            place += 1
            continue
        left = folded.difference(some)
        if fits(left):
            folded, place, count = left, place + count, count * 2
        elif count > 1:
            count = max(count // 4, 1)
        else:
            place, failures = place + 1, failures + 1
    return folded


def visible(viewer: Viewer, folded: set[Node]) -> frozenset[Node]:
    """Return the folded nodes that are drawn."""
    view: TreeView = viewer.view(folded)
    return frozenset(folded & view.kids.keys())


def heading(run: Run, depth: int | None) -> str:
    """Return the algorithm and the tree in a line: `minimax on the whole tree, 14 positions`.

    depth  as asked for; None: what fits.
    """
    drawn = "" if depth is None else f", drawn to {format_count(depth, 'move')}"
    if run.method == "bestfirst":
        return f"{run.method}, {format_count(run.expansions, 'expansion')}{drawn}"
    if run.method == "mcts":
        return f"{run.method}, {format_count(run.playouts, 'playout')}, c = {run.c:g}{drawn}"
    nodes = list(run.root.walk())
    if not any(node.cut for node in nodes):
        return f"{run.method} on the whole tree, {format_count(len(nodes), 'position')}"
    deep = format_count(count_plies(run.root), "ply", "plies")
    fits = f"; one more would be over {MOST:,}" if depth is None else ""
    return f"{run.method} to {deep}, {format_count(len(nodes), 'position')}{fits}"


def scale_sentence(measure: ValueScale, seats: tuple[str, str]) -> str:
    """Say how to read values: for whom they count, who is MAX, and in what."""
    name = seats[measure.seat]
    seat = "MAX" if name.casefold() == "max" else f"{name}, who is MAX"
    if measure.shares:
        return share_sentence(measure, seat)
    if measure.static:
        return f"Values are the static evaluation for {seat}."
    if measure.chance:
        return f"Values are points for {seat}, on average{'; where the tree ends, estimates' if measure.cut else ''}."
    if measure.cut:
        margin = "W by 2 in 3" if measure.stakes > 1 else "W in 3"
        return f"Values are for {seat}: {margin} is a win after 3 plies; numbers are estimates."
    if measure.stakes > 1:
        return f"Values are points won by {seat}."
    return f"Values are for {seat}: W it wins, D a draw, L it loses."


def share_sentence(measure: ValueScale, seat: str) -> str:
    """Say how to read shares won in playouts by MAX, named `seat`."""
    if not measure.points:
        return f"Values are shares of the playouts won by {seat}."
    won = seat if seat == "MAX" else f"{seat},"
    return f"Values are means of the points won by {won} from 0 for {-measure.stakes:,} to 1 for {measure.stakes:,}."


def legend_lines(
    view: TreeView, marks: Mapping[Node, NodeMark], pens: TreeGlyphs, seat: int, width: int, at: Node | None = None
) -> list[Line]:
    """Return the reasons for pruning and what the signs mean, after a blank line, at most `width` wide."""
    notes = [line for letter, why in view.reasons.items() for line in footnote(letter, why, pens, width)]
    meanings = [
        *meanings_of(view, marks, pens, seat),
        *([f"{CURSOR.before} {CURSOR.after} you are here"] if at in view.kids else []),
    ]
    return [*([[], *notes] if notes else []), [], *([Span(row, "faint")] for row in fill_rows(meanings, width))]


def footnote(letter: str, why: str, pens: TreeGlyphs, width: int) -> list[Line]:
    """Return the reason after its letter."""
    sign = f"{pens.pruned}{letter}"
    rows = wrap(to_cells(why, pens), width - len(sign) - 1)
    blank = " " * len(sign)
    return [[Span(blank if number else sign, "bad"), Span(f" {row}")] for number, row in enumerate(rows)]


def fill_rows(meanings: list[str], width: int) -> list[str]:
    """Return as many meanings in each row as fit."""
    found: list[str] = []
    for meaning in meanings:
        if found and text_width(f"{found[-1]}   {meaning}") <= width:
            found[-1] += f"   {meaning}"
        else:
            found += wrap(meaning, width)
    return found


def meanings_of(view: TreeView, marks: Mapping[Node, NodeMark], pens: TreeGlyphs, seat: int) -> Iterator[str]:
    """Yield what the signs mean: who moves, the edges, and the texts at nodes."""
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
    """Return the role and the name of its seat, unless that is the same."""
    return role if seat.casefold() == role.casefold() else f"{role}, {seat}"


def at_nodes(view: TreeView, marks: Mapping[Node, NodeMark], pens: TreeGlyphs) -> Iterator[tuple[str, bool]]:
    """Yield the meanings of texts at nodes, and whether they occur."""
    drawn = [marks[node] for node in view.kids if node in marks]
    valued = {mark.bound for mark in drawn if mark.value is not None and mark.state is not State.UNSEEN}
    yield f"{pens.bounds['<=']} at most", "<=" in valued
    yield f"{pens.bounds['>=']} at least", ">=" in valued
    yield "[ , ] alpha and beta", any(mark.window for mark in drawn)
    yield f"{pens.more}n folded, n positions", any(face.hidden for face in view.faces.values())
    yield f"{pens.deeper} goes on", any(pens.deeper in face.notes for face in view.faces.values())
    yield f"{UNKNOWN} at work", any(face.value == UNKNOWN for face in view.faces.values())


def outline(view: TreeView, pens: TreeGlyphs, seat: int, width: int, at: Node | None = None) -> list[Line]:
    """Return a line for each node, at most `width` wide; long lines lose their end, deep ones their beginning."""
    trunks = {view.root: ""}  # the text before the kids of each node
    found = [row("", view.faces[view.root], pens, seat, width, at is view.root)]
    waiting = [(view.root, kid) for kid in reversed(view.kids[view.root])]
    while waiting:
        above, node = waiting.pop()
        face, last = view.faces[node], node is view.kids[above][-1]
        twig = f"{trunks[above]}{pens.twigs[face.weight][last]} "
        trunks[node] = trunks[above] + (" " if last else pens.trunk) + "  "
        found.append(row(twig, face, pens, seat, width, node is at))
        waiting += [(node, kid) for kid in reversed(view.kids[node])]
    return found


def row(twig: str, face: NodeText, pens: TreeGlyphs, seat: int, width: int, here: bool) -> Line:
    """Return the line of one node: its twig, move, sign, position, value and notes."""
    twig = cut_start(twig, width // 2, pens.more)
    rows = ["".join(span.text for span in line).strip() for line in face.label]
    position = rows[0] if len(rows) == 1 else "/".join("".join(row.split()) for row in rows)
    before, after = (CURSOR.before, CURSOR.after) if here else ("", "")
    role = "faint" if face.faint else ""
    spans = [
        Span(twig, "target" if face.weight is Weight.HEAVY else "faint"),
        Span(" ".join([*face.edge, ""]), "target" if face.weight is Weight.HEAVY else role),
        Span(f"{before}{pens.roles[face.role]}", "cursor" if here else owner(face, seat)),
        Span(f" {position}" if position else "", "cursor" if here else role),
        Span(f" {face.value}" if face.value else "", "cursor" if here else role or "strong"),
        Span(after, "cursor"),
        Span(f" {pens.pruned}{face.letter}" if face.letter else "", "bad"),
        Span("".join(f" {note}" for note in face.notes), "faint"),
    ]
    return cut_line([span for span in spans if span.text], width, pens.more)


def tree_lines(
    run: Run, marks: Mapping[Node, NodeMark], folded: Collection[Node], signs: Signs, width: int, at: Node | None = None
) -> list[Line]:
    """Return the tree, the reasons for pruning, and what the signs mean, at most `width` wide.

    Nodes without marks are left out, and so is what is folded. If the drawing is too wide, it is an outline with a line
    for each node.

    at  the node with the cursor: the line that has a span of that role.
    """
    view, pens, seat = Viewer(run, marks, signs).view(folded), tree_glyphs(signs), run.measure.seat
    drawn = drawing(view, signs, seat, at, width) or outline(view, pens, seat, width, at)
    return [*drawn, *legend_lines(view, marks, pens, seat, width, at)]


def drawing(view: TreeView, signs: Signs, seat: int, at: Node | None = None, width: float = inf) -> list[Line]:
    """Return the tree alone; no lines if it is wider than `width`."""
    pens = tree_glyphs(signs)
    boxes = {node: box(face, pens) for node, face in view.faces.items()}
    axes = place_nodes(view.kids, boxes)
    if extent(axes, boxes) > width:
        return []
    return TreeDrawing(view, pens, seat, axes, tops(layers(view.root, view.kids), boxes, {})).lines(at)


class TreeDrawing:
    """A tree drawn on lines and columns, character by character."""

    def __init__(self, view: TreeView, pens: TreeGlyphs, seat: int, axes: Mapping[Node, int], layer_tops: list[int]):
        self.view, self.pens, self.seat, self.axes = view, pens, seat, axes
        depths = layers(view.root, view.kids)
        self.top = {node: layer_tops[depth] for node, depth in depths.items()}
        rise = dict.fromkeys(layer_tops, 1)
        for node, face in view.faces.items():
            rise[self.top[node]] = max(rise[self.top[node]], len(face.edge))
        self.turns = {node: top - rise[top] - 1 for node, top in self.top.items()}  # the lines on which edges go across
        self.cells: dict[tuple[int, int], Span] = {}  # by line and column
        self.arms: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0, 0])

    def lines(self, at: Node | None) -> list[Line]:
        for node, kids in self.view.kids.items():
            height = self.put_node(node, node is at)
            for kid in kids:
                self.put_edge(node, kid, self.top[node] + height)
        for (line, column), arms in self.arms.items():
            weight = Weight(max(arms))
            directions: Arms = arms[UP], arms[DOWN], arms[LEFT], arms[RIGHT]
            self.cells[line, column] = Span(joint_glyph(directions, self.pens), INK[weight])
        return rows(self.cells)

    def put_node(self, node: Node, here: bool) -> int:
        """Draw the node; return its number of lines."""
        drawn = lines(self.view.faces[node], self.pens, self.seat)
        for number, line in enumerate(drawn):
            column = self.axes[node] + start(line_width(line))
            if here and number == 0:
                line, column = pointed(line), column - 1  # noqa: PLW2901
            self.put(self.top[node] + number, column, line)
        return len(drawn)

    def put_edge(self, node: Node, kid: Node, line: int) -> None:
        """Draw the edge from line `line` down to the kid, with its texts on the right."""
        face, here, there = self.view.faces[kid], self.axes[node], self.axes[kid]
        end = self.top[kid]
        turn = self.turns[kid]
        for number in range(line, turn):
            self.stroke(number, here, (UP, DOWN), face.weight)
        self.stroke(turn, here, (UP,), face.weight)
        step, out, back = (1, RIGHT, LEFT) if there > here else (-1, LEFT, RIGHT)
        for column in range(here, there, step):
            self.stroke(turn, column, (out,), face.weight)
            self.stroke(turn, column + step, (back,), face.weight)
        self.stroke(turn, there, (DOWN,), face.weight)
        for number in range(turn + 1, end):
            self.stroke(number, there, (UP, DOWN), face.weight)
        for number, text in enumerate(face.edge):
            self.put(turn + 1 + number, there + 1, [Span(text, ink(face))])

    def stroke(self, line: int, column: int, sides: tuple[int, ...], weight: Weight) -> None:
        """Draw lines to these sides of a cell; the heaviest stays."""
        arms = self.arms[line, column]
        for side in sides:
            arms[side] = max(arms[side], weight)

    def put(self, line: int, column: int, spans: Line) -> None:
        for span in spans:
            for piece in pieces(span.text):
                self.cells[line, column] = Span(piece, span.role)
                column += text_width(piece)


def ink(face: NodeText) -> str:
    """Return the role of the text at an edge."""
    return "target" if face.weight is Weight.HEAVY else "faint" if face.faint else ""


def rows(drawn: Mapping[tuple[int, int], Span]) -> list[Line]:
    """Return the characters by line and column as lines; neighbours of one role are one span."""
    found: list[Line] = [[] for _ in range(max(line for line, _ in drawn) + 1)]
    ends = [0] * len(found)
    for (line, column), char in sorted(drawn.items(), key=lambda item: item[0]):
        spans = found[line]
        if column > ends[line]:
            spans.append(Span(" " * (column - ends[line])))
        if spans and column == ends[line] and spans[-1].role == char.role:
            spans[-1] = Span(spans[-1].text + char.text, char.role)
        else:
            spans.append(char)
        ends[line] = column + text_width(char.text)
    return found
