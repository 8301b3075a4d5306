"""How help looks: in columns that fit the window, and in colours at a terminal that has them."""

import re
import shutil
import sys
from collections.abc import Callable, Iterable

import click

from referee.drawing import terminal

WIDEST = 80  # columns of help, however wide the window is
NARROW = 60  # columns below which the first column of a list gets a third of the line
FLAG = re.compile(r"(?<![\w-])--?\w[\w-]*")

Paint = Callable[[str, str], str]  # a text and a role of the theme to the text with its colours


class HelpFormatter(click.HelpFormatter):
    """Writes help as click does, with headings and names in the colours of the person's theme."""

    def __init__(self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None):
        columns = min(shutil.get_terminal_size().columns, max_width or WIDEST)
        super().__init__(indent_increment, width or max(columns - 2, 2 * indent_increment), max_width)
        self.paint = make_paint()

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, self.paint("Usage:", "title") + " " if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        super().write_heading(self.paint(heading, "title"))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        painted = [(self.paint_term(term), said) for term, said in rows]
        super().write_dl(painted, self.width // 3 if self.width < NARROW else col_max, col_spacing)

    def paint_term(self, term: str) -> str:
        """The first cell of a row with its flags in colours, or all of it if it is a command."""
        if term.startswith("-"):
            return FLAG.sub(lambda flag: self.paint(flag[0], "key"), term)
        return self.paint(term.rstrip(), "key") + " " * (len(term) - len(term.rstrip()))


class HelpContext(click.Context):
    """The context of a command, whose help is written by HelpFormatter."""

    formatter_class = HelpFormatter


def make_paint() -> Paint:
    """What colours texts where standard output is a terminal that has colours; elsewhere it changes nothing."""
    if not terminal.movable(sys.stdout):
        return lambda text, _: text
    from rich.text import Text

    from games.names.catalogue import SpecError
    from referee.drawing.surface import Colourful
    from referee.support.settings import SETTINGS, load_settings

    try:
        name = load_settings().theme
    except SpecError:  # help must be there for those whose settings are wrong
        name = SETTINGS["theme"].default
    surface = Colourful(terminal.theme(name))

    def paint(text: str, role: str) -> str:
        with surface.console.capture() as painted:
            surface.console.print(Text(text, surface.style(role)), end="", soft_wrap=True)
        return painted.get()

    return paint
