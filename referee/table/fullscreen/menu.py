"""The menu that stands before a match at a terminal: which game, against whom, with which options.

A page is plain data in, lines out; here it meets the keyboard and the screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit.layout import FormattedTextControl, HSplit, Window

import games
from referee.drawing import terminal
from referee.drawing.background import page_theme
from referee.table.fullscreen.application import FullScreen, MouseText, fragments, key_fragments
from referee.table.fullscreen.menu_form import CommonRows, MenuChoice, MenuForm
from referee.table.fullscreen.menu_games import GamesPage
from referee.table.fullscreen.menu_lists import ListPage, MenuErrand, StandingsPage
from referee.table.fullscreen.menu_past import LISTS, Past
from referee.table.fullscreen.menu_text import key_bar, paragraph

if TYPE_CHECKING:
    from prompt_toolkit.formatted_text import StyleAndTextTuples
    from prompt_toolkit.key_binding import KeyPressEvent

    from referee.drawing.glyphs import Line, Place, Signs
    from referee.support.settings import Settings

__all__ = ["MenuChoice", "MenuErrand", "choose"]

LEAST = (20, 6)  # columns and lines
Taken = MenuChoice | MenuErrand
Page = GamesPage | MenuForm | ListPage | StandingsPage
ENDLESS = 1 << 30  # more lines than any page has


def choose(game: str, wanted: Settings, *, pick: bool = True) -> MenuChoice | MenuErrand | None:
    """What a person at the terminal chooses to play, or to have done with a match of the past; None if they leave.

    game  the spec that is chosen by pressing nothing but Enter.
    pick  whether the games come first; else it is the form of that game.

    Raises SpecError if the game cannot be loaded, KeyboardInterrupt on Ctrl-C.
    """
    menu = Menu(game, wanted.opponent, terminal.board_signs(wanted.symbols), pick)
    screen = FullScreen[Taken](page_theme(wanted), wanted.mouse)

    def text() -> StyleAndTextTuples:
        return fragments(menu.body(screen.size.columns, screen.size.rows), screen.theme, click)

    def click(place: Place) -> None:
        if menu.page.click(place[0]):
            screen.press("enter")

    bind_moving(screen, menu)
    bind_typing(screen, menu)
    bind_leaving(screen, menu)
    keys = FormattedTextControl(lambda: key_fragments(screen, menu.page.keys))
    body = Window(MouseText(text, lambda by: screen.attempt(menu.page.step, by), focusable=True))
    screen.fill(HSplit([body, Window(keys, height=1, style="class:bar")]), focus=body)
    return screen.run()


class Menu:
    """Which page is seen, and what was typed on the others."""

    def __init__(self, game: str, opponent: str, signs: Signs, pick: bool):
        games.load(game)
        name = games.CATALOGUE.find(game) or game
        self.signs = signs
        self.common = CommonRows.with_opponent(opponent)
        self.forms = {name: MenuForm(name, games.CATALOGUE.split(game)[1], self.common, signs)}
        self.past = Past()
        self.games = GamesPage(name, signs, self.past)
        self.page: Page = self.games if pick else self.forms[name]

    def take(self) -> MenuChoice | MenuErrand | None:
        """What Enter does: from the games to a form or list; from these to what was chosen, which comes back."""
        if isinstance(self.page, MenuForm):
            return self.page.take()
        if isinstance(self.page, ListPage):
            return self.take_listed(self.page)
        name = self.games.name
        if isinstance(self.page, GamesPage) and name:
            self.page = ListPage(name, self.past, self.signs) if name in LISTS else self.form(name)
        return None

    def take_listed(self, page: ListPage) -> MenuErrand | None:
        """What Enter does on a list: the standings of a tournament are shown here, all else comes back."""
        errand = page.chosen()
        if errand and errand.verb == "tournaments":
            self.page = StandingsPage(errand.number, self.signs)
            return None
        return errand

    def form(self, name: str) -> MenuForm:
        """The form of that game, as it was left."""
        if name not in self.forms:
            self.forms[name] = MenuForm(name, "", self.common, self.signs)
        return self.forms[name]

    def leave(self) -> bool:
        """What Esc does: back to the page before, then the filter off; whether there was nothing left to leave."""
        if isinstance(self.page, StandingsPage):
            self.page = ListPage("tournaments", self.past, self.signs)
        elif isinstance(self.page, ListPage):
            self.page = self.games
        elif isinstance(self.page, MenuForm):
            self.games.select(self.page.name)
            self.page = self.games
        elif self.games.typed:
            self.games.filter("")
        else:
            return True
        return False

    def lines(self, width: int, height: int) -> list[Line]:
        """What is seen in a window of that many columns and lines."""
        body = self.body(width, height)
        return [*body, key_bar(self.page.keys, width)] if self.fits(width, height) else body

    def fits(self, width: int, height: int) -> bool:
        """Whether the window is large enough."""
        return width >= LEAST[0] and height >= LEAST[1]

    def body(self, width: int, height: int) -> list[Line]:
        """The same without the line of keys."""
        if not self.fits(width, height):
            return paragraph(f"This window is too small: the menu needs {LEAST[0]} columns, {LEAST[1]} lines.", width)
        return self.page.lines(width, height - 1)


def bind_moving(screen: FullScreen[Taken], menu: Menu) -> None:
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


def bind_typing(screen: FullScreen[Taken], menu: Menu) -> None:
    """What is typed or pasted goes to the page; keys that no page knows do nothing."""

    @screen.keys.add("<any>")
    @screen.keys.add("<bracketed-paste>")
    def _(event: KeyPressEvent) -> None:
        text = " ".join(event.data.split()) if len(event.data) > 1 else event.data
        if text and text.isprintable():
            screen.attempt(menu.page.type, text)


def bind_leaving(screen: FullScreen[Taken], menu: Menu) -> None:
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
