"""Standings: known tie-breaks, and what holds of every table, in whatever order results came in."""

import csv
import io
import json
import random
import sys
from contextlib import closing
from dataclasses import dataclass, replace
from types import ModuleType

import pytest
from hypothesis import given, settings, strategies as st

from games.names.catalogue import SpecError
from referee import cli
from referee.match.adjudication import Adjudication
from referee.match.clocks import Control
from referee.match.options import DrawRule, ResignRule
from referee.match.record import Record, make_record, winner_name
from referee.reports.tournament.files import as_csv, as_json, as_markdown
from referee.reports.tournament.page import as_html
from referee.reports.tournament.table import standings_lines
from referee.running.game_task import Result
from referee.statistics.scoring import Estimate
from referee.tournaments.journal import Journal, open_journal
from referee.tournaments.meetings import buchholz, head_to_head, sonneborn_berger
from referee.tournaments.options import AnchorOption, check_anchors
from referee.tournaments.plan import Tournament
from referee.tournaments.results import plan_as_json, replay_result
from referee.tournaments.schedule import FORMATS, make_schedule
from referee.tournaments.standings import Scoreboard, Standings, make_standings, rank_places
from tests.helpers.standings_samples import around, four, row


def tournament(form, players, rounds):
    names = tuple(f"p{player}" for player in range(players))
    specs = tuple(f"random:seed={player}" for player in range(players))
    return Tournament("nim", specs, names, form, rounds, 7, Control(move=0.5))


def result(plan, pairing, score, how="played-out", seconds=(0.0, 0.0), moves=(0, 0)):
    names = tuple(plan.names[player] for player in pairing.seats)
    specs = tuple(plan.players[player] for player in pairing.seats)
    won = winner_name(names, score)
    return Result(Record(plan.game, specs, names, plan.seed, pairing.number, "", score, won, how, ""), seconds, moves)


def played_out(plan, score):
    results = {}
    while True:
        scores = {number: each.record.score for number, each in results.items()}
        known = make_schedule(plan.format, len(plan.players), plan.rounds, scores).pairings
        missing = [pairing for pairing in known if pairing.number not in results]
        if not missing:
            return results
        results |= {pairing.number: result(plan, pairing, score(pairing)) for pairing in missing}


def by_table(table):
    """Return scores of a round robin of one round by table[a][b]."""

    def score(pairing):
        one, other = pairing.seats
        made = table[one, other][0] if one < other else 1 - table[other, one][1]
        return round(2 * made - 1)

    return score


def better_wins(pairing):
    return 1 if pairing.seats[0] < pairing.seats[1] else -1


def by_chance(seed):
    """Scores that depend on the seed and the number of the game alone."""
    return lambda pairing: random.Random(seed * 1_000_003 + pairing.number).choice((1, 0, -1))


def unrated(plan, results):
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


def test_equal_players_share_a_place():
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


def test_places_go_on_after_a_shared_one():
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


def test_ratings_are_left_out_if_unwanted_or_before_any_game(asked):
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


# Anchors of a tournament: given once and kept, given for one look, shown everywhere, and refused in one line.


HELD = ("tournament", "tic-tac-toe", "level:2", "level:3", "random", "--rounds", "2", "--seed", "1", "--workers", "1")


@pytest.fixture(autouse=True)
def at_home(tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))


@pytest.fixture
def command(capsys):
    """Run `referee` here: its exit status, and what it wrote to standard output and to standard error."""

    def run(*words):
        status = cli.run(list(words))
        return (status, *capsys.readouterr())

    return run


@pytest.fixture
def refused(command):
    """The one line with which a command refuses."""

    def run(*words):
        status, _, err = command(*words)
        assert status == 2, err
        return err.splitlines()[-1]

    return run


@pytest.fixture
def rows(command):
    """The rows of the standings that a command prints as JSON, by the players' names."""

    def run(*words):
        status, out, err = command(*words, "--json")
        assert status == 0, err
        standings = json.loads(out.splitlines()[-1])["standings"]
        return {each["name"]: each for each in standings["standings"]}

    return run


def test_an_anchor_is_kept_with_its_tournament_and_rates_the_others(rows):
    told = rows(*HELD, "--anchor", "level 3=1500")
    assert told["level 3"]["rating"] == {"value": 1500, "low": 1500, "high": 1500}
    assert [each["anchor"] for each in told.values() if each["name"] != "level 3"] == [None, None]
    assert all(each["anchored"] for each in told.values())
    assert 900 < told["random"]["rating"]["value"] < 2100
    assert rows("standings") == told
    assert rows("tournament", "--resume", "1") == told


def test_a_look_at_the_standings_may_take_other_anchors_and_changes_nothing(rows):
    told = rows(*HELD, "--anchor", "level 3=1500")
    other = rows("standings", "--anchor", "random=0", "--anchor", "level 2=200")
    assert other["random"]["rating"]["high"] == 0
    assert other["level 2"]["anchor"] == 200
    assert other["level 3"]["anchor"] is None
    assert rows("standings") == told


def test_an_anchor_without_blanks_around_its_equals_sign_may_hold_one():
    option = AnchorOption()
    assert option.read("minimax:depth=2=1500") == ("minimax:depth=2", 1500.0)
    assert option.write(option.read(" level 3 = -20.5")) == "level 3=-20.5"


@pytest.mark.parametrize(
    "text", ["level 3", "level 3=", "=1500", "level 3=strong", "level 3=nan", "level 3=inf", "a=1e6"]
)
def test_a_wrong_anchor_is_quoted(text, refused):
    for words in (HELD, ("standings",)):
        line = refused(*words, "--anchor", text)
        assert f"--anchor {text} must be NAME=RATING" in line


@pytest.mark.parametrize("words", [HELD, ("standings",)])
def test_an_anchor_that_names_nobody_or_is_given_twice_is_one_line(words, command, refused):
    command(*HELD)
    nobody = refused(*words, "--anchor", "ada=1500")
    assert nobody.endswith("no player is called 'ada' (level 2, level 3, random)")
    twice = refused(*words, "--anchor", "random=0", "--anchor", "random=10")
    assert twice.endswith("--anchor random=10: random has the rating 0 already")


def test_a_tournament_goes_on_with_the_anchors_that_it_began_with(command, refused):
    command(*HELD)
    assert "takes no --anchor" in refused("tournament", "--resume", "1", "--anchor", "random=0")
    assert "takes no --anchor" in refused("standings", "--all", "--anchor", "random=0")


def test_plans_without_anchors_are_the_same_bytes_as_before_there_were_any():
    plan = Tournament("nim", ("random", "random"), ("one", "two"), "round-robin", 1, 0)
    assert "anchors" not in json.loads(plan_as_json(plan))
    assert json.loads(plan_as_json(replace(plan, anchors=(("one", 5.0),))))["anchors"] == [["one", 5.0]]


@pytest.mark.parametrize("anchors", [5, [5], [["one"]], [["one", "5"]], [["one", True]], [["nobody", 5.0]]])
def test_a_plan_with_anchors_that_are_none_is_damaged(tmp_path, anchors):
    plan = Tournament("nim", ("random", "random"), ("one", "two"), "round-robin", 1, 0)
    with closing(Journal(tmp_path)) as journal:
        number = journal.begin(plan)
        text = json.dumps(json.loads(plan_as_json(plan)) | {"anchors": anchors})
        journal.database.write(lambda db: db.execute("DELETE FROM plans") and None)
        journal.database.write(lambda db: db.execute("UPDATE tournaments SET plan = ?", (text,)) and None)
        with pytest.raises(SpecError, match="damaged"):
            journal.load(number)


def test_anchors_are_checked_by_the_names_of_the_table():
    check_anchors([("a", 1.0), ("b", 1.0)], ("a", "b"))
    with pytest.raises(SpecError, match="no player is called 'c'"):
        check_anchors([("c", 1.0)], ("a", "b"))


# What is shown.


def anchored(*given):
    """Return the standings of four: the first have given ratings, the last met none of them."""
    plain = four()
    shown = [
        replace(each, anchor=given[place] if place < len(given) else None, anchored=place < 3, group=int(place == 3))
        for place, each in enumerate(plain.rows)
    ]
    return replace(plain, rows=tuple(shown))


def test_the_table_says_who_is_fixed_and_writes_no_signs_on_that_scale():
    lines = standings_lines(anchored(2000.5, 1800), 120)
    assert any("2000.5   fixed" in line or "2000.5 fixed" in line for line in lines)
    assert any("13  ±61" in line.replace("   ", "  ") and "+13" not in line for line in lines)
    told = " ".join(" ".join(lines).split())
    assert "on the scale of mcts and minimax, which are fixed at 2000.5 and 1800" in told
    assert "no games link random to an anchor: there 0 is the mean of those who met" in told
    assert "ratings compare only among players who met" in told
    assert "which is fixed at 2000.5; 95 % intervals are of the difference" in " ".join(
        standings_lines(anchored(2000.5), 200)
    )


def test_every_form_tells_of_anchors():
    standings = anchored(2000.5)
    first, *others = as_json(standings)["standings"]
    assert (first["anchor"], first["anchored"], [each["anchor"] for each in others]) == (2000.5, True, [None] * 3)
    table = list(csv.DictReader(io.StringIO(as_csv(standings))))
    assert [line["anchor"] for line in table] == ["2000.5", "", "", ""]
    assert "2000.5 fixed" in as_markdown(standings)
    assert "2000.5 fixed" in as_html(standings)


def test_a_chart_of_anchored_ratings_need_not_reach_down_to_0():
    cross = four().cross
    shown = [row(1, 0, "a", cross, rating=around(1500, 0), anchor=1500.0, anchored=True)]
    shown += [row(2, 1, "b", cross, rating=around(1420, 60), anchored=True)]
    page = as_html(replace(four(), rows=tuple(shown)))
    assert ">1360<" in page or ">1350<" in page or ">1400<" in page
    assert ">0</text>" not in page


def test_a_swiss_tells_what_it_shrinks_towards(rows):
    told = " ".join(standings_lines(replace(anchored(1500), shrunk=True, format="swiss"), 200))
    assert "shrunk towards the mean of the players" in told
    assert rows(*HELD, "--format", "swiss", "--anchor", "random=100")["random"]["rating"]["low"] == 100


def test_a_demand_for_elo_is_by_the_scale_of_the_anchors(command):
    demand = ("--require", "level 3.elo>=1000")
    assert command(*HELD, *demand)[0] == 4
    assert command(*HELD, *demand, "--anchor", "random=1500")[0] == 0


def test_standings_of_results_are_made_with_the_anchors_of_the_plan(command):
    command(*HELD)
    with closing(open_journal()) as journal:
        plan, results = journal.load(1), journal.results(1)
    made = make_standings(replace(plan, anchors=(("random", 300.0),)), results)
    assert {each.name: each.anchor for each in made.rows}["random"] == 300


# Tournaments with adjudication: the rules are kept, gone on with, shown, and what they ended is checked.


RULES = Adjudication(ResignRule(2, 0.1), DrawRule(2, 0.2, 3), solved=100, slope=0.25)
PLAN = Tournament(
    game="tic-tac-toe",
    players=("random", "mcts:100", "minimax"),
    names=("random", "mcts", "minimax"),
    format="round-robin",
    rounds=1,
    seed=4,
    rules=RULES,
)
MCTS = tuple("tournament connect-four mcts:100 minimax:3 random --rounds 2 --seed 1 --workers 1".split())
GIVEN = ("--resign", "movecount=2,score=10%", "--draw", "movecount=2,score=20%,movenumber=4")


def played(plan):
    pairings = make_schedule(plan.format, len(plan.players), plan.rounds, {}).pairings
    return {pairing.number: plan.task(pairing).result() for pairing in pairings}


def test_a_task_carries_the_rules_of_its_tournament():
    assert all(result.adjudicated or result.record.how == "played-out" for result in played(PLAN).values())
    assert any(result.adjudicated for result in played(PLAN).values())


def test_standings_count_what_was_adjudicated_like_any_other_game():
    results = played(PLAN)
    count = sum(result.adjudicated for result in results.values())
    standings = make_standings(PLAN, results)
    assert sum(row.games for row in standings.rows) == 2 * len(results)
    assert all(not row.forfeits for row in standings.rows)
    assert (standings.adjudicated, standings.rules) == (count, str(RULES))
    told = " ".join(" ".join(standings_lines(standings, 300)).split())
    assert f"adjudicated: {count} of {len(results)} games, by --resign movecount=2,score=10% --draw" in told
    plain = make_standings(replace(PLAN, rules=None), {})
    assert not any("adjudicated" in line for line in standings_lines(plain, 300))


def test_a_tournament_that_is_gone_on_with_keeps_its_rules(command, tmp_path):
    whole = command(*MCTS, *GIVEN, "--json")
    assert whole[0] == 0
    records = [json.loads(line) for line in whole[1].splitlines()[:-1]]
    assert any(record["how"] == "adjudicated" for record in records)
    with closing(open_journal()) as journal:
        plan = journal.load(1)
        journal.database.write(lambda db: db.execute("DELETE FROM games WHERE number % 3 > 0") and None)
        journal.database.write(lambda db: db.execute("UPDATE tournaments SET over = 0") and None)
    assert plan.rules.slope > 0
    again = command("tournament", "--resume", "1", "--workers", "1", "--json")
    assert [json.loads(line) for line in again[1].splitlines()[:-1]] == records
    told, before = (json.loads(text.splitlines()[-1])["standings"] for text in (again[1], whole[1]))
    assert (told["adjudicated"], told["rules"]) == (before["adjudicated"], before["rules"])


@pytest.mark.parametrize("given", [GIVEN[:2], GIVEN[2:], ("--solved", "5"), ("--maxmoves", "9"), ("--tb", ".")])
def test_rules_are_settled_at_the_beginning(command, given):
    assert command(*MCTS)[0] == 0
    status, _, err = command("tournament", "--resume", "1", *given)
    assert (status, f"takes no {given[0]}" in err) == (2, True)


def test_the_plan_holds_the_rules_as_plain_values_and_plans_without_them_are_as_before(tmp_path):
    kept = json.loads(plan_as_json(PLAN))["rules"]
    assert kept == {
        "resign": {"movecount": 2, "score": 0.1, "twosided": False},
        "draw": {"movecount": 2, "score": 0.2, "movenumber": 3},
        "solved": 100,
        "slope": 0.25,
    }
    assert "rules" not in json.loads(plan_as_json(replace(PLAN, rules=None)))
    with closing(Journal(tmp_path)) as journal:
        assert journal.load(journal.begin(PLAN)) == PLAN
        for rules in (Adjudication(solved=0), Adjudication(maxmoves=60, tb="/tables")):
            other = replace(PLAN, rules=rules)
            assert journal.load(journal.begin(other)) == other


@pytest.mark.parametrize(
    "rules",
    [
        5, [], {"resign": 5}, {"resign": {"movecount": 2}}, {"draw": {"movecount": 0, "score": 0.1}}, {"other": 1},
        {"resign": {"movecount": 2, "score": 0.7}}, {"solved": "many"}, {"slope": "steep"}, {"resign": {"movecount": "2"}},
    ],
)  # fmt: skip
def test_a_plan_with_wrong_rules_is_damaged(tmp_path, rules):
    with closing(Journal(tmp_path)) as journal:
        number = journal.begin(PLAN)
        text = json.dumps(json.loads(plan_as_json(PLAN)) | {"rules": rules})
        journal.database.write(lambda db: db.execute("DELETE FROM plans") and None)
        journal.database.write(lambda db: db.execute("UPDATE tournaments SET plan = ?", (text,)) and None)
        with pytest.raises(SpecError, match="damaged"):
            journal.load(number)


# What was written down by hand is checked by replaying it.


def test_an_adjudicated_record_is_checked_by_the_rules():
    pairings = make_schedule(PLAN.format, len(PLAN.players), PLAN.rounds, {}).pairings
    checked = 0
    for pairing in pairings:
        task = PLAN.task(pairing)
        result = task.result()
        replay_result(task, result)
        if not result.adjudicated:
            continue
        checked += 1
        record = result.record
        turned = replace(record, score=-record.score or 1)
        for wrong in (turned, replace(record, why="adjudicated"), replace(record, how="played-out")):
            with pytest.raises(ValueError, match="ended differently|was not adjudicated"):
                replay_result(task, replace(result, record=wrong))
        with pytest.raises(ValueError, match="was not adjudicated by the rules"):
            replay_result(replace(task, rules=None), result)
    assert checked


def test_a_forfeit_is_that_of_the_seat_to_move():
    task = replace(PLAN, rules=None).task(make_schedule(PLAN.format, 3, 1, {}).pairings[0])
    second, first = (
        Result(make_record(task.heading, ["5"], "hung", "it slept", score), (0.0, 0.0), (1, 0)) for score in (1, -1)
    )
    replay_result(task, second)
    with pytest.raises(ValueError, match="ended differently"):
        replay_result(task, first)


def test_a_swiss_pairs_by_adjudicated_results_too(command):
    status, out, _ = command(*MCTS, "--format", "swiss", *GIVEN, "--json")
    assert status == 0
    assert json.loads(out.splitlines()[-1])["standings"]["over"]


def test_a_game_without_an_estimate_has_no_slope(command):
    assert command("tournament", "nim", "random", "optimal", "--seed", "1", "--rounds", "1", *GIVEN)[0] == 0
    with closing(open_journal()) as journal:
        assert journal.load(1).rules.slope is None


def test_the_standings_tell_by_how_much_a_player_exceeded_its_time(tmp_path):
    plan = tournament("round-robin", 2, 1)
    pairing = make_schedule(plan.format, 2, 1, {}).pairings[0]
    late = result(plan, pairing, -1, "out-of-time")
    with closing(Journal(tmp_path)) as journal:
        number = journal.begin(plan)
        journal.note(replace(late, record=replace(late.record, late=(0.012, 0.0))))
    with closing(Journal(tmp_path)) as journal:
        found = journal.results(number)
    standings = make_standings(plan, found)
    by_name = {each["name"]: each["late"] for each in as_json(standings)["standings"]}
    assert by_name == {plan.names[pairing.seats[0]]: 0.012, plan.names[pairing.seats[1]]: 0.0}
    assert f"{plan.names[pairing.seats[0]]} exceeded its time by at most 12 ms" in standings_lines(standings, 100)
