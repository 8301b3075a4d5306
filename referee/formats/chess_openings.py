"""The ECO code and the name of the opening of a game of chess, for the tags ECO and Opening.

chess_openings.table holds what github.com/lichess-org/chess-openings lists (CC0): a line "B01 Scandinavian Defense" for
each named position, compressed, and behind that the digests of the positions in the same order.
tools/chess_openings.py writes it.
"""

from __future__ import annotations

import zlib
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import games

if TYPE_CHECKING:
    from games.game import Game
    from referee.match.record import Record

FILE = Path(__file__).with_suffix(".table")
DIGEST = 6  # bytes of the digest of a position
GAP = 16  # moves, at most, between two named positions of a line


def digest(game: Game) -> bytes:
    """Return the digest of a position of chess: the men on the board and the side to move."""
    board: Any = game
    return blake2b(f"{game.turn}{','.join(board.men())}".encode(), digest_size=DIGEST).digest()


def pack(openings: dict[bytes, str]) -> bytes:
    """Return the content of the table for these names of positions."""
    rows = sorted(openings.items(), key=lambda row: row[1][4:])  # equal names compress best side by side
    return zlib.compress("\n".join(name for _, name in rows).encode(), 9) + b"".join(key for key, _ in rows)


@cache
def openings() -> dict[bytes, str]:
    """Return the code and the name of each named position, by its digest."""
    reader = zlib.decompressobj()
    names = reader.decompress(FILE.read_bytes()).decode().split("\n")
    keys = reader.unused_data
    return {keys[DIGEST * at : DIGEST * (at + 1)]: name for at, name in enumerate(names)}


def name_opening(record: Record) -> dict[str, str]:
    """Return the tags ECO and Opening of a record: the last named position that it reaches; none if it has none.

    Only the usual rules of chess have names of openings, though a game may begin in any position.
    """
    bare = games.split_position(record.game)[0]
    if games.CATALOGUE.read(bare)[1].get("variant", "standard") != "standard":
        return {}
    game, found, last = games.load(record.game).copy(), "", 0
    for ply, text in enumerate(record.moves.split(), 1):
        game.make(game.parse(text))
        if name := openings().get(digest(game)):
            found, last = name, ply
        if ply - last >= GAP:
            break
    eco, _, title = found.partition(" ")
    return {"ECO": eco, "Opening": title} if found else {}
