"""Portable Draughts Notation of checkers, 8x8: its type of game is 21, English draughts.

`1-0` is a win of Black, who moves first (PDN 2.0, section 6.1.1.1.1.5), as in the collections of checkers. Programs for
other draughts write it for White. If all finished games with a winner say so, among the first SEEN games, the whole
file is read like that. A game that is only a position has no result: the tag says who should win. A jump is read with
all its squares, with the first and the last, or jump by jump.

PDN 3.0 of pdn.fmjd.org, read as widely as its reading grammar, and the earlier drafts, which the collections of
checkers
follow: A. Millett's and M. Cash's (PDN 2.0).
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING

import games
from games.dataclass import dataclass
from games.names.spec import clip
from referee.formats.file_game import FileGame, LineError, Transcript, refuse, skip_faults, start_at
from referee.formats.tagged_games import DASH, Notation, TaggedGame, write_tagged
from referee.match.notes import as_line, follow
from referee.match.record import sign

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from games.game import Game
    from referee.formats.annotations import Word
    from referee.formats.file_game import Found
    from referee.match.notes import Line, Note

    Jumps = Sequence[int]

GAME = "checkers"
SEEN = 1000  # games that show who wins with 1-0
TYPE = "21"  # of PDN 3.0, pdn.fmjd.org/gametype.html: English draughts
WINNERS = {"1-0": 1, "2-0": 1, "0-1": -1, "0-2": -1, "1/2-1/2": 0, "1-1": 0}
PDN = Notation(
    "PDN",
    glyph=r"\$\d{1,3}|\([!?]+\)|[!?]+",
    result=f"1/2{DASH}1/2|\u00bd{DASH}\u00bd|1{DASH}0|0{DASH}1|2{DASH}0|0{DASH}2|1{DASH}1|0{DASH}0|1/2|\\*",
    move=r"(?:\d{1,2}(?:\s?[-\u2010-\u2015\u2212x\u00d7:]\s?\d{1,2})+|\d{4})(?![\d.])\*?",
    number=r"\d{1,4}\s?\.{1,3}|\.{2,3}",
    square=r"\d\s?[-x:]\s?\d|[a-h][1-8]",
    setup=r"/\s*FEN[^/\n]*/",
    any_case=True,
)
SQUARE = re.compile(r"\d{1,2}", re.ASCII)  # of a move; four digits alone are two squares


def read(lines: Iterable[str], game: str) -> Iterator[Found]:
    """Yield the games in the lines, as for MatchFormat.read."""
    if game and games.CATALOGUE.find(game) != GAME:
        raise refuse(1, f"PDN is read as games of {GAME}, not of {game}")

    def play_game(found: TaggedGame, _: int) -> PdnGame:
        return PdnGame(found, replay(found, game or GAME))

    played = skip_faults(PDN.split_games(lines), play_game, TaggedGame.title)
    begins = list(islice(played, SEEN))
    reverse = wins_are_whites([each for each in begins if isinstance(each, PdnGame)])

    def finish(found: PdnGame, number: int) -> FileGame:
        return found.tagged.finish(found.transcript, number, WINNERS, reverse)

    return skip_faults(chain(begins, played), finish, lambda found: found.tagged.title())


@dataclass(frozen=True)
class PdnGame:
    """A game as it is written, and its moves."""

    tagged: TaggedGame
    transcript: Transcript


def replay(game: TaggedGame, spec: str) -> Transcript:
    """Return the moves of the game, made from its start. Raises SpecError."""
    kind = game.tag("gametype").partition(",")[0].strip()
    if kind not in ("", TYPE):
        raise refuse(game.tags["gametype"][1], f"GameType {clip(kind, 10)} is not English draughts, which is {TYPE}")
    spec = game.with_draws(spec)
    if fen := game.tag("fen"):
        spec = start_at(spec, fen.strip("[] "), game.tags["fen"][1])
    transcript = Transcript(spec, (game.tag("black"), game.tag("white")), game.line)
    try:
        game.play(transcript, make_moves)
    except LineError as error:
        transcript.cut_at(error)
    return transcript


def make_moves(transcript: Transcript, words: Sequence[Word]) -> Iterator[int]:
    """Make the moves of these words, as in LinePlayer; several words may be one jump. Raises SpecError."""
    waiting = [(list(map(int, SQUARE.findall(word))), line) for word, line in words]
    used = 0
    while used < len(waiting):
        squares, line = waiting[used]
        used += 1
        while used < len(waiting) and waiting[used][0][0] == squares[-1] and is_part(transcript.game, squares):
            squares = [*squares, *waiting[used][0][1:]]
            used += 1
        play(transcript, squares, line)
        yield used


def play(transcript: Transcript, squares: Jumps, line: int) -> None:
    """Make the move over these squares. Raises LineError if it is illegal or ambiguous."""
    transcript.go_on()
    found = matching(transcript.game, squares)
    if len(found) > 1 and len({outcome(transcript.game, move) for move in found}) > 1:
        texts = ", ".join(transcript.game.text(move) for move in found)
        shown = "x".join(map(str, squares))
        raise refuse(line, f"move {len(transcript.texts) + 1} {shown!r} may be any of {texts}: name all squares")
    if found:
        transcript.make(found[0])
    else:
        transcript.play(write_squares(squares), line)


def matching(game: Game, squares: Jumps) -> list[int]:
    """Return the legal moves over exactly these squares; otherwise, if there are two, those from first to last."""
    paths = {move: path_of(game, move) for move in game.moves()}
    exact = [move for move, path in paths.items() if path == list(squares)]
    ends = [move for move, path in paths.items() if len(squares) == 2 and (path[0], path[-1]) == tuple(squares)]
    return exact or ends


def is_part(game: Game, squares: Jumps) -> bool:
    """Return whether a legal move begins with these squares and goes on, and they alone are no move."""
    goes_on = any(path_of(game, move)[: len(squares)] == list(squares) for move in game.moves())
    return goes_on and not matching(game, squares)


def path_of(game: Game, move: int) -> list[int]:
    """Return the squares of a move, from its start to its end."""
    return list(map(int, game.text(move).replace("x", "-").split("-")))


def outcome(game: Game, move: int) -> str:
    """Return the position after a move."""
    after = game.copy()
    after.make(move)
    return after.position()


def write_squares(squares: Jumps) -> str:
    """Return a text for an illegal move, as a step or a jump by its distance."""
    step = len(squares) == 2 and abs(squares[0] - squares[1]) < 6
    return ("-" if step else "x").join(map(str, squares))


# Results.


def wins_are_whites(played: Iterable[PdnGame]) -> bool:
    """Return whether 1-0 is a win of White, as in all games that the rules have ended."""
    told = [
        WINNERS[result] == sign(score)
        for each in played
        if (result := each.tagged.claimed(WINNERS)[0]) in WINNERS
        and WINNERS[result] and (score := each.transcript.game.score())
    ]  # fmt: skip
    return bool(told) and not any(told)


# Writing.


def write(written: Sequence[FileGame]) -> str:
    """Return the text of these games, as for MatchFormat.write."""
    return "\n".join(map(write_game, written))


def write_game(written: FileGame) -> str:
    """Return the tags and moves of one game."""
    record = written.record
    fen = games.find_position(record.game)
    more = {"GameType": TYPE} | ({"SetUp": "1", "FEN": fen} if fen else {})
    line = as_line(record.moves.split(), record.notes)
    return write_tagged(written, record.names[1], record.names[0], more, spell(games.load(record.game), line))


def spell(start: Game, line: Line) -> Line:
    """Return a line in the words of PDN: a jump has all its squares only if two are ambiguous."""
    words: list[tuple[str, Note | None]] = []
    for game, move, text, note in follow(start, line):
        path = path_of(game, move)
        short = len(path) > 2 and matching(game, (path[0], path[-1])) == [move]
        lines = tuple(filter(None, (spell(game, each) for each in note.lines))) if note else ()
        words.append((f"{path[0]}x{path[-1]}" if short else text, note and replace(note, lines=lines)))
    return tuple(words)
