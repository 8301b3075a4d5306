"""Many matches: who sits where, what a result depends on, the tally, and records that can be played again."""

import io
import json
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from random import Random
from time import sleep

import pytest

import games
import players
from games.game import CHANCE, Game
from games.names.catalogue import SpecError
from games.names.entry import Entry
from players.player import Quit, TakeBack
from referee.batches.plan import Plan, WinTally
from referee.batches.results import Results, warn_of_repetition
from referee.drawing.progress import ProgressBar, ProgressLines
from referee.match.clock_text import read_clock
from referee.match.events import Ended, How, Moved
from referee.match.record import Heading, Record, make_record, record_match
from referee.reports.batch import count_results, wrap_for_terminal
from referee.running.run_options import Requirement
from referee.running.run_options import RequirementOption
from referee.running.run_options import RunOptions
from referee.running.runner import sort_results
from referee.statistics.counts import Counts, Pairs
from referee.statistics.scoring import Estimate
from referee.statistics.sprt import Sprt
from referee.support.build import life
from referee.support.limits import derive_seed
from tests.helpers.cases import every_case

GAMES = ["tic-tac-toe", "chips", "chips:chips=31,rule=last", "nim", "nim:heaps=3/5/7,misere=yes", "nim:take=5"]
PAIRS = [("random", "random"), ("minimax:depth=3", "random"), ("montecarlo:playouts=3", "minimax:nodes=300")]


class Rolls(Game):
    """Four rolls of a die; the seats in turn keep a roll or not."""

    stakes = 12

    def __init__(self):
        self.turn = CHANCE
        self.rolled = []
        self.sum = 0

    def chances(self):
        return [(face, 1) for face in range(1, 7)]

    def moves(self):
        return [face for face, _ in self.chances()] if self.turn == CHANCE else [10, 11]

    def make(self, move):
        mover = len(self.rolled) % 2
        if self.turn == CHANCE:
            self.rolled.append(move)
            self.turn = mover
        else:
            self.sum += (1 - 2 * self.turn) * self.rolled[-1] * (move - 10)
            self.turn = CHANCE

    def score(self):
        return self.sum if len(self.rolled) == 4 and self.turn == CHANCE else None


class Slow:
    def choose(self, game, deadline):
        sleep(0.5)
        return game.moves()[0]


class Scripted:
    """A person whose script has moves and exceptions to raise."""

    person = True

    def __init__(self, *script):
        self.script = list(script)

    def choose(self, game, deadline):
        answer = self.script.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture
def shelf(monkeypatch):
    monkeypatch.setitem(games.CATALOGUE.entries, "rolls", Entry(__name__, "Rolls"))
    monkeypatch.setitem(games.CATALOGUE.names, "rolls", "rolls")
    monkeypatch.setitem(players.CATALOGUE.entries, "stumbling", Entry("zoo", "Stumbling"))
    monkeypatch.setitem(players.CATALOGUE.names, "stumbling", "stumbling")
    monkeypatch.setitem(players.CATALOGUE.entries, "slow", Entry(__name__, "Slow"))
    monkeypatch.setitem(players.CATALOGUE.names, "slow", "slow")


def score_of(record):
    game = games.load(record.game)
    for text in record.moves.split():
        game.make(game.parse(text))
    return game.score()


# Names and seats.


@pytest.mark.parametrize(("specs", "names"), [
    (("minimax", "random"), ("minimax", "random")), (("minimax:depth=2", "mc:playouts=3"), ("minimax", "montecarlo")),
    (("MONTE-CARLO", "Mini_Max"), ("montecarlo", "minimax")), (("random", "random"), ("random (1)", "random (2)")),
    (("minimax:depth=2", "MiniMax"), ("minimax (1)", "minimax (2)")),
])  # fmt: skip
def test_players_have_proper_names_and_equal_names_are_numbered(specs, names):
    assert Plan("ttt", specs, 1).names == names


def test_without_swap_the_player_named_first_moves_first_in_every_match():
    plan = Plan("ttt", ("minimax:depth=1", "random"), 1)
    assert [plan.seats(number) for number in range(4)] == [(0, 1)] * 4


def test_with_swap_sides_alternate():
    plan = Plan("ttt", ("minimax:depth=1", "random"), 1, swap=True)
    assert [plan.seats(number) for number in range(4)] == [(0, 1), (1, 0), (0, 1), (1, 0)]
    assert [plan.task(number).result().record.names[0] for number in range(4)] == ["minimax", "random"] * 2


def test_a_win_is_credited_to_the_player_and_not_to_the_seat():
    """Of 20 chips under rule=last the seat that moves first wins, and both players know how."""
    plan = Plan("chips:chips=20,rule=last", ("minimax", "minimax"), 1, swap=True)
    assert [plan.task(number).result().record.winner for number in range(4)] == ["minimax (1)", "minimax (2)"] * 2


def test_odds_go_with_the_player_and_not_with_the_seat():
    plan = Plan("ttt", ("minimax:nodes=1", "random"), 1, read_clock("5m,40/1m"), swap=True)
    for number, shown in ((0, ("5:00", "40/1:00")), (1, ("40/1:00", "5:00")), (2, ("5:00", "40/1:00"))):
        task = plan.task(number)
        started = next(task.match())
        assert tuple(map(str, started.left)) == shown
        assert task.heading.names == (plan.names if shown[0] == "5:00" else plan.names[::-1])
    assert Plan("ttt", plan.players, 1, read_clock("5m"), swap=True).task(1).control == read_clock("5m")


def test_a_player_with_hardly_any_time_loses_from_both_seats(shelf):
    # The second player may think for a thousandth of a second, and takes half of one.
    plan = Plan("ttt", ("random", "slow"), 1, read_clock("5m,0.001s"), swap=True)
    for number in (0, 1):
        record = plan.task(number).result().record
        assert (record.how, record.winner) == ("out-of-time", "random")
        assert record.names[number] == "random"


def test_two_players_with_one_spec_have_different_seeds():
    texts = [
        Plan("nim:heaps=9/9", ("random", "random"), seed).task(0).result().record.moves.split() for seed in range(20)
    ]
    assert any(first[1:] != second for first, second in (moves[:2] for moves in texts))


# What a result depends on.


@pytest.mark.parametrize("swap", [False, True])
def test_a_result_is_a_function_of_specs_seed_and_number_alone(swap):
    def plan():
        return Plan("nim:heaps=3/4/5", ("montecarlo:playouts=3", "random"), 5, swap=swap)

    forwards = [plan().task(number).result().record for number in range(6)]
    one = plan()
    backwards = [one.task(number).result().record for number in reversed(range(6))]
    assert backwards[::-1] == forwards
    assert [one.task(number).result().record for number in (3, 3)] == [forwards[3]] * 2


def test_matches_of_one_plan_differ():
    plan = Plan("nim:heaps=3/4/5", ("random", "random"), 5)
    assert len({plan.task(number).result().record.moves for number in range(10)}) > 8


def test_plans_with_different_seeds_differ():
    assert (
        len({Plan("nim:heaps=3/4/5", ("random", "random"), seed).task(0).result().record.moves for seed in range(10)})
        > 8
    )


def test_a_player_with_a_seed_of_its_own_keeps_it():
    plan = Plan("ttt", ("random:seed=3", "random"), 5)
    assert len({plan.task(number).result().record.moves.split()[0] for number in range(8)}) == 1


def test_derived_seeds_differ_by_purpose_and_are_the_same_everywhere():
    purposes = [(7, "player", 0, 0), (7, "player", 1, 0), (7, "player", 0, 1), (7, "chance", 0), (8, "chance", 0)]
    assert len({derive_seed(*parts) for parts in purposes}) == len(purposes)
    assert all(0 <= derive_seed(*parts) < 1 << 63 for parts in purposes)
    assert derive_seed(7, "chance", 0) == derive_seed(7, "chance", 0)
    assert derive_seed(7, "chance", 0) == Random("7 chance 0").getrandbits(63)


def test_derived_seeds_run_together_for_no_two_purposes():
    parts = [(seed, "player", which, number) for seed in range(12) for which in (0, 1) for number in range(12)]
    assert len({derive_seed(*each) for each in parts}) == len(parts)


@pytest.mark.parametrize(("swap", "same"), [(True, [(0, 1), (2, 3)]), (False, [])])
def test_two_matches_of_alternating_sides_have_the_same_dice(shelf, swap, same):
    plan = Plan("rolls", ("random", "random"), 5, swap=swap)
    rolled = [
        [event.move for event in plan.task(number).match() if isinstance(event, Moved) and event.seat == CHANCE]
        for number in range(4)
    ]
    assert [(a, b) for a in range(4) for b in range(a + 1, 4) if rolled[a] == rolled[b]] == same


# Records and the tally.


@pytest.mark.parametrize("game", [*GAMES, "rolls"])
@pytest.mark.parametrize("pair", PAIRS, ids=" ".join)
def test_the_moves_of_a_record_lead_to_its_score(shelf, game, pair):
    if game == "rolls":
        pair = ("random", "montecarlo:playouts=3")
    plan = Plan(game, pair, 11, swap=True)
    for number in range(3):
        record = plan.task(number).result().record
        assert record.how == How.PLAYED_OUT.value
        assert score_of(record) == record.score


def test_a_record_says_all_that_is_needed_to_play_it_again_and_how_it_ended():
    fixture = Plan("ttt", ("minimax:depth=2", "random:seed=1"), 9, swap=True).task(1)
    record, end = record_match(fixture.heading, fixture.match())
    assert isinstance(end, Ended)
    players, names = ("random:seed=1", "minimax:depth=2"), ("random", "minimax")
    assert record == Record("ttt", players, names, 9, 1, record.moves, end.score, "minimax", "played-out", end.why)


def test_a_record_survives_json():
    record = Plan("nim", ("random", "random"), 9).task(0).result().record
    back = json.loads(json.dumps(record.as_dict()))
    assert list(back) == ["game", "players", "names", "seed", "number", "moves", "score", "winner", "how", "why"]
    assert Record(**{**back, "players": tuple(back["players"]), "names": tuple(back["names"])}) == record


def test_a_record_holds_the_opening_too():
    record = Plan("ttt", ("random", "random"), 9, opening=("5", "1")).task(0).result().record
    assert record.moves.startswith("5 1 ")
    assert score_of(record) == record.score


def test_a_record_leaves_out_what_was_taken_back():
    plan = Plan("nim:sticks=8", ("human", "human"), 9, opening=("1", "1"))
    seated = [Scripted(3, 1, 1, 3), Scripted(TakeBack(), 2, TakeBack())]
    record, _ = record_match(plan.heading(0), plan.task(0).match(seated))
    assert record.moves == "1 1 1 2 3"
    assert score_of(record) == record.score == 1


def test_a_match_that_somebody_left_is_not_over():
    plan = Plan("nim", ("human", "human"), 9)
    record, _ = record_match(plan.heading(0), plan.task(0).match([Scripted(3), Scripted(Quit())]))
    assert (record.moves, record.score, record.winner, record.how) == ("3", None, None, None)
    assert not record.over


def test_a_record_of_a_draw_names_no_player():
    record = Plan("ttt", ("minimax", "minimax"), 9).task(0).result().record
    assert (record.score, record.winner, record.how) == (0, "draw", "played-out")


def test_a_record_of_a_crash_tells_of_it_and_the_exception_comes_with_its_end(shelf):
    fixture = Plan("ttt", ("random", "stumbling"), 9).task(0)
    record, end = record_match(fixture.heading, fixture.match())
    assert (record.score, record.winner, record.how) == (1, "random", "crashed")
    assert record.why == "stumbling crashed: LookupError: nothing found"
    assert isinstance(end.error, LookupError)
    assert len(record.moves.split()) == 1


def scored(score, names=("minimax", "random")):
    return make_record(Heading("ttt", names, names, 1), (), "played-out", "", score)


def test_the_tally_is_told_in_one_line():
    tally = WinTally(("minimax", "random"))
    tally.add(scored(1))
    tally.add(scored(0))
    assert str(tally) == "minimax won 1, random won 0, 1 draws"
    assert tally.as_dict() == {"won": {"minimax": 1, "random": 0}, "draws": 1}


def test_the_tally_of_nothing_is_all_zero():
    assert str(WinTally(("random (1)", "random (2)"))) == "random (1) won 0, random (2) won 0, 0 draws"


@pytest.mark.parametrize(("score", "said"), [(1, "draw won 1, random won 0, 0"), (0, "draw won 0, random won 0, 1")])
def test_a_player_that_is_called_draw_wins_its_games(score, said):
    tally = WinTally(("draw", "random"))
    tally.add(scored(score, tally.names))
    assert str(tally) == f"{said} draws"


def test_a_match_that_somebody_left_counts_for_nobody():
    tally = WinTally(("minimax", "random"))
    tally.add(scored(None))
    assert str(tally) == "minimax won 0, random won 0, 0 draws"


@pytest.mark.parametrize("swap", [False, True])
def test_the_tally_adds_up_to_the_matches(swap):
    plan = Plan("ttt", ("random", "random"), 3, swap=swap)
    tally = WinTally(plan.names)
    for number in range(30):
        tally.add(plan.task(number).result().record)
    assert sum(tally.won.values()) + tally.draws == 30
    assert min(tally.won.values()) > 0


# What can be played at all.


@pytest.mark.parametrize(("plan", "complaint"), [
    (Plan("shogi", ("random", "random"), 1), "there is no game 'shogi'"),
    (Plan("chips:chips=4", ("random", "random"), 1), "chips=4 must be odd under rule=even and at least 3"),
    (Plan("ttt", ("random", "rnadom"), 1), "there is no player 'rnadom'; did you mean random?"),
    (Plan("ttt", ("minimax:depth=0", "random"), 1), "depth=0 must be a whole number from 1"),
    (Plan("ttt", ("random", "random"), 1, opening=("5", "5")), "move 2 to start with: '5' is not a legal move"),
    (Plan("nim:sticks=3", ("random", "random"), 1, opening=("3", "1")), "legal: none, the game is over"),
])  # fmt: skip
def test_a_plan_that_cannot_be_played_is_refused_in_one_line(plan, complaint):
    with pytest.raises(SpecError) as caught:
        plan.check()
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_plan_that_can_be_played_is_not_refused():
    Plan("nim:heaps=3/4", ("mc", "minimax:depth=2"), 1, opening=("a3", "B 4")).check()


def test_openings_may_be_written_as_loosely_as_moves_are_typed():
    loose = Plan("nim:heaps=3/4", ("random", "random"), 1, opening=("A2", "take-b4")).task(0).result().record
    strict = Plan("nim:heaps=3/4", ("random", "random"), 1, opening=("a2", "b4")).task(0).result().record
    assert loose == strict


# Batches as experiments: on any number of processes, with statistics, openings, tests, demands and their exit status.


WANTED = 6 if life() == "compiled" else 1  # openings
WDL = Plan("tic-tac-toe", ("random", "montecarlo:playouts=1"), 4, swap=True)


class Late:
    """Answers after its time is up."""

    def choose(self, game, deadline):
        from time import monotonic, sleep

        sleep(max(0.0, deadline - monotonic()) + 0.3)
        return min(game.moves())


class Cheating:
    def choose(self, game, deadline):
        return 99


@pytest.fixture
def faulty(monkeypatch):
    for kind in (Late, Cheating):
        monkeypatch.setitem(players.CATALOGUE.entries, kind.__name__.lower(), Entry(__name__, kind.__name__))
        monkeypatch.setitem(players.CATALOGUE.names, kind.__name__.lower(), kind.__name__.lower())


def found(plan, count):
    findings = Results(plan)
    for number in range(count):
        findings.add(plan.task(number).result())
    return findings


# The same on any number of processes.


@pytest.mark.parametrize("flags", ["", "--json", "--swap --json", f"--openings {WANTED}", "--sprt 0,300"])
def test_the_same_seed_prints_the_same_on_any_number_of_processes(command, flags):
    line = f"-g 24 connect-four montecarlo:playouts=3 random --seed 5 {flags} --workers"
    alone = command(f"{line} 1")
    assert alone[0] == 0
    assert [command(f"{line} {workers}")[:2] for workers in (2, 3)] == [alone[:2]] * 2


def test_lines_come_in_order_though_games_end_in_another(command):
    _, out, _ = command("-g 40 othello:4 montecarlo:playouts=3 random --seed 5 --workers 3 --swap")
    assert [int(number) for number in re.findall(r"^game (\d+):", out, re.MULTILINE)] == list(range(40))


# Statistics.


def test_statistics_follow_the_tally_on_request(command):
    bare = command("-g 12 random montecarlo:playouts=3 --seed 5")[1]
    told = command("-g 12 random montecarlo:playouts=3 --seed 5 --stats")[1]
    assert told.startswith(bare)
    said = told[len(bare) :]
    for words in ("scored", "Elo", "better one", "moving first", "moves a game", "time a move", "different games"):
        assert words in said
    assert said.startswith("random scored ") and said.splitlines()[0].count("95 % interval") == 1


def test_findings_count_by_player_and_not_by_seat():
    findings = found(WDL, 40)
    records = [WDL.task(number).result().record for number in range(40)]
    tally = Counter(record.winner for record in records)
    assert findings.wins == (tally["random"], tally["draw"], tally["montecarlo"])
    begun = [record for record in records if record.names[0] == "random"]
    assert findings.outcomes[0] == [
        sum(record.winner == name for record in begun) for name in ("random", "draw", "montecarlo")
    ]
    assert findings.counts == Counts(*findings.wins)
    assert findings.games == 40
    assert findings.lengths == [len(record.moves.split()) for record in records]


def test_pairs_are_two_games_of_one_deal_with_sides_swapped():
    findings = found(WDL, 41)  # the last has no other one
    won = []
    for number in range(0, 40, 2):
        scores = [WDL.task(each).result().record.score for each in (number, number + 1)]
        won.append(scores[0] - scores[1])
    assert findings.pairs == [won.count(each) for each in (-2, -1, 0, 1, 2)]
    assert findings.sample(Sprt(0, 5)) == Pairs(*findings.pairs)
    assert not findings.whole
    assert sum(findings.pairs) == 20


def test_each_game_is_looked_at_but_once_or_twice_however_often_a_test_asks(monkeypatch):
    seen = []
    monkeypatch.setattr("referee.batches.results.sign", lambda score: seen.append(score) or (score > 0) - (score < 0))
    findings, results = Results(WDL), [WDL.task(number).result() for number in (0, 1)]
    for number in range(400):
        findings.add(replace(results[number % 2], record=replace(results[number % 2].record, number=number)))
        assert findings.sample(Sprt(0, 5)).games == findings.games - findings.games % 2
    assert len(seen) <= 800


def test_results_of_moving_first_are_listed_by_player():
    one, two = found(WDL, 20).sides("--swap")
    assert one.startswith("random moving first:     won ")
    assert two.startswith("montecarlo moving first: won ")


def test_json_has_the_results_of_the_games_that_each_player_began():
    findings = Results(WDL)
    findings.outcomes = ([5, 2, 1], [4, 0, 3])  # of random: in its own games, and in those that the other began
    told = findings.as_dict()["moving_first"]
    assert told["random"] == {"wins": 5, "draws": 2, "losses": 1}
    assert told["montecarlo"] == {"wins": 3, "draws": 0, "losses": 4}


def test_a_batch_without_swapped_sides_says_so():
    said = found(Plan("tic-tac-toe", ("random", "minimax"), 4), 3).lines()
    assert "random moving first in all games: --swap lets sides alternate" in said


def test_a_last_game_without_its_pair_is_mentioned():
    left = "the score above leaves out 1 game: the other one of the pair is missing"
    assert [left in found(WDL, count).lines() for count in (1, 2, 3, 4)] == [False, False, True, False]
    assert "of 1 pair of games random won" in "\n".join(found(WDL, 3).lines())


def test_games_that_a_stopped_batch_lacks_are_no_part_of_pairs():
    findings = Results(WDL)
    for number in (0, 1, 3, 4, 6, 7):
        findings.add(WDL.task(number).result())
    whole = Results(WDL)
    for number in (0, 1, 6, 7):
        whole.add(WDL.task(number).result())
    assert (findings.games, findings.pairs, findings.margin()) == (6, whole.pairs, whole.margin())
    assert "the score above leaves out 2 games: the other one of the pair is missing" in findings.lines()
    assert not findings.whole
    assert (found(WDL, 4).whole, found(WDL, 3).whole) == (True, False)


def test_the_average_time_of_a_move_is_shown():
    findings = found(WDL, 2)
    findings.seconds, findings.moves = [0.00001, 0.0], [2, 0]
    assert "time a move: random 0.005 ms, montecarlo none" in findings.lines()


def test_without_swapped_sides_there_are_no_pairs():
    findings = found(Plan("tic-tac-toe", ("random", "random"), 4), 10)
    assert findings.pairs == [0] * 5
    assert findings.sample(Sprt(0, 5)) == Counts(*findings.wins)


def test_forfeits_are_counted_by_who_and_how(faulty):
    findings = found(Plan("tic-tac-toe", ("cheating", "random"), 4, swap=True), 6)
    assert findings.forfeits == (Counter({"illegal-move": 6}), Counter())
    assert "cheating forfeited 6: illegal-move 6" in findings.lines()
    assert warn_of_repetition(findings) is None  # whatever was forfeited says nothing of repetitions


def test_the_margin_is_shown_if_games_are_won_by_more_than_one_point():
    plan = Plan("kuhn-poker", ("cfr", "random"), 4, swap=True)
    findings = found(plan, 60)
    assert any(line.startswith("points a game: cfr ") for line in findings.lines())
    assert not any("points a game" in line for line in found(WDL, 4).lines())
    one, two = findings.margin(0), findings.margin(1)
    assert (one.value, one.low) == pytest.approx((-two.value, -two.high))
    assert one.value == pytest.approx(sum(findings.scores.values()) / 60)


def test_json_has_the_statistics_on_request(command):
    _, out, _ = command("-g 12 random montecarlo:playouts=3 --seed 5 --swap --stats --json --sprt 0,50")
    last = json.loads(out.splitlines()[-1])["summary"]
    assert list(last) == ["games", "won", "draws", "seed", "stats", "sprt"]
    assert last["stats"]["counts"]["wins"] == last["won"]["random"]
    assert set(last["stats"]) >= {*"score wilson elo superiority pairs margin forfeits moves_per_game".split()}


def test_one_sided_results_promise_no_infinity(command):
    _, out, _ = command("-g 8 chips:chips=20,rule=last minimax random --seed 5 --stats")
    assert "minimax won 8" in out
    assert "inf" not in out and "nan" not in out
    assert "at least" in out


def test_an_interrupted_batch_shows_its_results_so_far(command, monkeypatch):
    def interrupted(fixtures, **_):
        for fixture, _ in zip(fixtures, range(6), strict=False):
            yield fixture.result()
        raise KeyboardInterrupt

    monkeypatch.setattr("referee.reports.batch.play_tasks", interrupted)
    status, out, said = command("-g 50 minimax random --swap --stats --sprt 0,10 --seed 5")
    assert (status, out.count("\n")) == (130, 6)
    begun, _, stopped, score, *_, verdict, hint = said.splitlines()
    (number,) = re.fullmatch(r"tournament (\d+), seed 5", begun).groups()
    assert stopped == "stopped after 6 of 50 games: minimax won 5, random won 0, 1 draws"
    assert score.startswith("minimax scored 91.7 %")
    assert verdict.startswith("undecided whether minimax is 0 or +10 Elo above random")
    assert hint == f"go on with: referee tournament --resume {number}"


BROKEN = '''
from games.game import Game


class Sticks(Game):
    """Take one to three sticks, until the rules break."""

    def __init__(self):
        self.turn, self.sticks = 0, 7

    def moves(self):
        return [count for count in (1, 2, 3) if count <= self.sticks]

    def make(self, move):
        if (self.sticks, move) == (4, 3):
            raise KeyError("broken")
        self.sticks -= move
        self.turn = 1 - self.turn

    def score(self):
        return None if self.sticks else 2 * self.turn - 1
'''


@pytest.mark.parametrize(
    ("words", "last"),
    [
        ("-g 50 {} random random --seed 3 --workers 2", r"stopped after \d+ of 50 games: random \(1\) won \d+, .*"),
        (
            "tournament {} random random --rounds 50 --openings 0 --seed 3",
            r"stopped after \d+ of \d+ games, all of them kept; go on with: referee tournament --resume \d+",
        ),
    ],
)
def test_an_error_in_the_rules_still_shows_the_results_before_it(command, tmp_path, words, last):
    (tmp_path / "broken.py").write_text(BROKEN)
    status, _, said = command(words.format(tmp_path / "broken.py"))
    assert status == 1
    assert "KeyError: 'broken'" in said
    assert re.fullmatch(last, said.splitlines()[-1])


def test_lines_are_broken_between_words_where_a_terminal_is_narrow(monkeypatch):
    class Screen(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setenv("COLUMNS", "20")
    line = "minimax is at least +77 Elo above random"
    assert list(wrap_for_terminal([line], Screen())) == ["minimax is at least", "  +77 Elo above", "  random"]
    assert list(wrap_for_terminal([line], io.StringIO())) == list(wrap_for_terminal([line], None)) == [line]


# The bar.


@pytest.mark.parametrize(("columns", "words"), [(80, True), (40, False)])
def test_the_bar_fits_the_window_with_all_of_its_figures(monkeypatch, columns, words):
    monkeypatch.setenv("COLUMNS", str(columns))
    bar = ProgressBar(4000).bar
    with bar.console.capture() as drawn:
        bar.console.print(bar.get_renderable())
    (line,) = drawn.get().splitlines()
    assert len(line.rstrip()) <= columns - 3  # where ^C may appear
    assert "0/4000" in line and "0:00:00" in line and "-:--:--" in line
    assert ("games" in line) == words


def test_the_bar_counts_games_whose_lines_have_to_wait(monkeypatch):
    monkeypatch.setattr("referee.drawing.progress.PACE", 1000.0)
    bar = ProgressBar(5)
    counts = [bar.bar.tasks[0].completed for _ in sort_results(count_results([played_of(1), played_of(0)], bar))]
    assert counts == [2, 2]


def played_of(number):
    return WDL.task(number).result()


def test_errors_of_programs_cannot_control_the_terminal(capsys):
    ProgressLines().note("Traceback\nValueError: \x1b[2J\ngame 0: it crashed")
    assert capsys.readouterr().err == "Traceback\nValueError: \\x1b[2J\ngame 0: it crashed\n"


# Streams that are closed from the start.


@pytest.mark.skipif(os.name == "nt", reason="a shell's way to close streams")
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_a_batch_is_played_though_a_stream_is_closed(closed):
    line = f"{sys.executable} -m referee -g 3 random random --seed 5 --workers 2 {closed}"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == (0 if ">&-" in closed.replace("2>&-", "") else 4)


# Players that repeat themselves.


def test_repeated_games_cause_a_warning(command):
    status, out, said = command("-g 10 connect-four minimax:nodes=100 minimax:nodes=50 --seed 5 --swap")
    assert status == 0
    assert said.startswith("WARNING: 10 games, but only 2 different ones")
    assert "--openings N" in said


@pytest.mark.parametrize(
    "line", ["-g 10 random random", "-g 40 connect-four minimax:nodes=100 random", "-g 3 minimax minimax"]
)
def test_players_that_draw_lots_are_not_warned_of(command, line):
    assert "WARNING" not in command(f"{line} --seed 5")[2]


def test_openings_are_their_cure(command):
    line = f"--openings {WANTED} connect-four minimax:nodes=100 minimax:nodes=50 --seed 5 --json --stats"
    status, out, said = command(line)
    assert (status, said) == (0, "")
    *records, last = map(json.loads, out.splitlines())
    assert len(records) == 2 * WANTED
    assert last["summary"]["stats"]["different_games"] == 2 * WANTED
    for one, two in zip(records[::2], records[1::2], strict=True):
        assert one["names"] == two["names"][::-1]
        assert one["moves"].split()[:4] == two["moves"].split()[:4]


def test_openings_are_reused_and_repeated_games_are_reported(command):
    line = f"-g {4 * WANTED} --openings {WANTED} connect-four minimax:nodes=100 minimax:nodes=50 --seed 5"
    assert "more --openings" in command(line)[2]


def test_games_with_dice_take_their_deals_for_openings(command):
    status, out, said = command("--openings 4 pig:20 random random --seed 5")
    assert (status, said) == (0, "")
    assert out.count("\ngame") == 7


# A test that ends the batch.


def test_a_test_stops_as_soon_as_it_is_decided(command):
    status, out, said = command("--sprt 0,200 connect-four minimax:nodes=500 random --seed 5")
    *games, tally, verdict = out.splitlines()
    assert status == 0 and re.fullmatch(r"tournament \d+, seed 5\n", said)
    assert len(games) % 2 == 0 and len(games) < 200
    assert verdict.startswith("decided: minimax is +200 Elo above random")


def test_a_test_by_bayeselos_model_goes_by_single_games(command):
    _, out, _ = command("-g 6 --openings 3 --sprt 0,5 --model bayeselo --stats --json random random --seed 5")
    told = json.loads(out.splitlines()[-1])["summary"]
    counts = {name: told["stats"]["counts"][name] for name in ("wins", "draws", "losses")}
    assert told["sprt"]["llr"] == Sprt(0, 5, model="bayeselo").llr(Counts(**counts)) != 0


def test_a_test_that_is_not_decided_says_so(command):
    _, out, _ = command("-g 6 --sprt 0,5 --model normalized random random --seed 5")
    assert out.splitlines()[-1].startswith("undecided whether random (1) is 0 or +5 normalized Elo above")


@every_case(("line", "said"), [
    ("-g 4 random random --sprt 10,0", "--sprt 10,0 must be two numbers from -1000 to 1000"),
    ("-g 4 random random --sprt x", "--sprt x must be two numbers"),
    ("-g 4 random random --sprt 0,5 --model bayes", "--model bayes must be logistic or normalized"),
    ("-g 4 random random --model normalized", "--model says how --sprt measures: add --sprt 0,10"),
    ("-g 4 random random --workers 0", "--workers 0 must be a whole number from 1 to 1000"),
    ("-g 4 random random --memory 1", "--memory 1 must be a whole number from 16"),
    ("-g 4 random random --openings 0", "--openings 0 must be a whole number from 1"),
    ("-g 4 random random --openings none", "none cannot be read: No such file or directory"),
    ("-g 4 random random --require speed>=1", "--require speed>=1 must be one of score, elo"),
    ("-g 4 random random --require minimax.score>=1", "--require minimax.score>=1: no player is called 'minimax'"),
    ("-g 4 random random --require place==1", "--require place==1: what is told of a player here is score, elo"),
    ("random random --strict", "are a batch's: add -g N"), ("random random --stats", "are a batch's: add -g N"),
])  # fmt: skip
def test_a_typing_error_gets_one_line(command, line, said):
    status, out, error = command(line)
    assert (status, out) == (2, "")
    assert said in error
    assert error.count("\n") == 1


# Demands, forfeits, and the exit status.


@pytest.mark.parametrize(("demand", "status"), [
    ("score>=0.9", 0), ("score>=90%", 0), ("minimax.score==1", 0), ("random.score>0", 4), ("elo>=10", 0),
    ("elo<10", 4), ("wins>=8", 0), ("losses!=0", 4), ("games==8", 0), ("los>0.5", 0), ("forfeits==0", 0),
    ("random.draws>=1", 4), ("random.elo<=-10", 0), ("margin>=1", 0),
])  # fmt: skip
def test_an_unmet_requirement_is_reported_and_ends_with_status_4(command, demand, status):
    ended, out, said = command(
        ["-g", "8", "connect-four", "minimax:nodes=300", "random", "--seed", "5", "--require", demand]
    )
    assert ended == status
    assert out.endswith("minimax won 8, random won 0, 0 draws\n")
    assert ("not met" in said) == (status == 4)


def test_all_demands_must_be_met(command):
    line = "-g 4 connect-four minimax:nodes=300 random --seed 5 --require score>=0.5 --require score<=0.6"
    assert command(line)[0] == 4


def test_a_forfeit_fails_a_strict_batch_and_no_other(faulty, command):
    line = "-g 4 cheating random --seed 5"
    assert command(line)[0] == 0
    status, out, said = command(f"{line} --strict --require score>=1")
    assert status == 3
    assert out.endswith("cheating won 0, random won 4, 0 draws\n")
    assert said.endswith("not met: score>=1\ngames forfeited: 4\n")
    assert command("-g 4 random random --seed 5 --strict")[0] == 0


def test_an_unknown_figure_meets_no_demand():
    values = {"score": None, "elo": Estimate(None, None, None), "los": 0.5}
    assert not Requirement("", "score", ">=", 0.0).met(values)
    assert not Requirement("", "elo", "<=", 0.0).met(values)
    assert Requirement("", "los", ">=", 0.5).met(values)


def test_a_one_sided_estimate_counts_by_its_bound():
    assert Requirement("", "elo", ">=", 100).met({"elo": Estimate(None, 120.0, None)})
    assert not Requirement("", "elo", ">=", 130).met({"elo": Estimate(None, 120.0, None)})


@pytest.mark.parametrize("text", ["score>=0.9", "a.b (1).wins<3", "elo==-12.5", "games>=1234567"])
def test_a_demand_is_read_as_it_is_written(text):
    assert str(RequirementOption().read(text)) == text


def test_terms_know_whom_a_demand_may_name():
    terms = RunOptions(required=(Requirement("random (1)", "score", ">", 0.0),))
    terms.check(["random (1)", "random (2)"], ["score"])
    with pytest.raises(SpecError, match=r"no player is called 'random \(1\)' \(one, two\)"):
        terms.check(["one", "two"], ["score"])
    with pytest.raises(SpecError, match="what is told of a player here is place, elo"):
        terms.check(["random (1)"], ["place", "elo"])


def test_a_batch_tells_by_how_much_a_player_exceeded_its_time():
    results = Results(Plan("tic-tac-toe", ("random", "minimax"), 1, swap=True))
    for number, late in ((0, (0.0, 0.012)), (1, (0.003, 0.0))):
        result = results.plan.task(number).result()
        results.add(replace(result, record=replace(result.record, late=late)))
    assert results.late == [0.0, 0.012]
    assert [line for line in results.lines() if "exceeded" in line] == ["minimax exceeded its time by at most 12 ms"]
