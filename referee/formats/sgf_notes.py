"""Notes on moves in the properties of SGF: comments, names, judgements, values, times and branches.

Properties: red-bean.com/sgf/properties.html. A judgement of the move or of the position is a sign of PGN here; an
emphasized one is the stronger sign, as `BM[2]` is `??`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.match.clock_text import write_number
from referee.match.notes import VALUE, Note, clean_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.formats.sgf import SgfNode

COLOURS = "B", "W"
TIMES = {"B": ("BL", "OB"), "W": ("WL", "OW")}  # seconds left, and moves left in the byo-yomi that runs
# Property and value of each sign. Black is the first side, as in SGF.
SIGNS = {
    1: ("TE", "1"), 3: ("TE", "2"), 2: ("BM", "1"), 4: ("BM", "2"), 5: ("IT", ""), 6: ("DO", ""),
    10: ("DM", "1"), 11: ("DM", "2"), 13: ("UC", "1"),
    17: ("GB", "1"), 19: ("GB", "2"), 16: ("GW", "1"), 18: ("GW", "2"),
}  # fmt: skip
PLAIN = dict(reversed(SIGNS.values()))  # the value of each that is not emphasized
NOTING = {"C", "N", "V", *PLAIN, *TIMES["B"], *TIMES["W"]}
REAL = re.compile(r"[+-]?\d{1,9}(?:\.\d{1,9})?", re.ASCII)  # of the values, those that SGF can hold


def read_note(node: SgfNode, ply: int) -> Note | None:
    """Return the note on move `ply`, which the node makes or stands behind; None if the node says nothing."""
    if not NOTING & node.properties.keys():
        return None
    mover = next((colour for colour in COLOURS if colour in node.properties), "B" if "BL" in node.properties else "W")
    left, stones = (node.value(name) for name in TIMES[mover])
    value = node.value("V")
    note = Note(
        ply, clean_text(node.value("N")), clean_text("\n".join(node.properties.get("C", ()))), read_signs(node),
        value if VALUE.fullmatch(value) else "", read_number(left), int(stones) if stones.isdecimal() else None,
    )  # fmt: skip
    return None if note.empty else note


def read_signs(node: SgfNode) -> tuple[int, ...]:
    """Return the judgements of a node as signs of PGN, in a fixed order."""
    told = [(name, node.value(name)) for name in PLAIN if name in node.properties]
    known = {pair if pair in SIGNS.values() else (pair[0], PLAIN[pair[0]]) for pair in told}
    return tuple(glyph for glyph, pair in SIGNS.items() if pair in known)


def read_number(text: str) -> float | None:
    """Return the seconds in a text; None if it is not a number."""
    return float(text) if REAL.fullmatch(text) else None


def join_notes(one: Note | None, other: Note) -> Note:
    """Return both notes on a move as one; comments stand one below the other."""
    if one is None:
        return other
    return replace(
        one, before=clean_text(f"{one.before}\n{other.before}"), after=clean_text(f"{one.after}\n{other.after}"),
        glyphs=one.glyphs or other.glyphs, value=one.value or other.value,
        left=other.left if one.left is None else one.left,
        stones=other.stones if one.stones is None else one.stones, lines=one.lines + other.lines,
    )  # fmt: skip


def write_note(note: Note | None, colour: str) -> dict[str, Sequence[str]]:
    """Return the properties of a note on a move of a colour."""
    if note is None:
        return {}
    left, stones = TIMES[colour]
    texts = {
        "N": " ".join(note.before.split()), "C": note.after, "V": note.value if REAL.fullmatch(note.value) else "",
        left: "" if note.left is None else write_number(note.left),
        stones: "" if note.stones is None else str(note.stones),
    }  # fmt: skip
    signs: dict[str, Sequence[str]] = {SIGNS[glyph][0]: [SIGNS[glyph][1]] for glyph in note.glyphs if glyph in SIGNS}
    return {name: [text] for name, text in texts.items() if text} | signs
