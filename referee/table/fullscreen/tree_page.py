"""The page of a tree as prompt_toolkit shows it: its lines, its keys, and the steps that come by themselves."""

from __future__ import annotations

from asyncio import sleep
from time import monotonic
from typing import TYPE_CHECKING

from prompt_toolkit.filters import Condition
from prompt_toolkit.layout import Window
from prompt_toolkit.layout.controls import FormattedTextControl

from referee.table.fullscreen.application import FullScreen, fragments
from referee.table.fullscreen.tree_layout import TreeLayout, lay_out

if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit.formatted_text import StyleAndTextTuples

    from referee.drawing.glyphs import Signs
    from referee.drawing.themes import Theme
    from referee.table.fullscreen.tree_walk import Walk

TICK = 0.05  # seconds between two looks whether a step is due
FACTOR = 1.5  # by which + and - change the pace


class TreePage:
    """The page. What fails while a key is at work ends it, and is raised where it ran."""

    def __init__(self, walk: Walk, signs: Signs, theme: Theme):
        self.walk, self.signs = walk, signs
        self.layout = TreeLayout([])
        self.stepped = 0.0  # when the last step came by itself
        self.screen = FullScreen[None](theme)
        self.bind_keys()
        self.screen.fill(
            Window(FormattedTextControl(self.text), wrap_lines=False, always_hide_cursor=True), draw=self.draw
        )

    def run(self) -> None:
        """Show it until people leave."""
        self.screen.run(lambda: self.screen.beside(self.tick()))

    async def tick(self) -> None:
        """Make the steps that come by themselves."""
        while True:
            await sleep(TICK)
            if self.walk.playing and monotonic() >= self.stepped + self.walk.pace:
                self.stepped = monotonic()
                self.screen.attempt(self.walk.advance, 1)
                self.screen.redraw()

    def draw(self) -> None:
        """Compose the lines for the window as it is now."""
        size = self.screen.size
        self.layout = lay_out(self.walk, self.signs, size.columns, size.rows)

    def text(self) -> StyleAndTextTuples:
        """The lines as prompt_toolkit takes them."""
        return fragments(self.layout.lines, self.screen.theme)

    # Keys.

    def bind_keys(self) -> None:
        """What each key does; while something is in place of the tree all but Ctrl-C put it away."""
        walk, screen = self.walk, self.screen
        reads, stepping = Condition(lambda: bool(walk.shown)), Condition(lambda: walk.stepping)
        for key, call in self.always().items():
            screen.bind(key, call, when=~reads)
        for key, (steps, walks) in self.either().items():
            screen.bind(key, steps, when=~reads & stepping)
            screen.bind(key, walks, when=~reads & ~stepping)
        screen.bind(("q", "escape"), screen.close, when=~reads, eager=True)
        screen.bind("c-c", screen.close, eager=True)
        screen.bind("<any>", walk.show, "", when=reads)
        screen.bind("escape", walk.show, "", when=reads, eager=True)

    def always(self) -> dict[str, Callable[[], object]]:
        """The keys that always do the same."""
        walk = self.walk
        return {
            "up": walk.up,
            "down": walk.down,
            "enter": lambda: walk.turn(self.layout.folded),
            "n": lambda: walk.advance(1),
            "p": lambda: walk.advance(-1),
            "a": walk.play,
            "+": lambda: walk.hasten(1 / FACTOR),
            "-": lambda: walk.hasten(FACTOR),
            "tab": walk.switch,
            "b": lambda: walk.show("board"),
            "?": lambda: walk.show("help"),
        }

    def either(self) -> dict[str, tuple[Callable[[], object], Callable[[], object]]]:
        """The keys that are for the steps, or for the tree."""
        walk = self.walk
        return {
            "space": (lambda: walk.advance(1), lambda: walk.turn(self.layout.folded)),
            "right": (lambda: walk.advance(1), lambda: walk.aside(1, self.layout.row)),
            "left": (lambda: walk.advance(-1), lambda: walk.aside(-1, self.layout.row)),
            "home": (lambda: walk.advance(-walk.done), lambda: walk.go(walk.run.root)),
            "end": (lambda: walk.advance(len(walk.run.steps)), walk.to_best),
        }
