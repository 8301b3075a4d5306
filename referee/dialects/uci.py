"""Positions and moves in the words of the Universal Chess Interface (S. Meyer-Kahlen, 2004).

Chess: positions in FEN, moves as `e2e4`, `e7e8q`, castling as `e1g1`, and in chess960 as `e1h1`, where the king takes
its rook. Breakthrough is written as in Fairy-Stockfish, and hexapawn in the same way: moves as `h2g3`, and positions as
`pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1`. The protocol has no words for other games: there positions and
moves are the texts of the game itself.
"""

import re

from games.game import Game, IllegalMove
from games.names.spec import clip
from referee.dialects.spoken_games import name_of

STRENGTH, ELO = "UCI_LimitStrength", "UCI_Elo"  # the options by which a program plays weaker
FREE_KING = "7k/8/8/8/8/8/8/RK6 w Q - 0 1"  # its king may castle in chess960 only
PAWN_GAMES = ("breakthrough", "hexapawn")
SQUARES = re.compile(r"([a-h][1-8]){2}[qrbn]?", re.ASCII)
PAWNS = str.maketrans("wb", "Pp")
COLOURS = str.maketrans("Pp", "wb")


def variant(game: Game) -> str | None:
    """Return the game's name in the option UCI_Variant: `chess`, `gardner`, `breakthrough`; None without a name.

    Chess960 is `chess` too: see `is_chess960`.
    """
    name = name_of(game)
    if name == "chess":
        return "gardner" if game.position().partition(" ")[0].count("/") < 7 else "chess"
    return name if name == "breakthrough" and is_eight_by_eight(game.position()) else None


def is_chess960(game: Game) -> bool:
    """Return whether it is chess with castling from any square of the row: the option UCI_Chess960."""
    if name_of(game) != "chess":
        return False
    twin = game.copy()
    try:
        twin.set_position(FREE_KING)
    except ValueError:
        return False
    return True


def is_eight_by_eight(position: str) -> bool:
    """Return whether the text of a position begins with eight rows of eight cells."""
    rows = re.sub(r"\d", lambda digit: " " * int(digit[0]), position.partition(" ")[0]).split("/")
    return len(rows) == 8 and all(len(row) == 8 for row in rows)


def write_position(game: Game) -> str:
    """Return the position as it follows `position fen`."""
    text = game.position()
    if name_of(game) not in PAWN_GAMES:
        return text
    board, side = text.split()
    return f"{board.translate(PAWNS)} {side} - - 0 1"


def read_position(game: Game, text: str) -> None:
    """Set the game to the position `text`. Raises ValueError, one line that says what is wrong."""
    fields = text.split()
    if name_of(game) in PAWN_GAMES and len(fields) > 1:
        text = f"{fields[0].translate(COLOURS)} {fields[1]}"
    game.set_position(text)


def write_move(game: Game, move: int) -> str:
    """Return the word for a legal move; it holds no blank."""
    name = name_of(game)
    if name == "chess":
        word: str = game.uci(move)  # type: ignore[attr-defined]
        return word
    return re.sub("[-x]", "", game.text(move)) if name in PAWN_GAMES else game.text(move)


def read_move(game: Game, word: str) -> int:
    """Return the legal move of a word; castling is read in both ways. Raises IllegalMove, which quotes the word."""
    entry = word.strip()
    if SQUARES.fullmatch(entry) and (move := read_squares(game, entry)) is not None:
        return move
    moves = {write_move(game, move): move for move in game.moves()}
    if entry in moves:
        return moves[entry]
    if variant(game) is None:
        return game.parse(entry)
    small = entry.lower()
    if small not in moves and SQUARES.fullmatch(small) and (castling := read_castling(game, small)) is not None:
        return castling
    if small not in moves:
        raise IllegalMove(f"{clip(entry)!r} is not a legal move here")
    return moves[small]


def read_squares(game: Game, word: str) -> int | None:
    """Return the legal move that has this word, found without writing all of them; None if it must be looked for."""
    if name_of(game) == "chess":
        found: int | None = game.find_uci(word)  # type: ignore[attr-defined]
        return found
    try:
        move = game.parse(word)
    except IllegalMove:
        return None
    return move if write_move(game, move) == word else None


def read_castling(game: Game, squares: str) -> int | None:
    """Return the castling that two squares mean: the king's, or the king's and the rook's; None for other moves."""
    if name_of(game) != "chess":
        return None
    try:
        move = game.parse(squares)
    except IllegalMove:
        return None
    return move if game.text(move).startswith("O-O") else None
