"""Results of chess endings from Syzygy's tables (R. de Man), read by python-chess.

The tables know with best play the result of each position of a few men without castling, for a pawn move or a capture
made just before. A draw is a draw whenever that was. A win after some quiet moves stands if its distance to the next
such move (DTZ) keeps it within the 50 moves of the rule; tables may be wrong by one there (python-chess).
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import games
from games.names.catalogue import SpecError
from referee.dialects import uci

if TYPE_CHECKING:
    from games.game import Game

NEEDED = "to read endgame tables install python-chess: pip install 'referee[chess]'"
MOST_MEN = 7  # of the largest tables that there are
PLIES = 99  # without progress, at most, for a win that is certain
WON = 2  # of a position with best play; 1 is a win that the rule of 50 moves makes a draw


class Tables(Protocol):
    """The part of chess.syzygy.Tablebase that is used: both return None for positions that are in no table."""

    def get_wdl(self, board: Any) -> int | None: ...

    def get_dtz(self, board: Any) -> int | None: ...


@lru_cache(maxsize=4)
def open_tables(folders: str) -> tuple[Tables, int]:
    """Return the tables in the folders, and the number of men of the largest. Raises SpecError if there are none.

    folders  one path, or several with a colon between (on Windows a semicolon).
    """
    try:
        import chess.syzygy
    except ImportError:
        raise SpecError(NEEDED) from None
    tables = chess.syzygy.Tablebase()
    for folder in folders.split(os.pathsep):
        if not Path(folder).is_dir():
            raise SpecError(f"--tb {folder}: no such folder")
        tables.add_directory(folder)
    if not tables.wdl:
        raise SpecError(f"--tb {folders}: no tables of Syzygy (*.rtbw) are there")
    return tables, max(len(name) - 1 for name in tables.wdl)


def check_tables(folders: str, spec: str) -> None:
    """Raise SpecError unless there are tables in the folders and `spec` is a game of theirs."""
    open_tables(folders)
    if uci.variant(games.load(spec)) != "chess":
        raise SpecError(f"--tb {folders}: the endgame tables are of chess, not of {spec}")


def find_result(game: Game, folders: str) -> int | None:
    """Return what seat 0 wins with best play by the tables: 1, 0 or -1; None if they do not know. Raises SpecError."""
    if not is_small(game, MOST_MEN):
        return None
    tables, men = open_tables(folders)
    return probe(tables, game) if is_small(game, men) else None


def is_small(game: Game, men: int) -> bool:
    """Return whether it is chess on the usual board with no more than `men` men and no rights to castle."""
    if uci.variant(game) != "chess":
        return False
    board, _, castling, *_ = game.position().split()
    return castling == "-" and sum(map(str.isalpha, board)) <= men


def probe(tables: Tables, game: Game) -> int | None:
    """Return the result of a small position for seat 0; None if the tables do not know it."""
    import chess

    board = chess.Board(game.position())
    found = tables.get_wdl(board)
    if found is None or abs(found) < WON:
        return None if found is None else 0
    if board.halfmove_clock:
        distance = tables.get_dtz(board)
        if distance is None or abs(distance) + board.halfmove_clock > PLIES:
            return None
    return 1 if (found > 0) == board.turn else -1
