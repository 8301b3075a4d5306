"""Where lines and sentences are written: standard output, with colours at a terminal and without elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol

from referee.drawing.glyphs import line_text
from referee.drawing.palette import Depth
from referee.drawing.themes import Theme, rich_style

if TYPE_CHECKING:
    from referee.drawing.glyphs import Line


SYSTEMS: dict[Depth, Literal["truecolor", "256", "standard"]] = {
    Depth.TRUE: "truecolor",
    Depth.INDEXED: "256",
    Depth.BASIC: "standard",
}  # as rich calls them


class Surface(Protocol):
    """Where lines are written."""

    def sentence(self, text: str) -> None:
        """Write text for people, wrapped if the surface has a width."""

    def line(self, line: Line) -> None:
        """Write a line of a drawing as it is."""


class Plain:
    """Standard output without colours or escape codes."""

    def sentence(self, text: str) -> None:
        print(text)

    def line(self, line: Line) -> None:
        print(line_text(line).rstrip())


class Colourful:
    """A terminal with colours; rich leaves them out where NO_COLOR is set."""

    def __init__(self, theme: Theme) -> None:
        from rich.console import Console

        self.console = Console(highlight=False, markup=False, emoji=False, color_system=SYSTEMS[theme.depth])
        self.theme = theme

    def style(self, role: str) -> str:
        return rich_style(self.theme.style(role))

    def sentence(self, text: str) -> None:
        from rich.text import Text

        lines = Text(text).wrap(self.console, self.console.width)
        self.console.print(*lines, sep="\n", soft_wrap=True)

    def line(self, line: Line) -> None:
        from rich.text import Text

        spans = [(span.text, self.style(span.role)) for span in line]
        self.console.print(Text.assemble(*spans), soft_wrap=True)
