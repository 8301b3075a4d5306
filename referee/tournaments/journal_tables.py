"""The tables of the journal: how a tournament, its plan and its games are written, read and checked."""

from __future__ import annotations

import json
import zlib
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from games.base.notation import printable
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from referee.match.adjudication import Adjudication
from referee.match.clock_text import restore_control
from referee.match.notes import read_notes
from referee.match.options import DrawRule, ResignRule
from referee.match.record import build_record, is_count, is_text, parse_line, sanitize
from referee.running.game_task import Result
from referee.running.sandbox.guard import Guard
from referee.statistics.sprt import Sprt
from referee.storage.store import local_day, timestamp
from referee.tournaments.options import MOST_ROUNDS, check_anchors
from referee.tournaments.plan import Tournament
from referee.tournaments.results import digest, plan_as_json, sealed_plan
from referee.tournaments.schedule import ALL_FORMATS, check_test

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Mapping

# A tournament: when it was begun and changed; its plan, JSON of all fields of a Tournament; whether it is over; the
# lock of the process that plays it, or NULL. A game: its number in the tournament, the fields of its Result, and a
# digest of these and of the plan, NULL if an older version wrote it, and when it ended, NULL if unknown. A second copy
# of the plan has a digest too, because without the plan all games of the tournament are lost. The notes of a game,
# compressed JSON, stand apart with a digest of their own: they are twenty times as long as the rest, and standings do
# without them.
TABLES = """
CREATE TABLE IF NOT EXISTS tournaments (
    id INTEGER PRIMARY KEY AUTOINCREMENT, begun TEXT, changed TEXT, plan TEXT, over INTEGER, process TEXT
);
CREATE TABLE IF NOT EXISTS games (
    tournament INTEGER, number INTEGER, record TEXT,
    seconds0 REAL, seconds1 REAL, moves0 INTEGER, moves1 INTEGER, trace TEXT, digest TEXT,
    ended TEXT, PRIMARY KEY (tournament, number)
);
CREATE TABLE IF NOT EXISTS plans (tournament INTEGER PRIMARY KEY, begun TEXT, plan TEXT, digest TEXT);
CREATE TABLE IF NOT EXISTS notes (
    tournament INTEGER, number INTEGER, notes BLOB, digest TEXT, PRIMARY KEY (tournament, number)
);
"""
ORPHANS = """
INSERT OR IGNORE INTO tournaments SELECT tournament, begun, begun, plan, 0, NULL FROM plans;
INSERT OR IGNORE INTO tournaments (id) SELECT DISTINCT tournament FROM games WHERE tournament BETWEEN 1 AND 1000000000;
"""
GAME_COLUMNS = "number, record, seconds0, seconds1, moves0, moves1, trace, digest"
ENTRY_COLUMNS = (
    "begun, changed, plan, over, process, (SELECT COUNT(*) FROM games WHERE tournament = id),"
    " (SELECT begun FROM plans WHERE tournament = id)"
)


def parse_plan(text: object) -> Tournament:
    """Return the tournament of a plan in JSON. Raises SpecError, ValueError or TypeError if it is not one."""
    if not isinstance(text, str):
        raise TypeError("its plan is not text")
    found = parse_line(text)
    for name, fits in FIELDS.items():
        if not fits(found.get(name)):
            raise SpecError(f"not a plan of a tournament: {name!r} is missing or wrong")
    names, least = found["names"], ALL_FORMATS[found["format"]].least
    if len(names) != len(found["players"]) or len(set(names)) < max(least, len(names)):
        raise SpecError("not a plan of a tournament: not each player has a name of its own")
    given: dict[str, Any] = {name: sanitize(found[name]) for name in FIELDS}
    given["control"] = restore_control(**found["control"])
    given["guard"] = None if found["guard"] is None else Guard(**found["guard"])
    given["anchors"] = sanitize(found.get("anchors", []))
    if not all(is_text(name) and is_number(rating) for name, rating in given["anchors"]):
        raise SpecError("not a plan of a tournament: 'anchors' is wrong")
    if (rules := found.get("rules")) is not None:
        given["rules"] = read_rules(rules)
    if (test := found.get("sprt")) is not None:
        given["sprt"] = Sprt(**test)
        check_test(given["format"], len(given["names"]))
    check_anchors(given["anchors"], given["names"])
    return Tournament(**given)


def read_rules(found: object) -> Adjudication:
    """Return the rules of adjudication in a plan. Raises SpecError, ValueError or TypeError if they are wrong."""
    if not isinstance(found, dict):
        raise SpecError("not a plan of a tournament: 'rules' is wrong")
    given = dict(found)
    for name, kind in (("resign", ResignRule), ("draw", DrawRule)):
        given[name] = None if given.get(name) is None else kind(**given[name])
    return Adjudication(**given).checked()


def are_texts(value: object) -> bool:
    """Return whether the value is a list of texts."""
    return isinstance(value, list) and all(map(is_text, value))


def are_limits(value: object) -> bool:
    """Return whether the value is an object whose values are numbers from 0 or null."""
    return isinstance(value, dict) and all(each is None or (is_number(each) and each >= 0) for each in value.values())


def is_control(value: object) -> bool:
    """Return whether the value is a time control of `store_control`: numbers, and maybe the text of a clock."""
    if not isinstance(value, dict):
        return False
    numbers = {name: each for name, each in value.items() if name != "clock"}
    known = numbers.keys() <= {"move", "total", "increment"} and is_text(value.get("clock", ""))
    return known and are_limits(numbers) and numbers.get("increment") is not None


def is_number(value: object) -> bool:
    """Return whether the value is a finite number."""
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


FIELDS: Mapping[str, Callable[[object], bool]] = {
    "game": is_text,
    "players": are_texts,
    "names": are_texts,
    "format": lambda value: value in ALL_FORMATS,
    "rounds": lambda value: is_count(value) and 1 <= value <= MOST_ROUNDS,  # type: ignore[operator]
    "seed": is_count,
    "control": is_control,
    "openings": lambda value: isinstance(value, list) and all(map(are_texts, value)),
    "guard": lambda value: (  # only the seconds may have a fraction
        value is None
        or (are_limits(value) and not any(isinstance(value.get(name), float) for name in ("memory", "output")))  # type: ignore[attr-defined]
    ),
}


@dataclass(frozen=True)
class TournamentEntry:
    """A tournament in the journal.

    played   how many of its games are finished;  over  whether the tournament is finished.
    playing  whether a process is playing it right now;  begun, changed  when, in UTC.
    """

    number: int
    tournament: Tournament
    played: int
    over: bool
    playing: bool
    begun: datetime
    changed: datetime


class GamesRead(NamedTuple):
    """The games of a tournament as they were read.

    found     the results by their numbers;  unsealed  the numbers of results without a digest.
    damaged   what stands as the number in rows that are not results of the tournament.
    """

    found: dict[int, Result]
    damaged: list[object]
    unsealed: list[int]


def restore_orphans(db: sqlite3.Connection) -> None:
    """Restore lost tournaments from the copies of their plans; if there is none, reserve the number of the games."""
    for statement in ORPHANS.split(";"):
        db.execute(statement)


def insert_tournament(db: sqlite3.Connection, tournament: Tournament, process: str) -> int:
    """Insert a tournament, and return its number."""
    row = (timestamp(), timestamp(), plan_as_json(tournament), process)
    added = db.execute("INSERT INTO tournaments (begun, changed, plan, over, process) VALUES (?, ?, ?, 0, ?)", row)
    number = int(added.lastrowid or 0)
    insert_plan(db, number, tournament)
    return number


def insert_plan(db: sqlite3.Connection, number: int, tournament: Tournament) -> None:
    """Insert or replace the second copy of a tournament's plan."""
    plan = plan_as_json(tournament)
    db.execute("INSERT OR REPLACE INTO plans VALUES (?, ?, ?, ?)", (number, timestamp(), plan, digest(number, plan)))


def update_plan(db: sqlite3.Connection, number: int, tournament: Tournament) -> None:
    """Replace the plan of a tournament and its second copy."""
    db.execute("UPDATE tournaments SET plan = ? WHERE id = ?", (plan_as_json(tournament), number))
    insert_plan(db, number, tournament)


def insert_game(db: sqlite3.Connection, number: int, result: Result, seal: str, ended: str | None) -> None:
    """Insert a game of the tournament `number`, unless it has a game with the same number.

    seal   what `seal_games` returns for the tournament.
    ended  when the game ended, None if that is not known.
    """
    record = json.dumps(without_notes(result).record.as_dict())
    trace = result.trace.encode(errors="backslashreplace").decode()  # what a program prints may not be valid text
    row = (result.number, record, *map(float, result.seconds), *result.moves, trace)
    sealed = (number, *row, digest(seal, *row), ended)
    db.execute("INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", sealed)
    if result.record.notes:
        text = json.dumps([note.as_dict() for note in result.record.notes])
        packed = zlib.compress(text.encode(), 1)
        kept = (number, result.number, packed, digest(number, result.number, result.record.moves, text))
        db.execute("INSERT OR IGNORE INTO notes VALUES (?, ?, ?, ?)", kept)


def without_notes(result: Result) -> Result:
    """Return the result without the notes on its moves."""
    return replace(result, record=replace(result.record, notes=())) if result.record.notes else result


def with_notes(db: sqlite3.Connection, number: int, result: Result) -> Result:
    """Return a result of the tournament `number` with the notes on its moves, unless these are damaged."""
    row = db.execute("SELECT notes, digest FROM notes WHERE tournament = ? AND number = ?", (number, result.number))
    packed, sealed = row.fetchone() or (b"", "")
    record = result.record
    with suppress(zlib.error, ValueError, TypeError):
        text = zlib.decompress(packed).decode()
        if digest(number, result.number, record.moves, text) == sealed:
            notes = read_notes(json.loads(text), len(record.moves.split()))
            return replace(result, record=replace(record, notes=notes))
    return result


def read_day(db: sqlite3.Connection, number: int, game: int) -> str:
    """Return the date here on which a game of the tournament `number` ended, "" if that is not known."""
    found = db.execute("SELECT ended FROM games WHERE tournament = ? AND number = ?", (number, game)).fetchone()
    with suppress(ValueError, TypeError):
        return local_day(datetime.fromisoformat(found[0])) if found else ""
    return ""


def seal_games(number: int, plan: str) -> str:
    """Return the digest of a tournament's number and plan in JSON, which goes into the digest of each of its games."""
    return digest(number, sealed_plan(plan))


def insert_digests(db: sqlite3.Connection, number: int, plan: str, games: Iterable[int]) -> None:
    """Insert the digests of these games, which have been checked."""
    seal = seal_games(number, plan)
    for game in games:
        query = f"SELECT {GAME_COLUMNS} FROM games WHERE tournament = ? AND number = ?"  # noqa: S608  # our own names
        row = db.execute(query, (number, game)).fetchone()
        sealed = digest(seal, *row[:-1])
        db.execute("UPDATE games SET digest = ? WHERE tournament = ? AND number = ?", (sealed, number, game))


def read_entry(db: sqlite3.Connection, number: int, alive: Callable[[object], bool]) -> TournamentEntry | None:
    """Return the tournament `number`, None if there is none. Raises ValueError or TypeError if it is damaged."""
    row = db.execute(f"SELECT {ENTRY_COLUMNS} FROM tournaments WHERE id = ?", (number,)).fetchone()  # noqa: S608  # our own names
    if row is None:
        return None
    begun, changed, plan, over, process, played, again = row
    return TournamentEntry(
        number=number,
        tournament=parse_plan(read_plan(db, number, plan)),
        played=played,
        over=over == 1,
        playing=over != 1 and alive(process),
        begun=first_time(begun, again),
        changed=first_time(changed, begun, again),
    )


def first_time(*texts: object) -> datetime:
    """Return the first text that is a time, otherwise 1970: no tournament is refused because of its time."""
    for text in filter(is_text, texts):
        with suppress(ValueError):
            return datetime.fromisoformat(str(text)).astimezone(UTC)
    return datetime.fromtimestamp(0, UTC)


def read_plan(db: sqlite3.Connection, number: int, plan: object) -> object:
    """Return the undamaged one of a plan and its copy. Raises ValueError if both are damaged."""
    copy = db.execute("SELECT plan, digest FROM plans WHERE tournament = ?", (number,)).fetchone()
    if copy is None:
        return plan
    games = f"SELECT {GAME_COLUMNS} FROM games WHERE tournament = ?"  # noqa: S608  # our own names
    for each in filter(is_text, (copy[0], plan)):
        if digest(number, each) == copy[1]:
            return each
        sealed = seal_games(number, each)
        if any(digest(sealed, *row) == own for *row, own in db.execute(games, (number,))):
            return each
    raise ValueError("its plan is not the one that it was begun with")


def read_games(db: sqlite3.Connection, number: int, tournament: Tournament) -> GamesRead:
    """Return the games of a tournament, checked by their digests but not by their moves."""
    read = GamesRead({}, [], [])
    plan = seal_games(number, plan_as_json(tournament))
    rows = db.execute(f"SELECT {GAME_COLUMNS} FROM games WHERE tournament = ? ORDER BY number", (number,))  # noqa: S608  # our own names
    for key, *fields, sealed in rows:
        try:
            if sealed is not None and sealed != digest(plan, key, *fields):
                raise ValueError("it is not as it was written")  # noqa: TRY301  # handled like other damage
            read.found[key] = parse_game(tournament, key, *fields)
        except (ValueError, TypeError):
            read.damaged.append(key)
        else:
            read.unsealed.extend([key] * (sealed is None))
    return read


def parse_game(
    tournament: Tournament,
    number: int,
    record: str,
    one: float,
    two: float,
    first: int,
    second: int,
    trace: str,
) -> Result:
    """Return the result in a row. Raises ValueError or TypeError if it is not a result of the tournament."""
    if not is_text(record) or not is_text(trace):
        raise TypeError("a text is not text")
    read = build_record(parse_line(record))
    if (read.number, read.seed) != (number, tournament.seed) or read.game not in tournament.games or not read.over:
        raise ValueError("it is another game's")
    called = {printable(name): printable(spec) for name, spec in zip(tournament.names, tournament.players, strict=True)}
    if tuple(map(called.get, read.names)) != read.players or read.names[0] == read.names[1]:
        raise ValueError("it has other players")
    seconds, moves = (float(one), float(two)), (first, second)
    if not all(isfinite(each) and each >= 0 for each in seconds) or not all(map(is_count, moves)):
        raise ValueError("its times are not numbers")
    return Result(read, seconds, moves, trace)
