"""Matches of the past: found by number or file, replayed, told of in lines, and exchanged as files."""

from __future__ import annotations

import json
import os
import re
from contextlib import closing
from datetime import datetime, time
from pathlib import Path
from typing import TYPE_CHECKING

import games
import players
from games.base.notation import printable
from games.capabilities import hides_information
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from games.names.spec import clip
from referee.drawing import text_table
from referee.drawing.number_format import format_count
from referee.drawing.text_width import text_width, wrap
from referee.formats.file_game import FileGame
from referee.formats.formats import choose_game, read_file, sniff
from referee.match.events import Ended, Event, How, Started
from referee.match.record import Record, replay_record
from referee.storage.archive import add_record
from referee.storage.record_file import read_records
from referee.storage.saved_match import SavedMatch, is_persons

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.match.clocks import Control
    from referee.storage.archive import Archive

WIDEST = 40  # columns of a game in a list; a position may take more
LONGEST = 18  # digits of a number that may be a match's
ALL = "all"  # the games of a tournament
GAME = re.compile(rf"(\d{{1,{LONGEST}}})\.(\d{{1,{LONGEST}}}|{ALL})", re.ASCII)  # of a tournament
LISTED = 5  # numbers of matches in a note, and remarks


def find_resumable(archive: Archive, what: str | None = None) -> SavedMatch:
    """The match to go on with: that of a number or, of a file, the last that is not over; else what `unfinished` finds.

    Raises SpecError if there is none such, and where what is kept of it cannot be played.
    """
    if what is None:
        number = archive.unfinished()
        if number is None:
            raise SpecError("there is no unfinished match")
        kept = archive.load(number)
    elif (found := find_in_archive(archive, what)) is not None:
        kept = found
    else:
        going = [record for record in read_matches(Path(what)) if not record.over]
        if not going:
            raise SpecError(f"{what} holds no unfinished match")
        kept = SavedMatch.of(going[-1])
    return require_resumable(kept)


def require_resumable(kept: SavedMatch) -> SavedMatch:
    """Return the match, if it can be continued. Raises SpecError."""
    if kept.record().over:
        raise SpecError(f"match {kept.number} is over; to see it: referee replay {kept.number}")
    if kept.playing:
        raise SpecError(f"match {kept.number} is being played right now")
    for spec in kept.heading.players:
        players.load(spec)
    kept.replay()
    return kept


def find_match(archive: Archive, what: str | None, game_number: int | None = None) -> tuple[Record, list[Event]]:
    """Return a match to be looked at: its record and all that happened in it.

    what         its number, one like 7.12, or a file; None: the match of the archive that ended last.
    game_number  which record of the file, from 0, as a batch counts its games; the last unless it is given.

    The events are Started, each Moved and, if it is over, Ended. Raises SpecError.
    """
    kept = last_match(archive) if what is None else find_in_archive(archive, what)
    if kept is not None:
        if game_number is not None:
            raise SpecError("--game chooses a game of a file, and a match of the archive is one game")
        return kept.record(), events_of(kept.replay())
    assert what is not None  # noqa: S101  # it names a file or games of a tournament
    if (played := find_in_tournament(archive, what)) is None:
        record = choose_game(read_matches(Path(what)), Path(what), game_number)
    elif game_number is not None and not what.endswith(ALL):
        raise SpecError(f"--game chooses a game of a file, and {what} is one game of a tournament")
    else:
        record = choose_game([record for record, _ in played], Path(what), game_number)
    return record, events_of(record)


def read_matches(path: Path) -> list[Record]:
    """The records of a file, at least one, each replayed: of one whose name or beginning tells its format, else JSON.

    Raises SpecError, with the line.
    """
    return [each.record for each in read_games(path)]


def read_games(path: Path) -> list[FileGame]:
    """Return the games of a file, as `read_matches` finds them, with what the file says of their days."""
    told = sniff(path)
    if told is None or told.name == "jsonl":
        return [FileGame(record) for record in read_records(path)]
    return read_file(path)


def last_match(archive: Archive) -> SavedMatch:
    """Return the match of the archive that ended last. Raises SpecError if there is none."""
    number = archive.finished()
    if number is None:
        raise SpecError("there is no finished match yet; to play one: referee")
    return archive.load(number)


def count_games(archive: Archive, what: str | None) -> int:
    """How many games there are to look at: 1 of the archive, or the records of a file. Raises SpecError."""
    if what is None or find_in_archive(archive, what):
        return 1
    return len(find_in_tournament(archive, what) or read_matches(Path(what)))


def find_in_archive(archive: Archive, what: str) -> SavedMatch | None:
    """Return the match of the archive of that number; None if a file is meant. Raises SpecError if there is none."""
    if not (what.isascii() and what.isdecimal()) or os.path.exists(what):  # noqa: PTH110  # never raises
        return None
    if len(what) > LONGEST:
        raise archive.no_such(what[:LONGEST] + "...")
    return archive.load(int(what))


def find_in_tournament(archive: Archive, what: str) -> list[tuple[Record, Control]] | None:
    """Return the game of a tournament that is meant by 7.12, or all that are over by 7.all, each with its time control.

    Their moves are legal. None where a file is meant. Raises SpecError.
    """
    meant = GAME.fullmatch(what)
    if meant is None or os.path.exists(what):  # noqa: PTH110  # never raises
        return None
    from referee.tournaments.journal import Journal

    with closing(Journal(archive.database.path.parent)) as journal:
        number = int(meant[1])
        control = journal.load(number).control
        if meant[2] == ALL:
            found = [result.record for _, result in sorted(journal.results(number).items())]
        else:
            found = [journal.result(number, int(meant[2])).record]
    if not found:
        raise SpecError(f"no game of tournament {number} is over")
    return [(check_record(record, number), control) for record in found]


def check_record(record: Record, tournament: int) -> Record:
    """Return the record of a game of that tournament. Raises SpecError unless its moves are legal."""
    try:
        replay_record(record)
    except SpecError as error:
        raise SpecError(f"game {record.number} of tournament {tournament} is damaged: {error}") from error
    return record


def events_of(record: Record) -> list[Event]:
    """Return what happened in a match that stands recorded so."""
    moved = replay_record(record)
    start = games.load(record.game)
    events: list[Event] = [Started(start, record.names), *moved]
    if record.how is not None:
        end = moved[-1].game if moved else start
        events.append(Ended(end, record.score, How(record.how), record.why))
    return events


def seats_shown(record: Record) -> tuple[bool, bool]:
    """For whom it is shown: a match that is not over and hides something shows no more than its person may see."""
    first, second = map(is_persons, record.players)
    return (False, False) if record.over or not hides_information(games.load(record.game)) else (first, second)


# The history in lines.


def history_lines(matches: list[SavedMatch], width: int | None = None) -> Iterator[str]:
    """Return a line for each match, in columns; where they are wider than that, in sentences that are wrapped."""
    return columns([match_cells(kept) for kept in matches], width)


def columns(rows: list[list[str]], width: int | None) -> Iterator[str]:
    """Yield the rows in columns; where these are wider than that, in sentences that are wrapped."""
    lines = text_table.rows(rows)
    if width is None or all(text_width(line) <= width for line in lines):
        yield from lines
        return
    for row in rows:
        yield from wrap("  ".join(row), width, "    ")


def match_cells(kept: SavedMatch) -> list[str]:
    """Number, when it began in local time, game, players with an asterisk before who won, how it ended, moves."""
    names = (f"*{name}" if kept.score and name == kept.winner else name for name in kept.heading.names)
    began = begun_text(kept.started.astimezone()) if kept.started else ""
    moves = format_count(len(kept.texts), "move")
    return [
        str(kept.number),
        began,
        clip(printable(kept.heading.game), WIDEST),
        printable(" - ".join(names)),
        ending_text(kept),
        moves,
    ]


def begun_text(began: datetime) -> str:
    """The day and the time of a match, the day alone where it is midnight to the microsecond: no more is known then."""
    return began.strftime("%Y-%m-%d" if began.time() == time() else "%Y-%m-%d %H:%M")


def ending_text(kept: SavedMatch) -> str:
    """How the match ended, in a few words; of a game of a series which one it is, and the score before it."""
    return f"{outcome_words(kept)}, {kept.series.label}" if kept.series else outcome_words(kept)


def outcome_words(kept: SavedMatch) -> str:
    """How the match ended, in a few words."""
    if kept.how is None:
        return "being played" if kept.playing else "unfinished"
    return "a draw" if kept.score == 0 else kept.how.replace("-", " ")


def hides_something(game: str) -> bool:
    """Whether the game hides something, or is not known here any more."""
    try:
        return hides_information(games.load(game))
    except SpecError:
        return True


def as_dict(kept: SavedMatch) -> dict[str, object]:
    """Return the record of a match as JSON's types, with its number in the archive, and when it was played, in UTC."""
    began, changed = (when.isoformat() if when else None for when in (kept.started, kept.changed))
    found = {"match": kept.number, "started": began, "changed": changed, **kept.record().as_dict()}
    if kept.series:
        found["series"] = json.loads(kept.series.write())
    if kept.how is None and hides_something(kept.heading.game):
        found |= {"moves": None, "seed": None}  # they would tell a person who goes on with it what the other holds
    return found


def collect(archive: Archive, what: str | None) -> list[FileGame]:
    """Return the matches that are meant, as games of a file.

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
    """Return a match of the archive with the day on which it began. Raises SpecError if it hides something still."""
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
        """Return a line for each match that is new, as the history has it."""
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
