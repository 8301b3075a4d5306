"""Comments and variations of PGN and PDN, as drafts while the words of a file are read, and as words that are written.

Commands in comments: `[%eval 0.34]`, `[%clk 0:09:58]` and `[%emt 0:00:02]`, as lichess.org and chess.com write them.
What programs said of their moves: move_reports.py.
Signs: S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994, section 10.
"""

from __future__ import annotations

import re
from dataclasses import field, replace
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from referee.formats.file_game import LineError
from referee.formats.move_reports import read_report, write_report
from referee.match.notes import DEEPEST, GLYPHS, LONGEST, VALUE, Line, Note, clean_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from referee.formats.file_game import Transcript

Word = tuple[str, int]  # a move as it is written, and its line
COMMAND = re.compile(r"\[%(eval|clk|emt)\s+([^\s\[\]]+)\s*\]")
CLOCK = re.compile(r"(?:(\d{1,4}):)?(\d{1,4}):(\d{1,4}(?:\.\d{1,6})?)", re.ASCII)
SIGNS = {
    "!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "=": 10, "∞": 13, "+=": 14, "⩲": 14, "=+": 15, "⩱": 15,
    "+/-": 16, "±": 16, "-/+": 17, "∓": 17, "+-": 18, "-+": 19, "N": 146,
}  # fmt: skip
MOST = 100_000  # moves of all variations of a game


@dataclass
class DraftNote:
    """What is written beside a move."""

    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    glyphs: list[int] = field(default_factory=list)
    lines: list[DraftLine] = field(default_factory=list)


@dataclass
class DraftLine:
    """A line of moves as it is written, and what is beside each of them, by its number from 1; 0 is the start."""

    words: list[Word] = field(default_factory=list)
    notes: dict[int, DraftNote] = field(default_factory=dict)

    def note(self, number: int) -> DraftNote:
        """Return what is beside a move; it may be added to."""
        return self.notes.setdefault(number, DraftNote())


class Draft:
    """The moves of a game with comments and variations, word by word; `remarks` says what is left out.

    words  of the main line, which the reader adds.
    """

    def __init__(self, words: list[Word]):
        self.stack = [DraftLine(words)]
        self.too_deep = self.count = 0
        self.remarks: list[str] = []

    @property
    def main(self) -> DraftLine:
        """The main line."""
        return self.stack[0]

    def take(self, kind: str, text: str, line: int) -> None:
        """Take a comment, a sign, the beginning or end of a variation, or a move within one."""
        here = self.stack[-1]
        place = len(here.words)
        if kind == "open":
            self.open(place, line)
        elif self.too_deep:
            self.too_deep -= kind == "close"
        elif kind == "close":
            del self.stack[max(1, len(self.stack) - 1) :]
        elif kind == "comment" and text[0] != "%":
            self.comment(here, place, comment_text(text))
        elif kind == "glyph":
            here.note(place).glyphs += read_glyph(text)
        elif kind == "move" and len(self.stack) > 1:
            self.count += 1
            if self.count <= MOST:
                here.words.append((text, line))
            elif self.count == MOST + 1:
                self.remarks.append(f"variations of more than {MOST:,} moves are cut")

    def open(self, place: int, line: int) -> None:
        """Begin a variation instead of the move at `place`."""
        if self.too_deep or len(self.stack) > DEEPEST:
            if not self.too_deep:
                self.remarks.append(f"variations more than {DEEPEST} deep are left out, as on line {line}")
            self.too_deep += 1
            return
        begun = DraftLine()
        self.stack[-1].note(max(place, 1)).lines.append(begun)
        self.stack.append(begun)

    def comment(self, here: DraftLine, place: int, text: str) -> None:
        """Add a comment to the move at `place`, or behind its variations to the next one."""
        if len(text) > LONGEST:
            self.remarks.append(f"a comment of {len(text):,} characters is cut to {LONGEST:,}")
        note = here.notes.get(place)
        if (note and note.lines) or (place == 0 and len(self.stack) > 1):
            here.note(place + 1).before.append(text)
        else:
            here.note(place).after.append(text)


def comment_text(text: str) -> str:
    """Return the text within the brackets of a comment, or behind its semicolon, in one line."""
    return " ".join((text[1:].removesuffix("}") if text[0] == "{" else text[1:]).split())


def read_glyph(text: str) -> list[int]:
    """Return the sign as a number, in a list; none if it is not known."""
    number = int(text[1:]) if text[0] == "$" else SIGNS.get(text.strip("()"), GLYPHS)
    return [number] if number < GLYPHS else []


@dataclass(frozen=True)
class LinePlayer:
    """What makes the moves of a line and of its variations.

    make     makes moves by their words, and yields after each how many words are used so far.
    remarks  get a line for each variation that is cut.
    """

    make: Callable[[Transcript, list[Word]], Iterable[int]]
    remarks: list[str]

    def play(self, transcript: Transcript, draft: DraftLine) -> Iterator[tuple[str, Note | None]]:
        """Make the moves, and yield the text and the note of each. Raises LineError at the first wrong move."""
        used = 0
        for count in self.make(transcript, draft.words):
            beside = [draft.notes[place] for place in range(used + 1, count + 1) if place in draft.notes]
            if count == len(draft.words) and (last := draft.notes.get(count + 1)):
                beside.append(DraftNote(after=last.before))
            used = count
            lines = [tuple(self.vary(transcript, line)) for each in beside for line in each.lines]
            note = make_note(len(transcript.texts), beside, lines, transcript.seats[-1]) if beside else None
            yield transcript.texts[-1], note

    def vary(self, transcript: Transcript, draft: DraftLine) -> Iterator[tuple[str, Note | None]]:
        """Yield the moves of a variation that begins instead of the last move, as `play` does, up to a wrong one."""
        branch = transcript.fork_before()
        try:
            yield from self.play(branch, draft)
        except LineError as error:
            self.remarks.append(f"a variation is cut on line {error.line}: {error.why}")


def start_note(draft: DraftLine) -> Note | None:
    """Return the note on the start of a game."""
    return make_note(0, [DraftNote(after=draft.notes[0].after)], []) if 0 in draft.notes else None


def make_note(ply: int, beside: list[DraftNote], lines: Iterable[Line], seat: int = 0) -> Note | None:
    """Return the note on a move of `seat`, None if nothing is to be said."""
    before = " ".join(text for each in beside for text in each.before)
    told: dict[str, str] = {}

    def take(command: re.Match[str]) -> str:
        name, value = command.groups()
        if name in told or not (VALUE if name == "eval" else CLOCK).fullmatch(value):
            return command[0]
        told[name] = value
        return ""

    after = COMMAND.sub(take, " ".join(text for each in beside for text in each.after))
    note = Note(
        ply, clean_text(" ".join(before.split())), clean_text(" ".join(after.split())),
        tuple(glyph for each in beside for glyph in each.glyphs), told.get("eval", ""),
        read_clock(told.get("clk")), None, read_clock(told.get("emt")), tuple(filter(None, lines)),
    )  # fmt: skip
    fields, rest = ({}, "") if told or not ply else read_report(note.after, seat)
    if fields:
        note = replace(note, after=rest, **fields)
    return None if note.empty else note


def read_clock(text: str | None) -> float | None:
    """Return the seconds of a time such as 0:09:58.5; None for no text."""
    found = CLOCK.fullmatch(text or "")
    if found is None:
        return None
    hours, minutes, seconds = found.groups()
    return int(hours or 0) * 3600 + int(minutes) * 60 + float(seconds)


# Writing.


def write_clock(seconds: float) -> str:
    """Return seconds as a clock shows them: `0:09:58`, `0:00:02.5`."""
    whole, thousandths = divmod(round(max(seconds, 0.0) * 1000), 1000)
    part = f".{thousandths:03}".rstrip("0") if thousandths else ""
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}{part}"


def write_words(line: Line, place: int) -> Iterator[str]:
    """Yield the words of a line: numbers before the moves of the first side, and where that is needed; moves; notes.

    place  of the first move, from 0: the first side has even places.

    If programs said what they thought, each of their moves is one word with its number and its comment.
    """
    needed, reported = True, any(note and note.thought for _, note in line)
    for text, note in line:
        if note and note.before:
            yield from write_comment(note.before)
            needed = True
        head = [f"{place // 2 + 1}{'...' if place % 2 else '.'}"] if place % 2 == 0 or needed else []
        head.append(text)
        if note and reported and (report := write_report(note, place % 2)):
            comment = escape_comment(", ".join(filter(None, (report, note.after))))
            yield " ".join((*head, *(f"${glyph}" for glyph in note.glyphs), f"{{{comment}}}"))
            yield from write_variations(note, place)
            needed = True
        else:
            yield from head
            beside = [*write_beside(note, place)] if note else []
            yield from beside
            needed = bool(note and len(beside) > len(note.glyphs))
        place += 1


def write_beside(note: Note, place: int) -> Iterator[str]:
    """Yield the words of a note behind its move, which has that place."""
    yield from (f"${glyph}" for glyph in note.glyphs)
    yield from write_after(note)
    yield from write_variations(note, place)


def write_variations(note: Note, place: int) -> Iterator[str]:
    """Yield the words of the variations instead of the move of a note, which has that place."""
    for line in note.lines:
        first, *rest = write_words(line, place)
        *body, last = (f"({first}", *rest)
        yield from (*body, f"{last})")


def write_after(note: Note | None) -> Iterator[str]:
    """Yield the words of the comment of a note, with its evaluation and times; none if there is none."""
    if note is None:
        return
    commands = [f"[%eval {note.value}]"] if note.value else []
    commands += [f"[%clk {write_clock(note.left)}]"] if note.left is not None else []
    commands += [f"[%emt {write_clock(note.spent)}]"] if note.spent is not None else []
    if commands or note.after:
        yield from write_comment(" ".join((*commands, note.after)))


def escape_comment(text: str) -> str:
    """Return the text of a comment in one line. A closing bracket would end it, so a round one replaces it."""
    return " ".join(text.replace("}", ")").split())


def write_comment(text: str) -> Iterator[str]:
    """Yield the words of a comment."""
    first, *rest = escape_comment(text).split() or [""]
    *body, last = (f"{{{first}", *rest)
    yield from (*body, f"{last}}}")


def fill(words: Iterable[str], width: int) -> str:
    """Return the words in lines. No line within a comment begins as a tag or a line of no meaning does."""
    lines = [""]
    for word in words:
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if len(longer) <= width or word[0] in "[%;" or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return "\n".join(lines)
