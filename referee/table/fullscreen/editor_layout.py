"""The page while a position is set up: its board with the cursor, and below it what is said and how it stands."""

from games.picture import Picture
from referee.drawing.glyphs import Line, Signs, Span
from referee.drawing.picture import draw, smallest_window
from referee.drawing.text_width import cut, line_width, wrap
from referee.table.fullscreen.bars import separated, title_bar
from referee.table.fullscreen.editor import BoardEditor, TextEditor
from referee.table.vocabulary import EDIT

SAID = 3  # lines of what is wrong, at most
FRAME = 2  # lines that a small window has beside the board: how it stands, and the keys
TITLE = "Set up a position"


def editor_lines(editor: BoardEditor | TextEditor, title: str, signs: Signs, width: int, height: int) -> list[Line]:
    """The lines of the page in a window of so many columns, at most so many of them."""
    below = words_below(editor, signs, width)
    least = below[: max(len(below) - 2, 1)]  # what was said, else how the board stands
    picture, marks = editor.picture
    head = [title_bar(TITLE, title, width, signs)]
    board: list[Line] = []
    for above, under in ((head, below), (head, least), ([], least), ([], below[:1])):  # what gives way in small windows
        board = draw(picture, signs, width, marks, height - len(above) - len(under), generous=True)
        if len(board) <= height - len(above) - len(under):
            break
    room = height - len(above) - len(under)
    if len(board) > room or any(line_width(line) > width for line in board):
        board = [[Span(row, "urgent")] for row in wrap(too_small(picture, signs), width)][: max(room, 0)]
    spare = height - len(above) - len(board) - len(under)
    return [*above, *[[]] * (spare > 0 and bool(above)), *board, *[[]] * (spare > 1), *under][:height]


def too_small(picture: Picture, signs: Signs) -> str:
    """A plain sentence instead of a board that has no room."""
    columns, lines = smallest_window(picture, signs)
    needs = f"{columns} columns and {lines + FRAME} lines"
    otherwise = f"Make it larger, or go back and type {EDIT.name} with the text of the position."
    return f"This window is too small for the board, which needs {needs}. {otherwise}"


def words_below(editor: BoardEditor | TextEditor, signs: Signs, width: int) -> list[Line]:
    """What stands below the board, the most important first: what was said, how the board stands, the keys."""
    said = [[Span(row, "strong")] for row in wrap(editor.said, max(width, 10))[:SAID]] if editor.said else []
    if isinstance(editor, TextEditor):
        return said or [[Span(cut("Change the text of the position; Enter begins a game there.", width, signs.more))]]
    stands = [Span(cut(separated(editor.parts, signs), width, signs.more))]
    return [*said, stands, [Span(cut(editor.legend, width, signs.more), "faint")]]
