"""The moves of a match as players write them down, a turn at a time: the list beside the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.dataclass import dataclass
from games.game import CHANCE
from referee.drawing.glyphs import Line, Signs, Span
from referee.drawing.text_width import pad, text_width, wrap
from referee.match.sentences import Step, find_clause, last_turns
from referee.match.words import gather

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.match.viewpoint import Viewpoint
    from referee.table.fullscreen.view import View

NUMBER = 5  # columns of a row's number

Row = tuple[int, list["WrittenTurn"]]  # its number, 0 where only chance did something, and the turns in it


@dataclass(frozen=True)
class WrittenTurn:
    """A turn as it is written down.

    seat  whose turn it was, None if only chance did something;  text  the dice and the moves.
    """

    seat: int | None
    text: str


def written_turns(steps: Sequence[Step], view: Viewpoint) -> list[WrittenTurn]:
    """The turns in order, as the viewer heard of them."""
    return [write_turn(turn, view) for turn in last_turns(steps, view, len(steps))]


def write_turn(turn: Sequence[Step], view: Viewpoint) -> WrittenTurn:
    """One turn as it is written down: `6-5: 8/2* 8/3`, `4`."""
    texts = [moved.text if view.you is None else moved.heard[view.you] for _, moved in turn]
    rolled = turn[0][1].seat == CHANCE
    if all(moved.seat == CHANCE for _, moved in turn):
        return WrittenTurn(None, " ".join(gather(texts)))
    text = f"{texts[0]}: {' '.join(texts[1:])}" if rolled else " ".join(texts)
    return WrittenTurn(find_clause(turn[-1], view).seat, text)


def score_sheet(entries: Sequence[WrittenTurn]) -> list[Row]:
    """A row for a turn of each seat. Chance has rows of its own. Who is on turn twice in a row begins a new row."""
    rows: list[Row] = []
    number, open_to = 0, None
    for entry in entries:
        if entry.seat is None:
            rows.append((0, [entry]))
            open_to = None
        elif entry.seat == 1 and open_to == 1:
            rows[-1][1].append(entry)
            open_to = None
        else:
            number += 1
            rows.append((number, [entry]))
            open_to = 1 - entry.seat
    return rows


def turn_number(view: View) -> int:
    """The number of the row in which the next move will stand."""
    entries, seat = written_turns(view.timeline.steps(), view.viewpoint), view.timeline.last.game.turn
    if seat != CHANCE and not (entries and entries[-1].seat == seat):  # else that turn goes on
        entries.append(WrittenTurn(seat, ""))
    return max((number for number, _ in score_sheet(entries) if number), default=1)


def sheet_lines(view: View, width: int, height: int, signs: Signs) -> list[Line]:
    """The last turns up to what is looked at, each of them whole, in at most so many lines.

    Two turns share a line where all of them have room for that; else each has lines of its own.
    """
    entries = written_turns(view.timeline.steps(), view.viewpoint)
    seen = len(last_turns(view.timeline.steps(view.timeline.at), view.viewpoint, len(entries)))
    room = (width - NUMBER) // 2
    paired = all(text_width(entry.text) < room for entry in entries if entry.seat is not None)
    blocks: list[list[Line]] = []
    count = 0
    for number, row in score_sheet(entries):
        if count >= seen:
            break
        count += len(row)
        blocks += (
            [[pair_line(number, row, room)]] if paired and number else turn_blocks(number, row, view, width, signs)
        )
    return last_blocks(blocks, height)


def pair_line(number: int, row: Sequence[WrittenTurn], room: int) -> Line:
    """The turns of both seats beside each other."""
    texts = {entry.seat: entry.text for entry in row}
    cells = [Span(pad(texts.get(seat, ""), room)) for seat in (0, 1)]
    return [Span(f"{number:>3}  ", "faint"), *cells]


def turn_blocks(number: int, row: Sequence[WrittenTurn], view: View, width: int, signs: Signs) -> list[list[Line]]:
    """The lines of each turn of a row, below each other, with the letter or the name of the seat before it."""
    if not number:
        rows = wrap(row[0].text, max(width - NUMBER - 1, 1))
        return [[[Span(f"    {signs.seed if not place else ' '} {text}", "faint")] for place, text in enumerate(rows)]]
    seats = view.timeline.last.game.seats
    short = [name[:1] for name in seats]
    names = short if short[0] != short[1] else list(seats)
    blocks: list[list[Line]] = []
    for place, entry in enumerate(row):
        seat = entry.seat or 0
        head = f"{number if not place else '':>3}  "
        rows = wrap(f"{names[seat]} {entry.text}", max(width - NUMBER, 1), "  ")
        blocks.append([[Span(head if not at else " " * NUMBER, "faint"), Span(text)] for at, text in enumerate(rows)])
    return blocks


def last_blocks(blocks: Sequence[list[Line]], height: int) -> list[Line]:
    """As many of the last blocks as there is room for, whole; of one that has no room its end."""
    lines: list[Line] = []
    for block in reversed(blocks):
        if lines and len(block) + len(lines) > height:
            break
        lines = block + lines
    return lines[max(len(lines) - height, 0) :] if height > 0 else []
