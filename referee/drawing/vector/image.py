"""A picture as data: shapes one upon the other, which any writer can draw, and which are written as SVG here."""

from collections.abc import Iterable
from itertools import groupby
from typing import Literal
from zlib import crc32

from games.dataclass import dataclass
from referee.drawing.markup import NO_BREAK, Markup, SharedShapes, block, element
from referee.drawing.text_width import text_width

Where = tuple[float, float]
WIDE, NARROW, USUAL = 0.78, 0.3, 0.55  # columns of a character of a text, as parts of its size
CAPITALS = 0.36  # of the size of a text, from the middle of its capitals to their foot
FONT, TYPED = "system-ui, sans-serif", "ui-monospace, monospace"


@dataclass(frozen=True)
class Circle:
    """A circle around a point. Without a colour it is not filled, or has no outline."""

    x: float
    y: float
    radius: float
    fill: str = ""
    stroke: str = ""
    thick: float = 0


@dataclass(frozen=True)
class Rectangle:
    """A rectangle from its upper left corner, with round corners of the radius `corner`."""

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    stroke: str = ""
    thick: float = 0
    corner: float = 0


@dataclass(frozen=True)
class Polygon:
    """A closed outline."""

    points: tuple[Where, ...]
    fill: str = ""
    stroke: str = ""
    thick: float = 0


@dataclass(frozen=True)
class Polyline:
    """Straight lines from point to point, round at their ends."""

    points: tuple[Where, ...]
    stroke: str
    thick: float


@dataclass(frozen=True)
class Text:
    """Words whose letters stand on y; x is where they begin, end or have their middle.

    step  from one character to the next in a fixed pitch; 0: as the font has it.
    """

    x: float
    y: float
    words: str
    fill: str
    size: float
    bold: bool = False
    align: Literal["start", "middle", "end"] = "middle"
    step: float = 0


@dataclass(frozen=True)
class Group:
    """Shapes moved to the right and down."""

    shapes: "tuple[Shape, ...]"
    x: float = 0
    y: float = 0


Shape = Circle | Rectangle | Polygon | Polyline | Text | Group


@dataclass(frozen=True)
class VectorImage:
    """Shapes from the lowest to the uppermost, and how much room they need."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def centred(x: float, y: float, words: str, fill: str, size: float, bold: bool = False) -> Text:
    """Return words whose middle is (x, y)."""
    return Text(x, y + size * CAPITALS, words, fill, size, bold)


def room_for(words: str, size: float) -> float:
    """Return about how wide the words are, whatever the font."""
    kinds = groupby(words, lambda char: NARROW if char in " .,:;'|!il" else WIDE if char.isupper() else USUAL)
    return sum(width * len(list(run)) for width, run in kinds) * size


def svg(image: VectorImage, title: str, description: str = "") -> str:
    """Return the image as a file of its own; screen readers read the title and the description."""
    shared = SharedShapes(prefix_of(image))
    content = [shape_markup(shape, shared) for shape in image.shapes]
    return document((image.width, image.height), (title, description), shared, content)


def prefix_of(*images: VectorImage) -> str:
    """Return what identities in a file of these images begin with: several files may come into one page."""
    return f"b{crc32(repr(images).encode()):08x}-"


def document(
    size: Where, told: tuple[str, str], shared: SharedShapes, content: Iterable[Markup], rules: str = ""
) -> str:
    """Return an SVG file with this content; `told` holds its title and its description."""
    wide, high = map(number, size)
    names = {shared.prefix + name: words for name, words in zip(("title", "desc"), told, strict=True) if words}
    return block(
        "svg",
        *(element(name.removeprefix(shared.prefix), words, id=name) for name, words in names.items()),
        *[block("style", Markup(rules))] * bool(rules),
        block("g", shared.defs(), *content, font_family=FONT),
        xmlns="http://www.w3.org/2000/svg", width=wide, height=high, viewBox=f"0 0 {wide} {high}",
        role="img", aria_labelledby=" ".join(names),
    ) + "\n"  # fmt: skip


def shape_markup(shape: Shape, shared: SharedShapes) -> Markup:
    """Return a shape as an element; equal groups share their content."""
    match shape:
        case Group():
            content = Markup("".join(shape_markup(each, shared) for each in shape.shapes))
            return shared.use(content, shape.x, shape.y) if content else content
        case Circle():
            place = {"cx": number(shape.x), "cy": number(shape.y), "r": number(shape.radius)}
            return element("circle", **place, **colours(shape))
        case Rectangle():
            place = {"x": number(shape.x), "y": number(shape.y)}
            size = {"width": number(shape.width), "height": number(shape.height)}
            return element("rect", **place, **size, rx=number(shape.corner) if shape.corner else None, **colours(shape))
        case Polygon():
            return element("polygon", points=pairs(shape.points), **colours(shape))
        case Polyline():
            ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
            width = number(shape.thick)
            return element(
                "polyline", points=pairs(shape.points), fill="none", stroke=shape.stroke, stroke_width=width, **ends
            )
        case Text():
            return text_markup(shape)


def colours(shape: Circle | Rectangle | Polygon) -> dict[str, str]:
    """Return the colours of a shape as attributes."""
    found = {"fill": shape.fill or "none"}
    return found | {"stroke": shape.stroke, "stroke_width": number(shape.thick)} if shape.stroke else found


def text_markup(shape: Text) -> Markup:
    """Return words as an element."""
    return element(
        "text", shape.words.replace(" ", NO_BREAK) if shape.step else shape.words,
        font_family=TYPED if shape.step else None, x=number(shape.x), y=number(shape.y), fill=shape.fill,
        font_size=number(shape.size), font_weight="bold" if shape.bold else None,
        text_anchor=None if shape.align == "start" else shape.align,
        textLength=number(shape.step * text_width(shape.words)) if shape.step else None,
    )  # fmt: skip


def pairs(points: Iterable[Where]) -> str:
    """Return points as an attribute."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def number(length: float) -> str:
    """Return a length with at most two digits behind the point."""
    return f"{round(length, 2) + 0:g}"
