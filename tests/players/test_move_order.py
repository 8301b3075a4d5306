"""The order in which a search tries moves, worked out by hand: table, rank, killers, countermove, history."""

import pytest

from players.search.alphabeta.table import Ordering
from referee.support.build import life
from tests.helpers.cases import every_case

pytestmark = pytest.mark.skipif(life() == "compiled", reason="compiled, only searches call it")


class Listed:
    """A position with moves 1 to 5, and the ranks of some."""

    def __init__(self, turn=0, moves=(1, 2, 3, 4, 5), **ranks):
        self.turn, self.listed = turn, moves
        self.ranks = {int(name[1:]): rank for name, rank in ranks.items()}

    def collect(self, moves):
        for move in self.listed:
            moves.add(move)

    def collect_ranked(self, moves, ranks):
        for move in self.listed:
            moves.add(move)
            ranks.add(self.ranks.get(move, 0))


def order(ordering, game=None, first=-1, ply=5):
    """Return the moves in the order of search."""
    game = game or Listed()
    bottom = ordering.gather(game, first, ply)
    found = [ordering.next(place, bottom) for place in range(bottom, ordering.moves.count)]
    ordering.moves.count = bottom
    return found


ENDLESS = 65  # a depth from which the history learns nothing, so that only the killers do


def test_moves_of_which_nothing_is_known_keep_the_games_order():
    assert order(Ordering(False)) == [1, 2, 3, 4, 5]


def test_the_tables_move_comes_before_the_highest_rank():
    game = Listed(m2=20_000, m3=-1, m5=10_000)
    assert order(Ordering(True), game) == [2, 5, 1, 4, 3]  # ranks count up to 10,000
    assert order(Ordering(True), game, first=3) == [3, 2, 5, 1, 4]
    assert order(Ordering(False), game, first=4) == [4, 1, 2, 3, 5]


def test_the_last_two_moves_that_cut_off_the_ply_come_first_the_latest_before_the_other():
    ordering = Ordering(False)
    for move in (3, 5, 4, 4):
        ordering.cut(0, move, ENDLESS, 5)
    assert order(ordering) == [4, 5, 1, 2, 3]
    assert order(ordering, ply=6) == [1, 2, 3, 4, 5]
    assert order(ordering, first=2) == [2, 4, 5, 1, 3]


def test_a_rank_of_the_game_comes_before_killers_and_killers_before_worse_ranks():
    ordering = Ordering(True)
    ordering.cut(0, 4, ENDLESS, 5)
    assert order(ordering, Listed(m2=1, m5=-1)) == [2, 4, 1, 3, 5]
    assert order(ordering, Listed(m4=-1)) == [1, 2, 3, 5, 4]


def test_the_countermove_comes_after_killers_and_before_the_history():
    ordering = Ordering(False)
    ordering.play(9, 10)
    ordering.cut(0, 5, 1, 11)  # 5 refutes 9
    for _ in range(8):
        ordering.cut(0, 2, 12, 20)  # and 2 is good everywhere
    ordering.play(9, 4)
    assert order(ordering) == [5, 2, 1, 3, 4]
    ordering.cut(0, 3, ENDLESS, 5)
    assert order(ordering) == [3, 5, 2, 1, 4]
    ordering.play(8, 4)
    assert order(ordering) == [3, 2, 5, 1, 4]  # after 8 the history alone speaks for 5


def test_each_seat_has_a_history_of_its_own():
    ordering = Ordering(False)
    bottom = ordering.gather(Listed(), -1, 5)
    ordering.blame(1, bottom, bottom + 1, 3)  # move 1, before 4 cut off
    ordering.cut(1, 4, 3, 30)
    ordering.moves.count = bottom
    assert order(ordering, Listed(turn=1)) == [4, 2, 3, 5, 1]
    assert order(ordering, Listed(turn=0)) == [1, 2, 3, 4, 5]


def test_moves_tried_in_vain_come_last():
    ordering = Ordering(False)
    bottom = ordering.gather(Listed(), -1, 5)
    ordering.blame(0, bottom, bottom + 2, 3)  # 1 and 2, before 3 cut off
    ordering.moves.count = bottom
    assert order(ordering) == [3, 4, 5, 1, 2]


def worth(ordering, move=1):
    """Return the history of a move of seat 0."""
    ordering.gather(Listed(moves=(move,)), -1, 5)
    ordering.moves.count = 0
    return ordering.ranks.at(0) - (1 << 14)


@every_case(("deeds", "value"), [
    # bonus = 16 * 4 * 4 = 256, of 16384: the second time 256 + 256 - 256 * 256 / 16384 = 508.
    ("+4", 256), ("+4 +4", 508), ("-4", -256), ("-4 -4", -508),
    ("+4 +4 -4", 508 - 256 - 7),  # 508 * 256 / 16384 = 7.9, rounded down
    ("+11", 1936), ("+12", 2048), ("+64", 2048),  # 16 * 11 * 11; no more than 2048
    ("+65", 0), ("-65", 0), ("-64", -2048),  # a search to the end of the game teaches nothing
])  # fmt: skip
def test_the_history_draws_nearer_to_its_bounds(deeds, value):
    ordering = Ordering(False)
    ordering.gather(Listed(moves=(1,)), -1, 5)
    ordering.play(7, 29)  # 1 refutes 7, so that no countermove counts below
    for deed in deeds.split():
        if deed[0] == "+":
            ordering.cut(0, 1, int(deed[1:]), 30)
        else:
            ordering.blame(0, 0, 1, int(deed[1:]))
    ordering.moves.count = 0
    assert worth(ordering) == value


@every_case(("rank", "favour", "preferred"), [
    (0, -2, False), (8191, -2, False), (8192, -1, False), (16384, 0, False), (24576, 1, False), (32767, 1, False),
    (32768 + 1, 2, True), (65536 + 16384, 0, True), (16384 - 65536, 0, False),
])  # fmt: skip
def test_the_favour_of_a_move_is_its_history_in_steps_of_half_a_bound(rank, favour, preferred):
    ordering = Ordering(False)
    ordering.ranks.add(rank)
    assert (ordering.favour(0), ordering.is_preferred(0)) == (favour, preferred)


def test_only_the_first_24_moves_are_picked_by_rank():
    game = Listed(moves=tuple(range(30)), **{f"m{move}": move for move in range(30)})
    # The highest rank comes first, and each pick moves the others up; those left keep the game's order.
    assert order(Ordering(True), game) == [*range(29, 5, -1), 0, 1, 2, 3, 4, 5]
