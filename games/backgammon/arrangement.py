"""A backgammon board that is being set up: checkers on points and on the bar; missing checkers are off.

The cube and the match stay as they are.
"""

from dataclasses import replace

from games.arrangement import Arrangement, Piece, Place
from games.backgammon.picture import board
from games.backgammon.xgid import BAR, CHECKERS, NAMES, SEATS, SIGNS, read_dice, unpack_dice, write_points
from games.game import Game
from games.picture import BESIDE, Points

SIDE, DICE = 2, 3  # fields of an XGID after its board
HALF = 6  # points on each side of the bar in a row


class PointsArrangement(Arrangement):
    """A board of points for checkers of one side each, and a bar for each side.

    counts  the number of White's and Black's checkers on points 1 to 24, as each counts them, and on the bar.
    fields  the fields of the XGID after its board.
    """

    most = CHECKERS

    def __init__(self, picture: Points, xgid: str):
        rows = [[(row, column) for column in range(2 * HALF)] for row in (0, 1)]
        lines = [[*row[:HALF], (seat, BESIDE), *row[HALF:]] for seat, row in enumerate(rows)]
        pieces = [Piece(name[0].casefold(), f"{name.casefold()} checker") for name in NAMES]
        _, *self.fields = xgid.split(":")
        turn = SEATS[int(self.fields[SIDE])]
        super().__init__(pieces, lines, NAMES, turn if turn in (0, 1) else None)
        self.picture, self.dice = picture, self.fields[DICE] if picture.dice else ""
        self.counts = [[0] * (BAR + 1) for _ in NAMES]
        for place in (place for row in rows for place in row):
            heap = picture.rows[place[0]][place[1]]
            if heap.seat is not None:
                self.counts[heap.seat][number(place, heap.seat)] = heap.count
        for seat in (0, 1):
            self.counts[seat][BAR] = picture.bar[seat]
        self.names = {place: f"White's point {number(place, 0)}" for row in rows for place in row}
        self.names |= {(seat, BESIDE): f"the bar of {name}" for seat, name in enumerate(NAMES)}

    def show(self, seat: int | None = None) -> Points:
        left = unpack_dice(read_dice(self.dice)[0]) if self.dice else ()
        white, black = ((max(CHECKERS - sum(counts), 0), *counts[1:]) for counts in self.counts)
        return replace(board((white, black), seat == 1, left, ""), note="", cube=self.picture.cube)

    def text(self) -> str:
        white, black = self.counts
        return f"XGID={write_points(white, black)}:{':'.join(self.fields)}"

    def put(self, place: Place, piece: Piece) -> None:
        seat = self.pieces.index(piece)
        if place[1] == BESIDE and place[0] != seat:
            raise ValueError(f"{self.names[place]} holds {NAMES[place[0]]}'s checkers")
        self.set_count(place, seat, self.counts[seat][number(place, seat)] + 1)

    def fill(self, place: Place, count: int) -> None:
        self.set_count(place, self.owner(place), count)

    def set_count(self, place: Place, seat: int, count: int) -> None:
        """Put `count` checkers of `seat` on `place`, and remove the other side's."""
        if place[1] != BESIDE:
            self.counts[1 - seat][number(place, 1 - seat)] = 0
        self.counts[seat][number(place, seat)] = min(count, self.most)

    def owner(self, place: Place) -> int:
        """Return the owner of the checkers on `place`, or of the bar; on an empty point, the seat to move."""
        if place[1] == BESIDE:
            return place[0]
        return next((seat for seat in (0, 1) if self.counts[seat][number(place, seat)]), self.turn or 0)

    def turn_over(self, place: Place) -> None:
        """Exchange White's checkers for Black's, Black's for none, and none for one of White's."""
        count, piece = self.held(place)
        if place[1] == BESIDE:
            self.fill(place, 0 if count else 1)
        elif piece is self.pieces[1]:
            self.fill(place, 0)
        else:
            self.set_count(place, int(count > 0), count or 1)

    def held(self, place: Place) -> tuple[int, Piece | None]:
        seat = self.owner(place)
        count = self.counts[seat][number(place, seat)]
        return count, self.pieces[seat] if count else None

    def pass_turn(self) -> None:
        super().pass_turn()
        self.fields[SIDE] = str(SIGNS[self.turn or 0])

    def roll(self, dice: str) -> None:
        """Set the dice to play, two digits from 1 to 6, or "". Raise ValueError for other texts."""
        read_dice(dice or "00")
        if self.turn is None:
            self.pass_turn()
        self.dice, self.fields[DICE] = dice, dice or "00"

    def count(self) -> str:
        return ", ".join(f"{name} {sum(counts)}" for name, counts in zip(NAMES, self.counts, strict=True))


def number(place: Place, seat: int) -> int:
    """Return the number of the point or bar `place`, as `seat` counts."""
    row, column = place
    if column == BESIDE:
        return BAR
    point = 2 * HALF - column if row else 2 * HALF + 1 + column
    return BAR - point if seat else point


def arrange(game: Game) -> PointsArrangement:
    """Return the arrangement of a game of backgammon."""
    picture = game.show()
    assert isinstance(picture, Points)  # noqa: S101  # for the type checker
    return PointsArrangement(picture, game.position())
