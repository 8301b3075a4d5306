"""Go for people: its positions as texts, what is typed, its picture, and how a game ended.

A position is rows from the top, `b` and `w`, and the side to move: `5/1bw2/2b2/5/5 w` on a board of size 5. If they
matter, these follow:

    ko=C3       points, with commas between them, where a stone would repeat an earlier board
    passes=1    passes just made; two end the game
    moves=12    moves made, with passes; their number is limited

Texts do not list earlier boards: once a text is read, only the boards that `ko` bans count. Points are named as in the
Go Text Protocol, without the letter I (G. Farneback, "GTP - Go Text Protocol", version 2, section 2.11).
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from games.arrangement import GridArrangement, Rows, arrange_board
from games.base.notation import fold
from games.boards.board_text import read_board, require_side, write_board
from games.game import Game
from games.picture import Cell, Grid, Ground

COLUMNS = "ABCDEFGHJKLMNOPQRST"
SIDES = "bw"
NAMES = "Black", "White"
EXTRA = re.compile(r"(ko|passes|moves)=(\S+)", re.ASCII)
NAMED = re.compile(r"([a-hj-t])(\d{1,2})", re.ASCII)
NUMBER_FIRST = re.compile(r"(\d{1,2})([a-hj-t])", re.ASCII)
PASSED = {"pass", "passes", "pa", "ipass", "tt"}
TWICE = 2  # passes that end a game

WIDTH = 21  # from a point to the one above it; A1 is point 22, a pass 0
STONES = Cell(), Cell("B", 0), Cell("W", 1)

Place = tuple[int, int]  # row and column, from 0 at A1


class Start(NamedTuple):
    """A position as a text describes it: stones by place, the side to move, points banned by ko, passes, moves made."""

    stones: dict[Place, int]
    turn: int
    banned: list[Place]
    passes: int
    made: int


def limit_of(size: int) -> int:
    """Return the number of moves that end a game on a board of this size."""
    return max(100, 3 * size * size)


def name(place: Place) -> str:
    """Return the name of a point: A1 at the lower left, T19 at the upper right of the largest board."""
    return f"{COLUMNS[place[1]]}{place[0] + 1}"


def hoshi(size: int) -> list[Place]:
    """Return the points for handicap stones in the order of their use: nine, or four on a board without a middle.

    As in the Go Text Protocol, section 4.1.1: they lie on the third line from the edge of a board smaller than 13, on
    the fourth line of larger ones. Boards smaller than 7 have none.
    """
    if size < 7:
        return []
    low, high, middle = (2 if size < 13 else 3), size - (3 if size < 13 else 4), size // 2
    points = [(low, low), (high, high), (high, low), (low, high)]
    if size % 2 and size > 7:
        points += [(middle, low), (middle, high), (high, middle), (low, middle), (middle, middle)]
    return points


def check_start(komi: float, handicap: int) -> None:
    """Raise ValueError if the komi is not in half points, or if the handicap is one stone."""
    if 2 * komi % 1:
        raise ValueError(f"komi={komi} must be a whole number or end in .5")
    if handicap == 1:
        raise ValueError("handicap=1 must be 0, or 2 to 9: to move first is no handicap")


def handicap_places(size: int, count: int) -> list[Place]:
    """Return the places of `count` handicap stones. Raise ValueError if the board has no room for them."""
    points = hoshi(size)
    if count > len(points):
        most = f"at most {len(points)}" if points else "0"
        raise ValueError(f"handicap={count} must be {most} on a board of size={size}")
    if count in (5, 7):  # the last one stands in the middle
        return [*points[: count - 1], points[-1]]
    return points[:count]


def write(rows: Rows, turn: int, banned: Sequence[str], passes: int, made: int) -> str:
    """Return the text of a position; `banned` are the points where ko forbids a stone."""
    extras = {"ko": ",".join(banned), "passes": passes, "moves": made}
    return " ".join([write_board(rows, SIDES, turn), *(f"{key}={value}" for key, value in extras.items() if value)])


def read(text: str, size: int) -> Start:
    """Return the position in the text. Raise ValueError, naming the row or the point, if it is impossible."""
    body, *words = re.split(r" +(?=\w+=)", text.strip())
    given: dict[str, str] = {}
    for word in words:
        match = EXTRA.fullmatch(word.casefold().strip())
        if match is None or match[1] in given:
            raise ValueError(f"{word!r} is not one of ko=D4, passes=1 and moves=12, each once at most")
        given[match[1]] = match[2]
    rows, side = read_board(body, size, size, SIDES)
    turn = require_side(side, SIDES)
    stones = {
        (size - 1 - row, column): seat
        for row, line in enumerate(rows)
        for column, seat in enumerate(line)
        if seat is not None
    }
    banned = [read_point(word, size) for word in given["ko"].split(",")] if "ko" in given else []
    passes = read_count("passes", given.get("passes", "0"), TWICE)
    return Start(stones, turn, banned, passes, read_count("moves", given.get("moves", "0"), limit_of(size)))


def read_point(text: str, size: int) -> Place:
    """Return the place of the point with this name. Raise ValueError if there is none."""
    match = NAMED.fullmatch(text.casefold())
    place = (int(match[2]) - 1, COLUMNS.index(match[1].upper())) if match else (-1, -1)
    if not (0 <= place[0] < size and 0 <= place[1] < size):
        raise ValueError(f"{text!r} is not a point of the board")
    return place


def read_count(key: str, text: str, most: int) -> int:
    """Return the number in the text. Raise ValueError unless it is from 0 to `most`."""
    if not re.fullmatch(r"\d{1,5}", text, re.ASCII) or int(text) > most:
        raise ValueError(f"{key}={text} must be a whole number from 0 to {most}")
    return int(text)


def check_liberties(stones: dict[Place, int], size: int) -> None:
    """Raise ValueError if a chain has no liberty: it would have been captured."""
    seen: set[Place] = set()
    for start, seat in stones.items():
        chain, free = [start], start in seen
        for row, column in chain:
            for place in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
                on_board = 0 <= place[0] < size and 0 <= place[1] < size
                free |= on_board and place not in stones
                if stones.get(place) == seat and place not in seen:
                    seen.add(place)
                    chain.append(place)
        if not free:
            raise ValueError(f"the stone of {NAMES[seat]} on {name(start)} has no liberty, so it would be captured")


def half(number: int) -> str:
    """Return half points as people write them: `7`, `7.5`."""
    return f"{number // 2}" if number % 2 == 0 else f"{'-' * (number < 0)}{abs(number) // 2}.5"


def position(game: Any, seat: int | None = None) -> str:
    """Return the text of the position."""
    goes_on = game.score() is None
    banned = [text(game, point) for point in numbers(game) if goes_on and game.is_banned(point)]
    return write(game.show().rows, game.turn, banned, game.passes, game.made)


def numbers(game: Any) -> list[int]:
    """Return the numbers of all points, row by row from A1."""
    return [WIDTH * row + column for row in range(1, game.size + 1) for column in range(1, game.size + 1)]


def text(game: Any, move: int) -> str:
    """Return the name of the point, or `pass`."""
    return name(divmod(move - WIDTH - 1, WIDTH)) if move else "pass"


def tidy(game: Any, entry: str) -> str:
    """Return a typed move without the seat's name, letter first; all words for a pass become `pass`."""
    word = fold(entry).removeprefix("play").removeprefix(game.seats[game.turn].casefold())
    return "pass" if word in PASSED else NUMBER_FIRST.sub(r"\2\1", word) if NUMBER_FIRST.fullmatch(word) else word


def cells(game: Any, move: int) -> tuple[Place, ...]:
    """Return the cell of the move, or none for a pass."""
    return ((game.size - move // WIDTH, move % WIDTH - 1),) if move else ()


def show(game: Any, seat: int | None = None) -> Grid:
    """Return the board, with a note of both areas."""
    points, size = game.points, game.size
    rows = tuple([tuple([STONES[point] for point in points[WIDTH * row + 1 :][:size]]) for row in range(size, 0, -1)])
    labels = tuple(str(row) for row in range(size, 0, -1)), tuple(COLUMNS[:size])
    black, white = game.area()
    note = f"Black {black}, White {half(2 * white + game.komi)}" + (
        f" with komi {half(game.komi)}" if game.komi else ""
    )
    note += "; a pass now ends the game" * (game.passes == 1)
    pieces = ("B", "stone"), ("W", "stone")
    return Grid(rows, *labels, note, pieces=pieces, ground=Ground.WOOD, colours=("black", "white"))


def reason(game: Any) -> str:
    """Return why the game is over, who has more, and how that was counted."""
    black, white = game.area()
    ahead = 2 * (black - white) - game.komi
    end = "both passed" if game.passes == TWICE else f"{game.made} moves are the most"
    more = f"{NAMES[ahead < 0]} has {half(abs(ahead))} more" if ahead else "both have as much"
    return f"{end}, and {more} ({tally(game)})"


def tally(game: Any) -> str:
    """Return how the area of both sides is counted: stones, empty points and the komi."""
    stones = [sum(cell.seat == seat for row in game.show().rows for cell in row) for seat in (0, 1)]
    points = [area - count for area, count in zip(game.area(), stones, strict=True)]
    komi = f" + komi {half(game.komi)}" if game.komi else ""
    white = f"{stones[1]} + {points[1]}{komi} = {half(2 * sum(game.area()[1:]) + game.komi)}"
    black = " + ".join(
        f"{count} {word}{'s' * (count != 1)}" for count, word in ((stones[0], "stone"), (points[0], "point"))
    )
    return f"Black: {black} = {stones[0] + points[0]}; White: {white}"


def areas(game: Any) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
    """Return the cells of the area of each side: its stones, and the empty points that reach only these."""
    rows = game.show().rows
    found: tuple[list[Place], list[Place]] = [], []
    seen: set[Place] = set()
    for start in ((row, column) for row in range(game.size) for column in range(game.size)):
        region, owners = ([], set()) if start in seen else region_of(rows, start)
        seen.update(region)
        if len(owners) == 1:
            found[owners.pop()].extend(region)
    return tuple(found[0]), tuple(found[1])


def region_of(rows: Rows, start: Place) -> tuple[list[Place], set[int]]:
    """Return a stone and its side, or the empty points that reach each other, and the sides that they reach."""
    if (seat := rows[start[0]][start[1]].seat) is not None:
        return [start], {seat}
    region, owners = {start: None}, set[int]()
    queue = [start]
    for row, column in queue:
        for place in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if min(place) < 0 or max(place) >= len(rows) or place in region:
                continue
            if (beside := rows[place[0]][place[1]].seat) is not None:
                owners.add(beside)
            else:
                region[place] = None
                queue.append(place)
    return queue, owners


def chains_by_name(game: Any) -> dict[str, tuple[int, list[Place]]]:
    """Return the side and the cells of each chain, by the name of its first point from the top left."""
    rows = game.show().rows
    found: dict[str, tuple[int, list[Place]]] = {}
    seen: set[Place] = set()
    for row, column in ((row, column) for row in range(game.size) for column in range(game.size)):
        seat = rows[row][column].seat
        if seat is not None and (row, column) not in seen:
            cells = chain_of(rows, (row, column))
            seen.update(cells)
            found[name((game.size - 1 - row, column))] = seat, cells
    return found


def chain_of(rows: Rows, start: Place) -> list[Place]:
    """Return the cells of the chain with the stone on `start`."""
    seat, chain = rows[start[0]][start[1]].seat, [start]
    for row, column in chain:
        for place in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            on_board = min(place) >= 0 and max(place) < len(rows)
            if on_board and rows[place[0]][place[1]].seat == seat and place not in chain:
                chain.append(place)
    return chain


def without(game: Any, points: Sequence[str]) -> Any:
    """Return the game as it is counted after two passes without the chains on `points`, which are dead.

    Raise ValueError with one line if the game goes on and nobody has passed, or if there is no stone on a point.
    """
    if not game.passes and game.score() is None:
        raise ValueError("the other side has to pass first")
    rows = [list(row) for row in game.show().rows]
    for point in points:
        row, column = read_point(point, game.size)
        start = game.size - 1 - row, column
        if rows[start[0]][start[1]].seat is None:
            raise ValueError(f"there is no stone on {point!r}")
        for cell in chain_of(game.show().rows, start):
            rows[cell[0]][cell[1]] = STONES[0]
    twin = game.copy()
    twin.set_position(write(tuple(map(tuple, rows)), game.turn, (), TWICE, game.made))
    return twin


def arrange(game: Game) -> GridArrangement:
    """Return the arrangement of a game of go, which forgets earlier boards once anything is changed."""
    board = game.show()
    rows, turn, text = board.rows if isinstance(board, Grid) else (), game.turn, game.position()

    def write_changed(changed: Rows, side: int) -> str:
        return text if (changed, side) == (rows, turn) else write_board(changed, SIDES, side)

    return arrange_board(game, write_changed)
