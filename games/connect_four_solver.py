"""Who wins connect four, on 7 columns and 6 rows, with best play from a position on: a search that finds nothing else.

It asks "does the seat to move win?" and, where not, "does it draw?". What makes it quick:

- A table of one word an entry, which is the whole position and what is known of it: 49 bits of key, as ConnectFour.key
  has it, then at most and at least how much. A newer position replaces an older one.
- Whoever can win at once does, so that no such position is searched. Of the others a move that stops a threat is
  forced, and a move below a place where the opponent wins is left out.
- Two threats that can be carried out at once win, and so do two of which one lies on top of the other.
- Follow-up, or claimeven: see follow_up.py.
- Before any move is searched all are looked up in the table: one may decide.
- First comes the move that leaves most threats; a threat that forces an answer is spent, and counts a quarter.
- While there are many empty places mirror images share an entry.

A place is a bit, as games.connect_four numbers them. Rows are counted from 1, the lowest.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.bits import count
    from cython.cimports.games.connect_four_solver import warm
    from cython.cimports.games.follow_up import limit_by_follow_up
    from cython.cimports.games.in_line import gaps_of_four
    from cython.cimports.games.memory import map_memory, unmap_memory
else:
    from games.bits import count
    from games.follow_up import limit_by_follow_up
    from games.in_line import gaps_of_four

COLUMNS = cython.declare(cython.int, 7)
ROWS = cython.declare(cython.int, 6)
HEIGHT = cython.declare(cython.int, 7)  # bits of a column, of which the topmost is always clear
PLACES = cython.declare(cython.int, COLUMNS * ROWS)
ONE = cython.declare(cython.ulonglong, 1)
BOTTOMS = cython.declare(cython.ulonglong, sum(1 << HEIGHT * column for column in range(COLUMNS)))
BOARD = cython.declare(cython.ulonglong, BOTTOMS * ((1 << ROWS) - 1))
COLUMN = cython.declare(cython.ulonglong, (1 << HEIGHT) - 1)
MIDDLE_FIRST = cython.declare(cython.ulonglong[7], [(1 << ROWS) - 1 << HEIGHT * each for each in (3, 2, 4, 1, 5, 0, 6)])
TWOFOLD = cython.declare(cython.int, 18)  # with more empty places than that mirror images share an entry
SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)

ENTRIES = 1 << 21  # for one match or review, 8 bytes each
ENDLESS = cython.declare(cython.longlong, 1 << 60)
DECIDED = cython.declare(cython.int, -1)  # instead of a number of moves: one of them answers the question


@cython.cclass
class OutcomeSolver:
    """Finds who wins; what it has met it remembers from one position to the next.

    nodes  positions searched so far;  limit  from how many on it stops.
    """

    nodes = cython.declare(cython.longlong, visibility="readonly")
    limit: cython.longlong
    entries: cython.ulonglong
    bytes: cython.ulonglong
    table: cython.pointer(cython.ulonglong)

    def __init__(self, entries: int):
        """A solver with a table of so many entries, 1 to 2**32. Raises MemoryError."""
        self.nodes = 0
        self.limit = ENDLESS
        self.entries = entries
        if cython.compiled:
            unmap_memory(self.table, self.bytes)
            self.bytes = 8 * self.entries
            self.table = cython.cast(cython.pointer(cython.ulonglong), map_memory(self.bytes, False))
            if self.table is cython.NULL:
                raise MemoryError(f"no room for a table of {entries} entries")
        else:
            self.table = [0] * entries

    if cython.compiled:

        def __dealloc__(self):
            unmap_memory(self.table, self.bytes)

    def outcome(self, game: object, nodes: int) -> int | None:
        """What the first seat wins with best play from a position of ConnectFour that is not over: 1, 0 or -1.

        None if that takes more than so many positions. What was found out until then shortens the next try.
        """
        found = self.solve(game.key(), nodes)
        return found if found is None or game.turn == 0 else -found

    def solve(self, key: cython.ulonglong, nodes: cython.longlong = ENDLESS) -> int | None:
        """1, 0 or -1: the seat to move wins, draws or loses; by the ConnectFour.key of a position that is not over.

        None if that takes more than so many positions.
        """
        self.limit = self.nodes + nodes
        found: cython.int = self.search(key)
        return found if self.nodes < self.limit else None

    @cython.cfunc
    @cython.exceptval(check=False)
    def search(self, key: cython.ulonglong) -> cython.int:
        """1, 0 or -1 of the position of that key; anything once the limit was met."""
        mine: cython.ulonglong = 0
        filled: cython.ulonglong = 0
        column: cython.int
        for column in range(COLUMNS):
            bits: cython.ulonglong = key >> HEIGHT * column & COLUMN
            tip: cython.ulonglong = ONE << ROWS
            while not bits & tip:
                tip >>= 1
            mine |= (bits ^ tip) << HEIGHT * column
            filled |= (tip - 1) << HEIGHT * column
        left: cython.int = PLACES - count(filled)
        if threats(mine, filled) & (filled + BOTTOMS) or self.reaches(mine, filled, left, 1):
            return 1
        return 0 if self.reaches(mine, filled, left, 0) else -1

    @cython.cfunc
    @cython.exceptval(check=False)
    def reaches(
        self, mine: cython.ulonglong, filled: cython.ulonglong, left: cython.int, least: cython.int
    ) -> cython.bint:
        """Whether the seat to move brings about that result at least: 1, a win, or 0, a draw. It cannot win at once."""
        if self.nodes >= self.limit:
            return False  # nothing is noted from here on
        self.nodes += 1
        against: cython.ulonglong = threats(mine ^ filled, filled)
        places: cython.ulonglong = safe_places(filled, against)
        if not places or limit_by_follow_up(mine, filled, against, left) < least:
            return False
        if left <= 2:  # neither the stone that comes nor the last one wins
            return least == 0
        key: cython.ulonglong = key_of(mine, filled, left)
        entry: cython.ulonglong = self.table[self.place_of(key)]
        if entry >> 8 == key and ((entry & 3) > least or (entry >> 2 & 3) <= least):  # each is one more, as it is kept
            return (entry & 3) > least
        moves = cython.declare(cython.ulonglong[7])
        count_moves: cython.int = rank_moves(mine, filled, places, moves)
        if count_moves == DECIDED:
            return True
        found: cython.bint = self.try_moves(mine, filled, left, least, moves, count_moves)
        if self.nodes < self.limit:
            self.note(key, least, found)
        return found

    @cython.cfunc
    @cython.exceptval(check=False)
    def try_moves(
        self,
        mine: cython.ulonglong,
        filled: cython.ulonglong,
        left: cython.int,
        least: cython.int,
        moves: cython.pointer(cython.ulonglong),
        n: cython.int,
    ) -> cython.bint:
        """Whether one of those n moves reaches that result."""
        i: cython.int
        if n > 1:
            n = self.look_up(mine ^ filled, filled, left - 1, 1 - least, moves, n)
            if n == DECIDED:
                return True
        for i in range(n):  # noqa: SIM110  a generator is slow in C
            if not self.reaches(mine ^ filled, filled | moves[i], left - 1, 1 - least):
                return True
        return False

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def look_up(
        self,
        next_mine: cython.ulonglong,
        filled: cython.ulonglong,
        left: cython.int,
        least: cython.int,
        moves: cython.pointer(cython.ulonglong),
        n: cython.int,
    ) -> cython.int:
        """Drop the moves after which the table knows that the other seat reaches that result; how many are left.

        DECIDED if it knows of one after which that is out of reach.
        """
        keys = cython.declare(cython.ulonglong[7])
        i: cython.int
        for i in range(n):
            keys[i] = key_of(next_mine, filled | moves[i], left)
            if cython.compiled:
                warm(self.table + self.place_of(keys[i]))
        kept: cython.int = 0
        for i in range(n):
            entry: cython.ulonglong = self.table[self.place_of(keys[i])]
            if entry >> 8 == keys[i]:
                if (entry >> 2 & 3) <= least:
                    return DECIDED
                if (entry & 3) > least:
                    continue
            moves[kept] = moves[i]
            kept += 1
        return kept

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def place_of(self, key: cython.ulonglong) -> cython.ulonglong:
        """Where in the table the entry of that key is."""
        return ((key * SPREAD & WORD) >> 32) * self.entries >> 32

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def note(self, key: cython.ulonglong, least: cython.int, found: cython.bint) -> cython.void:
        """Add to the table the answer to a question about the position."""
        place: cython.ulonglong = self.place_of(key)
        entry: cython.ulonglong = self.table[place]
        lower: cython.int = entry & 3 if entry >> 8 == key else 0
        upper: cython.int = entry >> 2 & 3 if entry >> 8 == key else 2
        if found:
            lower = max(lower, least + 1)
        else:
            upper = min(upper, least)
        self.table[place] = key << 8 | upper << 2 | lower


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def threats(stones: cython.ulonglong, filled: cython.ulonglong) -> cython.ulonglong:
    """The empty places where one more of these stones makes four in line."""
    found: cython.ulonglong = stones << 1 & stones << 2 & stones << 3  # a column grows from below
    found |= gaps_of_four(stones, HEIGHT - 1) | gaps_of_four(stones, HEIGHT) | gaps_of_four(stones, HEIGHT + 1)
    return found & (BOARD ^ filled)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def safe_places(filled: cython.ulonglong, against: cython.ulonglong) -> cython.ulonglong:
    """Where the seat to move can play and not lose at once; the other one wins at the places `against`."""
    places: cython.ulonglong = filled + BOTTOMS & BOARD
    stops: cython.ulonglong = places & against
    if stops:
        places = 0 if stops & (stops - 1) else stops
    return places & ~(against >> 1)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def rank_moves(
    mine: cython.ulonglong,
    filled: cython.ulonglong,
    places: cython.ulonglong,
    moves: cython.pointer(cython.ulonglong),
) -> cython.int:
    """Put the moves to those places in the order in which to try them; how many they are.

    DECIDED if one of them makes two threats of which the other seat cannot stop both.
    """
    ranks = cython.declare(cython.int[7])
    n: cython.int = 0
    i: cython.int
    for i in range(COLUMNS):
        move: cython.ulonglong = places & MIDDLE_FIRST[i]
        if not move:
            continue
        made: cython.ulonglong = threats(mine | move, filled | move)
        now: cython.ulonglong = made & (filled | move) + BOTTOMS
        if now & (now - 1) or now << 1 & made:
            return DECIDED
        rank: cython.int = 4 * count(made) - (3 if now else 0)
        j: cython.int = n
        while j > 0 and ranks[j - 1] < rank:
            moves[j], ranks[j] = moves[j - 1], ranks[j - 1]
            j -= 1
        moves[j], ranks[j] = move, rank
        n += 1
    return n


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def key_of(mine: cython.ulonglong, filled: cython.ulonglong, left: cython.int) -> cython.ulonglong:
    """The key of the position with so many empty places."""
    key: cython.ulonglong = filled + BOTTOMS | mine
    if left <= TWOFOLD:
        return key
    other: cython.ulonglong = 0
    column: cython.int
    for column in range(COLUMNS):
        other = other << HEIGHT | (key >> HEIGHT * column & COLUMN)
    return min(key, other)
