"""What programs said of their moves, in comments of PGN as fastchess and cutechess write them.

`+0.34/12 0.153s, tl=58.1s, n=39466, sd=17, pv="e2e4 c7c5"`: the evaluation from the side that moves, the depth, the
seconds of the move, those left on the clock, the nodes, the depth of the longest line, and the expected line. `+M5` is
a mate in five plies, `-M4` being mated in four (github.com/Disservin/fastchess, github.com/cutechess/cutechess).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from referee.match.notes import SAID

if TYPE_CHECKING:
    from referee.match.notes import Note

BEGINS = re.compile(
    r"(?:(?P<mate>[+-]?M\d{1,6})|(?P<score>[+-]?\d{1,6}\.\d{1,2}))/(?P<depth>\d{1,6})"
    r"(?: (?P<time>\d{1,7}(?:\.\d{1,6})?)s)?(?:, |$)|(?P<only>\d{1,7}\.\d{1,6})s(?:, |$)",
    re.ASCII,
)
NAMED = re.compile(r'(?P<name>tl|n|sd|pv)=(?:"(?P<text>[^"]*)"|(?P<number>\d{1,15}(?:\.\d{1,6})?)s?)(?:, |$)', re.ASCII)
FIELDS = {"tl": "left", "n": "nodes", "sd": "reach", "pv": "said"}


def write_report(note: Note, seat: int) -> str:
    """Return the text of the comment on a move of `seat`, without what a person said of it."""
    parts = [f"{turn_value(note.value, seat)}/{note.depth or 0}"] if note.value else []
    parts += [f"{note.spent:.3f}s"] if note.spent is not None else []
    named = {"tl": note.left, "n": note.nodes, "sd": note.reach, "pv": note.said or None}
    words = [write_named(name, value) for name, value in named.items() if value is not None]
    return ", ".join((*([" ".join(parts)] if parts else []), *words))


def write_named(name: str, value: float | str) -> str:
    """Return a value with its name."""
    if isinstance(value, str):
        quoted = value.replace('"', "'")
        return f'{name}="{quoted}"'
    return f"{name}={value:.3f}s" if name == "tl" else f"{name}={value}"


def turn_value(value: str, seat: int) -> str:
    """Return the evaluation of a Note from the side of `seat`: `+0.34`, `-1.00`, `0.00`, `+M5`."""
    worse = value.lstrip("#").startswith("-") != (seat == 1)
    amount = value.lstrip("#+-")
    if value.startswith("#"):
        moves = int(amount.partition(".")[0] or 0)
        return f"{'-' if worse else '+'}M{2 * moves if worse else max(2 * moves - 1, 0)}"
    number = float(amount.partition(",")[0] or 0)
    return f"{'-' if worse else '+'}{number:.2f}" if number else "0.00"


def read_report(text: str, seat: int) -> tuple[dict[str, Any], str]:
    """Return the fields of a Note that a comment on a move of `seat` gives, and the rest of the comment."""
    found = BEGINS.match(text)
    if found is None:
        return {}, text
    fields: dict[str, Any] = {}
    if found["depth"]:
        fields["value"] = seat_value(found["mate"] or found["score"], seat)
        fields["depth"] = int(found["depth"])
    if seconds := found["time"] or found["only"]:
        fields["spent"] = float(seconds)

    def take(part: re.Match[str]) -> str:
        field = FIELDS[part["name"]]
        given = part["text"] if field == "said" else part["number"]
        if given is None or field in fields:
            return part[0]
        fields[field] = given[:SAID] if field == "said" else float(given) if field == "left" else int(float(given))
        return ""

    return fields, NAMED.sub(take, text[found.end() :]).removesuffix(", ")


def seat_value(text: str, seat: int) -> str:
    """Return an evaluation from the side of `seat` as a Note has it, from the side of seat 0."""
    worse = text.startswith("-") != (seat == 1)
    amount = text.lstrip("+-")
    if amount.startswith("M"):
        return f"#{'-' if worse else ''}{(int(amount[1:]) + 1) // 2}"
    return f"{'-' if worse and float(amount) else ''}{amount}"
