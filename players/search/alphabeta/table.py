"""What a search remembers: scores of positions in a transposition table, and which moves were good.

A score is one whole number for the seat to move, more is better:

    a win      margin * SPAN - plies from the root to the end     sooner is better
    a draw     0
    a loss     the negative of a win                              later is better
    horizon    the game's estimate, kept within HALF

Plies stay below HALF, so every win ranks above every estimate, and a wider margin above a sooner win.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import Game, MoveList
    from cython.cimports.games.memory import map_memory, unmap_memory
    from cython.cimports.libc.stdint import uintptr_t
    from cython.cimports.libc.string import memset
    from cython.cimports.players.search.alphabeta.table import (
        Bucket,
        Entry,
        age_of,
        bound_of,
        read_entry,
        referee_write,
        work_of,
    )
else:  # compiled, table.pxd holds these
    from games.game import Game, MoveList

    SPAN = 1 << 20
    HALF = 1 << 19
    Score = int
    AT_LEAST, AT_MOST, EXACT = 1, 2, 3  # what a stored score says of the true one

    def from_root(score, plies):
        """Return the score with `plies` more plies to its end; the table counts them from its own position."""
        if score > HALF:
            return score - plies
        return score + plies if score < -HALF else score


WIDTH = cython.declare(cython.int, 5)
AGES = cython.declare(cython.int, 64)
SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
MOST = 1 << 32  # entries
BUCKET = 128  # bytes
FIRST = 1 << 14  # buckets at first, at most: two megabytes, a large page of memory
LOAD = cython.declare(cython.ulonglong, 2)  # entries per bucket above which the table grows
HASTE = cython.declare(cython.int, 2)  # buckets split at each new entry while it grows
NO_KEY = cython.declare(cython.ulonglong, 0)  # the key of positions that are not kept
KILLERS = cython.declare(cython.int, 64)  # plies that have killers
FOREMOST = cython.declare(cython.int, 0x7FFFFFFF)
SHIFT = cython.declare(cython.int, 16)  # bits below the game's rank
BOUND = cython.declare(cython.int, 1 << 14)  # largest absolute value of the history
BITS = cython.declare(cython.int, 14)  # of BOUND
LARGEST = cython.declare(cython.int, 2048)
HIGHEST = cython.declare(cython.int, 10_000)  # of the game's ranks
PICKED = cython.declare(cython.int, 24)  # moves of a position sorted one by one; the others follow unsorted
FAR = cython.declare(
    cython.int, 64
)  # plies: a deeper search goes to the end of the game, and teaches the history nothing
REFUTES = cython.declare(cython.int, 1 << 15)  # above every history value; countermove and killers lie above it
SLOTS = cython.declare(cython.int, 4096)  # hash slots of the history for the moves of one seat
MIX = cython.declare(cython.uint, 0x9E3779B1)
LOW = cython.declare(cython.ulonglong, 0xFFFFFFFF)


def to_game_score(score: int) -> tuple[int, int | None]:
    """Return the score as the game counts, and the plies to the end of a proven win or loss, otherwise None."""
    size = abs(score)
    if size <= HALF:
        return score, None
    margin = (size + HALF) // SPAN
    return margin if score > 0 else -margin, margin * SPAN - size


def entries_for(megabytes: float) -> int:
    """Return how many entries fit into the memory."""
    return int(megabytes * 2**20) // BUCKET * 5


def count_buckets(entries: int, shared: bool) -> tuple[int, int]:
    """Return the first and the largest number of buckets of a table for `entries`; the latter is a multiple."""
    if not 1 <= entries <= MOST:
        raise ValueError(f"a table has 1 to {MOST} entries, not {entries}")
    most = max(1, entries // WIDTH)
    if shared:
        return most, most
    doublings = max(0, -(-most // FIRST) - 1).bit_length()
    return most >> doublings, most >> doublings << doublings


def count_bits(work: cython.longlong) -> cython.int:
    """Return the number of bits of the work, at most 63."""
    found: cython.int = 0
    while work > 0:
        work >>= 1
        found += 1
    return found


class Table:
    """A transposition table: what a search knows about positions, in bounded memory: scores, moves and depths by key.

    Each key belongs to one bucket of five entries, two lines of the processor's cache. A new entry replaces its key's
    old one, otherwise an empty one, otherwise the one that cost the least work, entries of earlier searches first.
    Compiled and interpreted tables keep and drop the same entries.

    A table begins small and grows as it fills, because clearing a gigabyte takes longer than searching a small game. It
    grows as in linear hashing (W. Litwin, VLDB 1980), a few buckets at a time, so that no move waits for it. The
    entries of one bucket go to two neighbours; buckets with the highest numbers are split first, so no other memory is
    needed.

    Forked processes may share one table without a lock. If two of them write an entry at once, its words no longer fit
    together, and it is not found (R. Hyatt, T. Mann, "A lockless transposition table implementation for parallel
    search", ICGA Journal 25, 2002).

    `find` leaves what it found in score, move, depth and bound.

    shared  whether processes forked later search with this very table; it has its full size at once. Interpreted, each
            of them goes on with a copy.
    """

    # buckets: their number before the current doubling. split: buckets from this number on are split in two already.
    # filled: entries that are not empty, in a table that may grow.

    if cython.compiled:

        def __init__(self, entries: int = 1 << 20, shared: bool = False):
            self.buckets, self.most = count_buckets(entries, shared)
            self.split, self.filled, self.age = self.buckets, 0, 0
            unmap_memory(self.memory, self.bytes)
            step: uintptr_t = cython.sizeof(Bucket) * (FIRST if self.most >= FIRST else 1)
            self.bytes = self.most * cython.sizeof(Bucket) + step
            self.memory = map_memory(self.bytes, shared)
            if self.memory is cython.NULL:
                raise MemoryError(f"no room for a table of {entries} entries")
            start: uintptr_t = cython.cast(uintptr_t, self.memory) + step - 1
            self.entries = cython.cast(cython.pointer(Bucket), start - start % step)

        def __dealloc__(self):
            unmap_memory(self.memory, self.bytes)

        def find(self, key):
            place: cython.pointer(Entry) = self.bucket(key)
            i: cython.int
            for i in range(WIDTH):
                entry: Entry = read_entry(place + i)
                if entry.check == key and bound_of(entry.rest):
                    self.score = cython.cast(cython.longlong, entry.score)
                    self.move = cython.cast(cython.int, entry.rest)
                    self.depth, self.bound = cython.cast(cython.short, entry.rest >> 32), bound_of(entry.rest)
                    return key != NO_KEY
            return False

        def store(self, key, score, move, depth, bound, work):
            bucket: cython.pointer(Entry) = self.bucket(key)
            place: cython.pointer(Entry) = bucket
            least: cython.int = 2 * AGES
            i: cython.int
            _: cython.int
            for i in range(WIDTH):
                entry: Entry = read_entry(bucket + i)
                if not bound_of(entry.rest) or entry.check == key:
                    place = bucket + i
                    self.filled += not bound_of(entry.rest)
                    break
                worth: cython.int = work_of(entry.rest) + (AGES if age_of(entry.rest) == self.age else 0)
                if worth < least:
                    place, least = bucket + i, worth
            rest: cython.ulonglong = cython.cast(cython.uint, move)
            rest |= cython.cast(cython.ulonglong, cython.cast(cython.ushort, depth)) << 32
            rest |= cython.cast(cython.ulonglong, bound | self.age << 2 | count_bits(work) << 8) << 48
            told: cython.ulonglong = score
            referee_write(cython.address(place.check), key ^ told ^ rest)
            referee_write(cython.address(place.score), told)
            referee_write(cython.address(place.rest), rest)
            for _ in range(HASTE):
                if self.filled > LOAD * self.buckets and self.buckets < self.most:
                    self.split_bucket()

        def split_bucket(self):
            self.split -= 1
            old: Bucket = self.entries[self.split]
            halves: cython.pointer(Bucket) = self.entries + 2 * self.split
            memset(halves, 0, 2 * cython.sizeof(Bucket))
            i: cython.int
            for i in range(WIDTH):
                if bound_of(old.entries[i].rest):
                    half: cython.pointer(Entry) = self.bucket(read_entry(cython.address(old.entries[i])).check)
                    while bound_of(half.rest):
                        half += 1
                    half[0] = old.entries[i]
            if self.split == 0:
                self.buckets *= 2
                self.split = self.buckets

    else:

        def __init__(self, entries=1 << 20, shared=False):
            self.buckets, self.most = count_buckets(entries, shared)
            self.split, self.filled, self.age = self.buckets, 0, 0
            self.kept = {}
            self.score = self.move = self.depth = self.bound = 0

        def bucket(self, key):
            mixed = (key * SPREAD & WORD) >> 32
            place = mixed * self.buckets >> 32
            return place if place < self.split else mixed * 2 * self.buckets >> 32

        def expect(self, key):
            """Announce a lookup of the key: compiled, its bucket comes into the processor's cache."""

        def find(self, key):
            """Return whether the key is in the table."""
            for entry in self.kept.get(self.bucket(key), ()):
                if entry[0] == key:
                    _, self.score, self.move, self.depth, self.bound, _, _ = entry
                    return key != NO_KEY
            return False

        def store(self, key, score, move, depth, bound, work):
            """Keep the score of a search of `depth`, its best move, the kind of bound, and the work in positions."""
            bucket = self.kept.setdefault(self.bucket(key), [])
            keys = [entry[0] for entry in bucket]
            place = keys.index(key) if key in keys else len(bucket)
            if place == WIDTH:
                place = min(range(WIDTH), key=lambda i: bucket[i][6] + AGES * (bucket[i][5] == self.age))
            self.filled += place == len(bucket)
            bucket[place : place + 1] = [(key, score, move, depth, bound, self.age, count_bits(work))]
            for _ in range(HASTE):
                if self.filled > LOAD * self.buckets and self.buckets < self.most:
                    self.split_bucket()

        def split_bucket(self):
            """Spread the entries of the last bucket that is not split yet over two."""
            self.split -= 1
            for entry in self.kept.pop(self.split, ()):
                self.kept.setdefault(self.bucket(entry[0]), []).append(entry)
            if self.split == 0:
                self.buckets *= 2
                self.split = self.buckets

    def grow_old(self) -> None:
        """Begin another search: older entries give way first."""
        self.age = (self.age + 1) % AGES


class Ordering:
    """The order in which a search tries the moves: the sooner the best one, the less it has to search.

    First the table's move; then by the game's own rank (Game.ranked); among moves of equal rank the ply's two killers,
    which cut off another position of the ply (S. G. Akl, M. M. Newborn, 1977); then the countermove, which last refuted
    the same move of the opponent's (J. Uiterwijk, ICCA Journal 15, 1992); then by the history: how much the move cut
    off anywhere, and how often it was tried in vain (J. Schaeffer, "The History Heuristic and Alpha-Beta Search
    Enhancements in Practice", IEEE Transactions on Pattern Analysis and Machine Intelligence 11, 1989). Equal moves
    keep the game's own order.

    The history of a move stays within its bounds because each entry draws it nearer to one of them:

        cut off      history += bonus - history * bonus / BOUND        bonus = 16 * depth * depth, at most LARGEST
        in vain      history -= bonus + history * bonus / BOUND

    `moves` is a stack of the moves of the current line and their siblings; the topmost ones belong to one position.

    ranked  whether the game ranks its moves.
    """

    def __init__(self, ranked: bool):
        self.moves, self.ranks = MoveList(), MoveList()
        self.ranked = ranked
        if not cython.compiled:
            self.killers, self.played = [0] * (2 * KILLERS), [0] * KILLERS
            self.history, self.counters = [0] * (2 * SLOTS), [0] * (2 * SLOTS)
        place: cython.int
        for place in range(2 * KILLERS):
            self.killers[place] = -1
        for place in range(KILLERS):
            self.played[place] = -1
        for place in range(2 * SLOTS):
            self.counters[place] = -1

    def gather(self, game: Game, first: cython.int, ply: cython.int) -> cython.int:
        """Put the position's moves with their ranks on the stack, `first` highest; return where they start."""
        bottom: cython.int = self.moves.count
        seat: cython.int = SLOTS if game.turn == 1 else 0
        pair: cython.int = 2 * min(ply, KILLERS - 1)
        counter: cython.int = self.counters[seat + slot(self.last(ply))]
        place: cython.int
        self.ranks.count = bottom
        if self.ranked:
            game.collect_ranked(self.moves, self.ranks)
        else:
            game.collect(self.moves)
            for _ in range(bottom, self.moves.count):
                self.ranks.add(0)
        for place in range(bottom, self.moves.count):
            move: cython.int = self.moves.at(place)
            rank: cython.int = self.history[seat + slot(move)] + BOUND
            if move == self.killers[pair] or move == self.killers[pair + 1]:
                rank = REFUTES + (3 if move == self.killers[pair] else 2)
            elif move == counter:
                rank = REFUTES + 1
            own: cython.int = max(-HIGHEST, min(HIGHEST, self.ranks.at(place)))
            self.ranks.put(place, FOREMOST if move == first else own * (1 << SHIFT) + rank)
        return bottom

    def next(self, place: cython.int, bottom: cython.int) -> cython.int:
        """Return the move to try at `place`: the highest-ranked from there to the top, the first of equals.

        After PICKED moves in vain, the others come as they stand.
        """
        if place - bottom >= PICKED:
            return self.moves.at(place)
        chosen: cython.int = place
        other: cython.int
        for other in range(place + 1, self.moves.count):
            if self.ranks.at(other) > self.ranks.at(chosen):
                chosen = other
        # The moves before the chosen one move up by one, so that equals keep the game's order.
        move: cython.int = self.moves.at(chosen)
        rank: cython.int = self.ranks.at(chosen)
        for other in range(chosen, place, -1):
            self.moves.put(other, self.moves.at(other - 1))
            self.ranks.put(other, self.ranks.at(other - 1))
        self.moves.put(place, move)
        self.ranks.put(place, rank)
        return move

    def play(self, move: cython.int, ply: cython.int):
        """Record the move made at `ply`; -1 for a skipped turn."""
        if ply < KILLERS:
            self.played[ply] = move

    def last(self, ply: cython.int) -> cython.int:
        """Return the move that led to `ply`; -1 if unknown."""
        return self.played[ply - 1] if 0 < ply <= KILLERS else -1

    def is_preferred(self, place: cython.int) -> cython.bint:
        """Return whether more than the history speaks for the move: the table, the game's rank, or a refutation."""
        return self.ranks.at(place) > REFUTES

    def favour(self, place: cython.int) -> cython.int:
        """Return how good the move at `place` was elsewhere, -2 to 2."""
        return ((self.ranks.at(place) & 0xFFFF) >> BITS - 1) - 2

    def blame(self, turn: cython.int, bottom: cython.int, top: cython.int, depth: cython.int):
        """Lower the history of the moves from `bottom` to `top`, tried in vain before one that cut off."""
        bonus: cython.int = min(16 * depth * depth, LARGEST)
        place: cython.int
        if depth <= FAR:
            for place in range(bottom, top):
                at: cython.int = slot(self.moves.at(place)) + (SLOTS if turn == 1 else 0)
                self.history[at] -= bonus + (self.history[at] * bonus >> BITS)

    def cut(self, turn: cython.int, move: cython.int, depth: cython.int, ply: cython.int):
        """Remember that `move` cut off a search of `depth`: as a killer, in the history and as a countermove."""
        pair: cython.int = 2 * min(ply, KILLERS - 1)
        seat: cython.int = SLOTS if turn == 1 else 0
        if self.killers[pair] != move:
            self.killers[pair + 1] = self.killers[pair]
            self.killers[pair] = move
        if depth <= FAR:
            bonus: cython.int = min(16 * depth * depth, LARGEST)
            at: cython.int = seat + slot(move)
            self.history[at] += bonus - (self.history[at] * bonus >> BITS)
            self.counters[seat + slot(self.last(ply))] = move


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def slot(move: cython.int) -> cython.int:
    """Return the move's slot in the history."""
    mixed: cython.ulonglong = cython.cast(cython.ulonglong, move) * MIX & LOW
    return cython.cast(cython.int, mixed >> 20)
