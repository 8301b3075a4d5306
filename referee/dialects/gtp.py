"""Colours, points, moves and positions in the words of the Go Text Protocol, version 2 (G. Farneback).

Black is seat 0, White seat 1. Points of go and gomoku are a letter without I and a number counted from the bottom,
`D4`. Othello and hex have their own points, which programs of these games use in this protocol too: `d3`, with I,
counted from the top. In hex Black joins top and bottom, as Red does here; `swap-pieces` takes over the first stone.
"""

import re

from games.game import Game, IllegalMove
from games.names.spec import clip
from games.picture import Cell, Grid
from referee.dialects.spoken_games import name_of

GAMES = ("go", "gomoku", "hex", "othello")
UPWARD = ("go", "gomoku")  # rows are numbered from the bottom, and columns have no I
COLOURS = "black", "white"
SEATS = {"b": 0, "black": 0, "red": 0, "w": 1, "white": 1, "blue": 1}
POINT = re.compile(r"([a-z])([1-9]\d?)", re.ASCII)
SWAP = "swap-pieces"
WITHOUT_I = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
WITH_I = "abcdefghijklmnopqrstuvwxyz"

Place = tuple[int, int]  # row from the top and column from the left, from 0


class NotAPoint(ValueError):
    """A word that names no colour, or no point of the board; the message quotes it."""


def is_spoken(game: Game) -> bool:
    """Return whether the protocol has words for the game."""
    return name_of(game) in GAMES


def rows_of(game: Game) -> tuple[tuple[Cell, ...], ...]:
    """Return the rows of the board, from the top; none if the game shows no board."""
    board = game.show()
    return board.rows if isinstance(board, Grid) else ()


def size(game: Game) -> tuple[int, int]:
    """Return the number of columns and of rows of the board."""
    rows = rows_of(game)
    return len(rows[0]), len(rows)


def komi(game: Game) -> float:
    """Return the komi of a game of go; it may be half a point off if it exceeds the points of the board."""
    return -(game.at_most() + game.at_least()) / 2  # each is lowered by the komi, rounded in opposite ways


def read_colour(word: str) -> int:
    """Return the seat of a colour. Raises NotAPoint."""
    seat = SEATS.get(word.casefold())
    if seat is None:
        raise NotAPoint(f"{clip(word)!r} is not a colour (black, white)")
    return seat


def write_point(game: Game, place: Place) -> str:
    """Return the name of a point of the board."""
    row, column = place
    if name_of(game) in UPWARD:
        return f"{WITHOUT_I[column]}{size(game)[1] - row}"
    return f"{WITH_I[column]}{row + 1}"


def read_point(game: Game, word: str) -> Place:
    """Return the place of the point `word`. Raises NotAPoint."""
    match, (columns, rows) = POINT.fullmatch(word.casefold()), size(game)
    if match:
        upward = name_of(game) in UPWARD
        column = (WITHOUT_I.casefold() if upward else WITH_I).find(match[1])
        row = rows - int(match[2]) if upward else int(match[2]) - 1
        if 0 <= column < columns and 0 <= row < rows:
            return row, column
    raise NotAPoint(f"{clip(word)!r} is not a point of the board")


def write_move(game: Game, move: int) -> str:
    """Return the word for a legal move: a point, `pass`, or in hex `swap-pieces`."""
    text = game.text(move)
    if text == "swap":
        return SWAP
    if name_of(game) == "gomoku":  # its own columns have an I
        return f"{WITHOUT_I[WITH_I.index(text[0])]}{text[1:]}"
    return text


def read_move(game: Game, word: str) -> int:
    """Return the legal move of a word. Raises NotAPoint if it is not a word for a move, IllegalMove if not legal."""
    entry = word.strip().casefold()
    for move in game.moves():
        if write_move(game, move).casefold() == entry:
            return move
    if entry not in ("pass", SWAP):
        read_point(game, entry)
    raise IllegalMove(f"{clip(word.strip())!r} is not a legal move here")


def stones(game: Game) -> list[tuple[int, str]]:
    """Return the seat and point of each stone on the board, row by row from the top."""
    return [
        (cell.seat, write_point(game, (row, column)))
        for row, line in enumerate(rows_of(game))
        for column, cell in enumerate(line)
        if cell.seat is not None
    ]


def set_up(game: Game) -> list[str]:
    """Return the commands that set up this position of go, gomoku or hex, as far as stones describe it."""
    columns, rows = size(game)
    commands = [f"boardsize {columns}" if columns == rows else f"boardsize {columns} {rows}", "clear_board"]
    if name_of(game) == "go":
        commands.append(f"komi {komi(game):g}")
    return commands + [f"play {COLOURS[seat]} {point}" for seat, point in stones(game)]
