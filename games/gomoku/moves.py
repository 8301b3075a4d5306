"""The free cells of gomoku in a list, and which of them are moves worth trying, and in what order.

The empty cells stand in one list, so that the legal moves are copied in a block: first those near a stone, in the order
in which they came to be, then the others, at the start from the middle outwards.

    cells    0 ... near - 1   near ... left - 1
             near a stone     the others

A cell that leaves its part of the list is replaced by the last one there, and keeps its own place in mind: moves are
taken back in reverse order, so that each cell returns to where it was.

Which moves may be left out: where the other side can make an open four, all that neither stand in its way nor make a
four, for after any of these it makes that four, and with its next stone but one its line; and cells in no line that
anybody can still fill.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import MoveList
    from cython.cimports.games.gomoku.board import MARGIN, TABLE
    from cython.cimports.games.gomoku.threats import FOUR, FOURS, OPEN_FOUR, THREES, Threats
else:
    from games.game import MoveList
    from games.gomoku.board import MARGIN, TABLE
    from games.gomoku.threats import FOUR, FOURS, OPEN_FOUR, THREES, Threats

    TAKEN = 64

steps = cython.declare(cython.int[4], [1, 23, 24, 22])
# From a stone to the cells near it: its neighbours, then the next in each line through it.
REACH = cython.declare(cython.int, 16)
reach = cython.declare(cython.int[16], [1, -1, 23, -23, 24, -24, 22, -22, 2, -2, 46, -46, 48, -48, 44, -44])


class GomokuMoves(Threats):
    """A board of stones, and its free cells as moves."""

    @cython.final
    def put(self, place: cython.int, cell: cython.int) -> cython.void:
        """Let the cell stand at that place of the list."""
        self.cells_left[place] = cell
        self.places[cell] = place

    @cython.final
    def take(self, move: cython.int) -> cython.void:
        """Take the cell out of the list, and bring those around it forward."""
        hole: cython.int = self.places[move]
        number: cython.int
        if self.around[move]:
            self.near -= 1
            self.put(hole, self.cells_left[self.near])
            self.places[move] = hole
            hole = self.near
        self.left -= 1
        if hole != self.left:
            self.put(hole, self.cells_left[self.left])
        self.around[move] += TAKEN
        for number in range(REACH):
            cell: cython.int = move + reach[number]
            self.around[cell] += 1
            if self.around[cell] == 1:
                self.befores[cell] = self.places[cell]
                self.put(self.places[cell], self.cells_left[self.near])
                self.put(self.near, cell)
                self.near += 1

    @cython.final
    def give(self, move: cython.int) -> cython.void:
        """Put the cell taken last back into the list: `take` backwards."""
        number: cython.int
        for number in range(REACH - 1, -1, -1):
            cell: cython.int = move + reach[number]
            self.around[cell] -= 1
            if self.around[cell] == 0:
                self.near -= 1
                self.put(self.near, self.cells_left[self.befores[cell]])
                self.put(self.befores[cell], cell)
        self.around[move] -= TAKEN
        place: cython.int = self.places[move]
        hole: cython.int = self.near if self.around[move] else place
        if hole != self.left:
            self.put(self.left, self.cells_left[hole])
        self.left += 1
        if self.around[move]:
            self.near += 1
            if hole != place:
                self.put(hole, self.cells_left[place])
        self.put(place, move)

    @cython.final
    def gather(self, out: MoveList, seat: cython.int, what: cython.int) -> cython.int:
        """Add the cells where a stone of the seat does that; fours only if they make a three as well."""
        place: cython.int
        left: cython.int = self.tally[6 * seat + what]
        for place in range(self.left):
            if left == 0:
                break
            if self.does(seat, self.cells_left[place]) == what:
                left -= 1
                if what != FOUR or self.marks[TABLE * seat + self.cells_left[place]] > 4095:
                    out.add(self.cells_left[place])
        return 0

    @cython.final
    def collect_answers(self, out: MoveList, ranks: MoveList) -> cython.int:
        """Add the moves after which the other side may have no open four to make, and those that make a four."""
        wanted: cython.int = self.tally[6 - 6 * self.turn + OPEN_FOUR]
        touched: cython.short[529]
        place: cython.int
        direction: cython.int
        if not cython.compiled:
            touched = [0] * TABLE
        for place in range(TABLE):
            touched[place] = 0
        last: cython.int = 0
        for place in range(self.left):
            cell: cython.int = self.cells_left[place]
            if self.does(1 - self.turn, cell) == OPEN_FOUR:
                last = cell
                touched[cell] += 1
                for direction in range(4):
                    if self.kinds[TABLE * direction + cell] >> 4 - 4 * self.turn & 15 >= 7:
                        self.touch(touched, cell, steps[direction])
                        self.touch(touched, cell, -steps[direction])
        bottom: cython.int = out.count
        for place in range(self.left):
            cell = self.cells_left[place]
            if touched[cell] == wanted or self.marks[TABLE * self.turn + cell] & FOURS:
                out.add(cell)
                ranks.add(self.rank(cell))
        if out.count == bottom:
            out.add(last)
            ranks.add(0)
        return 0

    @cython.final
    def touch(self, touched: cython.p_short, cell: cython.int, step: cython.int) -> cython.void:
        """Count up the cells on one side, as far as they matter for that one."""
        _: cython.int
        for _ in range(self.reach):
            cell += step
            if self.board[cell] == MARGIN:
                return
            touched[cell] += 1

    @cython.final
    def rank_all(self, out: MoveList, ranks: MoveList) -> cython.int:
        """Add all moves but those onto cells that are in no line any more, unless there are no others."""
        place: cython.int
        dead: cython.int = -1
        bottom: cython.int = out.count
        for place in range(self.left):
            cell: cython.int = self.cells_left[place]
            if self.worths[cell] or self.worths[TABLE + cell] or self.exact or self.misere:
                out.add(cell)
                ranks.add(-self.worths[TABLE * self.turn + cell] if self.misere else self.rank(cell))
            else:
                dead = cell
        if out.count == bottom:
            out.add(dead)
            ranks.add(0)
        return 0

    @cython.final
    def rank(self, cell: cython.int) -> cython.int:
        """Above 0 for a threat or an answer to one; else below, by what it is worth to both sides."""
        mine: cython.int = TABLE * self.turn + cell
        theirs: cython.int = TABLE - TABLE * self.turn + cell
        worth: cython.int = 2 * self.worths[mine] + self.worths[theirs]
        threat: cython.int = self.does(self.turn, cell)
        if threat > FOUR:
            worth += 1000 * threat
        elif self.marks[mine] & THREES:
            worth += 300
        other: cython.int = self.does(1 - self.turn, cell)
        if other > FOUR:
            worth += 500 * other
        return worth if worth >= 300 or threat == FOUR else worth - 300
