"""The menu that stands before a match at a terminal: which game, against whom, with which options.

A page is plain data in, lines out; here it meets the keyboard and the screen.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

import games
from referee.drawing.glyphs import Line, Signs
from referee.table.fullscreen.menu_form import Choice, Form, Table
from referee.table.fullscreen.menu_games import GamesPage
from referee.table.fullscreen.menu_text import CARET, paragraph

if TYPE_CHECKING:
    from prompt_toolkit.application import Application
    from prompt_toolkit.formatted_text import StyleAndTextTuples
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
    from prompt_toolkit.styles import BaseStyle

__all__ = ["Choice", "choose"]

LEAST = (20, 6)  # columns and lines
PATIENCE = 0.1  # seconds after which Esc is the key itself and not the beginning of another one
ENDLESS = 1 << 30  # more lines than any page has


def choose(game: str, opponent: str, signs: Signs, style: "BaseStyle", *, pick: bool = True) -> Choice | None:
    """What a person at the terminal chooses to play, None where they leave.

    game, opponent  the specs that are chosen by pressing nothing but Enter.
    pick            whether the games come first; else it is the form of that game.

    Raises SpecError where the game cannot be loaded, KeyboardInterrupt on Ctrl-C.
    """
    return application(Menu(game, opponent, signs, pick), style).run()


class Menu:
    """Which page is seen, and what was typed on the others."""

    def __init__(self, game: str, opponent: str, signs: Signs, pick: bool):
        games.load(game)
        name = games.CATALOGUE.find(game) or game
        self.signs = signs
        self.table = Table.laid(opponent)
        self.forms = {name: Form(name, games.CATALOGUE.split(game)[1], self.table, signs)}
        self.games = GamesPage(name, signs)
        self.page: GamesPage | Form = self.games if pick else self.forms[name]

    def take(self) -> Choice | None:
        """What Enter does: from the games to the form; from the form to the match, which comes back."""
        if isinstance(self.page, Form):
            return self.page.take()
        if name := self.games.name:
            self.page = self.forms.setdefault(name, Form(name, "", self.table, self.signs))
        return None

    def leave(self) -> bool:
        """What Esc does: from the form to the games, then the filter off; whether there was nothing left to leave."""
        if isinstance(self.page, Form):
            self.games.select(self.page.name)
            self.page = self.games
        elif self.games.typed:
            self.games.filter("")
        else:
            return True
        return False

    def lines(self, width: int, height: int) -> list[Line]:
        """What is seen in a window of that many columns and lines."""
        if width < LEAST[0] or height < LEAST[1]:
            return paragraph(f"This window is too small: the menu needs {LEAST[0]} columns, {LEAST[1]} lines.", width)
        return self.page.lines(width, height)


def application(menu: Menu, style: "BaseStyle") -> "Application[Choice | None]":
    """The menu on the whole screen."""
    from prompt_toolkit.application import Application, get_app
    from prompt_toolkit.layout import FormattedTextControl, Layout, Window

    def text() -> "StyleAndTextTuples":
        size = get_app().output.get_size()
        return fragments(menu.lines(size.columns, size.rows))

    window = Window(FormattedTextControl(text, focusable=True))
    app: Application[Choice | None] = Application(Layout(window), style, key_bindings=keyboard(menu), full_screen=True)
    app.ttimeoutlen = PATIENCE
    return app


def fragments(lines: list[Line]) -> "StyleAndTextTuples":
    """The lines as prompt_toolkit takes them."""
    pieces: StyleAndTextTuples = []
    for number, line in enumerate(lines):
        pieces += [("", "\n")] * (number > 0)
        for span in line:
            caret = span.role == CARET
            pieces.append(("[SetCursorPosition]" if caret else f"class:{span.role}" * bool(span.role), span.text))
    return pieces


def keyboard(menu: Menu) -> "KeyBindings":
    """What the keys do."""
    from prompt_toolkit.key_binding import KeyBindings

    bindings = KeyBindings()

    def on(*names: str, do: Callable[[], object]) -> None:
        def pressed(event: "KeyPressEvent") -> None:
            do()

        for name in names:
            bindings.add(name, eager=True)(pressed)

    on("up", "s-tab", "c-p", do=lambda: menu.page.step(-1))
    on("down", "tab", "c-n", do=lambda: menu.page.step(1))
    on("pageup", do=lambda: menu.page.step(-menu.page.room))
    on("pagedown", do=lambda: menu.page.step(menu.page.room))
    on("home", do=lambda: menu.page.step(-ENDLESS))
    on("end", do=lambda: menu.page.step(ENDLESS))
    on("left", do=lambda: menu.page.change(-1))
    on("right", do=lambda: menu.page.change(1))
    on("backspace", do=lambda: menu.page.rub(1))
    on("c-u", "delete", do=lambda: menu.page.rub(ENDLESS))
    write(bindings, menu)
    leave(bindings, menu)
    return bindings


def write(bindings: "KeyBindings", menu: Menu) -> None:
    """Let what is typed or pasted go to the page; keys that no page knows do nothing."""

    @bindings.add("<any>")
    @bindings.add("<bracketed-paste>")
    def _(event: "KeyPressEvent") -> None:
        text = " ".join(event.data.split()) if len(event.data) > 1 else event.data
        if text and text.isprintable():
            menu.page.type(text)


def leave(bindings: "KeyBindings", menu: Menu) -> None:
    """Let the keys that can end the menu end it."""

    @bindings.add("enter", eager=True)
    @bindings.add("c-j", eager=True)
    def _(event: "KeyPressEvent") -> None:
        if choice := menu.take():
            event.app.exit(result=choice)

    @bindings.add("escape", eager=True)
    def _(event: "KeyPressEvent") -> None:
        if menu.leave():
            event.app.exit(result=None)

    @bindings.add("c-c", eager=True)
    @bindings.add("<sigint>", eager=True)
    def _(event: "KeyPressEvent") -> None:
        event.app.exit(exception=KeyboardInterrupt)

    @bindings.add("c-z", eager=True)
    def _(event: "KeyPressEvent") -> None:
        event.app.suspend_to_background()

    @bindings.add("c-l", eager=True)
    def _(event: "KeyPressEvent") -> None:
        event.app.renderer.clear()
