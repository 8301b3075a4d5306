"""Files of other programs: matches of the history as games of a file, and games of a file in the history."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from games.names.catalogue import SpecError
from referee.drawing.number_format import format_count
from referee.formats.file import read_file
from referee.formats.file_game import FileGame
from referee.reports.history import (
    find_in_archive,
    find_in_tournament,
    hides_something,
    history_lines,
    last_match,
    read_games,
)
from referee.storage.imported import add_record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.storage.archive import Archive
    from referee.storage.saved_match import SavedMatch

LISTED = 5  # numbers of matches in a note, and remarks


def collect(archive: Archive, what: str | None) -> list[FileGame]:
    """The matches that are meant, as games of a file.

    what  a number of the archive, one like 7.12 of a tournament or 7.all for all of its games, or a file, all games of
          which are meant; None: the match that ended last.

    Raises SpecError if there is none, and where a match is not over that hides something.
    """
    kept = last_match(archive) if what is None else find_in_archive(archive, what)
    if kept is not None:
        return [saved_game(kept)]
    assert what is not None  # noqa: S101  # it names a file or games of a tournament
    if (played := find_in_tournament(archive, what)) is not None:
        return [FileGame(record, control=control) for record, control in played]
    return read_games(Path(what))


def saved_game(kept: SavedMatch) -> FileGame:
    """A match of the archive with the day on which it began. Raises SpecError if it hides something still."""
    if kept.how is None and hides_something(kept.heading.game):
        raise SpecError(f"match {kept.number} is not over, and would tell what is hidden from you")
    date = kept.started.astimezone().date().isoformat() if kept.started else ""
    return FileGame(kept.replay(), date, control=kept.control)


@dataclass(frozen=True)
class AddedMatches:
    """What came of a file: the numbers of its matches that are new, and of those that were there already.

    empty     how many of its games have no move, so that there is nothing to keep of them.
    abridged  whether variations or comments are left out.
    remarks   what the reader guessed, with its line.
    """

    new: tuple[int, ...]
    held: tuple[int, ...]
    empty: int
    abridged: bool
    remarks: tuple[str, ...] = ()

    def lines(self, archive: Archive, width: int | None) -> Iterator[str]:
        """A line for each match that is new, as the history has it."""
        return history_lines([archive.load(number) for number in self.new], width)

    @property
    def notes(self) -> Iterator[str]:
        """What else is to be said of the file, in sentences."""
        if self.abridged:
            yield "Variations and comments are left out."
        yield from self.remarks[:LISTED]
        if more := len(self.remarks[LISTED:]):
            yield f"{format_count(more, 'more remark')} of this kind {'is' if more == 1 else 'are'} not shown."
        if self.held:
            some = ", ".join(map(str, self.held[:LISTED])) + (", ..." if len(self.held) > LISTED else "")
            matches = format_count(len(self.held), "match", "matches")
            yield f"{matches} of the file {'is' if len(self.held) == 1 else 'are'} here already: {some}"
        if self.empty:
            yield f"{format_count(self.empty, 'game')} without a move {'is' if self.empty == 1 else 'are'} left out."


def add_file(archive: Archive, path: Path, game: str = "") -> AddedMatches:
    """Put the matches of a file into the archive; none if one of them cannot be read.

    game  the spec that is wanted, as in MatchFormat.read. Raises SpecError.
    """
    found = read_file(path, game)
    played = [each for each in found if each.record.moves]
    added = [add_record(archive, each.record, each.date) for each in played]
    new, held = (tuple(number for number, fresh in added if fresh is wanted) for wanted in (True, False))
    remarks = tuple(f"Line {each.line}: {remark}." for each in found for remark in each.remarks)
    return AddedMatches(new, held, len(found) - len(played), any(each.abridged for each in found), remarks)
