"""Portable Draughts Notation of checkers, 8x8: its type of game is 21, English draughts.

`1-0` is a win of Black, who moves first (PDN 2.0, section 6.1.1.1.1.5), and so the collections of checkers have it.
Programs made for other draughts write it for White. Where the games of a file that the rules have ended say so, and
none says otherwise, the whole file is read like that. A game of a position alone has no result: what stands there is
who should win. Moves are read with all squares of a jump or the first and the last, or jump by jump.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import games
from games.catalogue import SpecError
from games.spec_text import clip
from referee.formats.dates import read_date
from referee.formats.file_game import Claim, FileGame, Transcript, refuse
from referee.formats.pdn_tokens import PdnGame, split_games
from referee.match.events import FORFEITS, How
from referee.match.record import sign

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.game import Game
    from referee.match.record import Record

    Jumps = Sequence[int]

GAME = "checkers"
TYPE = "21"  # of PDN 3.0, pdn.fmjd.org/gametype.html: English draughts
WINNERS = {"1-0": 1, "2-0": 1, "0-1": -1, "0-2": -1, "1/2-1/2": 0, "1-1": 0}
ENDINGS = {"time": How.OUT_OF_TIME, "rules": How.ILLEGAL_MOVE, "abandon": How.NO_MOVE}  # words of the tag Termination
TERMINATIONS = {How.OUT_OF_TIME: "time forfeit"} | dict.fromkeys(FORFEITS - {How.OUT_OF_TIME}, "rules infraction")
WIDTH = 79


def read(text: str, game: str) -> list[FileGame]:
    """The games of the text, as MatchFormat.read says."""
    if game and games.CATALOGUE.find(game) != GAME:
        raise refuse(1, f"PDN is read as games of {GAME}, not of {game}")
    found = [each for each in split_games(text) if not each.empty]
    played = [replay(each, game or GAME) for each in found]
    reverse = wins_are_whites(found, played)
    return [
        finish(each, transcript, reverse, number)
        for number, (each, transcript) in enumerate(zip(found, played, strict=True))
    ]


def replay(game: PdnGame, spec: str) -> Transcript:
    """The moves of the game, made from its start. Raises SpecError."""
    kind = game.tag("gametype").partition(",")[0].strip()
    if kind not in ("", TYPE):
        raise refuse(game.tags["gametype"][1], f"GameType {clip(kind, 10)} is not English draughts, which is {TYPE}")
    if fen := game.tag("fen"):
        line = game.tags["fen"][1]
        try:
            start = games.load(spec, position=fen)
        except SpecError as error:
            raise refuse(line, str(error)) from error
        if start.position() != games.load(spec).position():
            spec = games.with_position(spec, start.position())
    transcript = Transcript(spec, (game.tag("black"), game.tag("white")), game.line)
    waiting = list(game.moves)
    while waiting:
        squares, line = waiting.pop(0)
        while waiting and waiting[0][0][0] == squares[-1] and is_part(transcript.game, squares):
            squares = [*squares, *waiting.pop(0)[0][1:]]
        play(transcript, squares, line)
    return transcript


def play(transcript: Transcript, squares: Jumps, line: int) -> None:
    """Make the move over these squares. Raises SpecError where it is none, or where it may be several."""
    found = matching(transcript.game, squares)
    if len(found) > 1 and len({outcome(transcript.game, move) for move in found}) > 1:
        texts = ", ".join(transcript.game.text(move) for move in found)
        shown = "x".join(map(str, squares))
        raise refuse(line, f"move {len(transcript.texts) + 1} {shown!r} may be each of {texts}: name all squares")
    if found:
        transcript.make(found[0])
    else:
        transcript.play(write_squares(squares), line)


def matching(game: Game, squares: Jumps) -> list[int]:
    """The legal moves over exactly these squares; else those from the first to the last, where there are but two."""
    paths = {move: path_of(game, move) for move in game.moves()}
    exact = [move for move, path in paths.items() if path == list(squares)]
    ends = [move for move, path in paths.items() if len(squares) == 2 and (path[0], path[-1]) == tuple(squares)]
    return exact or ends


def is_part(game: Game, squares: Jumps) -> bool:
    """Whether a legal move begins with these squares and goes on, and none is meant by them alone."""
    goes_on = any(path_of(game, move)[: len(squares)] == list(squares) for move in game.moves())
    return goes_on and not matching(game, squares)


def path_of(game: Game, move: int) -> list[int]:
    """The squares of a move, from where it starts to where it ends."""
    return list(map(int, game.text(move).replace("x", "-").split("-")))


def outcome(game: Game, move: int) -> str:
    """The position after that move."""
    after = game.copy()
    after.make(move)
    return after.position()


def write_squares(squares: Jumps) -> str:
    """A text for a move that is none, a step or a jump by how far it goes."""
    step = len(squares) == 2 and abs(squares[0] - squares[1]) < 6
    return ("-" if step else "x").join(map(str, squares))


# Results.


def claimed(game: PdnGame) -> tuple[str, int]:
    """The result that the game ends with, or that its tag tells, and the line; `*` where there is none.

    Raises SpecError where the two differ.
    """
    tag, line = game.tags.get("result", ("*", game.line))
    text, place = game.result or ("*", game.line)
    known = {"*", *WINNERS}
    if "*" not in (tag, text) and {tag, text} <= known and WINNERS[tag] != WINNERS[text]:
        raise refuse(place, f"the game ends with {text}, but its tag Result says {clip(tag, 10)}")
    return (tag, line) if text == "*" else (text, place)


def wins_are_whites(found: Iterable[PdnGame], played: Iterable[Transcript]) -> bool:
    """Whether 1-0 stands for a win of White by the games that the rules have ended, all of them."""
    told = [
        WINNERS[result] == sign(score)
        for game, transcript in zip(found, played, strict=True)
        if (result := claimed(game)[0]) in WINNERS and WINNERS[result] and (score := transcript.game.score())
    ]
    return bool(told) and not any(told)


def finish(game: PdnGame, transcript: Transcript, reverse: bool, number: int) -> FileGame:
    """The game with its end, which is of that number in the file. Raises SpecError."""
    text, line = claimed(game)
    winner = WINNERS.get(text) if game.moves else None
    ending = game.tag("termination").casefold()
    how = next((how for word, how in ENDINGS.items() if word in ending), None)
    claim = Claim(-winner if reverse and winner else winner, how, None, text)
    record = transcript.record(claim, line, number)
    return FileGame(record, read_date(game.tag("date")), game.tag("event"), game.line, game.abridged)


# Writing.


def write(written: Sequence[FileGame]) -> str:
    """The text of these games, as MatchFormat.write says."""
    return "\n".join(map(write_game, written))


def write_game(written: FileGame) -> str:
    """The tags and moves of one game."""
    record = written.record
    result = write_result(record)
    tags = {
        "Event": written.event or "?", "Site": "?", "Date": written.date.replace("-", ".") or "????.??.??",
        "Round": "?", "White": record.names[1], "Black": record.names[0], "Result": result, "GameType": TYPE,
    }  # fmt: skip
    if record.how and (termination := TERMINATIONS.get(How(record.how))):
        tags["Termination"] = termination
    if fen := games.find_position(record.game):
        tags |= {"SetUp": "1", "FEN": fen}
    moves = " ".join((*write_moves(record), result))
    return (
        "".join(f'[{name} "{quote(value)}"]\n' for name, value in tags.items())
        + f"\n{textwrap.fill(moves, WIDTH, break_on_hyphens=False)}\n"
    )


def quote(text: str) -> str:
    """The text of a tag, as it stands between quotes."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def write_result(record: Record) -> str:
    """The result in the words of PDN, for Black first."""
    return "*" if record.score is None else {1: "1-0", -1: "0-1", 0: "1/2-1/2"}[sign(record.score)]


def write_moves(record: Record) -> Iterable[str]:
    """The moves and their numbers, a number for each two; a jump by all of its squares only where two would not do."""
    game = games.load(record.game)
    for place, text in enumerate(record.moves.split()):
        move = game.parse(text)
        path = path_of(game, move)
        short = len(path) > 2 and matching(game, (path[0], path[-1])) == [move]
        word = f"{path[0]}x{path[-1]}" if short else text
        yield word if place % 2 else f"{place // 2 + 1}. {word}"
        game.make(move)
