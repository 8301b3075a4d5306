"""Lines drawn in place on standard error, at a terminal, and the keys that are pressed meanwhile."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import ExitStack, suppress
from math import ceil
from typing import TYPE_CHECKING

from referee.drawing import terminal
from referee.drawing.text_width import line_width
from referee.drawing.themes import Theme, rich_style
from referee.support.signals import hold_signals

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from rich.console import RenderableType
    from rich.live import Live
    from rich.text import Text

    from referee.drawing.glyphs import Line


SUSPEND = "c-z"
ECHO = 3  # cells: a terminal writes ^C where the cursor is, and must not begin a new line with it
ENTER = "c-m", "c-j"  # some terminals send one of them for the other


class Keyboard:
    """The keyboard of the terminal while this process is in its foreground; otherwise no key is ever pressed.

    Ctrl-C stays a signal. Ctrl-Z becomes a key, so that the drawing can be taken away first: see `suspend`.
    """

    def __init__(self) -> None:
        self.input: Input | None = None  # while the keyboard is taken
        self.kept = ExitStack()  # what puts everything back
        self.suspends = False  # whether Ctrl-Z was pressed

    def take(self) -> None:
        """Read keys here from now on, and do not show them; do nothing where that cannot be."""
        if self.input or not terminal.fancy() or not terminal.in_foreground():
            return
        from prompt_toolkit.input import create_input

        from referee.drawing.inline_picture import undisturbed

        with suppress(OSError):
            self.kept.enter_context(undisturbed(sys.stdin.fileno()))
            self.input = create_input(sys.stdin)
            if signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL:
                signal.signal(signal.SIGTSTP, self.note_suspension)
                self.kept.callback(signal.signal, signal.SIGTSTP, signal.SIG_DFL)

    def give_back(self) -> None:
        """Restore the terminal; keys that were pressed and not read are dropped."""
        if self.input and terminal.in_foreground():
            self.input.read_keys()
        self.input = None
        self.kept.close()

    def pressed(self) -> list[str]:
        """Return the keys that were pressed since the last call, as prompt_toolkit names them."""
        if not terminal.in_foreground():
            return []
        self.take()  # again, where this process was in the background
        found = [str(getattr(press.key, "value", press.key)) for press in self.input.read_keys()] if self.input else []
        if self.suspends:
            found.append(SUSPEND)
        self.suspends = False
        return found

    def note_suspension(self, _number: int, _frame: object) -> None:
        self.suspends = True

    def suspend(self) -> None:
        """Stop until the person goes on with this process; the keyboard must have been given back."""
        os.kill(0, signal.SIGTSTP)


class InPlace:
    """A drawing that begins where the cursor is."""

    def __init__(self, theme: Theme) -> None:
        from rich.console import Console

        self.console = Console(stderr=True)
        self.styles = {role: rich_style(style) for role, style in theme.styles.items()}
        self.live = self.begun()
        self.size = tuple(self.console.size)  # of the window when it was drawn last
        self.lines: list[Line] = []  # that stand there
        self.below = 0  # lines below them, each as wide as the window but for ECHO

    def begun(self) -> Live:
        """Return a drawing that begins where the cursor is; a stopped one would begin above."""
        from rich.live import Live

        # Only this class draws: rich must not take over what is written to the streams meanwhile.
        return Live(
            console=self.console, transient=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False
        )

    def put(self, lines: list[Line], *below: RenderableType) -> None:
        """Draw the lines, which fit the window, and what is `below` them."""
        from rich.console import Group
        from rich.constrain import Constrain

        if tuple(self.console.size) != self.size:
            self.clear()
        self.size, self.lines, self.below = tuple(self.console.size), lines, len(below)
        with hold_signals():
            narrow = [Constrain(each, max(self.size[0] - ECHO, 1)) for each in below]
            self.live.update(Group(*map(self.text, lines), *narrow), refresh=self.live.is_started)
            self.live.start(refresh=True)

    def clear(self) -> None:
        """Erase what was drawn in a window of another size: a terminal wraps lines that are too long now."""
        from rich.control import Control
        from rich.segment import ControlType

        width = max(self.console.width, 1)
        sizes = [*map(line_width, self.lines), *[self.size[0] - ECHO] * self.below]
        wrapped = sum(max(ceil(size / width), 1) - 1 for size in sizes)
        self.live.stop()
        self.console.control(Control(*((ControlType.CURSOR_UP, 1), (ControlType.ERASE_IN_LINE, 2)) * wrapped))
        self.live = self.begun()

    def text(self, line: Line) -> Text:
        from rich.text import Text

        spans = ((span.text, self.styles.get(span.role, "")) for span in line)
        return Text.assemble(*spans, no_wrap=True, overflow="crop")

    def step_aside(self) -> None:
        """Erase the drawing for now; the next one begins where the cursor is then."""
        self.stop()
        self.live = self.begun()

    def stop(self) -> None:
        self.live.stop()
        self.console.show_cursor()  # whatever an interrupt cut short
