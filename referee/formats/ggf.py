"""Generic Game Format, GGF, of othello: the lines of GGS, which NBoard, Edax and NTest write and read.

    (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Ann]PW[Bob]TY[8]RE[+12.000]
    BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5//1.5]W[D6]...;)

Black is `*`, White is `O`. After the square of a move its value and its time may follow. RE is the result for Black; a
letter says that somebody resigned (r), ran out of time (t), or that both agreed (s). Source: M. Buro, "Generic Game
Format", skatgame.net/mburo/ggsa/ggf. We write the options of our game except the size in RU, as in SGF.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import games
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from games.names.spec import clip
from referee.formats.file_game import Claim, FileGame, Transcript, refuse, skip_faults
from referee.formats.sgf_stones import write_rules
from referee.formats.time_tags import read_date
from referee.match.events import How
from referee.match.record import sign

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from referee.formats.file_game import Found

NAME = "othello"
PROPERTY = re.compile(r"([A-Z]{1,2})\[([^\]]*)\]")
BOARD = re.compile(r"(\d{1,2})\s+([-*O\s]+?)\s*([*O])\s*", re.ASCII)
RESULT = re.compile(r"([+-]?\d{1,4})(?:\.\d*)?(?::([a-z]))?", re.ASCII)
ENDS = {"r": How.RESIGNED, "t": How.OUT_OF_TIME, "s": How.AGREED}
FLAGS = {How.RESIGNED: ":r", How.OUT_OF_TIME: ":t", How.AGREED: ":s"}
SIDES = "BW"
PIECES = str.maketrans("*", "X")
LONGEST = 100_000  # characters of a game
SHOWN = 20  # characters quoted of a wrong value


@dataclass(frozen=True)
class GgfText:
    """The text of a game between its brackets, and the line on which it begins."""

    text: str
    line: int

    def title(self) -> str:
        """Return who plays, for messages; "" if the text does not say."""
        found = dict(PROPERTY.findall(self.text))
        return " - ".join(filter(None, (found.get("PB"), found.get("PW"))))


def read(lines: Iterable[str], game: str) -> Iterator[Found]:
    """Yield the games in the lines, as for MatchFormat.read."""
    if game and games.CATALOGUE.find(game) != NAME:
        raise refuse(1, f"ggf holds games of {NAME} here, not of {game}")
    return skip_faults(split_games(lines), lambda found, number: read_game(found, game, number), GgfText.title)


def split_games(lines: Iterable[str]) -> Iterator[GgfText]:
    """Yield the text of each game, from `(;` to `;)`; a game that is torn ends where the next one begins."""
    text, first = "", 0
    for number, line in enumerate(lines, 1):
        for part in re.split(r"(?=\(;)|(?<=;\))", line):
            if part.startswith("(;"):
                if first:
                    yield GgfText(text, first)
                text, first = "", number
            if first:
                text += part
                if part.endswith(";)") or len(text) > LONGEST:
                    yield GgfText(text, first)
                    first = 0
    if first:
        yield GgfText(text, first)


def read_game(found: GgfText, game: str, number: int) -> FileGame:
    """Return the game of a text; `number` is its number in the file. Raises LineError."""
    listed = PROPERTY.findall(found.text)
    told = dict(listed)
    for name, why in (("KM", "komi"), ("TY", "anti")):
        value = told.get(name, "")
        if (name == "KM" and value.strip(" 0.+-")) or "a" in value:
            raise refuse(found.line, f"{name}[{clip(value, SHOWN)}] is a game with {why}, which is not known here")
    if told.get("GM", "").casefold() != NAME:
        raise refuse(found.line, f"GM[{clip(told.get('GM', ''), SHOWN)}] is not a game of othello")
    if not found.text.endswith(";)"):
        raise refuse(found.line, "the game breaks off")
    moves = [(side, value) for side, value in listed if side in SIDES]
    tried = [game] if game else [told.get("RU", ""), "empties=winner"]
    fault: SpecError | None = None
    for options in tried:
        try:
            return read_moves(found, told, moves, options if game else f"{NAME}:{options}".rstrip(":"), number)
        except SpecError as error:
            fault = fault or error
    assert fault is not None  # noqa: S101  # at least one was tried
    raise fault


def read_moves(
    found: GgfText, told: dict[str, str], moves: Sequence[tuple[str, str]], spec: str, number: int
) -> FileGame:
    """Return the game of the spec with these moves, each a side and a value. Raises LineError."""
    transcript = Transcript(read_board(told.get("BO", ""), spec, found.line), (told.get("PB", ""), told.get("PW", "")))
    transcript.line = found.line
    for side, value in moves:
        game, word = transcript.game, value.partition("/")[0].strip().casefold()
        if game.turn != SIDES.index(side) and game.listing() == "pass" and word not in ("pa", "pass"):
            transcript.play("pass", found.line)
        if game.score() is None or word not in ("pa", "pass"):  # NBoard adds a pass after the last move
            transcript.play("pass" if word == "pa" else word, found.line)
    claim = read_result(told.get("RE", ""), over=transcript.game.score() is not None)
    date = read_date(told.get("DT", "").replace("_", " "))
    return FileGame(transcript.record(claim, found.line, number), date, told.get("PC", ""), found.line)


def read_board(text: str, spec: str, line: int) -> str:
    """Return the spec on the board of BO, in its position unless the game begins so. Raises LineError."""
    board = BOARD.fullmatch(text)
    squares = "".join(board[2].split()) if board else ""
    if board is None or len(squares) != int(board[1]) ** 2:
        raise refuse(line, f"BO[{clip(text, SHOWN)}] is not a board, such as 8 by 64 signs and the side to move")
    try:
        if int(board[1]) != 8 and "size" not in games.CATALOGUE.check(spec):
            spec = games.CATALOGUE.extend(spec, f"size={board[1]}")
        position = f"{squares} {board[3]}".translate(PIECES)
        return spec if games.load(spec).position() == position else games.with_position(spec, position)
    except SpecError as error:
        raise refuse(line, str(error)) from error


def read_result(text: str, over: bool) -> Claim:
    """Return the claim of a result; `over` says whether the rules have ended the game."""
    found = RESULT.fullmatch(text.strip())
    if found is None or not (over or found[2]):
        return Claim(text=text)
    score = int(found[1])
    how = ENDS.get(found[2] or "")
    if how is How.AGREED:
        return Claim(sign(score), how, score, text)
    return Claim(sign(score), None if over else how, score if over else None, text)


def write(written: Sequence[FileGame]) -> str:
    """Return the text of these games, as for MatchFormat.write."""
    return "".join(f"{write_game(each)}\n" for each in written)


def write_game(written: FileGame) -> str:
    """Return the line of a game."""
    record = written.record
    game = games.load(record.game)
    squares, side = game.position().replace("X", "*").split()
    size = round(len(squares) ** 0.5)
    rows = " ".join(squares[at : at + size] for at in range(0, len(squares), size))
    names = (name.translate({ord(sign): " " for sign in "[];"}) for name in record.names)
    black, white = names
    texts = {
        "GM": "Othello", "PC": written.event.translate({ord(sign): " " for sign in "[];"}), "PB": black, "PW": white,
        "DT": written.date.replace("-", "."), "RE": write_result(written), "TY": str(size),
        "RU": write_rules(record.game, ("size", "size")), "BO": f"{size} {rows} {side}",
    }  # fmt: skip
    moves = []
    for text in record.moves.split():
        moves.append(f"{SIDES[game.turn]}[{'PA' if text == 'pass' else text.upper()}]")
        game.make(game.parse(text))
    return f"(;{''.join(f'{name}[{text}]' for name, text in texts.items() if text)}{''.join(moves)};)"


def write_result(written: FileGame) -> str:
    """Return the result of a game; `?` if it is not over."""
    record = written.record
    if record.score is None:
        return "?"
    how = How(record.how)
    return f"{record.score:+d}.000{FLAGS.get(how, '' if how is How.PLAYED_OUT else ':r')}"
