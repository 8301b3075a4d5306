"""Portable Game Notation of chess: tags, moves in SAN, results.

S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994. Games of chess960 bear the tag
Variant, as lichess.org and chess.com write it, and a position in FEN.
"""

from __future__ import annotations

import textwrap
from functools import cache
from typing import TYPE_CHECKING

import games
from games.catalogue import SpecError
from games.spec_text import clip
from referee.formats.dates import read_date
from referee.formats.file_game import Claim, FileGame, Transcript, refuse
from referee.formats.pgn_tokens import PgnGame, split_pgn
from referee.match.events import FORFEITS, How
from referee.match.record import sign

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from referee.match.record import Record

GAME = "chess"
VARIANTS = (  # by words of the tag Variant
    dict.fromkeys(("", "standard", "chess", "normal", "from position"), "")
    | dict.fromkeys(("chess960", "chess 960", "fischerandom", "fischer random chess"), "chess960")
    | {"gardner": "gardner"}
)
WINNERS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}
ENDINGS = {"time": How.OUT_OF_TIME, "rules": How.ILLEGAL_MOVE, "abandon": How.NO_MOVE}  # words of the tag Termination
TERMINATIONS = {How.OUT_OF_TIME: "time forfeit"} | dict.fromkeys(FORFEITS - {How.OUT_OF_TIME}, "rules infraction")
STARTS = 960
WIDTH = 79


def read(text: str, game: str) -> list[FileGame]:
    """The games of the text, as MatchFormat.read says."""
    if game and games.CATALOGUE.find(game) != GAME:
        raise refuse(1, f"PGN is read as games of {GAME}, not of {game}")
    found = [each for each in split_pgn(text) if not each.empty]
    return [finish(each, replay(each, game), number) for number, each in enumerate(found)]


def replay(game: PgnGame, spec: str) -> Transcript:
    """The moves of the game, made from its start. Raises SpecError."""
    transcript = Transcript(spec_of(game, spec), (game.tag("white"), game.tag("black")), game.line)
    for word, line in game.moves:
        transcript.play(word, line)
    return transcript


def spec_of(game: PgnGame, wanted: str) -> str:
    """The spec of the game by its tags, in the position that it begins in. Raises SpecError."""
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
    """The number of each start of chess960, by its position."""
    return {games.load(f"{GAME}:chess960,start={number}").position(): number for number in range(STARTS)}


def claimed(game: PgnGame) -> tuple[str, int]:
    """The result that the game ends with, or that its tag tells, and the line; `*` where there is none.

    Raises SpecError where the two differ.
    """
    tag, line = game.tags.get("result", ("*", game.line))
    text, place = game.result or ("*", game.line)
    if "*" not in (tag, text) and tag in WINNERS and tag != text:
        raise refuse(place, f"the game ends with {text}, but its tag Result says {clip(tag, 10)}")
    return (tag, line) if text == "*" else (text, place)


def finish(game: PgnGame, transcript: Transcript, number: int) -> FileGame:
    """The game with its end, which is of that number in the file. Raises SpecError."""
    text, line = claimed(game)
    winner = WINNERS.get(text) if game.moves else None
    ending = game.tag("termination").casefold()
    how = next((how for word, how in ENDINGS.items() if word in ending), None) if winner else None
    record = transcript.record(Claim(winner, how, None, text), line, number)
    return FileGame(record, read_date(game.tag("date")), game.tag("event"), game.line, game.abridged)


# Writing.


def write(written: Sequence[FileGame]) -> str:
    """The text of these games, as MatchFormat.write says."""
    return "\n".join(map(write_game, written))


def write_game(written: FileGame) -> str:
    """The tags and moves of one game."""
    record = written.record
    result = "*" if record.score is None else {1: "1-0", -1: "0-1", 0: "1/2-1/2"}[sign(record.score)]
    tags = {
        "Event": written.event or "?", "Site": "?", "Date": written.date.replace("-", ".") or "????.??.??",
        "Round": "?", "White": record.names[0], "Black": record.names[1], "Result": result,
    }  # fmt: skip
    if record.how and (termination := TERMINATIONS.get(How(record.how))):
        tags["Termination"] = termination
    start = games.load(record.game).position()
    if start != games.load(GAME).position():
        variant = games.split_position(record.game)[0].partition(":")[2]
        kind = next((word for word in ("chess960", "gardner") if word in variant), "")
        tags |= ({"Variant": kind.capitalize()} if kind else {}) | {"SetUp": "1", "FEN": start}
    moves = " ".join((*write_moves(record, start), result))
    return (
        "".join(f'[{name} "{quote(value)}"]\n' for name, value in tags.items())
        + f"\n{textwrap.fill(moves, WIDTH, break_on_hyphens=False)}\n"
    )


def quote(text: str) -> str:
    """The text of a tag, as it stands between quotes."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def write_moves(record: Record, start: str) -> Iterable[str]:
    """The moves, with the number of each two before that of White, and before the first one."""
    _, side, *_, number = start.split()
    ply = 2 * int(number) - (side == "w") - 1
    for place, text in enumerate(record.moves.split(), ply):
        if place % 2 == 0:
            yield f"{place // 2 + 1}."
        elif place == ply:
            yield f"{place // 2 + 1}..."
        yield text
