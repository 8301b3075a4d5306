"""A picture as data: shapes one upon the other, which any writer can draw. Lengths are pixels from the upper left."""

from itertools import groupby
from typing import Literal

from games.dataclass import dataclass

Where = tuple[float, float]
WIDE, NARROW, USUAL = 0.78, 0.3, 0.55  # columns of a character of a text, as parts of its size
CAPITALS = 0.36  # of the size of a text, from the middle of its capitals to their foot


@dataclass(frozen=True)
class Circle:
    """A circle around a point. No colour: it is not filled, or has no outline."""

    x: float
    y: float
    radius: float
    fill: str = ""
    stroke: str = ""
    thick: float = 0


@dataclass(frozen=True)
class Rectangle:
    """A rectangle from its upper left corner, maybe with round corners of that radius."""

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

    step  from one character to the next where all are as wide as each other; 0: as the font has it.
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
    """Words whose middle is that point."""
    return Text(x, y + size * CAPITALS, words, fill, size, bold)


def room_for(words: str, size: float) -> float:
    """About as wide as such words are, whatever the font."""
    kinds = groupby(words, lambda char: NARROW if char in " .,:;'|!il" else WIDE if char.isupper() else USUAL)
    return sum(width * len(list(run)) for width, run in kinds) * size
