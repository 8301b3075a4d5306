"""Endings of chess with up to four pieces, solved by retrograde analysis: in how many plies each position is won.

A table holds all positions with the same pieces. Both kings, and the first other piece if there are two, determine a
word; its bits are the squares of the last piece. So one operation looks at 64 positions. By rotations and mirrors the
white king stands on one of ten squares; with pawns, on one of 32.

Mates are found first. Then each ply finds the positions that are won in that number of plies, because a move reaches a
position that the other side has lost, or lost, because no move escapes from positions that the other side has won
(K. Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal 9.3, 1986). A capture or a promotion leads to
another table, which is solved before.

The history of a game does not count here: neither repetitions nor the 50 moves. No side may castle. Captures en passant
are part of the values, but no position in which one is possible has a place of its own.

A value is a byte: 0 for a draw, 255 for an impossible position, otherwise 1 plus the plies to mate. So it is odd if the
side to move loses.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.cpython.bytearray import PyByteArray_AS_STRING
else:
    from games.base.bits import Bits, lowest
    from games.chess.board import BISHOP, KNIGHT, PAWN, QUEEN, ROOK
    from games.chess.ending_words import attacks, back, beside, between, codes, home, images, numbers, origins, turned
    from games.chess.moves import step, strike

from functools import cache

from games.chess.ending_words import homes
from games.chess.fen import KINDS, LETTERS

ORDER = "QRBNP"  # the strongest first
MEN = 4  # at most, with the kings
ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
INNER = cython.declare(cython.ulonglong, 0x00FFFFFFFFFFFF00)  # where pawns stand
# By seat: the rank where its pawns stand before the first step, after two steps, and before the last step.
starts = cython.declare(cython.ulonglong[2], [0xFF << 8, 0xFF << 48])
fourths = cython.declare(cython.ulonglong[2], [0xFF << 24, 0xFF << 32])
sevenths = cython.declare(cython.ulonglong[2], [0xFF << 48, 0xFF << 8])
heirs = cython.declare(cython.int[4], [QUEEN, ROOK, BISHOP, KNIGHT])
NOWHERE = cython.declare(cython.int, 255)  # the value of an impossible position
FILLING = cython.declare(cython.int, -1)  # the ply in which a table is filled


if cython.compiled:

    @cython.cfunc
    @cython.exceptval(check=False)
    def words_of(store: bytearray) -> cython.pointer(cython.ulonglong):
        """Return the words of a bytearray."""
        return cython.cast(cython.pointer(cython.ulonglong), PyByteArray_AS_STRING(store))

    @cython.cfunc
    @cython.exceptval(check=False)
    def bytes_of(store: bytearray) -> cython.pointer(cython.uchar):
        """Return the bytes of a bytearray."""
        return cython.cast(cython.pointer(cython.uchar), PyByteArray_AS_STRING(store))

else:

    def words_of(store):
        """Return the words of a bytearray."""
        return memoryview(store).cast("Q")

    def bytes_of(store):
        """Return the bytes of a bytearray."""
        return memoryview(store)


def better(one, other):
    """Return the better of two values for the side to move; NOWHERE is no value."""
    if one == NOWHERE:
        return other
    if other == NOWHERE:
        return one
    if one and other and one & 1 == other & 1:
        return max(one, other) if one & 1 else min(one, other)
    if one and other:
        return other if one & 1 else one
    return one + other if not (one + other) & 1 else 0


def name_of(men):
    """Return the name of the table of these (kind, seat), `KQKR`, and whether the colours have to be swapped."""
    sides = [sorted([LETTERS[kind] for kind, seat in men if seat == each], key=ORDER.index) for each in (0, 1)]
    weights = [(len(side), [-ORDER.index(letter) for letter in side]) for side in sides]
    swapped = weights[1] > weights[0]
    if swapped:
        sides.reverse()
    return f"K{''.join(sides[0])}K{''.join(sides[1])}", swapped


class EndingView:
    """A table as seen by men in another order, or with the other colours."""

    def __init__(self, men):
        name, self.flipped = name_of(men)
        self.alone, self.swapped = not men, False
        self.table = ending(name) if men else None
        if len(men) == 2:
            first = men[0][0], men[0][1] ^ self.flipped
            self.swapped = first != (self.table.kind1, self.table.seat1)

    def look(self, turn, white, black, one, other):
        """Return the value of a position with the first man on `one` and the second on `other`."""
        if self.alone:
            return NOWHERE if white == black or step(white) >> black & 1 else 0
        if self.swapped:
            one, other = other, one
        if self.flipped:
            return self.table.look(turn ^ 1, black ^ 56, white ^ 56, one ^ 56, other ^ 56)
        return self.table.look(turn, white, black, one, other)

    def value(self, turn, squares):
        """Return the value of a position: the squares of the white king, the black king and the men."""
        white, black, *men = squares
        one, other = men if len(men) == 2 else (men[0], men[0])
        return self.look(turn, white, black, one, other)


class Ending:
    """The table of all positions with the same pieces; `advance` solves it in parts.

    name   the pieces, the stronger side's first: `KQKR`;  needs  the tables to solve before, in this order.
    work   the words looked at so far;  ready  whether it is solved;  ply  of the mates that are looked for now.

    kind1, kind2  what the men besides the kings are; with three pieces only the second one exists. A pawn comes last.
    free  the legal positions that are not known to be won, a word each;  lost  those that are known to be lost.
    open  those whose value may still be found: neither known nor stalemate.
    rest  the values of the positions without the second man (0) or the first (1), on all squares; also as words.
    promoted  the best value after a pawn's last step, of the first man (0) and the second (1).
    """

    def __init__(self, name):
        white, black = name[1:].split("K")
        men = [(KINDS[letter], seat) for seat, side in enumerate((white, black)) for letter in side]
        self.name, self.ready, self.work, self.ply, self.block = name, False, 0, FILLING, 0
        self.latest = self.idle = 0
        self.kind1, self.seat1 = men[0] if len(men) == 2 else (0, 0)
        self.kind2, self.seat2 = men[len(men) - 1]
        self.pawned, self.span = self.kind2 == PAWN, 64 if len(men) == 2 else 1
        self.kings = len(homes[self.pawned])
        self.views, self.stores, self.counts = self.views_of(men), [], []
        self.needs = self.find_needs()
        if not cython.compiled:  # compiled, they are arrays of C
            self.rest, self.rest_free, self.rest_lost, self.promoted, self.fresh, self.news = (
                [None, None], [None, None], [None, None], [None, None], [0, 0], [0, 0],
            )  # fmt: skip

    def views_of(self, men):
        """Return the tables that captures lead to, and by man, heir and capture the tables that promotions lead to."""
        captures = [EndingView(men[:1]), EndingView(men[1:])] if len(men) == 2 else []
        found = [captures, [], []]
        for place, (kind, seat) in enumerate(men):
            if kind == PAWN:
                which = place + 2 - len(men)
                for heir in heirs:
                    whole = EndingView([*men[:place], (heir, seat), *men[place + 1 :]])
                    found[1 + which].append((whole, EndingView([(heir, seat)]) if len(men) == 2 else None))
        return found

    def find_needs(self):
        """Return the tables that have to be solved before this one, those that they need themselves first."""
        captures, *promotions = self.views
        views = captures + [view for each in promotions for pair in each for view in pair if view is not None]
        found = []
        for view in views:
            if view.table is not None:
                found += [table for table in (*view.table.needs, view.table) if table not in found]
        return tuple(found)

    def begin(self):
        """Make room for the table, and for what is only needed until it is solved."""
        words = 2 * self.kings * 64 * self.span
        stores = [bytearray(8 * words) for _ in range(3)] + [bytearray(b"\xff") * (64 * words)]
        self.free, self.lost, self.open = words_of(stores[0]), words_of(stores[1]), words_of(stores[2])
        self.plies = bytes_of(stores[3])
        if self.span > 1:
            stores += [bytearray(64 * 8192) for _ in range(2)] + [bytearray(8 * 8192) for _ in range(4)]
            self.rest[0], self.rest[1] = bytes_of(stores[4]), bytes_of(stores[5])
            self.rest_free[0], self.rest_free[1] = words_of(stores[6]), words_of(stores[7])
            self.rest_lost[0], self.rest_lost[1] = words_of(stores[8]), words_of(stores[9])
        if self.pawned:
            added = [bytearray(b"\xff") * (8 * 64 * self.kings * 64) for _ in range(2)]
            self.promoted[0], self.promoted[1] = bytes_of(added[0]), bytes_of(added[1])
            stores += added
        self.stores = stores
        if self.span > 1:
            self.fill_rests()

    def fill_rests(self):
        """Look up the values after the capture of either man."""
        which: cython.int
        place: cython.int
        square: cython.int
        counts: list = [0] * 256
        for which in range(2):
            view: EndingView = self.views[0][which]
            values = self.rest[which]
            free = self.rest_free[which]
            for place in range(2 * 64 * 64):
                for square in range(64):
                    value: cython.int = view.look(place >> 12, place >> 6 & 63, place & 63, square, square)
                    values[64 * place + square] = value
                    counts[value] += 1
                    if value != NOWHERE:
                        free[place] |= ONE << square
        self.counts = counts
        self.latest = max([value for value in range(NOWHERE) if counts[value]])

    def settle_rests(self):
        """Bring the words of captures up to positions whose mates are shorter than the ply."""
        which: cython.int
        place: cython.int
        if self.span == 1 or not 0 < self.ply < NOWHERE or not self.counts[self.ply]:
            return 0
        for which in range(2):
            values, words = self.rest[which], self.rest_lost[which] if self.ply & 1 else self.rest_free[which]
            for place in range(2 * 64 * 64 * 64):
                if values[place] == self.ply:
                    words[place >> 6] ^= ONE << (place & 63)
        return 0

    def place(self, turn, white, black, one):
        """Return the place of a word."""
        code: cython.int = codes[64 * self.pawned + white]
        place: cython.int = (turn * self.kings + numbers[64 * self.pawned + white]) * 64 + images[64 * code + black]
        return place * 64 + images[64 * code + one] if self.span > 1 else place

    def look(self, turn, white, black, one, other):
        """Return the value of a position of the solved table; with three men `one` does not matter."""
        code: cython.int = codes[64 * self.pawned + white]
        return self.plies[64 * self.place(turn, white, black, one) + images[64 * code + other]]

    def goal(self, losing, turn, white, black, one):
        """Return the squares of the last man where `turn` has lost; or, unless `losing`, is not known to win."""
        word: Bits = (self.lost if losing else self.free)[self.place(turn, white, black, one)]
        code: cython.int = codes[64 * self.pawned + white]
        return turned(word, code) if code and word else word

    def rest_goal(self, which, losing, turn, white, black):
        """Return the same after a capture, for the squares of the man that is left."""
        return (self.rest_lost[which] if losing else self.rest_free[which])[(turn * 64 + white) * 64 + black]

    def bare(self, losing, turn, white, black, one):
        """Return whether `turn` has lost, or is not known to win, without the second man."""
        if self.span == 1:
            return not losing
        return self.rest_goal(0, losing, turn, white, black) >> one & 1

    def checking(self, seat, white, black, one):
        """Return the squares of the last man where the men of `seat` check the other king."""
        target: cython.int = white if seat else black
        filled: Bits = ONE << white | ONE << black
        found: Bits = 0
        hit: Bits
        if self.span > 1:
            if self.seat1 == seat:
                hit = strike(seat, ONE << one) if self.kind1 == PAWN else attacks(self.kind1, one, filled)
                if hit >> target & 1:
                    found = WORD & ~between[64 * one + target]
            filled |= ONE << one
        if self.seat2 == seat:
            found |= strike(1 - seat, ONE << target) if self.kind2 == PAWN else attacks(self.kind2, target, filled)
        return found

    def legal(self, turn, white, black, one):
        """Return the squares where the last man may stand when `turn` is to move."""
        filled: Bits = ONE << white | ONE << black
        if white == black or step(white) >> black & 1:
            return 0
        if self.span > 1:
            if filled >> one & 1 or (self.kind1 == PAWN and not INNER >> one & 1):
                return 0
            filled |= ONE << one
        inside: Bits = INNER if self.kind2 == PAWN else WORD
        return inside & ~filled & ~self.checking(turn, white, black, one)

    def counts_now(self, value, losing):
        """Return whether a promotion of this value wins by now; or, unless `losing`, is not known to lose."""
        if value == NOWHERE:
            return False
        if losing:
            return value and not value & 1 and value - 1 <= self.ply
        return not (value & 1 and value - 1 <= self.ply)

    def reach(self, turn, white, black, one, losing, wanted):
        """Return the squares of the last man from which `turn` reaches a goal, at least those among `wanted`."""
        found: Bits = 0
        if self.seat2 == turn:
            found = self.by_second(turn, white, black, one, losing)
        if wanted & ~found:
            found |= self.by_king(turn, white, black, one, losing)
        if self.span > 1 and self.seat1 == turn and wanted & ~found:
            found |= self.by_first(turn, white, black, one, losing)
        return found

    def by_king(self, turn, white, black, one, losing):
        """Return the squares of the last man from which a move of the king reaches a goal."""
        found: Bits = 0
        other: cython.int = 1 - turn
        targets: Bits = step(black) & ~step(white) if turn else step(white) & ~step(black)
        while targets:
            to: cython.int = lowest(targets)
            targets &= targets - 1
            w: cython.int = white if turn else to
            b: cython.int = to if turn else black
            if self.span > 1 and to == one:
                if self.seat1 != turn:
                    found |= self.rest_goal(1, losing, other, w, b)
                continue
            found |= self.goal(losing, other, w, b, one)
            if self.seat2 != turn and self.bare(losing, other, w, b, one):
                found |= ONE << to
        return found

    def by_first(self, turn, white, black, one, losing):
        """Return the squares of the last man from which a move of the first man reaches a goal."""
        if self.kind1 == PAWN:
            return self.by_first_pawn(turn, white, black, one, losing)
        found: Bits = 0
        filled: Bits = ONE << white | ONE << black
        targets: Bits = attacks(self.kind1, one, filled)
        words = self.lost if losing else self.free
        place: cython.int = self.place(1 - turn, white, black, 0)
        if self.seat2 != turn:
            found = targets & self.rest_goal(0, losing, 1 - turn, white, black)
        targets &= ~filled
        while targets:
            to: cython.int = lowest(targets)
            targets &= targets - 1
            found |= words[place + to] & ~between[64 * one + to]
        return found

    def by_first_pawn(self, turn, white, black, one, losing):
        """Return the squares of the last man from which a move of the first man, a pawn, reaches a goal."""
        filled: Bits = ONE << white | ONE << black
        up: cython.int = -8 if turn else 8
        found: Bits = 0
        if sevenths[turn] >> one & 1:
            place: cython.int = numbers[64 + white] * 64 + black
            place = (8 * place + (one & 7)) * 64
            square: cython.int
            for square in range(64):
                if self.counts_now(self.promoted[0][place + square], losing):
                    found |= ONE << square
            return found
        if self.seat2 != turn:
            found = strike(turn, ONE << one) & self.rest_goal(0, losing, 1 - turn, white, black)
        if filled >> one + up & 1:
            return found
        found |= self.goal(losing, 1 - turn, white, black, one + up)
        if starts[turn] >> one & 1 and not filled >> one + 2 * up & 1:
            twice: Bits = self.goal(losing, 1 - turn, white, black, one + 2 * up) & ~(ONE << one + up)
            # A pawn beside it captures it en passant, which never loses: the other side keeps its king alone.
            if self.seat2 != turn and (losing or self.rest_goal(1, True, turn, white, black) >> one + up & 1):
                twice &= ~beside(ONE << one + 2 * up)
            found |= twice
        return found

    def by_second(self, turn, white, black, one, losing):
        """Return the squares of the last man from which it reaches a goal."""
        if self.kind2 == PAWN:
            return self.by_second_pawn(turn, white, black, one, losing)
        goals: Bits = self.goal(losing, 1 - turn, white, black, one)
        filled: Bits = ONE << white | ONE << black
        captures: cython.bint = self.span > 1 and self.seat1 != turn
        if captures:
            captures = self.rest_goal(1, losing, 1 - turn, white, black) >> one & 1
        found: Bits = attacks(self.kind2, one, filled) if captures else 0
        if self.span > 1:
            filled |= ONE << one
        return found | origins(self.kind2, goals, WORD & ~filled)

    def by_second_pawn(self, turn, white, black, one, losing):
        """Return the squares of the last man, a pawn, from which it reaches a goal."""
        goals: Bits = self.goal(losing, 1 - turn, white, black, one)
        empty: Bits = ~(ONE << white | ONE << black)
        found: Bits = 0
        if self.span > 1:
            empty &= ~(ONE << one)
            if self.seat1 != turn and self.rest_goal(1, losing, 1 - turn, white, black) >> one & 1:
                found = strike(1 - turn, ONE << one)
        twice: Bits = goals & fourths[turn]
        if self.kind1 == PAWN and self.seat1 != turn and twice & beside(ONE << one):
            passed: Bits = self.rest_goal(0, True, turn, white, black)  # where a capture en passant would end
            twice &= ~beside(ONE << one) | (0 if losing else ~(passed >> 8 if turn else passed << 8))
        found |= back(turn, goals) | back(turn, back(turn, twice) & empty) & starts[turn]
        place: cython.int = numbers[64 + white] * 64 + black
        place = 8 * (64 * place + one if self.span > 1 else place)
        square: cython.int
        for square in range(8):
            if self.counts_now(self.promoted[1][place + square], losing):
                found |= ONE << square + (8 if turn else 48)
        return found

    def promote(self, turn, white, black, one, other, which):
        """Return the best value of the last step of the first (0) or second (1) man; NOWHERE if it cannot step."""
        square: cython.int = other if which else one
        beyond: cython.int = one if which else other
        filled: Bits = ONE << white | ONE << black
        targets: Bits = 0
        best: cython.int = NOWHERE
        if self.span > 1:
            filled |= ONE << beyond
            if self.seat1 != self.seat2:
                targets = strike(turn, ONE << square) & ONE << beyond
        targets |= ONE << square + (-8 if turn else 8) & ~filled
        while targets:
            to: cython.int = lowest(targets)
            targets &= targets - 1
            for whole, alone in self.views[1 + which]:
                view: EndingView = alone if filled >> to & 1 else whole
                first: cython.int = one if self.span > 1 and which and not filled >> to & 1 else to
                last: cython.int = other if self.span > 1 and not which and not filled >> to & 1 else to
                value: cython.int = view.look(1 - turn, white, black, first, last)
                if value != NOWHERE:
                    best = better(best, value + 1 if value else 0)
        return best

    def fill_promoted(self, turn, white, black, one, place):
        """Find the values of a word's promotions; `place` is its place among the words of one turn."""
        square: cython.int
        value: cython.int
        if self.kind2 == PAWN and self.seat2 == turn:
            for square in range(8):
                value = self.promote(turn, white, black, one, square + (8 if turn else 48), 1)
                self.promoted[1][8 * place + square] = value
                self.latest = max(self.latest, value if value != NOWHERE else 0)
        if self.kind1 == PAWN and self.seat1 == turn and sevenths[turn] >> one & 1:
            for square in range(64):
                value = self.promote(turn, white, black, one, square, 0)
                self.promoted[0][((place >> 6) * 8 + (one & 7)) * 64 + square] = value
                self.latest = max(self.latest, value if value != NOWHERE else 0)
        return 0

    def stamp(self, place, found, value):
        """Write the value of the positions of a word."""
        while found:
            self.plies[64 * place + lowest(found)] = value
            found &= found - 1
        return 0

    def begin_word(self, turn, white, black, one, place):
        """Find the legal positions of a word, and the values of its promotions."""
        found: Bits = self.legal(turn, white, black, one)
        self.free[place] = self.open[place] = found
        self.stamp(place, found, 0)
        filled: Bits = ONE << white | ONE << black
        if self.pawned and white != black and (self.span == 1 or not filled >> one & 1):
            self.fill_promoted(turn, white, black, one, place - turn * self.kings * 64 * self.span)
        return 1

    def do_word(self, turn, white, black, one, place):
        """Find the values of a word that this ply decides; return how many positions they are, or at least 1."""
        todo: Bits = self.open[place]
        losing: cython.bint = self.ply & 1
        found: Bits = self.reach(turn, white, black, one, losing, todo)
        if losing:
            found &= todo
            self.free[place] &= ~found
        else:
            found = todo & ~found
        self.open[place] &= ~found
        if self.ply == 0:
            found &= self.checking(1 - turn, white, black, one)
        if not losing:
            self.lost[place] |= found
        if found:
            self.stamp(place, found, self.ply + 1)
            self.news[turn] += 1
        return 1

    def needed(self, turn):
        """Return whether this ply may decide positions with `turn` to move."""
        return self.ply <= self.latest or self.fresh[1 - turn] > 0

    def do_block(self):
        """Look at the words of one pair of kings."""
        half: cython.int = self.kings * 64
        if self.ply == FILLING and self.block == 0:
            self.begin()
        turn: cython.int = self.block // half
        black: cython.int = self.block & 63
        white: cython.int = home[64 * self.pawned + (self.block - turn * half >> 6)]
        one: cython.int
        self.work += 1
        if self.needed(turn):
            for one in range(self.span):
                place: cython.int = self.block * self.span + one
                if self.ply == FILLING:
                    self.work += self.begin_word(turn, white, black, one, place)
                elif self.open[place]:
                    self.work += self.do_word(turn, white, black, one, place)
            self.block += 1
        else:
            self.block = (turn + 1) * half
        if self.block == 2 * half:
            self.end_ply()
        return 0

    def end_ply(self):
        """Begin the next ply; or finish the table after two plies that decided nothing."""
        self.idle = 0 if self.news[0] or self.news[1] else self.idle + 1
        self.fresh[0], self.fresh[1] = self.news[0], self.news[1]
        self.news[0] = self.news[1] = self.block = 0
        self.ready = self.idle >= 2 and self.ply > self.latest
        self.ply += 1
        self.settle_rests()
        if self.ready:  # only the values are needed now
            self.stores, self.views, self.counts = self.stores[3:4], [], []
        return 0

    def advance(self, words):
        """Go on solving until about `words` more words were looked at, or the table is ready."""
        end: cython.longlong = self.work + words
        while self.work < end and not self.ready:
            self.do_block()

    def values(self):
        """Return all values of a solved table, a byte each: by turn, white king, black king, and the men."""
        return bytes(self.stores[0])


@cache
def ending(name):
    """Return the table of this name, which is the same in all of the process."""
    return Ending(name)
