"""A person's answers to puzzles, in the archive of matches: each is one transaction, which outlives the process."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import games
from referee.statistics.personal_record import PuzzleAnswer
from referee.storage.archive_tables import timestamp
from referee.storage.selection import is_variant

if TYPE_CHECKING:
    import sqlite3

    from referee.storage.database import Database


class PuzzleLog:
    """The answers in the file of an archive."""

    def __init__(self, database: Database):
        self.database = database

    def answers(self) -> list[PuzzleAnswer]:
        """All answers, in the order in which they were given; rows that are damaged are left out."""
        rows = self.database.read(read_rows) or []
        return [answer for row in rows if (answer := read_answer(row)) is not None]

    def add(self, answer: PuzzleAnswer, text: str, origin: str) -> str:
        """Keep an answer, if it is the first to its puzzle; why it could not be kept, empty if it is.

        text  what was answered;  origin  where the puzzle comes from.
        """
        day = answer.day.isoformat() if answer.daily else None
        row = (timestamp(), answer.day.isoformat(), answer.game, text, answer.rating, answer.score, day, origin)

        def write(db: sqlite3.Connection) -> None:
            if db.execute("SELECT 1 FROM puzzles WHERE game = ?", (answer.game,)).fetchone() is None:
                db.execute(
                    "INSERT INTO puzzles (answered, day, game, answer, rating, score, daily, origin)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    row,
                )

        self.database.write(write)
        return self.database.failure


def read_rows(db: sqlite3.Connection) -> list[tuple[Any, ...]]:
    """The rows of all answers."""
    there = db.execute(
        "SELECT 1 FROM sqlite_master WHERE name = 'puzzles'"
    ).fetchone()  # an older file has no such table
    return db.execute("SELECT day, game, rating, score, daily FROM puzzles ORDER BY id").fetchall() if there else []


def read_answer(row: tuple[Any, ...]) -> PuzzleAnswer | None:
    """The answer in that row; None if it is damaged."""
    day, game, rating, score, daily = row
    try:
        return PuzzleAnswer(date.fromisoformat(day), str(game), int(rating), float(score), daily is not None)
    except (TypeError, ValueError):
        return None


def answers_in(database: Database, game: str = "") -> list[PuzzleAnswer]:
    """The answers to puzzles of a game, or of all; a game without options stands for all of its variants."""
    found = PuzzleLog(database).answers()
    return [each for each in found if not game or is_variant(games.CATALOGUE, games.split_position(each.game)[0], game)]
