"""Notes on the moves of a match: comments, grades, times and variations, and what players said of their moves.

They are a tree beside the moves: a Note belongs to a move, and a variation is a line of moves with notes of their own.
A match without notes has an empty tuple.
"""

from __future__ import annotations

import re
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING, Any

from games.base.notation import printable
from games.dataclass import dataclass
from games.game import IllegalMove
from games.names.catalogue import SpecError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from games.game import Game
    from referee.match.clocks import Control, Left

DECIMALS = 3  # of the seconds of a move
DEEPEST = 40  # variations within one another; files of people have a tenth of that
LONGEST = 100_000  # characters of a comment
GLYPHS = 256  # glyphs are numbers below it
VALUE = re.compile(r"#?[+-]?\d{0,9}(?:\.\d{0,9})?(?:,\d{1,3})?", re.ASCII)
JSON_LEVELS = 4  # lists and objects from a note to a note in one of its lines
SAID = 200  # characters of an expected line
TEXTS = "before", "after", "value", "said"
NUMBERS = "left", "spent"
COUNTS = "stones", "depth", "reach", "nodes"


@dataclass(frozen=True)
class Note:
    """What a file, or the player who made it, says of a move.

    ply      the number of the move, from 1; 0 is the position at the start, which has only `after`.
    before   the comment before the move;  after  the comment after it.
    glyphs   the signs for the move, as numbers of PGN: 1 is `!`, 4 is `??`.
    value    the evaluation of the position after it, as `%eval` has it, from the side of seat 0: "0.34", "#-3".
    left     seconds on the player's clock after it;  spent  seconds that it took.
    stones   the moves to make in the byo-yomi that runs, or its periods; None: there is none.
    lines    variations that begin instead of the move.
    depth    the plies that the player looked ahead;  reach  of its longest line;  nodes  the positions it searched.
    said     the line that the player expected, in the words of its protocol or in our texts, at most SAID characters.
    """

    ply: int
    before: str = ""
    after: str = ""
    glyphs: tuple[int, ...] = ()
    value: str = ""
    left: float | None = None
    stones: int | None = None
    spent: float | None = None
    lines: tuple[Line, ...] = ()
    depth: int | None = None
    reach: int | None = None
    nodes: int | None = None
    said: str = ""

    @property
    def thought(self) -> bool:
        """Whether the player said what it thought: how far it looked, or which line it expected."""
        return self.depth is not None or self.nodes is not None or bool(self.said)

    @property
    def empty(self) -> bool:
        """Whether it says nothing."""
        return self == Note(self.ply)

    def as_dict(self) -> dict[str, object]:
        """Return the note as JSON's types, without what it does not say; a move of a line is a text, or text and note.

        A note in a line has no `ply`: the place in the line tells it.
        """
        found = {name: value for name, value in vars(self).items() if value not in ("", (), None)}
        if self.lines:
            found["lines"] = [[write_step(*step) for step in line] for line in self.lines]
        return found


Line = tuple[tuple[str, Note | None], ...]  # moves, each with its note


def write_value(amount: float, *, mate: bool) -> str:
    """Return an evaluation from the side of seat 0 as a Note has it: hundredths of a pawn, or moves to a mate."""
    return f"#{amount:.0f}" if mate else f"{amount / 100:.2f}"


def write_said(line: Iterable[str]) -> str:
    """Return the words of an expected line as a Note has them: in one line, whole words, at most SAID characters."""
    said = printable(" ".join(line))
    return said if len(said) <= SAID else said[: SAID + 1].rpartition(" ")[0]


def write_step(text: str, note: Note | None) -> object:
    """Return a move of a line as JSON's types."""
    if note is None:
        return text
    found = note.as_dict()
    del found["ply"]
    return [text, found]


def notes_by_ply(notes: Iterable[Note]) -> dict[int, Note]:
    """Return the notes by the number of their move."""
    return {note.ply: note for note in notes}


def as_line(texts: Iterable[str], notes: Iterable[Note]) -> Line:
    """Return the moves of a match with their notes."""
    held = notes_by_ply(notes)
    return tuple((text, held.get(ply)) for ply, text in enumerate(texts, 1))


def follow(game: Game, line: Line) -> Iterator[tuple[Game, int, str, Note | None]]:
    """Yield each move of a line with the game before it, its number, its text and its note.

    game  the position at the start, which is not changed. What is yielded is the same game each time.

    It ends before a move that the rules do not allow.
    """
    game = game.copy()
    for text, note in line:
        try:
            move = game.parse(text)
        except IllegalMove:
            return
        yield game, move, text, note
        game.make(move)


def clean_text(text: str) -> str:
    """Return a comment, cut to LONGEST, with line ends but no other control characters."""
    lines = "\n".join(text[:LONGEST].splitlines())
    if not lines.isprintable():
        lines = "\n".join(printable(line.replace("\t", " ")) for line in lines.split("\n"))
    return lines.strip()


def add_times(notes: Iterable[Note], times: Mapping[int, Note]) -> tuple[Note, ...]:
    """Return the notes with the times of moves in `times`, by number, where a note has none."""
    held = notes_by_ply(notes)
    for ply, timed in times.items():
        note = held.get(ply, Note(ply))
        if note.left is None and note.spent is None:
            held[ply] = replace(note, left=timed.left, stones=timed.stones, spent=timed.spent)
    return tuple(note for _, note in sorted(held.items()) if not note.empty)


def timed_note(note: Note, ply: int, seat: int, spent: float | None, left: Left, control: Control) -> Note:
    """Return a note on move `ply` of `seat` with the seconds that it took, and what the clocks showed after it."""
    timed = Note.__new__(Note)  # `__init__` would take twice as long
    found = vars(timed)
    found |= {**vars(note), "ply": ply, "spent": None if spent is None else round(spent, DECIMALS)}
    clock = left[seat] if seat in (0, 1) else None
    if clock is not None:
        byo_yomi = control.of(seat).byo_yomi if clock.byo_yomi else None
        found["left"] = round(clock.seconds, DECIMALS)
        found["stones"] = None if byo_yomi is None else clock.periods if byo_yomi.counted is None else clock.moves
    return timed


# Reading them from JSON.


def read_notes(found: object, count: float) -> tuple[Note, ...]:
    """Return the notes in a list of JSON on a match of `count` moves. Raises SpecError if it is not one."""
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise wrong("must be a list of objects")
    notes = tuple(read_note(each, whole(each.get("ply"), "ply"), 0) for each in found)
    plies = [note.ply for note in notes]
    if plies != sorted({*plies}) or (plies and plies[-1] > count):
        raise wrong(f"must be in the order of the moves, of which there are {count}")
    return notes


def read_note(found: dict[str, Any], ply: int, level: int) -> Note:
    """Return the note in an object of JSON; `level` is the number of variations around it. Raises SpecError."""
    for name in TEXTS:
        if not isinstance(found.get(name, ""), str):
            raise wrong(f"has a {name!r} that is not a text")
    value, glyphs = found.get("value", ""), found.get("glyphs", [])
    if not VALUE.fullmatch(value):
        raise wrong("has a 'value' that is not like 0.34 or #-3")
    if not isinstance(glyphs, list) or any(whole(each, "glyphs") >= GLYPHS for each in glyphs):
        raise wrong(f"has 'glyphs' that are not numbers below {GLYPHS}")
    for name in NUMBERS:
        if found.get(name) is not None and not is_number(found[name]):
            raise wrong(f"has a {name!r} that is not a number")
    counts = {name: whole(found[name], name) for name in COUNTS if found.get(name) is not None}
    return Note(
        ply, clean_text(found.get("before", "")), clean_text(found.get("after", "")), tuple(glyphs), value,
        left=found.get("left"), spent=found.get("spent"), lines=read_lines(found.get("lines", []), ply, level + 1),
        said=printable(found.get("said", ""))[:SAID], **counts,
    )  # fmt: skip


def read_lines(found: object, ply: int, level: int) -> tuple[Line, ...]:
    """Return the variations in a list of JSON that begin with move `ply`. Raises SpecError."""
    if found == []:
        return ()
    if level > DEEPEST:
        raise wrong(f"has variations more than {DEEPEST} deep")
    if not isinstance(found, list) or not all(isinstance(line, list) and line for line in found):
        raise wrong("has 'lines' that are not lists of moves")
    return tuple(tuple(read_step(step, ply + at, level) for at, step in enumerate(line)) for line in found)


def read_step(found: object, ply: int, level: int) -> tuple[str, Note | None]:
    """Return a move of a variation and its note. Raises SpecError."""
    match found:
        case str(text) | [str(text)]:
            note = None
        case [str(text), dict(inner)]:
            note = read_note(inner, ply, level)
        case _:
            raise wrong("has a move in 'lines' that is neither a text nor a text and an object")
    if len(text.split()) != 1:
        raise wrong("has a move in 'lines' that is not one word")
    return printable(text), note


def whole(value: object, name: str) -> int:
    """Return a whole number from 0. Raises SpecError."""
    if type(value) is not int or value < 0:
        raise wrong(f"has {name!r} that is not a whole number from 0")
    return value


def is_number(value: object) -> bool:
    """Return whether the value is a finite number."""
    return type(value) in (int, float) and isfinite(value)  # type: ignore[arg-type]  # it is a number by then


def wrong(why: str) -> SpecError:
    """Return the error for notes that are none."""
    return SpecError(f"not a record of a match: 'notes' {why}")
