"""Matches of files put into the archive: which ones, how many, and what is to be said of them."""

from __future__ import annotations

from dataclasses import field
from itertools import islice
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from games.names.catalogue import SpecError
from referee.drawing.number_format import format_count
from referee.formats.famous import stored_path
from referee.formats.file_game import SkippedGame
from referee.formats.formats import read_stream, text_lines
from referee.reports.history import history_lines
from referee.storage.archive import add_records

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from referee.drawing.progress import Meter
    from referee.formats.file_game import FileGame, Found
    from referee.storage.archive import Archive

LISTED = 5  # numbers of matches in a note, remarks, and skipped games
SHOWN = 20  # new matches with a line each
TOGETHER = 200  # games that are added in one transaction


@dataclass(frozen=True)
class Wanted:
    """The games of a file that are wanted.

    first, last  their numbers in the file, from 0; None: to the end.
    player, event  parts of a player's name, and of the event; "": any. Capitals do not matter.
    """

    first: int = 0
    last: int | None = None
    player: str = ""
    event: str = ""

    def holds(self, number: int, found: Found) -> bool:
        """Return whether the game with that number in the file is wanted."""
        if number < self.first or (self.last is not None and number > self.last):
            return False
        if isinstance(found, SkippedGame):
            return not self.event and self.player.casefold() in found.title.casefold()
        named = any(self.player.casefold() in name.casefold() for name in found.record.names)
        return named and self.event.casefold() in found.event.casefold()


EVERY = Wanted()


@dataclass
class AddedMatches:
    """The result of adding a file: the numbers of its new matches, and of those that were there already.

    empty    the number of games without moves and without a result, which are left out.
    remarks  what the reader guessed, with its line: the first ones, and how many there are.
    skipped  the games that cannot be read: the first ones, and how many there are.
    """

    new: list[int]
    held: list[int]
    empty: int = 0
    remarks: list[str] = field(default_factory=list)
    remarked: int = 0
    skipped: list[SkippedGame] = field(default_factory=list)
    missed: int = 0

    def take(self, found: Found) -> bool:
        """Count a game of the file; return whether it is to be added."""
        if isinstance(found, SkippedGame):
            self.skipped += [found] if self.missed < LISTED else []
            self.missed += 1
            return False
        for remark in found.remarks:
            self.remarks += [f"Line {found.line}: {remark}."] if self.remarked < LISTED else []
            self.remarked += 1
        if found.record.moves or found.record.how:
            return True
        self.empty += 1
        return False

    def lines(self, archive: Archive, width: int | None) -> Iterator[str]:
        """Return a line for each new match, as in the history; none if there are many."""
        numbers = self.new if len(self.new) <= SHOWN else []
        return history_lines([archive.load(number) for number in numbers], width)

    @property
    def summary(self) -> str:
        """How many matches are added and how many are skipped and why; "" if the lines of the matches say it all."""
        added = f"{len(self.new):,} added"
        if not self.missed:
            return f"{added}." if len(self.new) > SHOWN else ""
        reasons = "; ".join(f"{each.title and each.title + ', '}line {each.line}: {each.why}" for each in self.skipped)
        more = f"; and {self.missed - LISTED:,} more" if self.missed > LISTED else ""
        return f"{added}, {self.missed:,} skipped ({reasons}{more})"

    @property
    def notes(self) -> Iterator[str]:
        """What else is to be said of the file, in sentences."""
        if self.summary:
            yield self.summary
        yield from self.remarks
        if more := self.remarked - len(self.remarks):
            yield f"{format_count(more, 'more remark')} of this kind {'is' if more == 1 else 'are'} not shown."
        if self.held:
            some = ", ".join(map(str, self.held[:LISTED])) + (", ..." if len(self.held) > LISTED else "")
            matches = format_count(len(self.held), "match", "matches")
            yield f"{matches} of the file {'is' if len(self.held) == 1 else 'are'} here already: {some}"
        if self.empty:
            yield f"{format_count(self.empty, 'game')} without a move {'is' if self.empty == 1 else 'are'} left out."


def add_file(
    archive: Archive, path: Path, tell: Meter, game: str = "", wanted: Wanted = EVERY, strict: bool = False
) -> AddedMatches:
    """Put the wanted matches of a file into the archive, except those that cannot be read.

    tell    hears of the progress;  game  the spec, as in MatchFormat.read.
    strict  whether nothing is added if one of them cannot be read.

    Raises SpecError, also if none can be read.
    """
    if strict:
        for each in wanted_games(path, tell, game, wanted):
            if isinstance(each, SkippedGame):
                raise SpecError(f"{path}, {each.error}")
    added = AddedMatches([], [])
    playable = (each for each in wanted_games(path, tell, game, wanted) if added.take(each))
    while some := list(islice(playable, TOGETHER)):
        keep_games(archive, [each for each in some if not isinstance(each, SkippedGame)], added)
    if added.skipped and not (added.new or added.held or added.empty):
        raise SpecError(f"{path}, {added.skipped[0].error}")
    return added


def keep_games(archive: Archive, found: Iterable[FileGame], added: AddedMatches) -> None:
    """Add games of a file to the archive."""
    for number, fresh in add_records(archive, [(each.record, each.date, each.seats) for each in found]):
        (added.new if fresh else added.held).append(number)


def wanted_games(path: Path, tell: Meter, game: str, wanted: Wanted) -> Iterator[Found]:
    """Yield the wanted games of a file. Raises SpecError, also if there is none."""
    path = stored_path(path)
    size, read, count = max(1, path.stat().st_size if path.is_file() else 1), 0, 0

    def lines() -> Iterator[str]:
        nonlocal read
        for line in text_lines(path):
            read += len(line)
            yield line

    for number, each in enumerate(read_stream(lines(), str(path), game)):
        tell(f"{number + 1:,} games", min(1.0, read / size))
        if wanted.last is not None and number > wanted.last:
            break
        if wanted.holds(number, each):
            count += 1
            yield each
    if not count:
        raise SpecError(f"{path} holds no such game")
