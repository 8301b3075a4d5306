"""Lines of the menu: cut and wrapped to the window, scrolled, with the keys at the bottom."""

import inspect
from collections.abc import Sequence

from referee.drawing.glyphs import Line, Signs, Span
from referee.drawing.text_width import cut, line_width, wrapped
from referee.table.fullscreen.bars import KeyPairs, fitting

MARGIN = 1  # cells left free at both sides of the window
GAP = 2  # cells between columns


def summary(kind: type) -> str:
    """The one line on a class of games or players: the first of its docstring."""
    return (inspect.getdoc(kind) or "").partition("\n")[0]


def paragraph(text: str, width: int, role: str = "") -> list[Line]:
    """The text wrapped to a window of that width."""
    return [[Span(" " * MARGIN), *line] for line in wrapped(text, width - 2 * MARGIN, role)]


def rule(width: int, signs: Signs, note: str = "") -> Line:
    """A line from edge to edge, with a note in it if there is one."""
    start = f"{signs.rule * 2} {note} " if note else ""
    return [Span(cut(start + signs.rule * width, width), "faint")]


def key_bar(pairs: KeyPairs, width: int) -> Line:
    """What the keys do, as many of them as have room, on a bar from edge to edge."""
    line = [
        span for key, what in fitting(pairs, width) for span in (Span(f" {key}", "bar-key"), Span(f" {what} ", "bar"))
    ]
    return [*line, Span(" " * max(width - line_width(line), 0), "bar")]


def scrolled(top: int, at: int, count: int, room: int) -> int:
    """The first line to be seen, near `top`, so that of `count` lines number `at` is among the `room` that are seen."""
    return max(0, min(max(top, at - room + 1), at, count - room))


def between_rules(lines: Sequence[Line], top: int, room: int, width: int, signs: Signs) -> list[Line]:
    """`room` of the lines from `top` on, between rules that say how many more there are."""
    below = len(lines) - top - room
    seen = [*lines[top : top + room]]
    return [
        rule(width, signs, f"{top} more above" if top else ""),
        *seen,
        *([] for _ in range(room - len(seen))),
        rule(width, signs, f"{below} more below" if below > 0 else ""),
    ]
