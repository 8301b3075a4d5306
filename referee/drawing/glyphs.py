"""What drawings are made of: pieces of lines with roles, the characters for rules and pieces, and their substitutes."""

from collections.abc import Callable

from games.dataclass import dataclass

Place = tuple[int, int]
OWNER = {0: "first", 1: "second", None: "faint"}


@dataclass(frozen=True)
class Span:
    """A piece of a line and its role, one of those that a theme gives a style (referee/drawing/themes.py), or none.

    place  the cell of the picture, (row, column), that it is a part of, if any.
    typed  what a click on it types at the prompt and enters; "": nothing.
    """

    text: str
    role: str = ""
    place: Place | None = None
    typed: str = ""


Line = list[Span]
Layout = Callable[[], list[Line]]  # a way to draw a picture


def line_text(line: Line) -> str:
    """Return the text of a line."""
    return "".join(span.text for span in line)


@dataclass(frozen=True, eq=False)  # so that they can be hashed, by their identity
class Signs:
    """The characters that pictures are drawn with.

    painted   whether boards are drawn in colours, with pieces made of block characters.
    lettered  whether such pieces bear a letter: with 16 colours two may look alike.
    figures   how the pieces of chess are drawn: as `drawings` where there is room, as `signs` or as `letters`.
    """

    corners: tuple[tuple[str, str, str], ...]  # of the top, inner and bottom rule: left end, crossing, right end
    rule: str
    wall: str
    empty: str  # an empty cell of a board without ruled lines
    post: str  # a dot of a lattice
    seed: str
    finer: dict[str, str]  # signs for the ASCII marks of pictures
    more: str
    painted: bool = False
    lettered: bool = False
    figures: str = "drawings"


UNICODE = Signs(
    corners=(("┌", "┬", "┐"), ("├", "┼", "┤"), ("└", "┴", "┘")),
    rule="─",
    wall="│",
    empty="·",
    post="•",
    seed="●",
    finer={"o": "●", "|": "┃", "#": "■", ":": "∴"},
    more="…",
)
ASCII = Signs(corners=(("+", "+", "+"),) * 3, rule="-", wall="|", empty=".", post="+", seed="o", finer={}, more="...")


def with_signs(text: str, signs: Signs) -> str:
    """Return the text with the ellipsis that belongs to these `signs`."""
    return text.replace(UNICODE.more, signs.more)
