"""Moves of chess as texts: Standard Algebraic Notation, `Nbd2`, `exd5`, `O-O`, `e8=Q+`, `Qxf7#`.

Sources: FIDE Laws of Chess, appendix C; S. J. Edwards, "Portable Game Notation Specification and Implementation Guide",
1994, 8.2.3. People may leave out `x`, `=`, `+` and `#`, write figurines or only the squares (`e2e4`, `e7e8q`, `e2-e4`),
and use either case if it stays clear. A small b is a bishop only if it can be neither a pawn nor a square of file b: in
`bf4`, but not in `bxc3` or `b1a6`. A capital B in front of small letters is a bishop.
"""

import re
from collections.abc import Iterable
from typing import Any

from games.base.rule_values import refusal
from games.chess.board import CASTLING, KING, PASSING, PAWN, PROMOTED
from games.chess.fen import COLUMNS, KINDS, LETTERS, WORDS, name_of
from games.game import Game, IllegalMove, check_legal

FIGURINES = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP")
DROPPED = re.compile(r"(?<=\d)\s*e\.?p\.?\s*$|[\s\-_\u2010-\u2015\u2212x\u00d7:*=+#!?()/.,]", re.IGNORECASE)
CASTLES = re.compile(r"[o0]-?[o0](-?[o0])?[+#!?]*", re.IGNORECASE)
MOVE = re.compile(r"([KQRBNP]?)([a-h]?)([1-8]?)([a-h][1-8])([qrbnQRBN]?)", re.ASCII)
SQUARES = re.compile(r"([a-h][1-8]){2}[qrbn]?", re.ASCII)
SAN = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)(x?)([a-h])([1-8])(?:=([QRBN]))?[+#]?", re.ASCII)
EXACT = 7 << PROMOTED | 7 << 12 | 63  # what such a text says of a move: the pieces, and the square that it enters
PAWN_TAKES = re.compile(r"\s*b\s*[x\u00d7:*]\s*[ac]", re.ASCII)  # bxa3, bxc3: a pawn's move in full
LONG = 2  # the file that a king enters by castling to the queen's side
SQUARE_BITS = 63 << 6 | 63  # where a move begins and ends
NAMED = [name_of(square) for square in range(64)]


def text(game: Any, move: int) -> str:
    """Return the legal move in Standard Algebraic Notation, with the sign for check."""
    moves = game.moves()
    if move not in moves:
        check_legal(game, move)  # raises
    return f"{write(move, bool(taken(game, move)), moves)}{game.outcome(move)}"


def uci(game: Any, move: int) -> str:
    """Return the move as in the UCI protocol: `e2e4`, `e7e8q`; in chess960 a castling king takes its rook."""
    becomes = LETTERS[move >> PROMOTED & 7].lower() if move >> PROMOTED & 7 else ""
    end = goal(move, game.free) if move & CASTLING else move & 63
    return NAMED[move >> 6 & 63] + NAMED[end] + becomes


def find_uci(game: Any, word: str) -> int | None:
    """Return the legal move whose word in the UCI protocol this is, from `e2e4` to `e7e8q`; None if there is none."""
    origin = COLUMNS.find(word[:1]) + 8 * int(word[1]) - 8
    squares = origin << 6 | COLUMNS.find(word[2:3]) + 8 * int(word[3]) - 8
    moves: list[int] = game.moves()
    for move in moves:
        if (move & SQUARE_BITS == squares or move & CASTLING) and uci(game, move) == word:
            return move
    return None


def say(game: Any, move: int, seat: int | None = None) -> str:
    """Return what the legal move does, in words."""
    check_legal(game, move)
    return phrase(move, taken(game, move), game.outcome(move))


def taken(game: Any, move: int) -> str:
    """Return the capital letter of the piece that the move takes, or ""."""
    if move & (PASSING | CASTLING):
        return "P" if move & PASSING else ""
    low, mid, high, *_ = game.fields()
    square = move & 63
    return LETTERS.get(low >> square & 1 | (mid >> square & 1) << 1 | (high >> square & 1) << 2, "")


def tidy(game: Game, entry: str) -> str:
    """Return a typed move without what people vary: `O-O` for castling, or only letters and squares."""
    word = entry.strip().translate(FIGURINES)
    if castling := CASTLES.fullmatch(word):
        return "O-O-O" if castling[1] else "O-O"
    return DROPPED.sub("", word)


def goal(move: int, free: bool) -> int:
    """Return the square where a move ends for people: in castling the king's, or the rook's if kings are `free`."""
    end = move & 63
    if move & CASTLING and not free:
        return end & 56 | (6 if end > move >> 6 & 63 else LONG)
    return end


def rivals(move: int, moves: Iterable[int]) -> list[int]:
    """Return the squares from which other pieces of this kind can enter the same square."""
    if move >> 12 & 7 in (PAWN, KING):
        return []
    own = move & (7 << 12 | 63)
    return [other >> 6 & 63 for other in moves if other & (7 << 12 | 63) == own and other != move]


def write(move: int, takes: bool, moves: Iterable[int]) -> str:
    """Return the move without the sign for check, with file or rank if another of the `moves` could be meant."""
    start, end, kind = move >> 6 & 63, move & 63, move >> 12 & 7
    if move & CASTLING:
        return "O-O" if end > start else "O-O-O"
    name = NAMED[start]
    if kind == PAWN:
        becomes = f"={LETTERS[move >> PROMOTED & 7]}" if move >> PROMOTED & 7 else ""
        return (f"{name[0]}x" if takes else "") + NAMED[end] + becomes
    told = ""
    if others := rivals(move, moves):
        if all(other % 8 != start % 8 for other in others):
            told = name[0]
        else:
            told = name[1] if all(other // 8 != start // 8 for other in others) else name
    return LETTERS[kind] + told + "x" * takes + NAMED[end]


def phrase(move: int, caught: str, outcome: str) -> str:
    """Return the move in words: `moves the knight to f3`, `takes the pawn on d5 with the queen: check`.

    caught  the letter of the piece that is taken;  outcome  `+`, `#` or "".
    """
    own, place = WORDS[LETTERS[move >> 12 & 7]], name_of(move & 63)
    if move & CASTLING:
        said = "castles" if move & 63 > move >> 6 & 63 else "castles to the queen's side"
    elif move & PASSING:
        said = f"takes the pawn with the pawn on {name_of(move >> 6 & 63)} en passant, onto {place}"
    elif caught:
        said = f"takes the {WORDS[caught]} on {place} with the {own}"
    else:
        said = f"moves the {own} to {place}"
    if move >> PROMOTED & 7:
        said += f", where it becomes a {WORDS[LETTERS[move >> PROMOTED & 7]]}"
    return said + {"+": ": check", "#": ": checkmate", "": ""}[outcome]


def parse(game: Game, entry: str) -> int:
    """Return the legal move that the entry means. Raise IllegalMove, naming the legal moves, if there is none."""
    moves = game.moves()
    if (exact := find_exact(entry, moves)) is not None:
        return exact
    word = tidy(game, entry)
    crowd: list[int] = []
    for reading in readings(word, bool(PAWN_TAKES.match(entry))):
        found = match(reading, moves)
        if len(found) == 1:
            return found[0]
        crowd = crowd or found
    if crowd:
        raise IllegalMove(f"{entry!r} may be {' or '.join(map(game.text, crowd))}")
    raise IllegalMove(refusal(game, entry))


def find_exact(entry: str, moves: list[int]) -> int | None:
    """Return the only move that an entry in full SAN means; None for other entries, which are looked at more widely."""
    parts = SAN.fullmatch(entry)
    if parts is None:
        return None
    letter, column, row, takes, file, rank, becomes = parts.groups()
    if not letter and bool(column) != bool(takes):
        return None  # `bc4` and `e2e4` have other readings
    end = COLUMNS.index(file) + 8 * int(rank) - 8
    wanted = KINDS[letter or "P"] << 12 | (KINDS[becomes] << PROMOTED if becomes else 0) | end
    found = [move for move in moves if move & EXACT == wanted and not move & CASTLING]
    if column:
        found = [move for move in found if move >> 6 & 7 == COLUMNS.index(column)]
    elif not letter:
        found = [move for move in found if move >> 6 & 7 == end & 7]
    if row:
        found = [move for move in found if move >> 9 & 7 == int(row) - 1]
    return found[0] if len(found) == 1 else None


def readings(word: str, pawn_takes: bool) -> list[str]:
    """Return the ways to read a folded entry, the likeliest first; only pieces are capitals in them.

    pawn_takes  whether the entry is a capture by a pawn of file b, written in full.
    """
    small = word.lower()
    large = small[:1].upper() + small[1:]
    if word.startswith("O-O"):
        return [word]
    if pawn_takes or (SQUARES.fullmatch(small) and (word[0] != "B" or word[2].isupper())):
        return [small]
    if word[:1] != "B":
        return [small, large]
    return [large, small] if word.isupper() else [large]


def match(word: str, moves: list[int]) -> list[int]:
    """Return the moves that this reading may mean; for a pawn's capture it must name the file."""
    if word.startswith("O-O"):
        return [move for move in moves if move & CASTLING and write(move, False, []) == word]
    parts = MOVE.fullmatch(word)
    if parts is None:
        return []
    letter, column, row, end, becomes = parts.groups()
    square = COLUMNS.index(end[0]) + 8 * int(end[1]) - 8
    plain = [move for move in moves if move & 63 == square and not move & CASTLING]
    found = [move for move in plain if fits(move, letter, column, row, KINDS.get(becomes.upper(), 0))]
    if found or not (column and row) or letter not in ("", "K"):
        return found
    # The king's two squares, or the king's and the rook's, mean castling.
    castling = [move for move in moves if move & CASTLING and name_of(move >> 6 & 63) == column + row]
    return [move for move in castling if end in (name_of(move & 63), name_of(goal(move, free=False)))]


def fits(move: int, letter: str, column: str, row: str, becomes: int) -> bool:
    """Return whether the move fits the piece, the file, the rank and the promotion, as far as they are given."""
    start, kind = move >> 6 & 63, move >> 12 & 7
    name = name_of(start)
    if (column and column != name[0]) or (row and row != name[1]):
        return False
    if becomes != move >> PROMOTED & 7 and becomes:
        return False
    if letter and letter != "P":
        return kind == KINDS[letter]
    if column and row:
        return letter != "P" or kind == PAWN
    straight = start % 8 == move % 8
    return kind == PAWN and straight == (not column)
