"""What was played here before: pages that list matches or tournaments, and the standings of a tournament."""

from __future__ import annotations

from contextlib import closing
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import games
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from games.names.user_files import is_file_spec, split_file_spec
from referee.drawing.glyphs import Line, Signs, Span
from referee.drawing.text_table import rows as table_rows
from referee.drawing.text_width import cut, pad, wrapped
from referee.storage.archive import open_archive
from referee.storage.database import StorageError
from referee.storage.saved_match import is_persons
from referee.table.fullscreen.bars import KeyPairs, title_bar
from referee.table.fullscreen.menu_text import MARGIN, between_rules, paragraph, scrolled

if TYPE_CHECKING:
    from referee.storage.archive_tables import MatchResult
    from referee.storage.saved_match import SavedMatch


LISTS = {
    "resume": "Go on with a match that is not over.",
    "history": "Look at a match again.",
    "review": "Have a match judged, move by move.",
    "tournaments": "See how a tournament stands.",
}
EMPTY = {
    "resume": "There is no unfinished match.",
    "history": "No match has been played here yet.",
    "review": "No match has been finished here yet.",
    "tournaments": "No tournament has been held here yet. To hold one: referee tournament GAME PLAYER PLAYER...",
}
RECENT = 500  # matches in which one's last results are looked for
LISTED = 50  # matches of a list, at most

Row = tuple[int, str]  # a number, and the words on its match or tournament
VERBS = {"resume": "go on", "history": "look", "review": "review", "tournaments": "standings"}  # what Enter does
FRAME = 3  # lines of the page that are not rows: title and two rules


class Past:
    """What the archive and the journal hold of this person, read when it is needed."""

    def __init__(self) -> None:
        with closing(open_archive()) as archive:
            found = archive.results(RECENT)
        self.last: dict[str, MatchResult] = {}
        for result in found:
            self.last.setdefault(canonical(result.game), result)
        self.matches: list[SavedMatch] | None = None

    @property
    def files(self) -> list[str]:
        """The games in people's own files that were played here and are still there."""
        return [name for name in self.last if is_file_spec(name) and Path(split_file_spec(name)[0]).exists()]

    def result(self, name: str) -> str:
        """Return how the last match of a person in a game ended; "" if there was none."""
        last = self.last.get(name)
        if last is None:
            return ""
        own = next((seat for seat, spec in enumerate(last.players) if is_persons(spec)), None)
        if own is None:
            return ""
        if all(map(is_persons, last.players)):
            won = last.names[0 if last.score > 0 else 1]
            return f"Last time: {f'{won} won' if last.score else 'a draw'}."
        ended = "a draw against" if last.score == 0 else "won against" if (last.score > 0) == (own == 0) else "lost to"
        return f"Last time: {ended} {last.names[1 - own]}."

    def rows(self, name: str) -> list[Row]:
        """Return what is listed below a name of LISTS."""
        if name == "tournaments":
            return tournament_rows()
        if self.matches is None:
            with closing(open_archive()) as archive:
                self.matches = archive.entries(LISTED)
        from referee.reports.history import match_cells

        wanted = [kept for kept in self.matches if is_listed(kept, name)]
        texts = table_rows([match_cells(kept) for kept in wanted])
        return [(kept.number or 0, text) for kept, text in zip(wanted, texts, strict=True)]

    def preview(self, name: str, width: int, height: int, signs: Signs) -> list[Line]:
        """Return what a list is for, and its first rows, in a space of this size."""
        rows = self.rows(name)
        lines = [*wrapped(LISTS[name], width), []]
        lines += [[Span(cut(text, width, signs.more), "faint")] for _, text in rows] or wrapped(EMPTY[name], width)
        return lines[:height]


@cache
def canonical(spec: str) -> str:
    """Return the name of the game of a spec; the spec itself if it is in a file or not known any more."""
    if is_file_spec(spec):
        return spec
    try:
        return games.CATALOGUE.find(spec) or spec
    except SpecError:
        return spec


def is_listed(kept: SavedMatch, name: str) -> bool:
    """Return whether the match stands in a list."""
    going = kept.how is None
    return name == "history" or (going and not kept.playing if name == "resume" else not going and bool(kept.texts))


def tournament_rows() -> list[Row]:
    """Return the tournaments, the newest first."""
    from referee.reports.tournament.output import tournament_row
    from referee.tournaments.journal import open_journal

    try:
        with closing(open_journal()) as journal:
            entries = journal.entries()
    except StorageError:
        return []
    texts = table_rows([tournament_row(entry) for entry in entries])
    return [(entry.number, text) for entry, text in zip(entries, texts, strict=True)]


def standings_text(number: int, width: int, signs: Signs) -> list[str]:
    """Return how a tournament stands, in lines of at most `width` columns."""
    from referee.reports.tournament.table import standings_lines
    from referee.tournaments.journal import open_journal
    from referee.tournaments.results import match_results
    from referee.tournaments.standings import make_standings

    try:
        with closing(open_journal()) as journal:
            tournament = journal.load(number)
            _, results = match_results(tournament, journal.results(number))
    except (StorageError, SpecError) as error:
        return [str(error)]
    return standings_lines(make_standings(tournament, results, number), width, signs)


@dataclass(frozen=True)
class MenuErrand:
    """What a person wants done before a match: `resume`, `history` or `review`, with the number of a match."""

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
        self.at = max(0, min(self.at + by, self.count - 1))

    def change(self, by: int) -> None: ...

    def type(self, text: str) -> None: ...

    def erase(self, count: int) -> None: ...

    def click(self, place: int) -> bool:
        """Select the line at `place`; return whether it was selected already, so that it is taken."""
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
        return [("Up Down", "move"), *([("Enter", VERBS[self.name])] if self.rows else []), ("Esc", "back")]

    def chosen(self) -> MenuErrand | None:
        """Return what Enter asks for; None if there is nothing."""
        return MenuErrand(self.name, self.rows[self.at][0]) if self.rows else None

    def lines(self, width: int, height: int) -> list[Line]:
        self.room = max(height - FRAME, 1)
        body = [self.row(place, text, width) for place, (_, text) in enumerate(self.rows)]
        self.top = scrolled(self.top, self.at, len(body), self.room)
        shown = between_rules(body or paragraph(EMPTY[self.name], width), self.top, self.room, width, self.signs)
        return [title_bar(self.title, f"{len(self.rows)} listed", width, self.signs), *shown]

    def row(self, place: int, text: str, width: int) -> Line:
        """Return a match or tournament; the selected one has a sign before it and the colour of the cursor."""
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
        if width != self.width:
            self.width, self.texts = width, standings_text(self.number, max(width - 2 * MARGIN, 20), self.signs)
        self.room = max(height - FRAME, 1)
        self.top = max(0, min(self.top, len(self.texts) - self.room))
        body = [[Span(" " * MARGIN + text)] for text in self.texts]
        return [
            title_bar(self.title, "", width, self.signs),
            *between_rules(body, self.top, self.room, width, self.signs),
        ]
