"""Setting up a position in place of the board: how that begins and ends on the page."""

from prompt_toolkit.buffer import Buffer

from games.game import Game
from referee.table.fullscreen.editor import editor_for
from referee.table.fullscreen.view import View


def open_editor(view: View, buffer: Buffer, spec: str, game: Game) -> None:
    """Have a position of the game of that spec set up, beginning with that one; its text may stand at the prompt."""
    try:
        view.editor = editor_for(spec, game, view.viewer, view.flipped)
    except ValueError as error:
        view.say(f"{error}.")
    except Exception as error:  # noqa: BLE001  # a game that somebody is still writing
        view.say(f"This position cannot be set up: {type(error).__name__}: {error}")
    else:
        buffer.text = view.editor.line
        buffer.cursor_position = len(buffer.text)


def close_editor(view: View, buffer: Buffer) -> None:
    """Show the board of the game again."""
    view.editor = None
    buffer.reset()
