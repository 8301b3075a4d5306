"""The page of a tree as prompt_toolkit shows it: its lines, its keys, and the steps that come by themselves."""

from __future__ import annotations

from asyncio import sleep
from time import monotonic
from typing import TYPE_CHECKING

from prompt_toolkit.application import Application
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl

from referee.table.fullscreen.match_page import PATIENCE, fragments, page_style
from referee.table.fullscreen.streams import kept_from_the_page
from referee.table.fullscreen.tree_layout import Sheet, sheet

if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit.formatted_text import StyleAndTextTuples

    from referee.drawing.glyphs import Signs
    from referee.drawing.themes import Theme
    from referee.table.fullscreen.tree_walk import Walk

TICK = 0.05  # seconds between two looks whether a step is due
FACTOR = 1.5  # by which + and - change the pace


class Page:
    """The page. What fails while a key is at work ends it, and is raised where it ran."""

    def __init__(self, walk: Walk, signs: Signs, theme: Theme):
        self.walk, self.signs = walk, signs
        self.sheet = Sheet([])
        self.stepped = 0.0  # when the last step came by itself
        self.app: Application[None] = Application(
            layout=Layout(Window(FormattedTextControl(self.text), wrap_lines=False, always_hide_cursor=True)),
            key_bindings=self.keys(),
            style=page_style(theme),
            full_screen=True,
            include_default_pygments_style=False,
        )
        self.app.ttimeoutlen = PATIENCE
        self.app.before_render += self.draw

    def run(self) -> None:
        """Show it until people leave."""
        with kept_from_the_page():
            self.app.run(pre_run=self.begin)

    def begin(self) -> None:
        """What goes on beside the keys."""
        self.app.create_background_task(self.tick())

    async def tick(self) -> None:
        """Make the steps that come by themselves."""
        while True:
            await sleep(TICK)
            if self.walk.playing and monotonic() >= self.stepped + self.walk.pace:
                self.stepped = monotonic()
                self.walk.advance(1)
                self.app.invalidate()

    def close(self, why: BaseException | None = None) -> None:
        """Leave the page, unless it is left already; with a reason that is what `run` raises."""
        if self.app.is_running and not self.app.is_done:
            self.app.exit(exception=why) if why else self.app.exit()

    def draw(self, _: object = None) -> None:
        """Compose the lines for the window as it is now."""
        window = self.app.output.get_size()
        try:
            self.sheet = sheet(self.walk, self.signs, window.columns, window.rows)
        except Exception as error:  # noqa: BLE001  # somebody's rules, that are asked for pictures and moves
            self.close(error)

    def text(self) -> StyleAndTextTuples:
        """The lines in the words of prompt_toolkit."""
        return [piece for line in self.sheet.lines for piece in (*fragments(line), ("", "\n"))][:-1]

    # Keys.

    def keys(self) -> KeyBindings:
        """What each key does; while something is in the place of the tree all but those that leave put it away."""
        walk, keys = self.walk, KeyBindings()
        reads, stepping = Condition(lambda: bool(walk.shown)), Condition(lambda: walk.stepping)
        for key, call in self.always().items():
            keys.add(key, filter=~reads)(self.calls(call))
        for key, (steps, walks) in self.either().items():
            keys.add(key, filter=~reads & stepping)(self.calls(steps))
            keys.add(key, filter=~reads & ~stepping)(self.calls(walks))
        for key in ("q", "escape", "c-c", "<sigint>"):
            keys.add(key, eager=True, filter=~reads)(self.calls(self.close))
        for key in ("c-c", "<sigint>"):
            keys.add(key, eager=True, filter=reads)(self.calls(self.close))
        keys.add("<any>", filter=reads)(self.calls(self.put_away))
        keys.add("escape", filter=reads, eager=True)(self.calls(self.put_away))

        @keys.add("c-z", eager=True)
        def _(event: KeyPressEvent) -> None:
            event.app.suspend_to_background()

        @keys.add("c-l", eager=True)
        def _(event: KeyPressEvent) -> None:
            event.app.renderer.clear()

        return keys

    def always(self) -> dict[str, Callable[[], object]]:
        """The keys that always do the same."""
        walk = self.walk
        return {
            "up": walk.up,
            "down": walk.down,
            "enter": lambda: walk.turn(self.sheet.folded),
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
            "space": (lambda: walk.advance(1), lambda: walk.turn(self.sheet.folded)),
            "right": (lambda: walk.advance(1), lambda: walk.aside(1, self.sheet.row)),
            "left": (lambda: walk.advance(-1), lambda: walk.aside(-1, self.sheet.row)),
            "home": (lambda: walk.advance(-walk.done), lambda: walk.go(walk.run.root)),
            "end": (lambda: walk.advance(len(walk.run.steps)), walk.to_best),
        }

    def calls(self, call: Callable[[], object]) -> Callable[[KeyPressEvent], None]:
        """A key that does nothing but to call that."""

        def pressed(event: KeyPressEvent) -> None:
            try:
                call()
            except Exception as error:  # noqa: BLE001  # somebody's rules, where the tree grows on
                self.close(error)

        return pressed

    def put_away(self) -> None:
        """Show the tree again."""
        self.walk.show("")
