"""In which order a search tries the moves: the sooner the best one, the less it has to look at.

First the move that the table remembers; then by the game's own rank (Game.ranked); among moves of equal rank the two
killers of the ply, which cut off another position so far from the root (S. G. Akl, M. M. Newborn, 1977); then the one
that last refuted the same move of the opponent's (countermove: J. Uiterwijk, ICCA Journal 15, 1992); then by how much
was cut off by the move anywhere, and how often it was tried in vain (J. Schaeffer, "The History Heuristic and
Alpha-Beta Search Enhancements in Practice", IEEE Transactions on Pattern Analysis and Machine Intelligence 11, 1989).
Of equals the one that comes first in the game's own order.

The history of a move stays within its bounds because each entry draws it nearer to one of them:

    cut off      history += bonus - history * bonus / BOUND        bonus = 16 * depth * depth, at most LARGEST
    in vain      history -= bonus + history * bonus / BOUND
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import Game, MoveList
else:
    from games.game import Game, MoveList

KILLERS = cython.declare(cython.int, 64)  # plies that have killers
FIRST = cython.declare(cython.int, 0x7FFFFFFF)
SHIFT = cython.declare(cython.int, 16)  # bits below the game's rank
BOUND = cython.declare(cython.int, 1 << 14)  # of the history, above 0 and below
BITS = cython.declare(cython.int, 14)  # of it
LARGEST = cython.declare(cython.int, 2048)
HIGHEST = cython.declare(cython.int, 10_000)  # of the game's ranks
PICKED = cython.declare(cython.int, 24)  # moves of a position that are sought out one by one
FAR = cython.declare(cython.int, 64)  # plies ahead: a search to the end of the game weighs no move by them
MOST = cython.declare(cython.int, 1 << 15)  # of what the history adds; above it countermove and killers
SLOTS = cython.declare(cython.int, 4096)  # moves of one seat that the history tells apart
SPREAD = cython.declare(cython.uint, 0x9E3779B1)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFF)


class Ordering:
    """The moves of the line under way and their siblings, a stack; the topmost ones are those of one position.

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
        """Put the moves of the position on the stack, that one to be tried first; where they start."""
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
                rank = MOST + (3 if move == self.killers[pair] else 2)
            elif move == counter:
                rank = MOST + 1
            own: cython.int = max(-HIGHEST, min(HIGHEST, self.ranks.at(place)))
            self.ranks.put(place, FIRST if move == first else own * (1 << SHIFT) + rank)
        return bottom

    def next(self, place: cython.int, bottom: cython.int) -> cython.int:
        """The move to try as the one at that place: the highest of those from there to the top, the first of equals.

        Where that many from the bottom on were tried in vain, the others come as they stand.
        """
        if place - bottom >= PICKED:
            return self.moves.at(place)
        chosen: cython.int = place
        other: cython.int
        for other in range(place + 1, self.moves.count):
            if self.ranks.at(other) > self.ranks.at(chosen):
                chosen = other
        # What stood before the chosen one moves up by one, so that equals stay in the game's order.
        move: cython.int = self.moves.at(chosen)
        rank: cython.int = self.ranks.at(chosen)
        for other in range(chosen, place, -1):
            self.moves.put(other, self.moves.at(other - 1))
            self.ranks.put(other, self.ranks.at(other - 1))
        self.moves.put(place, move)
        self.ranks.put(place, rank)
        return move

    def play(self, move: cython.int, ply: cython.int):
        """Record the move that is made at that ply; -1 where a turn is skipped."""
        if ply < KILLERS:
            self.played[ply] = move

    def last(self, ply: cython.int) -> cython.int:
        """The move that led to that ply; -1 where none is known."""
        return self.played[ply - 1] if 0 < ply <= KILLERS else -1

    def is_preferred(self, place: cython.int) -> cython.bint:
        """Whether more than the history speaks for the move at that place: the table, the game's rank, a refutation."""
        return self.ranks.at(place) > MOST

    def favour(self, place: cython.int) -> cython.int:
        """How good the move at that place was elsewhere, -2 to 2."""
        return ((self.ranks.at(place) & 0xFFFF) >> BITS - 1) - 2

    def blame(self, turn: cython.int, bottom: cython.int, top: cython.int, depth: cython.int):
        """Let the history tell less for the moves from one place to another, tried in vain before one that cut off."""
        bonus: cython.int = min(16 * depth * depth, LARGEST)
        place: cython.int
        if depth <= FAR:
            for place in range(bottom, top):
                at: cython.int = slot(self.moves.at(place)) + (SLOTS if turn == 1 else 0)
                self.history[at] -= bonus + (self.history[at] * bonus >> BITS)

    def cut(self, turn: cython.int, move: cython.int, depth: cython.int, ply: cython.int):
        """Remember that the move was too good to be allowed, where so many plies were looked ahead."""
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
    """Where the history of the move stands."""
    mixed: cython.ulonglong = cython.cast(cython.ulonglong, move) * SPREAD & WORD
    return cython.cast(cython.int, mixed >> 20)
