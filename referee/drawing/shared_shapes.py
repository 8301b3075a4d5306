"""Shapes of SVG that a page shows more than once, written down once.

A board that is drawn after every move of a long match changes in a few rows only.
"""

from referee.drawing.markup import Markup, block, element


class SharedShapes:
    """The shapes of one page or file, each with a number; shapes may be made of shapes that are there already.

    prefix  of their identities, which differs from that of other files where these may come into one page.
    """

    def __init__(self, prefix: str = "shape-") -> None:
        self.prefix = prefix
        self.numbers: dict[Markup, int] = {}

    def use(self, shape: Markup, x: float = 0, y: float = 0) -> Markup:
        """The shape, moved by that much to the right and down."""
        number = self.numbers.setdefault(shape, len(self.numbers) + 1)
        return element("use", href=f"#{self.prefix}{number}", x=distance(x), y=distance(y))

    def definitions(self) -> Markup:
        """All shapes that were used, as an element that shows nothing by itself."""
        return block("svg", self.defs(), class_="shapes", width=0, height=0, aria_hidden="true")

    def defs(self) -> Markup:
        """All shapes that were used, as an element for a picture that uses them itself."""
        shapes = (element("g", shape, id=f"{self.prefix}{number}") for shape, number in self.numbers.items())
        return block("defs", *shapes)


def distance(pixels: float) -> str | None:
    """The distance as an attribute, which is left out where it is 0."""
    return f"{round(pixels, 2):g}" if pixels else None
