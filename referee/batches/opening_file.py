"""Openings from a file: a position or moves on each line, or games of a file of matches.

A line is texts of moves from the start of the game, or a position in the notation of the game's players, after which
moves may follow behind the word `moves`. Of EPD and .obf files, where operations follow the position behind a
semicolon, the position is taken. Empty lines are passed over, and those that begin with #.

A file whose name ends like those of a format of matches, such as .sgf and .pdn, is one of these. Each of its games is
an opening: its position and its moves, of a game whose options are those of the game that is played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import games
from games.game import IllegalMove
from games.names.catalogue import SpecError
from games.names.spec import take_position
from games.option import options_of
from referee.batches.plan import POSITION, start_of
from referee.errors.attribution import load_after
from referee.formats.formats import decode, is_match_file, read_bytes, read_file

if TYPE_CHECKING:
    from pathlib import Path

    from games.game import Game
    from referee.formats.file_game import FileGame


def read_openings(path: Path, game: str) -> tuple[tuple[str, ...], ...]:
    """The openings in that file, each once and in its order. Raises SpecError, which names the line."""
    games.load(game)
    if is_match_file(str(path)):
        wanted = games.split_position(game)[0]
        return tuple(dict.fromkeys(game_opening(each, path, wanted) for each in read_file(path, wanted)))
    found: dict[tuple[str, ...], None] = {}
    for number, line in enumerate(decode(read_bytes(path), str(path)).splitlines(), 1):
        text = " ".join(line.split())
        if not text or text.startswith("#"):
            continue
        try:
            found[read_opening(text, game)] = None
        except SpecError as error:
            raise SpecError(f"{path}, line {number}: {error}") from error
    if not found:
        raise SpecError(f"{path} holds no opening")
    return tuple(found)


def game_opening(read: FileGame, path: Path, game: str) -> tuple[str, ...]:
    """The opening that a game of a file is, for that spec without a position.

    Raises SpecError, with the line, where the game is over or is another one.
    """
    record = read.record
    spec, position = games.split_position(record.game)
    if describe_rules(spec) != describe_rules(game):
        raise SpecError(f"{path}, line {read.line}: this is a game of {spec}, not of {game}")
    moves = tuple(record.moves.split())
    if load_after(record.game, moves).score() is not None:
        raise SpecError(
            f"{path}, line {read.line}: the game is over after its {len(moves)} moves, so it is not an opening"
        )
    return (POSITION + position, *moves) if position else moves


def describe_rules(spec: str) -> tuple[str | None, dict[str, Any]]:
    """The name of the game and its options that are not as usual. Raises SpecError."""
    kind, given = games.CATALOGUE.read(spec)
    usual = options_of(kind)
    return games.CATALOGUE.find(spec), {key: value for key, value in given.items() if value != usual[key].default}


def read_opening(text: str, game: str) -> tuple[str, ...]:
    """The opening in a line: moves if the first word is one, else a position. Raises SpecError."""
    start = games.load(game)
    words = text.split(" ")
    if begins_with_move(start, words[0]):
        opening = tuple(words)
    else:
        # Operations of EPD may hold comments, in which the word is none of ours.
        position, _, moves = (text, "", "") if ";" in text else text.partition(" moves ")
        opening = (POSITION + take_position(position), *moves.split())
    if load_after(*start_of(game, opening)).score() is not None:
        raise SpecError(f"the game is over after {text!r}")
    return opening


def begins_with_move(start: Game, word: str) -> bool:
    """Whether the word is a legal move at the start of the game."""
    try:
        return bool(start.parse(start.singles(word)[0]) in start.moves())
    except (IllegalMove, IndexError):
        return False
