"""A tree as an SVG picture, as in textbooks: on white, in one file, always the same bytes.

A run as an animated picture is moved by CSS alone, so that it also runs as an image on a page or a slide.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from games.names.catalogue import SpecError
from games.picture import Form, Grid
from referee.drawing.boards import bare_cell
from referee.drawing.glyphs import OWNER, UNICODE
from referee.drawing.markup import Markup, block, element, intervals, visibility_rules
from referee.drawing.text_width import size, text_width, wrap
from referee.drawing.themes import THEMES, Theme
from referee.reports.tree.node_text import FINE, TreeView, Viewer, Weight, to_cells
from referee.reports.tree.text import Box, extent, fill_rows, layers, meanings_of, owner, place_nodes, tops
from referee.trees.tree import Role

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from games.picture import Cell
    from referee.reports.tree.node_text import NodeText, TreeView
    from referee.trees.run import NodeMark, Run
    from referee.trees.tree import Node

CHAR, LINE = 8, 16  # width and height of a character
WIDE, TALL = 36, 32  # of a shape
INSIDE = 2  # characters that fit in it
BASELINE = {Role.MAX: 27, Role.MIN: 15, Role.CHANCE: 21, Role.END: 21}  # of the text in a shape, from its top
CELL = 16  # of a small board
GAP = 4  # between shape, position and notes
APART = 8  # on either side of a node
ALONG = 0.7  # the place of a move on its edge, as a share of the way to the kid, at least
MARGIN = 16
LEAST = 480  # pixels of the narrowest picture, which needs room for sentences
STEEP = 34, 140  # the least and the most pixels between two layers
FLAT = 8  # the longest edge goes across 8 times as far as down, within these limits
NEAR = 6  # pixels from the middle at which a parent moves straight above a kid
INK, FAINT = "#1a1a1a", "#595959"
EDGES = {Weight.DASHED: "edge pruned", Weight.LIGHT: "edge", Weight.HEAVY: "edge best"}
SPOKEN = {Role.MAX: "MAX", Role.MIN: "MIN", Role.CHANCE: "chance", Role.END: "the end"}
PENS = replace(FINE, pruned="//")  # as drawn
MOST = 1_000  # steps of a picture
SECONDS = 2.0  # that a step is shown
ROUND = 3  # pixels around the node of a step
FALLBACK = "#ffd75f"  # for a theme without a cursor colour
COUNTS = {"mcts": "playouts", "bestfirst": "expansions"}  # the option that limits the steps
PAUSE = 4.0  # extra seconds of the last step
Layer = dict[Markup, list[int]]  # what is drawn, and after which steps


def box(face: NodeText) -> Box:
    """Return the room of the node; the text at its edge is free of its neighbours on slanted edges."""
    half = max(WIDE, below(face)[0]) / 2
    right = WIDE / 2 + (GAP + CHAR * text_width(beside(face)) if beside(face) else 0)
    move = (max(map(text_width, face.edge), default=0) * CHAR / 2 + GAP) / ALONG
    bands = (-move, move), (-half - APART, max(half, right) + APART)
    return Box(tuple((int(low) - 1, int(high) + 1) for low, high in bands), LINE * len(face.edge), below(face)[1])


def below(face: NodeText) -> tuple[int, int]:
    """Return the width of the node without its value, and its height."""
    wide, high = position(face)
    notes = len(face.notes) * LINE + GAP if face.notes else 0
    wide = max([wide, *(text_width(note) * CHAR for note in face.notes)])
    return wide, TALL + (high + GAP if high else 0) + notes


def position(face: NodeText) -> tuple[int, int]:
    """Return the width and height of the position below the shape, without notes."""
    if face.board:
        return node_extent(face.board)
    if not face.label or inside(face):
        return 0, 0
    return size(face.label)[0] * CHAR, len(face.label) * LINE


def node_extent(board: Grid) -> tuple[int, int]:
    """Return the width and height of a board."""
    rows, columns = len(board.rows), len(board.rows[0])
    slant = CELL // 2 * (rows - 1) if board.form is Form.SLANTED else 0
    return columns * CELL + slant, rows * CELL


def inside(face: NodeText) -> str:
    """Return the text in the shape, "" if it has no room."""
    word = "".join(span.text for line in face.label for span in line)
    return word if len(face.label) == 1 and text_width(word) <= INSIDE else ""


def beside(face: NodeText) -> str:
    """Return the text to the right of the shape."""
    return " ".join(text for text in (face.value, face.letter) if text)


def text_element(text: str, x: float, y: float, kind: str = "", anchor: str = "middle") -> Markup:
    """Return a text whose width does not depend on fonts."""
    return fixed(text, text_width(text) * CHAR, class_=kind or None, x=f"{x:g}", y=f"{y:g}", text_anchor=anchor)


def fixed(text: str, length: int, **attributes: object) -> Markup:
    """Return a text that is `length` pixels wide."""
    return element("text", text, **attributes, textLength=length, lengthAdjust="spacingAndGlyphs")


def node_elements(face: NodeText, x: int, y: int, seat: int) -> Iterator[Markup]:
    """Yield the elements of a node with axis `x` and top `y`."""
    yield shape_element(face, x, y, owner(face, seat) or "plain")
    look = "faint" if face.faint else ""
    if inside(face):
        yield text_element(inside(face), x, y + BASELINE[face.role], look)
    if beside(face):
        left = x + WIDE / 2 + GAP
        yield text_element(beside(face), left, y + 21, look or "strong", "start")
    down = y + TALL + GAP
    high = position(face)[1]
    if face.board:
        yield from board(face.board, x - node_extent(face.board)[0] / 2, down)
    elif high:
        yield from texts(["".join(span.text for span in line) for line in face.label], x, down, look)
    yield from texts(face.notes, x, down + (high + GAP if high else 0), "faint")


def texts(rows: list[str] | tuple[str, ...], x: int, y: float, kind: str) -> Iterator[Markup]:
    """Yield centred lines below each other."""
    return (text_element(row, x, y + LINE * number + 12, kind) for number, row in enumerate(rows))


def shape_element(face: NodeText, x: int, y: int, kind: str) -> Markup:
    """Return the shape that shows whose turn it is; its top and foot lie on the axis."""
    left, right, foot = x - WIDE // 2, x + WIDE // 2, y + TALL
    look = f"shape {kind}"
    match face.role:
        case Role.MAX:
            return element("polygon", class_=look, points=f"{x},{y} {right},{foot} {left},{foot}")
        case Role.MIN:
            return element("polygon", class_=look, points=f"{left},{y} {right},{y} {x},{foot}")
        case Role.CHANCE:
            return element("circle", class_=look, cx=x, cy=y + TALL // 2, r=TALL // 2)
        case Role.END:
            return element("rect", class_=look, x=x - TALL // 2, y=y, width=TALL, height=TALL)


def board(picture: Grid, left: float, top: float) -> Iterator[Markup]:
    """Yield the elements of a board, row by row."""
    lined = picture.form is Form.LATTICE
    for row, cells in enumerate(picture.rows):
        slant = CELL // 2 * row if picture.form is Form.SLANTED else 0
        for column, cell in enumerate(cells):
            x, y = left + slant + column * CELL, top + row * CELL
            yield from stroke(cell, row, column, x, y) if lined else square(cell, x, y)


def square(cell: Cell, x: float, y: float) -> Iterator[Markup]:
    """Yield a cell and the piece on it; nothing where no piece can ever stand."""
    if cell.mark and not cell.mark.strip():
        return
    yield element("rect", class_="cell", x=f"{x:g}", y=f"{y:g}", width=CELL, height=CELL)
    if cell.mark:
        yield piece(cell, x, y)


def piece(cell: Cell, x: float, y: float) -> Markup:
    """Return the mark on a cell, no wider than the cell."""
    mark = bare_cell(cell, UNICODE)
    kind = "piece" if cell.seat is None else f"piece {OWNER[cell.seat]}"
    length = min(text_width(mark) * CHAR, CELL - 2)
    return fixed(mark, length, class_=kind, x=f"{x + CELL / 2:g}", y=f"{y + 12:g}", text_anchor="middle")


def stroke(cell: Cell, row: int, column: int, x: float, y: float) -> Iterator[Markup]:
    """Yield a dot of a lattice, a line between two dots, or the mark in a box."""
    middle_x, middle_y = x + CELL / 2, y + CELL / 2
    if row % 2 == column % 2 == 0:
        yield element("circle", class_="dot", cx=f"{middle_x:g}", cy=f"{middle_y:g}", r=2)
    elif row % 2 and column % 2:
        if cell.mark.strip():
            yield piece(cell, x, y)
    elif cell.mark:
        across, down = (CELL, 0) if column % 2 else (0, CELL)
        yield side("side", middle_x - across, middle_y - down, middle_x + across, middle_y + down, "g")


def side(kind: str, x1: float, y1: float, x2: float, y2: float, form: str = ".1f") -> Markup:
    """Return a straight line."""
    return element("line", class_=kind, x1=f"{x1:{form}}", y1=f"{y1:{form}}", x2=f"{x2:{form}}", y2=f"{y2:{form}}")


STYLE = """\
text {{ font: 13px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: {ink}; white-space: pre }}
.strong, .piece {{ font-weight: bold }}
.faint {{ fill: {faint} }}
.shape {{ fill: #ffffff; stroke: {ink}; stroke-width: 2 }}
.shape.first {{ stroke: {first} }}
.shape.second {{ stroke: {second} }}
.shape.faint {{ stroke: {faint}; stroke-dasharray: 3 3 }}
.piece.first {{ fill: {first} }}
.piece.second {{ fill: {second} }}
.cell {{ fill: none; stroke: {faint} }}
.dot {{ fill: {faint} }}
.side {{ stroke: {ink}; stroke-width: 2 }}
.edge {{ stroke: {faint}; stroke-width: 1.5 }}
.edge.best {{ stroke: {best}; stroke-width: 4 }}
.edge.pruned {{ stroke-dasharray: 4 4 }}
.cut {{ stroke: {bad}; stroke-width: 2 }}
.ground {{ fill: #ffffff }}"""


def tree_svg(
    run: Run,
    marks: Mapping[Node, NodeMark],
    folded: Collection[Node] = (),
    theme: Theme = THEMES["classic"],
    title: str = "Game tree",
) -> str:
    """Return the SVG: the tree, the reasons for pruning, and what the signs mean.

    title  the name of the picture, for screen readers and as a tooltip.
    """
    view, seat = Viewer(run, marks, UNICODE).view(folded), run.measure.seat
    boxes = {node: box(face) for node, face in view.faces.items()}
    axes = {node: x + MARGIN for node, x in place_nodes(view.kids, boxes, NEAR).items()}
    depths = layers(view.root, view.kids)
    heights = tops(depths, boxes, gaps(view, axes, depths))
    places = {node: (axes[node], MARGIN + heights[depth]) for node, depth in depths.items()}
    foot = max(places[node][1] + boxes[node].height for node in places)
    width = max(extent(axes, boxes) + MARGIN, LEAST)
    sentences = list(text_below(view, marks, seat, (width - 2 * MARGIN) // CHAR))
    height = foot + MARGIN + LINE * len(sentences) + MARGIN
    numbers = {node: number for number, node in enumerate(view.kids)}
    drawn = (
        *edges(view, places, {node: y + boxes[node].height for node, (_, y) in places.items()}, depths, numbers),
        *nodes(view, places, seat, numbers),
        *text_lines(sentences, foot + MARGIN),
    )
    return picture(title, description(run, view, marks), styled(theme), drawn, (width, height))


def picture(title: str, says: str, style: str, drawn: Iterable[Markup], size: tuple[int, int]) -> str:
    """Return the file: what is drawn, on white, with a title and a description."""
    width, height = size
    return block(
        "svg",
        element("title", title, id="title"),
        element("desc", says, id="desc"),
        block("style", Markup(style)),
        element("rect", width="100%", height="100%", fill="#ffffff"),
        *drawn,
        xmlns="http://www.w3.org/2000/svg", width=width, height=height, viewBox=f"0 0 {width} {height}", role="img",
        aria_labelledby="title desc",
    ) + "\n"  # fmt: skip


def text_lines(sentences: Sequence[str], top: float) -> Iterator[Markup]:
    """Yield lines of text below each other, from the left; blank ones leave room."""
    for row, text in enumerate(sentences, 1):
        if text:
            yield text_element(text, MARGIN, top + LINE * row, "", "start")


def name_of(node: Node, numbers: Mapping[Node, int]) -> str | None:
    """Return the id of a node in the file; None if it has no number."""
    return f"n{numbers[node]}" if node in numbers else None


def gaps(view: TreeView, axes: Mapping[Node, int], depths: Mapping[Node, int]) -> dict[int, int]:
    """Return the pixels above each layer, so that no edge is too flat."""
    found = dict.fromkeys(depths.values(), STEEP[0])
    for node, kids in view.kids.items():
        for kid in kids:
            across = abs(axes[kid] - axes[node]) // FLAT
            found[depths[kid]] = max(found[depths[kid]], min(across, STEEP[1]))
    return found


def styled(theme: Theme) -> str:
    """Return the style sheet, in the colours of the theme."""
    roles = {"first": "first", "second": "second", "best": "target", "bad": "bad"}
    return STYLE.format(ink=INK, faint=FAINT, **{name: theme.style(role).fg or INK for name, role in roles.items()})


def text_below(view: TreeView, marks: Mapping[Node, NodeMark], seat: int, width: int) -> Iterator[str]:
    """Yield the lines below the tree, at most `width` characters each."""
    for letter, why in view.reasons.items():
        yield from wrap(to_cells(f"{letter}  {why}", PENS), width, "   ")
    if view.reasons:
        yield ""
    yield from fill_rows(list(meanings_of(view, marks, PENS, seat)), width)


def description(run: Run, view: TreeView, marks: Mapping[Node, NodeMark]) -> str:
    """Return the picture in words, for those who cannot see it."""
    best = [node.move for node in view.kids if node.parent and marks.get(node) and marks[node].best]
    parts = [f"A game tree of {len(view.kids)} positions, {run.method}, {SPOKEN[run.root.role]} at the root"]
    parts += [f"its value is {view.faces[run.root].value}"] if view.faces[run.root].value else []
    parts += [f"best play is {', '.join(best)}"] if best else []
    return "; ".join(parts) + "."


def nodes(
    view: TreeView, places: Mapping[Node, tuple[int, int]], seat: int, numbers: Mapping[Node, int]
) -> Iterator[Markup]:
    """Yield each node as a group, with its path as a title, and an id if it has a number."""
    ways = {view.root: ""}
    for node, kids in view.kids.items():
        ways |= {kid: f"{ways[node]} {kid.move}".strip() for kid in kids}
        x, y = places[node]
        way = ways[node] or "the root"
        says = f"{way}: {SPOKEN[node.role]}" + (f", {view.faces[node].value}" if view.faces[node].value else "")
        drawn = node_elements(view.faces[node], x, y, seat)
        yield block("g", element("title", says), *drawn, class_="node", id=name_of(node, numbers))


def edges(
    view: TreeView,
    places: Mapping[Node, tuple[int, int]],
    feet: Mapping[Node, int],
    depths: Mapping[Node, int],
    numbers: Mapping[Node, int],
) -> Iterator[Markup]:
    """Yield the edges, from the foot of each node to the tops of its kids; their texts come last."""
    ends = [(node, kid) for node, kids in view.kids.items() for kid in kids]
    lowest = dict.fromkeys(depths.values(), 0)
    for node, depth in depths.items():
        lowest[depth] = max(lowest[depth], feet[node])
    ends.sort(key=lambda pair: view.faces[pair[1]].weight)  # the line of best play lies on top
    texts: list[Markup] = []
    for node, kid in ends:
        (x1, y1), (x2, y2) = (places[node][0], feet[node]), places[kid]
        face = view.faces[kid]
        ends_at = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
        link = {"data_from": name_of(node, numbers), "data_to": name_of(kid, numbers)}
        yield element("line", class_=EDGES[face.weight], **ends_at, **link)
        y = y2 - (1 - ALONG) * (y2 - lowest[depths[node]])
        texts += at_edge(face.edge, x1 + (x2 - x1) * (y - y1) / (y2 - y1), y)
        if face.letter:
            yield from cut(x1 + (x2 - x1) * 0.4, y1 + (y2 - y1) * 0.4)
    yield from texts


def at_edge(rows: tuple[str, ...], x: float, y: float) -> Iterator[Markup]:
    """Yield the move, and below it its weight, around a point, on a ground that hides the edge."""
    top = y - LINE * len(rows) / 2
    for number, row in enumerate(rows):
        wide, line = text_width(row) * CHAR, top + LINE * number
        at = {"x": f"{x - wide / 2 - 1:.1f}", "y": f"{line:.1f}"}
        yield element("rect", class_="ground", **at, width=wide + 2, height=LINE)
        yield text_element(row, round(x, 1), round(line + 12, 1))


def cut(x: float, y: float) -> Iterator[Markup]:
    """Yield two strokes across an edge."""
    for shift in (-2, 2):
        yield side("cut", x - GAP * 2, y + shift + GAP, x + GAP * 2, y + shift - GAP)


def steps_svg(
    run: Run, folded: Collection[Node] = (), theme: Theme = THEMES["classic"], title: str = "Game tree"
) -> str:
    """Return the SVG. Raises SpecError for more than MOST steps."""
    if len(run.steps) > MOST:
        raise SpecError(
            f"an animated --svg has {MOST} steps at most, and this run has {len(run.steps):,}:"
            f" give a smaller --{COUNTS.get(run.method, 'depth')}, or leave out --step"
        )
    return Animation(run, folded).svg(theme, title)


class Animation:
    """The pictures of a run after each of its steps, with each node always in the same place.

    views  the tree as drawn after 0, 1, 2 ... steps;  marks  what is known then.
    """

    def __init__(self, run: Run, folded: Collection[Node]):
        self.run = run
        self.marks = [dict(run.start)]
        for step in run.steps:
            self.marks.append({**self.marks[-1], **step.changed})
        self.views: list[TreeView] = []
        labels = Viewer(run, self.marks[-1], UNICODE).labels
        for marks in self.marks:
            viewer = Viewer(run, marks, UNICODE)
            viewer.labels = labels  # boards are drawn once
            self.views.append(viewer.view(folded))
        self.boxes = self.largest_boxes()
        last = self.views[-1]
        self.depths = layers(last.root, last.kids)
        axes = {node: x + MARGIN for node, x in place_nodes(last.kids, self.boxes, NEAR).items()}
        heights = tops(self.depths, self.boxes, gaps(last, axes, self.depths))
        self.places = {node: (axes[node], MARGIN + heights[depth]) for node, depth in self.depths.items()}
        self.feet = {node: y + self.boxes[node].height for node, (_, y) in self.places.items()}
        self.width = max(extent(axes, self.boxes) + MARGIN, LEAST)

    def largest_boxes(self) -> dict[Node, Box]:
        """Return the largest room of each node over all steps."""
        found: dict[Node, Box] = {}
        for view in self.views:
            for node, face in view.faces.items():
                room = box(face)
                found[node] = join(found[node], room) if node in found else room
        last = self.views[-1].kids
        return {node: found[node] for node in last}

    def svg(self, theme: Theme, title: str) -> str:
        texts = [list(self.texts(number)) for number in range(len(self.views))]
        height = max(self.feet.values()) + 2 * MARGIN + LINE * max(map(len, texts))
        pieces = [
            (piece, interval)
            for layer in self.layers(texts)
            for piece, shown in layer.items()
            for interval in intervals(shown)
        ]
        drawn = dict.fromkeys(interval for _, interval in pieces)
        names = {interval: f"t{number}" for number, interval in enumerate(drawn)}
        here = f".here {{ fill: {theme.style('cursor').bg or FALLBACK}; stroke: {INK} }}"
        style = f"{styled(theme)}\n{here}\n{visibility_rules(names, len(self.views), SECONDS, PAUSE)}"
        says = f"{description(self.run, self.views[-1], self.marks[-1])} Shown in {len(self.run.steps)} steps."
        moving = (element("g", piece, class_=names[interval]) for piece, interval in pieces)
        return picture(title, says, style, moving, (self.width, height))

    def layers(self, texts: Sequence[Sequence[str]]) -> tuple[Layer, ...]:
        """Return what is drawn, from below: edges, their texts, the place of the step, nodes, and the text."""
        found: tuple[Layer, ...] = ({}, {}, {}, {}, {})
        seat, foot = self.run.measure.seat, max(self.feet.values()) + MARGIN
        for number, view in enumerate(self.views):
            for piece in edges(view, self.places, self.feet, self.depths, {}):
                found[not piece.startswith("<line")].setdefault(piece, []).append(number)
            if number:
                found[2].setdefault(self.here(number), []).append(number)
            for piece in nodes(view, self.places, seat, {}):
                found[3].setdefault(piece, []).append(number)
            for piece in text_lines(texts[number], foot):
                found[4].setdefault(piece, []).append(number)
        return found

    def here(self, number: int) -> Markup:
        """Return the ground of the node of a step, or of the drawn node above it if it is folded."""
        node = self.run.steps[number - 1].node
        while node not in self.places and node.parent is not None:
            node = node.parent
        x, y = self.places[node]
        wide, high = WIDE + 2 * ROUND, TALL + 2 * ROUND
        return element("rect", class_="here", x=x - wide // 2, y=y - ROUND, width=wide, height=high, rx=ROUND)

    def texts(self, number: int) -> Iterator[str]:
        """Yield the lines below the tree after `number` steps: the step's sentence, then signs and reasons."""
        wide = (self.width - 2 * MARGIN) // CHAR
        count = len(self.run.steps)
        said = self.run.steps[number - 1].sentence if number else "The start."
        rows = wrap(f"{number}/{count}  {said}", wide, "   ")
        yield from rows
        yield from [""] * (self.longest(wide) - len(rows) + 1)
        yield from text_below(self.views[number], self.marks[number], self.run.measure.seat, wide)

    def longest(self, wide: int) -> int:
        """Return the number of lines of the longest sentence."""
        count = len(self.run.steps)
        return max((len(wrap(f"{count}/{count}  {step.sentence}", wide, "   ")) for step in self.run.steps), default=1)


def join(one: Box, other: Box) -> Box:
    """Return the room that includes both."""
    bands = [(min(a, c), max(b, d)) for (a, b), (c, d) in zip(one.bands, other.bands, strict=True)]
    return Box(tuple(bands), max(one.rise, other.rise), max(one.height, other.height))
