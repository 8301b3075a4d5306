"""Any picture as shapes of SVG in the colours of a page: boards as boards, all else as the lines of a terminal."""

from dataclasses import dataclass, replace

from games.picture import Grid, Picture
from referee.drawing.glyphs import UNICODE, Line
from referee.drawing.highlights import UNMARKED, Marks
from referee.drawing.markup import NO_BREAK, Markup, element
from referee.drawing.picture import draw
from referee.drawing.screenshot import merge_spans
from referee.drawing.shared_shapes import SharedShapes
from referee.drawing.svg_grid import RULES as GRID_RULES
from referee.drawing.svg_grid import Size, grid_shapes
from referee.drawing.text_width import size, text_width
from referee.drawing.themes import THEMES

WIDTH = 80  # columns of lines at most
CHAR, LINE, HIGH = 9.8, 20.0, 15  # pixels of a character and of a line, and from its top to the foot of its letters
BEHIND = {"last", "from"}  # roles that have a ground of their own
RULES = (
    GRID_RULES
    + """\
.typed { font: 16px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: var(--ink); white-space: pre }
.typed-first { fill: var(--strong); font-weight: 700 }
.typed-second { fill: var(--bad); font-weight: 700 }
.typed-faint { fill: var(--faint) }
.typed-strong { font-weight: 700 }
.typed-last, .typed-from { fill: var(--ground); font-weight: 700 }
.behind-last, .behind-from { fill: currentColor }
"""
)


@dataclass(frozen=True)
class PictureShapes:
    """A picture's size in pixels, the elements that it is made of, and its note."""

    size: Size
    content: Markup
    note: str


def drawing(picture: Picture, shapes: SharedShapes, marks: Marks = UNMARKED) -> PictureShapes:
    """The picture in shapes that are shared with others; what marks show is in the colour that its element has."""
    if isinstance(picture, Grid):
        return PictureShapes(*grid_shapes(picture, marks, shapes), picture.note)
    note = "" if isinstance(picture, str) else picture.note
    lines = draw(picture if isinstance(picture, str) else replace(picture, note=""), UNICODE, WIDTH, marks)
    columns, rows = size(lines)
    content = [shapes.use(line_shape(line), 0, row * LINE) for row, line in enumerate(lines)]
    return PictureShapes((columns * CHAR + 2, rows * LINE), Markup("".join(content)), note)


def line_shape(line: Line) -> Markup:
    """A line of text, its grounds behind it."""
    grounds, texts, at = list[Markup](), list[Markup](), 0
    for span in merge_spans(line, THEMES["safe"]):
        x, wide = f"{at * CHAR:g}", f"{text_width(span.text) * CHAR:g}"
        if span.role in BEHIND:
            grounds.append(element("rect", class_=f"behind-{span.role}", x=x, width=wide, height=LINE))
        if span.text.strip():
            shown = span.text.replace(" ", NO_BREAK)
            kind = f"typed typed-{span.role}" if span.role else "typed"
            texts.append(element("text", shown, class_=kind, x=x, y=HIGH, textLength=wide))
        at += text_width(span.text)
    return Markup("".join([*grounds, *texts]))
