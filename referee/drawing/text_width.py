"""The columns of a window that texts take, and texts cut, padded and wrapped to a number of columns.

Most letters take one column. Chinese, Japanese and Korean letters and most emoji take two, accents that combine with a
letter take none. So the width of a text is not its length.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Literal

from referee.drawing.glyphs import Line, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

# Characters that take one column in every window: Latin letters, and most of what pictures are drawn with. For texts
# of these alone the tables of wcwidth are not loaded, which would take longer than most commands do.
NARROW = re.compile("[ -~\xa0-\xac\xae-\u02ff\u2022\u2026\u2212\u2500-\u25fc]*")
UNBROKEN = "\N{NO-BREAK SPACE}"


@lru_cache(1 << 12)  # pages hold the same short texts in each drawing
def text_width(text: str) -> int:
    """Return the columns that the text takes; control characters count as nothing."""
    if NARROW.fullmatch(text):
        return len(text)
    import wcwidth

    return wcwidth.width(text, control_codes="ignore")


def is_uneven(text: str) -> bool:
    """Return whether windows differ in how many columns they give the text.

    It holds invisible characters, or emoji of several characters, which only some windows draw as one.
    """
    if NARROW.fullmatch(text):
        return False
    import wcwidth

    seen = text.replace(UNBROKEN, " ").isprintable()
    return not seen or sum(map(wcwidth.wcwidth, text)) != wcwidth.wcswidth(text)


def pieces(text: str) -> list[str]:
    """Return the text in the pieces that a window draws as one character each."""
    if NARROW.fullmatch(text):
        return list(text)
    import wcwidth

    return list(wcwidth.iter_graphemes(text))


def part(text: str, start: int, end: int) -> str:
    """Return the columns from `start` to before `end` of the text; a blank stands for half a character."""
    if end <= start:
        return ""
    if NARROW.fullmatch(text):
        return text[start:end]
    import wcwidth

    return wcwidth.clip(text, start, end, control_codes="ignore")


def cut(text: str, columns: int, more: str = "") -> str:
    """Return the text in at most `columns`; a cut text ends with `more`."""
    if text_width(text) <= columns:
        return text
    more = more[: max(columns, 0)]
    return part(text, 0, columns - len(more)).rstrip() + more


def cut_start(text: str, columns: int, more: str = "") -> str:
    """Return the end of the text in at most `columns`; a cut text begins with `more`."""
    size = text_width(text)
    return text if size <= columns else more + part(text, size - max(columns - len(more), 0), size)


def pad(text: str, columns: int, align: Literal["<", ">", "^"] = "<") -> str:
    """Return the text with blanks up to `columns`: at its end, before it (>) or around it (^)."""
    blanks = max(columns - text_width(text), 0)
    before = {"<": 0, ">": blanks, "^": blanks // 2}[align]
    return " " * before + text + " " * (blanks - before)


def wrap(text: str, columns: int, indent: str = "", first: str = "", broken: bool = True) -> list[str]:
    """Return the text in lines of at most `columns`, broken between words; none for a blank text.

    No number is separated from its percent sign.
    indent  what all lines but the first begin with;  first  what the first begins with.
    broken  whether a word that is wider than a line is broken; an unbroken path can be copied from a terminal.
    """
    if NARROW.fullmatch(text):
        wrapper = textwrap.wrap
    else:
        import wcwidth

        wrapper = wcwidth.wrap
    lines = wrapper(
        text.replace(" %", f"{UNBROKEN}%"), max(columns, 1), initial_indent=first, subsequent_indent=indent,
        break_on_hyphens=False, break_long_words=broken,
    )  # fmt: skip
    return [line.replace(UNBROKEN, " ") for line in lines]


# Lines of spans.


def line_width(line: Line) -> int:
    """Return the columns that the line takes."""
    return sum(text_width(span.text) for span in line)


def size(lines: Sequence[Line]) -> tuple[int, int]:
    """Return how many columns and lines of a window the lines take."""
    return max(map(line_width, lines), default=0), len(lines)


def wrapped(text: str, columns: int, role: str = "", indent: str = "") -> list[Line]:
    """Return the text in lines of a role, of at most `columns` but at least 10."""
    return [[Span(row, role)] for row in wrap(text, max(columns, 10), indent)]


def line_part(line: Line, start: int, end: int) -> Line:
    """Return the columns from `start` to before `end` of the line, filled up with blanks."""
    starts = accumulate((text_width(span.text) for span in line), initial=0)
    found = [
        replace(span, text=text)
        for at, span in zip(starts, line, strict=False)
        if (text := part(span.text, max(start - at, 0), max(end - at, 0)))
    ]
    return pad_line(found, end - start)


def pad_line(line: Line, columns: int) -> Line:
    """Return the line with blanks at its end, up to `columns`."""
    blanks = columns - line_width(line)
    return [*line, Span(" " * blanks)] if blanks > 0 else line


def strip_line(line: Line) -> Line:
    """Return the line without blanks at its end."""
    while line and not line[-1].text.rstrip():
        line = line[:-1]
    return line and [*line[:-1], replace(line[-1], text=line[-1].text.rstrip())]


def cut_line(line: Line, columns: int, more: str) -> Line:
    """Return the line in at most `columns`; a cut line ends with `more`, in the role of its last span."""
    if line_width(line) <= columns:
        return line
    kept = strip_line(line_part(line, 0, columns - len(more)))
    return [*kept, Span(more[: max(columns, 0)], kept[-1].role if kept else "")]
