"""Standings: known tie-breaks, and what holds of every table, in whatever order results came in."""

import random
import sys
from dataclasses import dataclass
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.match.clocks import Control
from referee.match.record import Record, winner_name
from referee.running.game_task import Result
from referee.statistics.scoring import Estimate
from referee.tournaments.meetings import buchholz, head_to_head, sonneborn_berger
from referee.tournaments.plan import Tournament
from referee.tournaments.schedule import FORMATS, make_schedule
from referee.tournaments.standings import Scoreboard, Standings, make_standings, rank_places


def tournament(form, players, rounds):
    """A tournament of so many."""
    names = tuple(f"p{player}" for player in range(players))
    specs = tuple(f"random:seed={player}" for player in range(players))
    return Tournament("nim", specs, names, form, rounds, 7, Control(move=0.5))


def result(plan, pairing, score, how="played-out", seconds=(0.0, 0.0), moves=(0, 0)):
    """That game, with that score."""
    names = tuple(plan.names[player] for player in pairing.seats)
    specs = tuple(plan.players[player] for player in pairing.seats)
    won = winner_name(names, score)
    return Result(Record(plan.game, specs, names, plan.seed, pairing.number, "", score, won, how, ""), seconds, moves)


def played_out(plan, score):
    """The results of a tournament played to its end."""
    results = {}
    while True:
        scores = {number: each.record.score for number, each in results.items()}
        known = make_schedule(plan.format, len(plan.players), plan.rounds, scores).pairings
        missing = [pairing for pairing in known if pairing.number not in results]
        if not missing:
            return results
        results |= {pairing.number: result(plan, pairing, score(pairing)) for pairing in missing}


def by_table(table):
    """Scores for a round robin of one round, by table[a][b]: what a made in the game it began and the one it did not."""

    def score(pairing):
        one, other = pairing.seats
        made = table[one, other][0] if one < other else 1 - table[other, one][1]
        return round(2 * made - 1)

    return score


def better_wins(pairing):
    """The player named earlier wins."""
    return 1 if pairing.seats[0] < pairing.seats[1] else -1


def by_chance(seed):
    """Scores that depend on the seed and the number of the game alone."""
    return lambda pairing: random.Random(seed * 1_000_003 + pairing.number).choice((1, 0, -1))


def unrated(plan, results):
    """The standings without ratings."""
    return make_standings(plan, results, rated=False)


def ranking(found):
    """(place, player, points, tiebreak) of each row."""
    return [(row.place, row.player, row.points, row.tiebreak) for row in found.rows]


# Ranks.


def test_sonneborn_berger_scores_of_a_double_round_robin():
    # example 1 of www.fiveinline.com/sbps.html
    table = {(0, 1): (0, 1), (0, 2): (1, 1), (0, 3): (1, 0), (1, 2): (0, 1), (1, 3): (1, 1), (2, 3): (1, 1)}
    plan = tournament("round-robin", 4, 1)
    found = unrated(plan, played_out(plan, by_table(table)))
    assert ranking(found) == [(1, 0, 4, 11), (2, 1, 4, 9), (3, 2, 3, 6), (4, 3, 1, 4)]
    assert found.cross[0] == ((0, 0, 0), (1, 0, 1), (2, 0, 0), (1, 0, 1))


def test_who_cannot_be_told_apart_shares_a_place():
    # example 2 there: a circle of three who all beat the last
    table = {(0, 1): (1, 1), (0, 2): (1, 1), (0, 3): (0, 0), (1, 2): (1, 1), (1, 3): (1, 1), (2, 3): (0, 0)}
    plan = tournament("round-robin", 4, 1)
    found = unrated(plan, played_out(plan, by_table(table)))
    assert ranking(found) == [(1, 0, 4, 8), (1, 1, 4, 8), (1, 3, 4, 8), (4, 2, 0, 0)]


def test_the_games_between_them_tell_players_of_equal_points_and_tiebreaks_apart():
    half = 0.5
    table = {
        (0, 1): (1, 1), (0, 2): (1, half), (0, 3): (0, half), (1, 2): (1, half), (1, 3): (1, half), (2, 3): (0, 0),
    }  # fmt: skip
    plan = tournament("round-robin", 4, 1)
    found = unrated(plan, played_out(plan, by_table(table)))
    assert ranking(found) == [(1, 3, 4, 9.5), (2, 0, 4, 9.5), (3, 1, 3, 7.5), (4, 2, 1, 3.5)]


def test_a_swiss_is_ranked_by_points_with_byes_and_by_buchholz_scores():
    plan = tournament("swiss", 3, 3)
    found = unrated(plan, played_out(plan, better_wins))
    # each meets both others and has one bye: 0 wins all four games, 1 two, 2 none; two points for the bye
    assert ranking(found) == [(1, 0, 6, 12), (2, 1, 4, 12), (3, 2, 2, 12)]
    assert [(row.games, row.byes) for row in found.rows] == [(4, 1)] * 3


def test_tiebreaks_by_hand():
    cross = [[(0, 0, 0), (1, 1, 0), (0, 0, 2)], [(0, 1, 1), (0, 0, 0), (0, 0, 0)], [(2, 0, 0), (0, 0, 0), (0, 0, 0)]]
    assert sonneborn_berger(cross, [1.5, 0.5, 2.0]) == [0.75, 0.75, 3.0]
    assert buchholz([[0, 1, 1], [1, 0, 0], [1, 0, 0]], [1.5, 2.5, 4.0], [0, 1, 1]) == [6.5, 4.0, 5.5]
    assert head_to_head(cross, 0, [0, 1, 2]) == -1
    assert head_to_head(cross, 0, [1]) == 1


def test_a_knockout_is_ranked_by_how_far_players_came():
    plan = tournament("knockout", 8, 1)
    found = unrated(plan, played_out(plan, lambda pairing: -better_wins(pairing)))
    assert [(row.place, row.player, row.out) for row in found.rows] == [
        (1, 7, None), (2, 6, 2), (3, 4, 1), (3, 5, 1), (5, 0, 0), (5, 1, 0), (5, 2, 0), (5, 3, 0),
    ]  # fmt: skip
    assert (found.champion, found.over, found.played, found.due) == (7, True, 14, 14)


def test_byes_of_a_knockout_count_no_points():
    plan = tournament("knockout", 3, 1)
    found = unrated(plan, played_out(plan, better_wins))
    assert [(row.player, row.points, row.games, row.byes) for row in found.rows] == [
        (0, 2, 2, 1), (1, 2, 4, 0), (2, 0, 2, 0),
    ]  # fmt: skip


def test_a_gauntlet_is_ranked_by_the_share_of_the_points():
    plan = tournament("gauntlet", 4, 2)
    beaten = {1: 1, 2: -1, 3: 1}  # the first beats all but player 2

    def score(pairing):
        return beaten[max(pairing.seats)] * (1 if pairing.seats[0] == 0 else -1)

    found = unrated(plan, played_out(plan, score))
    assert [(row.place, row.player, row.points, row.games) for row in found.rows] == [
        (1, 2, 4, 4), (2, 0, 8, 12), (3, 1, 0, 4), (3, 3, 0, 4),
    ]  # fmt: skip


def test_places_are_counted_on_after_one_that_is_shared():
    assert rank_places([(1.0,), (3.0,), (1.0,), (0.5,), (3.0,)]) == [(1, 1), (1, 4), (3, 0), (3, 2), (5, 3)]


# What stands in a row.


def test_before_any_game_all_share_the_first_place():
    for form in FORMATS:
        found = unrated(tournament(form, 5, 2), {})
        assert [(row.place, row.player, row.games, row.seconds) for row in found.rows] == [
            (1, player, 0, None) for player in range(5)
        ]
        assert (found.played, found.over, found.champion) == (0, False, None)
        assert (found.game, found.format, found.rounds, found.seed) == ("nim", form, 2, 7)
        assert (found.control, found.number) == ("0.5 seconds a move", None)


def test_a_bye_counts_once_its_round_is_played():
    plan = tournament("swiss", 3, 2)
    results = {number: each for number, each in played_out(plan, better_wins).items() if number < 2}
    assert ranking(unrated(plan, {0: results[0]})) == [(1, 0, 1, 0), (2, 1, 0, 0.5), (3, 2, 0, 0)]
    assert [(row.player, row.byes) for row in unrated(plan, results).rows] == [(2, 1), (0, 0), (1, 0)]


def test_forfeits_are_counted_against_those_who_lost_by_them():
    plan = tournament("round-robin", 2, 2)
    games = make_schedule("round-robin", 2, 2, {}).pairings
    ends = [(1, "hung"), (1, "crashed"), (-1, "hung"), (-1, "resigned")]
    results = {game.number: result(plan, game, score, how) for game, (score, how) in zip(games, ends, strict=True)}
    rows = {row.player: row for row in unrated(plan, results).rows}
    # in games 0 and 2 player 0 moved first
    assert rows[0].forfeits == {"crashed": 1, "hung": 1}
    assert rows[1].forfeits == {"hung": 1}
    assert (rows[0].wins, rows[0].losses, rows[1].wins) == (2, 2, 2)


def test_seconds_are_those_of_a_move_on_average():
    plan = tournament("round-robin", 3, 1)
    games = make_schedule("round-robin", 3, 1, {}).pairings
    results = {
        game.number: result(plan, game, 1, seconds=(1.0, 0.25), moves=(4, 2)) for game in games if 2 not in game.seats
    }
    rows = {row.player: row.seconds for row in unrated(plan, results).rows}
    assert rows == {0: pytest.approx(1.25 / 6), 1: pytest.approx(1.25 / 6), 2: None}


def test_games_that_nobody_finished_and_games_that_are_not_due_count_nothing():
    plan = tournament("knockout", 4, 1)
    first = make_schedule("knockout", 4, 1, {}).pairings
    results = {0: result(plan, first[0], None, "left"), 1: result(plan, first[1], 1)}
    results[9] = Result(Record("nim", ("", ""), ("p0", "p1"), 7, 9, "", 1, "p0", "played-out", ""), (0, 0), (0, 0))
    found = unrated(plan, results)
    assert (found.played, sum(row.games for row in found.rows)) == (1, 2)


# Laws.

plans = st.builds(tournament, st.sampled_from(list(FORMATS)), st.integers(2, 12), st.integers(1, 4))


@settings(max_examples=60, deadline=None)
@given(plans, st.integers(0, 999), st.integers(0, 999))
def test_points_add_up_and_the_order_of_results_does_not_matter(plan, seed, order):
    rng = random.Random(order)
    results = played_out(plan, by_chance(seed))
    numbers = list(results)
    rng.shuffle(numbers)
    numbers = numbers[: rng.choice((len(numbers), len(numbers) // 2))]
    found = unrated(plan, {number: results[number] for number in numbers})
    assert found == unrated(plan, {number: results[number] for number in sorted(numbers)})
    assert found.over == (len(numbers) == len(results)) == (found.played == found.due)
    rows = {row.player: row for row in found.rows}
    byes = sum(row.byes for row in found.rows) if plan.format == "swiss" else 0
    assert sum(row.points for row in found.rows) == found.played + 2 * byes
    for player, row in rows.items():
        assert row.games == row.wins + row.draws + row.losses
        assert (row.wins, row.draws, row.losses) == tuple(map(sum, zip(*found.cross[player], strict=True)))
        assert row.points == row.wins + row.draws / 2 + (2 * row.byes if plan.format == "swiss" else 0)
        for other in rows:
            assert found.cross[player][other] == found.cross[other][player][::-1]
    assert sorted(rows) == list(range(len(plan.names)))
    assert [row.place for row in found.rows] == sorted(row.place for row in found.rows)
    assert all(row.place <= count for count, row in enumerate(found.rows, 1))
    if plan.format in ("round-robin", "swiss"):
        keys = [(row.points, row.tiebreak) for row in found.rows]
        assert keys == sorted(keys, reverse=True)


@settings(max_examples=30, deadline=None)
@given(plans, st.integers(0, 999), st.integers(0, 999))
def test_a_reckoning_says_at_any_time_what_all_results_so_far_say(plan, seed, order):
    rng = random.Random(order)
    results = list(played_out(plan, by_chance(seed)).values())
    rng.shuffle(results)
    reckoning = Scoreboard(plan)
    for count, each in enumerate(results, 1):
        reckoning.add(each)
        reckoning.add(each)  # as a game that is played twice
        if rng.random() < 0.2 or count == len(results):
            so_far = {known.number: known for known in results[:count]}
            assert reckoning.standings(3, rated=False) == make_standings(plan, so_far, 3, rated=False)


# Ratings.


@dataclass(frozen=True)
class Ratings:
    """Ratings as they are fitted elsewhere."""

    elo: tuple
    advantage: Estimate | None
    draws: Estimate | None
    superior: tuple
    group: tuple
    anchored: int | None = None


@pytest.fixture
def asked(monkeypatch):
    """What ratings were asked for: [(players, results)]; they are made up."""
    calls = []

    def fit(players, results, anchors):
        assert not anchors
        calls.append((players, results))
        elo = tuple(Estimate(10.0 * player, None, None) for player in range(players))
        superior = tuple(tuple(None if one == other else 0.25 for other in range(players)) for one in range(players))
        return Ratings(elo, Estimate(1.0, 0.0, 2.0), Estimate(0.5, 0.25, 0.75), superior, tuple(range(players)))

    module = ModuleType("referee.statistics.ratings")
    module.fit_ratings = fit
    monkeypatch.setitem(sys.modules, "referee.statistics.ratings", module)
    return calls


def test_ratings_are_fitted_to_who_moved_first_against_whom(asked):
    plan = tournament("round-robin", 3, 2)
    found = make_standings(plan, played_out(plan, better_wins), 12)
    assert asked == [(3, {
        (0, 1): (2, 0, 0), (0, 2): (2, 0, 0), (1, 0): (0, 0, 2),
        (1, 2): (2, 0, 0), (2, 0): (0, 0, 2), (2, 1): (0, 0, 2),
    })]  # fmt: skip
    assert [row.rating.value for row in found.rows] == [0.0, 10.0, 20.0]
    assert [row.group for row in found.rows] == [0, 1, 2]
    assert (found.advantage, found.draws) == (Estimate(1.0, 0.0, 2.0), Estimate(0.5, 0.25, 0.75))
    assert found.superior[0] == (None, 0.25, 0.25)
    assert found.number == 12


def test_ratings_are_left_out_where_they_are_not_asked_for_or_nothing_is_played(asked):
    plan = tournament("round-robin", 3, 1)
    for found in (make_standings(plan, {}), unrated(plan, played_out(plan, better_wins))):
        assert isinstance(found, Standings)
        assert [row.rating for row in found.rows] == [None] * 3
        assert (found.advantage, found.draws, found.superior) == (None, None, ((None,) * 3,) * 3)
    assert asked == []


def test_a_tally_keeps_the_ratings_of_the_last_time_until_they_are_fitted_anew(asked):
    plan = tournament("round-robin", 3, 1)
    reckoning = Scoreboard(plan)
    for result in played_out(plan, better_wins).values():
        reckoning.add(result)
    assert [row.rating for row in reckoning.standings(rated=False).rows] == [None] * 3
    rated = reckoning.standings()
    assert reckoning.standings(rated=False) == rated
    assert len(asked) == 1


def test_fitted_ratings_follow_the_results():
    pytest.importorskip("referee.statistics.ratings")
    plan = tournament("round-robin", 3, 30)
    chance = random.Random(1)
    results = played_out(plan, lambda pairing: better_wins(pairing) * (1 if chance.random() < 0.7 else -1))
    found = make_standings(plan, results)
    rated = {row.player: row.rating.value for row in found.rows}
    assert rated[0] > rated[1] > rated[2]
    assert found.superior[0][2] > 0.9
