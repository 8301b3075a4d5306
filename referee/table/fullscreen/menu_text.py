"""Lines of the menu: cut and wrapped to the window, scrolled between two rules, with the keys at the bottom."""

import inspect
from collections.abc import Sequence

from referee.drawing.glyphs import Line, Signs, Span
from referee.drawing.text_width import cut, line_width, pad, text_width, wrapped

MARGIN = 1  # cells left free at both sides of the window
GAP = 2  # cells between columns


def summary(kind: type) -> str:
    """The one line on a class of games or players: the first of its docstring."""
    return (inspect.getdoc(kind) or "").partition("\n")[0]


def paragraph(text: str, width: int, role: str = "") -> list[Line]:
    """The text wrapped to a window of that width."""
    return [[Span(" " * MARGIN), *line] for line in wrapped(text, width - 2 * MARGIN, role)]


def heading(left: str, right: str, width: int, signs: Signs) -> Line:
    """The first line of a page: its title, and what else is worth knowing as far as there is room."""
    room = width - 2 * MARGIN
    left = cut(left, room, signs.more)
    space = room - text_width(left) - GAP
    right = cut(right, space, signs.more) if space >= len(signs.more) + GAP else ""
    return [Span(" " * MARGIN), Span(pad(left, room - text_width(right)), "title"), Span(right, "faint")]


def rule(width: int, signs: Signs, note: str = "") -> Line:
    """A line from edge to edge, with a note in it if there is one."""
    start = f"{signs.rule * 2} {note} " if note else ""
    return [Span(cut(start + signs.rule * width, width), "faint")]


def keys(pairs: Sequence[tuple[str, str]], width: int) -> Line:
    """What the keys do, the last pairs if not all of them have room."""
    for gap in (3, GAP):
        line = [span for key, what in pairs for span in (Span(" " * gap), Span(key, "key"), Span(f" {what}"))]
        line[:1] = [Span(" " * MARGIN)]
        if line_width(line) <= width:
            return line
    return keys(pairs[1:], width) if len(pairs) > 1 else []


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
