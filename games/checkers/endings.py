"""Endings of checkers with up to three pieces, solved by retrograde analysis: in how many plies each position is won.

A table holds all positions with the same pieces. The game itself finds the moves of each position once; those that
capture a piece or make a king lead to a table that is solved before. Then each ply finds the positions that are won in
that number of plies, because a move reaches a position that the other side has lost, or lost, because all moves reach
positions that the other side has won (K. Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal 9.3, 1986).

The history of a game does not count here: neither repetitions nor the 40 moves.

    a place   the seat to move, then the squares of Black's kings, Black's men, White's kings and White's men, from 0,
              each of them five bits, rising among pieces of one kind
    a value   0 for a draw, otherwise 1 plus the plies to the end: odd if the side to move loses
"""

from array import array
from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

# mypy: ignore-errors
import cython

if not cython.compiled:
    from games.base.bits import Bits, lowest
    from games.move_list import MoveList

from games.checkers.board import FIRST, squares

PIECES = 3  # at most
NOWHERE = cython.declare(cython.int, 255)  # the value of a place without a position
COST = cython.declare(cython.int, 16)  # words of work for the moves of a position
START = cython.declare(cython.int, FIRST)
ONE = cython.declare(cython.ulonglong, 1)
HOMES = cython.declare(cython.ulonglong[2], [squares(29, 30, 31, 32), squares(1, 2, 3, 4)])  # where men become kings


@cython.cfunc
@cython.exceptval(check=False)
def spot(black: Bits, white: Bits, kings: Bits, turn: cython.int) -> cython.int:
    """Return the place of a position in its table."""
    place: cython.int = turn
    group: cython.int
    for group in range(4):
        pieces: Bits = (white if group > 1 else black) & (~kings if group & 1 else kings)
        while pieces:
            bit: cython.int = lowest(pieces) - START
            place = place << 5 | bit - bit // 9
            pieces &= pieces - 1
    return place


class CheckersEnding:
    """A table for pieces named "KM-K": Black's kings and men, then White's. It is solved step by step.

    kind   the class of the game.
    needs  the tables that it needs, each after those that it needs itself.
    ready  whether it is solved;  work  the words that were looked at;  ply  that is being decided, 0 while moves are
           gathered.
    """

    def __init__(self, name: str, kind: Callable[[], Any]):
        self.name = name
        self.count = len(name) - 1
        self.size = 2 << 5 * self.count
        self.black = name.index("-")
        self.kings = sum([1 << number for number, letter in enumerate(name.replace("-", "")) if letter == "K"])
        self.needs = tuple([ending(each, kind) for each in names_after(name)])
        self.others = {each.name: each for each in self.needs}
        self.game, self.found = kind(), MoveList()
        self.first, self.target = array("i", bytes(4 * (self.size + 1))), array("i", bytes(4 * self.size))
        self.open, self.plies = array("i", bytes(4 * self.size)), array("B", bytes([NOWHERE])) * self.size
        self.ready = False
        self.work = self.ply = self.place = self.idle = self.latest = self.left = self.kept = 0

    def set_up(self, place):
        """Set the game to the position of a place; return whether there is one."""
        game = self.game
        game.turn = place >> 5 * self.count
        game.pieces[0] = game.pieces[1] = 0
        game.kings = game.past = 0
        game.quiet = game.plies = 0
        game.drawn = False
        number: cython.int
        for number in range(self.count):
            square: cython.int = place >> 5 * (self.count - 1 - number) & 31
            bit: Bits = ONE << START + square + square // 8
            seat: cython.int = number >= self.black
            king: cython.bint = self.kings >> number & 1
            if (game.pieces[0] | game.pieces[1]) & bit or (not king and HOMES[seat] & bit):
                return False
            game.pieces[seat] |= bit
            game.kings |= bit if king else 0
        return spot(game.pieces[0], game.pieces[1], game.kings, game.turn) == place

    def fill(self, place):
        """Find the moves of the position of a place, if there is one."""
        start: cython.int = self.first[place]
        self.first[place + 1] = start
        if not self.set_up(place):
            return 0
        self.work += COST
        self.found.count = 0
        self.game.collect(self.found)
        self.plies[place] = 0 if self.found.count else 1
        if not self.found.count:
            return 0
        if start + self.found.count > len(self.target):
            longer = array("i", self.target)
            longer.extend(longer)
            self.target = longer
        number: cython.int
        for number in range(self.found.count):
            self.game.apply(self.found.at(number))
            self.target[start + number] = self.meet()
            self.game.revert(self.found.at(number))
        self.first[place + 1] = start + self.found.count
        self.open[self.left] = place
        self.left += 1
        return 0

    def meet(self):
        """Return the place of the game's position in this table, or -1 minus its value in another one."""
        game = self.game
        place: cython.int = spot(game.pieces[0], game.pieces[1], game.kings, game.turn)
        if game.pieces[0] == 0 or game.pieces[1] == 0:
            return -2
        name = name_of(game.pieces[0], game.pieces[1], game.kings)
        if name == self.name:
            return place
        other: CheckersEnding = self.others[name]
        value: cython.int = other.plies[place]
        self.latest = max(self.latest, value)
        return -1 - value

    def worth(self, target):
        """Return the value of a target, as `meet` writes it."""
        return self.plies[target] if target >= 0 else -1 - target

    def decides(self, place):
        """Return whether this ply decides the position of a place, whose value is then `ply` + 1."""
        number: cython.int
        value: cython.int
        for number in range(self.first[place], self.first[place + 1]):
            value = self.worth(self.target[number])
            if self.ply & 1:
                if value & 1 and value <= self.ply:
                    return True
            elif value & 1 or not 0 < value <= self.ply:
                return False
        return not self.ply & 1

    def advance(self, words):
        """Go on solving until about `words` more words were looked at, or the table is ready."""
        end: cython.longlong = self.work + words
        while self.work < end and not self.ready:
            self.work += 1
            if self.ply == 0:
                self.fill(self.place)
                self.place += 1
                if self.place == self.size:
                    self.end_ply()
            elif self.place < self.left:
                here: cython.int = self.open[self.place]
                if self.decides(here):
                    self.plies[here] = self.ply + 1
                else:
                    self.open[self.kept] = here
                    self.kept += 1
                self.place += 1
            else:
                self.end_ply()

    def end_ply(self):
        """Begin the next ply; or finish the table after two plies that decided nothing."""
        if self.ply:
            self.idle = self.idle + 1 if self.kept == self.left else 0
            self.left = self.kept
        self.ready = self.idle >= 2 and self.ply > self.latest
        self.ply += 1
        self.place = self.kept = 0
        if self.ready:  # only the values are needed now
            self.first = self.target = self.open = array("i", [0])
        return 0

    def value(self, game) -> int:
        """Return the value of a position of these pieces, if the table is solved."""
        return self.plies[spot(game.pieces[0], game.pieces[1], game.kings, game.turn)]

    def values(self):
        """Return all values of a solved table, a byte each, by place."""
        return bytes(self.plies)


@cache
def ending(name: str, kind: Callable[[], Any]) -> CheckersEnding:
    """Return the table of this name for the class of the game, which is the same in all of the process."""
    return CheckersEnding(name, kind)


def name_of(black: int, white: int, kings: int) -> str:
    """Return the name of the table of a position."""
    sides = [(side & kings, side & ~kings) for side in (black, white)]
    return "-".join(["K" * king.bit_count() + "M" * man.bit_count() for king, man in sides])


def names_after(name: str) -> list[str]:
    """Return the names of the tables that positions of this one can lead to, those with fewer moves left first."""
    black, white = [[side.count(kind) for kind in "KM"] for side in name.split("-")]
    found = [
        "-".join(["K" * kings + "M" * men for kings, men in (one, other)])
        for one, other in product(weaker(*black), weaker(*white))
    ]
    found.sort(key=lambda each: (len(each), each.count("M")))
    found.pop()  # the name itself
    return found


def weaker(kings: int, men: int) -> list[tuple[int, int]]:
    """Return the kings and men that can be left of these, at least one piece, and themselves."""
    return [
        (king, man)
        for man in range(men + 1)
        for king in range(kings + men - man + 1)
        if king + man and king <= kings + men - man
    ]
