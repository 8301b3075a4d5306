"""The page as lines: title, board and side panel, and messages below them; all fitted into the window."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from games.capabilities import areas_of
from games.dataclass import dataclass
from games.game import CHANCE, Game
from games.picture import Heaps, Picture
from referee.drawing.flip import picture_for_seat
from referee.drawing.glyphs import Line, Signs, Span
from referee.drawing.highlights import UNMARKED, Marks, move_marks
from referee.drawing.looks import PIPS
from referee.drawing.picture import draw, remembered, smallest_window
from referee.drawing.text_width import cut, line_width, pad_line, size, wrap
from referee.match.dead_chains import dead_cells
from referee.match.record import counted_game
from referee.match.sentences import phrase_of, seating_sentence
from referee.table.fullscreen.bars import separated, title_bar
from referee.table.fullscreen.editor import BoardEditor, TextEditor
from referee.table.fullscreen.panel import heading, panel
from referee.table.fullscreen.short_forms import rows_of
from referee.table.fullscreen.view import ROOMY, View
from referee.table.vocabulary import EDIT, action_line, has_board

SAID = 3  # lines of a message about what is wrong, at most
FRAME = 2  # lines that a small window has beside the board: how it stands, and the keys
TITLE = "Set up a position"
NARROWEST, WIDEST = 20, 34  # columns of the side panel
DICED = 12  # lines for a board from which there is room for a die below heaps
GAP = 3  # between board and panel
SPOKEN = 3  # lines of messages, at most
WIDE = 60  # columns from which the possible actions fit in one line
LEFT = 2  # lines for messages that are kept free above the prompt


def editor_lines(editor: BoardEditor | TextEditor, title: str, signs: Signs, width: int, height: int) -> list[Line]:
    """Return the page of an editor in at most `height` lines."""
    below = words_below(editor, signs, width)
    least = below[: max(len(below) - 2, 1)]  # the message, otherwise the state of the board
    picture, marks = editor.picture
    head = [title_bar(TITLE, title, width, signs)]
    board: list[Line] = []
    for above, under in ((head, below), (head, least), ([], least), ([], below[:1])):  # what gives way in small windows
        board = draw(picture, signs, width, marks, height - len(above) - len(under), generous=True)
        if len(board) <= height - len(above) - len(under):
            break
    room = height - len(above) - len(under)
    if len(board) > room or any(line_width(line) > width for line in board):
        board = [[Span(row, "urgent")] for row in wrap(too_small_to_edit(picture, signs), width)][: max(room, 0)]
    spare = height - len(above) - len(board) - len(under)
    return [*above, *[[]] * (spare > 0 and bool(above)), *board, *[[]] * (spare > 1), *under][:height]


def too_small_to_edit(picture: Picture, signs: Signs) -> str:
    """Return a plain sentence instead of a board that has no room."""
    needs = "{} columns and {} lines".format(*least_window(picture, signs))
    otherwise = f"Make it larger, or go back and type {EDIT.name} with the text of the position."
    return f"This window is too small for the board, which needs {needs}. {otherwise}"


def words_below(editor: BoardEditor | TextEditor, signs: Signs, width: int) -> list[Line]:
    """Return the lines below the board, the most important first: the message, the state of the board, the keys."""
    said = [[Span(row, "strong")] for row in wrap(editor.said, max(width, 10))[:SAID]] if editor.said else []
    if isinstance(editor, TextEditor):
        return said or [[Span(cut("Change the text of the position; Enter begins a game there.", width, signs.more))]]
    stands = [Span(cut(separated(editor.parts, signs), width, signs.more))]
    return [*said, stands, [Span(cut(editor.legend, width, signs.more), "faint")]]


@dataclass(frozen=True)
class MatchLayout:
    """The lines above the prompt; together with the lines below it they fill the window exactly.

    below   how many blank lines stand below the prompt;  keys  whether the keys stand below these.
    titled  whether the title is among the lines; without it the clocks stand at the prompt.
    cut     whether there is no room for all of the last message, which a person has to read to its end.
    """

    lines: list[Line]
    keys: bool
    titled: bool = True
    below: int = 0
    cut: bool = False


def lay_out(view: View, signs: Signs, width: int, height: int) -> MatchLayout:
    """Return the page for a window of this size, the prompt's line excepted.

    The board is as large as the last message lets it be. The line that says who thinks takes no room from it, so
    that the board keeps its size meanwhile.
    """
    keys = height >= ROOMY
    room = height - keys
    if view.pager:
        above = [heading(view, width, signs), *[[]] * keys]
        return MatchLayout([*above, *pager_lines(view, signs, width, max(room - len(above), 1))][:room], keys)
    if view.editor:
        return MatchLayout(pad_lines(editor_lines(view.editor, view.title, signs, width, room), room), keys)
    above, board = title_and_board(view, signs, width, room)
    if len(board) + 1 > room or any(line_width(line) > width for line in board):
        board = [[Span(row, "urgent")] for row in wrap(too_small(view, signs, width, height), width)]
        board = board[: max(room - len(above) - 1, 0)]
    board += action_lines(view, width, room - len(above) - len(board) - LEFT)
    spare = room - len(above) - len(board)
    since = sum(len(wrap(text, max(width, 10))) for text in view.said)  # lines of the result, and of what came after it
    scored = bool(view.over and view.score) and since < min(spare, SPOKEN)
    rows = min(spare, SPOKEN) - scored
    said = messages(view, signs, width, rows)
    if scored:
        said.append([Span(cut(f"{view.score[:1].upper()}{view.score[1:]}.", width, signs.more), "strong")])
    blanks = min(spare - len(said), 2) if above else 0  # below the title, and below the board
    said = pad_lines(said, min(LEFT, spare - blanks))
    lines = [*above, *[[]] * (blanks > 0), *board, *[[]] * (blanks > 1), *said]
    return MatchLayout(lines, keys, bool(above), room - len(lines), is_cut(view, width, rows))


def title_and_board(view: View, signs: Signs, width: int, room: int) -> tuple[list[Line], list[Line]]:
    """Return the title, which may have no room, and the board with the panel beside it; one line below stays free."""
    above: list[Line] = []
    board: list[Line] = []
    for titled, least in ((True, message_height(view, width)), (True, 1), (False, 1)):  # what gives way first
        rows = room - titled - least
        board, has_panel = board_and_panel(view, signs, width, rows)
        above = [heading(view, width, signs, clocks=not has_panel)] if titled else []
        if len(board) <= rows:
            break
    return above, board


def is_cut(view: View, width: int, rows: int) -> bool:
    """Return whether a person to move has to read the last message to its end, and `rows` are too few."""
    room = max(rows, 1) - bool(view.status)
    fits = len(rows_of(view.told, max(width, 10), room)) <= room
    return bool(view.asked and view.told and view.said[-1:] == [view.told] and view.timeline.live and not fits)


def action_lines(view: View, width: int, spare: int) -> list[Line]:
    """Return the possible actions of a game without cells, in lines kept free below cards and dice; none without room.

    These lines are kept while others move too, so that the lines below do not jump.
    """
    game, count = view.timeline.last.game, 1 if width >= WIDE else 2
    asked = view.asked if view.timeline.live else None
    line = action_line(asked, width - 2, count) if asked else ""
    if count > spare or view.ended or view.replayed or not (line or (any(view.people) and not has_board(game))):
        return []
    return pad_lines([[Span(f"  {row}")] for row in wrap(line, width - 2)], count)


def message_height(view: View, width: int) -> int:
    """Return how many lines to keep for messages: for the last one, mostly the last turn; after the end for all."""
    kept = view.said if view.over else view.remarks[-1:]
    rows = sum(len(wrap(text, max(width, 10))) for text in kept)
    return min(max(rows, 1), SPOKEN)


def too_small(view: View, signs: Signs, width: int, height: int) -> str:
    """Return a plain sentence instead of a board that has no room."""
    columns, lines = least_window(picture_of(view)[0], signs)
    typing = ", or go on typing" if any(view.people) and not view.over and not view.replayed else ""
    return (
        f"This window is too small for the board: it has {width} columns and {height + 1} lines,"
        f" the board needs {columns} and {lines}. Make it larger{typing}."
    )


def least_window(picture: Picture, signs: Signs) -> tuple[int, int]:
    """Return the columns and lines of the smallest window with room for the board."""
    columns, lines = smallest_window(picture, signs)
    return columns, lines + FRAME + (lines + FRAME > ROOMY)


def board_and_panel(view: View, signs: Signs, width: int, height: int) -> tuple[list[Line], bool]:
    """Return the board, and whether the panel is beside it; a small board is drawn larger then."""
    (shown, marks), room = picture_of(view), width - NARROWEST - GAP
    shown = with_roll(shown, view) if height >= DICED else shown
    if not has_panel(shown, signs, width, height):
        return draw(shown, signs, width, marks, height), False
    bare = shown if isinstance(shown, str) else replace(shown, note="")
    large = draw(bare, signs, room, marks, height, generous=True)
    columns = size(large)[0]
    note = "" if isinstance(shown, str) else shown.note
    other = panel(view, signs, min(width - columns - GAP, WIDEST), height, note)
    rows = max(len(large), len(other))
    left = [pad_line(line, columns) for line in pad_lines(large, rows)]
    between = Span(" " * GAP)
    return [[*one, between, *each] for one, each in zip(left, pad_lines(other, rows), strict=True)], True


@remembered
def has_panel(shown: Picture, signs: Signs, width: int, height: int) -> bool:
    """Return whether there is room for the panel beside the board, without a smaller board for it."""
    room = width - NARROWEST - GAP
    alone, narrow = (draw(shown, signs, columns, UNMARKED, height) for columns in (width, room))
    return size(narrow)[0] <= room and len(narrow) <= height and alone[:1] == narrow[:1]


def picture_of(view: View) -> tuple[Picture, Marks]:
    """Return the picture that is drawn, turned around if the person wants that, and the cells marked in it."""
    if view.moving is not None:
        return view.moving, UNMARKED
    position = view.timeline.now
    moved = view.timeline.last_move
    marks = move_marks(position.game, moved.seen if moved else None, view.counted and view.timeline.live)
    if view.dead is not None and view.timeline.live:
        marks = dead_marks(position.game, view.dead)
    cursor = view.cursor if view.timeline.live and view.asked else None
    if cursor:
        walked = cursor.chosen[-1:]
        marks = replace(
            marks,
            last=() if walked else marks.last,
            came=walked or marks.came,
            cursor=cursor.place,
            targets=cursor.targets if cursor.chosen else (),
        )
    return picture_for_seat(position.game, marks, view.viewer, view.flipped)


def dead_marks(game: Game, names: Collection[str]) -> Marks:
    """Return the marks of chains that are dead, and of what counts for each seat without them."""
    cells = dead_cells(game, names)
    first, second = areas_of(counted_game(game, " ".join(names)))
    return Marks(threatened=cells, areas=([*{*first} - {*cells}], [*{*second} - {*cells}]))


def with_roll(picture: Picture, view: View) -> Picture:
    """Return the picture with the die that was rolled last, if it is one of heaps, as of points in pig."""
    if not isinstance(picture, Heaps):
        return picture
    steps = reversed(view.timeline.steps(view.timeline.at))
    rolls = (step[1].text for step in steps if step[1].seat == CHANCE and " rolls " in phrase_of(step, view.viewer))
    face = next(rolls, "")
    return replace(picture, dice=(int(face),)) if face in PIPS else picture


def messages(view: View, signs: Signs, width: int, most: int) -> list[Line]:
    """Return the last messages, and what is going on, in at most `most` lines; at least one.

    It shows as many messages as fit; if not even the last one fits, its longest form that does, or what fits of it.
    A host's answer to who types while waiting is shown even in a window that has no room for both.
    """
    told = view.said and view.said[-1] != seating_sentence(view.viewpoint)
    status = "" if view.remote and told and most <= 1 else view.status
    room = max(most, 1) - bool(status)
    rows: list[str] = []
    for text in reversed(view.remarks[-SPOKEN:]):
        wrapped = wrap(text, max(width, 10)) if rows else rows_of(text, max(width, 10), room)
        if not rows and 0 < room < len(wrapped):
            wrapped = [*wrapped[: room - 1], cut(" ".join(wrapped[room - 1 :]), width, signs.more)]
        if len(rows) + len(wrapped) > room:
            break
        rows = wrapped + rows
    lines: list[Line] = [[Span(row)] for row in rows]
    if status:
        lines.append([Span(cut(status, width, signs.more), "strong")])
    return lines or [[]]


def pager_lines(view: View, signs: Signs, width: int, height: int) -> list[Line]:
    """Return the text that is read, from its top line on."""
    assert view.pager  # noqa: S101  # for the type checker: the caller has looked
    rows = view.pager.rows(width)
    view.pager.top = max(0, min(view.pager.top, len(rows) - (height - 1)))
    shown = rows[view.pager.top : view.pager.top + height - 1]
    more = len(rows) > view.pager.top + len(shown)
    foot = "arrows scroll, any other key goes back" if more or view.pager.top else "any key goes back to the board"
    return [*pad_lines(shown, height - 1), [Span(cut(foot, width, signs.more), "faint")]]


def pad_lines(lines: Sequence[Line], count: int) -> list[Line]:
    """Return the lines, and blank ones up to `count`."""
    return [*lines, *([] for _ in range(count - len(lines)))]
