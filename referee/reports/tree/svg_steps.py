"""An algorithm's work on a tree as an animated SVG, in a loop.

One file, moved by CSS alone, so that it also runs as an image on a page or a slide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.names.catalogue import SpecError
from referee.drawing.glyphs import UNICODE
from referee.drawing.markup import Markup, element, intervals, visibility_rules
from referee.drawing.text_width import wrap
from referee.drawing.themes import THEMES, Theme
from referee.reports.tree.layout import Box, extent, layers, place_nodes, tops
from referee.reports.tree.node_text import Viewer
from referee.reports.tree.svg import (
    CHAR,
    INK,
    LEAST,
    LINE,
    MARGIN,
    NEAR,
    TALL,
    WIDE,
    box,
    description,
    edges,
    gaps,
    nodes,
    picture,
    styled,
    text_below,
    text_lines,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from referee.reports.tree.node_text import TreeView
    from referee.trees.run import Run
    from referee.trees.tree import Node

MOST = 1_000  # steps of a picture
SECONDS = 2.0  # that a step is shown
ROUND = 3  # pixels around the node of a step
FALLBACK = "#ffd75f"  # for a theme without a cursor colour
COUNTS = {"mcts": "playouts", "bestfirst": "expansions"}  # the option that limits the steps
PAUSE = 4.0  # extra seconds of the last step
Layer = dict[Markup, list[int]]  # what is drawn, and after which steps


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
