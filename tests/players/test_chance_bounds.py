"""Cuts at chance nodes, proof numbers and second-best moves, worked out by hand."""

import pytest
from plain import Race

import games
from games.game import CHANCE, ONGOING, Game
from games.tic_tac_toe import TicTacToe
from players.search.alphabeta.expectimax import Expectimax, TurnSearch
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.ranking import rank_moves
from players.search.alphabeta.solver import ProofNumbers
from players.search.alphabeta.table import HALF, SPAN, Table
from players.search.alphabeta.tree import AlphaBeta, Minimax
from players.search.bestfirst import BestFirst
from players.search.clock import Clock
from referee.support.build import life
from tests.helpers.cases import every_case

inside = pytest.mark.skipif(life() == "compiled", reason="compiled, only searches call it")


class Lottery(Game):
    """Move 0 wins 4 for the mover, move 1 draws one of `lots`, (weight, score of seat 0); `drawn` are those looked at."""

    stakes = 10

    def __init__(self, turn, lots, drawn):
        self.turn, self.lots, self.won, self.drawn = turn, lots, None, drawn

    def __deepcopy__(self, memory):
        return self

    def copy(self):
        twin = Lottery(self.turn, self.lots, self.drawn)
        twin.won = self.won
        return twin

    def key(self):
        return 0

    def moves(self):
        return list(range(len(self.lots))) if self.turn == CHANCE else [0, 1]

    def chances(self):
        return [(place, weight) for place, (weight, _) in enumerate(self.lots)]

    def make(self, move):
        if self.turn == CHANCE:
            self.drawn.append(move)
            self.won = self.lots[move][1]
        elif move == 0:
            self.won = 4 if self.turn == 0 else -4
        else:
            self.turn = CHANCE

    def score(self):
        return self.won


@every_case(("lots", "drawn", "value"), [
    # With stakes of 10, a lottery of two equal lots is worth at most (first + 10) / 2: it must be above 4.
    (((1, -10), (1, 10)), [0], 4), (((1, -2), (1, 10)), [0], 4), (((1, -1), (1, 10)), [0, 1], 4.5),
    # Weights of 3 and 1: at most (3 * 2 + 10) / 4 = 4, or (3 * 3 + 10) / 4 = 4.75.
    (((3, 2), (1, 10)), [0], 4), (((3, 3), (1, 10)), [0, 1], 4.75), (((1, -10), (3, 9)), [0, 1], 4.25),
])  # fmt: skip
def test_a_lottery_is_left_once_it_cannot_be_better(lots, drawn, value):
    for turn in (0, 1):
        seen = []
        mine = [(weight, -score if turn else score) for weight, score in lots]
        search = Expectimax(Lottery(turn, mine, seen), None, Clock())
        search.look(1)
        assert sorted(set(seen)) == drawn
        assert search.value == (-value if turn else value)


def chance_node(weights, *answers):
    """Return a search at a chance node of stakes 10, the windows that it searches, and its outcomes."""
    search = Expectimax(TicTacToe(), None, Clock())
    search.stakes, log, left = 10.0, [], list(answers)
    outcomes = [number for weight in weights for number in (weight, -10.0, 10.0)]
    for move in range(len(weights)):
        search.stack.add(move)
    search.sum = float(sum(weights))
    search.lower, search.upper = -10 * search.sum, 10 * search.sum

    def after(move, depth, alpha, beta):
        log.append((move, alpha, beta))
        return left.pop(0)

    search.after = after
    return search, log, outcomes


@inside
@every_case(("weights", "alpha", "beta", "answers", "windows", "total"), [
    # Above 8 in sum: with 10 at most from the second, the first must be above -2. It is 3: the second, above 5.
    ((1, 1), 8, 20, (3, 9), [(0, -2, 10), (1, 5, 10)], 12),
    ((1, 1), 8, 20, (3, 5), [(0, -2, 10), (1, 5, 10)], 8),  # no more than 3 + 5
    ((1, 1), 8, 20, (-2,), [(0, -2, 10)], 8),  # no more than -2 + 10
    # Up to 8 in sum: with -10 at least from the second, the first may be 18. It is 10: the second, below -2.
    ((1, 1), -20, 8, (10, -2), [(0, -10, 10), (1, -10, -2)], 8),
    # A weight of 2: (9 - 10) / 2 = -0.5; it is 1, and the second must be above 9 - 2 = 7.
    ((2, 1), 9, 30, (1, 8), [(0, -0.5, 10), (1, 7, 10)], 10),
    # And up to 8: (8 + 10) / 2 = 9; it is 4, and the second must be below 8 - 8.
    ((2, 1), -30, 8, (4, -3), [(0, -10, 9), (1, -10, 0)], 5),
    # 10 + 8 - 10 is 8 already: the third is not looked at.
    ((1, 1, 1), -30, 8, (10, 8), [(0, -10, 10), (1, -10, 8)], 8),
])  # fmt: skip
def test_each_outcome_is_searched_in_a_window_of_its_own(weights, alpha, beta, answers, windows, total):
    search, log, outcomes = chance_node(weights, *answers)
    search.narrow(outcomes, 0, 3, alpha, beta)
    assert (log, search.sum) == (windows, total)


@inside
def test_what_bounds_one_outcome_narrows_the_windows_of_the_next():
    search, _, outcomes = chance_node((1, 1))
    log, bounds = [], [(-10.0, -1.0), (10.0, 10.0)]

    def probe(move, depth, least, most):
        log.append((least, most))
        search.lower, search.upper = bounds[move]

    search.probe = probe
    assert not search.bound(outcomes, 0, 3, 8.0, 20.0)
    # Above 8 in sum: the first above -2; at most -1, the second above 9. The sum lies between -10 + 10 and -1 + 10.
    assert log == [(-2, 30), (9, 30)]
    assert (search.lower, search.upper) == (0, 9)
    search.sum, bounds = 2.0, [(-10.0, -2.0), (10.0, 10.0)]
    assert search.bound(outcomes, 0, 3, 8.0, 20.0)
    assert (len(log), search.sum) == (3, 8)  # at most -2 + 10: settled by the first
    search.sum, bounds = 2.0, [(9.0, 10.0), (10.0, 10.0)]
    assert search.bound(outcomes, 0, 3, -20.0, -1.0)
    assert (len(log), search.sum) == (4, -1)  # at least 9 - 10


@inside
@every_case(("turn", "asked", "window", "bounds"), [
    (0, (-4, 6), (-10, 6), (3, 10)), (0, (-40, 40), (-10, 10), (3, 10)),
    (1, (-4, 6), (-4, 10), (-10, 3)), (1, (-40, 40), (-10, 10), (-10, 3)),
])  # fmt: skip
def test_one_move_bounds_an_outcome_from_one_side(turn, asked, window, bounds):
    class Outcome:
        def __init__(self):
            self.turn = turn

        def apply(self, move):
            pass

        def revert(self, move):
            pass

        def value(self):
            return ONGOING

        def collect(self, out):
            out.add(5)

    search, log, _ = chance_node((1,), 3.0)
    search.game = Outcome()
    search.probe(0, 2, *asked)
    assert log == [(5, *window)]
    assert (search.lower, search.upper) == bounds


@inside
@every_case(("turn", "depth", "values", "followed"), [
    # From the second look on, turns within 0.16 of the best one; at first at least four, however bad.
    (0, 2, (0.5, 0.35, 0.33, 0.9), [3]), (0, 2, (0.5, 0.35, 0.33, 0.3), [0, 1]), (0, 1, (0.5, 0.4, -1, -2, -3), [0, 1, 2, 3]),
    (1, 2, (0.3, 0.45, 0.47, 0.9), [0, 1]), (0, 1, (0.5, 0.4, 0.45, 0.41, 0.35, 0.2), [0, 2, 3, 1, 4]),
    (0, 2, (0.5, 0.49, 0.48, 0.47, 0.46, 0.45), [0, 1, 2, 3, 4]),  # five at most
])  # fmt: skip
def test_turns_near_the_best_one_are_searched_one_roll_deeper(turn, depth, values, followed):
    game = Race()
    game.make(1)
    game.turn = turn
    search, log = TurnSearch(game, None, Clock()), []
    search.follow = lambda way, depth: log.append(way[0]) or values[way[0]]
    search.rank = lambda turns, depth: None
    search.look({place: (value, (place,)) for place, value in enumerate(values)}, depth)
    assert log == followed


@inside
@every_case(("score", "move"), [(-HALF - 5, 2), (-HALF, 1)])
def test_a_search_stopped_while_its_best_move_loses_tries_the_next_one(score, move):
    search = AlphaBeta(TicTacToe(), Clock())
    search.best_move, search.score = 1, score
    search.on_stop({1: (score, False)}, 2)
    assert search.best_move == move
    search.best_move = 1
    search.on_stop({}, 2)  # by an earlier depth it was good
    assert search.best_move == 1


@inside
@every_case(("turn", "children", "chosen"), [
    # (value for seat 0, visits, resolved): the best for the seat to move; among equals the least visited.
    (0, ((5, 9, False), (7, 3, False), (7, 2, False)), 2), (1, ((5, 9, False), (7, 3, False), (5, 2, False)), 2),
    (1, ((5, 9, False), (7, 3, False), (6, 2, False)), 0), (0, ((5, 9, False), (7, 3, True), (3, 2, False)), 0),
])  # fmt: skip
def test_best_first_search_descends_by_the_best_child_that_is_not_resolved(turn, children, chosen):
    tree = BestFirst(TicTacToe(), Clock(), 100)
    for value, visits, resolved in children:
        node = tree.at(tree.add(0))
        node.value, node.visits, node.resolved = value, visits, resolved
    tree.at(0).turn, tree.at(0).child, tree.at(0).count = turn, 1, len(children)
    assert tree.choose(0) == 1 + chosen


NEVER = 1 << 28


def numbered(proofs, disproofs, ranks=None):
    search = ProofNumbers(TicTacToe(), Table(64), Clock(), 1)
    search.game = search.start.copy()
    for place, (proof, disproof) in enumerate(zip(proofs, disproofs, strict=True)):
        search.stack.add(place)
        search.proofs.add(proof)
        search.disproofs.add(disproof)
        search.ranks.add(ranks[place] if ranks else 0)
    return search


@inside
@every_case(("ours", "proofs", "disproofs", "found"), [
    # Seat 0 proves one move, the easiest; to disprove, the hardest one and 1 for each of the others.
    (True, (3, 1, 2), (4, 5, 7), (1, 1, 7 + 2, 2, 2)),
    (False, (3, 1, 2), (4, 5, 7), (0, 3 + 2, 4, 5, 2)),
    (True, (3, 1, 2), (4, 0, 7), (1, 1, 7 + 1, 2, 1)),  # one of them is disproven
    (True, (NEVER, NEVER), (0, 0), (0, NEVER, 0, NEVER, -1)),
    (True, (0, 4), (NEVER, 2), (0, 0, NEVER, 4, 1)),
    (True, (5,), (6,), (0, 5, 6, NEVER, 0)),
])  # fmt: skip
def test_a_position_has_the_easiest_and_the_hardest_number_of_its_moves(ours, proofs, disproofs, found):
    search = numbered(proofs, disproofs)
    place = search.sum_up(0, ours)
    assert (place, search.proof, search.disproof, search.second, search.others) == found


@inside
def test_among_moves_as_easy_the_higher_rank_comes_first():
    assert numbered((2, 2, 2), (1, 1, 1), (0, 5, 3)).sum_up(0, True) == 1
    assert numbered((2, 2, 1), (1, 1, 1), (0, 5, 3)).sum_up(0, True) == 2


@inside
def test_a_new_position_counts_its_moves_where_all_must_fail():
    search = numbered((), ())
    search.guess()
    assert (search.proof, search.disproof) == (1, 9)
    search.game.make(4)
    search.guess()
    assert (search.proof, search.disproof) == (8, 1)


@inside
@every_case(("turn", "limits", "result"), [
    # The next easiest move has 8, and a quarter more and 1 is 11; the other number keeps 1 for the other move.
    (0, (11, 49), (0, NEVER)),
    # The next easiest has 5: 5 + 1 + 1.
    (1, (99, 7), (NEVER, 0)),
])  # fmt: skip
def test_a_move_is_searched_until_another_one_is_easier_by_a_quarter(turn, limits, result):
    search, log = numbered((), ()), []
    search.game.turn = turn

    def expand(bottom):
        for move, proof, disproof in ((0, 4, 3), (1, 8, 5)):
            search.stack.add(move)
            search.proofs.add(proof)
            search.disproofs.add(disproof)
            search.ranks.add(0)

    def deeper(*told):
        log.append(told)
        search.proof, search.disproof = result

    search.expand, search.search = expand, deeper
    ProofNumbers.search(search, 100, 50, 0)
    assert log == [(*limits, 1)]
    assert (search.proof, search.disproof, search.best_move) == (*result, 0)


# The tree of the textbook, but the second branch is worth 1, not 2: alpha-beta sees only its first leaf.
TREE = "tree-game:3-12-8/2-1-6/14-5-4"


def values(search):
    """Return (what the seat to move gets, at most) of each root move; the leaves lie two plies away."""
    search.run(2)
    return [((score + 2) / SPAN, at_most) for _, (score, at_most) in sorted(search.found.items())]


def test_a_second_move_is_known_as_far_as_the_search_had_to_look():
    game = games.load(TREE)
    assert values(Minimax(game, Clock())) == [(3, False), (1, False), (4, False)]
    assert values(AlphaBeta(game, Clock())) == [(3, False), (2, True), (4, False)]


@pytest.mark.parametrize("entries", [0, 64])
def test_principal_variation_search_knows_a_worse_move_by_a_bound(entries):
    for spec, found in (
        (TREE, [(3, False), (2, True), (4, False)]), ("tree-game", [(3, False), (2, True), (2, True)]),
    ):  # fmt: skip
        assert values(Pvs(games.load(spec), Table(entries) if entries else None, Clock())) == found


@pytest.mark.parametrize("kind", [AlphaBeta, Pvs])
def test_the_best_moves_are_ranked_by_exact_scores(kind):
    game = games.load(TREE)

    def make(found, whole):
        search = AlphaBeta(game, Clock()) if kind is AlphaBeta else Pvs(game, Table(64), Clock())
        search.leave_out(found)
        return search

    ranked = rank_moves(make, game.moves(), 3, 2, lambda found: None)
    assert [(each.text, each.value, each.at_most) for each in ranked.candidates] == [
        (game.text(game.moves()[place]), value, False) for place, value in ((2, 4), (0, 3), (1, 1))
    ]
