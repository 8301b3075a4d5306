"""Openings from a Polyglot book: lines of chess, walked by the weights of its moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import games
from games.names.catalogue import SpecError
from referee.support.complaints import describe_reason

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator
    from pathlib import Path

    import chess
    from chess.polyglot import MemoryMappedReader

    from referee.batches.plan import Line

SUFFIX = ".bin"
PLIES = 8  # of a line, if nobody says how many
TRIES = 200  # lines in a row that came before, after which the book is taken to have no other
NEEDED = "a Polyglot book needs python-chess: pip install 'referee[chess]'"


def is_polyglot(path: Path) -> bool:
    """Return whether a file has the name of a Polyglot book."""
    return path.suffix.casefold() == SUFFIX


def walk_book(path: Path, game: str, plies: int | None, rng: random.Random) -> Iterator[Line]:
    """Yield different lines of at most `plies` moves from the start of the game. Raises SpecError."""
    if games.CATALOGUE.find(game) != "chess":
        raise SpecError(f"{path}: a Polyglot book holds lines of chess, not of {game}")
    try:
        import chess
        from chess.polyglot import open_reader
    except ImportError as error:
        raise SpecError(f"{path}: {NEEDED}") from error
    start = chess.Board(games.load(game).position())
    met: set[Line] = set()
    missed = 0
    try:
        with open_reader(path) as reader:
            while missed < TRIES and (line := walk_line(reader, start.copy(), plies, rng)):
                missed += 1
                if line not in met:
                    met.add(line)
                    missed = 0
                    yield line
    except OSError as error:
        raise SpecError(f"{path} cannot be read: {describe_reason(error)}") from error


def walk_line(reader: MemoryMappedReader, board: chess.Board, plies: int | None, rng: random.Random) -> Line:
    """Return the moves of a line, each drawn by its weight; () if the book does not know the position."""
    line: list[str] = []
    while len(line) < (plies or PLIES) and (entries := [*reader.find_all(board)]):
        chosen = rng.choices(entries, [entry.weight for entry in entries])[0]
        line.append(board.san(chosen.move))
        board.push(chosen.move)
    return tuple(line)
