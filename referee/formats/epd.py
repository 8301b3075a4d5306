"""Extended Position Description: a position a line, with operations behind it, and files of plain positions.

S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994, section 16.2. Each line is a game
without a move; its operation `id` is its event. The positions are of chess, or of the game that a person names, in the
notation of `--position`. Lines that begin with # are comments.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import games
from games.chess.fen import mend
from games.dataclass import dataclass
from games.names.spec import take_position
from referee.formats.file_game import FileGame, Transcript, skip_faults, start_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from referee.formats.file_game import Found

CHESS = "chess"
ID = re.compile(r'\bid\s+"([^"\n]*)"')


@dataclass(frozen=True)
class EpdLine:
    """A line with a position: its text, and its number in the file."""

    text: str
    line: int

    @property
    def name(self) -> str:
        """The operation `id`, "" if there is none."""
        found = ID.search(self.text)
        return found[1] if found else ""


def read(lines: Iterable[str], game: str) -> Iterator[Found]:
    """Yield the positions of the lines as games without moves, as for MatchFormat.read."""

    def read_line(found: EpdLine, number: int) -> FileGame:
        return read_position(found, game or CHESS, number)

    told = (EpdLine(line.strip(), number) for number, line in enumerate(lines, 1))
    return skip_faults((each for each in told if each.text.strip("#") and each.text[0] != "#"), read_line, get_name)


def get_name(found: EpdLine) -> str:
    """Return the name of a position."""
    return found.name


def read_position(found: EpdLine, spec: str, number: int) -> FileGame:
    """Return a game of the spec that begins in the position of a line. Raises LineError."""
    text = take_position(found.text)
    mended: list[str] = []
    if games.CATALOGUE.find(spec) == CHESS:
        text, mended = mend(text, "chess960" in spec)
    transcript = Transcript(start_at(spec, text, found.line), line=found.line)
    record = transcript.record(number=number)
    return FileGame(record, event=found.name, line=found.line, remarks=tuple(mended))
