"""Formats of tournaments: known tables, and what holds of every schedule, however its results come in."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.names.catalogue import SpecError
from referee.tournaments.plan import Pairing
from referee.tournaments.schedule import FORMATS, berger_table, make_schedule
from referee.tournaments.swiss import RoundPairing, maximum_matching, order_opponents
from tests.helpers.cases import every_case

# FIDE Handbook, C.05 annex 1, Berger tables; players from 1.
TABLES = {
    4: """1-4 2-3
          4-3 1-2
          2-4 3-1""",
    10: """1-10 2-9 3-8 4-7 5-6
           10-6 7-5 8-4 9-3 1-2
           2-10 3-1 4-9 5-8 6-7
           10-7 8-6 9-5 1-4 2-3
           3-10 4-2 5-1 6-9 7-8
           10-8 9-7 1-6 2-5 3-4
           4-10 5-3 6-2 7-1 8-9
           10-9 1-8 2-7 3-6 4-5
           5-10 6-4 7-3 8-2 9-1""",
}


def first_wins(pairing):
    return 1 if pairing.seats[0] < pairing.seats[1] else -1


def drawn(pairing):
    return 0


def by_chance(seed, draws=1):
    """Scores that depend on the seed and the number of the game alone; the more `draws` the more drawn games."""
    return lambda pairing: random.Random(seed * 1_000_003 + pairing.number).choice((1, -1, *[0] * draws))


def played_out(form, players, rounds, score):
    """The schedule of a tournament played to its end, and the scores of all of its games."""
    scores = {}
    while True:
        known = make_schedule(form, players, rounds, scores)
        missing = [pairing for pairing in known.pairings if pairing.number not in scores]
        if not missing:
            return known, scores
        scores |= {pairing.number: score(pairing) for pairing in missing}


def meetings(pairings):
    """The pairs of games: (round, the two players, deal) -> the seats of each game."""
    found = {}
    for pairing in pairings:
        one, other = sorted(pairing.seats)
        found.setdefault((pairing.round, one, other, pairing.deal), []).append(pairing.seats)
    return found


def in_round(known, turn):
    return list(dict.fromkeys((one, other) for which, one, other, _ in meetings(known.pairings) if which == turn))


tournaments = st.tuples(
    st.sampled_from(list(FORMATS)), st.integers(2, 64), st.integers(1, 9), st.integers(0, 999), st.integers(0, 9)
).filter(lambda drawn: drawn[0] != "round-robin" or drawn[1] <= 16 or drawn[2] <= 2)


# All formats.


@settings(max_examples=60, deadline=None)
@given(tournaments, st.integers(0, 999))
def test_known_pairings_never_change_as_results_come_in(tournament, order):
    form, players, rounds, seed, draws = tournament
    rng = random.Random(order)
    known, scores = played_out(form, players, rounds, by_chance(seed, draws))
    assert not known.more
    for share in (0.0, 0.5, 0.9, 0.99):
        some = [number for number in scores if rng.random() < share]
        rng.shuffle(some)
        part = make_schedule(form, players, rounds, {number: scores[number] for number in some})
        count = len(part.pairings)
        assert part.pairings == known.pairings[:count]
        assert part.byes == known.byes[: len(part.byes)]
        assert part.more or count == len(known.pairings)
        assert count <= part.due <= known.due == len(known.pairings)
        assert part.more or any(number not in some for number in range(count)) or count == len(scores)


@settings(max_examples=40, deadline=None)
@given(tournaments)
def test_every_meeting_is_pairs_of_games_with_sides_swapped(tournament):
    form, players, rounds, seed, draws = tournament
    known, _ = played_out(form, players, rounds, by_chance(seed, draws))
    assert [pairing.number for pairing in known.pairings] == list(range(len(known.pairings)))
    for (_, one, other, deal), seats in meetings(known.pairings).items():
        assert sorted(seats) == [(one, other), (other, one)]
        assert 0 <= deal < FORMATS[form].deals(players, rounds)
    assert Counter(game.seats[0] for game in known.pairings) == Counter(game.seats[1] for game in known.pairings)


@pytest.mark.parametrize("form", FORMATS)
def test_a_format_has_a_sentence_and_rounds_of_its_own(form):
    assert FORMATS[form].note.endswith(".")
    for players in range(2, 65):
        rounds = FORMATS[form].rounds(players)
        assert rounds >= 1
        assert make_schedule(form, players, rounds, {}).pairings
    with pytest.raises(SpecError, match="at least 2 players, and 1 is"):
        make_schedule(form, 1, 1, {})
    with pytest.raises(SpecError, match="at least 1 round, and 0 is"):
        make_schedule(form, 2, 0, {})


def test_another_format_is_refused_by_naming_all():
    with pytest.raises(
        SpecError, match=r"there is no format 'league' \(formats: round-robin, gauntlet, knockout, swiss\)"
    ):
        make_schedule("league", 2, 1, {})


# Round robin and gauntlet.


@pytest.mark.parametrize("players", TABLES)
def test_a_round_robin_follows_the_berger_tables(players):
    table = [
        [tuple(int(player) - 1 for player in meeting.split("-")) for meeting in day.split()]
        for day in TABLES[players].splitlines()
    ]
    assert list(berger_table(players)) == table
    fewer = [[meeting for meeting in day if players - 1 not in meeting] for day in table]
    assert list(berger_table(players - 1)) == fewer
    games = make_schedule("round-robin", players, 1, {}).pairings
    assert [game.seats for game in games[::2]] == [meeting for day in table for meeting in day]


@pytest.mark.parametrize("players", [*range(2, 20), 63, 64])
def test_in_a_round_robin_everybody_meets_everybody_each_round_with_one_deal(players):
    games = make_schedule("round-robin", players, 3, {}).pairings
    assert set(meetings(games)) == {
        (turn, one, other, turn) for turn in range(3) for one, other in combinations(range(players), 2)
    }


@every_case("players", range(2, 20))
def test_in_a_round_robin_all_have_played_about_equally_often_at_any_time(players):
    played = Counter(dict.fromkeys(range(players), 0))
    for game in make_schedule("round-robin", players, 2, {}).pairings:
        played.update(game.seats)
        assert max(played.values()) - min(played.values()) <= (4 if players % 2 else 2)


@pytest.mark.parametrize("players", [2, 3, 10, 64])
def test_in_a_gauntlet_the_first_meets_all_others_with_the_same_deals(players):
    games = make_schedule("gauntlet", players, 3, {}).pairings
    assert list(meetings(games)) == [(turn, 0, other, turn) for turn in range(3) for other in range(1, players)]


# Knockout.


def test_the_best_seeds_meet_last():
    known, _ = played_out("knockout", 8, 1, first_wins)
    assert in_round(known, 0) == [(0, 7), (3, 4), (1, 6), (2, 5)]
    assert in_round(known, 1) == [(0, 3), (1, 2)]
    assert in_round(known, 2) == [(0, 1)]
    assert known.out == (None, 2, 1, 1, 0, 0, 0, 0)
    assert (known.champion, len(known.pairings)) == (0, 14)


def test_the_best_seeds_have_the_byes():
    known, _ = played_out("knockout", 6, 1, first_wins)
    assert known.byes == ((0, 1), (), ())
    assert in_round(known, 0) == [(3, 4), (2, 5)]
    assert in_round(known, 1) == [(0, 3), (1, 2)]


def test_meetings_of_a_round_are_played_side_by_side_and_the_next_is_not_known_before():
    known = make_schedule("knockout", 4, 2, {})
    assert known.pairings == (
        Pairing(0, 0, (0, 3), 0), Pairing(1, 0, (3, 0), 0), Pairing(2, 0, (1, 2), 0), Pairing(3, 0, (2, 1), 0),
        Pairing(4, 0, (0, 3), 1), Pairing(5, 0, (3, 0), 1), Pairing(6, 0, (1, 2), 1), Pairing(7, 0, (2, 1), 1),
    )  # fmt: skip
    assert (known.more, known.due, known.champion) == (True, 12, None)
    assert make_schedule("knockout", 4, 2, dict.fromkeys(range(7), 1)).pairings == known.pairings


def test_a_tied_meeting_goes_on_three_times_and_then_the_better_seed_goes_through():
    known, _ = played_out("knockout", 4, 2, drawn)
    assert Counter(game.round for game in known.pairings) == {0: 2 * 2 * 5, 1: 2 * 5}
    assert len({(game.round, game.deal) for game in known.pairings}) == 10 == FORMATS["knockout"].deals(4, 2)
    assert len({game.deal for game in known.pairings}) == 10
    assert (known.champion, known.out) == (0, (None, 1, 0, 0))


def test_the_first_pair_that_is_not_tied_decides():
    scores = dict.fromkeys(range(4), 0)
    assert len(make_schedule("knockout", 2, 2, scores).pairings) == 6
    scores |= {4: 1, 5: 1}  # each won as it moved first
    assert len(make_schedule("knockout", 2, 2, scores).pairings) == 8
    scores |= {6: 0, 7: 1}  # the second player at seat 0
    known = make_schedule("knockout", 2, 2, scores)
    assert (len(known.pairings), known.more, known.champion, known.out) == (8, False, 1, (0, None))


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 64), st.integers(1, 4), st.integers(0, 999), st.integers(0, 9))
def test_a_knockout_decides_one_meeting_fewer_than_it_has_players(players, rounds, seed, draws):
    known, scores = played_out("knockout", players, rounds, by_chance(seed, draws))
    decided = {(turn, one, other) for turn, one, other, _ in meetings(known.pairings)}
    assert len(decided) == players - 1
    assert [player for player in range(players) if known.out[player] is None] == [known.champion]
    assert len(known.byes[0]) == (1 << (players - 1).bit_length()) - players
    assert known.byes[0] == () or sorted(known.byes[0]) == list(range(len(known.byes[0])))
    assert not any(known.byes[1:])
    for turn, one, other in decided:
        games = [game for game in known.pairings if (game.round, *sorted(game.seats)) == (turn, one, other)]
        lead = sum(scores[game.number] * (1 if game.seats[0] == one else -1) for game in games)
        winner, loser = (one, other) if lead >= 0 else (other, one)
        assert known.out[loser] == turn
        assert known.out[winner] is None or known.out[winner] > turn
        assert (len(games) == 2 * rounds) or 2 * rounds < len(games) <= 2 * (rounds + 3)
        assert lead or len(games) == 2 * (rounds + 3)


# Swiss.


def standing_of(known, scores, players, turn):
    """Return points, byes and meetings before a round of a swiss, counted from its games."""
    points, byes, met = [0.0] * players, [0] * players, Counter()
    for game in known.pairings:
        if game.round < turn:
            made = (1 + scores[game.number]) / 2
            points[game.seats[0]] += made
            points[game.seats[1]] += 1 - made
            met[tuple(sorted(game.seats))] += 1
    for resting in known.byes[:turn]:
        for player in resting:
            points[player] += 2
            byes[player] += 1
    return points, byes, {pair: count // 2 for pair, count in met.items()}


def fewest_again(players, met):
    """Return the fewest repeated meetings among these players, by trying everything."""
    if not players:
        return 0
    one, *rest = players
    return min(((one, other) in met) + fewest_again([each for each in rest if each != other], met) for other in rest)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 8), st.integers(0, 999), st.integers(0, 4))
def test_in_a_swiss_nobody_meets_twice_while_that_can_be_avoided(players, seed, draws):
    rounds = players - 1 + players % 2
    known, scores = played_out("swiss", players, rounds, by_chance(seed, draws))
    for turn in range(rounds):
        points, byes, met = standing_of(known, scores, players, turn)
        paired = in_round(known, turn)
        resting = known.byes[turn]
        assert sorted([*resting, *(player for pair in paired for player in pair)]) == list(range(players))
        can_rest = [player for player in range(players) if byes[player] == min(byes)] if players % 2 else [None]
        fewest = min(fewest_again([each for each in range(players) if each != one], met) for one in can_rest)
        assert sum(pair in met for pair in paired) == fewest
        if resting:
            assert resting[0] in can_rest
            lower = [one for one in can_rest if points[one] < points[resting[0]]]
            assert all(fewest_again([each for each in range(players) if each != one], met) > fewest for one in lower)


@settings(max_examples=30, deadline=None)
@given(st.integers(4, 64), st.integers(0, 999))
def test_a_swiss_of_usual_length_has_no_meeting_twice_and_no_second_bye(players, seed):
    rounds = FORMATS["swiss"].rounds(players)
    known, _ = played_out("swiss", players, rounds, by_chance(seed))
    counts = Counter((one, other) for _, one, other, _ in meetings(known.pairings))
    assert set(counts.values()) == {1} or players < 8  # with few players the last rounds may leave no choice
    rested = [player for resting in known.byes for player in resting]
    assert len(rested) == len(set(rested)) == rounds * (players % 2)
    assert len(known.pairings) == rounds * (players // 2) * 2


@pytest.mark.parametrize("players", [4, 8, 12, 32, 64])
def test_in_a_swiss_winners_meet_winners(players):
    known, scores = played_out("swiss", players, 2, first_wins)
    half, quarter = players // 2, players // 4
    assert in_round(known, 0) == [(one, one + half) for one in range(half)]
    upper = [(one, one + quarter) for one in range(quarter)]
    assert in_round(known, 1) == upper + [(one + half, other + half) for one, other in upper]


def test_among_equal_points_the_buchholz_score_comes_before_the_seeding():
    told = 0
    for seed in range(40):
        known, scores = played_out("swiss", 17, 3, by_chance(seed))
        points, byes, met = standing_of(known, scores, 17, 2)
        orders = [sum(points[sum(pair) - each] for pair in met if each in pair) for each in range(17)]
        can_rest = [each for each in range(17) if not byes[each]]
        lowest = max(can_rest, key=lambda each: (-points[each], -orders[each], each))
        assert known.byes[2] == (lowest,)
        told += lowest != max(can_rest, key=lambda each: (-points[each], each))
    assert told


def test_a_repeated_opponent_is_replaced_by_the_next_of_the_other_half():
    scores = {0: 1, 1: -1, 2: 1, 3: -1, 4: 0, 5: 0, 6: 0, 7: 0}
    known = make_schedule("swiss", 8, 3, scores)
    assert in_round(known, 0) == [(0, 4), (1, 5), (2, 6), (3, 7)]
    assert in_round(known, 1) == [(0, 1), (2, 7), (3, 6), (4, 5)]


def test_the_upper_half_meets_the_lower_and_floaters_meet_the_best():
    assert order_opponents(0, [1, 2, 3, 4, 5, 6, 7], [2.0] * 8) == [4, 5, 6, 7, 3, 2, 1]
    assert order_opponents(0, [1, 2, 3, 4], [2.0] * 5) == [2, 3, 4, 1]
    assert order_opponents(0, [1, 2, 3, 4], [3.0, 2.5, 2.0, 2.0, 2.0]) == [2, 3, 4, 1]


def test_as_many_as_possible_meet_within_their_group():
    met = [[0] * 8 for _ in range(8)]
    for one, other in [(1, 2), (1, 3)]:
        met[one][other] = met[other][one] = 1
    points = [2.0] * 4 + [0.0] * 4
    # 0 would meet 2, and then 1 nobody of its group
    assert list(RoundPairing(range(8), points, met).meetings()) == [(0, 1), (2, 3), (4, 6), (5, 7)]


def test_the_lowest_without_a_bye_rests():
    known, _ = played_out("swiss", 5, 5, first_wins)
    assert known.byes[:2] == ((4,), (3,))
    assert sorted(player for resting in known.byes for player in resting) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("players", "rounds"), [(2, 1), (3, 3), (4, 3), (5, 3), (8, 3), (9, 4), (16, 4), (17, 5), (100, 7)]
)
def test_a_swiss_has_as_many_rounds_as_a_knockout_and_at_least_three(players, rounds):
    assert FORMATS["swiss"].rounds(players) == rounds


def test_after_everybody_has_met_everybody_a_swiss_begins_anew():
    known, _ = played_out("swiss", 4, 9, by_chance(1))
    assert set(Counter((one, other) for _, one, other, _ in meetings(known.pairings)).values()) == {3}


def test_a_swiss_of_a_hundred_players_leaves_nobody_out():
    known, _ = played_out("swiss", 100, 20, by_chance(7))
    assert set(Counter((one, other) for _, one, other, _ in meetings(known.pairings)).values()) == {1}
    assert len(known.pairings) == 20 * 100


# Matchings.


def most(graph, left):
    """Return the size of the largest matching, by trying everything."""
    if not left:
        return 0
    one, *rest = left
    paired = (1 + most(graph, [each for each in rest if each != other]) for other in rest if other in graph[one])
    return max(most(graph, rest), *paired, 0)


def graph_of(count, edges):
    return {one: [b if a == one else a for a, b in edges if one in (a, b)] for one in range(count)}


@settings(max_examples=200, deadline=None)
@given(
    st.integers(0, 9).flatmap(
        lambda count: st.tuples(
            st.just(count),
            st.lists(st.sampled_from(list(combinations(range(count), 2))), unique=True) if count > 1 else st.just([]),
        )
    )
)
def test_a_largest_matching_is_as_large_as_any(drawn):
    graph = graph_of(*drawn)
    mates = maximum_matching(graph)
    assert all(mates[mates[one]] == one and mates[one] in graph[one] for one in mates)
    assert len(mates) == 2 * most(graph, list(graph))


def test_matchings_pass_through_blossoms():
    def count_unpaired(graph):
        return len(graph) - len(maximum_matching(graph))

    petersen = [(one, (one + 1) % 5) for one in range(5)] + [(one, one + 5) for one in range(5)]
    petersen += [(5 + one, 5 + (one + 2) % 5) for one in range(5)]
    assert count_unpaired(graph_of(10, petersen)) == 0
    triangles = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3)]
    assert count_unpaired(graph_of(6, triangles)) == 0
    assert count_unpaired(graph_of(6, triangles[:3] + triangles[4:])) == 2
    assert count_unpaired(graph_of(5, [(0, 1), (0, 2), (0, 3), (0, 4)])) == 3
    # paired at first are 1-2, 3-4, 6-7 and 8-9, and the way from 0 to 5 leads around both circles, 2-4-3 and 8-9-7
    flowers = {1: [2, 0], 2: [1, 3, 4], 3: [4, 2, 8], 4: [3, 2], 6: [7, 5], 7: [6, 8, 9], 8: [9, 7, 3], 9: [8, 7]}
    assert count_unpaired({**flowers, 0: [1], 5: [6]}) == 0
