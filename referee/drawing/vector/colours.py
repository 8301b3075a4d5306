"""Colours of shapes as `#rrggbb`: lighter, darker, and such as are read on another."""

from referee.drawing.palette import contrast, parts

PAGE = "#15171c"  # what pictures of boards lie on
BLACK, WHITE = "#000000", "#ffffff"
READ, SEEN = 4.5, 3.0  # the least contrast to what it stands on of words, and of marks


def mixed(one: str, other: str, part: float) -> str:
    """The colour that part of the way from one to the other."""
    pairs = zip(parts(one), parts(other), strict=True)
    return "#" + "".join(f"{round(start + (end - start) * part):02x}" for start, end in pairs)


def rim(colour: str, part: float = 0.28) -> str:
    """A colour for the edge of something in that colour: darker, or lighter where it is dark itself."""
    return mixed(colour, WHITE if contrast(colour, WHITE) > contrast(colour, BLACK) else BLACK, part)


def read_on(ground: str, ink: str = WHITE, least: float = READ) -> str:
    """That ink where it has that contrast to the ground, else black or white."""
    if contrast(ink, ground) >= least:
        return ink
    return max(BLACK, WHITE, key=lambda each: contrast(each, ground))
