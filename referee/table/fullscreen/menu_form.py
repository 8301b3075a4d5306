"""The second page of the menu: a form for one game, its opponent, who moves first, and the game's options."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import games
import players
from games.base.notation import fold
from games.capabilities import hides_information
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from games.names.option_text import read_options
from games.option import Choice, Option, Whole, YesNo, check, options_of
from referee.drawing.glyphs import Line, Signs, Span
from referee.drawing.text_width import cut, cut_start, pad, text_width
from referee.support.settings import SETTINGS, UNNAMED
from referee.table.fullscreen.application import CARET
from referee.table.fullscreen.bars import KeyPairs, game_title, title_bar
from referee.table.fullscreen.menu_text import GAP, MARGIN, aliases, between_rules, paragraph, scrolled, summary
from referee.table.next_match import LEVELS

PROGRAMS = ("minimax", "mcts", "bestfirst", "montecarlo", "optimal", "cfr", "random")  # in the order of offering
FIRSTS = ("you", "opponent", "by lot")
FRAME = 3  # lines of the page that are neither rows nor notes: title and two rules
ROOMY = 16  # lines from which there is room for optional notes


def opponents(default: str) -> tuple[str, ...]:
    """Return the specs that are offered as opponents: levels, programs, a person; and the default."""
    levels = [f"level:{level}" for level in LEVELS] if players.CATALOGUE.find("level") else []
    known = [name for name in PROGRAMS if players.CATALOGUE.find(name)]
    others = [name for name in players.CATALOGUE if name not in (*known, "level", "human")]
    others = [name for name in others if not players.CATALOGUE.is_outside(name)]  # few people have them
    others += players.CATALOGUE.called().values()
    offered = (*levels, *known, *others, "human")
    return offered if default in offered else (default, *offered)


@lru_cache(100)
def load_error(spec: str) -> str:
    """Return why there is no such player, "" if there is one. Kept: each page that is drawn asks for it."""
    try:
        players.load(spec)
    except SpecError as error:
        return str(error)
    return ""


class FormRow:
    """A value with a label.

    text   the value as it is typed;  words  what Left and Right go through, if they are words.
    typed  whether it is being typed; otherwise the next letter begins a new value.
    """

    def __init__(self, label: str, text: str, words: Sequence[str] = ()):
        self.label = label
        self.text = text
        self.words = words
        self.typed = False

    @property
    def has_choices(self) -> bool:
        """Whether Left and Right change the value."""
        return bool(self.words)

    @property
    def size(self) -> int:
        """The cells that the longest of the words takes, or what is typed if it is longer."""
        return max(map(len, (self.text, *self.words)))

    @property
    def hint(self) -> str:
        return ", ".join(self.words)

    def change(self, by: int) -> None:
        """Go on to the next value, or with -1 to the one before; after the last word comes the first."""
        if self.words:
            at = self.words.index(self.text) if self.text in self.words else min(-by, 0)
            self.text = self.words[(at + by) % len(self.words)]
            self.typed = False

    def type(self, text: str) -> None:
        self.text = self.text + text if self.typed else text
        self.typed = True

    def erase(self, count: int) -> None:
        self.text = self.text[:-count]
        self.typed = True

    def complete(self) -> None:
        """Leave the value: if it is the beginning of exactly one word, it becomes that word."""
        self.typed = False
        self.text = self.text.strip()
        likely = [word for word in self.words if fold(word).startswith(fold(self.text))]
        if len(likely) == 1 and self.text:
            self.text = likely[0]

    def error(self) -> str:
        """Return what is wrong with the value in one line, "" if nothing is."""
        return "" if self.text in self.words else f"{self.label} {self.text!r} must be {' or '.join(self.words)}"


class OptionRow(FormRow):
    """An option of a game. An empty text is its default."""

    def __init__(self, key: str, option: Option, value: Any):
        words: Sequence[str] = ()
        if isinstance(option, (Choice, YesNo)):
            words = option.words if isinstance(option, Choice) else ("no", "yes")
        self.option = option
        super().__init__(key, self.written(value), words)

    def written(self, value: Any) -> str:
        """Return the value as text, "" for none."""
        return "" if value is None else self.option.write(value)

    @property
    def has_choices(self) -> bool:
        return bool(self.words) or isinstance(self.option, Whole)

    @property
    def hint(self) -> str:
        return self.option.described

    def change(self, by: int) -> None:
        if not isinstance(self.option, Whole):
            super().change(by)
            return
        least, most = self.option.least, self.option.most
        try:
            value = self.value() or 0
        except ValueError:
            value = self.option.default or 0
        value = value + by if least is None else max(value + by, least)
        self.text = str(value if most is None else min(value, most))
        self.typed = False

    def value(self) -> Any:
        """Return the value that the text stands for. Raises ValueError, naming what is allowed."""
        if not self.text.strip() and not self.option.required:
            return self.option.default
        try:
            value = self.option.read(self.text)
        except (ValueError, KeyError) as error:
            raise ValueError(f"{self.label}={self.text} must be {self.option.allowed}") from error
        check({self.label: self.option}, **{self.label: value})
        return value

    def complete(self) -> None:
        super().complete()
        if not self.error():
            self.text = self.written(self.value())

    def error(self) -> str:
        try:
            self.value()
        except ValueError as error:
            return str(error)
        return ""


class OpponentRow(FormRow):
    """The opponent: one of the players offered, or any other spec of a player, typed."""

    def __init__(self, default: str):
        super().__init__("opponent", default, opponents(default))

    @property
    def hint(self) -> str:
        name = players.CATALOGUE.find(self.text)
        return summary(players.CATALOGUE.load_class(name)) if name else "a player, with options as in minimax:depth=4"

    @property
    def is_person(self) -> bool:
        return players.CATALOGUE.find(self.text) == "human"

    def error(self) -> str:
        return load_error(self.text)


class NameRow(FormRow):
    """The name of a person; an empty text is none."""

    @property
    def hint(self) -> str:
        return SETTINGS["name"].allowed

    def error(self) -> str:
        fits = not self.text or SETTINGS["name"].fits(self.text.strip())
        return "" if fits else f"{self.label} {self.text!r} must be {self.hint}"


@dataclass(frozen=True)
class MenuChoice:
    """What a person chose to play: the game's spec, and the players' specs by seat; the names if both are people."""

    game: str
    players: tuple[str, str]
    names: tuple[str, str] | None = None


@dataclass(frozen=True)
class CommonRows:
    """The rows that are the same for every game, and keep their values from game to game."""

    opponent: OpponentRow
    first: FormRow
    names: tuple[NameRow, NameRow]

    @classmethod
    def with_opponent(cls, opponent: str, name: str = "", guest: str = "") -> "CommonRows":
        """Return the rows with an opponent, and the person to move first; and what two people are called."""
        names = NameRow("your name", name), NameRow("other name", guest)
        return cls(OpponentRow(opponent), FormRow("first move", FIRSTS[0], FIRSTS), names)

    @property
    def shown(self) -> list[FormRow]:
        """The rows that matter: names only if two people play."""
        return [self.opponent, self.first, *(self.names if self.opponent.is_person else ())]

    def players(self, lot: int = 0) -> tuple[str, str]:
        """Return the specs by seat; if the lot decides who moves first, 0 is the person."""
        other = self.opponent.text
        return (other, "human") if self.is_second(lot) else ("human", other)

    def called(self, lot: int) -> tuple[str, str] | None:
        """Return the names of two people by seat; None unless there are two. The lot is as in `players`."""
        if not self.opponent.is_person:
            return None
        one, two = (row.text.strip() or UNNAMED for row in self.names)
        return (two, one) if self.is_second(lot) else (one, two)

    def is_second(self, lot: int) -> bool:
        """Return whether the person moves second."""
        return bool(lot) if self.first.text == "by lot" else self.first.text == "opponent"


class MenuForm:
    """The rows of one game; one of them is selected.

    given    the options in the spec that the form begins with.
    message  what is wrong, or "": it stands below the form until something is changed.
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
        self.at = self.top = 0
        self.room = 1
        self.message = ""

    @property
    def rows(self) -> list[FormRow]:
        return [*self.common.shown, *self.options]

    @property
    def row(self) -> FormRow:
        return self.rows[self.at]

    @property
    def spec(self) -> str:
        """The game's spec, with the options that differ from their defaults. The rows must be right."""
        pairs = [f"{row.label}={row.text}" for row in self.options if row.value() != row.option.default]
        return f"{self.name}:{','.join(pairs)}" if pairs else self.name

    def error(self) -> str:
        """Return what is wrong with the rows together, if each is right by itself; "" if nothing is."""
        try:
            game = games.load(self.spec)
        except SpecError as error:
            return str(error)
        if hides_information(game) and self.common.opponent.is_person:
            return f"{self.name} hides something from each player: two people cannot play it on one screen"
        return ""

    def validate(self) -> bool:
        """Return whether all values are right; otherwise tell what is wrong, and select its row if it is in one."""
        self.row.complete()
        wrong = next((place for place, row in enumerate(self.rows) if row.error()), None)
        if wrong is not None:
            self.at = wrong
        self.message = self.error() if wrong is None else self.row.error()
        return not self.message

    def take(self) -> MenuChoice | None:
        """Return what was chosen, None if something is wrong, and say what."""
        lot = secrets.randbelow(2)
        return MenuChoice(self.spec, self.common.players(lot), self.common.called(lot)) if self.validate() else None

    # Keys.

    def step(self, by: int) -> None:
        """Go `by` rows further, from the last to the first; say what is wrong."""
        self.row.complete()
        self.message = self.row.error() or ("" if any(row.error() for row in self.rows) else self.error())
        end = max(0, min(self.at + by, len(self.rows) - 1))
        self.at = (self.at + by) % len(self.rows) if abs(by) == 1 else end

    def change(self, by: int) -> None:
        self.message = ""
        self.row.change(by)

    def type(self, text: str) -> None:
        self.message = ""
        self.row.type(text)

    def erase(self, count: int) -> None:
        self.message = ""
        self.row.erase(count)

    def click(self, place: int) -> bool:
        """Select the row at `place`; no click begins the match."""
        self.step(place - self.at)
        return False

    # Lines.

    def lines(self, width: int, height: int) -> list[Line]:
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
        """Return what is scrolled: the words on the game, then the rows; and in which lines the rows stand."""
        body = [*paragraph(summary(self.kind), width), []]
        places = []
        for row in self.rows:
            if self.options and row is self.options[0]:
                body.append([])
            places.append(len(body))
            body.append(self.row_line(row, width))
        return body, places

    def foot(self, width: int, height: int) -> list[Line]:
        """Return what is wrong or may be given, and in a roomy window the match as a command."""
        text, role = (self.message, "bad") if self.message else (self.row.hint, "")
        wanted = max(len(paragraph(row.hint, width)) for row in self.rows)
        shown = paragraph(text, width, role)
        lines = max(1, min(max(wanted, len(shown)), height - FRAME - 4))
        note = [*shown[:lines], *([] for _ in range(lines - len(shown)))]
        return [*note, self.command(width)] if height >= ROOMY else note

    def command(self, width: int) -> Line:
        """Return the words that start this match at once."""
        if self.message or any(row.error() for row in self.rows):
            return []
        text = f"As a command: referee {self.spec} {' '.join(self.common.players())}"
        return [Span(" " * MARGIN), Span(cut(text, width - 2 * MARGIN, self.signs.more), "faint")]

    def row_line(self, row: FormRow, width: int) -> Line:
        """Return a row: a sign if it is selected or wrong, its label and value, and as much of the hint as fits."""
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
        """Return the value in `room` cells, between signs if Left and Right change it."""
        shown = cut_start(row.text, room - 4, self.signs.more) if row.text or row.typed else "none"
        before, after = ("< ", " >") if selected and row.has_choices else ("  ", "  ")
        role = "bad" if row.error() and not row.typed else "cursor" if selected else ""
        pieces = [Span(before, "key"), Span(shown, role), Span("", CARET if selected else ""), Span(after, "key")]
        return [*pieces, Span(" " * (room - 4 - text_width(shown)))]
