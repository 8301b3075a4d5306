"""What the roles of a drawing look like: from one table a style for rich, and one for prompt_toolkit.

Every colour is read on a dark ground as well as on a light one: without a ground of its own its contrast to black and
to white is 3 at least, what the Web Content Accessibility Guidelines ask of large or bold text and of graphics
(www.w3.org/TR/WCAG22, 1.4.3 and 1.4.11); with a ground of its own its contrast to that ground is 4.5. No colour is the
only mark of anything.
"""

from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache

from games.dataclass import dataclass
from referee.drawing.palette import PALETTES, Colour, Depth, at_depth, dimmed


@dataclass(frozen=True)
class Style:
    """Colours and attributes of a text. A colour is `#rrggbb`, an ANSI name such as `bright_cyan`, or none."""

    fg: str = ""
    bg: str = ""
    bold: bool = False
    dim: bool = False
    reverse: bool = False
    underline: bool = False


PLAIN = Style()
ROLES = {
    "first": "what is seat 0's",
    "second": "what is seat 1's",
    "faint": "rules, labels and notes",
    "last": "the cell that the last move ended on, and the cells that won",
    "from": "the cell that it came from",
    "cursor": "the cell that a person points to",
    "target": "a cell that may be moved to from here",
    "strong": "numbers to be seen at once",
    "title": "what is on the screen",
    "bar": "the ground of the title and of the keys",
    "bar-title": "the title on it",
    "bar-key": "a key on it",
    "first-chip": "the letter of seat 0",
    "second-chip": "the letter of seat 1",
    "key": "a key that may be pressed",
    "clock": "time that is left",
    "urgent": "little of it",
    "bad": "a mistake, a loss",
}


@dataclass(frozen=True, eq=False)  # so that they can be hashed, by their identity
class Theme:
    """A style for each role, and the colours of drawn boards, for terminals of one depth of colour.

    light  whether it is made for a light ground.
    """

    name: str
    styles: Mapping[str, Style] = field(default_factory=dict)
    palette: Mapping[str, Colour] = field(default_factory=dict)
    depth: Depth = Depth.TRUE
    light: bool = False

    def style(self, role: str) -> Style:
        """Return the style of a role; a plain one if it has none.

        `red/felt` is a colour of the palette on a ground; `!` after it is bold, `_` underlined. `faint/` is the
        style of that role.
        """
        if role in self.styles or "/" not in role:
            return self.styles.get(role, PLAIN)
        ink, _, ground = role.rstrip("!_").partition("/")
        if ink in self.styles and not ground:
            return self.styles[ink]
        return Style(self.colour(ink), self.colour(ground), bold="!" in role, underline="_" in role)

    def colour(self, name: str) -> str:
        """Return a colour of the palette as a Style has it; a name with `~` after it is dimmed; "" for no name."""
        found = self.palette.get(name.rstrip("~"))
        if found is None:
            return ""
        return at_depth(dimmed(found) if name.endswith("~") else found, self.depth)


COMMON = {
    "faint": Style(dim=True),
    "last": Style(bold=True, reverse=True),
    "strong": Style(bold=True),
    "title": Style(bold=True),
    "clock": Style(bold=True),
}

# Bars bring a ground of their own, which is near the terminal's ground.
DARK_BAR = {
    "bar": Style("#e4e7ee", "#2b303b"),
    "bar-title": Style("#ffffff", "#2b303b", bold=True),
    "bar-key": Style("#8ab8f5", "#2b303b", bold=True),
}
LIGHT_BAR = {
    "bar": Style("#23272f", "#e1e5ed"),
    "bar-title": Style("#000000", "#e1e5ed", bold=True),
    "bar-key": Style("#0a4f9c", "#e1e5ed", bold=True),
}

# The accents of Solarized, made for both grounds (ethanschoonover.com/solarized).
CLASSIC = COMMON | {
    "first": Style("#2aa198", bold=True),
    "second": Style("#b58900", bold=True),
    "first-chip": Style("#000000", "#2aa198", bold=True),
    "second-chip": Style("#000000", "#b58900", bold=True),
    "from": Style("#6c71c4", bold=True),
    "cursor": Style("#000000", "#ffd75f", bold=True),
    "target": Style("#859900", bold=True),
    "key": Style("#268bd2", bold=True),
    "urgent": Style("#ffffff", "#b3261e", bold=True),
    "bad": Style("#dc322f", bold=True),
}

# The colours that Okabe and Ito chose to be told apart by all kinds of eyes (jfly.uni-koeln.de/color): blue, vermillion
# and bluish green on any ground, yellow, sky blue and orange as a ground for black.
SAFE = COMMON | {
    "first": Style("#0072b2", bold=True),
    "second": Style("#d55e00", bold=True),
    "first-chip": Style("#ffffff", "#0072b2", bold=True),
    "second-chip": Style("#000000", "#d55e00", bold=True),
    "from": Style("#000000", "#56b4e9"),
    "cursor": Style("#000000", "#f0e442", bold=True),
    "target": Style("#009e73", bold=True, underline=True),
    "key": Style("#0072b2", bold=True),
    "urgent": Style("#000000", "#e69f00", bold=True),
    "bad": Style("#d55e00", bold=True, underline=True),
}

COLOURS = {"classic": CLASSIC, "safe": SAFE}
THEMES = {name: Theme(name, styles | DARK_BAR, PALETTES[name]) for name, styles in COLOURS.items()}
LIGHT_THEMES = {name: Theme(name, styles | LIGHT_BAR, PALETTES[name], light=True) for name, styles in COLOURS.items()}

# Without colours (no-color.org) a ground cannot be shown, but reversed text can.
COLOURLESS = Theme(
    "colourless",
    COMMON
    | {
        "first": Style(bold=True),
        "bar-title": Style(bold=True),
        "bar-key": Style(bold=True),
        "first-chip": Style(bold=True, reverse=True),
        "second-chip": Style(bold=True, reverse=True),
        "from": Style(underline=True),
        "cursor": Style(bold=True, reverse=True),
        "target": Style(bold=True, underline=True),
        "key": Style(bold=True),
        "urgent": Style(bold=True, reverse=True),
        "bad": Style(bold=True, underline=True),
    },
)


def attributes(style: Style) -> list[str]:
    """Return the words for all but the colours, which rich and prompt_toolkit share."""
    return [word for word in ("bold", "dim", "reverse", "underline") if getattr(style, word)]


def rich_style(style: Style) -> str:
    """Return the style as rich writes it: `bold #0072b2 on #000000`; a plain one is the empty string."""
    return " ".join([*attributes(style), *[style.fg] * bool(style.fg), *[f"on {style.bg}"] * bool(style.bg)])


def prompt_style(style: Style) -> str:
    """Return the style as prompt_toolkit writes it: `bold fg:#0072b2 bg:#000000`. It knows `dim` from 3.0.52."""
    colours = [f"{kind}:{prompt_colour(name)}" for kind, name in (("fg", style.fg), ("bg", style.bg)) if name]
    return " ".join([*attributes(style), *colours])


@lru_cache(1 << 10)  # for every span of every drawing of a page
def prompt_role(theme: Theme, role: str) -> str:
    """Return the style of a role as prompt_toolkit writes it."""
    return prompt_style(theme.style(role))


def prompt_colour(name: str) -> str:
    """Return what prompt_toolkit calls a colour: white is its ansigray, and bright_white its ansiwhite."""
    if name.startswith("#"):
        return name
    return {"white": "ansigray", "bright_white": "ansiwhite"}.get(name, f"ansi{name.replace('_', '')}")
