"""Where the nodes of a tree stand: in layers, parents centred above their kids, as close as their sizes allow.

Reingold and Tilford, Tidier Drawings of Trees (IEEE Transactions on Software Engineering 7, 1981) put subtrees side by
side by their contours; Kennedy, Drawing Trees (Journal of Functional Programming 6, 1996, section 3) does so from the
left and from the right and takes the mean, so that no side is favoured.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from games.dataclass import dataclass
from referee.drawing.glyphs import OWNER, UNICODE, Line, Signs, Span
from referee.drawing.highlights import CURSOR
from referee.drawing.text_width import size, text_width
from referee.reports.tree.node_text import TreeView, Viewer, tree_glyphs
from referee.trees.tree import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from referee.reports.tree.node_text import NodeText, TreeGlyphs
    from referee.trees.run import NodeMark, Run
    from referee.trees.tree import Node


APART = 1  # columns left free on either side of a node
N = TypeVar("N")
Contour = list[tuple[int, int]]  # how far a subtree reaches left and right, band by band from the top
TRIES = 100  # failed attempts to open a node, after which the rest stays folded
LEAST = 3  # columns of a node, at least


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
    """Return the role of the node's sign: that of the seat that moves."""
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
    """Return the nodes that stay folded after opening those of `row`, parents first, that have room.

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
