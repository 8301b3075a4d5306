"""Which programs of a class play next: those of which least is known, each in one game, both sides in turn."""

from itertools import combinations

from referee.network.pairing import Known, NextGames, worth
from tests.helpers.standings_samples import around, mirrored, row, standings


def sample(*ratings, anchors=()):
    """Standings of as many players as there are ratings."""
    cross = mirrored([[(1, 0, 0)] * (len(ratings) - 1 - at) for at in range(len(ratings) - 1)])
    given = dict(anchors)
    rows = [
        row(at + 1, at, f"p{at}", cross, rating=rating, group=0, anchor=given.get(at), anchored=bool(anchors))
        for at, rating in enumerate(ratings)
    ]
    return standings(rows, cross)


def test_a_game_is_worth_more_if_less_is_known_the_ratings_are_near_and_the_two_seldom_met():
    unsure, sure = Known(0.0, 1.0), Known(0.0, 0.1)
    assert worth(unsure, unsure, 0) > worth(unsure, sure, 0) > worth(sure, sure, 0) > worth(sure, sure, 2)
    assert worth(unsure, unsure, 0) > worth(unsure, Known(2.0, 1.0), 0)


def test_the_least_certain_of_the_free_programs_play_first():
    told = sample(around(0, 300), around(0, 40), around(0, 300), around(0, 40))
    assert list(NextGames(told, ()).choose({0, 1, 2, 3})) == [(0, 2), (1, 3)]


def test_programs_whose_ratings_are_near_play_each_other():
    told = sample(around(0, 100), around(600, 100), around(20, 100), around(620, 100))
    assert set(NextGames(told, ()).choose({0, 1, 2, 3})) == {(0, 2), (1, 3)}


def test_the_second_game_of_two_programs_is_the_first_with_sides_swapped():
    told = sample(*[None] * 4)
    assert next(NextGames(told, [(3, 1)]).choose({0, 1, 2, 3})) == (1, 3)


def test_programs_that_met_once_with_both_sides_meet_others_next():
    told = sample(*[None] * 4)
    assert set(NextGames(told, [(0, 1), (1, 0), (2, 3), (3, 2)]).choose({0, 1, 2, 3})) == {(0, 2), (1, 3)}


def test_two_that_finish_together_wait_for_others_instead_of_meeting_again():
    told = sample(*[None] * 4)
    assert list(NextGames(told, [(0, 1), (1, 0), (2, 3)]).choose({0, 1}, {2: 3, 3: 2})) == []


def test_programs_of_the_staff_do_not_play_each_other():
    told = sample(*[None] * 3)
    assert list(NextGames(told, (), fixed={0, 1}).choose({0, 1})) == []
    assert list(NextGames(told, (), fixed={0, 1}).choose({0, 1, 2})) == [(0, 2)]


def test_two_programs_meet_no_more_once_each_opening_was_played_from_both_sides():
    told = sample(*[None] * 2)
    assert list(NextGames(told, [(0, 1)], most=2).choose({0, 1})) == [(1, 0)]
    assert list(NextGames(told, [(0, 1), (1, 0)], most=2).choose({0, 1})) == []


def test_everybody_meets_everybody_with_both_sides_before_two_meet_again():
    told, played = sample(*[None] * 5), []
    for _ in range(20):
        played.append(next(NextGames(told, played).choose(range(5))))
    assert sorted(played) == sorted(both for pair in combinations(range(5), 2) for both in (pair, pair[::-1]))


def test_no_program_plays_two_games_at_once():
    told = sample(*[around(10 * at, 100) for at in range(7)])
    chosen = [seat for seats in NextGames(told, ()).choose(range(7)) for seat in seats]
    assert len(chosen) == len(set(chosen)) == 6


def test_a_program_without_a_game_is_taken_to_be_as_strong_as_the_anchors():
    told = sample(around(1500, 50), around(2400, 50), None, anchors=[(0, 1500.0), (1, 1700.0)])
    assert NextGames(told, ()).known_as(2).rating > 0
