"""Positions and moves in the words of the Chess Engine Communication Protocol of XBoard and WinBoard.

They are the words of UCI, except that castling is `O-O` or `O-O-O` in chess960 (T. Mann and H. G. Muller, "Chess Engine
Communication Protocol", version 2).
"""

from games.game import Game, IllegalMove
from referee.dialects import uci
from referee.dialects.spoken_games import name_of

NAMES = {"chess": "normal", "gardner": "gardner", "breakthrough": "breakthrough"}
CASTLES = ("O-O", "O-O-O")


def variant(game: Game) -> str | None:
    """Return the protocol's name of the game: `normal`, `fischerandom`, `gardner`, `breakthrough`; None without one."""
    return "fischerandom" if uci.is_chess960(game) else NAMES.get(uci.variant(game) or "")


def write_move(game: Game, move: int) -> str:
    """Return the word for a legal move."""
    text = game.text(move).rstrip("+#")
    return text if text in CASTLES and uci.is_chess960(game) else uci.write_move(game, move)


def read_move(game: Game, word: str) -> int:
    """Return the legal move of a word; castling is read in every way. Raises IllegalMove, which quotes the word."""
    entry = word.strip().upper().replace("0", "O")
    if name_of(game) == "chess" and entry in CASTLES:
        found = [move for move in game.moves() if game.text(move).rstrip("+#") == entry]
        if not found:
            raise IllegalMove(f"{word.strip()!r} is not a legal move here")
        return found[0]
    return uci.read_move(game, word)
