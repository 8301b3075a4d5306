"""The database WTHOR of othello, `.wtb`, of the Fédération Française d'Othello, with its names beside it.

A file has a header of 16 bytes, then 68 bytes for each game, with numbers from the low byte on:

    header  century, year, month, day of the file; the number of games (4 bytes); a count (2); the year of the games
            (2); the side of the board, 0 or 8 or 10; a kind, 1 for single positions; the depth of the theoretical score
    game    the tournament, Black and White, as numbers (2 each) into the files of names; Black's discs at the end; the
            theoretical score; 60 moves, each 10 times the row and the column, from 1; 0 after the last

Passes are left out. Empty squares count for the winner, so games are `othello:empties=winner`. Names stand in a .trn
file, 26 bytes each, and a .jou file, 20 bytes each, after a header of 16 bytes; each ends with a zero byte. They are
looked for beside the file: with the same name, else WTHOR, else the only one there. Source: "Format des fichiers
WTHOR", ffothello.org.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import games
from games.names.catalogue import SpecError
from referee.formats.file_game import Claim, FileGame, LineError, SkippedGame, Transcript, refuse
from referee.match.record import sign
from referee.support.complaints import describe_reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from referee.formats.file_game import Found

NAME, SPEC = "othello", "othello:empties=winner"
HEAD = struct.Struct("<4BihH4B")
GAME = struct.Struct("<3HBB60B")
LENGTHS = {".trn": 26, ".jou": 20}
SHARED = "wthor"  # the name of the files of names that the federation publishes
SQUARES = 64


def read(lines: Iterable[str], game: str) -> Iterator[Found]:
    """Raise LineError: such a file is not text."""
    raise refuse(1, "a file of WTHOR is not text")


def read_path(path: Path, game: str) -> Iterator[Found]:
    """Yield the games in a file, numbered from 1 as if they were lines. Raises SpecError if the file cannot be read.

    game  the wanted spec; "" is othello whose empty squares count for the winner.
    """
    if game and games.CATALOGUE.find(game) != NAME:
        raise refuse(1, f"wtb holds games of {NAME}, not of {game}")
    events, people = (read_names(path, ending) for ending in LENGTHS)
    try:
        with path.open("rb") as file:
            count, year = read_header(file.read(HEAD.size))
            for number in range(count):
                data = file.read(GAME.size)
                if len(data) < GAME.size:
                    yield SkippedGame(number + 1, f"the file ends before game {number + 1} of {count:,}")
                    return
                yield read_game(GAME.unpack(data), (game or SPEC, year, number), events, people)
    except OSError as error:
        raise SpecError(f"{path} cannot be read: {describe_reason(error)}") from error


def read_header(data: bytes) -> tuple[int, int]:
    """Return the number of games of a file and their year. Raises LineError for another board and for positions."""
    if len(data) < HEAD.size:
        raise refuse(1, "the file is shorter than its header of 16 bytes")
    *_, count, _, year, side, kind, _, _ = HEAD.unpack(data)
    if side not in (0, 8) or kind == 1:
        what = "single positions" if kind == 1 else f"games on a board of {side}x{side}"
        raise refuse(1, f"it holds {what}; only games on 8x8 are read")
    return max(count, 0), year


def read_names(path: Path, ending: str) -> list[str]:
    """Return the names in the file beside `path` that ends so; none if there is no such file."""
    try:
        beside = [each for each in sorted(path.parent.iterdir()) if each.suffix.casefold() == ending]
    except OSError:
        return []
    stems = [path.stem.casefold(), SHARED]
    ranked = sorted(
        beside, key=lambda each: stems.index(stem) if (stem := each.stem.casefold()) in stems else len(stems)
    )
    if not ranked or (ranked[0].stem.casefold() not in stems and len(ranked) > 1):
        return []
    try:
        data = ranked[0].read_bytes()[HEAD.size :]
    except OSError:
        return []
    length = LENGTHS[ending]
    return [data[at : at + length].split(b"\0")[0].decode("latin-1").strip() for at in range(0, len(data), length)]


def read_game(
    fields: Sequence[int], head: tuple[str, int, int], events: Sequence[str], people: Sequence[str]
) -> FileGame | SkippedGame:
    """Return the game of a record, or why it cannot be read; `head` is its spec, its year and its number, from 0."""
    event, black, white, discs, _, *places = fields
    spec, year, number = head
    names = name_of(people, black), name_of(people, white)
    line = number + 1
    try:
        transcript = Transcript(spec, names, line)
        for place in places[: places.index(0)] if 0 in places else places:
            if transcript.game.listing() == "pass":
                transcript.play("pass", line)
            transcript.play(f"{chr(ord('a') + place % 10 - 1)}{place // 10}", line)
        if transcript.game.score() is None and transcript.game.listing() == "pass":
            transcript.play("pass", line)
        record = transcript.record(read_result(transcript, discs), line, number)
    except LineError as error:
        return SkippedGame(line, error.why, " - ".join(filter(None, names)))
    told = " ".join(filter(None, (name_of(events, event), str(year or ""))))
    return FileGame(record, event=told, line=line)


def read_result(transcript: Transcript, discs: int) -> Claim:
    """Return the claim of Black's discs at the end, which holds also for a game that the rules have not ended."""
    if not discs and not transcript.texts:
        return Claim()
    score = 2 * discs - SQUARES
    return Claim(sign(score), None, score, f"that Black has {discs} discs")


def name_of(names: Sequence[str], number: int) -> str:
    """Return the name of a number; "" if the files of names do not have it."""
    return names[number] if number < len(names) else ""
