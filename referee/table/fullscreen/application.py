"""The full-screen application that shows every page: a match, a tree and the menu.

It takes the terminal and gives it back, whatever ends the page: a key, an error, Ctrl-C, SIGTERM or SIGHUP.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from io import StringIO
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from prompt_toolkit.application import Application
from prompt_toolkit.input.posix_utils import PosixStdinReader
from prompt_toolkit.input.typeahead import store_typeahead
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding import KeyBindings, KeyPress, KeyPressEvent
from prompt_toolkit.key_binding.bindings.mouse import load_mouse_bindings
from prompt_toolkit.keys import KEY_ALIASES, Keys
from prompt_toolkit.layout import Layout
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from referee.drawing.background import LEFTOVER, without_answers
from referee.drawing.palette import Depth
from referee.drawing.themes import Theme, prompt_role, prompt_style
from referee.support import signals
from referee.table.fullscreen.bars import fitting, pressed_keys

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator, Sequence

    from prompt_toolkit.data_structures import Size
    from prompt_toolkit.filters import FilterOrBool
    from prompt_toolkit.formatted_text import StyleAndTextTuples
    from prompt_toolkit.input import Input
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone
    from prompt_toolkit.layout.containers import Container, Window

    from referee.drawing.glyphs import Line, Place
    from referee.table.fullscreen.bars import KeyPairs

DEPTHS = {
    Depth.TRUE: ColorDepth.DEPTH_24_BIT,
    Depth.INDEXED: ColorDepth.DEPTH_8_BIT,
    Depth.BASIC: ColorDepth.DEPTH_4_BIT,
}
CARET = "caret"  # the role of an empty span that says where the terminal's cursor stands
PATIENCE = 0.1  # seconds after which Esc is the key itself and not the beginning of another one

Result = TypeVar("Result")


class FullScreen(Generic[Result]):
    """The whole terminal, while a page is shown on it.

    A page binds its keys, fills the screen with its windows, and runs it. An exception in a key's call or while the
    page is drawn ends the page; `run` raises it.

    keys   what `bind` binds, for keys that need the event itself.
    mouse  whether the mouse is heard; otherwise the terminal keeps it for selecting text.
    """

    def __init__(self, theme: Theme, mouse: bool = True):
        self.keys = KeyBindings()
        self.theme = theme
        self.app: Application[Result | None] = Application(
            key_bindings=self.keys,
            style=Style.from_dict({role: prompt_style(style) for role, style in theme.styles.items()}),
            color_depth=DEPTHS[theme.depth],
            full_screen=True,
            enable_page_navigation_bindings=False,
            include_default_pygments_style=False,
            mouse_support=mouse,
        )
        take_leftover(self.app.input)
        self.app.ttimeoutlen = PATIENCE
        mouse_event = next(each for each in load_mouse_bindings().bindings if each.keys == (Keys.Vt100MouseEvent,))
        self.keys.add(Keys.Vt100MouseEvent, eager=True)(mouse_event.handler)  # otherwise it is any key
        self.keys.add("c-z", eager=True)(lambda event: event.app.suspend_to_background())
        self.keys.add("c-l", eager=True)(lambda event: event.app.renderer.clear())

    @property
    def size(self) -> Size:
        return self.app.output.get_size()

    def bind(
        self,
        keys: str | Sequence[str],
        call: Callable[..., object],
        *arguments: object,
        when: FilterOrBool = True,
        eager: bool = False,
    ) -> None:
        """Bind keys to a call, made while the condition `when` holds; Ctrl-C comes from the terminal and as SIGINT.

        keys   one key or several, as prompt_toolkit names them.
        eager  whether the key is not awaited as the beginning of a longer one.
        """

        def pressed(_: KeyPressEvent) -> None:
            self.attempt(call, *arguments)

        for key in (keys,) if isinstance(keys, str) else keys:
            for name in ("c-c", "<sigint>") if key == "c-c" else (key,):
                self.keys.add(name, filter=when, eager=eager)(pressed)

    def fill(self, body: Container, draw: Callable[[], None] = lambda: None, focus: Window | None = None) -> None:
        """Show these windows; `draw` is called before each drawing of them, and `focus` is where typed keys go."""
        self.app.layout = Layout(body, focused_element=focus)
        self.app.before_render += lambda _: self.attempt(draw)

    def run(self, begin: Callable[[], None] = lambda: None) -> Result | None:
        """Show the page until it is closed; return what it was closed with.

        What is printed meanwhile goes to standard error afterwards. `begin` is called once the page is open.

        Raises what the page was closed for, and signals.Terminated if a signal ended it.
        """
        with kept_from_the_page(), signals.on_signal(self.terminate):
            signals.raise_if_signalled()
            result = self.app.run(pre_run=begin)
            signals.raise_if_signalled()
        return result

    def terminate(self) -> None:
        """Close the page for a signal that ends the program. Raises Terminated if the page is not open."""
        if not (self.app.is_running and self.app.loop):
            raise signals.Terminated
        self.app.loop.call_soon_threadsafe(self.close, None, signals.Terminated)

    def beside(self, task: Coroutine[object, object, None]) -> None:
        """Run a task beside the page until the page is closed."""
        self.app.create_background_task(task)

    def attempt(self, call: Callable[..., object], *arguments: object) -> None:
        """Make a call; an exception, such as one in a person's own rules, closes the page."""
        try:
            call(*arguments)
        except Exception as error:  # noqa: BLE001  # it is raised again where the page ran
            self.close(why=error)

    def redraw(self) -> None:
        self.app.invalidate()

    def press(self, key: str) -> None:
        """Do what a key does, after the key that is being handled."""
        self.app.key_processor.feed(KeyPress(Keys(KEY_ALIASES.get(key, key)) if len(key) > 1 else key))

    def close(self, result: Result | None = None, why: BaseException | type[BaseException] | None = None) -> None:
        """End the page, unless it ends already: `run` returns the result, or raises `why`."""
        if self.app.is_running and not self.app.is_done:
            self.app.exit(exception=why) if why else self.app.exit(result=result)


class MouseText(FormattedTextControl):
    """Lines of text on which the wheel makes a call, with 1 when it is turned down and -1 when up."""

    def __init__(self, text: Callable[[], StyleAndTextTuples], wheel: Callable[[int], object], focusable: bool = False):
        super().__init__(text, focusable=focusable)
        self.wheel = wheel

    def mouse_handler(self, mouse_event: MouseEvent) -> NotImplementedOrNone:
        """Turn the wheel, or let the text under the pointer handle it."""
        turned = {MouseEventType.SCROLL_UP: -1, MouseEventType.SCROLL_DOWN: 1}.get(mouse_event.event_type)
        if turned is None:
            return super().mouse_handler(mouse_event)
        self.wheel(turned)
        return None


def fragments(
    lines: Sequence[Line],
    theme: Theme,
    click: Callable[[Place], object] | None = None,
    enter: Callable[[str], object] | None = None,
) -> StyleAndTextTuples:
    """Return the lines as prompt_toolkit takes them, in the colours of the theme.

    click  called with the cell of the board that is clicked;  enter  with what a click elsewhere types.
    """
    pieces: StyleAndTextTuples = []
    for line in lines:
        for span in line:
            style = "[SetCursorPosition]" if span.role == CARET else prompt_role(theme, span.role)
            if click and span.place is not None:
                pieces.append((style, span.text, when_clicked(click, span.place)))
            elif enter and span.typed:
                pieces.append((style, span.text, when_clicked(enter, span.typed)))
            else:
                pieces.append((style, span.text))
        pieces.append(("", "\n"))
    return pieces[:-1]


def key_fragments(screen: FullScreen[Any], pairs: KeyPairs) -> StyleAndTextTuples:
    """Return a line of keys; a click on a key, or on what it does, presses it."""
    pieces: StyleAndTextTuples = []
    for name, does in fitting(pairs, screen.size.columns):
        keys = pressed_keys(name)
        for word, key in keys:
            style = ("class:bar-key", f" {word}")
            pieces.append((*style, when_clicked(screen.press, key)) if key else style)
        first = keys[0][1]
        style = ("class:bar", f" {does} ")
        pieces.append((*style, when_clicked(screen.press, first)) if first else style)
    return pieces


def when_clicked(call: Callable[..., object], *arguments: object) -> Callable[[MouseEvent], NotImplementedOrNone]:
    """Return a handler of the mouse that makes a call for the left button, and leaves all else to others."""

    def handle(event: MouseEvent) -> NotImplementedOrNone:
        if event.event_type is not MouseEventType.MOUSE_DOWN or event.button is not MouseButton.LEFT:
            return NotImplemented
        call(*arguments)
        return None

    return handle


def take_leftover(keyboard: Input) -> None:
    """Take as keys what was typed while the terminal was asked for its ground; ignore a late answer to that."""
    typed: list[KeyPress] = []
    parser = Vt100Parser(typed.append)
    parser.feed(LEFTOVER.take())
    parser.flush()
    store_typeahead(keyboard, typed)
    if LEFTOVER.late and isinstance(reader := getattr(keyboard, "stdin_reader", None), PosixStdinReader):
        LEFTOVER.late = False
        read = reader.read
        reader.read = lambda count=1024: without_answers(read(count))  # type: ignore[method-assign]


@contextmanager
def kept_from_the_page() -> Iterator[None]:
    """Keep what programs print from the page; it is written to standard error once the page is gone."""
    streams = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, printed = StringIO(), StringIO()  # nor do they read what is typed at the page
    sys.stdout = sys.stderr = printed
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
        if printed.getvalue():
            print(printed.getvalue().rstrip("\n"), file=sys.stderr)
