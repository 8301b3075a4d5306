"""A board of hex on which stones are laid and lifted, and random games are played.

Cells are numbered along rows of size + 2, with a border all round; each touches six others:

       a1 b1 c1           -w  -w+1
         a2 b2 c2           -1   .   +1        w = size + 2
           a3 b3 c3            +w-1  +w

A cell holds Red's bits and Blue's. Joined means: through stones of the colour to its first side (top, left) or its
second one (bottom, right). The border is joined where it is a side, but no stone:

    bits       6       5        4        2       1        0
             Blue   joined   joined     Red   joined   joined
             stone  second   first     stone  second   first

A stone that would be joined to both sides wins, so that those on the board are joined to one side at most.

The empty cells stand in one list. A cell that leaves it is replaced by the last one, and keeps its own place in mind:
stones are lifted in reverse order, so that each cell returns to where it was.

A playout answers a stone that breaks a bridge by the other cell of that bridge (P. Henderson, "Playing and Solving the
Game of Hex", University of Alberta, 2010, 3.2); where there is none it draws any empty cell, each alike.

        x          x and x are a bridge: with two empty cells in common they cannot be cut.
       o .         Once o takes one of these, the other one answers.
        x
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, lowest, stir
    from cython.cimports.games.game import ONGOING, Game, MoveList
    from cython.cimports.games.hex.distance import BOTH, HALF, STONE, weigh_cells
else:
    from games.base.bits import Bits, lowest, stir
    from games.game import ONGOING, Game, MoveList
    from games.hex.distance import BOTH, HALF, STONE, weigh_cells

    LARGEST, AREA, LAID, CELL = 19, 441, 512, 511

from games.hex import notation

RING = cython.declare(cython.int, 63)  # bits of the six cells around
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
LOW = cython.declare(cython.ulonglong, (1 << 32) - 1)
words = cython.declare(cython.ulonglong[882], [stir(number) for number in range(2 * AREA)])  # of the key


class HexBoard(Game):
    """The stones of a board of hex, and the random games that are played on it."""

    def clear(self, columns, rows):
        """Make it an empty board of that size, on which Red moves first."""
        width = columns + 2
        self.turn, self.columns, self.rows, self.width = 0, columns, rows, width
        self.left, self.made, self.result, self.mixed = columns * rows, 0, ONGOING, 1
        self.weighed = 0
        self.steps = [-width, 1 - width, 1, width, width - 1, -1, -width]
        self.board = notation.surround(width, rows + 2, HALF) + [0] * (AREA - width * (rows + 2))
        cells = list(notation.cells_outward(columns, rows))
        self.empty = cells + [0] * (LARGEST**2 - len(cells))
        if not cython.compiled:  # compiled, new arrays hold zeros
            self.journal, self.places = [0] * (2 * LARGEST**2), [0] * AREA
            self.slack = [0] * AREA
        for place, cell in enumerate(cells):
            self.places[cell] = place

    @cython.final
    def joined_neighbours(self, cell: cython.int) -> cython.int:
        """What stands on the six cells around, in both halves."""
        above: cython.int = self.board[cell - self.width] | self.board[cell - self.width + 1]
        below: cython.int = self.board[cell + self.width - 1] | self.board[cell + self.width]
        return above | self.board[cell - 1] | self.board[cell + 1] | below

    @cython.final
    def ring(self, cell: cython.int, seat: cython.int) -> cython.int:
        """Six bits of the cells around that are the seat's, stones or a side, and above them six of those empty."""
        way: cython.int
        found: cython.int = 0
        for way in range(6):
            stone: cython.int = self.board[cell + self.steps[way]]
            found |= (stone >> HALF * seat & (STONE | BOTH) != 0) << way | (stone == 0) << way + 6
        return found

    def lay(self, cell: cython.int, seat: cython.int) -> cython.void:
        """Put a stone of that seat there."""
        shift: cython.int = HALF * seat
        sides: cython.int = self.joined_neighbours(cell) >> shift & BOTH
        place: cython.int = self.places[cell]
        self.left -= 1
        self.empty[place] = self.empty[self.left]
        self.places[self.empty[place]] = place
        self.places[cell] = place
        self.board[cell] = (STONE | sides) << shift
        self.mixed ^= words[2 * cell + seat]
        self.journal[self.made] = LAID | cell
        self.made += 1
        if sides == BOTH:
            self.result = 1 - 2 * (seat ^ self.misere)
        elif sides:
            self.join(STONE << shift, (STONE | sides) << shift)

    def join(self, loose: cython.short, joined: cython.short) -> cython.void:
        """Turn the loose stones that the last one touches, and those that they touch, into joined ones."""
        head: cython.int = self.made - 1
        step: cython.int
        while head < self.made:
            for step in range(6):
                cell: cython.int = (self.journal[head] & CELL) + self.steps[step]
                if self.board[cell] == loose:
                    self.board[cell] = joined
                    self.journal[self.made] = cell
                    self.made += 1
            head += 1

    def lift(self, cell: cython.int, seat: cython.int) -> cython.void:
        """Take that seat's stone off again, the last one laid."""
        self.made -= 1
        while not self.journal[self.made] & LAID:
            self.board[self.journal[self.made]] = STONE << HALF * seat
            self.made -= 1
        self.board[cell] = 0
        self.mixed ^= words[2 * cell + seat]
        place: cython.int = self.places[cell]
        self.empty[self.left] = self.empty[place]
        self.places[self.empty[place]] = self.left
        self.empty[place] = cell
        self.left += 1

    def last_stone(self) -> cython.int:
        """The cell of the stone laid last; 0 on an empty board."""
        at: cython.int = self.made - 1
        while at >= 0:
            if self.journal[at] & LAID:
                return self.journal[at] & CELL
            at -= 1
        return 0

    # Playouts.

    @cython.final
    def broken(self, last: cython.int, seat: cython.int) -> cython.int:
        """A bit for each cell around the last stone that saves a bridge of the seat which that stone breaks."""
        ring: cython.int = self.ring(last, seat)
        mine: cython.int = ring & RING
        before: cython.int = mine << 1 | mine >> 5
        behind: cython.int = mine >> 1 | mine << 5
        return ring >> 6 & before & behind

    def draw(self, random: Bits) -> cython.int:
        """The move of a playout for that random number."""
        last: cython.int = self.last_stone()
        saves: cython.int = self.broken(last, self.turn) if last else 0
        if saves:
            saves |= saves << 6  # from a bit drawn at random on, round the ring
            first: cython.int = cython.cast(cython.int, (random & LOW) * 6 >> 32)
            return last + self.steps[(first + lowest(saves >> first)) % 6]
        return self.empty[cython.cast(cython.int, (random >> 32) * self.left >> 32)]

    def play_out(self, random: Bits, moves: MoveList, movers: MoveList) -> cython.int:
        """Play the game to its end by such moves; how many."""
        count: cython.int = 0
        while self.result == ONGOING:
            cell: cython.int = self.draw(random)
            moves.add(cell)
            movers.add(self.turn)
            self.lay(cell, self.turn)
            self.turn ^= 1
            count += 1
            random ^= random << 13 & WORD
            random ^= random >> 7
            random ^= random << 17 & WORD
        return count

    # What is known of a move beforehand.

    def weigh(self) -> cython.void:
        """Work out the slack of the empty cells, if not done yet for what stands on the board."""
        if self.weighed != self.mixed:
            weigh_cells(self.board, self.steps, self.columns, self.rows, self.slack)
            self.weighed = self.mixed

    def weigh_move(self, cell: cython.int) -> cython.int:
        """Much for a cell where both seats have little slack, and for one that saves a bridge."""
        self.weigh()
        way: cython.int
        found: cython.int = max(-10, 30 - 8 * self.slack[cell])
        last: cython.int = self.last_stone()
        for way in range(6 if last else 0):
            if last + self.steps[way] == cell and self.broken(last, self.turn) >> way & 1:
                found += 30
        return found

    def take_over(self, other: Game) -> cython.void:
        """Become the same board."""
        of: HexBoard = other
        self.turn, self.columns, self.rows, self.width = of.turn, of.columns, of.rows, of.width
        self.left, self.made, self.result, self.mixed = of.left, of.made, of.result, of.mixed
        self.misere, self.weighed = of.misere, 0
        self.steps[:] = of.steps
        self.board[:] = of.board
        self.empty[:] = of.empty
        self.places[:] = of.places
        self.journal[:] = of.journal
