"""A match as an animated SVG: each shape is written once, with the frames in which it is seen."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import TYPE_CHECKING

from referee.drawing.animation import Interval, intervals, visibility_rules
from referee.drawing.markup import element
from referee.drawing.shared_shapes import SharedShapes
from referee.drawing.vector.image import Group, Shape
from referee.drawing.vector.svg import document, prefix_of, shape_markup
from referee.reports.share.frames import PAUSE, SECONDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.drawing.vector.image import VectorImage

Shown = list[tuple[Shape, list[int]]]  # shapes from the lowest to the uppermost, and the frames in which each is seen


def animated_svg(images: Sequence[VectorImage], title: str, description: str) -> str:
    """The file: it shows image after image, then again from the first. All are of one size."""
    shared = SharedShapes(prefix_of(*images))
    pieces = [(shape, span) for shape, numbers in shown_shapes(images) for span in intervals(numbers)]
    names = {span: f"{shared.prefix}t{number}" for number, span in enumerate(dict.fromkeys(span for _, span in pieces))}
    always: Interval = 0, len(images)
    content = [
        shape_markup(shape, shared) if span == always else element("g", shape_markup(shape, shared), class_=names[span])
        for shape, span in pieces
    ]
    rules = visibility_rules(names, len(images), SECONDS, PAUSE)
    return document((images[0].width, images[0].height), (title, description), shared, content, rules)


def shown_shapes(images: Sequence[VectorImage]) -> Shown:
    """Each shape with the numbers of the images that it is seen in, so ordered that it lies in each as in the image.

    Where no order suits all images, each has its shapes for itself.
    """
    frames = [list(dict.fromkeys(unfold(image.shapes))) for image in images]
    order: TopologicalSorter[Shape] = TopologicalSorter()
    for frame in frames:
        for shape in frame:
            order.add(shape)
        for below, above in pairwise(frame):
            order.add(above, below)
    try:
        found: dict[Shape, list[int]] = {shape: [] for shape in order.static_order()}
    except CycleError:
        return [(shape, [number]) for number, frame in enumerate(frames) for shape in frame]
    for number, frame in enumerate(frames):
        for shape in frame:
            found[shape].append(number)
    return list(found.items())


def unfold(shapes: Sequence[Shape], x: float = 0, y: float = 0, depth: int = 2) -> Iterator[Shape]:
    """The shapes, and those in a group of groups each by itself in the place where it lies."""
    for shape in shapes:
        if isinstance(shape, Group) and depth:
            yield from unfold(shape.shapes, x + shape.x, y + shape.y, depth - 1)
        else:
            yield Group(shape.shapes, x + shape.x, y + shape.y) if isinstance(shape, Group) else moved(shape, x, y)


def moved(shape: Shape, x: float, y: float) -> Shape:
    """The shape, in a group where it lies elsewhere."""
    return Group((shape,), x, y) if x or y else shape
