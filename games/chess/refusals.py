"""Why an entry is no legal move of chess: checks, castling, pins, and how pieces move."""

from typing import Any, NamedTuple

from games.chess import san
from games.chess.fen import (
    LEAPS,
    NAMES,
    SLANTED,
    STRAIGHT,
    WORDS,
    find_attacker,
    name_of,
    read_rights,
)

STEPS = {"N": LEAPS, "B": SLANTED, "R": STRAIGHT, "Q": STRAIGHT + SLANTED, "K": STRAIGHT + SLANTED}
SHORT = "NK"  # the pieces that go only one step
LAST = 7  # the highest rank and file, counted from 0


class Diagram(NamedTuple):
    """The pieces on 64 squares, a1 first, the seat to move, the ranks of the board, and the rooks that may castle."""

    men: list[str]
    turn: int
    rows: int
    rights: int

    @property
    def king(self) -> int:
        """The square of the king of the side to move."""
        return self.men.index("Kk"[self.turn])

    def owner(self, square: int) -> int | None:
        """Return whose piece stands on the square, or None."""
        return int(self.men[square].islower()) if self.men[square] else None

    def describe(self, square: int) -> str:
        """Return the piece on the square and where it is: `the rook on a1`."""
        return f"the {WORDS[self.men[square].upper()]} on {name_of(square)}"

    def checker(self, square: int) -> int | None:
        """Return a square from which the other side attacks this one, or None."""
        return find_attacker(self.men, square, 1 - self.turn, self.rows)

    def own(self, letter: str, column: str = "", row: str = "") -> list[int]:
        """Return the squares of the mover's pieces of this letter, in this file and rank if they are given."""
        wanted = letter.lower() if self.turn else letter
        named = [(square, name_of(square)) for square, man in enumerate(self.men) if man == wanted]
        return [square for square, name in named if column in name and row in name]


def why_not(game: Any, entry: str) -> str:
    """Return which rule forbids the entry, or "" if it names no move of chess."""
    men, fields, word = game.men(), game.position().split(), san.tidy(game, entry)
    board = Diagram(men, game.turn, fields[0].count("/") + 1, read_rights(fields[2], men, free=True))
    pawn_takes = bool(san.PAWN_TAKES.match(entry))
    for reading in san.readings(word, pawn_takes):
        if reading.startswith("O-O"):
            return refuse_castling(board, reading == "O-O")
        if parts := san.MOVE.fullmatch(reading):
            letter, column, row, end, becomes = parts.groups()
            if pawn_takes and (moves := san.match("B" + word[1:], game.moves())):
                return f"a small b is a pawn; for the bishop type {game.text(moves[0])}"
            if not (letter or row) and column and abs(ord(column) - ord(end[0])) != 1:
                continue  # bf4 is no move of a pawn
            if becomes and square_of(end) // 8 not in (0, board.rows - 1):
                return "a pawn becomes another piece only on the last row"
            if not letter and column and row:
                return why_not_squares(board, square_of(column + row), square_of(end))
            return why_not_piece(board, letter or "P", column or end[0] * (letter in ("", "P")), row, square_of(end))
    return ""


def square_of(name: str) -> int:
    """Return the number of the square with this name."""
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def why_not_piece(board: Diagram, letter: str, column: str, row: str, end: int) -> str:
    """Return why no piece of this kind, from this file and rank if given, can go to the square `end`."""
    kind, side = WORDS[letter], NAMES[board.turn]
    found = board.own(letter, column, row)
    if not found:
        part = "" if column and row else "column " if column else "row "
        return f"{side} has no {kind}" + (f" on {part}{column}{row}" if column or row else "")
    able = [start for start in found if not hinders(board, start, end)]
    aimed = [start for start in found if letter != "P" and step_to(board, start, end)]
    if len(found) > 1 and not (able or aimed):
        return f"no {kind} of {side} can go to {name_of(end)}"
    return why_not_squares(board, (able or aimed or found)[0], end)


def why_not_squares(board: Diagram, start: int, end: int) -> str:
    """Return why the piece on `start` cannot go to `end`."""
    side = NAMES[board.turn]
    if board.owner(start) is None:
        return f"nothing stands on {name_of(start)}"
    if board.owner(start) != board.turn:
        return f"{board.describe(start)} is not {side}'s"
    aside = start == board.king and start // 8 == end // 8 == LAST * board.turn
    if aside and (abs(start - end) == 2 or board.men[end] == "Rr"[board.turn]):
        return refuse_castling(board, end > start)
    return hinders(board, start, end) or endangers(board, start, end)


def hinders(board: Diagram, start: int, end: int) -> str:
    """Return why the piece on `start` cannot reach `end`, checks aside, or "" if it can."""
    letter = board.men[start].upper()
    if not (end % 8 < board.rows and end // 8 < board.rows):
        return f"{name_of(end)} is not on the board"
    if board.owner(end) == board.turn:
        return f"{board.describe(end)} is {NAMES[board.turn]}'s own"
    if letter == "P":
        return hinders_pawn(board, start, end)
    step = step_to(board, start, end)
    if not step:
        return f"a {WORDS[letter]} does not go from {name_of(start)} to {name_of(end)}"
    return find_between(board, start, end, step)


def step_to(board: Diagram, start: int, end: int) -> int:
    """Return the difference between two squares of the piece's way; 0 if it, no pawn, does not go that way."""
    letter = board.men[start].upper()
    across, up = end % 8 - start % 8, end // 8 - start // 8
    far = 1 if letter == "N" else max(abs(across), abs(up))
    step = (across // far, up // far) if far and across % far == up % far == 0 else (0, 0)
    fits = step in STEPS[letter] and (letter not in SHORT or far == 1)
    return step[0] + 8 * step[1] if fits else 0


def find_between(board: Diagram, start: int, end: int, step: int) -> str:
    """Return which piece stands between `start` and `end`, whose way goes by `step`, or ""."""
    between = next((square for square in range(start + step, end, step) if board.men[square]), None)
    return "" if between is None else f"{board.describe(between)} is in between"


def hinders_pawn(board: Diagram, start: int, end: int) -> str:
    """Return why a pawn cannot reach `end`, checks aside, or "" if it can."""
    forward = -1 if board.turn else 1
    across, up = end % 8 - start % 8, (end // 8 - start // 8) * forward
    home = start // 8 == (board.rows - 2 if board.turn else 1)
    if abs(across) == up == 1:
        return "" if board.men[end] else why_not_capture(board, start, end)
    if across or up not in (1, 2) or (up == 2 and board.rows < 8):
        return f"a pawn does not go from {name_of(start)} to {name_of(end)}"
    if up == 2 and not home:
        return "only a pawn that has not moved goes two squares"
    if board.men[end]:
        return f"pawns do not capture straight ahead, and {board.describe(end)} is in the way"
    return find_between(board, start, end, 8 * forward)


def why_not_capture(board: Diagram, start: int, end: int) -> str:
    """Return why a pawn cannot capture on an empty square, in passing or at all."""
    passed = end + (8 if board.turn else -8)
    if board.men[passed] != "pP"[board.turn] or end // 8 != (2 if board.turn else 5) or board.rows < 8:
        return f"a pawn captures diagonally, and nothing can be captured on {name_of(end)}"
    men = list(board.men)
    men[passed] = ""
    return endangers(board._replace(men=men), start, end) or (
        f"{board.describe(passed)} can be captured in passing only right after its double step"
    )


def endangers(board: Diagram, start: int, end: int) -> str:
    """Return what would give check to the mover's own king after this move, or ""."""
    men = list(board.men)
    men[end], men[start] = men[start], ""
    after = board._replace(men=men)
    if (attacker := after.checker(after.king)) is None:
        return ""
    by = after.describe(attacker)
    if start == board.king:
        return f"the king would be in check from {by}"
    if board.checker(board.king) is not None:
        return f"the king is in check, and the move does not end the check from {by}"
    return f"{board.describe(start)} is pinned: without it {by} gives check"


def refuse_castling(board: Diagram, short: bool) -> str:
    """Return that the side to move cannot castle on its king's side (`short`) or queen's side, and why, or ""."""
    why = why_not_castle(board, short)
    return why and f"{NAMES[board.turn]} cannot castle: {why}"


def why_not_castle(board: Diagram, short: bool) -> str:
    """Return why the side to move cannot castle on its king's side (`short`) or queen's side."""
    first, king = 56 * board.turn, board.king
    if board.rows < 8:
        return "kings do not castle on this board"
    rooks = [square for square in range(first, first + 8) if board.rights >> square & 1 and (square > king) == short]
    if not rooks:
        return why_no_right(board, short)
    rook = max(rooks) if short else min(rooks)
    goals = (first + 6, first + 5) if short else (first + 2, first + 3)
    lowest, highest = min(king, rook, *goals), max(king, rook, *goals)
    for square in range(lowest, highest + 1):
        if board.men[square] and square not in (king, rook):
            return f"{board.describe(square)} is in between"
    if (attacker := board.checker(king)) is not None:
        return f"the king is in check from {board.describe(attacker)}"
    step = 1 if goals[0] > king else -1
    for square in range(king, goals[0] + step, step):
        if (attacker := board.checker(square)) is not None:
            does = "come to" if square == goals[0] else "pass"
            return f"the king would {does} {name_of(square)}, which {board.describe(attacker)} attacks"
    return ""


def why_no_right(board: Diagram, short: bool) -> str:
    """Return why the side to move has lost its right to castle on this side."""
    first = 56 * board.turn
    side, corner = NAMES[board.turn], first + (LAST if short else 0)
    if board.king // 8 != first // 8:
        return "the king has moved"
    if board.men[corner] != "Rr"[board.turn]:
        return f"no rook of {side} stands on {name_of(corner)}"
    return "the king or the rook has moved"
