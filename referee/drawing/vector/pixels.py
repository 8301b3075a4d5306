"""Shapes as pixels, by Pillow, which is imported only where pixels are wanted."""

from __future__ import annotations

import io
from functools import cache
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from referee.drawing.text_width import text_width
from referee.drawing.vector.image import Circle, Group, Polygon, Polyline, Rectangle, Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

    from referee.drawing.vector.image import Shape, VectorImage, Where

FINE = 3  # points that are drawn for each pixel, across and down, and then made one
ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}
HEAVY = 0.035  # of the size of bold letters their outline is thick
OTHERS = "DejaVuSans.ttf"  # where it is installed, for letters that are not of ASCII
NEEDED = "needs Pillow: pip install 'referee[share]'"


class PillowMissing(Exception):
    """There is no Pillow, so nothing can be drawn as pixels. Its words follow what was wanted."""


def require_pillow() -> None:
    """Raise PillowMissing if there is no Pillow, or one that cannot set letters."""
    try:
        from PIL import features
    except ImportError:
        raise PillowMissing(NEEDED) from None
    if not features.check("freetype2"):
        raise PillowMissing("needs a Pillow that was built with FreeType")


def pixels(image: VectorImage, ground: str, scale: float = 1.0) -> Image:
    """Return the image `scale` times as large, on a ground. Raises PillowMissing."""
    require_pillow()
    from PIL import Image, ImageDraw

    size = round(image.width * scale), round(image.height * scale)
    sheet = Image.new("RGB", (size[0] * FINE, size[1] * FINE), ground)
    Brush(ImageDraw.Draw(sheet), scale * FINE).shapes(image.shapes, (0, 0))
    return sheet.reduce(FINE)


def as_png(image: Image) -> bytes:
    """Return the pixels as a PNG file."""
    with io.BytesIO() as file:
        image.save(file, "PNG")
        return file.getvalue()


@cache
def font(size: float, plain: bool) -> FreeTypeFont:
    """Return a font: Pillow's own for letters of ASCII, otherwise one that has more, if it is installed."""
    from PIL import ImageFont

    if not plain:
        try:
            return ImageFont.truetype(OTHERS, size)
        except OSError:
            pass
    found = ImageFont.load_default(size)
    if not isinstance(found, ImageFont.FreeTypeFont):
        raise PillowMissing(NEEDED)
    return found


class Brush:
    """A brush that draws shapes `scale` times as large."""

    def __init__(self, draw: ImageDraw, scale: float):
        self.draw, self.scale = draw, scale

    def shapes(self, shapes: Iterable[Shape], start: Where) -> None:
        """Draw the shapes, moved to the right and down by `start`."""
        for shape in shapes:
            match shape:
                case Group():
                    self.shapes(shape.shapes, (start[0] + shape.x, start[1] + shape.y))
                case Circle():
                    self.circle(shape, start)
                case Rectangle():
                    self.rectangle(shape, start)
                case Polygon():
                    self.polygon(shape, start)
                case Polyline():
                    self.line(shape.points, shape.stroke, shape.thick, start)
                case Text():
                    self.text(shape, start)

    def point(self, x: float, y: float, start: Where) -> Where:
        return (x + start[0]) * self.scale, (y + start[1]) * self.scale

    def circle(self, shape: Circle, start: Where) -> None:
        """Draw a circle: Pillow's outlines lie within it, a picture's on both sides of its edge."""
        (x, y), thick = self.point(shape.x, shape.y, start), shape.thick * bool(shape.stroke) * self.scale
        radius = shape.radius * self.scale + thick / 2
        box = (x - radius, y - radius, x + radius - 1, y + radius - 1)
        self.draw.ellipse(box, shape.fill or None, shape.stroke or None, round(thick))

    def rectangle(self, shape: Rectangle, start: Where) -> None:
        thick = shape.thick * bool(shape.stroke) * self.scale
        left, top = self.point(shape.x, shape.y, start)
        right, low = self.point(shape.x + shape.width, shape.y + shape.height, start)
        box = tuple(round(side) for side in (left - thick / 2, top - thick / 2, right + thick / 2, low + thick / 2))
        corner = shape.corner * self.scale + thick / 2 * bool(shape.corner)
        edges = box[0], box[1], max(box[0], box[2] - 1), max(box[1], box[3] - 1)
        self.draw.rounded_rectangle(edges, corner, shape.fill or None, shape.stroke or None, round(thick))

    def polygon(self, shape: Polygon, start: Where) -> None:
        if shape.fill:
            self.draw.polygon([self.point(*point, start) for point in shape.points], shape.fill)
        if shape.stroke:
            self.line((*shape.points, shape.points[0]), shape.stroke, shape.thick, start)

    def line(self, points: Iterable[Where], colour: str, thick: float, start: Where) -> None:
        """Draw lines from point to point, round where they meet and end."""
        placed, radius = [self.point(*point, start) for point in points], thick * self.scale / 2
        for one, other in pairwise(placed):
            self.draw.line((*one, *other), colour, round(thick * self.scale))
        for x, y in placed:
            self.draw.ellipse((x - radius, y - radius, x + radius - 1, y + radius - 1), colour)

    def text(self, shape: Text, start: Where) -> None:
        """Write words, character by character in a fixed pitch."""
        heavy = shape.size * self.scale * HEAVY if shape.bold else 0
        letters = font(shape.size * self.scale, shape.words.isascii())
        if not shape.step:
            place = self.point(shape.x, shape.y, start)
            self.draw.text(place, shape.words, shape.fill, letters, ANCHORS[shape.align], stroke_width=heavy)
            return
        ends = accumulate(map(text_width, shape.words))
        for char, end in zip(shape.words, ends, strict=True):
            middle = shape.x + shape.step * (end - text_width(char) / 2)
            self.draw.text(self.point(middle, shape.y, start), char, shape.fill, letters, "ms", stroke_width=heavy)
