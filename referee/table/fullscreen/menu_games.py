"""The first page of the menu: the games, found by typing."""

from collections.abc import Iterator, Sequence

import games
from games.notation import fold
from referee.drawing.glyphs import Line, Signs, Span
from referee.drawing.text_width import cut, cut_start, pad, text_width
from referee.table.fullscreen.application import CARET
from referee.table.fullscreen.menu_text import (
    GAP,
    MARGIN,
    between_rules,
    heading,
    keys,
    scrolled,
    summary,
)

FRAME = 5  # lines of the page that are not games: heading, filter, two rules, keys


def rank(word: str, names: Sequence[str], text: str) -> int | None:
    """How badly a word finds a game of these names, 0 being best: by its name, the beginning of it, or of a part.

    None where neither the names nor the text hold it.
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
    """All games, of which one is selected; the default comes first.

    typed  by what they are filtered.
    """

    def __init__(self, default: str, signs: Signs):
        self.default = default
        self.signs = signs
        others = (name for name in games.CATALOGUE if name != default)
        self.texts = {name: summary(games.CATALOGUE.load_class(name)) for name in (default, *others)}
        self.found = list(self.texts)
        self.typed = ""
        self.at = self.top = 0
        self.room = 1

    @property
    def name(self) -> str | None:
        """The selected game, None where none was found."""
        return self.found[self.at] if self.found else None

    def select(self, name: str) -> None:
        """Show all games, with that one selected."""
        self.filter("")
        self.at = self.found.index(name)

    def filter(self, typed: str) -> None:
        """Show the games in which all of the words are found, the best first, which is selected."""
        self.typed = typed
        self.at = self.top = 0
        self.found = [name for _, name in sorted(self.ranked(), key=lambda pair: pair[0])]

    def ranked(self) -> Iterator[tuple[int, str]]:
        """The games that are found, and how badly."""
        for name, text in self.texts.items():
            names = (name, *games.CATALOGUE.all_entries[name].aliases)
            ranks = [rank(word, names, text) for word in self.typed.split()]
            if None not in ranks:
                yield sum(filter(None, ranks)), name

    # Keys.

    def step(self, by: int) -> None:
        """Select the game so many lines below, or the first or last one."""
        self.at = max(0, min(self.at + by, len(self.found) - 1))

    def change(self, by: int) -> None:
        """Nothing: there is nothing to the left or right."""

    def type(self, text: str) -> None:
        """Add to the filter."""
        self.filter(self.typed + text)

    def erase(self, count: int) -> None:
        """Take so many letters off the end of the filter."""
        self.filter(self.typed[:-count])

    # Lines.

    def lines(self, width: int, height: int) -> list[Line]:
        """The page in a window of that many columns and lines."""
        self.room = max(height - FRAME, 1)
        rows = [self.row(name, width) for name in self.found] or [self.nothing(width)]
        self.top = scrolled(self.top, self.at, len(rows), self.room)
        count = f"{len(self.found)} of {len(self.texts)} games" if self.typed else f"{len(self.texts)} games, * default"
        escape = ("Esc", "clear" if self.typed else "leave")
        return [
            heading("Choose a game", count, width, self.signs),
            self.entry(width),
            *between_rules(rows, self.top, self.room, width, self.signs),
            keys([("letters", "filter"), ("Up/Down", "move"), ("Enter", "choose"), escape], width),
        ]

    def entry(self, width: int) -> Line:
        """The line in which the filter is typed."""
        prompt = " " * MARGIN + "Find: "
        if not self.typed:
            return [Span(prompt), Span("", CARET), Span("type to filter", "faint")]
        return [
            Span(prompt),
            Span(cut_start(self.typed, width - len(prompt) - 1, self.signs.more), "title"),
            Span("", CARET),
        ]

    def nothing(self, width: int) -> Line:
        """What stands where no game is found."""
        text = f"No game is found by {self.typed.strip()!r}."
        return [Span(" " * MARGIN), Span(cut(text, width - 2 * MARGIN, self.signs.more), "bad")]

    def row(self, name: str, width: int) -> Line:
        """One game; the selected one has a sign before it and the colour of the cursor."""
        size = max(text_width(other) + 2 * (other == self.default) for other in self.texts)
        selected = name == self.name
        mark = " " * MARGIN + ("> " if selected else "  ")
        label = f"{name} *" if name == self.default else name
        text = cut(self.texts[name], width - len(mark) - size - GAP - MARGIN, self.signs.more)
        if selected:
            return [Span(cut(pad(mark + pad(label, size + GAP) + text, width), width), "cursor")]
        return [Span(mark), Span(pad(label, size), "first"), Span(" " * GAP + text)]
