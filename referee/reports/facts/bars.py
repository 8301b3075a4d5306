"""Bars of characters: how much of a whole is whose, and values below each other."""

from __future__ import annotations

from math import ceil, fsum
from typing import TYPE_CHECKING, NamedTuple

from referee.drawing.glyphs import Line, Signs, Span
from referee.drawing.text_width import line_width, pad, text_width

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROWS = 10  # bars below each other, at most
FILLED = {False: ("\N{FULL BLOCK}", "\N{MEDIUM SHADE}", "\N{LIGHT SHADE}"), True: ("#", "=", ".")}


class Part(NamedTuple):
    """A part of a whole: what it is called, how much it is, and its role."""

    name: str
    size: float
    role: str


class Bar(NamedTuple):
    """A bar: what stands before it, how long it is beside the others, what stands after it."""

    label: str
    size: float
    value: str


def stacked_bar(parts: Sequence[Part], width: int, signs: Signs) -> Line:
    """Up to three parts of a whole as one bar of that width, each in a character of its own.

    A part that is not nothing takes one cell at least.
    """
    whole = fsum(part.size for part in parts) or 1.0
    sizes = [max(int(part.size > 0), round(width * part.size / whole)) for part in parts]
    sizes[sizes.index(max(sizes))] += width - sum(sizes)
    fills = FILLED[signs.more.isascii()]
    return [Span(fill * size, part.role) for fill, size, part in zip(fills, sizes, parts, strict=False) if size > 0]


def legend(parts: Sequence[Part], width: int, signs: Signs) -> list[Line]:
    """What the parts of such a bar are, in a line, or one each where that has no room."""
    fills = FILLED[signs.more.isascii()]
    whole = fsum(part.size for part in parts) or 1.0
    pieces = [
        [Span(fill, part.role), Span(f" {part.name} {100 * part.size / whole:.1f} %")]
        for fill, part in zip(fills, parts, strict=False)
    ]
    gap = [Span("   ")]
    joined = [span for piece in pieces for span in (*piece, *gap)][:-1]
    return [joined] if line_width(joined) <= width else pieces


def bar_lines(bars: Sequence[Bar], width: int, signs: Signs, role: str = "") -> list[Line]:
    """The bars below each other in lines of that width at most; the largest is as long as there is room."""
    fill = FILLED[signs.more.isascii()][0]
    label, value = (max(map(text_width, column), default=0) for column in list(zip(*bars, strict=True))[::2])
    room = max(1, width - label - value - 2)
    most = max((bar.size for bar in bars), default=0.0) or 1.0
    return [
        [
            Span(f"{pad(bar.label, label, '>')} ", "faint"),
            Span(fill * ceil(room * bar.size / most - 0.5), role),
            Span(f" {bar.value}"),
        ]
        for bar in bars
    ]


def histogram_bars(counts: Mapping[int, int]) -> list[Bar]:
    """How many there are of which number, as shares; some numbers in a row are one bar where there are many."""
    least, most, total = min(counts), max(counts), sum(counts.values())
    bars = []
    for start, end in number_ranges(least, most):
        size = sum(counts.get(number, 0) for number in range(start, end + 1))
        bars.append(Bar(range_text(start, end), size, f"{100 * size / total:.1f} %"))
    return bars


def average_bars(values: Sequence[float]) -> list[Bar]:
    """The values, the first for 1, some in a row as their mean where there are many."""
    bars = []
    for start, end in number_ranges(1, len(values)):
        mean = fsum(values[start - 1 : end]) / (end - start + 1)
        bars.append(Bar(range_text(start, end), mean, f"{mean:.1f}"))
    return bars


def number_ranges(least: int, most: int) -> list[tuple[int, int]]:
    """The numbers from the least to the most as ROWS ranges at most, all alike except for the last."""
    size = ceil((most - least + 1) / ROWS)
    return [(start, min(start + size - 1, most)) for start in range(least, most + 1, size)]


def range_text(start: int, end: int) -> str:
    """The range in a few characters."""
    return str(start) if start == end else f"{start}-{end}"
