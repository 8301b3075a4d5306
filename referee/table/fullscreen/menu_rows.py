"""The rows of the menu's form: values that are chosen by Left and Right, or typed and then checked."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import players
from games.base.notation import fold
from games.names.catalogue import SpecError
from games.option import Choice, Option, Whole, YesNo, check
from referee.table.ending import LEVELS
from referee.table.fullscreen.menu_text import summary

PROGRAMS = ("minimax", "mcts", "bestfirst", "montecarlo", "optimal", "cfr", "random")  # in the order of offering
FIRSTS = ("you", "opponent", "by lot")


def opponents(default: str) -> tuple[str, ...]:
    """The specs that are offered as opponents: levels where there are such, programs, a person; and the default."""
    levels = [f"level:{level}" for level in LEVELS] if players.CATALOGUE.find("level") else []
    known = [name for name in PROGRAMS if players.CATALOGUE.find(name)]
    others = [name for name in players.CATALOGUE if name not in (*known, "level", "human")]
    others = [name for name in others if not players.CATALOGUE.is_outside(name)]  # few have them, for few games
    others += players.CATALOGUE.called().values()
    offered = (*levels, *known, *others, "human")
    return offered if default in offered else (default, *offered)


@lru_cache(100)
def load_error(spec: str) -> str:
    """One line on why there is no such player, empty if there is one. Kept: each page that is drawn asks for it."""
    try:
        players.load(spec)
    except SpecError as error:
        return str(error)
    return ""


class FormRow:
    """A value with a label.

    text   the value as it is typed;  words  what Left and Right go through, if they are words.
    typed  whether it was typed and not yet looked at: else the next letter begins a new value.
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
        """What may be chosen here."""
        return ", ".join(self.words)

    def change(self, by: int) -> None:
        """Go on to the next value, or with -1 to the one before; after the last word comes the first."""
        if self.words:
            at = self.words.index(self.text) if self.text in self.words else min(-by, 0)
            self.text = self.words[(at + by) % len(self.words)]
            self.typed = False

    def type(self, text: str) -> None:
        """Add what is typed, or begin a new value with it."""
        self.text = self.text + text if self.typed else text
        self.typed = True

    def erase(self, count: int) -> None:
        """Take so many letters off the end."""
        self.text = self.text[:-count]
        self.typed = True

    def complete(self) -> None:
        """The value as it is left: of what begins only one of the words, the whole word."""
        self.typed = False
        self.text = self.text.strip()
        likely = [word for word in self.words if fold(word).startswith(fold(self.text))]
        if len(likely) == 1 and self.text:
            self.text = likely[0]

    def error(self) -> str:
        """One line on what is wrong with the value, empty if nothing is."""
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
        """The value as text, empty for none."""
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
        """The value that the text stands for. Raises ValueError, naming what is allowed."""
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
    """Who is played against: one of those offered, or any other spec of a player, typed."""

    def __init__(self, default: str):
        super().__init__("opponent", default, opponents(default))

    @property
    def hint(self) -> str:
        name = players.CATALOGUE.find(self.text)
        return summary(players.CATALOGUE.load_class(name)) if name else "a player, with options as in minimax:depth=4"

    def error(self) -> str:
        return load_error(self.text)
