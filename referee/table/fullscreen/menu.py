"""The menu before a match at a terminal: which game, against whom, with which options.

A page is plain data in, lines out; here it meets the keyboard and the screen.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING

from prompt_toolkit.layout import FormattedTextControl, HSplit, Window

import games
from games.base.notation import fold
from games.names.user_files import is_file_spec
from referee.drawing import terminal
from referee.drawing.background import page_theme
from referee.drawing.glyphs import Line, Signs, Span
from referee.drawing.text_width import cut, cut_start, pad, pad_line, text_width
from referee.table.fullscreen.application import CARET, FullScreen, MouseText, fragments, key_fragments
from referee.table.fullscreen.bars import KeyPairs, title_bar
from referee.table.fullscreen.menu_form import CommonRows, MenuChoice, MenuForm
from referee.table.fullscreen.menu_lists import LISTS, ListPage, MenuErrand, Past, StandingsPage
from referee.table.fullscreen.menu_text import GAP, MARGIN, aliases, detail, paragraph, scrolled, summary

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from prompt_toolkit.formatted_text import StyleAndTextTuples
    from prompt_toolkit.key_binding import KeyPressEvent

    from referee.drawing.glyphs import Place
    from referee.support.settings import Settings


FRAME = 2  # lines of the page that are not games: title and filter
WIDE = 72  # columns from which there is room for words on a game beside the list
FAMILIES = {family: family.capitalize() for family in games.FAMILIES}
INSTALLED, OWN, PLAYED, FOUND = "Installed", "Your files", "Matches", "Found"
OWN_TEXT = "A game in a file of your own."
LEAST = (20, 6)  # columns and lines
Taken = MenuChoice | MenuErrand
ENDLESS = 1 << 30  # more lines than any page has


def rank(word: str, names: Sequence[str], text: str) -> int | None:
    """Return how well a word matches a game, 0 is best: by its name, by the beginning of it, or of a part of it.

    None if neither the names nor the text hold it.
    """
    parts = [fold(part) for name in names for part in (name, *name.split("-"))]
    folded, told = fold(word), text.casefold()
    found = (
        folded in map(fold, names),
        parts[0].startswith(folded),
        any(part.startswith(folded) for part in parts),
        any(folded in part for part in parts),
        any(part.startswith(word.casefold()) for part in told.split()),
        word.casefold() in told,
    )
    return next((place for place, holds in enumerate(found) if holds), None)


class GamesPage:
    """All games in their groups, and the lists of the past; one is selected, at first the default.

    found  the names that are shown;  typed  the words that they are filtered by.
    """

    def __init__(self, default: str, signs: Signs, past: Past):
        self.default = default
        self.signs = signs
        self.past = past
        own = [name for name in (default, *past.files) if is_file_spec(name)]
        self.games = [*games.CATALOGUE, *dict.fromkeys(own)]
        self.rows: list[str | list[int]] = []
        self.typed = ""
        self.found: list[str] = []
        self.sections: dict[str, list[str]] = {}
        self.at = 0
        self.columns = 2
        self.room = 1
        self.top = 0
        self.select(default)

    @property
    def name(self) -> str | None:
        """The selected game or list, None if none was found."""
        return self.found[self.at] if self.found else None

    @property
    def keys(self) -> KeyPairs:
        escape = ("Esc", "clear" if self.typed else "leave")
        return [("Enter", "choose"), ("Up Down Left Right", "move"), ("letters", "find"), escape]

    def select(self, name: str) -> None:
        """Show all games, with `name` selected."""
        self.filter("")
        self.at = self.found.index(name)

    def filter(self, typed: str) -> None:
        """Show the games in which all of the words are found, the best first, which is selected."""
        self.typed = typed
        self.at = self.top = 0
        ranked = [name for _, name in sorted(self.ranked(), key=lambda pair: pair[0])]
        self.sections = {FOUND: ranked} if typed.strip() else self.grouped()
        self.found = [name for names in self.sections.values() for name in names]
        self.arrange()

    def grouped(self) -> dict[str, list[str]]:
        sections: dict[str, list[str]] = {title: [] for title in (*FAMILIES.values(), INSTALLED, OWN)}
        for name in self.games:
            sections[title_of_group(name)].append(name)
        return {title: names for title, names in sections.items() if names} | {PLAYED: list(LISTS)}

    def ranked(self) -> Iterator[tuple[int, str]]:
        """Yield the games and lists that are found, each with its rank."""
        for name in (*self.games, *LISTS):
            ranks = [rank(word, (name, *aliases(name)), text_on(name)) for word in self.typed.split()]
            if None not in ranks:
                yield sum(filter(None, ranks)), name

    def arrange(self) -> None:
        """Put what is found into rows below the titles of their groups."""
        self.rows, place = [], 0
        for title, names in self.sections.items():
            self.rows.append(title)
            places = range(place, place + len(names))
            self.rows += [list(places[start : start + self.columns]) for start in range(0, len(names), self.columns)]
            place += len(names)

    # Keys.

    def step(self, by: int) -> None:
        """Select the entry `by` rows below, or in the first or last row."""
        cells = [row for row in self.rows if isinstance(row, list)]
        if not self.found or abs(by) > len(self.rows):
            self.at = max(len(self.found) - 1, 0) if by > 0 else 0
            return
        here = next(place for place, row in enumerate(cells) if self.at in row)
        row = cells[max(0, min(here + by, len(cells) - 1))]
        self.at = row[min(cells[here].index(self.at), len(row) - 1)]

    def change(self, by: int) -> None:
        self.at = max(0, min(self.at + by, len(self.found) - 1))

    def type(self, text: str) -> None:
        self.filter(self.typed + text)

    def erase(self, count: int) -> None:
        """Take letters off the end of the filter."""
        self.filter(self.typed[:-count])

    def click(self, place: int) -> bool:
        """Select the one at `place`; return whether it was selected already, so that it is taken."""
        taken, self.at = place == self.at, place
        return taken

    # Lines.

    def lines(self, width: int, height: int) -> list[Line]:
        cell = (
            max(
                text_width(name) + 2 * (name == self.default)
                for name in (*self.games, *LISTS)
                if not is_file_spec(name)
            )
            + GAP
        )
        both = width >= WIDE
        self.columns = max(min((width - MARGIN) // (cell + GAP), 2), 1)
        self.arrange()
        self.room = max(height - FRAME, 1)
        room = self.columns * (cell + GAP) if both else width - 2 * MARGIN
        body, at = self.body(cell, room)
        self.top = scrolled(0 if at == 1 else self.top, at, len(body), self.room)
        seen = body[self.top : self.top + self.room]
        if both and self.name:
            beside = self.beside(self.name, width - room - 3 * MARGIN - GAP, self.room)
            seen = beside_each_other(seen, beside, room + MARGIN + GAP)
        seen += [[] for _ in range(self.room - len(seen))]
        count = f"{self.count} of {len(self.games)} games" if self.typed else f"{len(self.games)} games, * default"
        more = self.top > 0, self.top + self.room < len(body)
        return [title_bar("What shall we play?", count, width, self.signs), self.entry(width, more), *seen]

    @property
    def count(self) -> int:
        return sum(name not in LISTS for name in self.found)

    def body(self, cell: int, room: int) -> tuple[list[Line], int]:
        """Return the scrolled lines, and the number of the selected one; groups stand apart if there is room."""
        parted = len(self.rows) + len(self.sections) - 1 <= self.room
        lines: list[Line] = []
        at = 0
        for row in self.rows:
            if isinstance(row, str):
                lines += [[]] if parted and lines else []
                lines.append([Span(" " * MARGIN), Span(cut(row, room), "faint")])
                continue
            at = len(lines) if self.at in row else at
            lines.append([Span(" " * MARGIN), *(self.cell(place, cell, room) for place in row)])
        return lines if self.found else [self.nothing(room)], at

    def cell(self, place: int, columns: int, room: int) -> Span:
        """Return a game or list; the selected one has a sign before it and the colour of the cursor."""
        name = self.found[place]
        selected = place == self.at
        label = f"{name} *" if name == self.default else name
        text = ("> " if selected else "  ") + label
        size = min(columns + GAP, room) if text_width(text) <= columns + GAP else room
        return Span(pad(cut(text, size, self.signs.more), size), "cursor" if selected else "", (place, 0))

    def beside(self, name: str, width: int, height: int) -> list[Line]:
        """Return the lines about the selected one."""
        if name in LISTS:
            return self.past.preview(name, width, height, self.signs)
        return detail(name, text_on(name), self.past.result(name), width, height, self.signs)

    def entry(self, width: int, more: tuple[bool, bool]) -> Line:
        """Return the line in which the filter is typed, and at its right whether there is more above or below."""
        prompt = " " * MARGIN + "Find: "
        where = " and ".join(word for word, there in zip(("above", "below"), more, strict=True) if there)
        note = f"more {where} " if where else ""
        room = width - text_width(prompt + note) - 1
        typed = cut_start(self.typed, room, self.signs.more) if self.typed else ""
        hint = "" if self.typed else cut("type to filter", room)
        line = [Span(prompt), Span(typed, "title"), Span("", CARET), Span(hint, "faint")]
        return [*pad_line(line, width - text_width(note)), Span(note, "faint")] if note else line

    def nothing(self, width: int) -> Line:
        """Return the lines that say that no game was found."""
        text = f"No game matches {self.typed.strip()!r}."
        return [Span(" " * MARGIN), Span(cut(text, width, self.signs.more), "bad")]


def title_of_group(name: str) -> str:
    """Return the title of the group that the game stands in."""
    if is_file_spec(name):
        return OWN
    return FAMILIES.get(games.CATALOGUE.all_entries[name].family, INSTALLED)


@cache
def text_on(name: str) -> str:
    """Return a line on the game or list; a game in a file is not run for it."""
    own = LISTS.get(name) or OWN_TEXT * is_file_spec(name)
    return own or summary(games.CATALOGUE.load_class(name))


def beside_each_other(left: Sequence[Line], right: Sequence[Line], columns: int) -> list[Line]:
    """Return the lines of both, those at the right after `columns`."""
    count = max(len(left), len(right))
    both = ([*each, *([] for _ in range(count - len(each)))] for each in (left, right))
    return [[*pad_line(one, columns), *other] for one, other in zip(*both, strict=True)]


Page = GamesPage | MenuForm | ListPage | StandingsPage


def choose(game: str, wanted: Settings, *, pick: bool = True, guest: str = "") -> MenuChoice | MenuErrand | None:
    """Return what a person chooses to play, or to do with a match of the past; None if they leave.

    game  the spec that Enter alone chooses.
    pick  whether the games come first; otherwise the form of that game.
    guest  the name of a second person.

    Raises SpecError if the game cannot be loaded, KeyboardInterrupt on Ctrl-C.
    """
    common = CommonRows.with_opponent(wanted.opponent, wanted.name, guest)
    menu = Menu(game, common, terminal.board_signs(wanted.symbols, wanted.pieces), pick)
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
    """The menu: which page is shown, and what was typed on the others."""

    def __init__(self, game: str, common: CommonRows, signs: Signs, pick: bool):
        games.load(game)
        name = games.CATALOGUE.find(game) or game
        self.signs = signs
        self.common = common
        self.forms = {name: MenuForm(name, games.CATALOGUE.split(game)[1], self.common, signs)}
        self.default = name
        self.page: Page = self.games if pick else self.forms[name]

    @cached_property
    def past(self) -> Past:
        """What was played here, read when it is first seen."""
        return Past()

    @cached_property
    def games(self) -> GamesPage:
        """The page of all games, made when it is first seen: it takes longer than the form of one game."""
        return GamesPage(self.default, self.signs, self.past)

    def take(self) -> MenuChoice | MenuErrand | None:
        """Go from the games to a form or list, or return what was chosen on these."""
        if isinstance(self.page, MenuForm):
            return self.page.take()
        if isinstance(self.page, ListPage):
            return self.take_listed(self.page)
        name = self.games.name
        if isinstance(self.page, GamesPage) and name:
            self.page = ListPage(name, self.past, self.signs) if name in LISTS else self.form(name)
        return None

    def take_listed(self, page: ListPage) -> MenuErrand | None:
        """Return what was chosen on a list; the standings of a tournament are shown here."""
        errand = page.chosen()
        if errand and errand.verb == "tournaments":
            self.page = StandingsPage(errand.number, self.signs)
            return None
        return errand

    def form(self, name: str) -> MenuForm:
        if name not in self.forms:
            self.forms[name] = MenuForm(name, "", self.common, self.signs)
        return self.forms[name]

    def leave(self) -> bool:
        """Go back to the page before, or clear the filter; return whether there was nothing left to leave."""
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

    def body(self, width: int, height: int) -> list[Line]:
        """Return the page without its line of keys."""
        if width < LEAST[0] or height < LEAST[1]:
            return paragraph(f"This window is too small: the menu needs {LEAST[0]} columns, {LEAST[1]} lines.", width)
        return self.page.lines(width, height - 1)


def bind_moving(screen: FullScreen[Taken], menu: Menu) -> None:
    """Bind the keys that move the selection, and those that change or shorten what is selected."""
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
    """Give what is typed or pasted to the page; keys that no page knows do nothing."""

    @screen.keys.add("<any>")
    @screen.keys.add("<bracketed-paste>")
    def _(event: KeyPressEvent) -> None:
        text = " ".join(event.data.split()) if len(event.data) > 1 else event.data
        if text and text.isprintable():
            screen.attempt(menu.page.type, text)


def bind_leaving(screen: FullScreen[Taken], menu: Menu) -> None:
    """Bind the keys that can end the menu."""

    def take() -> None:
        if choice := menu.take():
            screen.close(choice)

    def leave() -> None:
        if menu.leave():
            screen.close()

    screen.bind(("enter", "c-j"), take, eager=True)
    screen.bind("escape", leave, eager=True)
    screen.bind("c-c", screen.close, None, KeyboardInterrupt, eager=True)
