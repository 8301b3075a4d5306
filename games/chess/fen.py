"""Positions of chess as texts: Forsyth-Edwards Notation, `4k2r/8/8/8/8/8/4P3/4K3 w k - 0 1`.

Its fields are the ranks from the top, the side to move, the castling rights, the square of a capture en passant, the
number of moves of both sides since a pawn moved or a piece was taken, and the number of the move (S. J. Edwards,
"Portable Game Notation Specification and Implementation Guide", 1994, 16.1). Programs leave out the last fields, write
`-` for them, and `_` for blanks; `startpos` is the usual start.

Castling rights are written as in X-FEN (R. Scharnagl): K and Q for the outermost rook on that side of the king, or the
letter of the rook's file. Shredder-FEN, which names all rooks by files, is read too. The square of a capture en passant
is written only if the capture is legal.
"""

import re
from collections.abc import Callable
from typing import Any

from games.arrangement import GridArrangement, Rows, arrange_board
from games.boards.board_text import count_of, read_rows, write_rows
from games.chess.board import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK
from games.dataclass import dataclass
from games.game import Game

KINDS = {"P": PAWN, "N": KNIGHT, "B": BISHOP, "K": KING, "R": ROOK, "Q": QUEEN}
LETTERS = {kind: letter for letter, kind in KINDS.items()}
PIECES = "KQRBNPkqrbnp"
WORDS = {"P": "pawn", "N": "knight", "B": "bishop", "K": "king", "R": "rook", "Q": "queen"}
NAMES = "White", "Black"
SIDES = "w", "b"
COLUMNS = "abcdefgh"
DIGITS = re.compile("[1-8]{2,}")  # empty squares of a row that are counted one by one
MANY = 99_999  # moves, as the largest counter
GARDNER = "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"
KNIGHTS = [(one, other) for one in range(5) for other in range(one + 1, 5)]  # by Scharnagl's numbers
LEAPS = [(across, up) for across in (-2, -1, 1, 2) for up in (-2, -1, 1, 2) if abs(across) != abs(up)]
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
SLANTED = [(1, 1), (1, -1), (-1, -1), (-1, 1)]


@dataclass(frozen=True)
class Fen:
    """A position as a text describes it.

    men     the letters of the pieces on 64 squares, a1 first, capitals for White; "" for an empty square.
    rights  the rooks that may castle and the square of a capture en passant, as a word.
    before  the number of moves made before.
    """

    men: tuple[str, ...]
    turn: int
    rights: int
    quiet: int
    before: int


def name_of(square: int) -> str:
    """Return the name of a square, a1 to h8."""
    return f"{COLUMNS[square % 8]}{square // 8 + 1}"


def men(game: Any) -> list[str]:
    """Return the letters of the pieces on 64 squares, a1 first; "" for an empty square."""
    low, mid, high, white, *_ = game.fields()
    found = [""] * 64
    filled = low | mid | high
    while filled:
        square = (filled & -filled).bit_length() - 1
        letter = LETTERS[low >> square & 1 | (mid >> square & 1) << 1 | (high >> square & 1) << 2]
        found[square] = letter if white >> square & 1 else letter.lower()
        filled &= filled - 1
    return found


def position(game: Any, seat: int | None = None) -> str:
    """Return the position in Forsyth-Edwards Notation."""
    *_, rights, quiet, _ = game.fields()
    counters = quiet, move_number(game)
    return write_fen(men(game), 5 if game.small else 8, game.turn, rights, counters)


def move_number(game: Any) -> int:
    """Return the number of the next move, which counts a move of each side as one."""
    number: int = (game.before + game.plies) // 2 + 1
    return number


def start_of(variant: str, start: int) -> str:
    """Return the FEN of the start of a variant; `start` is the number of a start of chess960, 0 to 959."""
    if variant == "gardner":
        return GARDNER
    row = [""] * 8
    rest, light = divmod(start, 4)
    rest, dark = divmod(rest, 4)
    rest, queen = divmod(rest, 6)
    row[2 * light + 1] = row[2 * dark] = "B"
    row[[place for place in range(8) if not row[place]][queen]] = "Q"
    left = [place for place in range(8) if not row[place]]
    for knight in KNIGHTS[rest]:
        row[left[knight]] = "N"
    for letter, place in zip("RKR", [place for place in range(8) if not row[place]], strict=True):
        row[place] = letter
    line = "".join(row)
    return f"{line.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{line} w KQkq - 0 1"


def write_fen(men: list[str], rows: int, turn: int, rights: int, counters: tuple[int, int]) -> str:
    """Return the FEN of a position on a board of `rows` ranks and files."""
    board = write_rows([men[8 * row : 8 * row + rows] for row in reversed(range(rows))])
    passing = next((name_of(square) for square in range(64) if rights >> square & 1 and not men[square]), "-")
    return f"{board} {SIDES[turn]} {write_rights(men, rights) or '-'} {passing} {counters[0]} {counters[1]}"


def write_rights(men: list[str], rights: int) -> str:
    """Return the letters of the rooks that may castle, White's first."""
    found = ""
    for seat in (0, 1):
        rooks = [square for square in range(56 * seat, 56 * seat + 8) if men[square] == "Rr"[seat]]
        king = next((square for square in range(56 * seat, 56 * seat + 8) if men[square] == "Kk"[seat]), -1)
        for rook in reversed([square for square in rooks if rights >> square & 1]):
            outer = max(rooks) if rook > king else min(rooks)
            letter = COLUMNS[rook % 8] if rook != outer else "k" if rook > king else "q"
            found += letter if seat else letter.upper()
    return found


def read_fen(text: str, rows: int, free: bool, most: int) -> Fen:
    """Return the position of a FEN. Raise ValueError, naming the square, if it is impossible.

    rows  ranks and files of the board;  free  whether kings castle from any square of their rank, as in chess960.
    most  moves without progress, after which the game is drawn.
    """
    fields = split_fields(text, rows)
    men = read_men(read_rows(fields[0], rows, rows, PIECES))
    if fields[1].lower() not in SIDES:
        raise ValueError(f"{fields[1]!r} is not a side to move (sides: w, b)")
    turn = SIDES.index(fields[1].lower())
    check_men(men, rows)
    check_king(men, turn, rows)
    if rows < 8 and fields[2:4] != ["-", "-"]:
        raise ValueError(f"{' '.join(fields[2:4])}: kings cannot castle on this board, nor pawns capture en passant")
    rights = read_rights(fields[2], men, free) | read_passing(fields[3], men, turn)
    quiet, number = read_counters(fields[4:], most)
    return Fen(tuple(men), turn, rights, quiet, 2 * (number - 1) + turn)


def split_fields(text: str, rows: int) -> list[str]:
    """Return the six fields of a FEN, with usual values for those that are left out. Raise ValueError for others."""
    fields = text.replace("_", " ").split()
    if fields == ["startpos"]:
        fields = (start_of("standard", 518) if rows == 8 else GARDNER).split()
    if not 3 <= len(fields) <= 6:
        raise ValueError(
            f"it has {count_of(len(fields), 'field')}; it needs the board, the side to move, castling, and maybe en "
            "passant and two counters, as in 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
        )
    fields[0] = DIGITS.sub(lambda run: str(sum(map(int, run[0]))), fields[0].rstrip("/"))
    fields[1] = {"white": "w", "black": "b"}.get(fields[1].lower(), fields[1])
    if fields[2].isdecimal():
        fields[2:2] = ["-", "-"]
    usual = "w", "-", "-", "0", "1"
    counters = [usual[place] if field == "-" else field for place, field in enumerate(fields[4:6], 3)]
    return [*fields[:4], *usual[len(fields) - 1 : 3], *counters, *usual[max(len(fields), 4) - 1 :]]


def mend(text: str, free: bool) -> tuple[str, list[str]]:
    """Return the FEN of a file without what is impossible in it, and what was left out, as sentences.

    free  as in read_fen. A text that cannot be mended comes back as it is.
    """
    words = text.replace("_", " ").split()
    found: list[str] = []
    if len(words) in (1, 2) and words != ["startpos"]:
        found.append(
            "nobody can castle, as it says nothing of it" + (", and White is to move" if len(words) == 1 else "")
        )
        words += ["w", "-"][len(words) - 1 :]
    if len(words) > 6:
        found.append(f"{' '.join(words[6:])} at its end is left out")
    try:
        board, side, rights, passing, quiet, number = split_fields(" ".join(words[:6]), 8)
        men = read_men(read_rows(board, 8, 8, PIECES))
        check_men(men, 8)
        turn = SIDES.index(side.lower())
    except ValueError:
        return text, []
    kept = "".join(letter for letter in rights.replace("-", "") if is_possible(read_rights, letter, men, free))
    passed = passing if is_possible(read_passing, passing, men, turn) else "-"
    if kept != rights.replace("-", ""):
        found.append(f"the castling rights {rights} are read as {kept or '-'}")
    if passed != passing:
        found.append(f"no pawn can be captured en passant on {passing}, which is left out")
    if not is_possible(read_counters, [quiet, number], MANY):
        found.append(f"the counters {quiet} {number} are left out")
        quiet, number = "0", "1"
    return f"{board} {side} {kept or '-'} {passed} {quiet} {number}", found


def is_possible(read: Callable[..., object], *given: Any) -> bool:
    """Return whether a field can be read."""
    try:
        read(*given)
    except ValueError:
        return False
    return True


def read_counters(fields: list[str], most: int) -> tuple[int, int]:
    """Return the moves without progress, up to `most`, and the number of the move. Raise ValueError for others."""
    for field in fields:
        if not (field.isascii() and field.isdigit() and len(field) < 6):
            raise ValueError(f"{field!r} is not a number of moves")
    quiet, number = int(fields[0]), max(1, int(fields[1]))
    if quiet > most:
        raise ValueError(f"{quiet} moves without progress: after {most} the game is drawn")
    return quiet, number


def check_men(men: list[str], rows: int) -> None:
    """Raise ValueError unless each side has one king, few enough pieces, and no pawn on its first or last rank."""
    for letter, name in zip("Kk", NAMES, strict=True):
        if (kings := men.count(letter)) != 1:
            places = " and ".join(name_of(square) for square in range(64) if men[square] == letter)
            raise ValueError(f"{name} has {kings} kings, on {places}" if kings else f"{name} has no king")
        own = [man for man in men if man and man.isupper() == letter.isupper()]
        if len(own) > 2 * rows:
            raise ValueError(f"{name} has {len(own)} pieces, {2 * rows} is the most")
        pawns = sum(man.upper() == "P" for man in own)
        if pawns > rows:
            raise ValueError(f"{name} has {pawns} pawns, {rows} is the most")
    for square, man in enumerate(men):
        if man.upper() == "P" and square // 8 in (0, rows - 1):
            raise ValueError(f"a pawn cannot stand on {name_of(square)}")


def check_king(men: list[str], turn: int, rows: int) -> None:
    """Raise ValueError if the side to move could capture the king."""
    king = men.index("kK"[turn])
    if (attacker := find_attacker(men, king, turn, rows)) is not None:
        word = WORDS[men[attacker].upper()]
        raise ValueError(
            f"the {word} on {name_of(attacker)} gives check to the king on {name_of(king)}, "
            f"but {NAMES[turn]} is to move"
        )


def find_attacker(men: list[str], square: int, seat: int, rows: int) -> int | None:
    """Return a square from which a piece of `seat` attacks `square`, or None."""
    up = 1 if seat else -1  # from the square to a pawn that attacks it
    for steps, far, kinds in (
        (LEAPS, 1, "N"),
        (STRAIGHT + SLANTED, 1, "K"),
        ([(-1, up), (1, up)], 1, "P"),
        (STRAIGHT, 7, "RQ"),
        (SLANTED, 7, "BQ"),
    ):
        for across, high in steps:
            column, row = square % 8, square // 8
            for _ in range(far):
                column, row = column + across, row + high
                if not (0 <= column < rows and 0 <= row < rows):
                    break
                if man := men[8 * row + column]:
                    if man.upper() in kinds and man.islower() == bool(seat):
                        return 8 * row + column
                    break
    return None


def read_rights(field: str, men: list[str], free: bool) -> int:
    """Return the rooks that may castle, as a word. Raise ValueError, naming the square, if one cannot."""
    found = 0
    for letter in field.replace("-", ""):
        if letter.upper() not in "KQABCDEFGH":
            raise ValueError(f"{letter!r} is not a rook that may castle (such as KQkq)")
        seat = int(letter.islower())
        king, row = men.index("Kk"[seat]), 56 * seat
        if king // 8 != 7 * seat or not (free or king % 8 == 4):
            home = f"row {8 if seat else 1}" if free else "e8" if seat else "e1"
            raise ValueError(f"{NAMES[seat]} cannot castle ({letter}): its king stands on {name_of(king)}, not {home}")
        found |= 1 << find_rook(letter, men, row, king, free)
    return found


def find_rook(letter: str, men: list[str], row: int, king: int, free: bool) -> int:
    """Return the square of the rook that the letter names. Raise ValueError if there is none that may castle."""
    rook = "r" if row else "R"
    rooks = [square for square in range(row, row + 8) if men[square] == rook]
    side = letter.upper()
    if side in "KQ" and free:
        beyond = [square for square in rooks if (square > king) == (side == "K")]
        if not beyond:
            raise ValueError(f"{NAMES[row > 0]} cannot castle ({letter}): no rook beside the king on {name_of(king)}")
        return max(beyond) if side == "K" else min(beyond)
    square = row + ({"K": 7, "Q": 0}[side] if side in "KQ" else COLUMNS.index(letter.lower()))
    if square not in rooks or not (free or square % 8 in (0, 7)):
        raise ValueError(f"{NAMES[row > 0]} cannot castle ({letter}): no rook that may stands on {name_of(square)}")
    return square


def read_passing(field: str, men: list[str], turn: int) -> int:
    """Return the square of a capture en passant as a word, or 0. Raise ValueError if no pawn can have passed it."""
    if field == "-":
        return 0
    row = 2 if turn else 5
    column = COLUMNS.find(field[:1].lower())
    if column < 0 or field[1:] != str(row + 1):
        raise ValueError(f"{field!r} is not a square on row {row + 1} that {NAMES[turn]} may capture en passant on")
    square = 8 * row + column
    behind, beyond = (square + 8, square - 8) if turn else (square - 8, square + 8)
    if men[square] or men[beyond] or men[behind] != "pP"[turn]:
        raise ValueError(f"no pawn can have passed over {field}: it would have come from {name_of(beyond)}")
    return 1 << square


def arrange(game: Game) -> GridArrangement:
    """Return the arrangement of a game of chess. Castling rights stay while king and rook stay where they are."""
    fields = game.position().split()
    rows = fields[0].count("/") + 1
    men = read_men(read_rows(fields[0], rows, rows, PIECES))
    rights, kings = read_rights(fields[2], men, free=True), ("K", "k")

    def write(board: Rows, side: int) -> str:
        """Return the FEN of the pieces on `board` with `side` to move."""
        now = read_men([[cell.mark for cell in row] for row in board])
        if (now, SIDES[side]) == (men, fields[1]):
            return " ".join(fields)
        kept = sum(
            1 << square
            for square in range(64)
            if rights >> square & 1 and now[square] == men[square]
            and now.count(kings[square // 56]) == 1 and now.index(kings[square // 56]) == men.index(kings[square // 56])
        )  # fmt: skip
        return write_fen(now, rows, side, kept, (0, 1))

    return arrange_board(game, write)


def read_men(rows: list[list[str]]) -> list[str]:
    """Return the letters on 64 squares, a1 first, of the `rows` of a board from the top."""
    men = [""] * 64
    for height, row in enumerate(reversed(rows)):
        men[8 * height : 8 * height + len(row)] = row
    return men
