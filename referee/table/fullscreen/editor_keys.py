"""The keys while a position is set up on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit.filters import Condition

from players.entry import HELP
from referee.table.fullscreen.editing import close_editor
from referee.table.fullscreen.editor import BoardEditor
from referee.table.fullscreen.keys import ARROWS
from referee.table.vocabulary import EDIT, FLIP

if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit.key_binding import KeyPressEvent

    from referee.table.fullscreen.match_front import FullScreenFront

LISTED = """Set up a position

arrows            move the cursor
{pieces}
Space, a click    the next piece; after the last one, none
Backspace, -      remove a piece; Del removes all that are there
c, s              clear the board; set up the start of the game
Tab               the other side is to move
{dice}F5                look from the other side
Enter             begin a game in that position
Esc               back to the game, unchanged
"""


def bind_editor(front: FullScreenFront) -> None:
    """Bind the keys of both ways to set up a position."""
    bind_board(front)
    opened = Condition(lambda: front.view.editor is not None and not front.view.pager)
    front.screen.bind("enter", finish, front, when=opened, eager=True)
    front.screen.bind("escape", leave, front, when=opened, eager=True)
    front.screen.bind("tab", lambda: None, when=opened & ~Condition(lambda: board_of(front) is not None), eager=True)


def board_of(front: FullScreenFront) -> BoardEditor | None:
    """The board on which a position is set up; None while there is none."""
    editor = front.view.editor
    return editor if isinstance(editor, BoardEditor) and not front.view.pager else None


def bind_board(front: FullScreenFront) -> None:
    """The keys of a board with a cursor: all that is typed is for it."""
    edits = Condition(lambda: board_of(front) is not None)

    def on_board(call: Callable[..., None], *arguments: object) -> None:
        if board := board_of(front):
            call(board, *arguments)

    @front.screen.keys.add("<any>", filter=edits, eager=True)
    def _(event: KeyPressEvent) -> None:
        if len(event.data) == 1:
            front.screen.attempt(on_board, BoardEditor.press, event.data)

    for key, way in ARROWS.items():
        front.screen.bind(key, on_board, BoardEditor.step, *way, when=edits, eager=True)
    front.screen.bind("backspace", on_board, BoardEditor.take, when=edits, eager=True)
    front.screen.bind(("delete", "."), on_board, BoardEditor.empty, when=edits, eager=True)
    front.screen.bind("tab", on_board, BoardEditor.pass_turn, when=edits, eager=True)
    front.screen.bind(FLIP.key.casefold(), on_board, BoardEditor.flip, when=edits, eager=True)
    front.screen.bind((HELP.key.casefold(), "?"), explain, front, when=edits, eager=True)
    front.screen.bind("<bracketed-paste>", lambda: None, when=edits, eager=True)


def explain(front: FullScreenFront) -> None:
    """Show the keys in place of the board."""
    if board := board_of(front):
        made = board.arrangement
        pieces = [f"{piece.key:<18}put a {piece.name}" for piece in made.pieces]
        pieces += ["digits            set how many of them"] if made.most > 1 else []
        dice = "d                 type the dice\n" if made.dice is not None else ""
        front.view.say(LISTED.format(pieces="\n".join(pieces), dice=dice))


def finish(front: FullScreenFront) -> None:
    """Begin a game in the position, if one can; else it is said why, and the editor stays."""
    editor = front.view.editor
    if editor and (text := editor.take_over(" ".join(front.buffer.text.split()))):
        close_editor(front.view, front.buffer)
        front.type(f"{EDIT.name} {text}")


def leave(front: FullScreenFront) -> None:
    """Go back to the game, if the person means it."""
    if front.view.editor and front.view.editor.leave():
        close_editor(front.view, front.buffer)
