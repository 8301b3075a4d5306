"""Why an entry is not a legal move, in a clause for people: shared by games of stones, lines and pawns, pits and heaps.

Each function is the method `why_not` of some games. It reads the picture that people see, and the tidied entry.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from games.game import CHANCE, Game
from games.picture import Cell, Grid

if TYPE_CHECKING:
    from collections.abc import Iterator

CELL = re.compile(r"([a-z]{1,2})([1-9]\d{0,2})", re.ASCII)
TWO_CELLS = re.compile(r"([a-z]{1,2}[1-9]\d{0,2})x?([a-z]{1,2}[1-9]\d{0,2})", re.ASCII)
HEAP = re.compile(r"([a-z]?)(\d{1,9})", re.ASCII)
NUMBER = re.compile(r"\d{1,9}", re.ASCII)
BID = re.compile(r"(\d{1,9})x(\d)", re.ASCII)


def named_cells(picture: Grid) -> dict[str, tuple[int, int]]:
    """Return the places of a board's cells by their names in small letters, such as a1."""
    return {
        (column + row).casefold(): (height, across)
        for height, row in enumerate(picture.row_labels)
        for across, column in enumerate(picture.column_labels)
        if row and column
    }


def outside(picture: Grid, word: str) -> str:
    """Return that the cell `word` is off the board; "" if it is on it, or if `word` is not the name of a cell."""
    cells = named_cells(picture)
    if word in cells or not CELL.fullmatch(word):
        return ""
    return f"{word} is not on the board, which ends at {max(cells, key=lambda name: (len(name), name))}"


def describe_cell(game: Game, picture: Grid, cell: Cell) -> str:
    """Return what is on a cell and whose it is: `a pawn of White`; "" if nobody owns it."""
    if cell.seat is None:
        return ""
    return f"a {dict(picture.pieces).get(cell.mark, 'stone')} of {game.seats[cell.seat]}"


def placing(game: Game, entry: str) -> str:
    """Return why nothing can be placed on a cell: it is occupied, or off the board."""
    word, picture = game.tidy(entry), board_of(game)
    place = named_cells(picture).get(word)
    if place is None:
        return outside(picture, word)
    there = describe_cell(game, picture, picture.rows[place[0]][place[1]])
    return f"{there} stands on {word}" if there else ""


def numbered(game: Game, entry: str) -> str:
    """Return why nothing can be placed on a cell named by its number, row by row from 1."""
    word, picture = game.tidy(entry), board_of(game)
    cells = [cell for row in picture.rows for cell in row]
    if not NUMBER.fullmatch(word):
        return ""
    if not 1 <= int(word) <= len(cells):
        return f"the cells are 1 to {len(cells)}"
    there = describe_cell(game, picture, cells[int(word) - 1])
    return f"{there} stands on {word}" if there else ""


def flipping(game: Game, entry: str) -> str:
    """Return why no disc can be placed, or why the side may not pass."""
    if game.tidy(entry) == "pass":
        return f"{game.seats[game.turn]} has a move, and may pass only without one"
    why = placing(game, entry)
    on_board = game.tidy(entry) in named_cells(board_of(game))
    return why or (f"a disc on {game.tidy(entry)} turns none over" if on_board else "")


def surrounding(game: Any, entry: str) -> str:
    """Return why no stone can be placed in go: as for `placing`, or because of suicide or ko."""
    why, word = placing(game, entry), game.tidy(entry)
    point = next((each for each in game.numbers() if game.text(each).casefold() == word), None)
    if why or point is None:
        return why
    name = game.text(point)
    if game.is_banned(point):
        return f"a stone on {name} would bring an earlier board back (ko)"
    return f"a stone on {name} would have no liberty (suicide)"


def dropping(game: Game, entry: str) -> str:
    """Return why nothing can be dropped into a column."""
    word, columns = game.tidy(entry), len(board_of(game).rows[0])
    if not NUMBER.fullmatch(word):
        return ""
    return f"column {word} is full" if 1 <= int(word) <= columns else f"the columns are 1 to {columns}"


def sowing(game: Any, entry: str) -> str:
    """Return why no seeds can be sown from a pit."""
    word, pits = game.tidy(entry), len(game.show().rows[0])
    if not NUMBER.fullmatch(word):
        return ""
    return f"pit {word} is empty" if 1 <= int(word) <= pits else f"the pits are 1 to {pits}"


def taking(game: Any, entry: str) -> str:
    """Return why the entry takes too many or no things; from its heap, if there are several."""
    found = HEAP.fullmatch(game.tidy(entry))
    if found is None:
        return ""
    texts = [game.text(move) for move in game.moves()]
    labels = sorted({text.rstrip("0123456789") for text in texts})
    heaps = [heap.label for heap in game.show().heaps]
    if found[1] and found[1] not in heaps:
        return f"there is no heap {found[1]}" if labels != [""] else ""
    if found[1] not in labels:
        return f"heap {found[1]} is empty" if found[1] else "an entry names the heap, as in " + texts[0]
    most = max(int(text[len(found[1]) :]) for text in texts if text.startswith(found[1]))
    if not int(found[2]):
        return "at least 1 must be taken"
    return f"at most {most} may be taken" + (f" from {found[1]}" if found[1] else "")


def breaking(game: Game, entry: str) -> str:
    """Return why the entry breaks off too many or no rows or columns."""
    found = re.fullmatch(r"([rctl])(\d+)", game.tidy(entry))
    if found is None:
        return ""
    most = sum(game.text(move)[0].casefold() == found[1] for move in game.moves())
    line = "columns" if found[1] in "cl" else "rows"
    if not int(found[2]):
        return "at least 1 must be broken off"
    return f"at most {most} {line} can be broken off there" if most else f"no {line} can be broken off there"


def drawing(game: Game, entry: str) -> str:
    """Return why no line can be drawn between two dots."""
    picture = board_of(game)
    found = TWO_CELLS.fullmatch(game.tidy(entry))
    if found is None:
        return ""
    dots = named_cells(picture)
    for word in found.groups():
        if why := outside(picture, word):
            return why
    (row, column), (low, right) = [dots[word] for word in found.groups()]
    if abs(row - low) + abs(column - right) != 2:
        return "a line joins two dots next to each other"
    drawn = picture.rows[(row + low) // 2][(column + right) // 2].mark.strip()
    return f"the line {found[1]}-{found[2]} is drawn already" if drawn else ""


def marching(game: Game, entry: str) -> str:
    """Return why no pawn can go from one cell to another, in hexapawn and in breakthrough, which allows more."""
    picture, word = board_of(game), game.tidy(entry)
    found = TWO_CELLS.fullmatch(word)
    words = found.groups() if found else (word,)
    if why := next(filter(None, (outside(picture, each) for each in words)), ""):
        return why
    return next(why_not_march(game, picture, *words)) if found else ""


def why_not_march(game: Game, picture: Grid, start: str, end: str) -> Iterator[str]:
    """Yield why no pawn can go from `start` to `end`; the first reason counts."""
    places = named_cells(picture)
    (row, column), (high, across) = places[start], places[end]
    here, there, own = picture.rows[row][column], picture.rows[high][across], game.seats[game.turn]
    if here.seat != game.turn:
        yield f"no pawn of {own} stands on {start}"
    if row - high != (-1 if game.turn else 1) or abs(column - across) > 1:
        yield "a pawn goes one row forward, straight or diagonally"
    if there.seat == game.turn:
        yield f"a pawn of {own} stands on {end}"
    if column == across:
        yield f"a pawn of {game.seats[1 - game.turn]} stands on {end}, and pawns capture only diagonally"
    yield f"a pawn goes diagonally only to capture, and nothing stands on {end}"


def bidding(game: Any, entry: str) -> str:
    """Return why a bid or a call in liar's dice is not legal here."""
    if game.turn == CHANCE:
        return ""
    word, said = game.tidy(entry), game.bid_texts()
    found = BID.fullmatch(word)
    if word == "liar":
        return "nobody has bid yet"
    if found is None:
        return ""
    dice = len(game.position().split()[0]) - 1  # a position begins with all dice and a slash
    if int(found[1]) > dice:
        return f"there are only {dice} dice"
    if said and [int(part) for part in found.groups()] <= [int(part) for part in said[-1].split("x")]:
        return f"a bid must be higher than {said[-1]}: more dice, or as many of a higher face"
    return f"no die shows {found[2]}"


def betting(game: Game, entry: str) -> str:
    """Return why a seat cannot check, bet, call, raise or fold here."""
    word, legal = game.tidy(entry), {game.text(move) for move in game.moves()}
    if game.turn == CHANCE or word not in ("check", "bet", "call", "raise", "fold"):
        return ""
    if "check" in legal:
        return "no chips are left to bet" if word == "bet" else f"there is no bet to {word}{' to' * (word == 'fold')}"
    if word == "raise":
        return "the raises of this round, or the chips, are used up"
    return "there is a bet to answer"


def holding(game: Any, entry: str) -> str:
    """Return why the die cannot be rolled again in pig."""
    return "the points of this turn win, so they are held" if game.tidy(entry) == "roll" and game.turn != CHANCE else ""


def board_of(game: Game) -> Grid:
    """Return the board of the game as an onlooker sees it."""
    picture = game.show()
    assert isinstance(picture, Grid)  # noqa: S101  # for the type checker
    return picture
