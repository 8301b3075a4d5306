"""Ratings: equal to published fits and to a slow second way of finding them, lawful, and honest where nothing bounds."""

import math
import random
import sys
from itertools import permutations, product
from pathlib import Path

import pytest
from hypothesis import assume, given, settings, strategies as st

from referee.statistics.fitting import Fit, Limits, Score, draw_share
from referee.statistics.ratings import fit_ratings
from referee.statistics.scoring import ELO, Z, Estimate, chance_of_more, logistic, odds_between, wilson
from referee.statistics.shrinkage import ADVANTAGE, NARROWEST, SCALE, STEP, WIDEST, fit_shrunk_ratings

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

from intervals import tried

# Agresti, Categorical Data Analysis (2nd edition), page 438: the American League, East, 1987, by who was at home. The
# figures are those that R's package BradleyTerry2 tests itself by (tests/testthat/test-baseball.R).
TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
AT_HOME = (
    ("4-3", "4-2", "4-3", "6-1", "4-2", "6-0"),
    ("3-3", "4-2", "4-3", "6-0", "6-1", "4-3"),
    ("2-5", "4-3", "2-4", "4-3", "4-2", "6-0"),
    ("3-3", "5-1", "2-5", "4-3", "4-2", "6-1"),
    ("5-1", "2-5", "3-3", "4-2", "5-2", "6-0"),
    ("2-5", "3-3", "3-4", "4-3", "4-2", "2-4"),
    ("2-5", "1-5", "1-6", "2-4", "1-6", "3-4"),
)
BASEBALL = {
    (home, away): (int(text[0]), 0, int(text[2]))
    for home, row in enumerate(AT_HOME)
    for away, text in zip((other for other in range(7) if other != home), row, strict=True)
}
# Stigler 1994, in Agresti, page 448: citations among Biometrika, Comm. Statist., JASA and JRSS-B; the cited one wins.
CITED = ((0, 730, 498, 221), (33, 0, 68, 17), (320, 813, 0, 142), (284, 276, 325, 0))
# Davidson, JASA 65 (1970): chocolate puddings, by two brands: who prefers the one, the other, neither.
PUDDINGS = {
    (0, 1): (19, 22, 16), (0, 2): (16, 19, 12), (1, 2): (19, 19, 10), (0, 3): (18, 23, 13), (1, 3): (23, 19, 9),
    (2, 3): (19, 20, 15), (0, 4): (13, 19, 18), (1, 4): (16, 20, 12), (2, 4): (16, 15, 17), (3, 4): (17, 14, 16),
    (0, 5): (18, 21, 12), (1, 5): (22, 20, 12), (2, 5): (13, 18, 10), (3, 5): (14, 19, 18), (4, 5): (11, 21, 12),
}  # fmt: skip


def both_ways(results):
    """Return the results as if either side had moved first."""
    mirrored = {(two, one): (lost, drawn, won) for (one, two), (won, drawn, lost) in results.items()}
    return results | mirrored


def wins(table):
    """Return the results of a table of wins, with nobody moving first."""
    places = range(len(table))
    return {(one, two): (table[one][two], 0, table[two][one]) for one in places for two in places if one != two}


def values(ratings):
    return [estimate.value for estimate in ratings.elo]


def elo(score):
    return -400 * math.log10(1 / score - 1)


# Published fits.


def test_baseball_with_an_advantage_at_home_is_as_in_agresti():
    ratings = fit_ratings(7, BASEBALL)
    strength = [math.exp(value / ELO) for value in values(ratings)]
    share = sorted(round(one / sum(strength), 3) for one in strength)
    assert share == [0.044, 0.088, 0.137, 0.157, 0.164, 0.190, 0.220]  # table 10.11, column 5
    assert round(ratings.advantage.value / ELO, 3) == 0.302
    odds = {team: (value - ratings.elo[6].value) / ELO for team, value in zip(TEAMS, values(ratings), strict=True)}
    assert round(odds["Boston"], 4) == 1.1438  # R's summary prints four digits
    assert round(ratings.advantage.value / ELO, 4) == 0.3023


def test_baseball_without_an_order_is_as_in_agresti():
    results = both_ways(BASEBALL | {})
    merged = {
        (one, two): (BASEBALL[one, two][0] + BASEBALL[two, one][2], 0, BASEBALL[one, two][2] + BASEBALL[two, one][0])
        for one, two in results
    }
    ratings = fit_ratings(7, merged)
    odds = sorted(round((value - ratings.elo[6].value) / ELO, 2) for value in values(ratings))
    assert odds == [0, 0.68, 1.11, 1.25, 1.29, 1.44, 1.58]  # table 10.11, column 3
    scores = [Score(one, two, won + lost, won) for (one, two), (won, _, lost) in merged.items()]
    rows = Fit([list(range(7))], scores, ordered=True).covariance(0.0)
    errors = [math.sqrt(2 * (rows[one][one] + rows[6][6] - 2 * rows[one][6])) for one in range(6)]  # all counted twice
    assert [round(error, 1) for error in errors] == [0.3] * 6  # "about 0.3"


def test_journals_are_as_in_the_article_on_bradleyterry2():
    ratings = fit_ratings(4, wins(CITED))  # Turner and Firth, Journal of Statistical Software 48 (9), 2012, section 2.1
    odds = [round((value - ratings.elo[0].value) / ELO, 4) for value in values(ratings)]
    assert odds == [0, -2.9491, -0.4796, 0.2690]
    scores = [Score(one, two, won + lost, won) for (one, two), (won, _, lost) in wins(CITED).items()]
    rows = Fit([[0, 1, 2, 3]], scores, ordered=True).covariance(0.0)
    errors = [math.sqrt(2 * (rows[one][one] + rows[0][0] - 2 * rows[one][0])) for one in (1, 2, 3)]
    assert [round(error, 4) for error in errors] == [0.1025, 0.0606, 0.0708]


def test_the_worked_example_of_the_encyclopedia():
    table = ((0, 2, 0, 1), (3, 0, 5, 0), (0, 3, 0, 1), (4, 0, 3, 0))  # Wikipedia, Bradley-Terry model
    strength = [round(math.exp(value / ELO), 3) for value in values(fit_ratings(4, wins(table)))]
    assert strength == [0.640, 1.043, 0.660, 2.270]


def test_puddings_are_tied_as_davidson_found():
    drawn = fit_ratings(
        6, both_ways({pair: (won, tied, lost) for pair, (won, lost, tied) in PUDDINGS.items()})
    ).draws.value
    assert round(2 * drawn / (1 - drawn), 4) == 0.7468  # his nu


def test_three_programs_a_known_distance_apart_are_found_there():
    # "EloStat, Bayeselo and Ordo", talkchess.com, 24 June 2012: 75 %, 75 % and 90 % are 191 Elo apart, and twice that.
    results = {(0, 1): (18, 9, 3), (1, 2): (18, 9, 3), (0, 2): (24, 6, 0)}
    assert [round(value) for value in values(fit_ratings(3, both_ways(results)))] == [191, 0, -191]
    assert [round(value) for value in values(fit_ratings(3, results))] == [191, 0, -191]


# Two players, in closed form.


@pytest.mark.parametrize("counts", [(136, 111, 96), (9, 0, 1), (10, 90, 0), (1, 998, 1), (50, 0, 50), (10**9, 0, 1)])
def test_the_rating_of_a_match_is_the_elo_of_its_score(counts):
    won, drawn, lost = counts
    one, two = values(fit_ratings(2, {(0, 1): counts}))
    assert one - two == pytest.approx(400 * math.log10((won + drawn / 2) / (lost + drawn / 2)), abs=1e-4)
    assert one + two == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(("won", "lost"), [(9, 1), (5, 5), (1, 30), (700, 300)])
def test_the_interval_of_a_match_without_draws_is_wilsons(won, lost):
    one, two = fit_ratings(2, {(0, 1): (won, 0, lost)}).elo
    low, high = wilson(won / (won + lost), won + lost)
    assert (2 * one.low, 2 * one.high) == (pytest.approx(elo(low)), pytest.approx(elo(high)))
    assert (two.low, two.high) == (pytest.approx(-one.high), pytest.approx(-one.low))


@pytest.mark.parametrize("won", [1, 2, 10, 1000])
def test_winning_all_games_gives_wilsons_lower_bound(won):
    one, two = fit_ratings(2, {(0, 1): (won, 0, 0)}).elo
    assert 2 * one.low == pytest.approx(elo(wilson(1, won)[0]))
    assert one.high is None and two.low is None
    assert two.high == pytest.approx(-one.low)
    assert one.value > one.low


@pytest.mark.parametrize("counts", [(9, 0, 1), (7, 0, 3), (60, 0, 40)])
def test_superiority_in_a_match_is_that_of_its_decisive_games(counts):
    won, _, lost = counts
    phi = 0.5 * (1 + math.erf((won - lost) / math.sqrt(2 * (won + lost))))
    superior = fit_ratings(2, {(0, 1): counts}).superior
    assert superior[0][1] == pytest.approx(phi)
    assert superior[1][0] == pytest.approx(1 - phi)
    assert superior[0][0] is None


def test_draws_narrow_the_interval():
    half_won = fit_ratings(2, {(0, 1): (50, 0, 50)}).elo[0].high
    half_drawn = fit_ratings(2, {(0, 1): (25, 50, 25)}).elo[0].high
    all_drawn = fit_ratings(2, {(0, 1): (0, 100, 0)}).elo[0].high
    assert 0 < all_drawn < half_drawn < half_won


@given(st.floats(-800, 800), st.floats(1e-6, 1e6))
def test_an_interval_of_log_odds_is_finite_and_mirrors(odds, variance):
    low, high = odds_between(odds, variance)
    assert math.isfinite(low) and math.isfinite(high)
    assert low < high
    other = odds_between(-odds, variance)
    assert other == (pytest.approx(-high), pytest.approx(-low))
    assert chance_of_more(odds, variance) + chance_of_more(-odds, variance) == pytest.approx(1)


# A second way.


def slowly(players, results):
    """Ratings and the advantage in Elo, mean 0: each in turn moved to where its player's points are those expected."""
    value = [0.0] * (players + 1)

    def gap(place, to):
        """Points beyond expectation in what the value at that place counts in, were it this."""
        old, value[place], total = value[place], to, 0.0
        for (one, two), (won, drawn, lost) in results.items():
            sign = 1 if place in (one, players) else -1 if place == two else 0
            expected = 1 / (1 + 10 ** (-(value[one] - value[two] + value[players]) / 400))
            total += sign * (won + drawn / 2 - (won + drawn + lost) * expected)
        value[place] = old
        return total

    for _ in range(2000):
        before = list(value)
        for place in range(players + 1):
            low, high = -4000.0, 4000.0
            while high - low > 1e-8:
                middle = (low + high) / 2
                low, high = (middle, high) if gap(place, middle) > 0 else (low, middle)
            value[place] = low
        if max(abs(new - old) for new, old in zip(value, before, strict=True)) < 1e-6:
            break
    mean = sum(value[:players]) / players
    return [one - mean for one in value[:players]], value[players]


def seasons(count, seed):
    """Return small tournaments with a game or two of each pair and order, with draws."""
    chance = random.Random(seed)
    for _ in range(count):
        players = chance.choice((2, 3, 4))
        yield (
            players,
            {pair: tuple(chance.choice((0, 1, 1, 2)) for _ in range(3)) for pair in permutations(range(players), 2)},
        )


def test_a_second_slow_way_finds_the_same():
    compared = 0
    for players, results in seasons(12, 3):
        ratings = fit_ratings(players, results)
        if any(one is None or None in (one.low, one.high) for one in ratings.elo) or not ratings.advantage:
            continue
        wanted, advantage = slowly(players, results)
        assert values(ratings) == pytest.approx(wanted, abs=0.01)
        assert ratings.advantage.value == pytest.approx(advantage, abs=0.01)
        compared += 1
    assert compared >= 8


def test_unbounded_ratings_equal_trying_all_directions():
    chance = random.Random(11)
    several = set()
    for _ in range(60):
        players = chance.choice((2, 3, 4))
        pairs = chance.sample([*permutations(range(players), 2)], chance.randint(1, players * (players - 1)))
        scores = [Score(one, two, 2, chance.choice((0, 0, 1, 2, 2))) for one, two in pairs]
        limits = Limits(players, scores, ordered=True)
        above = [[False] * players for _ in range(players)]
        ways = set()
        for *steps, way in product(*[range(-3, 4)] * (players - 1), (-1, 0, 1)):
            rise = (0, *steps)
            moved = [(rise[score.first] - rise[score.second] + way, score.points) for score in scores]
            if all(
                change >= 0 if points == 2 else change <= 0 if points == 0 else not change for change, points in moved
            ):
                ways.add(way)
                for one, two in permutations(range(players), 2):
                    above[one][two] |= rise[one] > rise[two]
        assert limits.above == above
        assert limits.unbounded == (-1 in ways, 1 in ways)
        several.add(limits.unbounded)
    assert len(several) >= 3


# Laws.

COUNTS = st.tuples(st.integers(0, 4), st.integers(0, 3), st.integers(0, 4))


@st.composite
def tournaments(draw, least=2):
    players = draw(st.integers(least, 5))
    pairs = st.sampled_from([*permutations(range(players), 2)])
    return players, draw(st.dictionaries(pairs, COUNTS, max_size=12))


def close(one, two):
    if one is None or two is None:
        return one is two
    parts = zip((one.value, one.low, one.high), (two.value, two.low, two.high), strict=True)
    return all(a is b if a is None or b is None else a == pytest.approx(b, abs=1e-4, rel=1e-6) for a, b in parts)


@settings(max_examples=60, deadline=None)
@given(tournaments(), st.randoms(use_true_random=False))
def test_the_order_of_players_and_results_changes_nothing(tournament, chance):
    players, results = tournament
    order = list(range(players))
    chance.shuffle(order)
    shuffled = [((order[one], order[two]), counts) for (one, two), counts in results.items()]
    chance.shuffle(shuffled)
    ratings, other = fit_ratings(players, results), fit_ratings(players, dict(shuffled))
    assert close(ratings.advantage, other.advantage)
    assert close(ratings.draws, other.draws)
    for place in range(players):
        assert close(ratings.elo[place], other.elo[order[place]])
        for second in range(players):
            one, two = ratings.superior[place][second], other.superior[order[place]][order[second]]
            assert one is two if one is None or two is None else one == pytest.approx(two, abs=1e-6)


@settings(max_examples=60, deadline=None)
@given(tournaments())
def test_results_turned_round_turn_the_ratings_round(tournament):
    players, results = tournament
    turned = {pair: counts[::-1] for pair, counts in results.items()}
    for one, two in zip(fit_ratings(players, results).elo, fit_ratings(players, turned).elo, strict=True):
        assert (one is None) == (two is None)
        if one:
            assert one.value == pytest.approx(-two.value, abs=1e-4)
            for bound, mirrored in ((one.low, two.high), (one.high, two.low)):
                assert bound is mirrored if bound is None else -bound == pytest.approx(mirrored, abs=1e-4)


@settings(max_examples=80, deadline=None)
@given(tournaments())
def test_nothing_is_infinite_and_an_interval_holds_its_value(tournament):
    players, results = tournament
    ratings = fit_ratings(players, results)
    for estimate in filter(None, (*ratings.elo, ratings.advantage, ratings.draws)):
        assert math.isfinite(estimate.value)
        assert estimate.low is None or -math.inf < estimate.low <= estimate.value + 1e-9
        assert estimate.high is None or estimate.value - 1e-9 <= estimate.high < math.inf
    for number in set(filter(lambda group: group is not None, ratings.group)):
        members = [one for one, group in zip(ratings.elo, ratings.group, strict=True) if group == number]
        bounded = [one for one in members if None not in (one.low, one.high)]
        assert sum(one.value for one in bounded or members) == pytest.approx(0, abs=1e-6)
    for one, two in permutations(range(players), 2):
        superior = ratings.superior[one][two]
        if superior is not None:
            assert ratings.group[one] == ratings.group[two]
            assert superior + ratings.superior[two][one] == pytest.approx(1)


@settings(max_examples=60, deadline=None)
@given(tournaments())
def test_each_player_scored_what_was_expected_of_it(tournament):
    players, results = tournament
    ratings = fit_ratings(players, results)
    bounded = [one for one in ratings.elo if one is None or None not in (one.low, one.high)]
    assume(len(bounded) == players)
    known = ratings.advantage and None not in (ratings.advantage.low, ratings.advantage.high)
    advantage = ratings.advantage.value if known else 0.0
    scored, expected = [0.0] * players, [0.0] * players
    for (one, two), counts in results.items():
        if any(counts):
            score = logistic((ratings.elo[one].value - ratings.elo[two].value + advantage) / ELO)
            for player, points, share in ((one, 1, score), (two, 0, 1 - score)):
                scored[player] += counts[0] * points + counts[1] / 2 + counts[2] * (1 - points)
                expected[player] += sum(counts) * share
    assert scored == pytest.approx(expected, abs=1e-6)


def centred(ratings):
    """The ratings above the mean of all: who is bounded, and so where 0 is, may change by a game."""
    known = [one.value for one in ratings.elo if one]
    return [one and one.value - sum(known) / len(known) for one in ratings.elo]


@settings(max_examples=80, deadline=None)
@given(tournaments(), st.data())
def test_another_win_with_either_side_raises_the_winner(tournament, data):
    players, results = tournament
    before = both_ways({(one, two): counts for (one, two), counts in results.items() if one < two and any(counts)})
    assume(before)
    one, two = data.draw(st.sampled_from(sorted(before)))
    (won, drawn, lost), (first, equal, second) = before[one, two], before[two, one]
    after = before | {(one, two): (won + 1, drawn, lost), (two, one): (first, equal, second + 1)}
    old, new = (centred(fit_ratings(players, results)) for results in (before, after))
    assert new[one] > old[one]
    assert new[two] < old[two]


# What results do not tell.


def test_a_player_that_won_all_games_hardly_moves_the_others():
    both = {(0, 1): (6, 0, 4), (1, 0): (4, 0, 6)}
    swept = {(2, 0): (9, 0, 0), (0, 2): (0, 0, 9), (2, 1): (9, 0, 0), (1, 2): (0, 0, 9)}
    alone, beside = fit_ratings(2, both), fit_ratings(3, both | swept)
    assert beside.elo[2].high is None
    assert beside.elo[0].value == pytest.approx(alone.elo[0].value, abs=1)
    assert [beside.elo[0].low, beside.elo[0].high] == pytest.approx([alone.elo[0].low, alone.elo[0].high], abs=3)
    assert beside.elo[2].low > beside.elo[0].high


def test_a_player_without_games_is_not_rated():
    ratings = fit_ratings(4, {(1, 3): (1, 0, 1), (0, 1): (0, 0, 0)})
    assert [one is None for one in ratings.elo] == [True, False, True, False]
    assert ratings.group == (None, 0, None, 0)
    nothing = fit_ratings(3, {})
    assert nothing.elo == (None, None, None)
    assert (nothing.advantage, nothing.draws) == (None, None)


def test_groups_that_never_met_are_not_compared():
    ratings = fit_ratings(5, {(0, 1): (3, 0, 1), (2, 3): (1, 2, 1), (3, 4): (2, 0, 2)})
    assert ratings.group == (0, 0, 1, 1, 1)
    assert ratings.superior[0][2] is None
    assert ratings.superior[0][1] > 0.5
    assert ratings.elo[0].value == pytest.approx(-ratings.elo[1].value)


def test_the_advantage_is_unknown_if_the_same_player_always_moves_first():
    ratings = fit_ratings(3, {(0, 1): (6, 0, 4), (0, 2): (7, 0, 3)})
    assert ratings.advantage is None
    assert ratings.elo[0].value > 0


def test_first_players_who_always_win_have_at_least_some_advantage_and_are_level():
    ratings = fit_ratings(2, {(0, 1): (5, 0, 0), (1, 0): (5, 0, 0)})
    assert ratings.advantage.low == pytest.approx(elo(wilson(1, 10)[0]))
    assert ratings.advantage.high is None
    assert values(ratings) == pytest.approx([0, 0])
    assert 2 * ratings.elo[0].high == pytest.approx(elo(wilson(0.5, 10)[1]))
    assert ratings.superior[0][1] == pytest.approx(0.5)
    mirrored = fit_ratings(2, {(0, 1): (0, 0, 5), (1, 0): (0, 0, 5)})
    assert (mirrored.advantage.low, mirrored.advantage.high) == (None, pytest.approx(-ratings.advantage.low))


def test_a_first_player_who_won_by_chance_takes_no_interval_from_anybody():
    results = {
        (3, 2): (1, 0, 0), (2, 3): (1, 0, 0), (3, 1): (1, 0, 0), (1, 3): (0, 0, 1), (3, 0): (1, 0, 0), (0, 3): (0, 0, 1),
        (2, 1): (1, 0, 0), (1, 2): (0, 0, 1), (2, 0): (1, 0, 0), (0, 2): (0, 1, 0), (1, 0): (0, 0, 1), (0, 1): (1, 0, 0),
    }  # fmt: skip
    ratings = fit_ratings(4, results)
    assert ratings.advantage.high is None
    assert all(None not in (ratings.elo[one].low, ratings.elo[one].high) for one in (0, 2, 3))
    assert (ratings.elo[1].low, ratings.elo[1].high is None) == (None, False)


def test_a_player_that_lost_to_all_leaves_the_others_bounded():
    among = {(0, 1): (6, 2, 2), (1, 2): (5, 2, 3), (2, 0): (4, 2, 4)}
    alone = fit_ratings(3, both_ways(among))
    ratings = fit_ratings(4, both_ways(among | {(player, 3): (10, 0, 0) for player in range(3)}))
    for one, before in zip(ratings.elo[:3], alone.elo, strict=True):
        assert one.low is not None and one.high is not None
        assert one.high - one.low == pytest.approx(before.high - before.low, rel=0.1)
    last = ratings.elo[3]
    assert last.low is None
    assert last.value < last.high < min(values(ratings)[:3])


def test_only_the_ends_of_a_chain_are_bounded_on_one_side():
    first, middle, last = fit_ratings(3, {(0, 1): (9, 0, 0), (1, 2): (9, 0, 0)}).elo
    assert first.low is not None and first.high is None
    assert (middle.low, middle.high) == (None, None)
    assert last.low is None and last.high is not None


def test_the_share_of_draws_has_bounds_within_nothing_and_all():
    none, all_drawn = fit_ratings(2, {(0, 1): (5, 0, 5)}).draws, fit_ratings(2, {(0, 1): (0, 10, 0)}).draws
    assert (none.value, none.low) == (0, 0)
    assert none.high == pytest.approx(wilson(0, 10)[1])
    assert (all_drawn.value, all_drawn.high) == (1, 1)
    assert all_drawn.low == pytest.approx(wilson(1, 10)[0])


@given(st.floats(0.01, 0.99), st.floats(0.01, 0.99))
def test_draws_keep_davidsons_law_and_the_expected_score(score, equals):
    drawn = draw_share(score * (1 - score), equals)
    won, lost = score - drawn / 2, 1 - score - drawn / 2
    assert won > 0 and lost > 0
    assert drawn == pytest.approx(2 * equals / (1 - equals) * math.sqrt(won * lost), rel=1e-6)


@pytest.mark.parametrize(
    "results", [{(0, 0): (1, 0, 0)}, {(0, 2): (1, 0, 0)}, {(-1, 0): (1, 0, 0)}, {(0, 1): (1, -1, 0)}]
)
def test_results_that_cannot_be_are_refused(results):
    with pytest.raises(ValueError, match="player"):
        fit_ratings(2, results)


# How often intervals hold the truth.


def season(chance, truth, advantage, equals, games):
    """Return random results of players with these strengths."""
    results = {}
    for one, two in permutations(range(len(truth)), 2):
        score = logistic((truth[one] - truth[two] + advantage) / ELO)
        drawn = draw_share(score * (1 - score), equals)
        weights = (score - drawn / 2, drawn, 1 - score - drawn / 2)
        counts = chance.choices((0, 1, 2), weights, k=games)
        results[one, two] = tuple(counts.count(end) for end in range(3))
    return results


@pytest.mark.parametrize("equals", [0.0, 0.3, 0.7])
def test_intervals_hold_the_truth_as_often_as_they_say(equals):
    chance, truth, advantage = random.Random(1), (120, 40, -30, -130), 35
    held = of = known = seasons = 0
    for _ in range(150):
        ratings = fit_ratings(4, season(chance, truth, advantage, equals, 4))
        for one, true in zip(ratings.elo, truth, strict=True):
            held += (one.low is None or one.low <= true) and (one.high is None or true <= one.high)
            of += 1
        known += ratings.advantage.low <= advantage <= ratings.advantage.high
        seasons += 1
    assert held / of > 0.93
    assert known / seasons > 0.91


def test_a_hundred_players_are_fitted():
    truth = [10 * (place % 40) for place in range(100)]
    ratings = fit_ratings(100, season(random.Random(2), truth, 30, 0.3, 1))
    mean = sum(truth) / 100
    held = sum(one.low <= true - mean <= one.high for one, true in zip(ratings.elo, truth, strict=True))
    assert held >= 88
    assert abs(ratings.advantage.value - 30) < 4 * (ratings.advantage.high - ratings.advantage.low) / (2 * Z)


@pytest.mark.parametrize(("players", "wins", "losses"), [(20, 99, 1), (60, 10**9, 1), (60, 5, 0), (100, 1, 1)])
def test_a_long_ladder_has_finite_ratings_in_its_order(players, wins, losses):
    ratings = fit_ratings(players, {(place, place + 1): (wins, 0, losses) for place in range(players - 1)})
    assert all(math.isfinite(one.value) for one in ratings.elo)
    if wins > losses:
        assert sorted(values(ratings), reverse=True) == values(ratings)
    if losses:
        assert all(one.low < one.value < one.high for one in ratings.elo)
        steps = [one - two for one, two in zip(values(ratings), values(ratings)[1:], strict=False)]
        assert steps == pytest.approx([400 * math.log10(wins / losses)] * (players - 1), abs=0.01)


@pytest.mark.parametrize("seed", range(3))
def test_no_counts_however_large_or_lopsided_break_the_fit(seed):
    chance = random.Random(seed)
    for _ in range(60):
        players, most = chance.randint(2, 7), chance.choice((3, 50, 10**6, 10**9))
        results = {
            pair: tuple(chance.choice((0, 0, 1, chance.randint(0, most))) for _ in range(3))
            for pair in permutations(range(players), 2)
            if chance.random() < 0.5
        }
        ratings = fit_ratings(players, results)
        for estimate in filter(None, (*ratings.elo, ratings.advantage, ratings.draws)):
            assert math.isfinite(estimate.value)
            assert estimate.low is None or -math.inf < estimate.low <= estimate.value + 1e-6
            assert estimate.high is None or estimate.value - 1e-6 <= estimate.high < math.inf


# Ratings on the scale of players whose ratings are given: equal to a slow second way, and true as often as they say.


def anchored_season(players, seed, draws=False):
    """A tournament of some games of each pair and order, in which everybody wins and loses."""
    chance = random.Random(seed)
    return {
        pair: (chance.randint(1, 6), chance.randint(1, 6) if draws else 0, chance.randint(1, 6))
        for pair in permutations(range(players), 2)
    }


# One anchor: the ratings of a plain fit, shifted.


@pytest.mark.parametrize(("won", "lost"), [(9, 1), (5, 5), (700, 300)])
def test_the_interval_beside_an_anchor_is_wilsons_about_its_rating(won, lost):
    anchor, other = fit_ratings(2, {(1, 0): (won, 0, lost)}, {0: 1500}).elo
    low, high = wilson(won / (won + lost), won + lost)
    assert anchor == Estimate(1500, 1500, 1500)
    assert other.value == pytest.approx(1500 + elo(won / (won + lost)))
    assert (other.low, other.high) == (pytest.approx(1500 + elo(low)), pytest.approx(1500 + elo(high)))


def test_one_anchor_shifts_the_ratings_and_nothing_else():
    results = anchored_season(5, 1, draws=True)
    plain, anchored = fit_ratings(5, results), fit_ratings(5, results, {3: 2000})
    by = 2000 - plain.elo[3].value
    for one, other in zip(plain.elo, anchored.elo, strict=True):
        assert other.value == pytest.approx(one.value + by, abs=1e-6)
    assert anchored.superior[0] == pytest.approx(plain.superior[0], nan_ok=True)
    assert anchored.advantage.value == pytest.approx(plain.advantage.value)
    assert (anchored.group, anchored.anchored, plain.anchored) == ((0,) * 5, 0, None)


def test_winning_all_games_against_an_anchor_gives_wilsons_bound_above_it():
    other = fit_ratings(2, {(0, 1): (8, 0, 0)}, {1: 1200}).elo[0]
    assert other.low == pytest.approx(1200 + elo(wilson(1, 8)[0]))
    assert other.high is None
    assert other.value > other.low


# Several: a second, slow way.


def slowly_anchored(players, results, anchors, equals=0.0):
    """The ratings, the advantage and the deviations of both, in log-odds: by numerical derivatives of the likelihood.

    equals  the share of draws of equals, by which points vary less.
    """
    free = [*(player for player in range(players) if player not in anchors), "advantage"]
    start = sum(anchors.values()) / len(anchors) / ELO
    value = (
        dict.fromkeys(free, start) | {player: rating / ELO for player, rating in anchors.items()} | {"advantage": 0.0}
    )
    step = 1e-4

    def likelihood(moved):
        at = value | {name: value[name] + change for name, change in moved}
        total = 0.0
        for (one, two), (won, drawn, lost) in results.items():
            odds = at[one] - at[two] + at["advantage"]
            points, games = won + drawn / 2, won + drawn + lost
            total += points * math.log(logistic(odds)) + (games - points) * math.log(logistic(-odds))
        return total

    for _ in range(400):  # each in turn to where its own derivative is 0
        for name in free:
            up, here, down = (likelihood([(name, change)]) for change in (step, 0, -step))
            value[name] -= (up - down) / 2 / step / ((up - 2 * here + down) / step**2)
    curved = [[0.0] * len(free) for _ in free]
    varied = [[0.0] * len(free) for _ in free]
    for (one, two), counts in results.items():
        odds = value[one] - value[two] + value["advantage"]
        square = logistic(odds) * logistic(-odds)
        way = [(name in (one, "advantage")) - (name == two) for name in free]
        for row, column in product(range(len(free)), repeat=2):
            curved[row][column] += sum(counts) * square * way[row] * way[column]
            varied[row][column] += sum(counts) * (square - draw_share(square, equals) / 4) * way[row] * way[column]
    inner = inverse(curved)
    whole = times(times(inner, varied), inner)
    return value, {name: math.sqrt(whole[place][place]) for place, name in enumerate(free)}


def times(one, two):
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*two, strict=True)] for row in one]


def inverse(matrix):
    size = len(matrix)
    rows = [[*row, *(float(place == other) for other in range(size))] for place, row in enumerate(matrix)]
    for place in range(size):
        pivot = max(range(place, size), key=lambda row, place=place: abs(rows[row][place]))
        rows[place], rows[pivot] = rows[pivot], rows[place]
        rows[place] = [entry / rows[place][place] for entry in rows[place]]
        for other in range(size):
            if other != place:
                by = rows[other][place]
                rows[other] = [entry - by * lead for entry, lead in zip(rows[other], rows[place], strict=True)]
    return [row[size:] for row in rows]


@pytest.mark.parametrize("draws", [False, True])
@pytest.mark.parametrize("anchors", [{2: 0.0}, {0: 1500.0, 3: 1610.0}, {1: -300.0, 2: 0.0, 4: 250.0}])
def test_a_second_slow_way_finds_the_same_ratings_and_errors(anchors, draws):
    results = anchored_season(5, len(anchors), draws)
    ratings = fit_ratings(5, results, anchors)
    equals = ratings.draws.low
    value, error = slowly_anchored(5, results, anchors, equals if draws else 0.0)
    for player in set(range(5)) - set(anchors):
        found, reach = ratings.elo[player], 2 * math.asinh(Z * error[player] / 2) * ELO  # Wilson's, in log-odds
        assert found.value == pytest.approx(value[player] * ELO, abs=0.01)
        assert (found.low, found.high) == (
            pytest.approx(found.value - reach, abs=0.05), pytest.approx(found.value + reach, abs=0.05),
        )  # fmt: skip
    assert ratings.advantage.value == pytest.approx(value["advantage"] * ELO, abs=0.01)
    for player, given in anchors.items():
        assert ratings.elo[player] == Estimate(given, given, given)


def test_games_between_anchors_tell_what_moving_first_is_worth_and_nothing_of_them():
    ratings = fit_ratings(2, {(0, 1): (60, 0, 40), (1, 0): (60, 0, 40)}, {0: 1500, 1: 1500})
    assert [one.value for one in ratings.elo] == [1500, 1500]
    assert ratings.advantage.value == pytest.approx(elo(0.6))
    low, high = wilson(0.6, 200)
    assert (ratings.advantage.low, ratings.advantage.high) == (pytest.approx(elo(low)), pytest.approx(elo(high)))
    assert ratings.superior == ((None, None), (None, None))
    uneven = fit_ratings(2, {(0, 1): (64, 0, 36), (1, 0): (36, 0, 64)}, {0: 100, 1: 0})
    assert uneven.advantage.value == pytest.approx(0, abs=0.5)  # 100 Elo are 64 %


def test_beating_one_anchor_and_losing_to_another_bounds_both_sides():
    ratings = fit_ratings(
        3, {(0, 1): (4, 0, 0), (1, 0): (0, 0, 4), (0, 2): (0, 0, 4), (2, 0): (4, 0, 0)}, {1: 0, 2: 400}
    )
    assert ratings.elo[0].value == pytest.approx(200, abs=0.01)
    assert ratings.elo[0].bounded
    alone = fit_ratings(3, {(0, 1): (4, 0, 0), (1, 0): (0, 0, 4), (0, 2): (0, 0, 4), (2, 0): (4, 0, 0)}, {1: 0})
    assert alone.elo[0].high is None


def test_an_anchor_that_met_nobody_leaves_the_others_a_scale_of_their_own():
    ratings = fit_ratings(4, {(0, 1): (3, 0, 2), (1, 0): (3, 0, 2)}, {3: 1500})
    assert ratings.elo[3] == Estimate(1500, 1500, 1500)
    assert ratings.elo[0].value + ratings.elo[1].value == pytest.approx(0, abs=1e-6)
    assert ratings.elo[2] is None
    assert ratings.group[0] == ratings.group[1] != ratings.group[3] == ratings.anchored
    assert ratings.superior[0][3] is None


def test_two_groups_with_an_anchor_each_compare_through_the_anchors():
    results = {(0, 1): (5, 0, 5), (1, 0): (5, 0, 5), (2, 3): (5, 0, 5), (3, 2): (5, 0, 5)}
    ratings = fit_ratings(4, results, {0: 1000, 2: 1700})
    assert len(set(ratings.group)) == 1
    assert [round(one.value) for one in ratings.elo] == [1000, 1000, 1700, 1700]
    assert ratings.superior[3][1] > 0.99


def test_without_games_there_are_the_given_ratings_alone():
    for fit in (fit_ratings, fit_shrunk_ratings):
        ratings = fit(2, {}, {1: 1500})
        assert ratings.elo == (None, Estimate(1500, 1500, 1500))


@pytest.mark.parametrize("fit", [fit_ratings, fit_shrunk_ratings])
def test_an_anchor_that_is_no_player_is_refused(fit):
    with pytest.raises(ValueError, match="not one of 2 players"):
        fit(2, {(0, 1): (1, 0, 1)}, {2: 1500})


# Shrunk ratings.


def test_one_anchor_shifts_shrunk_ratings_and_takes_their_error_from_the_difference():
    results = anchored_season(4, 5)
    plain, anchored = fit_shrunk_ratings(4, results), fit_shrunk_ratings(4, results, {2: 800})
    for one, other in zip(plain.elo, anchored.elo, strict=True):
        assert other.value - 800 == pytest.approx(one.value - plain.elo[2].value, abs=1e-6)
    assert anchored.elo[2] == Estimate(800, 800, 800)
    assert anchored.superior[0][1] == pytest.approx(plain.superior[0][1])
    likely = 0.5 * (1 + math.erf((anchored.elo[0].value - 800) / half(anchored.elo[0]) * Z / math.sqrt(2)))
    assert likely == pytest.approx(plain.superior[0][2])  # which goes by the variance of that difference


def half(estimate):
    return (estimate.high - estimate.low) / 2


def integrated(results, anchors):
    """The mean and the deviation of player 0 above the mean of the anchors, in log-odds, by sums over a grid.

    Over its own strength, that of the anchors above the mean of the law, the advantage, and the width of the law.
    """
    base = sum(anchors.values()) / len(anchors)
    lead = {player: (rating - base) / ELO for player, rating in anchors.items()} | {0: 0.0}
    grid = [step / 3 for step in range(-13, 14)]
    won = {}  # of each distance and advantage, as the likelihood knows no more
    for apart, more in product({round(one - two, 9) for one, two in product(grid, grid)}, grid):
        won[apart, more] = math.exp(
            sum(
                count * math.log(logistic(sign * (value[one] - value[two] + lead[one] - lead[two] + more)))
                for value in [dict.fromkeys(anchors, 0.0) | {0: apart}]
                for (one, two), counts in results.items()
                for sign, count in ((1, counts[0]), (-1, counts[2]))
            )
            - more * more / 2 / ADVANTAGE**2
        )
    told = {apart: sum(won[apart, more] for more in grid) for apart, _ in won}
    mass, first, second = 0.0, 0.0, 0.0
    for step in range(NARROWEST, WIDEST + 1):
        width = math.exp(STEP * step)
        law = width**2 * math.exp(-width / SCALE) / width ** (1 + len(anchors))
        for mine, theirs in product(grid, grid):
            squares = mine * mine + sum((theirs + lead[player]) ** 2 for player in anchors)
            part = law * math.exp(-squares / 2 / width**2) * told[round(mine - theirs, 9)]
            mass += part
            first += part * (mine - theirs)
            second += part * (mine - theirs) ** 2
    return first / mass, math.sqrt(second / mass - (first / mass) ** 2)


@pytest.mark.parametrize("anchors", [{1: 0.0}, {1: -200.0, 2: 200.0}, {1: 0.0, 2: 60.0}])
def test_shrunk_ratings_are_those_of_the_whole_integral(anchors):
    results = {(0, player): (6, 0, 2) for player in anchors} | {(player, 0): (3, 0, 5) for player in anchors}
    players = 1 + len(anchors)
    mean, deviation = integrated(results, anchors)
    found = fit_shrunk_ratings(players, results, anchors).elo[0]
    base = sum(anchors.values()) / len(anchors)
    assert (found.value - base) / ELO == pytest.approx(mean, abs=0.1 * deviation)
    assert half(found) / ELO / Z == pytest.approx(deviation, rel=0.1)


# How often intervals hold.


def coverage(fit, anchored, tournaments, players=6, games=8):
    """The share of intervals that hold the truth of players who are no anchors; draws are 30 % of equals' games."""
    held = total = 0
    for seed in range(tournaments):
        chance = random.Random(seed)
        truth = [1500 + chance.gauss(0, 150) for _ in range(players)]
        results = {}
        for one, two in permutations(range(players), 2):
            counts = [0, 0, 0]
            for _ in range(games // 2):
                score = logistic((truth[one] - truth[two] + 35) / ELO)
                drawn, lot = draw_share(score * (1 - score), 0.3), chance.random()
                counts[0 if lot < score - drawn / 2 else 1 if lot < score + drawn / 2 else 2] += 1
            results[one, two] = tuple(counts)
        ratings = fit(players, results, {player: truth[player] for player in range(anchored)})
        for estimate, true in zip(ratings.elo[anchored:], truth[anchored:], strict=True):
            total += 1
            held += (estimate.low is None or estimate.low <= true) and (estimate.high is None or true <= estimate.high)
    return held / total


# Some 400 intervals of each kind: a standard error of 1.1 %, and somewhat more as those of a tournament depend on each
# other through the anchors.
@pytest.mark.parametrize("fit", [fit_ratings, fit_shrunk_ratings])
@pytest.mark.parametrize("anchored", [1, 3])
def test_intervals_beside_anchors_hold_as_often_as_they_say(fit, anchored):
    assert 0.91 < coverage(fit, anchored, 400 // (6 - anchored)) < 0.985


# Ratings where who meets whom depends on results: how often their intervals hold, by simulated tournaments.


def held(cell, tournaments, rate=fit_shrunk_ratings):
    """Return the share of intervals that hold: of all players, and of the first and last."""
    trials = [tried(cell, seed, rate) for seed in range(tournaments)]
    ends = [trial.held[place] for trial in trials for place in (0, -1)]
    return sum(sum(trial.held) for trial in trials) / tournaments / cell[1], sum(ends) / len(ends)


# Some 300 players of each kind: a standard error of 1.3 %, and somewhat more as those of a tournament depend on each
# other; of those first and last one of 3 to 4 %.
@pytest.mark.parametrize(("form", "players", "rounds", "spread", "equals", "tournaments"), [
    ("swiss", 16, 5, 100, 0.3, 20), ("swiss", 16, 5, 400, 0.3, 20), ("swiss", 16, 15, 150, 0.0, 20),
    ("swiss", 16, 7, 150, 0.6, 20), ("swiss", 40, 8, 200, 0.3, 7), ("knockout", 16, 2, 200, 0.3, 20),
])  # fmt: skip
def test_intervals_hold_as_often_as_they_say(form, players, rounds, spread, equals, tournaments):
    everybody, ends = held((form, players, rounds, spread, equals), tournaments)
    assert 0.91 < everybody < 0.99
    assert ends > 0.84


def test_two_hundred_players_are_rated_as_well():
    everybody, _ = held(("swiss", 200, 6, 150, 0.3), 1)
    assert 0.89 < everybody < 0.99  # one tournament: a standard error of 1.6 %


@pytest.mark.parametrize(("players", "rounds", "tournaments"), [(16, 5, 12), (40, 8, 2)])
def test_equal_players_are_told_to_be_about_equal(players, rounds, tournaments):
    cell = ("swiss", players, rounds, 0, 0.3)
    everybody, ends = held(cell, tournaments)
    assert everybody > 0.97
    assert ends > 0.85
    assert held(cell, tournaments, fit_ratings)[0] < 0.85  # the likeliest ratings are drawn apart


def test_the_probability_of_being_better_holds():
    trials = [tried(("swiss", 16, 7, 150, 0.3), seed, fit_shrunk_ratings) for seed in range(12)]
    claims = sum(trial.claims for trial in trials)
    assert claims > 300
    assert sum(trial.true for trial in trials) / claims == pytest.approx(
        sum(trial.said for trial in trials) / claims, abs=0.03
    )


def everything(ratings):
    for estimate in filter(None, (*ratings.elo, ratings.advantage, ratings.draws)):
        yield from (estimate.value, estimate.low, estimate.high)
    yield from (likely for row in ratings.superior for likely in row if likely is not None)


@pytest.mark.parametrize("results", [
    {(0, 1): (1, 0, 0)}, {(0, 1): (0, 1, 0)}, {(0, 1): (0, 50, 0), (1, 0): (0, 50, 0)},
    {(0, 1): (9, 0, 0), (1, 0): (9, 0, 0)}, {(0, 1): (10**9, 0, 0), (2, 1): (0, 10**9, 1)},
    {(place, place + 1): (2, 0, 0) for place in range(20)},
    {(2 * place, 2 * place + 1): (1, 0, 1) for place in range(20)},
])  # fmt: skip
def test_all_is_finite_and_within_its_bounds(results):
    ratings = fit_shrunk_ratings(50, results)
    assert all(math.isfinite(number) for number in everything(ratings))
    assert all(estimate.low <= estimate.value <= estimate.high for estimate in filter(None, ratings.elo))
    assert sum(estimate.value for estimate in filter(None, ratings.elo)) == pytest.approx(0, abs=0.01)


def test_players_without_games_are_not_rated_and_all_others_compare():
    ratings = fit_shrunk_ratings(6, {(0, 1): (2, 0, 0), (2, 3): (1, 1, 0)})
    assert [one is None for one in ratings.elo] == [False] * 4 + [True] * 2
    assert ratings.group == (0, 0, 0, 0, None, None)
    assert ratings.superior[0][3] > 0.5
    assert ratings.superior[0][0] is ratings.superior[0][5] is None
    assert ratings.superior[0][3] + ratings.superior[3][0] == pytest.approx(1)
    nothing = fit_shrunk_ratings(2, {})
    assert (nothing.elo, nothing.advantage, nothing.draws) == ((None, None), None, None)


def test_many_games_are_rated_as_without_shrinking():
    results = {(0, 1): (700, 0, 300), (1, 0): (300, 0, 700), (1, 2): (600, 0, 400), (2, 1): (400, 0, 600)}
    for here, there in zip(fit_shrunk_ratings(3, results).elo, fit_ratings(3, results).elo, strict=True):
        assert (here.value, here.low, here.high) == pytest.approx((there.value, there.low, there.high), abs=1.5)


def test_more_draws_say_more():
    half_won = fit_shrunk_ratings(2, {(0, 1): (20, 0, 20), (1, 0): (20, 0, 20)}).elo[0]
    half_drawn = fit_shrunk_ratings(2, {(0, 1): (8, 24, 8), (1, 0): (8, 24, 8)}).elo[0]
    assert half_drawn.high < half_won.high
