"""The commands of GTP that set up a board, make moves on it, take them back and show it; and refusals."""

from __future__ import annotations

import math
import re
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from games.game import Game, IllegalMove
from referee.dialects import gtp
from referee.dialects.spoken_games import name_of
from referee.serving.server import ProtocolServer, ServedClocks
from referee.serving.stand import Stand, reopened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from referee.serving.contestant import Decision

    Command = Callable[["GtpDesk", Sequence[str]], str]  # answers the words after the command, or raises GtpRefusal

WHOLE = re.compile(r"\d{1,9}", re.ASCII)
SYNTAX = "syntax error"
SIZES = {"go": ("size",), "othello": ("size",), "hex": ("size", "rows"), "gomoku": ("columns", "rows")}
WIDE = 200  # columns of a picture
UNFIT = "unacceptable size"
ILLEGAL = "illegal move"
PLACELESS = "invalid color or coordinate"


class GtpRefusal(Exception):
    """A command that cannot be obeyed; the message follows the question mark."""


def take(words: Sequence[str], least: int, most: int | None = None) -> Sequence[str]:
    """Return the words if there are `least` to `most` of them. Raises GtpRefusal."""
    if not least <= len(words) <= (least if most is None else most):
        raise GtpRefusal(SYNTAX)
    return words


def read_whole(word: str) -> int:
    """Return the whole number, at least 0. Raises GtpRefusal."""
    if not WHOLE.fullmatch(word):
        raise GtpRefusal(SYNTAX)
    return int(word)


def read_number(word: str) -> float:
    """Return the finite number. Raises GtpRefusal."""
    try:
        found = float(word)
    except ValueError:
        raise GtpRefusal(SYNTAX) from None
    if not math.isfinite(found):
        raise GtpRefusal(SYNTAX)
    return found


def read_seat(word: str) -> int:
    """Return the seat of a colour. Raises GtpRefusal."""
    try:
        return gtp.read_colour(word)
    except gtp.NotAPoint:
        raise GtpRefusal("invalid color or coordinate") from None


class GtpDesk(ProtocolServer):
    """A server of GTP; `commands` maps the names of commands to their functions."""

    def __init__(self, game: str, player: str, say: Callable[[str], None]):
        super().__init__(game, player, say)
        self.commands: dict[str, Command] = {}
        self.clocks = ServedClocks()
        self.decision: Decision | None = None  # of the last search
        self.goes_on = True

    def tell_choice(self, game: Game, decision: Decision) -> None:
        self.decision = decision


def set_size(server: GtpDesk, words: Sequence[str]) -> str:
    """Begin a game on a board of this size, or with columns and rows if there are two numbers."""
    sizes = [read_whole(word) for word in take(words, 1, 2)]
    names = SIZES[name_of(server.stand.start)]
    if len(set(sizes)) > len(names):
        raise GtpRefusal(UNFIT)
    try:
        server.stand.vary(**dict(zip(names, (sizes[0], sizes[-1]), strict=False)))
    except ValueError:
        raise GtpRefusal(UNFIT) from None
    begin(server)
    return ""


def clear_board(server: GtpDesk, words: Sequence[str]) -> str:
    """Begin a game on an empty board."""
    server.stand.begin(server.stand.fresh())
    begin(server)
    return ""


def begin(server: GtpDesk) -> None:
    """Let new players sit down, and restart the clocks."""
    server.contestant.leave()
    server.clocks.restart()


def set_komi(server: GtpDesk, words: Sequence[str]) -> str:
    """Set the komi; the stones stay where they are."""
    komi = read_number(take(words, 1)[0])
    if name_of(server.stand.start) != "go":
        if komi:
            raise GtpRefusal("only go has a komi")
        return ""
    try:
        server.stand.retune(komi=komi)
    except ValueError as error:
        raise GtpRefusal(str(error)) from None
    return ""


def play(server: GtpDesk, words: Sequence[str]) -> str:
    """Make a move of a colour."""
    colour, point = take(words, 2)
    seat = read_seat(colour)
    try:
        with turn_of(server.stand, seat):
            server.stand.tell(point, gtp.read_move)
    except gtp.NotAPoint:
        raise GtpRefusal(PLACELESS) from None
    except IllegalMove:
        raise GtpRefusal(ILLEGAL) from None
    return ""


@contextmanager
def turn_of(stand: Stand, seat: int) -> Iterator[None]:
    """Give the seat the turn for this block, in which one move may be made; without a move nothing changes.

    Raises IllegalMove if it is the other's turn, and the game does not allow that.
    """
    before, made = stand.game, len(stand.past)
    if before.turn != seat:
        stand.game = turned(before, seat)
    try:
        yield
    finally:
        if len(stand.past) == made:
            stand.game = before
        else:
            stand.past[made] = before, stand.past[made][1]


def turned(game: Game, seat: int) -> Game:
    """Return a copy in which it is the seat's turn: the other passes, or in go is skipped. Raises IllegalMove."""
    twin, moves = game.copy(), game.moves()
    if name_of(game) == "go":
        twin.set_position(f"{game.position().split()[0]} {'bw'[seat]}")
    elif len(moves) == 1 and game.text(moves[0]) == "pass":
        twin.make(moves[0])
    if twin.turn != seat:
        raise IllegalMove(f"it is the turn of {gtp.COLOURS[game.turn]}")
    return twin


def undo(server: GtpDesk, words: Sequence[str]) -> str:
    """Take back the last move."""
    if not server.stand.undo():
        raise GtpRefusal("cannot undo")
    return ""


def show_board(server: GtpDesk, words: Sequence[str]) -> str:
    """Return the board as people read it."""
    from referee.drawing.glyphs import ASCII
    from referee.drawing.picture import draw

    rows = ["".join(span.text for span in line).rstrip() for line in draw(server.stand.game.show(), ASCII, WIDE)]
    return "\n".join(["", *filter(None, rows)])  # an empty line would end the answer


def load_file(server: GtpDesk, words: Sequence[str]) -> str:
    """Set the position to the end of the file's first game, or before the move with a given number."""
    from referee.formats.formats import read_file

    name, *number = take(words, 1, 2)
    try:
        record = read_file(Path(name), name_of(server.stand.start))[0].record
        stand = Stand(record.game)
        texts = record.moves.split()
        stand.tell_all(texts[: max(read_whole(number[0]) - 1, 0)] if number else texts, read_text)
    except (ValueError, OSError):
        raise GtpRefusal("cannot load file") from None
    stand.options.pop("handicap", None)  # it holds for this game alone
    server.stand = stand
    begin(server)
    return ""


def read_text(game: Game, text: str) -> int:
    """Return the legal move of a text of ours. Raises IllegalMove."""
    return game.parse(text)


def tell_score(server: GtpDesk, words: Sequence[str]) -> str:
    """Return the winner and margin; in go the board is counted as it stands, dead stones too."""
    game = server.stand.game.copy()
    if name_of(game) == "go":
        game = reopened(game) or game
        while moves := game.moves():
            game.make(moves[-1])  # a pass
    score = game.score()
    if score is None:
        raise GtpRefusal("cannot score")
    rest = 0.5 if name_of(game) == "go" and gtp.komi(game) % 1 else 0  # the score is in whole points
    return f"{'BW'[score < 0]}+{abs(score) - rest:g}" if score else "0"


COMMANDS: dict[str, Command] = {
    "boardsize": set_size,
    "clear_board": clear_board,
    "komi": set_komi,
    "play": play,
    "undo": undo,
    "showboard": show_board,
    "loadsgf": load_file,
    "final_score": tell_score,
}
