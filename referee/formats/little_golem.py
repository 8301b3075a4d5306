"""Games of hex as Little Golem lists their moves: `1.a10 2.swap 3.h7 4.resign`.

Each move has its own number, from 1. Red begins, and `swap` means that Blue takes over the first stone. The text does
not name its board, so that we read it on the smallest usual one that has all its points, and say so: 11, 13, 14, 15 or
19 cells a side. Lines without moves are passed over. A new game begins with `1.`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import games
from games.dataclass import dataclass
from referee.formats.file_game import Claim, FileGame, Transcript, refuse, skip_faults
from referee.match.events import How

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from referee.formats.file_game import Found

NAME = "hex"
SIZES = 11, 13, 14, 15, 19
USUAL = 11  # of our game
WORD = re.compile(r"(\d{1,3})\.\s*([a-s]\d{1,2}|swap(?:-\w+)?|resign)", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True)
class ListedMoves:
    """The moves of a game, each with its line."""

    moves: list[tuple[str, int]]

    def title(self) -> str:
        """Return who plays, for messages: the text does not say."""
        return ""


def read(lines: Iterable[str], game: str) -> Iterator[Found]:
    """Yield the games in the lines, as for MatchFormat.read."""
    if game and games.CATALOGUE.find(game) != NAME:
        raise refuse(1, f"lg holds games of {NAME}, not of {game}")
    return skip_faults(split_games(lines), lambda found, number: read_game(found, game, number), ListedMoves.title)


def split_games(lines: Iterable[str]) -> Iterator[ListedMoves]:
    """Yield the moves of each game."""
    moves: list[tuple[str, int]] = []
    for line, text in enumerate(lines, 1):
        for word in WORD.finditer(text):
            if int(word[1]) == 1 and moves:
                yield ListedMoves(moves)
                moves = []
            moves.append((word[2].casefold(), line))
    if moves:
        yield ListedMoves(moves)


def read_game(found: ListedMoves, game: str, number: int) -> FileGame:
    """Return the game of these moves; `number` is its number in the file. Raises LineError."""
    first = found.moves[0][1]
    swapped = any(word.startswith("swap") for word, _ in found.moves)
    spec, remarks = game, []
    if not game:
        size = find_size(found.moves, first)
        remarks = [f"the text does not name its board, which is read as {size}x{size}"]
        options = [f"size={size}"] * (size != USUAL) + ["swap=yes"] * swapped
        spec = games.CATALOGUE.extend(NAME, ",".join(options))
    transcript = Transcript(spec, line=first)
    claim = Claim()
    for word, line in found.moves:
        if claim.winner:
            raise refuse(line, f"{word!r} follows, but a side has resigned before")
        if word == "resign":
            claim = Claim(-1 if transcript.game.turn == 0 else 1, How.RESIGNED, text=word)
        else:
            transcript.play("swap" if word.startswith("swap") else word, line)
    return FileGame(transcript.record(claim, first, number), line=first, remarks=tuple(remarks))


def find_size(moves: Iterable[tuple[str, int]], line: int) -> int:
    """Return the smallest usual board that has all points. Raises LineError if there is none."""
    places = [word for word, _ in moves if word[-1].isdigit()]
    least = max((max(ord(word[0]) - ord("a") + 1, int(word[1:])) for word in places), default=1)
    size = next((each for each in SIZES if each >= least), None)
    if size is None:
        raise refuse(line, f"no usual board has all points (boards: {', '.join(map(str, SIZES))})")
    return size
