"""The tables of the journal: a tournament and its games as they stand there, and what is believed of them."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from games.catalogue import SpecError
from games.notation import printable
from referee.match.clocks import Control
from referee.match.record import build_record, is_count, is_text, parse_line, sanitize
from referee.running.game_task import Result
from referee.running.sandbox.guard import Guard
from referee.tournament.belief import digest, written
from referee.tournament.options import MOST_ROUNDS
from referee.tournament.plan import Tournament
from referee.tournament.schedule import FORMATS

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Mapping

# Of a tournament: when it was begun and changed; its plan, JSON of all fields of a Tournament; whether it is over;
# whose Presence plays it, NULL for nobody's. Of a game: its number in the tournament, the fields of its Result, and a
# digest of these and of the plan, NULL where an older version wrote it. A plan stands twice, the second time with its
# digest: without it no game of the tournament is worth anything.
TABLES = """
CREATE TABLE IF NOT EXISTS tournaments (
    id INTEGER PRIMARY KEY AUTOINCREMENT, begun TEXT, changed TEXT, plan TEXT, over INTEGER, process TEXT
);
CREATE TABLE IF NOT EXISTS games (
    tournament INTEGER, number INTEGER, record TEXT,
    seconds0 REAL, seconds1 REAL, moves0 INTEGER, moves1 INTEGER, trace TEXT, digest TEXT,
    PRIMARY KEY (tournament, number)
);
CREATE TABLE IF NOT EXISTS plans (tournament INTEGER PRIMARY KEY, begun TEXT, plan TEXT, digest TEXT);
"""
ORPHANS = """
INSERT OR IGNORE INTO tournaments SELECT tournament, begun, begun, plan, 0, NULL FROM plans;
INSERT OR IGNORE INTO tournaments (id) SELECT DISTINCT tournament FROM games WHERE tournament BETWEEN 1 AND 1000000000;
"""
ROW = "number, record, seconds0, seconds1, moves0, moves1, trace, digest"
HELD = (
    "begun, changed, plan, over, process, (SELECT COUNT(*) FROM games WHERE tournament = id),"
    " (SELECT begun FROM plans WHERE tournament = id)"
)


@dataclass(frozen=True)
class Entry:
    """A tournament as the journal holds it.

    played   how many of its games are finished;  over  whether it is.
    playing  whether a process is playing it right now;  begun, changed  when, in UTC.
    """

    number: int
    tournament: Tournament
    played: int
    over: bool
    playing: bool
    begun: datetime
    changed: datetime


class Read(NamedTuple):
    """The games of a tournament as they were read.

    found     the results by their numbers;  unsealed  the numbers of those that have no digest.
    damaged   what stands for a number in rows that are no results of the tournament.
    """

    found: dict[int, Result]
    damaged: list[object]
    unsealed: list[int]


def now() -> str:
    """The time, as ISO 8601 has it, in UTC."""
    return datetime.now(UTC).isoformat()


def mend(db: sqlite3.Connection) -> None:
    """Let a tournament that was lost stand there again by the copy of its plan, else keep its number from others."""
    for statement in ORPHANS.split(";"):
        db.execute(statement)


def insert(db: sqlite3.Connection, tournament: Tournament, process: str) -> int:
    """The number of that tournament, put into the tables."""
    row = (now(), now(), written(tournament), process)
    added = db.execute("INSERT INTO tournaments (begun, changed, plan, over, process) VALUES (?, ?, ?, 0, ?)", row)
    number = int(added.lastrowid or 0)
    keep_plan(db, number, tournament)
    return number


def keep_plan(db: sqlite3.Connection, number: int, tournament: Tournament) -> None:
    """Write down the plan of the tournament of that number a second time, where it does not stand there so."""
    plan = written(tournament)
    db.execute("INSERT OR REPLACE INTO plans VALUES (?, ?, ?, ?)", (number, now(), plan, digest(number, plan)))


def note(db: sqlite3.Connection, number: int, result: Result, plan: str) -> None:
    """Put a game into the tournament of that number and plan; nothing where it has one of its number."""
    record = json.dumps(result.record.as_dict())
    trace = result.trace.encode(errors="backslashreplace").decode()  # a program's words may be no text
    row = (result.number, record, *map(float, result.seconds), *result.moves, trace)
    sealed = (number, *row, digest(digest(number, plan), *row))
    db.execute("INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", sealed)


def seal(db: sqlite3.Connection, number: int, plan: str, games: Iterable[int]) -> None:
    """Write down the digests of these games, which are believed."""
    for game in games:
        row = db.execute(f"SELECT {ROW} FROM games WHERE tournament = ? AND number = ?", (number, game)).fetchone()  # noqa: S608  # our own names
        sealed = digest(digest(number, plan), *row[:-1])
        db.execute("UPDATE games SET digest = ? WHERE tournament = ? AND number = ?", (sealed, number, game))


def touch(db: sqlite3.Connection, number: int, process: str) -> bool:
    """Write down that the tournament of that number has changed; False where it is not there, or not that process's."""
    mine = "UPDATE tournaments SET changed = ? WHERE id = ? AND process = ?"
    return db.execute(mine, (now(), number, process)).rowcount == 1


def numbers(db: sqlite3.Connection) -> list[int]:
    """The numbers of all tournaments, the newest first."""
    return [number for (number,) in db.execute("SELECT id FROM tournaments ORDER BY id DESC")]


def last(db: sqlite3.Connection) -> int:
    """The largest number of a tournament, 0 where there is none."""
    (found,) = db.execute("SELECT MAX(id) FROM tournaments").fetchone()
    return found or 0


def read(db: sqlite3.Connection, number: int, alive: Callable[[str | None], bool]) -> Entry | None:
    """The tournament of that number, None where there is none. Raises ValueError and TypeError where it is damaged."""
    row = db.execute(f"SELECT {HELD} FROM tournaments WHERE id = ?", (number,)).fetchone()  # noqa: S608  # our own names
    if row is None:
        return None
    begun, changed, plan, over, process, played, again = row
    return Entry(
        number=number,
        tournament=planned(kept_plan(db, number, plan)),
        played=played,
        over=over == 1,
        playing=over != 1 and alive(process if isinstance(process, str) else None),
        begun=moment(begun, again),
        changed=moment(changed, begun, again),
    )


def moment(*texts: object) -> datetime:
    """The first of these that is a time; that is worth no tournament, so 1970 where none is."""
    for text in filter(is_text, texts):
        with suppress(ValueError):
            return datetime.fromisoformat(str(text)).astimezone(UTC)
    return datetime.fromtimestamp(0, UTC)


def kept_plan(db: sqlite3.Connection, number: int, plan: object) -> object:
    """The plan of the tournament of that number, by its copy if that is whole. Raises ValueError where neither is."""
    copy = db.execute("SELECT plan, digest FROM plans WHERE tournament = ?", (number,)).fetchone()
    if copy is None:
        return plan
    for each in (copy[0], plan):
        if is_text(each) and (digest(number, each) == copy[1] or proven(db, number, each)):
            return each
    raise ValueError("its plan is not the one that it was begun with")


def proven(db: sqlite3.Connection, number: int, plan: object) -> bool:
    """Whether a game of the tournament of that number was written down under that plan."""
    rows = db.execute(f"SELECT {ROW} FROM games WHERE tournament = ?", (number,))  # noqa: S608  # our own names
    return any(digest(digest(number, plan), *row[:-1]) == row[-1] for row in rows)


def read_games(db: sqlite3.Connection, number: int, tournament: Tournament) -> Read:
    """The results of that tournament's games, as far as they are believed without looking at their moves."""
    read = Read({}, [], [])
    plan = digest(number, written(tournament))
    rows = db.execute(f"SELECT {ROW} FROM games WHERE tournament = ? ORDER BY number", (number,))  # noqa: S608  # our own names
    for key, *fields, sealed in rows:
        try:
            if sealed is not None and sealed != digest(plan, key, *fields):
                raise ValueError("it is not as it was written down")  # noqa: TRY301  # as of what else is damaged
            read.found[key] = game_of(tournament, key, *fields)
        except (ValueError, TypeError):
            read.damaged.append(key)
        else:
            read.unsealed.extend([key] * (sealed is None))
    return read


def game_of(
    tournament: Tournament,
    number: int,
    record: str,
    one: float,
    two: float,
    first: int,
    second: int,
    trace: str,
) -> Result:
    """The result in a row of games. Raises ValueError and TypeError where it is none of the tournament's."""
    if not is_text(record) or not is_text(trace):
        raise TypeError("a text is none")
    read = build_record(parse_line(record))
    if (read.number, read.seed, read.game) != (number, tournament.seed, printable(tournament.game)) or not read.over:
        raise ValueError("it is another game's")
    called = {printable(name): printable(spec) for name, spec in zip(tournament.names, tournament.players, strict=True)}
    if tuple(map(called.get, read.names)) != read.players or read.names[0] == read.names[1]:
        raise ValueError("its players are others")
    seconds, moves = (float(one), float(two)), (first, second)
    if not all(isfinite(each) and each >= 0 for each in seconds) or not all(map(is_count, moves)):
        raise ValueError("what it took is no number")
    return Result(read, seconds, moves, trace)


# What a plan must be.


def planned(text: object) -> Tournament:
    """The tournament in a plan as JSON. Raises SpecError, ValueError and TypeError where it is none."""
    if not isinstance(text, str):
        raise TypeError("its plan is no text")
    found = parse_line(text)
    for name, fits in FIELDS.items():
        if not fits(found.get(name)):
            raise SpecError(f"no plan of a tournament: {name!r} is missing, or is none")
    if len(found["names"]) != len(found["players"]) or len(set(found["names"])) < max(2, len(found["names"])):
        raise SpecError("no plan of a tournament: not each player has a name of its own")
    given: dict[str, Any] = {name: sanitize(found[name]) for name in FIELDS}
    given["control"] = Control(**found["control"])
    given["guard"] = None if found["guard"] is None else Guard(**found["guard"])
    return Tournament(**given)


def are_texts(value: object) -> bool:
    """Whether it is a list of texts."""
    return isinstance(value, list) and all(map(is_text, value))


def are_limits(value: object) -> bool:
    """Whether it is an object of numbers from 0, which may be missing."""
    return isinstance(value, dict) and all(each is None or is_limit(each) for each in value.values())


def is_guard(value: object) -> bool:
    """Whether it is an object of a Guard's limits, of which only the seconds may be less than whole numbers."""
    return are_limits(value) and not any(isinstance(value.get(name), float) for name in ("memory", "output"))  # type: ignore[attr-defined]


def is_limit(value: object) -> bool:
    """Whether it is a finite number from 0."""
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value) and value >= 0


FIELDS: Mapping[str, Callable[[object], bool]] = {
    "game": is_text,
    "players": are_texts,
    "names": are_texts,
    "format": lambda value: value in FORMATS,
    "rounds": lambda value: is_count(value) and 1 <= value <= MOST_ROUNDS,  # type: ignore[operator]
    "seed": is_count,
    "control": lambda value: isinstance(value, dict) and are_limits(value) and value.get("increment") is not None,
    "openings": lambda value: isinstance(value, list) and all(map(are_texts, value)),
    "guard": lambda value: value is None or is_guard(value),
}
