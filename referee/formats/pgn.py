"""Portable Game Notation of chess: tags, moves in SAN, results.

S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994. Games of chess960 have the tag
Variant, as lichess.org and chess.com write it, and a position in FEN.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import games
from games.chess.fen import mend, start_of
from games.names.spec import clip
from referee.formats.file_game import FileGame, LineError, Transcript, refuse, skip_faults, start_at
from referee.formats.tagged_games import DASH, Notation, TaggedGame, write_tagged
from referee.match.notes import as_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from referee.formats.annotations import Word
    from referee.formats.file_game import Found

GAME = "chess"
VARIANTS = (  # by the tag Variant
    dict.fromkeys(("", "standard", "chess", "normal", "from position"), "")
    | dict.fromkeys(("chess960", "chess 960", "fischerandom", "fischer random chess"), "chess960")
    | {"gardner": "gardner"}
)
WINNERS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}
PGN = Notation(
    "PGN",
    glyph=r"""
        \$\d{1,3} | [!?]+ | e\.?p\.?(?!\w) | \+/?[-=] | [-=]/?\+ | \+{1,2} | = | \# | ,
        | [\u00b1\u2213\u2a72\u2a71\u221e\u21c6\u2192\u2191\u25a1\u2313\u25b3\u2206\u27f3\u25cb\u2295\u2a00\u2020\u2021]
        | (?<!\.)(?<!\.\s)(?:ch|mate|dis|dbl|N|TN|D|RR)\.?(?=\s|$)
    """,
    result=f"1/2{DASH}1/2|\u00bd{DASH}\u00bd|1{DASH}0|0{DASH}1|1/2|\u00bd|1:0|0:1|\\*",
    move=rf"""
        (?:[O0o]{DASH}[O0o](?:{DASH}[O0o])?
           |(?:[KQRBNP\u2654-\u265f]\s?|(?=[a-h]))[a-h1-8x\u00d7:\u2010-\u2015\u2212-]*[a-h][1-8]
            (?:[=/]?\(?[QRBNqrbn\u2654-\u265f]\)?(?!\w))?
        )(?:\s?e\.?p\.?(?!\w))?[+\#]*(?!\w)
        | -- | Z0 | @@@@ | (?:null|pass)(?!\w)
    """,
    number=r"\d{1,4}\s?[.\u2026]*|[.\u2026]+",
    square="[a-h][1-8]",
)
KINGS = "K\u2654\u265a"
NULLS = ("--", "Z0", "@@@@", "null", "pass")  # moves that comments show; no game of chess has them
RESULT_MOVES = 2  # electronic boards read kings that are put into the middle for the result as moves
STARTS = 960
START = "chess:chess960,position="
STANDARD = "standard"  # our word for the variant without a tag


def read(lines: Iterable[str], game: str) -> Iterator[Found]:
    """Yield the games in the lines, as for MatchFormat.read."""
    if game and games.CATALOGUE.find(game) != GAME:
        raise refuse(1, f"PGN is read as games of {GAME}, not of {game}")

    def read_game(found: TaggedGame, number: int) -> FileGame:
        return found.finish(replay(found, game), number, WINNERS)

    return skip_faults(PGN.split_games(lines), read_game, TaggedGame.title)


def replay(game: TaggedGame, spec: str) -> Transcript:
    """Return the moves of the game, made from its start. Raises LineError if not even one can be made."""
    transcript = begin(game, spec, (game.tag("white"), game.tag("black")))
    try:
        game.play(transcript, make_moves)
    except LineError as error:
        place = len(transcript.texts)
        (word, line), *_ = last = game.moves[place:]
        if place and len(last) <= RESULT_MOVES and all(word[0] in KINGS for word, _ in last):
            transcript.remarks.append(f"{word!r} on line {line} only shows the result, and is left out")
        else:
            transcript.cut_at(error)
    return transcript


def make_moves(transcript: Transcript, words: Sequence[Word]) -> Iterator[int]:
    """Make the moves of these words, as in LinePlayer. Raises LineError."""
    for count, (word, line) in enumerate(words, 1):
        if word in NULLS:
            number = len(transcript.texts) + 1
            raise refuse(line, f"move {number} {word!r} is a pass, which chess does not have")
        transcript.play(word, line)
        yield count


def begin(game: TaggedGame, wanted: str, names: tuple[str, str]) -> Transcript:
    """Return a game before its first move, by its tags. Raises LineError."""
    word = game.tag("variant").casefold()
    if not wanted and VARIANTS.get(word) is None:
        line = game.tags["variant"][1]
        raise refuse(line, f"the variant {clip(word, 20)!r} is not known (variants: standard, chess960, gardner)")
    variant = VARIANTS.get(word)
    spec = game.with_draws(wanted or (f"{GAME}:{variant}" if variant else GAME))
    fen = game.tag("fen")
    if not fen:
        return Transcript(spec, names, game.line)
    line = game.tags["fen"][1]
    text, mended = mend(fen, "chess960" in spec)
    spec = start_at(spec, text, line)
    if spec.startswith(START) and (start := spec.removeprefix(START)) in starts():
        spec = f"{GAME}:chess960,start={starts()[start]}"
    transcript = Transcript(spec, names, game.line)
    transcript.remarks += [f"line {line}: {each}" for each in mended]
    return transcript


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
    if written.ours:
        from referee.formats.chess_openings import name_opening  # few games need the table

        more |= name_opening(record) | {"PlyCount": str(len(record.moves.split()))}
    _, side, *_, number = start.split()
    line = as_line(record.moves.split(), record.notes)
    return write_tagged(written, *record.names, more, line, 2 * int(number) - (side == "w") - 1)
