"""What the mouse does on the page of a match."""

from referee.drawing.glyphs import Place
from referee.table.fullscreen.editor import BoardEditor
from referee.table.fullscreen.match_front import FullScreenFront
from referee.table.fullscreen.steering import point

LINES = 3  # that the wheel goes on by in a text


def turn_wheel(front: FullScreenFront, by: int) -> None:
    """Look at an earlier or later position, or read on in the text that stands in place of the board."""
    if front.view.pager:
        front.view.scroll(LINES * by)
    elif not front.view.editor:
        front.look(by)


def click_cell(front: FullScreenFront, place: Place) -> None:
    """Choose the cell that is drawn there, and make the move that this settles, while nothing is typed."""
    if isinstance(front.view.editor, BoardEditor):
        front.view.editor.click(place)
    elif not front.view.covered and not front.buffer.text and (text := point(front.view, place)):
        front.type(text)
