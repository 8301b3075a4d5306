"""Series of games: what counts, who has won, what each game is played by, and how the score is told."""

import random

import pytest

import games
from referee.batches.plan import Plan
from referee.match.events import Ended, How
from referee.match.series import Series, Unit, count_score, score_text
from tests.helpers.cases import every_case

NAMES = ("Ann", "level 3")


def after(series, *scores):
    """Return the series after games with these scores."""
    for score in scores:
        assert not series.over
        series = series.after(score)
    return series


def begun(game="connect-four", best_of=None, target=None):
    return Series.begin(game, best_of, target)


# Games won.


def test_more_than_half_of_the_games_win_a_series_with_alternating_seats():
    series = begun(best_of=5)
    assert [series.by_seat((0, 1)), after(series, 1).by_seat((0, 1))] == [(0, 1), (1, 0)]
    assert after(series, 1, -1).points == (2.0, 0.0)  # the same side, from both seats
    won = after(series, 1, 1, 1, 1, 1)
    assert (won.points, won.over, won.leader) == ((3.0, 2.0), True, 0)
    assert after(series, 1, -1, 1).over


def test_a_draw_is_half_a_game_and_the_last_game_ends_the_series():
    drawn = after(begun(best_of=3), 0, 0, 0)
    assert (drawn.points, drawn.over, drawn.leader) == ((1.5, 1.5), True, None)
    assert not after(begun(best_of=4), 1, -1).over
    assert after(begun(best_of=4), 1, -1, 0).over


# Points.


def test_points_are_those_of_the_games():
    series = after(begun("backgammon", target=5), 1, -3)
    assert (series.points, series.unit, series.over) == ((4.0, 0.0), Unit.POINTS, False)
    assert after(series, 1).over


def test_a_game_that_knows_matches_is_told_what_each_seat_needs():
    series = begun("backgammon", target=5)
    assert series.spec == "backgammon:away=5/5,cube=yes"
    assert after(series, 3).spec == "backgammon:away=5/2,cube=yes"  # who has won sits on seat 1 now
    assert begun("kalah:pits=4", target=20).spec == "kalah:pits=4"


def test_the_cube_rests_for_the_one_game_in_which_a_side_first_needs_a_point():
    series = after(begun("backgammon", target=3), 2)  # Black needs one now
    assert series.spec == "backgammon:away=3/1,cube=no"
    assert after(series, 1).spec == "backgammon:away=1/2,cube=yes"
    assert after(series, 1, -1).spec == "backgammon:away=1/1,cube=yes"
    assert begun("backgammon:cube=no", target=3).spec == "backgammon:cube=no,away=3/3"


@pytest.mark.parametrize("seed", range(4))
def test_reaching_the_points_exactly_wins_a_backgammon_match(seed):
    series, lot, crawford = begun("backgammon", target=5), random.Random(seed), []
    while not series.over:
        crawford.append("cube=no" in series.spec)
        game = games.load(series.spec)
        while (score := game.score()) is None:
            game.make(lot.choice(game.moves()))
        series = series.after(score)
    assert max(series.points) == 5 > min(series.points)
    assert sum(crawford) <= 1


# Chips.


def test_at_poker_stacks_change_hands_until_one_player_is_broke():
    series = begun("kuhn-poker", target=4)
    assert (series.unit, series.points, series.spec) == (Unit.CHIPS, (4.0, 4.0), "kuhn-poker:stacks=4/4")
    assert after(series, 2).spec == "kuhn-poker:stacks=2/6"
    broke = after(series, 2, -2)
    assert (broke.points, broke.over, broke.leader) == ((8.0, 0.0), True, 0)
    assert after(begun("kuhn-poker", 2, 4), 1, 1).over


def test_without_stacks_the_chips_won_decide():
    series = after(begun("leduc-poker", best_of=3), 3, 5, 1)
    assert (series.points, series.over, series.leader) == ((-1.0, 1.0), True, 1)
    assert score_text(series, NAMES) == "level 3 wins the series by 1 chip."


@pytest.mark.parametrize(("seed", "stack"), [(1, 3), (2, 7), (3, 20)])
def test_random_hands_leave_no_stack_below_nothing(seed, stack):
    series, lot = begun("leduc-poker", target=stack), random.Random(seed)
    while not series.over:
        game = games.load(series.spec)
        while (score := game.score()) is None:
            game.make(lot.choice(game.moves()))
        series = series.after(score)
        assert sum(series.points) == 2 * stack
    assert min(series.points) == 0


@pytest.mark.parametrize("spec", ["kuhn-poker:stacks=3/4", "backgammon:away=3/4"])
def test_options_that_follow_from_the_score_are_refused(spec):
    with pytest.raises(games.SpecError, match="comes from the score of a series: leave it out"):
        begun(spec, target=4)


# Games that are given up.


def ended(spec, moves, how, score):
    return Ended(games.load(spec, moves.split()), score, how, "")


@pytest.mark.parametrize(("spec", "moves", "how", "score", "counts"), [
    ("tic-tac-toe", "5", How.RESIGNED, -1, -1),
    ("backgammon:cube=yes,away=7/7", "1-3 8/5 6/5 double take", How.RESIGNED, -1, -2),
    ("backgammon:cube=yes,away=7/7", "1-3 8/5 6/5 double take", How.CRASHED, 1, 2),
    ("backgammon:cube=yes,away=7/7", "1-3 8/5 6/5", How.AGREED, 0, 0),
    ("leduc-poker:stacks=9/9", "Ks Qs bet raise", How.OUT_OF_TIME, 1, 5),
    ("tic-tac-toe", "5 1", How.LEFT, None, None),
])  # fmt: skip
def test_giving_up_loses_what_is_at_stake(spec, moves, how, score, counts):
    assert count_score(ended(spec, moves, how, score)) == counts


def test_a_game_that_states_no_stake_costs_all_that_it_still_can():
    assert count_score(ended("kalah", "3", How.RESIGNED, -1)) == games.load("kalah", ["3"]).at_least()


# Kept.


def test_a_series_is_the_same_once_it_was_written_down():
    for series in (begun(best_of=5), after(begun("backgammon", target=3), 2, 1), after(begun("kuhn", 9, 5), 1)):
        assert Series.read(series.write()) == series


@pytest.mark.parametrize("text", ["", "5", "{}", "[]", '{"game": "ttt", "unit": "seeds", "points": [0, 0]}'])
def test_a_wrong_series_is_not_read(text):
    with pytest.raises((ValueError, TypeError, LookupError)):
        Series.read(text)


# In words.


@every_case(("game", "best_of", "target", "scores", "says"), [
    ("connect-four", 5, None, [], "The score is 0 to 0; the first to 3 wins."),
    ("connect-four", 5, None, [1, -1, -1], "You lead 2 to 1; the first to 3 wins."),
    ("connect-four", 5, None, [-1], "level 3 leads 1 to 0; the first to 3 wins."),
    ("connect-four", 4, None, [0], "The score is 0.5 to 0.5; the first above 2 wins."),
    ("connect-four", 5, None, [1, -1, 1], "You win the series 3 to 0."),
    ("connect-four", 2, None, [1, 1], "The series is a draw, 1 to 1."),
    ("backgammon", None, 5, [-2, -2], "The score is 2 to 2; the first to 5 wins."),
    ("backgammon", 3, 5, [1], "You lead 1 to 0; the first to 5 wins, this is game 2 of 3."),
    ("kuhn-poker", None, 6, [], "Both have 6 chips; a player without chips has lost."),
    ("kuhn-poker", None, 6, [1], "You lead 7 chips to 5; a player without chips has lost."),
    ("kuhn-poker", 9, None, [], "Nobody is ahead; this is game 1 of 9."),
    ("kuhn-poker", 9, None, [-2], "level 3 leads by 2 chips; this is game 2 of 9."),
    ("kuhn-poker", None, 2, [-2], "level 3 wins the series 4 chips to 0."),
])  # fmt: skip
def test_the_score_is_told_in_a_sentence(game, best_of, target, scores, says):
    assert score_text(after(begun(game, best_of, target), *scores), NAMES, 0) == says


def test_an_onlooker_is_told_both_names():
    assert score_text(after(begun(best_of=5), 1), NAMES) == "Ann leads 1 to 0; the first to 3 wins."


def test_each_game_of_a_series_can_be_played_by_programs():
    series = begun("backgammon", target=2)
    result = Plan(series.spec, ("level:4", "random"), 1).task(0).result()
    assert 1 <= abs(result.record.score) <= 2
