"""The panel beside the board: the players with their clocks, the possible actions after the end, and the moves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from games.capabilities import move_number
from games.dataclass import dataclass
from games.game import CHANCE
from games.picture import Grid
from referee.drawing.figures import SIGNS
from referee.drawing.glyphs import Line, Signs, Span
from referee.drawing.number_format import format_count
from referee.drawing.paint.pieces import on
from referee.drawing.text_width import cut, cut_line, line_width, pad, pad_line, text_width, wrap
from referee.match.numbering import AGAIN, numeral
from referee.match.sentences import Step, find_clause, last_turns
from referee.match.wording import gather
from referee.reviews.material import pieces, worth
from referee.reviews.tactics import WORTHS
from referee.table.fullscreen.bars import separated, title_bar
from referee.table.next_match import choices

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.match.wording import Viewpoint
    from referee.table.fullscreen.view import View


NUMBER = 5  # columns of a row's number

Row = tuple[int, list["WrittenTurn"]]  # its number, 0 where only chance did something, and the turns in it
URGENT = 10.0  # seconds below which a clock is marked
ROOMY = 12  # lines from which each player has two of them
MOST = 5  # lines of moves that are listed
CHIPS = ("first-chip", "second-chip")


@dataclass(frozen=True)
class WrittenTurn:
    """A turn as it is written down.

    seat  whose turn it was, None if only chance did something;  text  the dice and the moves.
    """

    seat: int | None
    text: str


def written_turns(steps: Sequence[Step], view: Viewpoint) -> list[WrittenTurn]:
    """Return the turns in order, as the viewer heard of them."""
    return [write_turn(turn, view) for turn in last_turns(steps, view, len(steps))]


def write_turn(turn: Sequence[Step], view: Viewpoint) -> WrittenTurn:
    """Return one turn as it is written down: `6-5: 8/2* 8/3`, `4`."""
    texts = [moved.text if view.you is None else moved.heard[view.you] for _, moved in turn]
    rolled = turn[0][1].seat == CHANCE
    if all(moved.seat == CHANCE for _, moved in turn):
        return WrittenTurn(None, " ".join(gather(texts)))
    text = f"{texts[0]}: {' '.join(texts[1:])}" if rolled else " ".join(texts)
    return WrittenTurn(find_clause(turn[-1], view).seat, text)


def score_sheet(entries: Sequence[WrittenTurn], first: int = 1) -> list[Row]:
    """Return a row for a turn of each seat; chance has rows of its own, and a seat to move again begins a new row.

    first  the number of the first row.
    """
    rows: list[Row] = []
    number, open_to = first - 1, None
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
    """Return the number of the row in which the next move will stand."""
    entries, seat = written_turns(view.timeline.steps(), view.viewpoint), view.timeline.last.game.turn
    if seat != CHANCE and not (entries and entries[-1].seat == seat):  # otherwise that turn goes on
        entries.append(WrittenTurn(seat, ""))
    return max((number for number, _ in score_sheet(entries, first_number(view) or 1) if number), default=1)


def first_number(view: View) -> int | None:
    """Return the number of the first move in a game whose moves are numbered in pairs, as `1.`; None in others."""
    return move_number(view.timeline.positions[0].game)


def row_head(number: int, view: View) -> str:
    """Return the number of a row as it stands before its turns."""
    return f"{number:>3}{' ' if first_number(view) is None else '.'} "


def sheet_lines(view: View, width: int, height: int, signs: Signs) -> list[Line]:
    """Return the last turns up to the position that is looked at, each of them whole, in at most `height` lines.

    Two turns share a line if all of them have room for that; otherwise each has lines of its own.
    """
    entries = written_turns(view.timeline.steps(), view.viewpoint)
    seen = len(last_turns(view.timeline.steps(view.timeline.at), view.viewpoint, len(entries)))
    room = (width - NUMBER) // 2
    paired = all(text_width(entry.text) < room for entry in entries if entry.seat is not None)
    blocks: list[list[Line]] = []
    count = 0
    first = first_number(view)
    for number, row in score_sheet(entries, first or 1):
        if count >= seen:
            break
        count += len(row)
        if paired and number:
            texts = {0: AGAIN if first else "", 1: ""} | {entry.seat: entry.text for entry in row}
            cells = [Span(pad(texts[seat], room)) for seat in (0, 1)]
            blocks.append([[Span(row_head(number, view), "faint"), *cells]])
        else:
            blocks += turn_blocks(number, row, view, width, signs)
    return last_blocks(blocks, height)


def turn_blocks(number: int, row: Sequence[WrittenTurn], view: View, width: int, signs: Signs) -> list[list[Line]]:
    """Return the lines of each turn of a row, with the letter or the name of the seat before it."""
    if not number:
        rows = wrap(row[0].text, max(width - NUMBER - 1, 1))
        return [[[Span(f"    {signs.seed if not place else ' '} {text}", "faint")] for place, text in enumerate(rows)]]
    seats = view.timeline.last.game.seats
    short = [name[:1] for name in seats]
    names = short if short[0] != short[1] else list(seats)
    blocks: list[list[Line]] = []
    for place, entry in enumerate(row):
        seat = entry.seat or 0
        head = " " * NUMBER if place else row_head(number, view)
        rows = wrap(f"{names[seat]} {entry.text}", max(width - NUMBER, 1), "  ")
        blocks.append([[Span(head if not at else " " * NUMBER, "faint"), Span(text)] for at, text in enumerate(rows)])
    return blocks


def last_blocks(blocks: Sequence[list[Line]], height: int) -> list[Line]:
    """Return as many whole blocks from the end as fit; if not even the last one fits, its end."""
    lines: list[Line] = []
    for block in reversed(blocks):
        if lines and len(block) + len(lines) > height:
            break
        lines = block + lines
    return lines[max(len(lines) - height, 0) :] if height > 0 else []


def heading(view: View, width: int, signs: Signs, clocks: bool = True) -> Line:
    """Return the title of the page: what is played, and at the right how it stands, or the clocks if wanted."""
    clock_of = zip(view.timeline.last.game.seats, map(view.clock, (0, 1)), strict=True)
    shown = "  ".join(f"{name} {left}" for name, left in clock_of if left is not None)
    if clocks and shown and view.timeline.live:
        return title_bar(view.title, shown, width, signs)
    parts = standing(view)
    while len(parts) > 1 and text_width(view.title + separated(parts, signs)) + 4 > width:
        del parts[0]
    return title_bar(view.title, separated(parts, signs), width, signs)


def standing(view: View) -> list[str]:
    """Return the move that is looked at or the turn, the side of the viewer, and how often the players have won.

    A turn has the number of its row among the last turns. Moves are counted as in records, dice and cards included.
    What matters most comes last.
    """
    moves = len(view.timeline.positions) - 1
    if not view.timeline.live:
        return [place_words(view)]
    if view.ended:
        return [view.score, f"over after {format_count(moves, 'move')}"]
    you = [] if view.viewer is None else [f"you are {view.timeline.last.game.seats[view.viewer]}"]
    return [view.score, f"turn {turn_number(view)}", *you]


def place_words(view: View) -> str:
    """Return which position is looked at: `move 5 of 30`, or the move that led there, `after 3. Bb5`."""
    steps, at = view.timeline.steps(), view.timeline.at
    if first_number(view) is None:
        return f"move {at} of {len(steps)}"
    return f"after {numeral(steps[at - 1][0], at)} {steps[at - 1][1].text}" if at else "the start"


def panel(view: View, signs: Signs, width: int, height: int, note: str) -> list[Line]:
    """Return players, clocks, the board's note, what may be done next, and as many of the last moves as have room."""
    roomy = height >= ROOMY
    lines = [line for seat in (0, 1) for line in (*player(view, seat, signs, width, roomy), *([[]] if roomy else []))]
    if note:
        lines += [*([Span(row)] for row in wrap(note, width)), *([[]] if roomy else [])]
    if view.over and roomy:
        lines += [section("What next", width, signs), *choice_rows(view, signs, width), []]
    if roomy and (listed := legal_moves(view, width)):
        lines += [section("Your moves", width, signs), *listed, []]
    lines.append(section("Last turns", width, signs))
    lines += sheet_lines(view, width, max(height - len(lines), 0), signs)
    return lines[:height]


def legal_moves(view: View, width: int) -> list[Line]:
    """Return the moves of the person to move, each to be clicked, if the board has no cells for them; if they fit."""
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
    """Return a heading within the panel."""
    return [Span(cut(f"{title} {signs.rule * width}", width), "faint")]


def choice_rows(view: View, signs: Signs, width: int) -> list[Line]:
    """Return the keys after the end, and what each does: in a few words, or in one word if some have no room."""
    rows = [[[Span(f" {pad(key, 6)}", "key"), Span(does)] for does in told] for key, *told in choices(view)]
    roomy = all(line_width(few) <= width for _, few in rows)
    return [cut_line(few if roomy else one, width, signs.more) for one, few in rows]


def player(view: View, seat: int, signs: Signs, width: int, roomy: bool) -> list[Line]:
    """Return a player: a sign if it is to move, the letter of the seat on its colour, the name, the clock at the right.

    With room there is a second line for the name, and the first one has the seat's.
    """
    seats = view.timeline.last.game.seats
    moves = view.timeline.now.game.turn == seat and not (view.ended and view.timeline.live)
    took = took_words(view, seat, signs)
    left = view.clock(seat)
    right = "" if left is None else str(left)
    if view.ended and view.timeline.live and view.ended.score is not None:
        right = f"{'drawn' if view.ended.draw else 'won' if view.ended.winner == seat else 'lost'} {right}".rstrip()
    named = roomy and len(seats[seat]) > 1
    turn = Span((("▶ " if signs.finer else "> ") if moves else "  "), "strong")
    head = [turn, Span(chip(seats, seat, signs), chip_role(view, seat, signs)), Span(" ")]
    men = took if shows_figures(view) else ""
    words = f"{seats[seat]}  {men}".rstrip() if named else separated((view.called(seat), took), signs)
    room = max(width - line_width(head) - text_width(right) - 1, 0)
    urgent = left is not None and left.seconds < URGENT and not (left.more or view.ended)
    head += [
        Span(pad(cut(words, room, signs.more), room), "strong"),
        Span(f" {right}", "urgent" if urgent else "clock"),
    ]
    if not named:
        return [on_bar(head) if moves else head]
    whole = separated((view.called(seat), "" if men else took), signs)
    below = [Span(" " * 6), Span(cut(whole, width - 6, signs.more), "faint")]
    lines = [head, pad_line(below, width)]
    return [on_bar(line) for line in lines] if moves else lines


def shows_figures(view: View) -> bool:
    """Return whether the board that is looked at has figures of chess."""
    return bool(getattr(view.timeline.now.game.show(view.viewer), "figures", False))


def took_words(view: View, seat: int, signs: Signs) -> str:
    """Return what a seat has taken: `took 3`, or in chess the men and by how many pawns it is ahead, `♟♟♞ +2`."""
    taken, picture = view.timeline.taken(seat), view.timeline.now.game.show(view.viewer)
    if not isinstance(picture, Grid) or not picture.figures:
        return f"took {len(taken)}" if taken else ""
    in_letters = not signs.finer or signs.figures == "letters"
    letters = {word: mark.upper() for mark, word in picture.pieces}
    men = sorted(filter(None, taken), key=lambda word: (WORTHS.get(word, 0), word))
    own, other = (worth(picture, found) for found in pieces(picture)[:: 1 - 2 * seat])
    shown = "".join(letters[word] if in_letters else SIGNS[word][1 - seat] for word in men)
    return f"{shown} +{own - other}".lstrip() if own > other else shown


def on_bar(line: Line) -> Line:
    """Return the line on the ground of the bars, where its pieces bring none of their own."""
    return [span if span.role in (*CHIPS, "urgent") or "/" in span.role else replace(span, role="bar") for span in line]


def chip_role(view: View, seat: int, signs: Signs) -> str:
    """Return the role of a seat's letter: on the colour of its pieces, if boards are painted and it has one."""
    colours = getattr(view.timeline.last.game.show(view.viewer), "colours", ("", ""))
    return f"{on(colours[seat])}/{colours[seat]}!" if signs.painted and all(colours) else CHIPS[seat]


def chip(seats: tuple[str, ...], seat: int, signs: Signs) -> str:
    """Return the first letter of the seat's name, or its number if both begin alike; in ASCII between brackets."""
    letter = seats[seat][:1].upper() if seats[0][:1] != seats[1][:1] else ""
    letter = letter or str(seat + 1)
    return f" {letter} " if signs.finer else f"({letter})"
