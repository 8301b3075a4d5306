"""The menu that stands before a match at a terminal: which game, against whom, with which options.

A page is plain data in, lines out; here it meets the keyboard and the screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit.layout import FormattedTextControl, Window

import games
from referee.table.fullscreen.application import FullScreen, fragments
from referee.table.fullscreen.menu_form import CommonRows, MenuChoice, MenuForm
from referee.table.fullscreen.menu_games import GamesPage
from referee.table.fullscreen.menu_text import paragraph

if TYPE_CHECKING:
    from prompt_toolkit.formatted_text import StyleAndTextTuples
    from prompt_toolkit.key_binding import KeyPressEvent

    from referee.drawing.glyphs import Line, Signs
    from referee.drawing.themes import Theme

__all__ = ["MenuChoice", "choose"]

LEAST = (20, 6)  # columns and lines
ENDLESS = 1 << 30  # more lines than any page has


def choose(game: str, opponent: str, signs: Signs, theme: Theme, *, pick: bool = True) -> MenuChoice | None:
    """What a person at the terminal chooses to play, None where they leave.

    game, opponent  the specs that are chosen by pressing nothing but Enter.
    pick            whether the games come first; else it is the form of that game.

    Raises SpecError where the game cannot be loaded, KeyboardInterrupt on Ctrl-C.
    """
    menu, screen = Menu(game, opponent, signs, pick), FullScreen[MenuChoice](theme)

    def text() -> StyleAndTextTuples:
        return fragments(menu.lines(screen.size.columns, screen.size.rows), screen.theme)

    bind_moving(screen, menu)
    bind_typing(screen, menu)
    bind_leaving(screen, menu)
    screen.fill(Window(FormattedTextControl(text, focusable=True)))
    return screen.run()


class Menu:
    """Which page is seen, and what was typed on the others."""

    def __init__(self, game: str, opponent: str, signs: Signs, pick: bool):
        games.load(game)
        name = games.CATALOGUE.find(game) or game
        self.signs = signs
        self.common = CommonRows.with_opponent(opponent)
        self.forms = {name: MenuForm(name, games.CATALOGUE.split(game)[1], self.common, signs)}
        self.games = GamesPage(name, signs)
        self.page: GamesPage | MenuForm = self.games if pick else self.forms[name]

    def take(self) -> MenuChoice | None:
        """What Enter does: from the games to the form; from the form to the match, which comes back."""
        if isinstance(self.page, MenuForm):
            return self.page.take()
        if name := self.games.name:
            self.page = self.forms.setdefault(name, MenuForm(name, "", self.common, self.signs))
        return None

    def leave(self) -> bool:
        """What Esc does: from the form to the games, then the filter off; whether there was nothing left to leave."""
        if isinstance(self.page, MenuForm):
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


def bind_moving(screen: FullScreen[MenuChoice], menu: Menu) -> None:
    """The keys that move the selection, and those that change or shorten what is selected."""
    for keys, by in (
        (("up", "s-tab", "c-p"), -1),
        (("down", "tab", "c-n"), 1),
        (("home",), -ENDLESS),
        (("end",), ENDLESS),
    ):
        screen.bind(keys, lambda by=by: menu.page.step(by), eager=True)
    for key, way in ("pageup", -1), ("pagedown", 1):
        screen.bind(key, lambda way=way: menu.page.step(way * menu.page.room), eager=True)
    for key, by in ("left", -1), ("right", 1):
        screen.bind(key, lambda by=by: menu.page.change(by), eager=True)
    screen.bind("backspace", lambda: menu.page.erase(1), eager=True)
    screen.bind(("c-u", "delete"), lambda: menu.page.erase(ENDLESS), eager=True)


def bind_typing(screen: FullScreen[MenuChoice], menu: Menu) -> None:
    """What is typed or pasted goes to the page; keys that no page knows do nothing."""

    @screen.keys.add("<any>")
    @screen.keys.add("<bracketed-paste>")
    def _(event: KeyPressEvent) -> None:
        text = " ".join(event.data.split()) if len(event.data) > 1 else event.data
        if text and text.isprintable():
            screen.attempt(menu.page.type, text)


def bind_leaving(screen: FullScreen[MenuChoice], menu: Menu) -> None:
    """The keys that can end the menu."""

    def take() -> None:
        if choice := menu.take():
            screen.close(choice)

    def leave() -> None:
        if menu.leave():
            screen.close()

    screen.bind(("enter", "c-j"), take, eager=True)
    screen.bind("escape", leave, eager=True)
    screen.bind("c-c", screen.close, None, KeyboardInterrupt, eager=True)
