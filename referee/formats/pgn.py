"""Portable Game Notation of chess: tags, moves in SAN, results.

S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994. Games of chess960 have the tag
Variant, as lichess.org and chess.com write it, and a position in FEN.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import games
from games.chess.fen import start_of
from games.names.catalogue import SpecError
from games.names.spec import clip
from referee.formats.file_game import FileGame, Transcript, refuse, skip_faults
from referee.formats.tagged_games import Notation, TaggedGame, write_tagged

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from referee.formats.file_game import Found
    from referee.match.record import Record

GAME = "chess"
VARIANTS = (  # by the tag Variant
    dict.fromkeys(("", "standard", "chess", "normal", "from position"), "")
    | dict.fromkeys(("chess960", "chess 960", "fischerandom", "fischer random chess"), "chess960")
    | {"gardner": "gardner"}
)
WINNERS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}
PGN = Notation(
    "PGN",
    glyph=r"\$\d{1,3}|[!?]+|e\.p\.",
    result=r"1/2-1/2|1-0|0-1|\*",
    move=r"""
        (?:[O0o]-[O0o](?:-[O0o])?|(?:[KQRBNP]|(?=[a-h]))[a-h1-8x:-]*[a-h][1-8](?:[=/]?\(?[QRBNqrbn]\)?)?)[+\#]*(?!\w)
        | -- | Z0
    """,
    number=r"\d{1,4}\s?\.*|\.+",
)
STARTS = 960
STANDARD = "standard"  # our word for the variant without a tag


def read(lines: Iterable[str], game: str) -> Iterator[Found]:
    """Yield the games in the lines, as for MatchFormat.read."""
    if game and games.CATALOGUE.find(game) != GAME:
        raise refuse(1, f"PGN is read as games of {GAME}, not of {game}")

    def read_game(found: TaggedGame, number: int) -> FileGame:
        return found.finish(replay(found, game), number, WINNERS)

    return skip_faults(PGN.split_games(lines), read_game, TaggedGame.title)


def replay(game: TaggedGame, spec: str) -> Transcript:
    """Return the moves of the game, made from its start. Raises SpecError."""
    transcript = Transcript(spec_of(game, spec), (game.tag("white"), game.tag("black")), game.line)
    for word, line in game.moves:
        transcript.play(word, line)
    return transcript


def spec_of(game: TaggedGame, wanted: str) -> str:
    """Return the spec of the game by its tags, at its first position. Raises SpecError."""
    word = game.tag("variant").casefold()
    if not wanted and (variant := VARIANTS.get(word)) is None:
        line = game.tags["variant"][1]
        raise refuse(line, f"the variant {clip(word, 20)!r} is not known (variants: standard, chess960, gardner)")
    spec = wanted or (f"{GAME}:{variant}" if variant else GAME)
    fen = game.tag("fen")
    if not fen:
        return spec
    try:
        start = games.load(spec, position=fen).position()
    except SpecError as error:
        raise refuse(game.tags["fen"][1], str(error)) from error
    if start == games.load(spec).position():
        return spec
    if spec == f"{GAME}:chess960" and start in starts():
        return f"{spec},start={starts()[start]}"
    return games.with_position(spec, start)


@cache
def starts() -> dict[str, int]:
    """Return the number of each start of chess960, by its position."""
    return {start_of("chess960", number): number for number in range(STARTS)}


# Writing.


def write(written: Sequence[FileGame]) -> str:
    """Return the text of these games, as for MatchFormat.write."""
    return "\n".join(map(write_game, written))


def write_game(written: FileGame) -> str:
    """Return the tags and moves of one game."""
    record = written.record
    start = games.load(record.game).position()
    variant = games.CATALOGUE.read(games.split_position(record.game)[0])[1].get("variant", STANDARD)
    more = {} if variant == STANDARD else {"Variant": variant.capitalize()}
    if more or start != games.load(GAME).position():
        more |= {"SetUp": "1", "FEN": start}
    return write_tagged(written, *record.names, more, write_moves(record, start))


def write_moves(record: Record, start: str) -> Iterable[str]:
    """Yield the moves, with a number before White's moves and before the first move."""
    _, side, *_, number = start.split()
    ply = 2 * int(number) - (side == "w") - 1
    for place, text in enumerate(record.moves.split(), ply):
        if place % 2 == 0:
            yield f"{place // 2 + 1}."
        elif place == ply:
            yield f"{place // 2 + 1}..."
        yield text
