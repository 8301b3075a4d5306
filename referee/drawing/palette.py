"""The colours of drawn boards: of grounds, pieces and marks, for three depths of colour; lighter and darker ones.

Boards bring their ground along, so that they look alike on a dark terminal and on a light one. A colour is chosen for
the ground that it stands on: pieces have a contrast to it of at least 3 in `classic` and 4.5 in `safe`, and marks of at
least 3 (www.w3.org/TR/WCAG22, 1.4.3 and 1.4.11). Where black and white both lie on a ground of `safe` its luminance is
near 0.18: there alone both reach 4.5. Two such grounds side by side differ in hue, and not in light. The hues of `safe`
follow Okabe and Ito (jfly.uni-koeln.de/color).
"""

from collections.abc import Mapping
from enum import Enum
from functools import cache

from games.dataclass import dataclass

BASIC_NAMES = (
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
    "bright_black", "bright_red", "bright_green", "bright_yellow", "bright_blue", "bright_magenta", "bright_cyan",
    "bright_white",
)  # fmt: skip
LEVELS = 0, 95, 135, 175, 215, 255  # of each part of a colour in the cube of 216 of the 256
GREYISH = 24  # difference between the parts of a colour below which it is a grey
PAGE = "#15171c"  # what pictures of boards lie on
BLACK, WHITE = "#000000", "#ffffff"
READ, SEEN = 4.5, 3.0  # the least contrast of words, and of marks, to what they stand on


class Depth(Enum):
    """How many colours a terminal shows."""

    TRUE = "true"
    INDEXED = "256"
    BASIC = "16"


@dataclass(frozen=True)
class Colour:
    """A colour as `#rrggbb`, and its number among the 16 of every terminal.

    indexed  the one of the 256 that stands for it, if that is not the closest by distance.
    """

    shade: str
    basic: int
    indexed: str = ""


def table(**colours: tuple[str, int] | tuple[str, int, str]) -> dict[str, Colour]:
    """Return the colours by their names."""
    return {name: Colour(*colour) for name, colour in colours.items()}


CLASSIC = table(
    red=("#ff4b4d", 9), yellow=("#ffd02f", 11), black=("#0b0c0e", 0), white=("#fbfaf6", 15, "#ffffff"),
    blue=("#7ab8ff", 12), crimson=("#b80d1b", 1), navy=("#1741ad", 4, "#0000d7"), ink=("#f4f5f7", 15),
    shadow=("#8f96a3", 7),
    mark=("#ffffff", 15), cursor=("#ffe45c", 11), hint=("#d3ffdf", 15), lit=("#050b21", 0),
    slate=("#262a33", 0), slate2=("#2e333e", 0), frame=("#12379a", 4, "#0000af"), hole=("#0a1a4a", 0),
    felt=("#24814b", 2), felt2=("#217845", 2), light=("#e9d3ac", 7), dark=("#9a6028", 3),
    board=("#ac8752", 3, "#af8700"), board2=("#7c5b3b", 8), wood=("#b28843", 3, "#af8700"),
    grain=("#54360f", 0, "#5f0000"), well=("#5a3619", 0, "#5f0000"), table=("#3b745a", 2),
    point=("#af8b51", 3, "#af8700"), point2=("#b42d29", 1, "#d70000"),
    stone=("#dcdfe4", 7), stone2=("#c6cad2", 15), stone3=("#ebedf1", 7),
    bar=("#7b4526", 1), bar2=("#4a2510", 0), shine=("#bd8054", 3), card=("#fbfaf5", 15), back=("#2b4c9b", 4, "#005faf"),
    threat=("#d5402f", 1, "#d70000"),
)  # fmt: skip
SAFE = CLASSIC | table(
    hint=("#fff7a8", 11), red=("#f0641e", 9), yellow=("#fff06a", 11), black=("#000000", 0, "#000000"),
    white=("#ffffff", 15, "#ffffff"), crimson=("#9a2c00", 1), navy=("#06245c", 4), slate=("#23272f", 0),
    frame=("#0c2557", 4), hole=("#030c1f", 0), lit=("#02060f", 0), felt=("#1f837b", 2, "#00875f"),
    felt2=("#2f8371", 2, "#767676"), dark=("#a9652d", 3, "#af5f5f"), board=("#a36829", 3, "#af5f5f"),
    board2=("#6a7687", 8, "#767676"), wood=("#9e6b29", 3, "#af5f5f"), grain=("#3d2406", 0, "#5f0000"),
    table=("#33808b", 2, "#00875f"), point=("#a36829", 3, "#af5f5f"), point2=("#776bb6", 5, "#875fd7"),
    threat=("#d5402f", 1, "#d700af"),
)  # fmt: skip
PALETTES: Mapping[str, Mapping[str, Colour]] = {"classic": CLASSIC, "safe": SAFE}


def parts(shade: str) -> tuple[int, int, int]:
    """Return the red, green and blue of `#rrggbb`, 0 to 255 each."""
    return int(shade[1:3], 16), int(shade[3:5], 16), int(shade[5:7], 16)


def luminance(shade: str) -> float:
    """Return the relative luminance of `#rrggbb`, 0 to 1, as the Web Content Accessibility Guidelines define it."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in scaled(shade)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def scaled(shade: str) -> list[float]:
    """Return the red, green and blue of `#rrggbb`, 0 to 1 each."""
    return [part / 255 for part in parts(shade)]


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours `#rrggbb`, 1 to 21, as those guidelines define it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@cache
def indexed(shade: str) -> str:
    """Return the closest to `#rrggbb` of the 256 colours above the first 16, as `#rrggbb`.

    A grey becomes a grey only: by distance brown would become one.
    """
    red, green, blue = parts(shade)
    if max(red, green, blue) - min(red, green, blue) < GREYISH:
        grey = 8 + 10 * min(max(round(((red + green + blue) / 3 - 8) / 10), 0), 23)
        return f"#{grey:02x}{grey:02x}{grey:02x}"
    return "#" + "".join(f"{min(LEVELS, key=lambda level: abs(level - part)):02x}" for part in (red, green, blue))


def dimmed(colour: Colour) -> Colour:
    """Return the colour at half its strength."""
    shade = "#" + "".join(f"{part // 2:02x}" for part in parts(colour.shade))
    return Colour(shade, colour.basic - 8 if colour.basic > 8 else 8)  # the bright ones begin there


def at_depth(colour: Colour, depth: Depth) -> str:
    """Return the colour in the words of a terminal of this depth: `#rrggbb`, or the name of one of the 16."""
    if depth is Depth.BASIC:
        return BASIC_NAMES[colour.basic]
    return colour.shade if depth is Depth.TRUE else colour.indexed or indexed(colour.shade)


def mixed(one: str, other: str, part: float) -> str:
    """Return a colour between two others; `part` is the share of the way from `one` to `other`."""
    pairs = zip(parts(one), parts(other), strict=True)
    return "#" + "".join(f"{round(start + (end - start) * part):02x}" for start, end in pairs)


def rim(colour: str, part: float = 0.28) -> str:
    """Return a colour for the edge of a thing: darker, or lighter if the thing is dark itself."""
    return mixed(colour, WHITE if contrast(colour, WHITE) > contrast(colour, BLACK) else BLACK, part)


def read_on(ground: str, ink: str = WHITE, least: float = READ) -> str:
    """Return the ink if its contrast to the ground is at least `least`, otherwise black or white."""
    if contrast(ink, ground) >= least:
        return ink
    return max(BLACK, WHITE, key=lambda each: contrast(each, ground))
