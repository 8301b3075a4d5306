"""Games whose rules look at the past are solved as plain minimax solves them, whatever keys they write."""

from reference import best

from games.game import Game
from players.search.clock import Clock
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.table import Table
from referee.solving import exhaustive
from tests.helpers.cases import every_case


class Ring(Game):
    """A pawn on a ring of cells, moved in turn; the rules depend on where it has been."""

    looks_back = True

    def __init__(self, cells):
        self.turn = 0
        self.cells = cells
        self.past = [1]

    def moves(self):
        return [] if self.score() is not None else self.steps()

    def make(self, move):
        self.past.append((self.past[-1] + move) % self.cells)
        self.turn = 1 - self.turn

    def last_mover_wins(self):
        return 1 if self.turn == 1 else -1


class ThirdTime(Ring):
    """Move to cell 0 to win. The third time that the pawn is on a cell is a draw."""

    def steps(self):
        return [1, 2]

    def score(self):
        if self.past[-1] == 0:
            return self.last_mover_wins()
        return 0 if self.past.count(self.past[-1]) == 3 else None


class NoRepetition(Ring):
    """The pawn never comes to a cell for the third time. If you have no move, you lose."""

    def steps(self):
        return [step for step in (1, 2, 3) if self.past.count((self.past[-1] + step) % self.cells) < 2]

    def score(self):
        return None if self.steps() else self.last_mover_wins()


class NoSameMove(Ring):
    """Do not make the move that was made just before. Move to cell 0 to win; the ninth move ends in a draw."""

    def steps(self):
        before = self.past[-1] - self.past[-2] if self.past[1:] else 0
        return [step for step in (1, 2, 3) if (step - before) % self.cells]

    def score(self):
        if self.past[-1] == 0:
            return self.last_mover_wins()
        return 0 if len(self.past) > 9 else None


def number(past):
    """Return a small number of its own for each past."""
    found = 0
    for cell in past:
        found = 10 * found + cell + 1
    return found


class SmallKeys(ThirdTime):
    """Its two keys are small numbers, and a board and a position often have the same one."""

    def key(self):
        return number(self.past)

    def board_key(self):
        return number([1, self.past[-1]])


class SuperKey(ThirdTime):
    """Its board_key is the one that it inherits."""

    def board_key(self):
        return super().board_key()


KINDS = ThirdTime, NoSameMove, SmallKeys, SuperKey
SPECS = [*((kind, cells) for kind in KINDS for cells in (4, 5, 7)), (NoRepetition, 4), (NoRepetition, 5)]


@every_case(("kind", "cells"), SPECS)
def test_solve_finds_what_plain_minimax_finds(kind, cells):
    game = kind(cells)
    found, _ = exhaustive.by_search(game.copy(), 8, None, lambda said: None)
    value, plies = best(game)
    assert (found["solved"], found["value"], found["distance"]) == (True, value, plies if value else None)


@every_case(("kind", "cells"), SPECS)
def test_what_a_search_to_a_depth_proves_is_what_plain_minimax_finds(kind, cells):
    game = kind(cells)
    value, plies = best(game)
    for depth in range(1, 20):
        search = Pvs(game.copy(), Table(1 << 12), Clock(), 40)
        search.run(depth)
        if search.final:
            break
    assert exhaustive.value_of(game, search.score).score == value
    assert exhaustive.value_of(game, search.score).distance == (plies if value else None)
