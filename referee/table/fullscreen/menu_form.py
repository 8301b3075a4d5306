"""The second page of the menu: a form for one game, its opponent, who moves first, and the game's options."""

import secrets
from collections.abc import Sequence
from dataclasses import replace

import games
import players
from games.capabilities import hides_information
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from games.names.option_text import read_options
from games.option import options_of
from referee.drawing.glyphs import Line, Signs, Span
from referee.drawing.text_width import cut, cut_start, pad, text_width
from referee.table.fullscreen.application import CARET
from referee.table.fullscreen.bars import KeyPairs, game_title, title_bar
from referee.table.fullscreen.menu_detail import aliases
from referee.table.fullscreen.menu_rows import FIRSTS, FormRow, OpponentRow, OptionRow
from referee.table.fullscreen.menu_text import (
    GAP,
    MARGIN,
    between_rules,
    paragraph,
    scrolled,
    summary,
)

FRAME = 3  # lines of the page that are neither rows nor notes: title and two rules
ROOMY = 16  # lines from which on there is room for what is only good to know


@dataclass(frozen=True)
class MenuChoice:
    """What a person chose to play: the game's spec, and the players' specs by seat."""

    game: str
    players: tuple[str, str]


@dataclass(frozen=True)
class CommonRows:
    """The rows that are the same for every game, and keep their values from game to game."""

    opponent: OpponentRow
    first: FormRow

    @classmethod
    def with_opponent(cls, opponent: str) -> "CommonRows":
        """The rows with that opponent, and the person to move first."""
        return cls(OpponentRow(opponent), FormRow("first move", FIRSTS[0], FIRSTS))

    def players(self, lot: int = 0) -> tuple[str, str]:
        """The specs by seat; where the lot decides who moves first, 0 is the person."""
        other = self.opponent.text
        second = lot if self.first.text == "by lot" else self.first.text == "opponent"
        return (other, "human") if second else ("human", other)


class MenuForm:
    """The rows of one game; one of them is selected.

    given    the options in the game's spec that the form begins with, as they stand behind the colon.
    message  what is wrong, or empty: it stands below the form until something is changed.
    """

    keys: KeyPairs = (
        ("Enter", "play"), ("Up Down", "move"), ("Left Right", "change"), ("type", "a value"), ("Esc", "back"),
    )  # fmt: skip

    def __init__(self, name: str, given: str, common: CommonRows, signs: Signs):
        self.name = name
        self.kind = games.CATALOGUE.load_class(name)
        self.common = common
        self.signs = signs
        options = options_of(self.kind)
        values = read_options(name, given, options)
        self.options = [OptionRow(key, option, values.get(key, option.default)) for key, option in options.items()]
        self.rows: list[FormRow] = [common.opponent, common.first, *self.options]
        self.at = self.top = 0
        self.room = 1
        self.message = ""

    @property
    def row(self) -> FormRow:
        """The selected row."""
        return self.rows[self.at]

    @property
    def spec(self) -> str:
        """The game's spec, with the options that differ from their defaults. The rows must be right."""
        pairs = [f"{row.label}={row.text}" for row in self.options if row.value() != row.option.default]
        return f"{self.name}:{','.join(pairs)}" if pairs else self.name

    def error(self) -> str:
        """One line on what is wrong between the rows, each of which is right; empty if nothing is."""
        try:
            game = games.load(self.spec)
        except SpecError as error:
            return str(error)
        if hides_information(game) and players.CATALOGUE.find(self.common.opponent.text) == "human":
            return f"{self.name} hides something from each player: two people cannot play it on one screen"
        return ""

    def validate(self) -> bool:
        """Whether all values are right; else what is wrong is told, and its row selected if it is in one."""
        self.row.complete()
        wrong = next((place for place, row in enumerate(self.rows) if row.error()), None)
        if wrong is not None:
            self.at = wrong
        self.message = self.error() if wrong is None else self.row.error()
        return not self.message

    def take(self) -> MenuChoice | None:
        """What was chosen, None if something is wrong, which is told."""
        return MenuChoice(self.spec, self.common.players(secrets.randbelow(2))) if self.validate() else None

    # KeyPairs.

    def step(self, by: int) -> None:
        """Leave the row for the one so many lines below, which after the last is the first; what is wrong is told."""
        self.row.complete()
        self.message = self.row.error() or ("" if any(row.error() for row in self.rows) else self.error())
        end = max(0, min(self.at + by, len(self.rows) - 1))
        self.at = (self.at + by) % len(self.rows) if abs(by) == 1 else end

    def change(self, by: int) -> None:
        """Go on to the row's next value, or to the one before."""
        self.message = ""
        self.row.change(by)

    def type(self, text: str) -> None:
        """Type into the row."""
        self.message = ""
        self.row.type(text)

    def erase(self, count: int) -> None:
        """Take so many letters off the end of the row's value."""
        self.message = ""
        self.row.erase(count)

    def click(self, place: int) -> bool:
        """Select the row of that place; no click begins the match."""
        self.step(place - self.at)
        return False

    # Lines.

    def lines(self, width: int, height: int) -> list[Line]:
        """The page in a window of that many columns and lines."""
        also = ", ".join(aliases(self.name))
        foot = self.foot(width, height)
        self.room = max(height - FRAME - len(foot), 1)
        body, places = self.body(width)
        at = places[self.at]
        self.top = scrolled(0 if self.at == 0 else self.top, at, len(body), self.room)
        return [
            title_bar(game_title(self.name), f"also {also}" if also else "", width, self.signs),
            *between_rules(body, self.top, self.room, width, self.signs),
            *foot,
        ]

    def body(self, width: int) -> tuple[list[Line], list[int]]:
        """What is scrolled: the words on the game, then the rows; and in which lines the rows stand."""
        body = [*paragraph(summary(self.kind), width), []]
        places = []
        for row in self.rows:
            if self.options and row is self.options[0]:
                body.append([])
            places.append(len(body))
            body.append(self.row_line(row, width))
        return body, places

    def foot(self, width: int, height: int) -> list[Line]:
        """What stands below the form: what is wrong or may be given, and in a roomy window the same as a command."""
        text, role = (self.message, "bad") if self.message else (self.row.hint, "")
        wanted = max(len(paragraph(row.hint, width)) for row in self.rows)
        shown = paragraph(text, width, role)
        lines = max(1, min(max(wanted, len(shown)), height - FRAME - 4))
        note = [*shown[:lines], *([] for _ in range(lines - len(shown)))]
        return [*note, self.command(width)] if height >= ROOMY else note

    def command(self, width: int) -> Line:
        """The words that start this match at once."""
        if self.message or any(row.error() for row in self.rows):
            return []
        text = f"As a command: referee {self.spec} {' '.join(self.common.players())}"
        return [Span(" " * MARGIN), Span(cut(text, width - 2 * MARGIN, self.signs.more), "faint")]

    def row_line(self, row: FormRow, width: int) -> Line:
        """One row: a sign where it is selected or wrong, its label, its value, and as much of the hint as has room."""
        selected = row is self.row
        size = min(max(text_width(other.label) for other in self.rows), max(width - 18, 4))
        room = max(min(max(other.size for other in self.rows) + 4, width // 3), 8)
        label = cut(row.label, size, self.signs.more)
        mark = "> " if selected else "! " if row.error() else "  "
        start = [Span(" " * MARGIN + mark, "cursor" if selected else "bad"), Span(pad(label, size + 2), "first")]
        left = width - MARGIN - len(mark) - size - 2 - room - GAP - MARGIN
        hint = cut(row.hint, left, self.signs.more) if left >= 20 else ""
        line = [*start, *self.value(row, room, selected), Span(" " * GAP + hint, "faint")]
        return [replace(span, place=(self.rows.index(row), 0)) for span in line]

    def value(self, row: FormRow, room: int, selected: bool) -> Sequence[Span]:
        """The value in so many cells, between signs where Left and Right change it."""
        shown = cut_start(row.text, room - 4, self.signs.more) if row.text or row.typed else "none"
        before, after = ("< ", " >") if selected and row.has_choices else ("  ", "  ")
        role = "bad" if row.error() and not row.typed else "cursor" if selected else ""
        pieces = [Span(before, "key"), Span(shown, role), Span("", CARET if selected else ""), Span(after, "key")]
        return [*pieces, Span(" " * (room - 4 - text_width(shown)))]
