"""What stands beside the board: the players with their clocks, what may be done after the end, and the moves."""

from dataclasses import replace

from referee.drawing.glyphs import Line, Signs, Span
from referee.drawing.number_format import format_count
from referee.drawing.paint.pieces import on
from referee.drawing.text_width import cut, cut_line, line_width, pad, pad_line, text_width
from referee.table.ending import choices
from referee.table.fullscreen.bars import separated, title_bar
from referee.table.fullscreen.score_sheet import sheet_lines, turn_number
from referee.table.fullscreen.view import View

URGENT = 10.0  # seconds below which a clock is marked
ROOMY = 12  # lines from which each player has two of them
MOST = 5  # lines of moves that are listed
CHIPS = ("first-chip", "second-chip")


def heading(view: View, width: int, signs: Signs, clocks: bool = True) -> Line:
    """The title of the page: what is played, and at the right how it stands, or the clocks if wanted."""
    clock_of = zip(view.timeline.last.game.seats, map(view.clock, (0, 1)), strict=True)
    shown = "  ".join(f"{name} {left}" for name, left in clock_of if left is not None)
    if clocks and shown and view.timeline.live:
        return title_bar(view.title, shown, width, signs)
    parts = standing(view)
    while len(parts) > 1 and text_width(view.title + separated(parts, signs)) + 4 > width:
        del parts[0]
    return title_bar(view.title, separated(parts, signs), width, signs)


def standing(view: View) -> list[str]:
    """Which move is looked at, or which turn it is, the side of the viewer, and how often the players here have won.

    A turn has the number of its row among the last turns. Moves are counted as records hold them, those of dice and
    cards too. What matters most comes last.
    """
    moves = len(view.timeline.positions) - 1
    if not view.timeline.live:
        return [f"move {view.timeline.at} of {moves}"]
    if view.ended:
        return [view.score, f"over after {format_count(moves, 'move')}"]
    you = [] if view.viewer is None else [f"you are {view.timeline.last.game.seats[view.viewer]}"]
    return [view.score, f"turn {turn_number(view)}", *you]


def panel(view: View, signs: Signs, width: int, height: int) -> list[Line]:
    """Players, clocks, what may be done next, and as many of the last moves as there is room for."""
    roomy = height >= ROOMY
    lines = [line for seat in (0, 1) for line in (*player(view, seat, signs, width, roomy), *([[]] if roomy else []))]
    if view.over and roomy:
        lines += [section("What next", width, signs), *choice_rows(view, signs, width), []]
    if roomy and (listed := legal_moves(view, width)):
        lines += [section("Your moves", width, signs), *listed, []]
    lines.append(section("Last turns", width, signs))
    lines += sheet_lines(view, width, max(height - len(lines), 0), signs)
    return lines[:height]


def legal_moves(view: View, width: int) -> list[Line]:
    """The moves of the person who is asked, each to be clicked, where the board has no cells for them; if they fit."""
    game, cursor = view.asked, view.cursor
    if game is None or cursor is None or cursor.ways:
        return []
    lines: list[Line] = []
    for text in map(game.text, game.moves()):
        word = Span(f" {text} ", "key", typed=text)
        if lines and line_width([*lines[-1], word]) <= width:
            lines[-1].append(word)
        else:
            lines.append([word])
        if len(lines) > MOST:
            return []
    return lines


def section(title: str, width: int, signs: Signs) -> Line:
    """A heading within the panel."""
    return [Span(cut(f"{title} {signs.rule * width}", width), "faint")]


def choice_rows(view: View, signs: Signs, width: int) -> list[Line]:
    """The keys, and what each does after the end: in a few words, or in one where some of these have no room."""
    rows = [[[Span(f" {pad(key, 6)}", "key"), Span(does)] for does in told] for key, *told in choices(view)]
    roomy = all(line_width(few) <= width for _, few in rows)
    return [cut_line(few if roomy else one, width, signs.more) for one, few in rows]


def player(view: View, seat: int, signs: Signs, width: int, roomy: bool) -> list[Line]:
    """One player: a sign for whose turn it is, the letter of the seat on its colour, the name, the clock at the right.

    With room there is a second line for the name, and the first one has the seat's.
    """
    seats = view.timeline.last.game.seats
    moves = view.timeline.now.game.turn == seat and not (view.ended and view.timeline.live)
    took = f"took {captured}" if (captured := view.timeline.captured(seat)) else ""
    left = view.clock(seat)
    right = "" if left is None else str(left)
    if view.ended and view.timeline.live and view.ended.score is not None:
        right = f"{'drawn' if view.ended.draw else 'won' if view.ended.winner == seat else 'lost'} {right}".rstrip()
    named = roomy and len(seats[seat]) > 1
    turn = Span((("▶ " if signs.finer else "> ") if moves else "  "), "strong")
    head = [turn, Span(chip(seats, seat, signs), chip_role(view, seat, signs)), Span(" ")]
    words = seats[seat] if named else separated((view.called(seat), took), signs)
    room = max(width - line_width(head) - text_width(right) - 1, 0)
    urgent = left is not None and left.seconds < URGENT and not (left.more or view.ended)
    head += [
        Span(pad(cut(words, room, signs.more), room), "strong"),
        Span(f" {right}", "urgent" if urgent else "clock"),
    ]
    if not named:
        return [on_bar(head) if moves else head]
    below = [Span(" " * 6), Span(cut(separated((view.called(seat), took), signs), width - 6, signs.more), "faint")]
    lines = [head, pad_line(below, width)]
    return [on_bar(line) for line in lines] if moves else lines


def on_bar(line: Line) -> Line:
    """The line on the ground of the bars, where its pieces bring none of their own."""
    return [span if span.role in (*CHIPS, "urgent") or "/" in span.role else replace(span, role="bar") for span in line]


def chip_role(view: View, seat: int, signs: Signs) -> str:
    """The role of the letter of that seat: on the colour of its pieces, where boards are painted and it has one."""
    colours = getattr(view.timeline.last.game.show(view.viewer), "colours", ("", ""))
    return f"{on(colours[seat])}/{colours[seat]}!" if signs.painted and all(colours) else CHIPS[seat]


def chip(seats: tuple[str, ...], seat: int, signs: Signs) -> str:
    """The first letter of the seat's name, its number where both begin alike; in ASCII between brackets."""
    letter = seats[seat][:1].upper() if seats[0][:1] != seats[1][:1] else ""
    letter = letter or str(seat + 1)
    return f" {letter} " if signs.finer else f"({letter})"
