"""Lines drawn in place on standard error, at a terminal: each drawing takes the place of the last, nothing stays."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from referee.drawing.text_width import line_width
from referee.drawing.themes import Theme, rich_style
from referee.support.signals import hold_signals

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live
    from rich.text import Text

    from referee.drawing.glyphs import Line


class InPlace:
    """A drawing that begins where the cursor is."""

    def __init__(self, theme: Theme) -> None:
        from rich.console import Console

        self.console = Console(stderr=True)
        self.styles = {role: rich_style(style) for role, style in theme.styles.items()}
        self.live = self.begun()
        self.size = tuple(self.console.size)  # of the window when it was drawn last
        self.lines: list[Line] = []  # that stand there
        self.below = 0  # lines below them, each as wide as the window

    def begun(self) -> Live:
        """A drawing that begins where the cursor is; a stopped one would begin above."""
        from rich.live import Live

        # Drawn from here alone: what is written to the streams meanwhile is never taken over by rich.
        return Live(
            console=self.console, transient=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False
        )

    def put(self, lines: list[Line], *below: RenderableType) -> None:
        """Draw these, which fit the window, and what stands below them, in the window as it is now."""
        from rich.console import Group

        if tuple(self.console.size) != self.size:
            self.clear()
        self.size, self.lines, self.below = tuple(self.console.size), lines, len(below)
        with hold_signals():
            self.live.update(Group(*map(self.text, lines), *below), refresh=self.live.is_started)
            self.live.start(refresh=True)

    def clear(self) -> None:
        """Take away what was drawn in a window of another size: a terminal wraps lines anew that are too long now."""
        from rich.control import Control
        from rich.segment import ControlType

        width = max(self.console.width, 1)
        sizes = [*map(line_width, self.lines), *[self.size[0]] * self.below]
        wrapped = sum(max(ceil(size / width), 1) - 1 for size in sizes)
        self.live.stop()
        self.console.control(Control(*((ControlType.CURSOR_UP, 1), (ControlType.ERASE_IN_LINE, 2)) * wrapped))
        self.live = self.begun()

    def text(self, line: Line) -> Text:
        """The line in colours."""
        from rich.text import Text

        spans = ((span.text, self.styles.get(span.role, "")) for span in line)
        return Text.assemble(*spans, no_wrap=True, overflow="crop")

    def step_aside(self) -> None:
        """Take it away for now; the next drawing begins where the cursor is then."""
        self.stop()
        self.live = self.begun()

    def stop(self) -> None:
        """Take it away."""
        self.live.stop()
        self.console.show_cursor()  # whatever an interrupt cut short
