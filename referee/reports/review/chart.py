"""Who stood how much better after each move, as bars: seat 0's upwards, seat 1's downwards."""

from collections.abc import Sequence
from itertools import groupby
from typing import TypeVar

from games.dataclass import dataclass
from referee.drawing.glyphs import ASCII, OWNER, Line, Signs, Span
from referee.drawing.text_table import printable_text
from referee.drawing.text_width import cut, pad, text_width

ROWS = 4  # in each direction
HALVES = 2  # of a row
Each = TypeVar("Each")
LONGEST = 8  # columns of a seat's name
WIDEST = 3  # columns for a move
# A full row, and a half one upwards and downwards; of proven values, and of those that are only believed.
BARS = {False: {True: ("█", "▄", "▀"), False: ("▒", "░", "░")}, True: {True: ("#", ".", "'"), False: (":", ",", "`")}}


@dataclass(frozen=True)
class Bars:
    """What is drawn of each move.

    chances  of seat 0 after it, None if it is not known;  proven  whether that is proven;  bad  whether it gave
    something away;  turning  the number of the move at the turning point.
    """

    chances: Sequence[float | None]
    proven: Sequence[bool]
    bad: Sequence[bool]
    turning: int | None = None


def chart(drawn: Bars, width: int, signs: Signs, seats: tuple[str, str]) -> list[Line]:
    """The bars, in at most so many columns; where there are more moves than columns, several share one."""
    names = [f"{cut(printable_text(name, signs), LONGEST)} 100 %" for name in seats]
    count = len(drawn.chances)
    label = max(map(text_width, names)) + 1
    room = max(8, width - label - 1)
    share = -(-count // room)
    wide = max(1, min(WIDEST, room // max(1, count)))
    levels = [level(group) for group in parts(drawn.chances, share)]
    sure = [all(group) for group in parts(drawn.proven, share)]

    def row(number: int, name: str) -> Line:
        name = name if abs(number) == ROWS else ""
        return [Span(pad(name, label, ">"), "faint"), *bars(list(zip(levels, sure, strict=True)), number, wide, signs)]

    lines = [row(number, names[0]) for number in range(ROWS, 0, -1)]
    axis = signs.rule * (wide * len(levels))
    lines.append([Span(pad("50 %", label, ">"), "faint"), Span(" " + axis, "faint")])
    lines += [row(-number, names[1]) for number in range(1, ROWS + 1)]
    lines.append([Span(" " * (label + 1)), *below(drawn.bad, drawn.turning, share, wide)])
    lines.append([Span(" " * (label + 1)), Span(scale(count, wide * len(levels)), "faint")])
    return lines


def parts(values: Sequence[Each], share: int) -> list[list[Each]]:
    """The values in groups of so many."""
    return [list(values[start : start + share]) for start in range(0, len(values), share)]


def level(group: list[float | None]) -> int | None:
    """How many halves of a row the bar of a group has, those of seat 1 below zero; None if nothing is known."""
    known = [value for value in group if value is not None]
    if not known:
        return None
    return round((sum(known) / len(known) - 0.5) * 2 * ROWS * HALVES)


def bars(columns: list[tuple[int | None, bool]], row: int, wide: int, signs: Signs) -> Line:
    """A row of bars by their levels and whether these are proven: rows count from the axis, seat 1's below zero."""
    side = 1 if row > 0 else -1
    cells = []
    for each, proven in columns:
        full, up, down = BARS[signs is ASCII][proven]
        halves = (each or 0) * side - HALVES * (abs(row) - 1)
        cells.append(full if halves >= HALVES else (up if side > 0 else down) if halves > 0 else " ")
    text = " " + "".join(cell * wide for cell in cells)
    return [Span(text.rstrip(), OWNER[0 if side > 0 else 1])]


def below(bad: Sequence[bool], turning: int | None, share: int, wide: int) -> Line:
    """Marks under the bars: `?` where something was given away, `^` at the turning point if nothing was."""
    cells = []
    for start in range(0, len(bad), share):
        turned = turning is not None and start < turning <= start + share
        mark = "?" if any(bad[start : start + share]) else "^" if turned else " "
        cells.append(Span(pad(mark, wide), "bad" if mark == "?" else "strong" if turned else ""))
    return [Span("".join(each.text for each in spans), role) for role, spans in groupby(cells, lambda each: each.role)]


def scale(count: int, room: int) -> str:
    """The numbers of the first and the last move at the ends of the axis."""
    last = str(count)
    return "1" if count == 1 else "1" + pad(last, max(len(last) + 1, room - 1), ">")
