"""What a selective search leaves out, by numbers worked out by hand: reductions, null moves, futility, quiet search."""

import pytest

from games.game import ONGOING, Game
from players.search.alphabeta.pvs import Pvs, reduction
from players.search.alphabeta.table import AT_LEAST, AT_MOST, EXACT, HALF, Table
from players.search.clock import Clock
from referee.support.build import life
from tests.helpers.cases import every_case

inside = pytest.mark.skipif(life() == "compiled", reason="compiled, only searches call it")


class Position:
    """A position as a search asks for it; `log` holds what the search does with it."""

    def __init__(self, turn=0, urgent=False, skips=True):
        self.turn, self.told, self.skips, self.log = turn, urgent, skips, []

    def urgent(self):
        return self.told

    def skip(self):
        return self.skips

    def revert(self, move):
        self.log.append(move)

    def value(self):
        return ONGOING

    def key(self):
        return 77


class Fan(Game):
    """One position with `ranks`, one for each of its moves; nothing is over, and the estimate is 0."""

    def __init__(self, ranks=(0, 0)):
        self.turn, self.ranks = 0, ranks

    def moves(self):
        return list(range(len(self.ranks)))

    def ranked(self):
        return list(enumerate(self.ranks))

    def make(self, move):
        self.turn = 1 - self.turn

    def score(self):
        return None

    def estimate(self):
        return 0


def search_at(position, selective=True, **fields):
    search = Pvs(Fan(), None, Clock(), selective=selective)
    search.game = position
    for name, value in fields.items():
        setattr(search, name, value)
    return search


def recorded(log, *answers):
    """Return a function that notes its arguments and returns the next answer, the last one again and again."""
    left = list(answers)

    def called(*told):
        log.append(told)
        return left.pop(0) if len(left) > 1 else left[0]

    return called


@every_case(("depth", "late", "less"), [
    # int(1/2 + log(depth) * log(late) / 2), with log 3 = 1.10, log 4 = 1.39, log 8 = 2.08, log 16 = 2.77, log 63 = 4.14
    (3, 3, 1), (1, 40, 0), (40, 1, 0), (4, 4, 1), (8, 8, 2), (8, 16, 3), (16, 16, 4), (63, 63, 9), (0, 0, 0),
])  # fmt: skip
def test_the_reduction_grows_with_the_logarithms_of_depth_and_place(depth, late, less):
    assert reduction(depth, late) == less


def ranked_search(rank):
    search = search_at(Position())
    search.ordering.ranks.add(rank)
    return search


PLAIN = 1 << 14  # the rank of a move of which the history knows nothing


@inside
@every_case(("depth", "late", "main", "rank", "less"), [
    (8, 16, False, PLAIN, 3), (8, 16, True, PLAIN, 2),  # an open window: one less
    (8, 16, False, PLAIN + 16383, 2), (8, 16, False, 0, 5), (8, 16, False, PLAIN - 1, 4),  # good and bad elsewhere
    (8, 2, False, PLAIN, 0), (8, 3, False, PLAIN, 1),  # the first three moves are searched in full
    (2, 40, False, PLAIN, 0), (3, 40, False, 0, 2), (3, 63, True, PLAIN + 16383, 0),  # never below one ply, nor above all
    (64, 40, False, PLAIN, 0), (63, 64, False, PLAIN, 9),  # a search to the end of the game reduces nothing
    (8, 16, False, (1 << 15) + 1, 0), (8, 16, False, (1 << 16) + PLAIN, 0),  # a countermove; a rank of the game's own
])  # fmt: skip
def test_a_late_quiet_move_is_reduced(depth, late, main, rank, less):
    assert ranked_search(rank).reduce(depth, late, 0, main) == less


def attempts(ranks, depth, alpha, beta, futile, score):
    """Return the score of the position, and the arguments of each attempt of a move."""
    log = []
    search = Pvs(Fan(ranks), None, Clock(), selective=True)
    search.again()
    search.attempt = recorded(log, score)
    return search.widest(depth, alpha, beta, 1, 0, -1, futile), log


@inside
@every_case(("beta", "less"), [(1, [0, 0, 0, 1, 2, 2, 2, 2, 2, 3]), (2, [0, 0, 0, 0, 1, 1, 1, 1, 1, 2])])
def test_the_later_a_move_the_more_plies_it_loses(beta, less):
    # At depth 10, log 10 / 2 = 1.151: after 3 moves int(0.5 + 1.151 * 1.099) = 1, after 9 int(0.5 + 1.151 * 2.197) = 3.
    _, log = attempts((0,) * 10, 10, 0, beta, False, -1)
    assert [told[2] for told in log] == less


@inside
@every_case(("ranks", "score", "tried", "value"), [
    ((0, 0, 0), -9, [0], 5),  # quiet moves after the first are left out, and worth alpha at most
    ((0, 3, 4, 0), -9, [2, 1], 5),  # moves that the game prefers are not quiet
    ((0, 0, 0), -HALF - 9, [0, 1, 2], -HALF - 9),  # a loss may not be the truth about the others
])  # fmt: skip
def test_a_futile_position_leaves_out_quiet_moves(ranks, score, tried, value):
    found, log = attempts(ranks, 2, 5, 6, True, score)
    assert ([told[0] for told in log], found) == (tried, value)


@inside
@every_case(("depth", "standing", "enough"), [
    (3, 250, True), (3, 249, False),  # 250 - 3 * 50 = 100
    (6, 400, True), (7, 9000, False),  # no further than 6 plies from the horizon
])  # fmt: skip
def test_a_position_better_than_needed_by_more_than_the_plies_can_change_is_left(depth, standing, enough):
    search = search_at(Position(), swing=50, skips=False)
    assert search.is_good_enough(depth, 100, 4, standing) == enough
    assert search.horizons == enough


@inside
def test_neither_a_threat_nor_an_unknown_swing_lets_a_position_be_left():
    assert not search_at(Position(urgent=True), swing=50, skips=False).is_good_enough(2, 100, 4, 9000)
    assert not search_at(Position(), swing=0, skips=False).is_good_enough(2, 100, 4, 9000)


@inside
@every_case(("depth", "standing", "answer", "looked", "enough"), [
    (5, 100, -100, [(1, -100, -99, 5)], True),  # 3 + 5 // 4 = 4 plies less, and a window of one for the other seat
    (5, 100, -99, [(1, -100, -99, 5)], False),
    (7, 100, -100, [(3, -100, -99, 5)], True),  # 3 + 7 // 4 = 4 plies less
    (2, 100, -100, [(-1, -100, -99, 5)], True),
    (1, 100, -100, [], False), (5, 99, -100, [], False),  # too near to the horizon; not as good as needed
])  # fmt: skip
def test_a_skipped_turn_is_searched_less_deep(depth, standing, answer, looked, enough):
    log, position = [], Position()
    search = search_at(position, swing=0, skips=True)
    search.best = recorded(log, answer)
    assert search.is_good_enough(depth, 100, 4, standing) == enough
    assert log == looked
    assert position.log == [-1] * len(looked)  # the skipped turn is taken back
    assert search.horizons == enough
    assert not search.skipped


@inside
@every_case(("depth", "confirmed", "asked", "enough"), [
    (7, 0, [], True), (8, 100, [(3, 99, 100, 4)], True), (8, 99, [(3, 99, 100, 4)], False),
])  # fmt: skip
def test_deep_in_the_tree_moves_must_confirm_a_skipped_turn(depth, confirmed, asked, enough):
    log = []
    search = search_at(Position(), swing=0, skips=True)
    search.best, search.widest = recorded([], -100), recorded(log, confirmed)
    assert search.is_good_enough(depth, 100, 4, 100) == enough
    assert [told[:4] for told in log] == asked


@inside
def test_a_turn_is_not_skipped_where_the_game_forbids_it():
    for position, skips in ((Position(skips=False), True), (Position(), False)):
        search = search_at(position, swing=0, skips=skips)
        search.best = recorded(position.log, -100)
        assert not search.is_good_enough(5, 100, 4, 100)
        assert not position.log


def looked_at(search, depth, alpha, beta):
    """Return whether the position may be left, and with what depth and futility its moves are tried."""
    log, widest = [], []
    search.is_good_enough, search.widest = recorded(log, False), recorded(widest, 0)
    search.wide(depth, alpha, beta, 4)
    ((tried, _, _, _, _, _, futile),) = widest
    return bool(log), tried, bool(futile)


@inside
@every_case(("depth", "alpha", "beta", "skipped", "asked"), [
    (8, 99, 100, False, True), (8, 99, 101, False, False),  # only in a window of one
    (8, 99, 100, True, False),  # not twice in a row
    (63, 99, 100, False, True), (64, 99, 100, False, False),  # not on the way to the end of the game
    (8, HALF - 1, HALF, False, False), (8, -HALF - 1, -HALF, False, False),  # not where a win or a loss is in question
])  # fmt: skip
def test_a_position_is_left_only_where_nothing_exact_is_asked(depth, alpha, beta, skipped, asked):
    search = search_at(Position(), swing=0, skips=True, skipped=skipped)
    search.estimate = lambda: 0
    assert looked_at(search, depth, alpha, beta)[0] == asked


@inside
@every_case(("depth", "turn", "estimate", "beta", "futile"), [
    (3, 0, -51, 100, True), (3, 0, -50, 100, False),  # -51 + 3 * 50 = 99
    (3, 1, 51, 100, True), (3, 1, 50, 100, False),  # the same for the other seat
    (1, 0, 49, 100, True), (1, 0, 50, 100, False), (4, 0, -9000, 100, False), (3, 0, -51, 101, False),
])  # fmt: skip
def test_a_position_is_futile_near_the_horizon_if_the_swing_cannot_reach_alpha(depth, turn, estimate, beta, futile):
    search = search_at(Position(turn), swing=50, skips=False)
    search.estimate = lambda: estimate
    assert looked_at(search, depth, 99, beta)[2] == futile


@inside
@every_case(
    ("depth", "selective", "tried"), [(3, True, 3), (4, True, 3), (63, True, 62), (64, True, 64), (8, False, 8)]
)
def test_a_position_without_a_move_of_the_table_is_searched_a_ply_less(depth, selective, tried):
    search = search_at(Position(), swing=0, skips=False, selective=selective)
    assert looked_at(search, depth, 0, 50)[1] == tried
    search.table, search.remembers = Table(16), True
    search.table.store(77, 0, 1, -(1 << 13), EXACT, 1)  # so shallow that the score answers nothing
    assert looked_at(search, depth, 0, 50)[1] == depth


@inside
@every_case(("less", "first", "answers", "looked", "score"), [
    (2, False, (10,), [(4, 10, 11)], 10),  # no better: the short search will do
    (2, False, (11, 10), [(4, 10, 11), (6, 10, 11)], 10),  # better there, but not in full
    (2, False, (11, 12, 30), [(4, 10, 11), (6, 10, 11), (6, 10, 50)], 30),
    (0, False, (60,), [(6, 10, 11)], 60),  # good enough to cut off
    (0, True, (30,), [(6, 10, 50)], 30),
])  # fmt: skip
def test_a_reduced_move_is_searched_again_if_it_turns_out_well(less, first, answers, looked, score):
    log = []
    search = search_at(Position())
    search.after = recorded(log, *answers)
    assert search.attempt(7, 6, less, 10, 50, 1, first) == score
    assert log == [(7, *told, 1) for told in looked]


@inside
@every_case(("depth", "ply", "selective", "urgent", "looked"), [
    (2, 3, True, True, 3), (2, 3, True, False, 2), (2, 4, True, True, 2), (2, 3, False, True, 2),
    (0, 3, True, True, 1), (-2, 3, True, True, 1),
])  # fmt: skip
def test_a_threat_is_searched_a_ply_deeper(depth, ply, selective, urgent, looked):
    log = []
    search = search_at(Position(urgent=urgent), selective=selective, goal=4, forces=False)
    search.wide = recorded(log, 0)
    search.best(depth, -50, 50, ply)
    assert [told[0] for told in log] == [looked]


@inside
@every_case(("standing", "left", "asked"), [(5, 8, 1), (6, 8, 0), (5, 0, 0)])
def test_captures_are_left_once_the_estimate_is_enough_or_plies_have_run_out(standing, left, asked):
    log = []
    search = search_at(Position())
    search.estimate, search.game.collect_forcing = lambda: standing, recorded(log, None)
    assert search.quiet(0, 6, 4, left) == standing
    assert len(log) == asked


def quiet_search(**fields):
    """Return a selective search with a table, of a position of estimate 5 with one capture, which is worth 9."""
    search = search_at(Position(), table=Table(64), remembers=True, **fields)
    search.estimate, search.game.board_key = lambda: 5, lambda: 88
    search.game.collect_forcing = lambda out: out.add(3)
    search.unquiet = recorded(search.game.log, 9)
    return search


@inside
@every_case(("alpha", "beta", "bound"), [(0, 20, EXACT), (0, 9, AT_LEAST), (9, 20, AT_MOST)])
def test_the_score_of_a_quiet_search_is_kept(alpha, beta, bound):
    search = quiet_search()
    assert search.quiet(alpha, beta, 4, search.calm) == 9
    assert search.table.find(search.estimates_key())
    assert (search.table.score, search.table.bound, search.table.move, search.table_depth()) == (9, bound, -1, 0)


@inside
@every_case(("depth", "bound", "alpha", "beta", "score", "tried"), [
    (0, EXACT, 0, 20, 7, 0), (3, EXACT, 0, 20, 7, 0), (-1, EXACT, 0, 20, 9, 1),  # as deep as the horizon, at least
    (0, AT_LEAST, 0, 7, 7, 0), (0, AT_LEAST, 0, 8, 9, 1), (0, AT_MOST, 7, 20, 7, 0), (0, AT_MOST, 6, 20, 9, 1),
])  # fmt: skip
def test_a_quiet_search_asks_the_table_and_leaves_what_it_finds(depth, bound, alpha, beta, score, tried):
    search = quiet_search()
    kept = (7, 3, depth - (1 << 13), bound)
    search.table.store(search.estimates_key(), *kept, 1)
    assert search.quiet(alpha, beta, 4, search.calm) == score
    assert len(search.game.log) == tried
    assert search.table.find(search.estimates_key())
    assert (search.table.score, search.table.move, search.table.depth, search.table.bound) == kept


@inside
@every_case(("less", "fields"), [(1, {}), (0, {"selective": False})])
def test_only_the_horizon_of_a_selective_search_is_kept(less, fields):
    search = quiet_search(**fields)
    assert search.quiet(0, 20, 4, search.calm - less) == 9
    assert not search.table.find(search.estimates_key())


class Exchange(Game):
    """A tree of captures. `tree` has for each position the seat to move, its estimate and where captures lead."""

    stakes = 1

    def __init__(self, tree):
        self.tree, self.at, self.turn = tree, 0, 0

    def moves(self):
        return list(self.tree[self.at][2]) or [99]

    def forcing(self):
        return list(self.tree[self.at][2])

    def make(self, move):
        self.at = move
        self.turn = self.tree[move][0] if move in self.tree else 1 - self.turn

    def score(self):
        return None

    def estimate(self):
        return self.tree[self.at][1]


ROOT = (0, 0, (1, 2))  # after move 1 captures go on, move 2 is quiet and worth 2


@every_case(("calm", "after_1", "score", "move"), [
    # Without quiet search move 1 seems to win 9.
    (0, {1: (1, 9, (3,)), 3: (0, -5, ())}, 9, 1),
    # Seat 1 takes back, and it loses 5: move 2.
    (8, {1: (1, 9, (3,)), 3: (0, -5, ())}, 2, 2),
    # Seat 1 may leave it: taking back would cost it something.
    (8, {1: (1, 9, (3,)), 3: (0, 12, ())}, 9, 1),
    # Seat 0 takes once more, for 7 in the end; one capture is too few to see that, two are enough.
    (8, {1: (1, 9, (3,)), 3: (0, -5, (5,)), 5: (1, 7, ())}, 7, 1),
    (1, {1: (1, 9, (3,)), 3: (0, -5, (5,)), 5: (1, 7, ())}, 2, 2),
    (2, {1: (1, 9, (3,)), 3: (0, -5, (5,)), 5: (1, 7, ())}, 7, 1),
    # Seat 0 may leave the last capture, too.
    (8, {1: (1, 9, (3,)), 3: (0, 4, (5,)), 5: (1, -7, ())}, 4, 1),
    # Seat 1 captures twice in a row.
    (8, {1: (1, 9, (3,)), 3: (1, 8, (5,)), 5: (0, 3, ())}, 3, 1),
    # Seat 1 has two captures, and the second is the better one.
    (8, {1: (1, 9, (3, 4)), 3: (0, 8, ()), 4: (0, 5, ())}, 5, 1),
])  # fmt: skip
def test_captures_are_followed_until_both_seats_leave_them(calm, after_1, score, move):
    search = Pvs(Exchange({0: ROOT, 2: (1, 2, ()), **after_1}), None, Clock(), calm=calm)
    search.run(1)
    assert (search.score, search.best_move) == (score, move)
