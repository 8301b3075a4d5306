"""Small games of hidden cards, judged against an equilibrium: perfect play is not blamed, and losses are exact."""

import random
from math import inf
from time import monotonic

import pytest
from review_samples import recorded, reviewed

import games
from games.game import CHANCE
from players.cfr import CfrPlayer
from players.search.clock import Clock, hurry, relax
from players.search.equilibrium.cfr import PredictiveCfr
from players.search.equilibrium.extensive_form import GameTree
from referee.reports.review.comment import sentence, warning
from referee.reviews.coach import Coach
from referee.reviews.equilibrium import ALONE, HOW, Equilibrium, Outlook
from referee.reviews.evaluator import Evaluator
from referee.reviews.judging import Grade, judge
from referee.reviews.searches import Effort
from referee.support.build import life
from tests.helpers.cases import every_case

SMALL = Effort(nodes=60_000, playouts=300)
LARGE = Effort(nodes=300_000, playouts=300)  # by default a review searches so many positions
CLOSE = 0.02  # points that so many iterations leave
FAST = life() == "compiled"


def poker(texts):
    return games.load("kuhn-poker", tuple(texts.split()))


def evaluator(spec="kuhn-poker", effort=SMALL):
    return Evaluator(games.load(spec), effort)


def verdict(texts, move):
    game = poker(texts)
    return judge(game, game.parse(move), evaluator())


def points(found, seat, stakes=2):
    return stakes * (2 * found.chance_of(seat) - 1)


# H. W. Kuhn, "A Simplified Two-Person Poker", 1950: for each alpha from 0 to 1/3 there is an equilibrium in which First
# bets a jack with alpha and a king with 3 alpha, checks a queen, and calls a bet with it with alpha + 1/3. Second has
# one strategy: it bets a king, and a jack with 1/3, calls with a king, and with a queen with 1/3.
FAMILY = [
    *[("J Q", "bet"), ("J Q", "check"), ("J Q check bet", "fold")],
    *[("Q J", "check"), ("Q J check bet", "call"), ("Q J check bet", "fold")],
    *[("K J", "bet"), ("K J", "check"), ("K J check bet", "call")],
    *[("Q J check", "bet"), ("Q J check", "check"), ("K J bet", "fold")],
    *[("J Q check", "check"), ("J Q bet", "call"), ("J Q bet", "fold")],
    *[("J K check", "bet"), ("J K bet", "call")],
]


@every_case(("texts", "move"), FAMILY)
def test_no_move_of_any_equilibrium_of_kuhn_poker_is_blamed(texts, move):
    found = verdict(texts, move)
    assert found.grade in (Grade.BEST, Grade.GOOD)
    assert (found.loss, found.better, found.rival) == (0.0, None, None)


# What a move is worth, in points, and what the best one is, reckoned against Second's strategy as it stands above.
EXACT = [
    # Second has bet: with a jack a third of the time, with a king always. First has the third card.
    ("K J check bet", "fold", -1, 2, Grade.BLUNDER),  # it can only have a jack
    ("J K check bet", "call", -2, -1, Grade.BLUNDER),  # it can only have a king
    # First begins with a queen: a bet makes a jack fold and a king call: (1 - 2) / 2. After a check a jack checks two
    # times of three and loses 1; in the end a bet costs 1 whether it is called or not: (2/3 - 1/3 - 1) / 2.
    ("Q J", "bet", -1 / 2, -1 / 3, Grade.INACCURACY),
    # First has bet. Second's jack loses to whatever it bets with; its king wins.
    ("K J bet", "call", -2, -1, Grade.BLUNDER),
    ("J K bet", "fold", -1, 2, Grade.BLUNDER),
]


@pytest.mark.parametrize(("texts", "move", "worth", "best", "grade"), EXACT)
def test_what_a_bad_move_loses_is_right_in_points(texts, move, worth, best, grade):
    found = verdict(texts, move)
    assert found.grade is grade
    assert points(found.after, found.seat) == pytest.approx(worth, abs=CLOSE)
    assert points(found.before, found.seat) == pytest.approx(best, abs=CLOSE)
    assert found.loss == pytest.approx((best - worth) / 2, abs=CLOSE)
    assert found.after.how == HOW
    assert found.better != move


def test_moves_that_are_mixed_are_worth_the_same():
    # First's king: bet, and a jack folds, a queen calls a third of the time; check, and a jack bets a third of the
    # time and is called. Either way 1 or, a third of the time against one card of two, 2.
    game = poker("K J")
    found = evaluator().choices(game)
    assert [points(each, 0) for each in found.values()] == pytest.approx([7 / 6, 7 / 6], abs=CLOSE)


def blamed(spec, count, effort):
    """Return the moves blamed in `count` games of cfr against itself, and the number of judged moves."""
    judged, bad, knower, rng = 0, [], evaluator(spec, effort), random.Random(1)
    for number in range(count):
        game, players = games.load(spec), [CfrPlayer(seed=2 * number), CfrPlayer(seed=2 * number + 1)]
        for seat, player in enumerate(players):
            player.begin(game, seat)
        while game.score() is None:
            if game.turn == CHANCE:
                moves, weights = zip(*game.chances(), strict=True)
                game.make(rng.choices(moves, weights)[0])
                continue
            move = players[game.turn].choose(game, inf)
            found = judge(game, move, knower)
            judged += 1
            if found.grade in (Grade.MISTAKE, Grade.BLUNDER):
                bad.append((game.known(game.turn), found.text, found.after.how))
            game.make(move)
    return bad, judged


def test_perfect_play_makes_no_mistake_at_kuhn_poker():
    bad, judged = blamed("kuhn-poker", 60, SMALL)
    assert bad == []
    assert judged >= 120


@pytest.mark.skipif(not FAST, reason="SAPCFR+ takes eight seconds where it is interpreted")
def test_perfect_play_makes_no_mistake_at_leduc_poker_where_perfect_play_leads():
    bad, judged = blamed("leduc-poker", 60, LARGE)
    assert [each for each in bad if each[-1] == HOW] == []
    assert len(bad) <= 1
    assert judged >= 200


@pytest.mark.skipif(not FAST, reason="SAPCFR+ takes eight seconds where it is interpreted")
def test_throwing_a_sure_win_away_is_blamed_at_leduc_poker():
    game = games.load("leduc-poker", tuple("Kh Js check check Ks check bet".split()))
    found = judge(game, game.parse("fold"), evaluator("leduc-poker", LARGE))
    assert found.grade is Grade.BLUNDER
    assert found.after.how == HOW
    assert points(found.after, found.seat, 13) == pytest.approx(-1)


@pytest.mark.parametrize("spec", ["kuhn-poker", "leduc-poker"])
def test_the_best_moves_are_worth_as_much_as_a_best_response(spec):
    tree = GameTree(games.load(spec))
    solver = PredictiveCfr(tree)
    solver.run(20, Clock())
    shares = [share for key in tree.numbers for _, share in solver.at(*key)]
    for seat in (0, 1):
        outlook = Outlook(tree, shares, seat)
        first = [place for place in outlook.met if tree.level[place] == 0]
        hoped = sum(outlook.met[place] * max(value for *_, value in outlook.moves(place)) for place in first)
        assert hoped == pytest.approx(solver.best_response(seat), abs=0.01)


def never_betting():
    """Return Kuhn poker's tree, and a strategy by which First never opens with a bet and Second always calls one."""
    tree = GameTree(games.load("kuhn-poker"))
    plays = {"check": 1.0, "bet": 0.0, "call": 1.0, "fold": 0.0}
    return tree, [plays[text] for texts in tree.texts for text in texts]


def test_where_the_other_never_plays_to_the_cards_alone_count():
    tree, shares = never_betting()
    outlook = Outlook(tree, shares, 1)
    worth = {}
    for place in outlook.alone:
        card = tree.names[place].partition(":")[0]
        worth[card] = {text: value for _, text, value in outlook.moves(place)}
    # A queen meets a jack as often as a king.
    assert worth == {"J": {"call": -2, "fold": -1}, "Q": {"call": 0, "fold": -1}, "K": {"call": 2, "fold": -1}}


def test_a_value_says_that_only_the_cards_counted():
    game, knower = poker("J Q bet"), Equilibrium(games.load("kuhn-poker"), SMALL)
    assert {each.how for each in knower.choices(game).values()} == {HOW}
    tree, shares = never_betting()
    knower.outlooks = [Outlook(tree, shares, seat) for seat in (0, 1)]
    assert {each.how for each in knower.choices(game).values()} == {ALONE}


def test_what_is_left_to_gain_is_the_doubt_and_larger_where_play_seldom_leads():
    knower = Equilibrium(games.load("kuhn-poker"), SMALL)
    doubts = [next(iter(knower.choices(poker(texts)).values())).doubts[0] for texts in ("K J", "K J check bet")]
    assert 0 < knower.left < 0.01
    # A card comes a third of the time: twice as many points on average, as a share of two times the stakes.
    assert doubts[0] == pytest.approx(knower.left * 3 / 2)
    # And then a jack, half the time, bets a third of the time.
    assert doubts[1] == pytest.approx(6 * doubts[0], rel=0.1)


def test_larger_games_are_judged_by_playouts_over_worlds_as_before():
    game = games.load("liars-dice")
    while game.turn == CHANCE:
        game.make(game.moves()[0])
    found = evaluator("liars-dice").choices(game)
    assert {each.how for each in found.values()} == {"300 playouts"}


def test_out_of_time_it_falls_back_and_goes_on_the_next_time():
    knower, game = Equilibrium(games.load("kuhn-poker"), SMALL), poker("K J")
    assert knower.choices(game, monotonic() - 1) is None
    assert knower.choices(game) is not None


def test_in_a_hurry_nothing_is_solved_and_later_it_is():
    knower, game = Equilibrium(games.load("kuhn-poker"), SMALL), poker("K J")
    try:
        hurry()
        assert knower.choices(game) is None
    finally:
        relax()
    assert knower.choices(game) is not None


def test_a_game_that_hides_something_from_its_start_on_is_judged_as_before():
    game = poker("K J")
    found = Evaluator(game, SMALL).choices(game)
    assert {each.how for each in found.values()} == {"300 playouts"}


def test_a_review_tells_of_a_king_that_was_folded():
    review = reviewed(recorded("kuhn-poker", "Q K bet fold", "played-out", 1)).review()
    assert [(each.number, each.grade) for each in review.marked()] == [(3, Grade.INACCURACY), (4, Grade.BLUNDER)]
    folded = review.moves[3].verdict
    assert folded.better == "call"
    assert sentence(games.load("kuhn-poker"), folded) == "its points on average fall from +2.00 to -1.00"


@pytest.mark.parametrize("other", ["J", "Q"])
def test_the_coach_warns_of_folding_a_king(other):
    game = poker(f"{other} K bet").imagine(1, random.Random(1))
    coach = Coach(games.load("kuhn-poker"), SMALL)
    found = coach.verdict(game, ((other, "K", "bet"), (game.parse("fold"),)))
    assert warning(game, found) == "With that your points on average fall from +2.00 to -1.00."
    assert coach.verdict(game, ((other, "K", "bet"), (game.parse("call"),))) is None
