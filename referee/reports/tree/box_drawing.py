"""The characters that trees are drawn with, and texts in characters that a window can show."""

from __future__ import annotations

import unicodedata
from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from referee.drawing.text_width import is_uneven, pieces
from referee.trees.tree import Role

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.drawing.glyphs import Signs

Arms = tuple[int, int, int, int]  # the weights of the lines that leave a cell up, down, left and right
SIDES = {"UP": (0,), "DOWN": (1,), "VERTICAL": (0, 1), "LEFT": (2,), "RIGHT": (3,), "HORIZONTAL": (2, 3)}
PLAIN_WORDS = str.maketrans(
    {"∞": "inf", "≤": "<=", "≥": ">=", "−": "-", "±": "+-", "·": ".", "…": "...", "–": "-", "×": "x"}  # noqa: RUF001
)


class Weight(IntEnum):
    """How an edge is drawn; the greater one wins a shared cell."""

    NONE = 0
    DASHED = 1  # to what was pruned
    LIGHT = 2
    HEAVY = 3  # on the line of best play


@dataclass(frozen=True)
class TreeGlyphs:
    """The characters for nodes and edges.

    roles    whose turn it is;  bounds  before a value that is a bound.
    edges    across and down, for each weight;  twigs  of an outline: before a kid, before the last one.
    """

    roles: Mapping[Role, str]
    bounds: Mapping[str, str]
    infinity: str
    pruned: str
    deeper: str  # below a node with moves that were not grown
    more: str  # before the number of folded positions
    edges: Mapping[int, tuple[str, str]]
    twigs: Mapping[int, tuple[str, str]]
    trunk: str
    finer: bool


FINE = TreeGlyphs(
    roles={Role.MAX: "△", Role.MIN: "▽", Role.CHANCE: "○", Role.END: "□"},
    bounds={"": "", ">=": "≥", "<=": "≤"},
    infinity="∞",
    pruned="✂",
    deeper="⋮",
    more="…",
    edges={Weight.DASHED: ("╌", "╎"), Weight.LIGHT: ("─", "│"), Weight.HEAVY: ("━", "┃")},
    twigs={Weight.DASHED: ("├╌", "└╌"), Weight.LIGHT: ("├─", "└─"), Weight.HEAVY: ("┣━", "┗━")},
    trunk="│",
    finer=True,
)
COARSE = TreeGlyphs(
    roles={Role.MAX: "^", Role.MIN: "v", Role.CHANCE: "o", Role.END: "#"},
    bounds={"": "", ">=": ">=", "<=": "<="},
    infinity="inf",
    pruned="x",
    deeper=":",
    more="...",
    edges={Weight.DASHED: (".", ":"), Weight.LIGHT: ("-", "|"), Weight.HEAVY: ("*", "*")},
    twigs={Weight.DASHED: ("|.", "`."), Weight.LIGHT: ("|-", "`-"), Weight.HEAVY: ("**", "**")},
    trunk="|",
    finer=False,
)


def tree_glyphs(signs: Signs) -> TreeGlyphs:
    """Return the glyphs that suit the signs of pictures."""
    return COARSE if signs.rule.isascii() else FINE


def joint_glyph(arms: Arms, pens: TreeGlyphs) -> str:
    """Return the character for a cell that edges leave in these directions."""
    up, down, left, right = arms
    if not left and not right:
        return pens.edges[max(up, down)][1]
    if not up and not down:
        return pens.edges[max(left, right)][0]
    if not pens.finer:
        return "*" if max(arms) == Weight.HEAVY else "+"
    return box_glyphs()[up and max(up, 2), down and max(down, 2), left and max(left, 2), right and max(right, 2)]


@cache
def box_glyphs() -> dict[Arms, str]:
    """Return the box-drawing characters with light and heavy arms, by their Unicode names."""
    found = {}
    for code in range(0x2500, 0x254C):
        words = unicodedata.name(chr(code)).split()[2:]
        if "DASH" not in words:
            found[arms_of(words)] = chr(code)
    return found


def arms_of(words: list[str]) -> Arms:
    """Return the arms in such a name: `LIGHT DOWN AND RIGHT`, `DOWN LIGHT AND LEFT HEAVY`."""
    arms, open_sides = [0, 0, 0, 0], list[int]()
    weights = {"LIGHT": Weight.LIGHT, "HEAVY": Weight.HEAVY}
    if words[0] in weights:  # one weight for all
        words = [*words[1:], words[0]]
    for word in words:
        open_sides += SIDES.get(word, ())
        if word in weights:
            for side in open_sides:
                arms[side] = weights[word]
            open_sides = []
    return arms[0], arms[1], arms[2], arms[3]


def to_cells(text: str, pens: TreeGlyphs) -> str:
    """Return the text, in ASCII if trees are; ? replaces characters of unknown width."""
    if not pens.finer:
        text = text.translate(PLAIN_WORDS).encode("ascii", "replace").decode()
    return "".join("?" if is_uneven(piece) else piece for piece in pieces(text))
