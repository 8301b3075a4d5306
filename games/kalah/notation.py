"""Kalah for people: moves and positions as texts, its board, and how a game ended.

A position is South's pits from 1 on, a slash and its store, the same for North, and the side to move. The start is
`4,4,4,4,4,4/0 4,4,4,4,4,4/0 South`.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.arrangement import Arrangement, Piece
from games.base.notation import fold
from games.boards.board_text import count_of
from games.boards.heap_text import match_form, read_number, read_numbers, read_seat
from games.game import Game
from games.picture import BESIDE, Pits

SEATS = "South", "North"
MANY = 99_999  # more seeds than any board has
FORM = re.compile(
    r"(?P<South>[\d, ]+)/ ?(?P<south>\d+) (?P<North>[\d, ]+)/ ?(?P<north>\d+) (?P<side>\w+)", re.ASCII | re.IGNORECASE
)


LANE = 63  # the bits of a move for the lowest bit of its lane
SEAT = 6  # the bit of the side in a move


def text(game: Any, move: int) -> str:
    """Return the number of a pit, from 1."""
    return str(game.sowing.top + 1 - (move & LANE) // game.sowing.width)


def say(game: Any, move: int, seat: int | None = None) -> str:
    """Return what the legal move does, and why its side moves again."""
    twin = game.copy()
    twin.make(move)
    again = twin.turn == game.turn and twin.score() is None
    because = f": the last seed falls into the store, so {{{game.turn}}} moves again"
    return f"plays {game.text(move)}{because * again}"


def tidy(game: Any, entry: str) -> str:
    """Return an entry as a number: `pit 3`, `house 3`, `hole 3` and `sow 3` become 3."""
    word = fold(entry).removeprefix("sow")
    for name in ("pit", "house", "hole"):
        word = word.removeprefix(name)
    return word


def count_seeds(game: Any, seat: int) -> tuple[int, ...]:
    """Return the number of seeds in each lane of the seat."""
    sowing, pits = game.sowing, game.pits[seat]
    return tuple(pits >> sowing.width * lane & sowing.mask for lane in range(sowing.top + 1))


def position(game: Any, seat: int | None = None) -> str:
    """Return the seeds in all pits and stores, and the side to move."""
    return write_pits((count_seeds(game, 0), count_seeds(game, 1)), game.stores, game.seats[game.turn])


def read_position(game: Any, text: str) -> tuple[int, int, list[int], list[int]]:
    """Return the seat to move, the number of seeds, both words of pits and both stores. Raise ValueError."""
    pits, width = game.sowing.top + 1, game.sowing.width
    lanes, stores, turn = read_pits(text, pits, 2 * pits * game.sowing.room)
    words = [sum(seeds << width * lane for lane, seeds in enumerate(row)) for row in lanes]
    return turn, sum(map(sum, (*lanes, stores))), words, stores


def write_pits(lanes: Sequence[Sequence[int]], stores: Sequence[int], side: str) -> str:
    """Return the text of the seeds in each side's lanes and in its store."""
    south, north = (f"{','.join(map(str, row[::-1]))}/{store}" for row, store in zip(lanes, stores, strict=True))
    return f"{south} {north} {side}"


def read_pits(text: str, pits: int, most: int) -> tuple[list[list[int]], list[int], int]:
    """Return the seeds in the lanes of both sides and in their stores, and the seat to move.

    Raise ValueError, naming the pit, unless each side has `pits` pits and there are at most `most` seeds.
    """
    found = match_form(FORM, text, "4,4,4,4,4,4/0 4,4,4,4,4,4/0 South")
    lanes = [read_numbers(found[name], f"{name}'s pit", 0, most, ",")[::-1] for name in SEATS]
    stores = [read_number(found[name.casefold()], f"{name}'s store", 0, most) for name in SEATS]
    for name, row in zip(SEATS, lanes, strict=True):
        if len(row) != pits:
            raise ValueError(f"{name} has {count_of(len(row), 'pit')}, not {pits}")
    total = sum(map(sum, (*lanes, stores)))
    if not 0 < total <= most:
        raise ValueError(f"it has {count_of(total, 'seed')}; a board of {pits} pits a side has room for 1 to {most}")
    return lanes, stores, read_seat(found["side"], SEATS)


class PitsArrangement(Arrangement):
    """A board of pits and stores that is being set up."""

    most = 999

    def __init__(self, board: Pits, lanes: Sequence[Sequence[int]], stores: Sequence[int], turn: int):
        upper, lower = ([(row, column) for column in range(len(board.rows[0]))] for row in (0, 1))
        stored = [(seat, BESIDE) for seat in (0, 1)]
        super().__init__([Piece("+", "seed")], [[stored[1], *upper], [*lower, stored[0]]], SEATS, turn)
        self.board = replace(board, note="")
        self.names = {
            (row, column): f"{SEATS[1 - row]}'s pit {label}"
            for row, labels in enumerate(board.labels)
            for column, label in enumerate(labels)
        } | {(seat, BESIDE): f"{SEATS[seat]}'s store" for seat in (0, 1)}
        seeds = [*lanes[1], *reversed(lanes[0]), *stores]
        self.seeds = dict(zip([*upper, *lower, *stored], seeds, strict=True))

    @property
    def rows(self) -> list[tuple[int, ...]]:
        """The seeds in the pits of both rows, the upper one first."""
        return [tuple(self.seeds[row, column] for column in range(len(self.board.rows[row]))) for row in (0, 1)]

    @property
    def stores(self) -> tuple[int, int]:
        """The seeds in the store of each seat."""
        return self.seeds[0, BESIDE], self.seeds[1, BESIDE]

    def show(self, seat: int | None = None) -> Pits:
        upper, lower = self.rows
        return replace(self.board, rows=(upper, lower), stores=self.stores)

    def text(self) -> str:
        upper, lower = self.rows
        return write_pits((lower[::-1], upper), self.stores, SEATS[self.turn or 0])

    def put(self, place: tuple[int, int], piece: Piece) -> None:
        self.fill(place, self.seeds[place] + 1)

    def fill(self, place: tuple[int, int], count: int) -> None:
        self.seeds[place] = min(count, self.most)

    def turn_over(self, place: tuple[int, int]) -> None:
        """Add a seed: there is only one kind."""
        self.put(place, self.pieces[0])

    def held(self, place: tuple[int, int]) -> tuple[int, Piece | None]:
        count = self.seeds[place]
        return count, self.pieces[0] if count else None

    def count(self) -> str:
        return count_of(sum(self.seeds.values()), "seed")


def arrange(game: Game) -> PitsArrangement:
    """Return the arrangement of a game of kalah."""
    board = game.show()
    assert isinstance(board, Pits)  # noqa: S101  # for the type checker
    lanes, stores, turn = read_pits(game.position(), len(board.rows[0]), MANY)
    return PitsArrangement(board, lanes, stores, turn)


def show(game: Any, seat: int | None = None) -> Pits:
    """Return the board; after the end, each side's remaining seeds are in its store."""
    south, north = count_seeds(game, 0), count_seeds(game, 1)
    stores: tuple[int, int] = tuple(game.stores)
    if not (any(south) and any(north)):
        stores = stores[0] + sum(south), stores[1] + sum(north)
        south = north = (0,) * len(south)
    names = tuple(str(pit + 1) for pit in range(len(south)))
    return Pits((north, south[::-1]), stores, (names[::-1], names))


def cells(game: Any, move: int) -> tuple[tuple[int, int], ...]:
    """Return the pit that a move empties."""
    lane = (move & LANE) // game.sowing.width
    return ((0, lane),) if move >> SEAT else ((1, game.sowing.top - lane),)


def reason(game: Any) -> str:
    """Return whose pits are empty, and what the other side keeps."""
    keeper, other = game.seats if game.pits[0] else game.seats[::-1]
    left = game.total - sum(game.stores)
    return f"{other}'s pits are empty, {keeper} keeps the last {left}" if left else "all pits are empty"
