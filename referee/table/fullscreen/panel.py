"""What stands beside the board: the players with their clocks, and the moves."""

from referee.drawing.glyphs import OWNER, Line, Signs, Span
from referee.drawing.text_width import cut, cut_start, pad, text_width
from referee.match.clocks import format_clock
from referee.table.fullscreen.timeline import Row, score_sheet
from referee.table.fullscreen.view import View

TAKING = 24  # columns beside the clock from which it says what was taken
URGENT = 10.0  # seconds below which a clock is marked


def heading(view: View, width: int, clocks: bool = True) -> Line:
    """The title of the page: what is played, and at the right which move is looked at, or the clocks if wanted."""
    at = "" if view.timeline.live else f"move {view.timeline.at} of {len(view.timeline.positions) - 1}"
    clock_of = zip(view.timeline.last.game.seats, map(view.clock, (0, 1)), strict=True)
    shown = "  ".join(f"{name} {format_clock(left)}" for name, left in clock_of if left is not None)
    right = at or (shown if clocks else "")
    room = max(width - text_width(right) - 1, 0)
    return [Span(pad(cut(view.title, room), room), "title"), Span(cut_start(f" {right}", max(width, 1)), "clock")]


def panel(view: View, signs: Signs, width: int, height: int) -> list[Line]:
    """Players, clocks and as many of the last moves as there is room for."""
    lines = [player(view, seat, width) for seat in (0, 1)]
    rows = score_sheet(view.timeline.moves, view.viewer)
    lines.append([Span(signs.rule * width, "faint")])
    room = max(height - len(lines), 0)
    return lines + [row(each, width, signs) for each in window(rows, view, room)]


def window(rows: list[Row], view: View, room: int) -> list[Row]:
    """The rows of the score sheet around the move that is looked at, the last ones while the match is followed."""
    if view.timeline.live or room <= 0:
        return rows[max(len(rows) - room, 0) :]
    until = len(score_sheet(view.timeline.moves[: view.timeline.at], view.viewer))
    return rows[max(until - room, 0) : max(until, 1)]


def player(view: View, seat: int, width: int) -> Line:
    """One player: a sign for whose turn it is, the seat, the name, what it has taken, and the clock at the right."""
    left, captured = view.clock(seat), view.timeline.captured(seat)
    clock = "" if left is None else f" {format_clock(left)}"
    took = f" took {captured}" if captured and width - len(clock) >= TAKING else ""
    turn = "> " if view.timeline.now.game.turn == seat and not (view.ended and view.timeline.live) else "  "
    room = max(width - len(clock) - text_width(took) - 2, 0)
    name = pad(cut(f"{view.timeline.last.game.seats[seat]} {view.names[seat]}", room), room)
    role = "urgent" if left is not None and left < URGENT else "clock"
    return [Span(turn, "strong"), Span(name, OWNER[seat]), Span(took, "strong"), Span(clock, role)]


def row(row: Row, width: int, signs: Signs) -> Line:
    """A row of the score sheet."""
    number, first, second = row
    if not number:
        return [Span(cut(f"    {signs.seed} {first}", width), "faint")]
    room = (width - 5) // 2
    return [
        Span(f"{pad(str(number), 3, '>')}  ", "faint"),
        Span(pad(cut(first, room - 1), room), "first"),
        Span(pad(cut(second, room - 1), room), "second"),
    ]
