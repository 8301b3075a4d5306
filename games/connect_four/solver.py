"""An exact solver of connect four on 7 columns and 6 rows: who wins, and how soon.

A score counts from the end: a win with the last stone scores 1, with the one before 2, and so on; a loss is the
negative of the other's score, and a draw 0. P. Pons counts like this ("Solving Connect 4: how to build a perfect AI",
blog.gamesolver.org); his solver is the yardstick of this one. The search only asks whether a score is at least a bound.
It asks for near wins and losses first: such a question ends every line early, and its answers help the next one. These
make it fast:

- A transposition table: see Bounds.
- A seat that can win at once does, so no such position is searched. Otherwise a move that stops a threat is forced, and
  moves below a winning place of the opponent are left out.
- A move wins if it leaves the opponent no other moves: a double threat, or two threats on top of each other.
- Follow-up, or claimeven: see limit_by_follow_up.
- All moves are looked up in the table before any is searched: one may decide.
- The move with most threats comes first; a threat that forces an answer is spent, and counts a quarter.
- While many places are empty, mirror images share an entry.

Places are bits as in game.py. Rows are counted from 1, the lowest.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import count, lowest
    from cython.cimports.games.connect_four.lines import fours, key_of, safe_places, stones_of, threats
    from cython.cimports.games.memory import map_memory, unmap_memory
else:
    from games.base.bits import count, lowest
    from games.connect_four.lines import fours, key_of, safe_places, stones_of, threats

    def lower_of(entry):
        """Return the lower bound in an entry."""
        return (entry & MASK) - ZERO

    def upper_of(entry):
        """Return the upper bound in an entry."""
        return (entry >> SIX & MASK) - ZERO


COLUMNS = cython.declare(cython.int, 7)
ROWS = cython.declare(cython.int, 6)
HEIGHT = cython.declare(cython.int, 7)  # bits of a column; the topmost is always clear
PLACES = cython.declare(cython.int, COLUMNS * ROWS)
BOTTOMS = cython.declare(cython.ulonglong, sum([1 << HEIGHT * column for column in range(COLUMNS)]))
BOARD = cython.declare(cython.ulonglong, BOTTOMS * 0b111111)
ODD = cython.declare(cython.ulonglong, BOTTOMS * 0b010101)  # rows 1, 3 and 5
EVEN = cython.declare(cython.ulonglong, BOTTOMS * 0b101010)
COLUMN = cython.declare(cython.ulonglong, (1 << 7) - 1)
MIDDLE_FIRST = cython.declare(cython.ulonglong[7], [(1 << ROWS) - 1 << HEIGHT * each for each in (3, 2, 4, 1, 5, 0, 6)])


# The table.
ZERO = cython.declare(cython.int, 32)  # a score of 0 in an entry
SIX = cython.declare(cython.int, 6)  # bits of each bound
MASK = cython.declare(cython.int, 63)
FIRST = 1 << 18  # entries to begin with: two megabytes, a large page of memory
ENTRIES = 1 << 24  # for one match or review
ENDLESS = cython.declare(cython.longlong, 1 << 60)
DECIDED = cython.declare(cython.int, -1)  # instead of a number of moves: one of them decides


class Bounds:
    """The table of the solver: a lower and an upper bound of each position's score.

    entries  the number of words of 8 bytes, 1 to 2**32; the table may take somewhat fewer.

    An entry is the whole key, 49 bits, then two bounds of six bits. A newer position replaces an older one. The table
    starts small and doubles when it is half full, because clearing a large table takes longer than an easy question.
    """

    def __init__(self, entries: int):
        doublings = max(0, (entries - 1) // FIRST).bit_length()
        self.entries, self.most, self.filled = entries >> doublings, entries >> doublings << doublings, 0
        self.clear(entries)

    if cython.compiled:

        def clear(self, entries):
            """Allocate the table. Raise MemoryError if there is no room."""
            unmap_memory(self.words, self.bytes)
            self.bytes = 8 * self.most
            self.words = cython.cast(cython.pointer(cython.ulonglong), map_memory(self.bytes, False))
            if self.words is cython.NULL:
                raise MemoryError(f"no room for a table of {entries} entries")

        def __dealloc__(self):
            unmap_memory(self.words, self.bytes)

    else:

        def clear(self, entries):
            """Begin with nothing: what was not written is 0."""
            self.words = [0] * self.entries

        def place_of(self, key):
            """Return the place of the key's entry."""
            return ((key * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF) >> 32) * self.entries >> 32

        def expect(self, key):
            """Prefetch the entry of the key into the processor's cache, if compiled."""

        def find(self, key):
            """Return the entry of the key, or 0."""
            entry = self.words[self.place_of(key)]
            return entry if entry >> 2 * SIX == key else 0

    def note(self, key, least, found):
        """Store the answer to whether the score is at least `least`."""
        place: cython.ulonglong = self.place_of(key)
        entry: cython.ulonglong = self.words[place]
        lower: cython.int = 0
        upper: cython.int = MASK
        self.filled += entry == 0
        if entry >> 2 * SIX == key:
            lower, upper = entry & MASK, entry >> SIX & MASK
        if found:
            lower = max(lower, ZERO + least)
        else:
            upper = min(upper, ZERO + least - 1)
        self.words[place] = key << 2 * SIX | upper << SIX | lower
        if self.filled > self.entries >> 1 and self.entries < self.most:
            self.grow()

    def grow(self):
        """Double the table in place: the entry at i goes to 2 i or 2 i + 1, from the last one on."""
        place: cython.ulonglong = self.entries
        if not cython.compiled:
            self.words += [0] * self.entries
        self.entries *= 2
        while place > 0:
            place -= 1
            entry: cython.ulonglong = self.words[place]
            self.words[2 * place] = self.words[2 * place + 1] = 0
            if entry:
                self.words[self.place_of(entry >> 2 * SIX)] = entry


@cython.final
@cython.cclass
class ConnectFourSolver:
    """Finds the scores of positions, and remembers positions from one question to the next.

    nodes  positions searched so far;  limit  the number at which it stops.
    """

    nodes = cython.declare(cython.longlong, visibility="readonly")
    limit: cython.longlong
    bounds: Bounds
    # For the current line, by 7 * empty places + number: the moves, the places where each of them threatens to win and
    # those that it leaves the other seat, its key, and the numbers in the order in which they are tried.
    moves: cython.ulonglong[301]
    threats: cython.ulonglong[301]
    replies: cython.ulonglong[301]
    keys: cython.ulonglong[301]
    order: cython.int[301]

    def __init__(self, entries: int):
        self.nodes = 0
        self.limit = ENDLESS
        self.bounds = Bounds(entries)
        if not cython.compiled:
            self.moves, self.threats, self.replies, self.keys, self.order = [[0] * 301 for _ in range(5)]

    def outcome(self, game: object, nodes: int) -> int | None:
        """Return the first seat's result with best play, 1, 0 or -1, or None if that takes more than `nodes` positions.

        The game is not over. The table remembers what an unfinished try found.
        """
        found = self.solve(game.key(), nodes)
        return found if found is None or game.turn == 0 else -found

    def gets_at_least(self, game: object, score: int, nodes: int) -> bool | None:
        """Return whether the first seat gets at least the score, 0 or 1; None as for `outcome`."""
        self.limit = self.nodes + nodes
        least: cython.int = score if game.turn == 0 else 1 - score  # for the seat to move
        found: cython.bint = self.search(game.key(), least - 1, least) >= least
        return found == (game.turn == 0) if self.nodes < self.limit else None

    def solve(self, key: cython.ulonglong, nodes: cython.longlong = ENDLESS) -> int | None:
        """Return the result, 1, 0 or -1, for the seat to move in the position with this key; None as for `outcome`."""
        self.limit = self.nodes + nodes
        found: cython.int = self.search(key, -1, 1)
        return found if self.nodes < self.limit else None

    def score(self, key: cython.ulonglong, nodes: cython.longlong = ENDLESS) -> int | None:
        """Return the score for the seat to move in the position with this key; None as for `outcome`."""
        self.limit = self.nodes + nodes
        found: cython.int = self.search(key, -PLACES, PLACES)
        return found if self.nodes < self.limit else None

    def exact(self, game: object, nodes: int) -> tuple[int, int | None] | None:
        """Return the first seat's result and the plies to it (None: a draw), with best play; None as for `outcome`."""
        score = self.score(game.key(), nodes)
        if not score:
            return score if score is None else (0, None)
        plies = PLACES - count(stones_of(game.key())) - 2 * (abs(score) - 1)
        plies -= plies % 2 != (score > 0)  # the seat to move wins after an odd number of plies
        return (1 if (score > 0) == (game.turn == 0) else -1), plies

    def best(self, game: object, nodes: int) -> int | None:
        """Return a best move, the quickest win or the slowest loss; None as for `outcome`, also for each move."""
        score = self.score(game.key(), nodes)
        if score is None:
            return None
        for move in game.moves():
            then = game.copy()
            then.make(move)
            if then.score() is None:
                self.limit = self.nodes + nodes
                worth = -self.search(then.key(), -score, 1 - score)
                if self.nodes >= self.limit:
                    return None
            else:
                worth = PLACES + 1 - count(stones_of(game.key())) >> 1 if then.score() else 0
            if worth == score:
                return move
        raise RuntimeError("no move brings what the position is worth")

    @cython.cfunc
    @cython.exceptval(check=False)
    def search(self, key: cython.ulonglong, lower: cython.int, upper: cython.int) -> cython.int:
        """Return the score of the position with this key, limited to both bounds; meaningless once the limit is met."""
        filled: cython.ulonglong = stones_of(key)
        mine: cython.ulonglong = key ^ filled + BOTTOMS
        left: cython.int = PLACES - count(filled)
        if threats(mine, filled) & (filled + BOTTOMS):
            return min(upper, (left + 1) >> 1)
        against: cython.ulonglong = threats(mine ^ filled, filled)
        places: cython.ulonglong = safe_places(filled, against)
        lower = max(lower, -(left >> 1))
        if not places:
            return lower
        upper = min(upper, (left - 1) >> 1)
        key = key_of(mine, filled, left)
        while lower < upper and self.nodes < self.limit:
            least: cython.int = next_question(lower, upper)
            if self.reaches(mine, filled, key, against, places, left, least):
                lower = least
            else:
                upper = least - 1
        return lower

    @cython.cfunc
    @cython.exceptval(check=False)
    def reaches(
        self,
        mine: cython.ulonglong,
        filled: cython.ulonglong,
        key: cython.ulonglong,
        against: cython.ulonglong,
        places: cython.ulonglong,
        left: cython.int,
        least: cython.int,
    ) -> cython.bint:
        """Return whether the seat to move gets at least the score `least`. It can neither win at once nor has it lost.

        against  where the other seat wins;  places  where the seat to move can go without losing at once.
        """
        if self.nodes >= self.limit:
            return False  # nothing is stored from here on
        self.nodes += 1
        most: cython.int = (left - 1) >> 1
        if least > most or least <= -((left - 2) >> 1) or left <= 2:  # neither the next stone nor the last one wins
            return least <= most and least <= 0
        if least >= 0:
            limit: cython.int = limit_by_follow_up(mine, filled, against, left)
            if limit <= 0 and limit < least:
                return False
        n: cython.int = self.list_moves(mine, filled, places, left, least == most)
        if n <= 0 or least == most:
            return n == DECIDED
        n = self.look_up(left, 1 - least, n)
        found: cython.bint = n == DECIDED or self.try_moves(mine ^ filled, filled, left, 1 - least, n)
        if self.nodes < self.limit:
            self.bounds.note(key, least, found)
        return found

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def try_moves(
        self,
        mine: cython.ulonglong,
        filled: cython.ulonglong,
        left: cython.int,
        least: cython.int,
        n: cython.int,
    ) -> cython.bint:
        """Return whether after one of `n` moves the other seat, now to move, misses the score `least`."""
        i: cython.int
        for i in range(7 * left, 7 * left + n):
            at: cython.int = self.order[i]
            if not self.reaches(
                mine, filled | self.moves[at], self.keys[at], self.threats[at], self.replies[at], left - 1, least
            ):
                return True
        return False

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def list_moves(
        self,
        mine: cython.ulonglong,
        filled: cython.ulonglong,
        places: cython.ulonglong,
        left: cython.int,
        only_wins: cython.bint,
    ) -> cython.int:
        """List the moves to `places` in the order in which they are tried; return their number.

        Return DECIDED if one of them wins, because the other seat has no safe reply; `only_wins` lists no other moves.
        """
        ranks = cython.declare(cython.int[7])
        first: cython.int = 7 * left
        n: cython.int = 0
        i: cython.int
        for i in range(COLUMNS):
            move: cython.ulonglong = places & MIDDLE_FIRST[i]
            if not move:
                continue
            at: cython.int = first + n
            made: cython.ulonglong = threats(mine | move, filled | move)
            self.replies[at] = safe_places(filled | move, made)
            if not self.replies[at]:
                return DECIDED
            if only_wins:
                continue
            self.moves[at], self.threats[at] = move, made
            self.keys[at] = key_of(mine ^ filled, filled | move, left - 1)
            self.bounds.expect(self.keys[at])
            rank: cython.int = 4 * count(made) - (3 if made & (filled | move) + BOTTOMS else 0)
            j: cython.int = n
            while j > 0 and ranks[j - 1] < rank:
                ranks[j], self.order[first + j] = ranks[j - 1], self.order[first + j - 1]
                j -= 1
            ranks[j], self.order[first + j] = rank, at
            n += 1
        return n

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def look_up(self, left: cython.int, least: cython.int, n: cython.int) -> cython.int:
        """Drop the moves after which, by the table, the other seat gets at least `least`; return how many are left.

        Return DECIDED if by the table it gets less after one of them.
        """
        kept: cython.int = 7 * left
        i: cython.int
        for i in range(7 * left, 7 * left + n):
            key: cython.ulonglong = self.keys[self.order[i]]
            entry: cython.ulonglong = self.bounds.find(key)
            if entry:
                if upper_of(entry) < least:
                    return DECIDED
                if lower_of(entry) >= least:
                    continue
            self.order[kept] = self.order[i]
            kept += 1
        return kept - 7 * left


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def next_question(lower: cython.int, upper: cython.int) -> cython.int:
    """Return the next bound to ask for: halfway, but first in the half nearer to 0 that ends lines early."""
    middle: cython.int = lower + upper + 2 >> 1
    if middle <= 0:
        return min(middle, -(-lower >> 1) + 1) if lower < -1 else middle
    return max(middle, upper + 1 >> 1)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def has_line(stones: cython.ulonglong) -> cython.bint:
    """Return whether the stones hold four in line."""
    return (fours(stones, 1) | fours(stones, HEIGHT - 1) | fours(stones, HEIGHT) | fours(stones, HEIGHT + 1)) != 0


@cython.cfunc
@cython.exceptval(check=False)
def limit_by_follow_up(
    mine: cython.ulonglong, filled: cython.ulonglong, against: cython.ulonglong, left: cython.int
) -> cython.int:
    """Return the most that the seat to move gets if the other one always answers on top, or 1 if that decides nothing.

    V. Allis calls this claimeven ("A Knowledge-Based Approach of Connect-Four", 1988, sections 3.3 and 6.2.1).

    against  the places where the other seat wins.

    If each column has an even number of empty places, there is always room on top. The seat to move then gets the empty
    places of odd rows, and the other seat the empty places of even rows. Without four in line there it does not win,
    and it loses if the other gets four.

    If a single column has an odd number of them, the rows change hands in it. If the other wins at a place of an odd
    row there, the seat to move has to play below that place sooner or later: it loses, unless the places that it gets
    before make four in line.
    """
    empty: cython.ulonglong = BOARD ^ filled
    single: cython.ulonglong = filled + BOTTOMS & EVEN  # the lowest empty places of columns with an odd number of them
    if not left & 1:
        if single or has_line(mine | empty & ODD):
            return 1
        return -1 if has_line((mine ^ filled) | empty & EVEN) else 0
    if not single or single & (single - 1):
        return 1
    column: cython.ulonglong = COLUMN << lowest(single) // HEIGHT * HEIGHT
    goal: cython.ulonglong = against & column & ODD & ~(single - 1)
    if not goal:
        return 1
    below: cython.ulonglong = (goal & ~(goal - 1)) - 1
    return 1 if has_line(mine | empty & ~column & ODD | empty & column & EVEN & below) else -1
