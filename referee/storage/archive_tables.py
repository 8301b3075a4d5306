"""The tables of the archive: how the events of a match are written, and how a match is read."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, partial
from math import inf, isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

import games
from referee.match.clock_text import restore_control, store_control
from referee.match.clocks import NO_CLOCKS, UNLIMITED, Control, Left, SeatClock
from referee.match.events import Ended, Event, How, Moved, Seated, Started, TakenBack
from referee.match.notes import Note, notes_by_ply, read_notes
from referee.match.record import Heading
from referee.match.series import Series
from referee.storage.saved_match import SavedMatch
from referee.storage.store import timestamp

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Sequence

    from referee.match.events import PlayedMove
    from referee.match.record import Record


Columns = tuple[float | None, float | None, str | None]


def clock_columns(left: Left) -> Columns:
    """Return the seconds of both clocks, and the rest as JSON, None if there is none.

    The rest is a list of moves, periods, session and byo_yomi for each seat, or null without a clock.
    """
    one, two = (None if clock is None else clock.seconds for clock in left)
    if all(clock in (None, SeatClock(seconds or 0.0)) for clock, seconds in zip(left, (one, two), strict=True)):
        return one, two, None
    rest = [clock and (clock.moves, clock.periods, clock.session, clock.byo_yomi) for clock in left]
    return one, two, json.dumps(rest)


def restore_clocks(columns: Columns, control: Control) -> Left:
    """Return the clocks in `columns`. Raises ValueError or TypeError if `control` cannot show them."""
    *seconds, rest = columns
    first, second = json.loads(rest) if rest is not None else (None, None)
    return restore_clock(seconds[0], first, control.of(0)), restore_clock(seconds[1], second, control.of(1))


def restore_clock(seconds: float | None, rest: object, control: Control) -> SeatClock | None:
    """Return the clock of a seat. Raises ValueError or TypeError if `control` cannot show it."""
    if seconds is None:
        return None
    if not isinstance(seconds, int | float) or not isfinite(seconds):
        raise TypeError("what was left on a clock is not a number")
    if rest is None:
        clock = SeatClock(seconds)
    elif isinstance(rest, list):
        clock = SeatClock(seconds, *rest)
    else:
        raise TypeError("what was left on a clock is not a list")
    if not is_of_control(clock, control):
        raise ValueError("its clocks are not those of its time control")
    return clock


def is_of_control(clock: SeatClock, control: Control) -> bool:
    """Return whether the control of a seat can show this clock."""
    counts = (clock.moves or 0, clock.periods, clock.session)
    if not all(type(count) is int and count >= 0 for count in counts) or type(clock.byo_yomi) is not bool:
        return False
    if clock.session >= len(control.sessions):
        return False
    byo_yomi, session = control.byo_yomi, control.sessions[clock.session]
    periods = byo_yomi.periods if byo_yomi else 0
    most = byo_yomi.counted if byo_yomi and clock.byo_yomi else session.moves
    if (clock.moves is None) != (most is None) or clock.moves == 0:
        return False
    return byo_yomi is not None and 0 < clock.periods <= periods if clock.byo_yomi else clock.periods == periods


# A match: specs and names by seat, seed and number (as text: they may be large), the time control in seconds, the texts
# of the opening; how it ended (NULL while it has not), why, the score; the lock of the process that plays it, or NULL;
# the series as it stood before this game, or NULL; the text of a time control that is more than seconds, or NULL;
# the points of the chains that both agreed are dead, or NULL; the notes of a file as JSON, or NULL.
# A move: its place after the opening, its seat (-1: chance), the seconds it took, and what was left on the clocks:
# seconds, and the rest as clock_columns writes it.
# A puzzle: when it was first answered, and on which day; the spec in its position, the answer, the puzzle's rating, the
# score of the answer; the day if it was a puzzle of the day, otherwise NULL; where it comes from.
# A hosted table: HostedTable, with the digests as JSON.
TABLES = """
CREATE TABLE IF NOT EXISTS matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT, started TEXT, changed TEXT,
    game TEXT, player0 TEXT, player1 TEXT, name0 TEXT, name1 TEXT, seed TEXT, number TEXT,
    seconds REAL, total REAL, increment REAL, opening TEXT, how TEXT, why TEXT, score INTEGER, process TEXT,
    series TEXT, clock TEXT, dead TEXT, notes TEXT
);
CREATE TABLE IF NOT EXISTS moves (
    match INTEGER, ply INTEGER, seat INTEGER, text TEXT, seconds REAL, left0 REAL, left1 REAL, counts TEXT,
    PRIMARY KEY (match, ply)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS puzzles (
    id INTEGER PRIMARY KEY AUTOINCREMENT, answered TEXT, day TEXT, game TEXT, answer TEXT, rating INTEGER, score REAL,
    daily TEXT, origin TEXT
);
CREATE TABLE IF NOT EXISTS hosted (
    match INTEGER PRIMARY KEY, round INTEGER, address TEXT, port INTEGER, certificate TEXT, digests TEXT, grace REAL
);
"""
MOVES = "SELECT ply, text, seat, seconds, left0, left1, counts FROM moves WHERE match = ? ORDER BY ply"


def remove_orphans(db: sqlite3.Connection) -> None:
    """Delete the moves and tables of lost matches, because new matches may get their numbers."""
    for table in ("moves", "hosted"):
        db.execute(f"DELETE FROM {table} WHERE match NOT IN (SELECT id FROM matches)")  # noqa: S608  # our own names


def insert_match(
    db: sqlite3.Connection,
    heading: Heading,
    control: Control,
    opening: Sequence[str],
    series: Series | None,
    process: str | None,
    number: int | None = None,
) -> int:
    """Insert a match and return its number: `number` if it is given, otherwise the next one."""
    begun, stored = timestamp(), store_control(control)
    row = {
        "id": number, "started": begun, "changed": begun, "game": heading.game,
        "player0": heading.players[0], "player1": heading.players[1],
        "name0": heading.names[0], "name1": heading.names[1], "seed": str(heading.seed), "number": str(heading.number),
        "seconds": stored["move"], "total": stored["total"], "increment": stored["increment"],
        "clock": stored.get("clock"), "opening": " ".join(opening), "why": "", "process": process,
        "series": series.write() if series else None,
    }  # fmt: skip
    places = ", ".join(f":{name}" for name in row)
    added = db.execute(f"INSERT INTO matches ({', '.join(row)}) VALUES ({places})", row)  # noqa: S608  # our own names
    return int(added.lastrowid or 0)


def insert_record(db: sqlite3.Connection, record: Record, moved: Sequence[tuple[int, str]], began: datetime) -> int:
    """Insert a match that was played elsewhere, with the seat and text of each move, and return its number."""
    heading = Heading(record.game, record.players, record.names, record.seed, record.number)
    number = insert_match(db, heading, UNLIMITED, (), None, None)
    clocks = clock_columns(NO_CLOCKS)
    rows = ((number, ply, seat, text, 0.0, *clocks) for ply, (seat, text) in enumerate(moved))
    db.executemany("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    when = began.astimezone(UTC).isoformat()
    db.execute("UPDATE matches SET started = ?, changed = ? WHERE id = ?", (when, when, number))
    end_match(db, number, (record.how if record.over else None, record.why, record.score, record.dead))
    if record.notes:
        write_notes(db, number, record.notes)
    return number


def add_notes(db: sqlite3.Connection, number: int, notes: Sequence[Note]) -> None:
    """Give a match these notes if it has none."""
    if notes and db.execute("SELECT 1 FROM matches WHERE id = ? AND notes IS NULL", (number,)).fetchone():
        write_notes(db, number, notes)


def keep_said(db: sqlite3.Connection, number: int, moves: Sequence[PlayedMove]) -> None:
    """Add what the players said of their moves to the notes of a match; the times stand beside the moves."""
    said = [replace(made.note, spent=None, left=None, stones=None) for made in moves if made.note]
    if new := {note.ply: note for note in said if not note.empty}:
        (stored,) = db.execute("SELECT notes FROM matches WHERE id = ?", (number,)).fetchone()
        held = notes_by_ply(read_notes(json.loads(stored or "[]"), inf)) | new
        write_notes(db, number, [note for _, note in sorted(held.items())])


def write_notes(db: sqlite3.Connection, number: int, notes: Sequence[Note]) -> None:
    """Replace the notes of a match."""
    text = json.dumps([note.as_dict() for note in notes]) if notes else None
    db.execute("UPDATE matches SET notes = ? WHERE id = ?", (text, number))


def end_match(db: sqlite3.Connection, number: int, ended: tuple[str | None, str, int | None, str]) -> None:
    """Write how a match ended, why, its score, and the points of its dead chains."""
    query = "UPDATE matches SET how = ?, why = ?, score = ?, dead = ?, process = NULL WHERE id = ?"
    db.execute(query, (*ended, number))


def find_record(db: sqlite3.Connection, record: Record) -> int | None:
    """Return the first match with the game, names, moves and end of the record; None if there is none."""
    found = db.execute(
        "SELECT id, opening FROM matches WHERE game = ? AND name0 = ? AND name1 = ? AND how IS ? AND score IS ?"
        " ORDER BY id",
        (record.game, *record.names, record.how if record.over else None, record.score),
    ).fetchall()
    for number, opening in found:
        if [*opening.split(), *move_texts(db, number)] == record.moves.split():
            return int(number)
    return None


def move_texts(db: sqlite3.Connection, number: int) -> list[str]:
    """Return the texts of the moves after the opening."""
    return [text for (text,) in db.execute("SELECT text FROM moves WHERE match = ? ORDER BY ply", (number,))]


def apply_event(db: sqlite3.Connection, number: int, event: Event) -> None:
    """Write what an event changes in the match `number`."""
    match event:
        case Started():
            rename_players(db, number, event.names)
            restore_moves(db, number, event.before)
        case Moved():
            append_moves(db, number, [event])
        case TakenBack():
            truncate_moves(db, number, count_moves(db, number) - event.count)
        case Seated():
            reseat_players(db, number, event)
        case Ended() if event.how is not How.LEFT:
            end_match(db, number, (event.how.value, event.why, event.score, " ".join(event.dead)))
        case Ended():
            db.execute("UPDATE matches SET process = NULL WHERE id = ?", (number,))
            last = "UPDATE moves SET left0 = ?, left1 = ?, counts = ? WHERE match = ? AND ply = ?"
            db.execute(last, (*clock_columns(event.left), number, count_moves(db, number) - 1))
    if isinstance(event, Ended):
        keep_said(db, number, event.moves)
    db.execute("UPDATE matches SET changed = ? WHERE id = ?", (timestamp(), number))


def restore_moves(db: sqlite3.Connection, number: int, before: Sequence[Moved]) -> None:
    """Replace the stored moves by `before`, opening included. Equal moves keep the seconds that they took."""
    if not before:
        return  # a player may have failed before it was shown what was played
    (opening,) = db.execute("SELECT opening FROM matches WHERE id = ?", (number,)).fetchone()
    past = before[len(opening.split()) :]
    held = move_texts(db, number)
    same = next((ply for ply, moved in enumerate(past) if held[ply : ply + 1] != [moved.text]), len(past))
    truncate_moves(db, number, same)
    append_moves(db, number, past[same:])


def count_moves(db: sqlite3.Connection, number: int) -> int:
    """Return the number of moves after the opening."""
    (last,) = db.execute("SELECT MAX(ply) FROM moves WHERE match = ?", (number,)).fetchone()
    return 0 if last is None else last + 1


def append_moves(db: sqlite3.Connection, number: int, moves: Iterable[Moved]) -> None:
    """Append moves to a match."""
    rows = (
        (number, ply, moved.seat, moved.text, moved.seconds, *clock_columns(moved.left))
        for ply, moved in enumerate(moves, count_moves(db, number))
    )
    db.executemany("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)


def truncate_moves(db: sqlite3.Connection, number: int, count: int) -> None:
    """Delete all but the first `count` moves, and the notes on the others."""
    db.execute("DELETE FROM moves WHERE match = ? AND ply >= ?", (number, count))
    opening, stored = db.execute("SELECT opening, notes FROM matches WHERE id = ?", (number,)).fetchone()
    if stored:
        last = len(opening.split()) + count
        write_notes(db, number, [note for note in read_notes(json.loads(stored), inf) if note.ply <= last])


def reseat_players(db: sqlite3.Connection, number: int, event: Seated) -> None:
    """Exchange the players, or replace one of them."""
    if event.spec is None:
        db.execute("UPDATE matches SET player0 = player1, player1 = player0 WHERE id = ?", (number,))
    elif event.seat is not None:
        place = ("player0", "player1")[event.seat]
        db.execute(f"UPDATE matches SET {place} = ? WHERE id = ?", (event.spec, number))  # noqa: S608  # our own name
    rename_players(db, number, event.names)


def rename_players(db: sqlite3.Connection, number: int, names: tuple[str, str]) -> None:
    """Set the names of both players."""
    db.execute("UPDATE matches SET name0 = ?, name1 = ? WHERE id = ?", (*names, number))


class MatchResult(NamedTuple):
    """A match that is over: the game's spec, the players' specs and names by seat, and what seat 0 has won."""

    game: str
    players: tuple[str, str]
    names: tuple[str, str]
    score: int


def last_results(db: sqlite3.Connection, most: int | None) -> list[MatchResult]:
    """Return the matches that are over, at most `most`, the one that ended last first. No move is read."""
    rows = db.execute(
        "SELECT game, player0, player1, name0, name1, score FROM matches"
        " WHERE how IS NOT NULL AND score IS NOT NULL ORDER BY changed DESC, id DESC LIMIT ?",
        (-1 if most is None else most,),
    )
    spell = cache(partial(games.spell_sides, both=False))  # few games stand in many rows
    return [
        MatchResult(spell(game), (one, two), (name, other), score)
        for game, one, two, name, other, score in rows
        if {*map(type, (game, one, two, name, other))} == {str} and type(score) is int
    ]


def last_finished(db: sqlite3.Connection) -> int | None:
    """Return the number of the match with a move that ended last; None if there is none."""
    found = db.execute(
        "SELECT id FROM matches WHERE how IS NOT NULL AND EXISTS (SELECT 1 FROM moves WHERE match = id)"
        " ORDER BY changed DESC, id DESC LIMIT 1"
    ).fetchone()
    return found and int(found[0])


def unfinished_matches(db: sqlite3.Connection) -> list[tuple[int, str | None]]:
    """Return the numbers and locks of unfinished matches with a move, or later games of a series; last played first."""
    rows = db.execute(
        "SELECT id, process, series, EXISTS (SELECT 1 FROM moves WHERE match = id) FROM matches WHERE how IS NULL"
        " ORDER BY changed DESC, id DESC"
    )
    return [(number, process) for number, process, series, moved in rows if moved or follows(series)]


def follows(series: str | None) -> bool:
    """Return whether a game with this stored series is not its first."""
    try:
        return series is not None and Series.read(series).number > 1
    except (ValueError, TypeError, LookupError, AttributeError):
        return False


def read_match(db: sqlite3.Connection, number: int, alive: Callable[[object], bool]) -> SavedMatch | None:
    """Return the match `number`, None if there is none. Raises ValueError and TypeError if it is damaged."""
    cursor = db.execute("SELECT * FROM matches WHERE id = ?", (number,))
    found = cursor.fetchone()
    if found is None:
        return None
    row: dict[str, Any] = dict(zip((column for column, *_ in cursor.description), found, strict=True))
    control = restore_control(row["seconds"], row["total"], row["increment"], row["clock"])
    moves = db.execute(MOVES, (number,)).fetchall()
    past: list[tuple[str, Left]] = [(text, restore_clocks((*shown,), control)) for _, text, _, _, *shown in moves]
    if [ply for ply, *_ in moves] != [*range(len(moves))]:
        raise ValueError("moves of it are missing")
    players, names = (row["player0"], row["player1"]), (row["name0"], row["name1"])
    if not all(isinstance(text, str) for text in (row["game"], *players, *names, *(text for text, _ in past))):
        raise TypeError("a text is not text")
    why, score, dead = row["why"], row["score"], row["dead"] or ""
    if not (isinstance(score, int | None) and isinstance(why, str) and isinstance(dead, str)):
        raise TypeError("how it ended is unknown")
    return SavedMatch(
        heading=Heading(
            games.spell_sides(row["game"], both=False), players, names, int(row["seed"]), int(row["number"])
        ),
        control=control,
        opening=tuple(row["opening"].split()),
        past=tuple(past),
        took=tuple((seat, seconds if isinstance(seconds, float) else 0.0) for _, _, seat, seconds, *_ in moves),
        notes=read_notes(json.loads(row["notes"] or "[]"), inf),
        how=None if row["how"] is None else How(row["how"]).value,
        why=why,
        score=score,
        dead=dead,
        number=number,
        started=datetime.fromisoformat(row["started"]),
        changed=datetime.fromisoformat(row["changed"]),
        playing=row["how"] is None and alive(row["process"]),
        series=Series.read(row["series"]) if row["series"] else None,
    )
