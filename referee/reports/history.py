"""Past matches: found by number or file, replayed, listed, and exchanged as files."""

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
from games.names.catalogue import SpecError
from games.names.spec import clip
from referee.drawing import text_table
from referee.drawing.number_format import format_count
from referee.drawing.text_width import text_width, wrap
from referee.formats.file_game import FileGame, SkippedGame
from referee.formats.formats import choose_game, find_game, require_game, sniff, stream_file
from referee.match.events import Ended, Event, How, Started
from referee.match.record import Record, counted_game, replay_record
from referee.reports.game_file import describe_result
from referee.storage.record_file import read_records
from referee.storage.saved_match import SavedMatch, is_persons
from referee.storage.store import local_day
from referee.support.complaints import complain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from referee.storage.archive import Archive

WIDEST = 40  # columns of a game in a list; a position may be longer
LONGEST = 18  # digits of the number of a match
ALL = "all"  # games of a tournament
GAME = re.compile(rf"(\d{{1,{LONGEST}}})\.(\d{{1,{LONGEST}}}|{ALL})", re.ASCII)  # in a tournament


def find_resumable(archive: Archive, what: str | None = None) -> SavedMatch:
    """Return the match to continue: by number, the last unfinished one of a file, or the latest unfinished one.

    Raises SpecError if there is none, or it cannot be played.
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
    """Return the match if it can be continued. Raises SpecError."""
    if kept.record().over:
        raise SpecError(f"match {kept.number} is over; to see it: referee replay {kept.number}")
    if kept.playing:
        raise SpecError(f"match {kept.number} is being played right now")
    for spec in kept.heading.players:
        players.load(spec)
    kept.replay()
    return kept


def find_match(archive: Archive, what: str | None, game_number: int | None = None) -> tuple[Record, list[Event]]:
    """Return the record of a match and its events: Started, each Moved and, if it is over, Ended.

    what         its number, one like 7.12, or a file; None: the match of the archive that ended last.
    game_number  the record of the file, from 0; None: the last.

    Raises SpecError.
    """
    kept = last_match(archive) if what is None else find_in_archive(archive, what)
    if kept is not None:
        if game_number is not None:
            raise SpecError("--game chooses a game of a file, and a match of the archive is one game")
        return kept.record(), events_of(kept.replay())
    assert what is not None  # noqa: S101  # it names a file or games of a tournament
    if (played := find_in_tournament(archive, what)) is None:
        record = choose_match(Path(what), game_number)
    elif game_number is not None and not what.endswith(ALL):
        raise SpecError(f"--game chooses a game of a file, and {what} is one game of a tournament")
    else:
        record = choose_game([each.record for each in played], Path(what), game_number)
    return record, events_of(record)


def read_matches(path: Path) -> list[Record]:
    """Return the replayed records of a file that can be read, at least one. Raises SpecError, with the line."""
    return [each.record for each in read_games(path)]


def read_games(path: Path, tell: Callable[[str], None] = lambda _: None) -> list[FileGame]:
    """Return the games of a file that can be read, at least one, with the dates in the file. Raises SpecError.

    tell  hears of the others, and of what was guessed or left out in these.
    """
    if holds_records(path):
        return [FileGame(record) for record in read_records(path)]
    found = list(stream_file(path))
    games_read = [each for each in found if isinstance(each, FileGame)] or [require_game(found[0], str(path))]
    for each in found:
        for said in (f"skipped: {each.why}",) if isinstance(each, SkippedGame) else each.remarks:
            tell(f"{path}, line {each.line}: {said}")
    return games_read


def choose_match(path: Path, number: int | None) -> Record:
    """Return the record of a game of a file by number, from 0; None: the last that can be read. Raises SpecError.

    What was guessed or left out in it is said on standard error.
    """
    if holds_records(path):
        return choose_game(read_records(path), path, number)
    found = find_game(path, number)
    for remark in found.remarks:
        complain(f"{path}, line {found.line}: {remark}")
    return found.record


def holds_records(path: Path) -> bool:
    """Return whether a file holds JSON: unless its name or beginning says otherwise."""
    told = sniff(path)
    return told is None or told.name == "jsonl"


def last_match(archive: Archive) -> SavedMatch:
    """Return the match of the archive that ended last. Raises SpecError if there is none."""
    number = archive.finished()
    if number is None:
        raise SpecError("there is no finished match yet; to play one: referee")
    return archive.load(number)


def count_games(archive: Archive, what: str | None) -> int:
    """Return the number of games to look at: 1 of the archive, or the records of a file. Raises SpecError."""
    if what is None or find_in_archive(archive, what):
        return 1
    if played := find_in_tournament(archive, what):
        return len(played)
    path = Path(what)
    return len(read_records(path)) if holds_records(path) else sum(1 for _ in stream_file(path))


def find_in_archive(archive: Archive, what: str) -> SavedMatch | None:
    """Return the match of that number in the archive; None if `what` is a file. Raises SpecError if there is none."""
    if not (what.isascii() and what.isdecimal()) or os.path.exists(what):  # noqa: PTH110  # never raises
        return None
    if len(what) > LONGEST:
        raise archive.no_such(what[:LONGEST] + "...")
    return archive.load(int(what))


def find_in_tournament(archive: Archive, what: str) -> list[FileGame] | None:
    """Return the finished games 7.12 or 7.all of a tournament, as games of a file; None for a file.

    Their moves are legal. Raises SpecError.
    """
    meant = GAME.fullmatch(what)
    if meant is None or os.path.exists(what):  # noqa: PTH110  # never raises
        return None
    from referee.tournaments.journal import Journal
    from referee.tournaments.results import match_results

    with closing(Journal(archive.database.path.parent)) as journal:
        number = int(meant[1])
        tournament = journal.load(number)
        if meant[2] != ALL:
            journal.result(number, int(meant[2]))  # raises SpecError if it is not over
        known, results = match_results(tournament, journal.results(number))
        over = [pairing for pairing in known.pairings if pairing.number in results]
        wanted = [pairing for pairing in over if meant[2] == ALL or int(meant[2]) == pairing.number]
        found = [
            (each, journal.noted(results[each.number], number).record, journal.day(each.number, number))
            for each in wanted
        ]
    if not wanted:
        raise SpecError(f"no game of tournament {number} is over")
    return [
        describe_result(tournament, number, pairing, check_record(record, number), day)
        for pairing, record, day in found
    ]


def check_record(record: Record, tournament: int) -> Record:
    """Return the record of a tournament's game. Raises SpecError unless its moves are legal."""
    try:
        replay_record(record)
    except SpecError as error:
        raise SpecError(f"game {record.number} of tournament {tournament} is damaged: {error}") from error
    return record


def events_of(record: Record) -> list[Event]:
    """Return the events of a recorded match."""
    moved = replay_record(record)
    start = games.load(record.game)
    events: list[Event] = [Started(start, record.names), *moved]
    if record.how is not None:
        end = counted_game(moved[-1].game if moved else start, record.dead)
        dead = tuple(record.dead.split())
        events.append(Ended(end, record.score, How(record.how), record.why, dead=dead))
    return events


def seats_shown(record: Record) -> tuple[bool, bool]:
    """Return for which seats a match is shown: if it is unfinished and hides something, only for its people."""
    first, second = map(is_persons, record.players)
    return (False, False) if record.over or not hides_information(games.load(record.game)) else (first, second)


def history_lines(matches: list[SavedMatch], width: int | None = None) -> Iterator[str]:
    """Yield a line for each match, in columns; wrapped sentences if they are too wide."""
    return columns([match_cells(kept) for kept in matches], width)


def columns(rows: list[list[str]], width: int | None) -> Iterator[str]:
    """Yield the rows in columns; wrapped sentences if they are too wide."""
    lines = text_table.rows(rows)
    if width is None or all(text_width(line) <= width for line in lines):
        yield from lines
        return
    for row in rows:
        yield from wrap("  ".join(row), width, "    ")


def match_cells(kept: SavedMatch) -> list[str]:
    """Return number, local time of the start, game, players with an asterisk before the winner, ending, moves."""
    names = (f"*{name}" if kept.score and name == kept.winner else name for name in kept.heading.names)
    began = begun_text(kept.started.astimezone()) if kept.started else ""
    moves = format_count(len(kept.texts), "move")
    return [
        str(kept.number), began, clip(printable(kept.heading.game), WIDEST), printable(" - ".join(names)),
        f"{outcome_words(kept)}, {kept.series.label}" if kept.series else outcome_words(kept), moves,
    ]  # fmt: skip


def begun_text(began: datetime) -> str:
    """Return the date and time of a match; midnight to the microsecond means that only the day is known."""
    return began.strftime("%Y-%m-%d" if began.time() == time() else "%Y-%m-%d %H:%M")


def outcome_words(kept: SavedMatch) -> str:
    """Return how the match ended, in a few words."""
    if kept.how is None:
        return "being played" if kept.playing else "unfinished"
    if kept.score == 0:
        return "a draw"
    return "by its file" if kept.how == How.FILE.value else kept.how.replace("-", " ")


def hides_something(game: str) -> bool:
    """Return whether the game hides something, or is not known here any more."""
    try:
        return hides_information(games.load(game))
    except SpecError:
        return True


def as_dict(kept: SavedMatch) -> dict[str, object]:
    """Return the record of a match as JSON types, with its number in the archive, and its times in UTC."""
    began, changed = (when.isoformat() if when else None for when in (kept.started, kept.changed))
    found = {"match": kept.number, "started": began, "changed": changed, **kept.timed(kept.record()).as_dict()}
    if kept.series:
        found["series"] = json.loads(kept.series.write())
    if kept.how is None and hides_something(kept.heading.game):
        found |= {"moves": None, "seed": None}  # they would reveal hidden things to a person who continues
        found.pop("notes", None)
    return found


def collect(archive: Archive, what: str | None, tell: Callable[[str], None]) -> list[FileGame]:
    """Return the matches meant by `what`, as games of a file; `tell` hears of games of a file that cannot be read.

    what  a number of the archive, one like 7.12 of a tournament or 7.all for all of its games, or a file with all its
          games; None: the match that ended last.

    Raises SpecError if there is none, or if a match that hides something is not over.
    """
    kept = last_match(archive) if what is None else find_in_archive(archive, what)
    if kept is not None:
        if kept.how is None and hides_something(kept.heading.game):
            raise SpecError(f"match {kept.number} is not over, and would tell what is hidden from you")
        date = local_day(kept.started) if kept.started else ""
        return [FileGame(kept.timed(kept.replay()), date, control=kept.control)]
    assert what is not None  # noqa: S101  # it names a file or games of a tournament
    if (played := find_in_tournament(archive, what)) is not None:
        return played
    return read_games(Path(what), tell)
