"""Pages of the menu that list matches or tournaments, and the standings of one of these."""

from __future__ import annotations

from games.dataclass import dataclass
from referee.drawing.glyphs import Line, Signs, Span
from referee.drawing.text_width import cut, pad
from referee.table.fullscreen.bars import KeyPairs, title_bar
from referee.table.fullscreen.menu_past import EMPTY, LISTS, Past, standings_text
from referee.table.fullscreen.menu_text import MARGIN, between_rules, paragraph, scrolled

VERBS = {"resume": "go on", "history": "look", "review": "review", "tournaments": "standings"}  # what Enter does
FRAME = 3  # lines of the page that are not rows: title and two rules


@dataclass(frozen=True)
class MenuErrand:
    """What a person wants done before a match: `resume`, `history` or `review`, with the match of that number."""

    verb: str
    number: int


class ScrolledPage:
    """A page whose lines are scrolled; nothing can be typed on it."""

    def __init__(self, title: str, signs: Signs):
        self.title = title
        self.signs = signs
        self.at = self.top = 0
        self.room = 1
        self.count = 0

    def step(self, by: int) -> None:
        """Go on by so many lines."""
        self.at = max(0, min(self.at + by, self.count - 1))

    def change(self, by: int) -> None:
        """Nothing: there is nothing to the left or right."""

    def type(self, text: str) -> None:
        """Nothing: nothing is typed here."""

    def erase(self, count: int) -> None:
        """Nothing: nothing is typed here."""

    def click(self, place: int) -> bool:
        """Select the line of that place; whether it was selected already, so that it is taken."""
        taken, self.at = place == self.at, place
        return taken


class ListPage(ScrolledPage):
    """The matches or tournaments of one of LISTS; one of them is selected."""

    def __init__(self, name: str, past: Past, signs: Signs):
        super().__init__(LISTS[name].rstrip("."), signs)
        self.name = name
        self.rows = past.rows(name)
        self.count = len(self.rows)

    @property
    def keys(self) -> KeyPairs:
        """The keys that do something here."""
        return [("Up Down", "move"), *([("Enter", VERBS[self.name])] if self.rows else []), ("Esc", "back")]

    def chosen(self) -> MenuErrand | None:
        """What Enter asks for; None if there is nothing."""
        return MenuErrand(self.name, self.rows[self.at][0]) if self.rows else None

    def lines(self, width: int, height: int) -> list[Line]:
        """The page in a window of that many columns and lines."""
        self.room = max(height - FRAME, 1)
        body = [self.row(place, text, width) for place, (_, text) in enumerate(self.rows)]
        self.top = scrolled(self.top, self.at, len(body), self.room)
        shown = between_rules(body or paragraph(EMPTY[self.name], width), self.top, self.room, width, self.signs)
        return [title_bar(self.title, f"{len(self.rows)} listed", width, self.signs), *shown]

    def row(self, place: int, text: str, width: int) -> Line:
        """One match or tournament; the selected one has a sign before it and the colour of the cursor."""
        selected = place == self.at
        text = cut(f"{' ' * MARGIN}{'> ' if selected else '  '}{text}", width, self.signs.more)
        return [Span(pad(text, width), "cursor" if selected else "", (place, 0))]


class StandingsPage(ScrolledPage):
    """How a tournament stands."""

    keys: KeyPairs = (("Up Down", "scroll"), ("Esc", "back"))

    def __init__(self, number: int, signs: Signs):
        super().__init__(f"Tournament {number}", signs)
        self.number = number
        self.width = 0
        self.texts: list[str] = []

    def step(self, by: int) -> None:
        self.top += by

    def click(self, place: int) -> bool:
        return False

    def lines(self, width: int, height: int) -> list[Line]:
        """The page in a window of that many columns and lines."""
        if width != self.width:
            self.width, self.texts = width, standings_text(self.number, max(width - 2 * MARGIN, 20), self.signs)
        self.room = max(height - FRAME, 1)
        self.top = max(0, min(self.top, len(self.texts) - self.room))
        body = [[Span(" " * MARGIN + text)] for text in self.texts]
        return [
            title_bar(self.title, "", width, self.signs),
            *between_rules(body, self.top, self.room, width, self.signs),
        ]
